/* PGN: writing, round trips, files of other programs, and hostile files. */
#include "unit/errors.h"
#include "unit/files/floods.h"
#include "unit/files/pgn_testing.h"

#include "files/pgn_scan.h"

#include <stdlib.h>
#include <string.h>

#define DATA "tests/data/pgn/"

/* --- helpers --- */

enum { SAN_GAMES = 200 }; /* of each ruleset */

static void assert_bad(const char *text, const char *reason) {
    StoredGame stored;
    Error error = {.text = ""};
    Games *games = open_text(text);
    GamesResult result = games_next(games, &stored, &error);
    if (result != GAMES_BAD && result != GAMES_CUT)
        fail_msg("not refused: %.300s", text);
    if (result == GAMES_CUT)
        stored_game_free(&stored);
    assert_says(&error, reason);
    assert_non_null(strstr(error.text, path));
    games_close(games);
}

/* A text that repeats a part `count` times. */
static char *repeat(const char *head, const char *part, size_t count, const char *tail) {
    size_t size = strlen(head) + count * strlen(part) + strlen(tail);
    return repeat_to(size, head, part, tail);
}

static void assert_same_game(const StoredGame *a, const StoredGame *b) {
    assert_ptr_equal(a->game.start.rules, b->game.start.rules);
    assert_int_equal(a->game.start.key, b->game.start.key);
    assert_int_equal(a->game.start.fullmove_number, b->game.start.fullmove_number);
    assert_int_equal(a->game.start.halfmove_clock, b->game.start.halfmove_clock);
    assert_int_equal(a->game.now.key, b->game.now.key);
    assert_int_equal(a->game.count, b->game.count);
    for (int i = 0; i < a->game.count; i++)
        assert_true(turn_equal(a->game.turns[i].turn, b->game.turns[i].turn));
    assert_string_equal(stored_game_result(a), stored_game_result(b));
    assert_int_equal(game_outcome(&a->game).reason, game_outcome(&b->game).reason);
    assert_string_equal(a->forfeit.reason, b->forfeit.reason);
    for (Colour c = WHITE; c <= BLACK; c++)
        assert_string_equal(stored_game_name(a, c), stored_game_name(b, c));
}

static void play(StoredGame *stored, const char *turns) {
    char *copy = strdup(turns), *rest = copy;
    Error error;
    for (char *word; (word = strsep(&rest, " "));)
        assert_done(game_play_text(&stored->game, word, GAME_NO_CLOCK, &error), &error);
    free(copy);
}

/* Plays up to `count` random turns. */
static void play_random(Game *game, int count, uint64_t *seed) {
    for (int i = 0; i < count && !outcome_is_over(game_outcome(game)); i++) {
        TurnList list;
        assert_true(turn_list_make(&game->now, &list));
        size_t chosen = random_next(seed) % (uint64_t)list.count;
        assert_true(game_play(game, list.turns[chosen], GAME_NO_CLOCK));
        turn_list_free(&list);
    }
}

/* --- writing --- */

static void test_a_whole_game(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-fall-2007"));
    assert_true(tags_set(&stored.tags, "Event", "The \"big\" one \\ finals") &&
                tags_set(&stored.tags, "Site", "two\nlines") &&
                tags_set(&stored.tags, "Date", "1994.05.06") &&
                tags_set(&stored.tags, "Round", "3"));
    stored_game_set_comment(&stored, 0, "a {brace} and\n  more");
    stored_game_set_comment(&stored, 2, " ");
    stored_game_set_comment(&stored, 3, ""); /* no comment */
    stored_game_set_name(&stored, WHITE, "Zo\xc3\xab");
    stored.timed = true;
    stored.initial_ms[WHITE] = stored.initial_ms[BLACK] = 300500;
    stored.increment_ms = 2000;
    play(&stored, "e2e4 e7e6 g1f3 d8h4");
    char *text = print(&stored);
    assert_string_equal(text, "[Event \"The \\\"big\\\" one \\\\ finals\"]\n"
                              "[Site \"two lines\"]\n"
                              "[Date \"1994.05.06\"]\n"
                              "[Round \"3\"]\n"
                              "[White \"Zo\xc3\xab\"]\n"
                              "[Black \"?\"]\n"
                              "[Result \"*\"]\n"
                              "[Variant \"6170-fall-2007\"]\n"
                              "[TimeControl \"300.5+2\"]\n"
                              "[Termination \"unterminated\"]\n"
                              "\n"
                              "1. e2e4 ; a {brace} and more\n"
                              "1... e7e6 2. g1f3 { } 2... d8h4 *\n"
                              "\n");
    free(text);
    stored_game_free(&stored);
}

