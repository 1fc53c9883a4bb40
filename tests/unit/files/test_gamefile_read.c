/* Reading game files: their contents, and the reasons why files are refused. */
#include "unit/files/gamefile_testing.h"

static void test_valid_files(void **state) {
    assert_int_equal(count_files(DATA "valid"), valid_count);
    for (int i = 0; i < valid_count; i++) {
        char *path = join(DATA "valid", valid[i].name);
        StoredGame stored = load(path);
        Outcome outcome = game_outcome(&stored.game);
        const char *winner = !outcome_is_over(outcome) ? "nobody"
                             : outcome.drawn           ? "drawn"
                                                       : outcome_colour_name(outcome.winner);
        print_message("# %s\n", valid[i].name);
        assert_int_equal(stored.game.count, valid[i].turns);
        assert_fen(&stored.game.now, valid[i].fen);
        assert_string_equal(outcome_reason_name(outcome.reason), valid[i].reason);
        assert_string_equal(winner, valid[i].winner);
        assert_round_trip(&stored);
        stored_game_free(&stored);
        free(path);
    }
}

/* These samples look the way we write them, so loading and printing them changes nothing. */
static void test_own_files_are_unchanged(void **state) {
    static const char *const OWN[] = {"1994-checkmate.xml",
                                      "1994-stalemate.xml",
                                      "2003-chips.xml",
                                      "2003-pieces-lost.xml",
                                      "2006-en-passant.xml",
                                      "2007-forced-pass.xml",
                                      "antiking-checkmate.xml",
                                      "antiking-pieces-lost.xml",
                                      "encastle-playing.xml",
                                      "fall-2007-castling.xml",
                                      "fifty.xml",
                                      "losers-promotion.xml",
                                      "mindcontrol-gameover.xml",
                                      "mindcontrol-playing.xml",
                                      "new-game.xml",
                                      "threefold.xml"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++) {
        char *path = join(DATA "valid", OWN[i]);
        char *before = read_text(path, NULL);
        StoredGame stored = load(path);
        char *after = print(&stored);
        assert_string_equal(after, before);
        assert_null(stored.extensions);
        stored_game_free(&stored);
        free(path);
        free(before);
        free(after);
    }
}

static void test_refused_files(void **state) {
    int boards = 17; /* tested in test_board1994.c */
    assert_int_equal(count_files(DATA "invalid") + count_files(DATA "hostile"),
                     refused_count + boards);
    for (int i = 0; i < refused_count; i++) {
        char *path = join(DATA, refused[i].name);
        const char *expected = refused[i].error;
        size_t length = strlen(expected);
        StoredGame stored;
        Error error = {.text = ""};
        if (games_load(path, NULL, 1, &stored, &error))
            fail_msg("%s is accepted", path);
        bool begins = strncmp(error.text, path, strlen(path)) == 0;
        const char *reason = error.text + strlen(path);
        bool fits =
            begins && (expected[length - 1] == '*' ? strncmp(reason, expected, length - 1) == 0
                                                   : strcmp(reason, expected) == 0);
        if (!fits)
            fail_msg("'%s' does not say '%s'", error.text, expected);
        free(path);
    }
}

/* What the reader says of the valid documents in the table, whose boards are empty or wrong. */
static bool is_about_the_board(const char *error) {
    return strcmp(error, "text:1: White has no king") == 0 ||
           strcmp(error, "text:1: Black has no king") == 0 ||
           strcmp(error, "text:1: two pieces on a1") == 0;
}

/* Our reader accepts the same documents as xmllint with the schema (schema.bats also uses this
 * table). */
static void test_schema_table(void **state) {
    FILE *table = fopen(DATA "schema-table.txt", "r");
    char line[1024], verdict[8], part[16];
    int rows = 0;
    assert_non_null(table);
    while (fgets(line, sizeof line, table)) {
        int at = 0;
        if (*line == '#' || sscanf(line, "%7s %15s %n", verdict, part, &at) < 2)
            continue;
        line[strcspn(line, "\n")] = '\0';
        for (int is_2003 = 0; is_2003 < 2; is_2003++) {
            const char *ruleset = is_2003 ? "6170-fall-2003" : "6170-spring-2007",
                       *value = line + at;
            char text[2048];
#define PART(name, plain) (strcmp(part, name) == 0 ? value : plain)
            if (strcmp(part, "document") == 0) {
                const char *r = strstr(value, "R\"") ? strstr(value, "R\"") : strstr(value, "R'");
                int before = r ? (int)(r - value) : 0;
                snprintf(text, sizeof text, "%.*s%s%s", before, value, r ? ruleset : "",
                         r ? r + 1 : value);
            } else {
                snprintf(text, sizeof text, "<game ruleset='%s' %s>%s%s%s%s</game>", ruleset,
                         PART("root", ""), PART("time", "<time/>"),
                         PART("history", "<moveHistory/>"), PART("pieces", "<pieces/>"),
                         PART("end", ""));
            }
            bool fine = strcmp(verdict, "yes") == 0 || (is_2003 && strcmp(verdict, "2003") == 0);
            StoredGame stored;
            Error error = {.text = ""};
            assert_false(gamefile_parse("text", text, strlen(text), &stored, &error));
            if (fine != is_about_the_board(error.text))
                fail_msg("'%s' for %s", error.text, text);
        }
        rows++;
    }
    fclose(table);
    assert_true(rows > 170);
}

