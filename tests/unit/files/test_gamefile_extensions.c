/* Game files with other programs' content: what is kept and written back. */
#include "unit/errors.h"
#include "unit/files/gamefile_testing.h"

/* Parts of the file foreign.xml: what every step keeps, the first two moves, and a knight. */
static const char *const ALWAYS[] = {
    "<game ruleset=\"6170-spring-2007\" xmlns:x=\"urn:x\" event=\"Final &amp; last\" "
    "x:round=\"2\">\n",
    "  <time timed=\"false\" x:clock=\"sand&#10;glass\">\n"
    "    <extension>\n"
    "      <x:sand grains=\"1000\"/>\n"
    "    </extension>\n"
    "  </time>\n",
    "  <moveHistory xmlns:h=\"urn:h\" annotator=\"Zo\xc3\xab\">\n",
    "  <pieces colour=\"ivory\">\n",
    "  <extension x:by=\"them\">\n"
    "    <x:server url=\"http://example.org/?a=1&amp;b=2\">\n"
    "      <!-- stays -->\n"
    "      <x:load>0.5</x:load>\n"
    "    </x:server>\n"
    "    <unknown xmlns=\"urn:other\"><deep><deeper/></deep></unknown>\n"
    "  </extension>\n"
    "</game>\n",
};
static const char FIRST[] = "    <move side=\"white\" value=\"e2-e4\" h:mark=\"!\">\n"
                            "      <extension why=\"it opens\">\n"
                            "        <h:comment>Best by <b>test</b>.</h:comment>\n"
                            "        <h:also/>\n"
                            "      </extension>\n"
                            "    </move>\n";
static const char SECOND[] = "    <move side=\"black\" value=\"e7-e5\" mark=\"?\"/>\n";
static const char KNIGHT_B8[] =
    "    <square id=\"b8\" side=\"black\" piece=\"knight\" nick=\"Bucephalus\" "
    "antiking=\"true\">\n"
    "      <extension>\n"
    "        <tail/>\n"
    "      </extension>\n"
    "    </square>\n";

static void test_extensions_survive(void **state) {
    StoredGame stored = load(DATA "valid/foreign.xml");
    /* After each step: are the extensions of the second move and of the knight on b8 still there?
     */
    static const struct {
        const char *play; /* NULL: take the last turn back */
        bool second, knight;
    } STEPS[] = {
        {"b8-c6", true, false}, {NULL, true, true},  {"d7-d5", true, true},
        {NULL, true, true},     {NULL, true, true},  {NULL, false, true},
        {"e7-e5", true, true},  {NULL, false, true}, {"d7-d5", false, true},
    };
    for (int i = -1; i < (int)(sizeof STEPS / sizeof *STEPS); i++) {
        if (i >= 0 && STEPS[i].play)
            play(&stored, STEPS[i].play);
        else if (i >= 0)
            assert_true(game_undo(&stored.game));
        char *text = print(&stored);
        for (size_t k = 0; k < sizeof ALWAYS / sizeof *ALWAYS; k++)
            assert_has(text, ALWAYS[k]);
        assert_has(text, FIRST);
        (i < 0 || STEPS[i].second ? assert_has : assert_lacks)(text, SECOND);
        (i < 0 || STEPS[i].knight ? assert_has : assert_lacks)(text, KNIGHT_B8);
        assert_lacks(text, "misere");
        free(text);
        assert_round_trip(&stored);
    }
    /* After a different first move nothing is restored, even where later turns are the same. */
    while (stored.game.count > 0)
        game_undo(&stored.game);
    play(&stored, "d2-d4");
    play(&stored, "e7-e5");
    char *text = print(&stored);
    assert_lacks(text, "mark=");
    free(text);
    stored_game_free(&stored);
}

static void test_extensions_at_the_end(void **state) {
    StoredGame stored = parse_parts(
        "losers", "<time timed='1' currentWhite='0' y='2'/>", NULL, NULL,
        "<gameOver description='timeExpired' sad='yes'><extension><a/></extension></gameOver>");
    char *text = print(&stored);
    assert_has(text, "  <gameOver winner=\"black\" description=\"timeExpired\" sad=\"yes\">\n"
                     "    <extension>\n      <a/>\n    </extension>\n  </gameOver>\n");
    assert_has(text, "<time timed=\"true\" currentWhite=\"0\" y=\"2\"/>");
    free(text);
    assert_true(stored_game_undo(&stored));
    text = print(&stored);
    assert_lacks(text, "gameOver");
    free(text);
    stored_game_free(&stored);
}