/* Evaluations become comments. */
static void test_evaluations(void **state) {
    static const TurnEvaluation EVALUATIONS[] = {
        {.has_score = true, .score = 35, .depth = 12, .elapsed_us = 13499},
        {.has_score = true, .is_mate = true, .score = -3, .depth = 4},
        {.depth = 7, .nodes = 5, .elapsed_us = 2000000},
        {.has_score = true, .score = -120, .depth = 1},
    };
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-fall-2007"));
    play(&stored, "e2e4 e7e6 g1f3 d8h4");
    for (int i = 0; i < 4; i++)
        assert_true(stored_game_set_evaluation(&stored, i, &EVALUATIONS[i]));
    assert_true(stored_game_set_comment(&stored, 3, "why?"));
    char *text = print(&stored);
    assert_has(text,
               "\n\n1. e2e4 { [%eval 0.35,12] [%emt 0:00:00.013] } 1... e7e6 { [%eval #3,4] } 2.\n"
               "g1f3 { [%emt 0:00:02] } 2... d8h4 { [%eval 1.20,1] } { why? } *\n");
    free(text);
    stored_game_free(&stored);
}

static void test_start_and_numbers(void **state) {
    StoredGame stored;
    Position start;
    assert_true(position_from_fen(&start, ruleset_find("6170-fall-2003"),
                                  "4k3/p7/8/8/8/8/7P/4K3 b - - 4 31 chips:1/2", NULL));
    stored_game_init(&stored, start.rules);
    game_init_from(&stored.game, &start);
    play(&stored, "a7a5 Ipass 0000 h2h4");
    char *text = print(&stored);
    assert_has(text, "[SetUp \"1\"]\n"
                     "[FEN \"4k3/p7/8/8/8/8/7P/4K3 b - - 4 31 chips:1/2\"]\n"
                     "[TimeControl \"-\"]\n");
    assert_has(text, "\n\n31... a7a5 32. 0000 0000 33. h2h4 *\n\n");
    StoredGame again = read_one(text);
    assert_same_game(&stored, &again);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(text);
}

static void test_mind_control(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_find("6170-fall-2003-mindcontrol"));
    play(&stored, "e2e4,e7e5 g1f3,b8c6 f3e5,c6e5");
    char *text = print(&stored);
    assert_has(text, "\n\n1. e2e4,e7e5 g1f3,b8c6 2. f3e5,c6e5 *\n\n");
    free(text);
    Position ended = stored.game.start;
    ended.side = BLACK;
    game_free(&stored.game);
    game_init_from(&stored.game, &ended);
    Error error;
    assert_false(pgn_write(stdout, &stored, STYLE_SAN, &error));
    assert_has(error.text, "middle of a turn");
    stored_game_free(&stored);
}

static void test_forfeits(void **state) {
    static const struct {
        const char *reason, *termination;
    } FORFEITS[] = {{"illegal move", "rules infraction"},
                    {"crash (signal 11)", "abandoned"},
                    {"resignation", "normal"},
                    {"adjudication", "\"adjudication\""}};
    for (size_t i = 0; i < sizeof FORFEITS / sizeof *FORFEITS; i++) {
        StoredGame stored;
        stored_game_init(&stored, ruleset_default());
        play(&stored, "e2e4");
        stored.forfeit.loser = BLACK;
        strcpy(stored.forfeit.reason, FORFEITS[i].reason);
        char *text = print(&stored);
        assert_has(text, "[Result \"1-0\"]");
        assert_has(text, FORFEITS[i].termination);
        StoredGame again = read_one(text);
        assert_same_game(&stored, &again);
        assert_int_equal(again.forfeit.loser, BLACK);
        assert_false(has_skipped(&again));
        stored_game_free(&again);
        free(text);
        /* The rules and the clock take precedence over a forfeit. */
        game_expire(&stored.game, WHITE);
        text = print(&stored);
        assert_has(text, "[Result \"0-1\"]");
        assert_has(text, "time forfeit");
        assert_null(strstr(text, FORFEITS[i].reason));
        again = read_one(text);
        assert_true(again.game.time_expired);
        assert_int_equal(again.game.expired, WHITE);
        stored_game_free(&again);
        free(text);
        stored_game_free(&stored);
    }
    StoredGame stored = read_one("[Result \"0-1\"]\n[Termination \"abandoned\"]\n\n1. e4 0-1");
    assert_string_equal(stored.forfeit.reason, "abandoned");
    assert_int_equal(stored.forfeit.loser, WHITE);
    stored_game_free(&stored);
}

static void test_adjudicated_draws(void **state) {
    static const TerminationKind KINDS[] = {TERMINATION_MAX_TURNS, TERMINATION_ADJUDICATED_DRAW};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        StoredGame stored;
        stored_game_init(&stored, ruleset_default());
        play(&stored, "e2e4");
        stored_game_terminate(&stored, KINDS[i], WHITE, "");
        for (int round = 0; round < 2; round++) {
            char *text = print(&stored);
            assert_has(text, "[Result \"1/2-1/2\"]");
            assert_has(text, "[Termination \"adjudication\"]");
            stored_game_free(&stored);
            stored = read_one(text);
            free(text);
        }
        stored_game_free(&stored);
    }
}