static void test_numbers(void **state) {
    static const struct {
        const char *text;
        int64_t value;
    } NUMBERS[] = {
        {"0", 0},
        {"-0", 0},
        {" +12 ", 12},
        {"-000000000000000000000000000012", -12},
        {"9223372036854775806", INT64_MAX - 1},
        {"9223372036854775807", INT64_MAX},
        {"9223372036854775808", INT64_MAX},
        {"99999999999999999999999999999", INT64_MAX},
        {"-9223372036854775807", -INT64_MAX},
        {"-9223372036854775808", -INT64_MAX}, /* not GAME_NO_CLOCK */
        {"-99999999999999999999999999999", -INT64_MAX},
    };
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char time[256];
        snprintf(time, sizeof time, "<time timed='1' initWhite='%s' currentBlack='%s'/>",
                 NUMBERS[i].text, NUMBERS[i].text);
        StoredGame stored = parse_parts("losers", time, NULL, NULL, NULL);
        assert_int_equal(stored.initial_ms[WHITE], NUMBERS[i].value);
        assert_int_equal(stored.current_ms[BLACK], NUMBERS[i].value);
        stored_game_free(&stored);
    }
}

static void test_clocks(void **state) {
    const int64_t NONE = GAME_NO_CLOCK;
    const struct {
        const char *time;
        bool timed;
        int64_t initial[COLOURS], current[COLOURS];
    } CLOCKS[] = {
        {"<time/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='false' initWhite='5' currentBlack='6'/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time initWhite='5' currentWhite='-6'/>", false, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='true'/>", true, {NONE, NONE}, {NONE, NONE}},
        {"<time timed='&#10;1 ' initWhite='5' initBlack='6'/>", true, {5, 6}, {5, 6}},
        {"<time timed='true' initWhite='5' currentWhite='4' currentBlack='3'/>",
         true,
         {5, NONE},
         {4, 3}},
        {"<time timed='true' initWhite='0' initBlack='7'/>", true, {0, 7}, {NONE, 7}},
    };
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        StoredGame stored = parse_parts("losers", CLOCKS[i].time, NULL, NULL, NULL);
        assert_int_equal(stored.timed, CLOCKS[i].timed);
        for (Colour c = WHITE; c <= BLACK; c++) {
            assert_int_equal(stored.initial_ms[c], CLOCKS[i].initial[c]);
            assert_int_equal(stored.current_ms[c], CLOCKS[i].current[c]);
        }
        assert_false(outcome_is_over(game_outcome(&stored.game)));
        assert_round_trip(&stored);
        stored_game_free(&stored);
    }
    StoredGame stored = load(DATA "valid/timed.xml");
    assert_int_equal(stored.game.turns[0].clock_ms, 299000);
    assert_int_equal(stored.game.turns[1].clock_ms, 0);
    stored_game_free(&stored);
    stored = load(DATA "valid/two-moves.xml");
    assert_int_equal(stored.game.turns[0].clock_ms, GAME_NO_CLOCK);
    stored_game_free(&stored);
}