static void test_extensions_on_squares(void **state) {
    StoredGame stored = parse_parts(
        "losers", NULL, NULL,
        "<square id='e1' side='white' piece='king'/><square id='a1' side='white' piece='rook' "
        "on='a1'/><square id='e8' side='black' piece='king'/>"
        "<square id='a7' side='black' piece='rook' on='a7'/>"
        "<square id='h7' side='black' piece='pawn' on='h7'/>",
        NULL);
    char *text = print(&stored);
    assert_int_equal(count_parts(text, " on="), 3);
    free(text);
    play(&stored, "a1-a7");
    text = print(&stored);
    assert_int_equal(count_parts(text, " on="), 1);
    assert_has(text, "<square id=\"a7\" side=\"white\" piece=\"rook\"/>");
    assert_has(text, "<square id=\"h7\" side=\"black\" piece=\"pawn\" on=\"h7\"/>");
    free(text);
    stored_game_free(&stored);
}

/* Elements in our namespace are ours only in the game's own extension. */
static void test_own_elements_elsewhere(void **state) {
    StoredGame stored =
        parse_parts("losers", "<time><extension><m:players white='W'/></extension></time>", NULL,
                    NULL, "<extension><e><m:start/></e></extension>");
    char *text = print(&stored);
    assert_string_equal(stored_game_name(&stored, WHITE), "");
    assert_has(text, "<m:players white=\"W\"/>");
    assert_has(text, "<e><m:start/></e>");
    free(text);
    stored_game_free(&stored);
}