static void test_fails_to_write(void **state) {
    StoredGame stored;
    Error error;
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    stored_game_init(&stored, ruleset_default());
    assert_false(pgn_write(full, &stored, STYLE_SAN, &error));
    fclose(full);
    stored_game_free(&stored);
}

static void assert_lines_fit(const char *text) {
    bool in_moves = false;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        in_moves = in_moves || *line == '\n';
        if (in_moves && strcspn(line, "\n") > 80)
            fail_msg("a long line: %.100s", line);
    }
}

/* --- there and back --- */

/* A random game, from XML through PGN to XML. */
static void check_round_trip(const Ruleset *rules, uint64_t *seed) {
    StoredGame made;
    stored_game_init(&made, rules);
    if (random_next(seed) % 2) {
        play_random(&made.game, (int)(random_next(seed) % 20), seed);
        Position start = made.game.now;
        if (position_begins_turn(&start) && !outcome_is_over(outcome_of(&start))) {
            game_free(&made.game);
            game_init_from(&made.game, &start);
        }
    }
    play_random(&made.game, (int)(random_next(seed) % 300), seed);
    stored_game_set_name(&made, WHITE, "W\\\"\xc3\xa9\"]");
    char name[32];
    snprintf(name, sizeof name, "player %d", (int)(random_next(seed) % 100));
    assert_true(stored_game_set_name(&made, BLACK, name));
    bool over = outcome_is_over(game_outcome(&made.game));
    uint64_t end = over ? 0 : random_next(seed) % 4;
    if (end == 1)
        game_expire(&made.game, random_next(seed) % 2 ? WHITE : BLACK);
    if (end == 2) {
        made.forfeit.loser = random_next(seed) % 2 ? WHITE : BLACK;
        strcpy(made.forfeit.reason, "illegal move");
    }
    StoredGame first = through_xml(&made);
    char *text = print_in(&first, STYLE_SAN);
    assert_lines_fit(text);
    StoredGame second = read_one(text);
    assert_same_game(&first, &second);
    StoredGame third = through_xml(&second);
    assert_same_game(&first, &third);
    char *again = print_in(&second, STYLE_SAN);
    assert_string_equal(text, again);
    free(again);
    free(text);
    stored_game_free(&third);
    stored_game_free(&second);
    stored_game_free(&first);
    stored_game_free(&made);
}

/* Random games written in SAN are the same games when they are read again. */
static void test_games_in_san(void **state) {
    int count = fewer_if_sanitized(SAN_GAMES);
    uint64_t seed = 2007;
    for (int i = 0; i < ruleset_count() * count; i++) {
        StoredGame made;
        stored_game_init(&made, ruleset_at(i / count));
        play_random(&made.game, 150, &seed);
        char *text = print_in(&made, STYLE_SAN);
        StoredGame again = read_one(text);
        assert_same_game(&made, &again);
        free(text);
        stored_game_free(&again);
        stored_game_free(&made);
    }
}

static void test_round_trips(void **state) {
    uint64_t seed = 6170;
    for (int i = 0; i < ruleset_count(); i++)
        for (int games = 0; games < 15; games++)
            check_round_trip(ruleset_at(i), &seed);
}

static void test_tournament_draws(void **state) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    stored.game.tournament_draws = true;
    play(&stored, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_string_equal(stored_game_result(&stored), "1/2-1/2");
    char *text = print(&stored);
    StoredGame again = read_one(text);
    assert_true(again.game.tournament_draws);
    assert_same_game(&stored, &again);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(text);
    /* A draw by agreement does not follow from the rules. */
    stored = read_one("1. e4 e6 1/2-1/2");
    assert_false(stored.game.tournament_draws);
    assert_false(stored_game_is_decided(&stored));
    assert_string_equal(stored.result, "1/2-1/2");
    stored_game_free(&stored);
}

static void test_variant_names(void **state) {
    static const struct {
        const char *tag, *ruleset, *written;
    } NAMES[] = {
        {"antichess", "antichess", "Antichess"},
        {"Antichess", "antichess", "Antichess"},
        {"Anti chess", "antichess", "Antichess"},
        {"Give away", "giveaway", "giveaway"},
        {"wild/26", "giveaway", "giveaway"},
        {"Suicide chess", "suicide", "suicide"},
        {"SUICIDE", "suicide", "suicide"},
        {"wild 17", "losers", "losers"},
        {"6170-Fall-2007", "6170-fall-2007", "6170-fall-2007"},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char tag[80];
        snprintf(tag, sizeof tag, "[Variant \"%s\"]\n\n1. e3 b5 2. Bxb5 *\n", NAMES[i].tag);
        StoredGame stored = read_one(tag);
        assert_string_equal(stored.game.start.rules->name, NAMES[i].ruleset);
        char *text = print(&stored);
        snprintf(tag, sizeof tag, "[Variant \"%s\"]\n", NAMES[i].written);
        assert_has(text, tag);
        stored_game_free(&stored);
        free(text);
    }
}