static void test_ends(void **state) {
    static const char EXPIRED[] = "<gameOver description='timeExpired'/>";
    static const struct {
        const char *time, *moves, *end;
        Reason reason;
        Colour winner;
    } ENDS[] = {
        {NULL, NULL, NULL, PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='checkmate' winner='white'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='piecesLost' winner='white'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='stalemate'/>", PLAYING, WHITE},
        {NULL, NULL, "<gameOver description='timeExpired' winner='white'/>", TIME_EXPIRED, WHITE},
        {NULL, NULL, "<gameOver description='timeExpired' winner='black'/>", TIME_EXPIRED, BLACK},
        {NULL, NULL, EXPIRED, TIME_EXPIRED, BLACK}, /* White is to move */
        {NULL, "<move side='white' value='a2-a2'/>", EXPIRED, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='0'/>", NULL, EXPIRED, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='-1' currentWhite='0'/>", NULL, EXPIRED, TIME_EXPIRED,
         BLACK},
        {"<time timed='1' currentBlack='0' currentWhite='0'/>",
         "<move side='white' value='a2-a2'/>", NULL, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='1' currentWhite='0'/>",
         "<move side='white' value='a2-a2'/>", NULL, TIME_EXPIRED, BLACK},
        {"<time currentBlack='0'/>", NULL, EXPIRED, TIME_EXPIRED, BLACK},
        {"<time timed='1' currentWhite='0'/>", NULL,
         "<gameOver description='timeExpired' winner='white'/>", TIME_EXPIRED, WHITE},
        {"<time timed='1' currentWhite='0'/>", NULL, NULL, TIME_EXPIRED, BLACK},
        {"<time timed='1' currentBlack='-3'/>", NULL, NULL, TIME_EXPIRED, WHITE},
        {"<time timed='1' currentBlack='0'/>", NULL, "<gameOver description='checkmate'/>", PLAYING,
         WHITE},
        {"<time currentWhite='0'/>", NULL, NULL, PLAYING, WHITE},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        StoredGame stored = parse_parts("losers", ENDS[i].time, ENDS[i].moves, NULL, ENDS[i].end);
        Outcome outcome = game_outcome(&stored.game);
        assert_int_equal(outcome.reason, ENDS[i].reason);
        if (outcome.reason != PLAYING)
            assert_int_equal(outcome.winner, ENDS[i].winner);
        assert_round_trip(&stored);
        stored_game_free(&stored);
    }
}

static void test_history_or_pieces(void **state) {
    /* A king that has moved and returned has lost its castling rights; on a set-up board it keeps
     * them. */
    static const char PIECES[] = "<square id='e1' side='white' piece='king'/>"
                                 "<square id='h1' side='white' piece='rook'/>"
                                 "<square id='e8' side='black' piece='king'/>"
                                 "<square id='a7' side='black' piece='pawn'/>";
    static const char MOVES[] = "<move side='white' value='e1-e2'/><move side='black' "
                                "value='e8-e7'/><move side='white' value='e2-e1'/><move "
                                "side='black' value='e7-e8'/>";
    static const char START_FEN[] =
        "<extension><m:start fen='4k3/p7/8/8/8/8/8/4K2R w K - 0 1'/></extension>";
    StoredGame stored = parse_parts("losers", NULL, MOVES, PIECES, START_FEN);
    assert_int_equal(stored.game.count, 4);
    assert_fen(&stored.game.now, "4k3/p7/8/8/8/8/8/4K2R w - - 4 3");
    assert_null(stored.extensions);
    stored_game_free(&stored);
    stored = parse_parts("losers", NULL, MOVES, PIECES, NULL);
    assert_int_equal(stored.game.count, 0);
    assert_fen(&stored.game.now, "4k3/p7/8/8/8/8/8/4K2R w K - 0 1");
    stored_game_free(&stored);
    /* A history with a wrong side to move is not replayed. */
    char *text = read_text(DATA "valid/two-moves.xml", NULL);
    *strstr(text, "white\" value") = 'W';
    memcpy(strstr(text, "White\" value"), "black", 5);
    stored = parse(text);
    assert_int_equal(stored.game.count, 0);
    stored_game_free(&stored);
    free(text);
}

static void test_forced_passes(void **state) {
    StoredGame stored = load(DATA "valid/2007-forced-pass.xml");
    char *text = read_text(DATA "valid/2007-forced-pass.xml", NULL);
    int passes = 0;
    for (int i = 0; i < stored.game.count; i++)
        passes += game_turn_is_forced_pass(&stored.game, i);
    assert_true(passes > 0);
    assert_int_equal(count_parts(text, "<move "), stored.game.count - passes);
    assert_lacks(text, "value=\"\"");
    stored_game_free(&stored);
    free(text);
    /* A forced pass at the very end is neither written nor played. */
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_find("6170-spring-2007"),
                                  "2q4k/8/8/8/p7/P7/8/K7 b - - 0 1", NULL));
    stored_game_init(&stored, pos.rules);
    game_init_from(&stored.game, &pos);
    play(&stored, "c8-c2");
    assert_true(game_pass_if_forced(&stored.game));
    text = print(&stored);
    assert_int_equal(count_parts(text, "<move "), 1);
    StoredGame again = parse(text);
    assert_int_equal(again.game.count, 1);
    assert_true(game_pass_if_forced(&again.game));
    assert_int_equal(again.game.now.key, stored.game.now.key);
    free(text);
    /* A forced pass in the middle is inserted again. */
    play(&stored, "c2-c8");
    stored_game_free(&again);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