/* An extension that no longer needs our elements keeps other programs' attributes. */
static void test_extensions_attribute_of_extension(void **state) {
    StoredGame stored = parse_parts("losers", NULL, NULL, NULL,
                                    "<extension by='them'><m:players white='W'/></extension>");
    stored_game_set_name(&stored, WHITE, "");
    char *text = print(&stored);
    assert_has(text, "<extension by=\"them\">");
    free(text);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

static void test_extensions_prefix(void **state) {
    StoredGame stored = load(DATA "valid/foreign-prefix.xml");
    stored_game_set_name(&stored, WHITE, "W");
    char *text = print(&stored);
    assert_has(text, "<game ruleset=\"6170-spring-2007\" xmlns:misere8=\"urn:misere:game\" "
                     "xmlns:misere=\"urn:not-ours\" misere:start=\"mine\">");
    assert_has(text, "<misere8:start fen=\"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\"/>");
    assert_has(text, "<misere8:players white=\"W\"/>");
    assert_has(text, "<misere:start fen=\"8/8/8/8/8/8/8/8 w - - 0 1\"/>");
    assert_has(text, "<misere7:x xmlns:misere7=\"urn:seven\"/>");
    free(text);
    assert_round_trip(&stored);
    stored_game_free(&stored);
    stored = parse_parts("losers", "<time xmlns:misere1234567890='urn:x' misere1234567890:a='1'/>",
                         NULL, NULL, NULL);
    stored_game_set_name(&stored, WHITE, "W");
    text = print(&stored); /* that prefix has more digits than ours */
    assert_has(text, "xmlns:misere1234567890=\"urn:x\"");
    assert_has(text, ":players white=\"W\"/>");
    free(text);
    assert_round_trip(&stored);
    stored_game_free(&stored);
    stored = parse_parts("losers", "<time xmlns:misere='urn:x' xmlns:misere10='urn:y'/>", NULL,
                         NULL, NULL);
    stored_game_set_name(&stored, WHITE, "W");
    text = print(&stored);
    assert_has(text, "<misere11:players white=\"W\"/>");
    free(text);
    stored_game_free(&stored);
    stored = load(DATA "valid/own-nonsense.xml");
    text = print(&stored);
    assert_lacks(text, "misere:start");
    assert_has(text, "<misere:later feature=\"kept\"/>");
    assert_int_equal(count_parts(text, "xmlns:misere"), 1);
    free(text);
    stored_game_free(&stored);
}

static void test_ampersands(void **state) {
    StoredGame stored = parse(
        "<game ruleset='losers' xmlns:x='u?a&amp;b&#38;c' x:y='&amp;&#38;&lt;'>"
        "<time/><moveHistory/><pieces>" KINGS "</pieces><extension>"
        "<a xmlns:z='u?a&amp;b' z:b='&amp;&#38;amp;'>&amp;amp;</a><b c='\xc3\xa9'>\xc3\xa9</b>"
        "</extension></game>");
    char *text = print(&stored);
    assert_has(text, " xmlns:x=\"u?a&amp;b&amp;c\" x:y=\"&amp;&amp;&lt;\"");
    assert_has(text, " z:b=\"&amp;&amp;amp;\">&amp;amp;</a>");
    assert_has(text, "<b c=\"\xc3\xa9\">\xc3\xa9</b>");
    free(text);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

static void test_encodings(void **state) {
    static const struct {
        const char *name, *event;
    } FILES[] = {
        {"latin1.xml", "event=\"Caf\xc3\xa9\""},
        {"windows-1252.xml", "event=\"\xe2\x80\x9c"
                             "Caf\xc3\xa9\xe2\x80\x9d\""},
        {"utf8-bom.xml", "event=\"Caf\xc3\xa9\""},
        {"utf16le.xml", "event=\"Caf\xc3\xa9 "},
        {"utf16be.xml", "event=\"Caf\xc3\xa9 "},
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char *path = join(DATA "valid", FILES[i].name);
        StoredGame stored = load(path);
        char *text = print(&stored);
        assert_has(text, FILES[i].event);
        assert_has(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<game ");
        stored_game_free(&stored);
        free(text);
        free(path);
    }
}

/* A history that does not lead to the pieces is kept, and written before the moves played later. */
static void test_old_history(void **state) {
    static const char OLD[] =
        "  <moveHistory>\n"
        "    <move side=\"white\" value=\"e2-e7\" time=\" +17 \" note=\"from elsewhere\"/>\n"
        "    <move side=\"black\" value=\"h7-h1\"/>\n";
    StoredGame stored = load(DATA "valid/unplayable-history.xml");
    char *text = print(&stored);
    assert_has(text, OLD);
    assert_has(text, "<misere:start fen=\"r3k3/8/8/8/8/8/1P6/4K2R w Kq - 0 1\" after=\"2\"/>");
    free(text);
    play(&stored, "e1-g1");
    play(&stored, "a8-a4");
    assert_round_trip(&stored);
    text = print(&stored);
    assert_has(text, OLD);
    assert_has(text, "value=\"h7-h1\"/>\n    <move side=\"white\" value=\"e1-g1\"/>\n"
                     "    <move side=\"black\" value=\"a8-a4\"/>\n");
    StoredGame again = parse(text);
    assert_int_equal(again.game.count, 2);
    assert_true(game_undo(&again.game));
    assert_fen(&again.game.now, "r3k3/8/8/8/8/8/1P6/5RK1 b q - 1 1");
    stored_game_free(&again);
    /* A <misere:start> element is ignored if its `after`, the number of moves before it, is wrong.
     */
    memcpy(strstr(text, "after=\"2\""), "after=\"5\"", 9);
    again = parse(text);
    assert_int_equal(again.game.count, 0);
    stored_game_free(&again);
    free(text);
    stored_game_free(&stored);
}

static void test_starts_that_are_needed_or_not(void **state) {
    /* The initial position, but after one move. */
    char *plain = read_text(DATA "valid/no-declaration.xml", NULL), *text;
    char *rest = strstr(plain, "<moveHistory/>") + strlen("<moveHistory/>");
    assert_true(asprintf(&text,
                         "<game ruleset='6170-spring-2007'><time/><moveHistory><move "
                         "side='black' value='e7-e6'/></moveHistory>%s",
                         rest) > 0);
    StoredGame stored = parse(text);
    play(&stored, "e2-e4");
    assert_round_trip(&stored);
    free(text);
    text = print(&stored);
    assert_has(text, "PPPPPPPP/RNBQKBNR w - - 0 1\" after=\"1\"/>");
    stored_game_free(&stored);
    free(text);
    free(plain);
    /* A start in the middle of a turn has no FEN and needs none. */
    stored = load(DATA "valid/mindcontrol-setup-over.xml");
    text = print(&stored);
    assert_lacks(text, "misere");
    stored_game_free(&stored);
    free(text);
    /* A file without moves: `after` is ignored. */
    stored = parse_parts("losers", NULL, NULL, NULL,
                         "<extension><m:start fen='4k3/p7/8/8/8/8/P7/4K3 w - - 9 9' after='7'/>"
                         "</extension>");
    assert_fen(&stored.game.now, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

/* What the schema allows, but has no meaning, is ignored. */
static void test_odd_values(void **state) {
    StoredGame stored = parse_parts(
        "losers", "<time xmlns='' timed='&#13;true&#13;' currentWhite='5000'/>", NULL, NULL,
        "<gameOver description='timeExpired' winner='black' m:reason='nonsense'/>"
        "<extension><m:start fen='nonsense'/><m:players white='' black='B'/></extension>");
    assert_true(stored.timed);
    assert_false(stored.game.tournament_draws);
    assert_true(stored.game.time_expired);
    assert_fen(&stored.game.start, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
    assert_string_equal(stored_game_name(&stored, WHITE), "");
    assert_string_equal(stored_game_name(&stored, BLACK), "B");
    stored_game_free(&stored);
    stored = parse_parts("losers", NULL, "<move side='white' value='e1-e2' m:opening='false'/>",
                         "<square id='e2' side='white' piece='king'/>"
                         "<square id='e8' side='black' piece='king'/>"
                         "<square id='a2' side='white' piece='pawn'/>"
                         "<square id='a7' side='black' piece='pawn'/>",
                         "<extension><m:start fen='4k3/p7/8/8/8/8/P7/4K3 w - - 0 1'/></extension>");
    assert_int_equal(stored.game.count, 1);
    assert_int_equal(stored.opening_turns, 0);
    stored_game_free(&stored);
    /* If the history does not lead to the pieces, its opening turns do not count. */
    stored = parse_parts("losers", NULL, "<move side='white' value='e1-e2' m:opening='true'/>",
                         "<square id='e3' side='white' piece='king'/>"
                         "<square id='e8' side='black' piece='king'/>"
                         "<square id='a2' side='white' piece='pawn'/>"
                         "<square id='a7' side='black' piece='pawn'/>",
                         "<extension><m:start fen='4k3/p7/8/8/8/8/P7/4K3 w - - 0 1'/></extension>");
    assert_int_equal(stored.game.count, 0);
    assert_int_equal(stored.opening_turns, 0);
    stored_game_free(&stored);
}

/* Other programs' attributes are kept even if they are all that is to be kept. */
static void test_lonely_attributes(void **state) {
    static const char *const TAGS[] = {"moveHistory", "pieces"};
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        char text[512], expected[64];
        snprintf(text, sizeof text,
                 "<game ruleset='losers'><time/><moveHistory%s/><pieces%s>%s</pieces></game>",
                 i == 0 ? " colour='red'" : "", i == 1 ? " colour='red'" : "", KINGS);
        StoredGame stored = parse(text);
        char *again = print(&stored);
        snprintf(expected, sizeof expected, "<%s colour=\"red\"", TAGS[i]);
        assert_has(again, expected);
        free(again);
        stored_game_free(&stored);
    }
    /* An extension with one of our elements needs no other. */
    StoredGame stored;
    Error error;
    static const char EXTENSION[] = "<extension by='them'><m:forfeit xmlns:m='urn:misere:game' "
                                    "loser='white' reason='crash'/></extension></game>";
    char *initial = read_text(DATA "valid/no-declaration.xml", NULL), text[8192];
    snprintf(text, sizeof text, "%s", initial);
    free(initial);
    strcpy(strstr(text, "</game>"), EXTENSION);
    assert_done(gamefile_parse("text", text, strlen(text), &stored, &error), &error);
    char *again = print(&stored);
    assert_has(again, "<extension by=\"them\">\n    <misere:forfeit loser=\"white\"");
    free(again);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

static void test_trees_are_kept_only_if_needed(void **state) {
    static const char *const PLAIN[] = {"two-moves.xml", "comments.xml", "time-expired.xml",
                                        "antiking-setup.xml", "losers-promotion.xml"};
    static const char *const FOREIGN[] = {"foreign.xml", "unplayable-history.xml", "xinclude.xml",
                                          "said-to-be-over.xml", "antiking-ignored.xml"};
    for (int i = 0; i < 5; i++) {
        char *plain = join(DATA "valid", PLAIN[i]), *foreign = join(DATA "valid", FOREIGN[i]);
        StoredGame a = load(plain), b = load(foreign);
        assert_null(a.extensions);
        assert_non_null(b.extensions);
        stored_game_free(&a);
        stored_game_free(&b);
        free(plain);
        free(foreign);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extensions_survive),
        cmocka_unit_test(test_extensions_at_the_end),
        cmocka_unit_test(test_extensions_on_squares),
        cmocka_unit_test(test_own_elements_elsewhere),
        cmocka_unit_test(test_extensions_attribute_of_extension),
        cmocka_unit_test(test_extensions_prefix),
        cmocka_unit_test(test_ampersands),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_old_history),
        cmocka_unit_test(test_starts_that_are_needed_or_not),
        cmocka_unit_test(test_odd_values),
        cmocka_unit_test(test_lonely_attributes),
        cmocka_unit_test(test_trees_are_kept_only_if_needed),
    };
    gamefile_init();
    int failed = test_run("gamefile_extensions", tests);
    gamefile_quit();
    return failed;
}