static void test_comments_with_special_characters(void **state) {
    StoredGame stored;
    char long_comment[8000] = "", *out = long_comment;
    for (int i = 0; i < 80; i++)
        out += sprintf(out, "%.*s %%percent ;semicolon [Event \"x\"] ", i % 9, "abcdefghi");
    stored_game_init(&stored, ruleset_default());
    stored_game_set_comment(&stored, 0, long_comment);
    play(&stored, "e2e4 e7e6");
    char *text = print(&stored);
    assert_lines_fit(text);
    assert_null(strstr(text, "\n%"));
    StoredGame again = read_one(text);
    assert_same_game(&stored, &again);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(text);
}

static void test_comments_are_kept(void **state) {
    StoredGame stored = read_one("1. e4 {good\n move} {and\xfc more} e5 (e6 {no}) 2. Nf3 {+0.35/12 "
                                 "0.013s} {why?} Nc6 {#-3/4} *");
    assert_comment(&stored, 0, "good move | and\xc3\xbc more");
    assert_comment(&stored, 1, "none");
    assert_comment(&stored, 2, "why?");
    assert_comment(&stored, 3, "none");
    TurnEvaluation evaluation = stored_game_evaluation(&stored, 2);
    assert_true(evaluation.has_score && !evaluation.is_mate);
    assert_int_equal(evaluation.score, 35);
    assert_int_equal(evaluation.depth, 12);
    assert_int_equal(evaluation.elapsed_us, 13000);
    evaluation = stored_game_evaluation(&stored, 3);
    assert_true(evaluation.has_score && evaluation.is_mate);
    assert_int_equal(evaluation.score, -3);
    assert_false(has_skipped(&stored));
    char *text = print(&stored);
    assert_has(text,
               "\n\n1. e2e4 { good move } { and\xc3\xbc more } 1... e7e5 ( 1... e7e6 { no } ) "
               "2. g1f3 {\n [%eval 0.35,12] [%emt 0:00:00.013] } { why? } "
               "2... b8c6 { [%eval #3,4] } *\n");
    StoredGame again = read_one(text);
    assert_false(has_skipped(&again));
    char *same = print(&again);
    assert_string_equal(same, text);
    free(same);
    free(text);
    stored_game_free(&again);
    stored_game_free(&stored);
}

static void test_comments_elsewhere(void **state) {
    StoredGame stored = read_one("{before the first turn} 1. e4 *");
    assert_comments(&stored_game_notes(&stored, 0)->before, "before the first turn");
    assert_comment(&stored, 0, "none");
    assert_false(has_skipped(&stored));
    stored_game_free(&stored);
    /* The reason of a forfeit, in our words, does not become the comment of a turn. */
    stored = read_one("[Termination \"abandoned\"]\n\n1. e4 {fine} e5 {so so} {crash} 1-0");
    assert_string_equal(stored.forfeit.reason, "crash");
    assert_comment(&stored, 0, "fine");
    assert_comment(&stored, 1, "so so");
    assert_false(has_skipped(&stored));
    stored_game_free(&stored);
}

/* Comments have no limit of length or number. */
static void test_long_comments(void **state) {
    static const struct {
        const char *part;
        int comments;
        size_t length; /* of the first one */
    } CASES[] = {{"h\xc3\xbc", 1, 9000}, {"h\xc3\xbc} {", 3000, 3}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char *text = repeat("1. e4 {", CASES[i].part, 3000, "} e5 {short} *");
        StoredGame stored = read_one(text);
        const CommentList *list = &stored_game_notes(&stored, 0)->after;
        assert_int_equal(list->count, CASES[i].comments);
        assert_int_equal(strlen(list->texts[0]), CASES[i].length);
        assert_comment(&stored, 1, "short");
        assert_false(has_skipped(&stored));
        stored_game_free(&stored);
        free(text);
    }
    /* The reason of a forfeit has a limit, and a longer comment stays one. */
    char *text = repeat("[Termination \"abandoned\"]\n\n1. e4 {", "hang ", 20, "} 1-0");
    StoredGame stored = read_one(text);
    assert_string_equal(stored.forfeit.reason, "abandoned");
    assert_int_equal(strlen(only_comment(&stored, 0)), 99);
    stored_game_free(&stored);
    free(text);
}

/* --- algebraic notation --- */

/* Writes a half-move in algebraic notation, independently of the reader. `exact` says how the
 * origin is written: 0 only if needed, 1 with the file, 2 with the rank, 3 with both. */