static void test_other_promotions(void **state) {
    char *text = read_text(DATA "valid/losers-promotion.xml", NULL);
    assert_has(text, "misere:promotion=\"knight\"");
    assert_lacks(text, "promotion=\"queen\"");
    free(text);
    static const char *const LETTERS[] = {"q", "n", "b", "r", "k"};
    for (int i = 0; i < 5; i++) {
        Position pos;
        char move[8];
        assert_true(position_from_fen(&pos, ruleset_find(i < 4 ? "losers" : "antichess"),
                                      "8/P1k5/8/8/8/8/7p/1K6 w - - 0 1", NULL));
        StoredGame stored;
        stored_game_init(&stored, pos.rules);
        game_init_from(&stored.game, &pos);
        snprintf(move, sizeof move, "a7-a8%s", LETTERS[i]);
        play(&stored, move);
        text = print(&stored);
        assert_has(text, "value=\"a7-a8\"");
        assert_round_trip(&stored);
        free(text);
        stored_game_free(&stored);
    }
    /* In losers no pawn becomes a king. */
    StoredGame losers = parse_parts(
        "losers", NULL, "<move side='white' value='a7-a8' m:promotion='king'/>",
        "<square id='b1' side='white' piece='king'/><square id='a8' side='white' piece='queen'/>"
        "<square id='h7' side='black' piece='king'/><square id='h2' side='black' piece='pawn'/>",
        "<extension><m:start fen='8/P6k/8/8/8/8/7p/1K6 w - - 0 1'/></extension>");
    assert_int_equal(losers.game.count, 1);
    stored_game_free(&losers);
    /* Where pawns promote only to queens, the attribute `promotion` is ignored. */
    StoredGame stored = parse_parts(
        "6170-spring-2007", NULL, "<move side='white' value='a7-a8' m:promotion='knight'/>",
        "<square id='b1' side='white' piece='king'/><square id='a8' side='white' piece='queen'/>"
        "<square id='h7' side='black' piece='king'/><square id='h2' side='black' piece='pawn'/>",
        "<extension><m:start fen='8/P6k/8/8/8/8/7p/1K6 w - - 0 1'/></extension>");
    assert_int_equal(stored.game.count, 1);
    stored_game_free(&stored);
}

static void test_tournament_draws(void **state) {
    static const char *const NAMES[] = {"threefold", "fifty"};
    for (int i = 0; i < 2; i++) {
        char path[128], words[128];
        snprintf(path, sizeof path, DATA "valid/%s.xml", NAMES[i]);
        snprintf(words, sizeof words, "<gameOver description=\"stalemate\" misere:reason=\"%s\"/>",
                 NAMES[i]);
        StoredGame stored = load(path);
        assert_true(stored.game.tournament_draws);
        char *text = print(&stored);
        assert_has(text, words);
        free(text);
        /* Without tournament draws the game goes on, and is not written as over. */
        stored.game.tournament_draws = false;
        stored_game_reopen(&stored);
        text = print(&stored);
        assert_lacks(text, "gameOver");
        free(text);
        stored_game_free(&stored);
    }
    Position bishops;
    assert_true(position_from_fen(&bishops, ruleset_find("antichess"),
                                  "8/8/3b4/8/8/3B4/8/8 w - - 0 1", NULL));
    StoredGame stored;
    stored_game_init(&stored, bishops.rules);
    game_init_from(&stored.game, &bishops);
    stored.game.tournament_draws = true;
    assert_round_trip(&stored);
    stored_game_free(&stored);
    stored = load(DATA "valid/new-game.xml");
    assert_false(stored.game.tournament_draws);
    stored_game_free(&stored);
}