static void write_san(const Position *pos, const MoveList *list, Move move, int exact,
                      char text[32]) {
    static const char LETTERS[] = "PNBRQKA";
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(pos->board[from]);
    bool others = false, same_file = false, same_row = false;
    for (int i = 0; i < list->count; i++) {
        Square rival = move_from(list->moves[i]);
        if (list->moves[i] == MOVE_PASS || move_to(list->moves[i]) != to || rival == from ||
            piece_type(pos->board[rival]) != type)
            continue;
        others = true;
        same_file = same_file || square_file(rival) == square_file(from);
        same_row = same_row || square_rank(rival) == square_rank(from);
    }
    if (type == KING && abs(square_file(from) - square_file(to)) == 2) {
        strcpy(text, square_file(to) == 6 ? "O-O" : "O-O-O");
        return;
    }
    bool capture = position_is_capture(pos, move);
    bool file =
        exact & 1 || (others && !same_file) || (others && same_row) || (type == PAWN && capture);
    bool row = exact & 2 || (others && same_file);
    if (type != PAWN)
        *text++ = LETTERS[type];
    if (file)
        *text++ = (char)('a' + square_file(from));
    if (row)
        *text++ = (char)('1' + square_rank(from));
    if (capture)
        *text++ = 'x';
    text += sprintf(text, "%c%c", 'a' + square_file(to), '1' + square_rank(to));
    if (move_promotion(move))
        text += sprintf(text, exact ? "=%c" : "%c", LETTERS[move_promotion(move)]);
    strcpy(text, exact == 3 ? "+!?" : exact == 2 ? "#" : "");
}

static void check_sans(const Position *pos) {
    MoveList list;
    Error error;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++)
        for (int exact = 0; exact < 4 && list.moves[i] != MOVE_PASS; exact++) {
            char san[32];
            Game game;
            game_init_from(&game, pos);
            write_san(pos, &list, list.moves[i], exact, san);
            assert_done(game_play_any_text(&game, san, GAME_NO_CLOCK, &error), &error);
            if (game.turns[game.count - 1].turn.moves[0] != list.moves[i])
                fail_msg("%s is another move", san);
            game_free(&game);
        }
}

static void test_every_move_in_algebraic_notation(void **state) {
    uint64_t seed = 64;
    for (int i = 0; i < ruleset_count(); i++)
        for (int games = 0; games < 4 && ruleset_at(i)->halfmoves_per_turn == 1; games++) {
            Game game;
            game_init(&game, ruleset_at(i));
            while (game.count < 120 && !outcome_is_over(game_outcome(&game))) {
                check_sans(&game.now);
                play_random(&game, 1, &seed);
            }
            game_free(&game);
        }
}