static void test_own_state(void **state) {
    Position pos;
    StoredGame stored;
    assert_true(position_from_fen(&pos, ruleset_find("6170-fall-2007"),
                                  "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 31", NULL));
    stored_game_init(&stored, pos.rules);
    game_init_from(&stored.game, &pos);
    stored_game_set_name(&stored, WHITE, "Zo\xc3\xab \"<&>\" \t'x'");
    char *text = print(&stored);
    assert_has(text, "<misere:start fen=\"r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 31\"/>");
    assert_has(text, "<misere:players white=\"Zo\xc3\xab &quot;&lt;&amp;&gt;&quot; &#9;'x'\"/>");
    free(text);
    assert_round_trip(&stored);
    play(&stored, "d4-e3");
    assert_round_trip(&stored);
    stored_game_free(&stored);
    /* A plain game is written without any of our elements. */
    stored_game_init(&stored, ruleset_find("6170-fall-2003"));
    play(&stored, "e2-e4");
    text = print(&stored);
    assert_lacks(text, "misere");
    assert_lacks(text, "extension");
    free(text);
    position_set_chips(&stored.game.start, BLACK, 2);
    game_free(&stored.game);
    pos = stored.game.start;
    game_init_from(&stored.game, &pos);
    play(&stored, "e2-e4");
    play(&stored, "Ipass");
    text = print(&stored);
    assert_has(text, "chips:0/2");
    assert_has(text, "<move side=\"black\" value=\"Ipass\"/>");
    free(text);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

static void test_names(void **state) {
    static const struct {
        const char *name, *written;
    } NAMES[] = {
        {"bad \xff\xc3", "bad ??"},
        {"\xc0\xbc \xe0\x80\xbc \xed\xa0\x80 \xf4\x90\x80\x80", "?? ??? ??? ????"},
        {"\x01\x1f\x7f", "??\x7f"},
        {"\xef\xbf\xbe\xef\xbf\xbd", "?\xef\xbf\xbd"},
        {"\xf0\x9f\x91\x91", "\xf0\x9f\x91\x91"},
        {" a\nb\r", " a&#10;b&#13;"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        StoredGame stored;
        char words[128];
        stored_game_init(&stored, ruleset_default());
        stored_game_set_name(&stored, BLACK, NAMES[i].name);
        char *text = print(&stored);
        snprintf(words, sizeof words, "<misere:players black=\"%s\"/>", NAMES[i].written);
        assert_has(text, words);
        StoredGame again = parse(text);
        stored_game_free(&again);
        stored_game_free(&stored);
        free(text);
    }
    /* A long name is not cut. */
    StoredGame stored = load(DATA "valid/own-nonsense.xml");
    assert_int_equal(strlen(stored_game_name(&stored, WHITE)), 100);
    assert_string_equal(stored_game_name(&stored, BLACK), "a&b\t<c");
    stored_game_free(&stored);
}

static void test_forfeits(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-fall-2007"));
    play(&stored, "e2-e4");
    stored.forfeit = (Forfeit){.loser = BLACK, .reason = "illegal move \"e9\""};
    char *text = print(&stored);
    assert_has(text,
               "    <misere:forfeit loser=\"black\" reason=\"illegal move &quot;e9&quot;\"/>\n");
    assert_lacks(text, "gameOver");
    assert_lacks(text, "players");
    StoredGame again = parse(text);
    assert_int_equal(again.forfeit.loser, BLACK);
    assert_string_equal(again.forfeit.reason, "illegal move \"e9\"");
    assert_null(again.extensions);
    free(text);
    stored_game_free(&again);
    assert_round_trip(&stored);
    /* The clock and the rules take precedence over a forfeit. */
    game_expire(&stored.game, WHITE);
    text = print(&stored);
    assert_lacks(text, "forfeit");
    free(text);
    stored_game_free(&stored);
}

static void test_invalid_forfeits(void **state) {
    static const char *const ENDS[] = {
        "<extension><m:forfeit/></extension>",
        "<extension><m:forfeit loser='black'/></extension>",
        "<extension><m:forfeit loser='nobody' reason='x'/></extension>",
        "<extension><m:forfeit loser='white' reason=''/></extension>",
        "<extension><forfeit loser='white' reason='x' xmlns='urn:other'/></extension>",
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        StoredGame stored = parse_parts("6170-fall-2007", NULL, NULL, NULL, ENDS[i]);
        assert_string_equal(stored.forfeit.reason, "");
        stored_game_free(&stored);
    }
    /* A long reason is cut between characters. */
    char end[512];
    snprintf(
        end, sizeof end, "<extension><m:forfeit loser='white' reason='%s'/></extension>",
        "x\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    StoredGame stored = parse_parts("6170-fall-2007", NULL, NULL, NULL, end);
    assert_int_equal(strlen(stored.forfeit.reason), FORFEIT_REASON_SIZE - 1);
    assert_round_trip(&stored);
    stored_game_free(&stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_files),
        cmocka_unit_test(test_own_files_are_unchanged),
        cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_schema_table),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_history_or_pieces),
        cmocka_unit_test(test_forced_passes),
        cmocka_unit_test(test_other_promotions),
        cmocka_unit_test(test_tournament_draws),
        cmocka_unit_test(test_own_state),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_invalid_forfeits),
    };
    read_tables();
    gamefile_init();
    int failed = test_run("gamefile_read", tests);
    gamefile_quit();
    return failed;
}