static const struct {
    const char *rules, *fen, *text, *turn; /* `turn` is the expected turn, or the error */
} TURNS[] = {
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a8", "a7a8q"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a8=N", "a7a8n"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a8b+", "a7a8b"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a7-a8=R!!", "a7a8r"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a7a8", "a7a8q"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a8=K", "is not legal"},
    {"losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "Ke2=Q", "is not legal"},
    {"6170-fall-2007", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1", "a8=N", "is not legal"},
    {"6170-fall-2007", "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", "O-O", "e1g1"},
    {"6170-fall-2007", "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", "0-0-0+", "e1c1"},
    {"6170-fall-2007", "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", "Kg1", "e1g1"},
    {"6170-fall-2007", "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", "e1-g1", "e1g1"},
    {"6170-fall-2007", "4k3/p7/8/8/8/8/P7/R3K2R w - - 0 1", "O-O", "is not legal"},
    {"6170-fall-2007", "4k3/p3p3/8/8/8/8/PK6/4R3 w - - 0 1", "O-O", "is not legal"},
    {"6170-fall-2007", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"},
    {"6170-fall-2007", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
    {"6170-fall-2007", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
    {"6170-fall-2007", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "Ke2", "White must capture"},
    {"6170-fall-2007", "4k3/8/8/8/8/p7/8/R3K2R w - - 0 1", "Rd1", "White must capture"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Rd1", "could be 2 moves"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Rad1", "a1d1"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Rh1-d1", "h1d1"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Bh1-d1", "is not legal"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Pe4", "e3e4"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Xe4", "is not a move"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "",
     "White can move, so it may not pass"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "--",
     "White can move, so it may not pass"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "e4e4", "there is no piece on e4"},
    {"6170-fall-2007", "4k3/1p6/8/8/8/4P3/4K3/R6R w - - 0 1", "Rh1-d1-d1", "is not a move"},
    {"6170-fall-2007", "7k/8/8/8/8/8/8/7K w - - 0 1", "Kg1", NULL},
    {"6170-spring-2006-antiking", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "Ac6", "d6c6"},
    {"6170-spring-2006-antiking", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "Ac5", "is not legal"},
    {"6170-fall-2003-mindcontrol", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "h2-h4,a7-a5", "h2h4,a7a5"},
    {"6170-fall-2003-mindcontrol", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "h2h4",
     "a turn is two moves"},
};

static void test_turns(void **state) {
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        Position pos;
        Game game;
        Error error = {.text = ""};
        if (!position_from_fen(&pos, ruleset_find(TURNS[i].rules), TURNS[i].fen, &error)) {
            if (TURNS[i].turn)
                fail_msg("%s: %s", TURNS[i].fen, error.text);
            continue;
        }
        game_init_from(&game, &pos);
        char *turns = NULL;
        if (game_play_any_text(&game, TURNS[i].text, GAME_NO_CLOCK, &error))
            turns = game_turns_text(&game, STYLE_UCI);
        if (!strstr(turns ? turns : error.text, TURNS[i].turn))
            fail_msg("%s: %s, not %s", TURNS[i].text, turns ? turns : error.text, TURNS[i].turn);
        free(turns);
        game_free(&game);
    }
}

/* A forced pass may be left out before a move in any notation. */
static void test_forced_passes(void **state) {
    /* Black is stalemated and must pass. */
    static const char START[] = "[Variant \"6170-spring-2007\"]\n"
                                "[FEN \"7k/5Q2/8/8/8/p7/P7/K7 b - - 0 1\"]\n\n";
    static const char *const MOVES[] = {"0000 Qg6", "Qg6", "f7g6", "-- f7-g6", "1... pass 2. Qg6+"};
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s *", START, MOVES[i]);
        StoredGame stored = read_one(text);
        assert_turns(&stored, "0000 f7g6");
        stored_game_free(&stored);
    }
}

/* --- files of other programs --- */

static void test_messy_file(void **state) {
    StoredGame nobody;
    Games *games = games_open(DATA "messy.pgn", NULL, NULL);
    assert_non_null(games);
    StoredGame stored = next(games);
    assert_string_equal(stored_game_tag(&stored, "Event"), "ICC \"wild\" 17");
    assert_string_equal(stored_game_tag(&stored, "Site"), "the \"old\" club \\ cellar");
    assert_string_equal(stored_game_tag(&stored, "Date"), "1997.12.??");
    assert_string_equal(stored_game_tag(&stored, "Round"), "2.1");
    assert_string_equal(stored.result, "1-0");
    assert_int_equal(stored.line, 4);
    assert_true(has_skipped(&stored));
    assert_string_equal(stored_game_name(&stored, WHITE), "Anna [the first]");
    assert_string_equal(stored_game_name(&stored, BLACK), "");
    assert_string_equal(stored.game.start.rules->name, "losers");
    assert_true(stored.game.time_expired);
    assert_int_equal(stored.game.expired, BLACK);
    assert_turns(&stored, "e2e3 b7b5 f1b5 g8f6 b5d7 c8d7 g1f3 f6e4 d2d3 e4f2 e1f2 e7e6 d1e2");
    stored_game_free(&stored);
    stored = next(games);
    assert_string_equal(stored.game.start.rules->name, "6170-spring-2007-encastle");
    assert_turns(&stored, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 b1a3 b8a6 a3b5 a6b4");
    assert_string_equal(stored.result, "*");
    stored_game_free(&stored);
    stored = next(games);
    assert_turns(&stored, "e2e4 h7h6 e4e5 d7d5 e5d6 e7d6 d1g4 c8g4");
    stored_game_free(&stored);
    stored = next(games);
    assert_string_equal(stored.game.start.rules->name, "6170-spring-2007");
    assert_turns(&stored, "e2e4 e7e6 g1f3");
    stored_game_free(&stored);
    stored = next(games);
    assert_turns(&stored, "0000 0000 0000 0000 0000 e7e6");
    assert_int_equal(stored.game.start.chips[WHITE], 3);
    assert_string_equal(stored.result, "0-1");
    stored_game_free(&stored);
    assert_int_equal(games_next(games, &nobody, NULL), GAMES_END);
    assert_int_equal(games_next(games, &nobody, NULL), GAMES_END);
    games_close(games);
}

static void test_encodings(void **state) {
    Games *games = games_open(DATA "latin1.pgn", NULL, NULL);
    assert_non_null(games);
    StoredGame stored = next(games);
    assert_string_equal(stored_game_tag(&stored, "Event"), "Caf\xc3\xa9");
    assert_string_equal(stored_game_name(&stored, WHITE), "J\xc3\xbcrgen");
    assert_string_equal(stored_game_name(&stored, BLACK), "Fran\xc3\xa7ois");
    stored_game_free(&stored);
    games_close(games);
    stored = read_one("\xef\xbb\xbf[Event \"Caf\xc3\xa9\"]\r\r1. e4 *\r");
    assert_string_equal(stored_game_tag(&stored, "Event"), "Caf\xc3\xa9");
    assert_int_equal(stored.game.count, 1);
    stored_game_free(&stored);
    /* Concatenated files may have a byte order mark in the middle. */
    games = open_text("[Event \"a\"]\n\n1. e4 *\n\xef\xbb\xbf[Event \"b\"]\n\n1. d4 *\n");
    stored = next(games);
    stored_game_free(&stored);
    stored = next(games);
    assert_string_equal(stored_game_tag(&stored, "Event"), "b");
    stored_game_free(&stored);
    games_close(games);
}

static void test_odd_tags(void **state) {
    StoredGame stored = read_one("[White \"A\"   ]\n[ Black  \"B \" ] [Event \"E\"]\n\n1. e4 *\n");
    assert_string_equal(stored_game_name(&stored, WHITE), "A");
    assert_string_equal(stored_game_name(&stored, BLACK), "B ");
    assert_string_equal(stored_game_tag(&stored, "Event"), "E");
    assert_turns(&stored, "e2e4");
    stored_game_free(&stored);
    /* Tags without movetext still set up the board. */
    stored = read_one("[Variant \"losers\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K3 b - - 0 1\"]\n");
    assert_string_equal(stored.game.start.rules->name, "losers");
    assert_int_equal(stored.game.now.side, BLACK);
    stored_game_free(&stored);
    /* A time control of more than twelve digits tells nothing. */
    stored = read_one("[TimeControl \"100000000000\"]\n\n1. e4 {[%clk 0:00:05]} *\n");
    assert_int_equal(stored.initial_ms[WHITE], 100000000000000);
    stored_game_free(&stored);
    stored = read_one("[TimeControl \"1000000000000\"]\n\n1. e4 {[%clk 0:00:05]} *\n");
    assert_true(stored.initial_ms[WHITE] == GAME_NO_CLOCK);
    stored_game_free(&stored);
}

static void test_long_tags(void **state) {
    char *text = repeat("[Event \"", "\xc3\xa9", 5000, "\"]\n[White \"\xe9\xe9\"]\n\n1. e4 *\n");
    StoredGame stored = read_one(text);
    assert_int_equal(strlen(stored_game_tag(&stored, "Event")), 10000);
    assert_string_equal(stored_game_name(&stored, WHITE), "\xc3\xa9\xc3\xa9");
    char *written = print(&stored);
    StoredGame again = read_one(written);
    assert_string_equal(stored_game_tag(&again, "Event"), stored_game_tag(&stored, "Event"));
    stored_game_free(&again);
    free(written);
    stored_game_free(&stored);
    free(text);
}

/* An error names the line; the part before it is kept, and the next game is still read. */
static void test_bad_games(void **state) {
    static const struct {
        const char *text, *reason;
        const char *part; /* what is kept; NULL: nothing */
    } BAD[] = {
        {"[Variant \"chess\"]\n\n1. e4 *\n", ":1: unknown ruleset 'chess'", NULL},
        {"[Event \"x\"]\n[FEN \"8/8 w - -\"]\n\n1. e4 *\n", ":2: FEN board", NULL},
        {"[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n", ":4: 'Ke3' is not legal", "e2e4 e7e5"},
        {"[Event \"x\"]\n\n1. e4 {never closed\n2. Ke2\n", ":3: the comment is not closed", "e2e4"},
        {"[Event \"x\"]\n\n1. e4 (1. d4\n d5 2. e4\n", ":3: the variation is not closed", "e2e4"},
        {"1. e4 e5 2. Nf9 *\n", ":1: 'Nf9' is not a move", "e2e4 e7e5"},
        {"1. e4 e5 2. Sf3 *\n", ":1: 'Sf3' is not a move", "e2e4 e7e5"},
        {"1. e4 e5 2. O-O-O-O *\n", ":1: 'O-O-O-O' is not a move", "e2e4 e7e5"},
        {"1. e4 e5 {fine}\n 2. Nf3 foo\n3. Nf3 *\n", ":3: 'Nf3' is not legal", "e2e4 e7e5 g1f3"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[512];
        StoredGame stored;
        Error error;
        snprintf(text, sizeof text, "%s\n[Event \"the next\"]\n\n1. d4 *\n", BAD[i].text);
        Games *games = open_text(text);
        assert_int_equal(games_next(games, &stored, &error), BAD[i].part ? GAMES_CUT : GAMES_BAD);
        assert_has(error.text, BAD[i].reason);
        if (BAD[i].part) {
            assert_turns(&stored, BAD[i].part);
            stored_game_free(&stored);
        }
        stored = next(games);
        assert_string_equal(stored_game_tag(&stored, "Event"), "the next");
        assert_turns(&stored, "d2d4");
        stored_game_free(&stored);
        assert_int_equal(games_next(games, &stored, NULL), GAMES_END);
        games_close(games);
    }
}

static void test_games_without_a_result(void **state) {
    Games *games =
        open_text("[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4\n[Event \"b\"]\n\n[Event \"c\"]"
                  "\n\n1-0\n\n1. d4 e6 *");
    StoredGame stored = next(games);
    assert_string_equal(stored.result, "0-1");
    stored_game_free(&stored);
    stored = next(games);
    assert_string_equal(stored_game_tag(&stored, "Event"), "b");
    assert_string_equal(stored_game_result(&stored), "*");
    stored_game_free(&stored);
    stored = next(games);
    assert_string_equal(stored_game_tag(&stored, "Event"), "c");
    assert_string_equal(stored.result, "1-0");
    assert_int_equal(stored.game.count, 0);
    stored_game_free(&stored);
    stored = next(games);
    assert_turns(&stored, "d2d4 e7e6");
    stored_game_free(&stored);
    games_close(games);
}

/* --- hostile bytes --- */

static void read_all(const char *bytes, size_t size) {
    Games *games = open_bytes(bytes, size, NULL);
    for (;;) {
        StoredGame stored;
        Error error = {.text = ""};
        GamesResult result = games_next(games, &stored, &error);
        if (result == GAMES_END)
            break;
        if (result != GAMES_BAD)
            stored_game_free(&stored);
        if (result != GAMES_READ)
            assert_string_not_equal(error.text, "");
    }
    games_close(games);
}

static void check_hostile(const char *text, const char *reason) {
    if (reason) {
        assert_bad(text, reason);
    } else {
        Games *games = open_text(text);
        StoredGame stored = next(games);
        stored_game_free(&stored);
        games_close(games);
    }
    read_all(text, strlen(text));
}

static void test_floods(void **state) {
    static const Flood FLOODS[] = {
        {"1. e4 ", "(", " e5 *", "the variation is not closed"},
        {"1. e4 ", "( e5 ", "", "the variation is not closed"},
        {"1. e4 ", "(e5)", " *", NULL},
        {"1. e4 ", "{", "} *", NULL},
        {"1. e4 ", "{x} ", " *", NULL},
        {"1. e4 ", "{x", "", "the comment is not closed"},
        {"1. e4 ", "x", " *", NULL},
        {"1. e4 ", "$1 ", " *", NULL},
        {"[Event \"", "x", "\"]\n\n1. e4 *", NULL},
        {"[Event \"", "\\\"", "", NULL},
        {"[Event \"x", "\" ", "", NULL},
        {"", "[Event \"x\"] ", "1. e4 *", NULL},
        {"[", "x", " \"y\"]\n\n1. e4 *", NULL},
        {"1. e4 ", "\n", " *", NULL},
        {"1. e4 ", "; a comment\n", " *", NULL},
        {"1. ", "Nf3 Nf6 Ng1 Ng8 ", " *", NULL},
        {"1. e4 ", "! ", " *", NULL},
        {"1. e4 ", ")", " *", NULL},
        {"% ", "x", "\n1. e4 *", NULL},
    };
    check_floods(FLOODS, sizeof FLOODS / sizeof *FLOODS, 300000, PGN_GAME_MAX_BYTES / 2,
                 check_hostile);
}

static void test_games_that_are_too_long(void **state) {
    static const Flood GAMES[] = {
        {"1. e4 ", "; a comment\n", " *", "the game is too long"},
        {"1. e4 ", "! ", " *", "the game is too long"},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        check_flood(&GAMES[i], PGN_GAME_MAX_BYTES + 1000, check_hostile);
}

static void test_nul_bytes(void **state) {
    char bytes[4096] = {0};
    read_all(bytes, sizeof bytes);
    memcpy(bytes, "1. e4 ", 6);
    read_all(bytes, sizeof bytes);
    static const char MARKED[] = "1. e4\0 e5 *\n";
    StoredGame stored;
    Games *games = open_bytes(MARKED, sizeof MARKED - 1, NULL);
    assert_int_equal(games_next(games, &stored, NULL), GAMES_CUT);
    stored_game_free(&stored);
    games_close(games);
    static const char IN_TAG[] = "[White \"a\0b\"]\n\n1. e4 {\0} *\n";
    games = open_bytes(IN_TAG, sizeof IN_TAG - 1, NULL);
    stored = next(games);
    assert_int_equal(strlen(stored_game_name(&stored, WHITE)), 3);
    stored_game_free(&stored);
    games_close(games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_game),
        cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_start_and_numbers),
        cmocka_unit_test(test_mind_control),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_adjudicated_draws),
        cmocka_unit_test(test_fails_to_write),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_games_in_san),
        cmocka_unit_test(test_tournament_draws),
        cmocka_unit_test(test_variant_names),
        cmocka_unit_test(test_comments_with_special_characters),
        cmocka_unit_test(test_comments_are_kept),
        cmocka_unit_test(test_comments_elsewhere),
        cmocka_unit_test(test_long_comments),
        cmocka_unit_test(test_every_move_in_algebraic_notation),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_forced_passes),
        cmocka_unit_test(test_messy_file),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_odd_tags),
        cmocka_unit_test(test_long_tags),
        cmocka_unit_test(test_bad_games),
        cmocka_unit_test(test_games_without_a_result),
        cmocka_unit_test(test_floods),
        cmocka_unit_test(test_games_that_are_too_long),
        cmocka_unit_test(test_nul_bytes),
    };
    if (!make_file())
        return 1;
    int failed = test_run("pgn", tests);
    remove_file();
    return failed;
}
