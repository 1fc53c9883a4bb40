/* The referee's command line: which words a log keeps, and what they set. */
#include "unit/testing.h"

#include "referee/config/arguments.h"

#include <stdlib.h>
#include <string.h>

#define FORTY "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"

enum { ARGUMENT_WORDS_MAX = 1024 };

typedef struct {
    Arguments *arguments;
    char line[8192];
    Error error;
    bool is_valid;
} ParsedLine;

static void parse_line(ParsedLine *parsed, const char *line) {
    char *words[ARGUMENT_WORDS_MAX];
    int count = 0;
    *parsed = (ParsedLine){.arguments = malloc(sizeof(Arguments))};
    assert_non_null(parsed->arguments);
    snprintf(parsed->line, sizeof parsed->line, "%s", line);
    char *rest = parsed->line;
    for (char *word; (word = strtok_r(NULL, " ", &rest));)
        words[count++] = word;
    parsed->is_valid = arguments_read(parsed->arguments, count, words, &parsed->error);
}

static void free_line(ParsedLine *parsed) {
    arguments_free(parsed->arguments);
    free(parsed->arguments);
}

/* The words that the log stores, joined with spaces. */
static void join_words(const Arguments *arguments, char text[512]) {
    text[0] = '\0';
    for (int i = 0; i < arguments->tournament_arg_count; i++)
        strcat(strcat(text, i > 0 ? " " : ""), arguments->tournament_args[i]);
}

static void test_words_for_the_log(void **state) {
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"--player random --player greedy", "--player random --player greedy"},
        {"--quiet --player random --out x --player greedy name=g --concurrency 2",
         "--player random --player greedy name=g"},
        {"--player=random name=r --player greedy", "--player random name=r --player greedy"},
        {"--games=4 --pl random --pl greedy --random 6 --see=7",
         "--games 4 --player random --player greedy --random-plies 6 --seed 7"},
        {"--draws --chips 3 4 --openings o order=random --player random --player greedy "
         "--ruleset 6170-fall-2003-mindcontrol --format gauntlet",
         NULL},
        {"--sprt -5 5 0.1 --player random --player random --scoring 3-1-0 --longest 10 --first 3",
         "--sprt -5 5 0.1 --player random --player random --scoring 3-1-0 --longest 10"},
        {"--player misere --player cmd=x nodes=5",
         "--player misere --player cmd=x nodes=5 --tc 10+0.1"},
        {"--player misere nodes=9 --player greedy", "--player misere nodes=9 --player greedy"},
        {"--depth 3 --player misere --player cmd=x nodes=5", NULL},
        {"--resign score=600 movecount=3 --draw movenumber=40 movecount=8 score=10 --player random "
         "--player random",
         NULL},
        {"--resume folder --quiet", ""},
        {"--merge a b c --out x", ""},
        {"--openi=--x order=random --player random --player greedy",
         "--openings=--x order=random --player random --player greedy"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        char words[512];
        parse_line(&parsed, cases[i].line);
        join_words(parsed.arguments, words);
        if (cases[i].words && !parsed.is_valid)
            fail_msg("%s: %s", cases[i].line, parsed.error.text);
        assert_string_equal(words, cases[i].words ? cases[i].words : cases[i].line);
        free_line(&parsed);
    }
}

static void parse_words_of_the_log(ParsedLine *parsed, const Arguments *arguments) {
    char *words[ARGUMENT_WORDS_MAX]; /* reading the arguments rearranges these */
    int count = arguments->tournament_arg_count;
    memcpy(words, arguments->tournament_args, (size_t)count * sizeof *words);
    parsed->is_valid = arguments_parse_tournament(parsed->arguments, count, words, &parsed->error);
    if (!parsed->is_valid)
        fail_msg("%s", parsed->error.text);
}

static void test_words_of_a_log_make_the_same_tournament(void **state) {
    static const char line[] = "--games=6 --tc 40/2:00 --player random --player greedy name=g "
                               "--random-plies 4 --margin 10 --scoring 3-1-0 --seed 9";
    ParsedLine parsed, resumed;
    char before[512], after[512];
    parse_line(&parsed, line);
    assert_true(parsed.is_valid);
    join_words(parsed.arguments, before);
    parse_line(&resumed, "--resume folder");
    assert_true(resumed.is_valid);
    parse_words_of_the_log(&resumed, parsed.arguments);
    join_words(resumed.arguments, after);
    assert_string_equal(before, after);
    const TournamentConfig *config = &resumed.arguments->config;
    assert_int_equal(config->games, 6);
    assert_int_equal(config->tc.moves_to_go, 40);
    assert_int_equal(config->tc.clock_ms, 120000);
    assert_int_equal(config->player_count, 2);
    assert_string_equal(config->players[1].name, "g");
    assert_int_equal(config->openings, OPENINGS_RANDOM);
    assert_int_equal(config->opening_plies, 4);
    assert_int_equal(config->margin_ms, 10);
    assert_int_equal(config->seed, 9);
    free_line(&resumed);
    free_line(&parsed);
}

static void test_a_log_keeps_values_that_begin_with_dashes(void **state) {
    ParsedLine parsed, resumed;
    parse_line(&parsed, "--openi=--x order=random --player random --player greedy");
    assert_true(parsed.is_valid);
    parse_line(&resumed, "--report folder");
    assert_true(resumed.is_valid);
    parse_words_of_the_log(&resumed, parsed.arguments);
    assert_string_equal(resumed.arguments->config.opening_path, "--x");
    assert_true(resumed.arguments->config.openings_shuffled);
    free_line(&resumed);
    free_line(&parsed);
}

static void test_a_new_limit_replaces_the_others(void **state) {
    static const struct {
        const char *line;
        ClientTimeControl tc;
    } cases[] = {
        {"--tc 5+1 --nodes 7", {.nodes = 7}},
        {"--nodes 7 --depth 3", {.depth = 3}},
        {"--depth 3 --movetime 20", {.movetime_ms = 20}},
        {"--movetime 20 --tc 5+1", {.clock_ms = 5000, .increment_ms = 1000}},
        {"--each tc=9 --each depth=4 --nodes 8", {.nodes = 8}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        char line[200];
        snprintf(line, sizeof line, "%s --player random --player greedy", cases[i].line);
        parse_line(&parsed, line);
        assert_true(parsed.is_valid);
        assert_memory_equal(&parsed.arguments->config.tc, &cases[i].tc, sizeof cases[i].tc);
        if (parsed.arguments->each.tc.depth)
            assert_int_equal(parsed.arguments->config.players[0].tc.depth, 4);
        free_line(&parsed);
    }
}

static void test_the_default_time_control(void **state) {
    static const struct {
        const char *line;
        bool is_default;
    } cases[] = {
        {"--player misere --player greedy", true},
        {"--player greedy --player misere --player cmd=x depth=2", true},
        {"--player misere --player greedy --tc 10+0.1", false},
        {"--player misere tc=3 --player greedy", false},
        {"--player random --player greedy", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        parse_line(&parsed, cases[i].line);
        assert_true(parsed.is_valid);
        const TournamentConfig *config = &parsed.arguments->config;
        assert_int_equal(config->has_default_tc, cases[i].is_default);
        if (cases[i].is_default) {
            assert_int_equal(config->players[0].tc.clock_ms, 10000);
            assert_int_equal(config->players[1].tc.increment_ms, 100);
        }
        free_line(&parsed);
    }
}

static void test_adjudication_rules(void **state) {
    static const char players[] = "--player random --player random";
    ParsedLine parsed;
    char line[200];
    snprintf(line, sizeof line,
             "--resign score=600 movecount=3 --draw movenumber=40 movecount=8 score=0 %s", players);
    parse_line(&parsed, line);
    assert_true(parsed.is_valid);
    const TournamentConfig *config = &parsed.arguments->config;
    assert_int_equal(config->resign.turns, 3);
    assert_int_equal(config->resign.score_cp, 600);
    assert_false(config->resign.is_two_sided);
    assert_int_equal(config->draw.first_turn, 40);
    assert_int_equal(config->draw.turns, 8);
    assert_int_equal(config->draw.score_cp, 0);
    free_line(&parsed);
    for (int is_true = 0; is_true <= 1; is_true++) {
        snprintf(line, sizeof line, "--resign twosided=%s movecount=1 score=5 %s",
                 is_true ? "true" : "false", players);
        parse_line(&parsed, line);
        assert_true(parsed.is_valid);
        assert_int_equal(parsed.arguments->config.resign.is_two_sided, is_true);
        assert_int_equal(parsed.arguments->config.draw.turns, 0);
        free_line(&parsed);
    }
}

typedef struct {
    const char *line, *error;
} BadLine;

static void assert_refused(const BadLine *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ParsedLine parsed;
        parse_line(&parsed, cases[i].line);
        assert_false(parsed.is_valid);
        assert_string_equal(parsed.error.text, cases[i].error);
        free_line(&parsed);
    }
}

static void test_bad_lines(void **state) {
    static const BadLine cases[] = {
        {"random", "unexpected argument 'random'"},
        {"--games", "--games: expected --games N"},
        {"--games --quiet", "--games: expected --games N"},
        {"--games 4 5", "unexpected argument '5'"},
        {"--quiet=1", "--quiet: expected --quiet without a value"},
        {"--format team", "--format: 'team' is not round-robin, gauntlet, swiss or knockout"},
        {"--chips 1", "--chips: expected --chips WHITE BLACK"},
        {"--chips 1 x", "--chips: 'x' is not a number from 0 to 9999"},
        {"--openings file sorted", "--openings: unknown key in 'sorted'"},
        {"--openings file order=sorted", "--openings: order: 'sorted' is not sequential or random"},
        {"--openings file start=0", "--openings: start: '0' is not a number from 1 to 1000000"},
        {"--openings file plies=0", "--openings: plies: '0' is not a number from 1 to 200"},
        {"--shard 3/2", "--shard: '3/2' is not a shard such as 2/10, the second of ten"},
        {"--sprt 0 x", "--sprt: 'x' is not a number"},
        {"--resign movecount=3",
         "--resign: expected --resign movecount=N score=CP [twosided=true]"},
        {"--resign movecount=3 movecount=4",
         "--resign: expected movecount=N score=CP [twosided=true]"},
        {"--resign movecount=0 score=5", "--resign: movecount: '0' is not a number from 1 to 1000"},
        {"--resign movecount=2 score=0", "--resign: score: '0' is not a number from 1 to 1000000"},
        {"--resign movecount=2 score=5 twosided=yes",
         "--resign: twosided: 'yes' is not false or true"},
        {"--resign 3 600", "--resign: unknown key in '3'"},
        {"--draw movecount=8 score=5", "--draw: expected --draw movenumber=M movecount=N score=CP"},
        {"--draw movecount=8 score=5 score=6",
         "--draw: expected movenumber=M movecount=N score=CP"},
        {"--draw movenumber=1 movecount=8 score=-5",
         "--draw: score: '-5' is not a number from 0 to 1000000"},
        {"--scoring 2-1-0", "--scoring: '2-1-0' is neither 1-0.5-0 nor 3-1-0"},
        {"--player random pass=x", "--player: pass: 'x' is not 0000 or king"},
        {"--player random restart=1", "--player: restart: '1' is not auto, on or off"},
        {"--player random timemargin=-1",
         "--player: timemargin: '-1' is not a number from 0 to 1000000000"},
        {"--player cmd=", "--player: cmd: the command is empty"},
        {"--player option.uci_variant=losers",
         "--player: option.uci_variant: the rules are those of --ruleset, and variant=NAME is the "
         "program's name for them"},
        {"--player option.=3", "--player: '=3': the name of an engine option is missing"},
        {"--player option." FORTY FORTY "=3",
         "--player: '" FORTY "...': the name of an engine option has at most 63 bytes"},
        {"--player random --each nodes=3", "--each: must come before the first --player"},
        {"--merge a --report b",
         "--report: only one of --resume, --merge and --report can be given"},
        {"--resume a --games 4", "--games: the log already defines the tournament"},
        {"--merge a --games 4", "--games: the log already defines the tournament"},
        {"--report a --games 4", "--games: the log already defines the tournament"},
    };
    assert_refused(cases, sizeof cases / sizeof *cases);
}

static void test_bad_values(void **state) {
    static const BadLine cases[] = {
        {"--player name=", "--player: name: the name is empty"},
        {"--player cmd=x proto=winboard",
         "--player: proto: 'winboard' is not uci, cecp, textui or textui-2003"},
        {"--each chess", "--each: 'chess' is not misere, random, greedy, minimax2 or KEY=VALUE"},
        {"--chips x 1", "--chips: 'x' is not a number from 0 to 9999"},
        {"--concurrency 513", "--concurrency: '513' is not a number from 1 to 512"},
        {"--balanced 0", "--balanced: '0' is not a number from 1 to 10000"},
        {"--balanced 0%", "--balanced: '0' is not a number from 1 to 49"},
        {"--balanced %", "--balanced: '' is not a number from 1 to 49"},
        {"--balanced 000000001%", "--balanced: '000000001%' is not a number from 1 to 49"},
        {"--sprt 0 5x", "--sprt: '5x' is not a number"},
        {"--shard 0/2", "--shard: '0/2' is not a shard such as 2/10, the second of ten"},
        {"--shard 1/2x", "--shard: '1/2x' is not a shard such as 2/10, the second of ten"},
        {"--shard 1", "--shard: '1' is not a shard such as 2/10, the second of ten"},
        {"--shard 1/100001", "--shard: '1/100001' is not a shard such as 2/10, the second of ten"},
        {"--resign score=5", "--resign: expected --resign movecount=N score=CP [twosided=true]"},
        {"--draw movenumber=1 score=5",
         "--draw: expected --draw movenumber=M movecount=N score=CP"},
        {"--draw movenumber=1 movecount=8",
         "--draw: expected --draw movenumber=M movecount=N score=CP"},
    };
    assert_refused(cases, sizeof cases / sizeof *cases);
}

/* Settings that contradict each other; two random players are added. */
static void test_bad_tournaments(void **state) {
    static const BadLine cases[] = {
        {"--player random cmd=x", "player 'random' is built in and takes no command"},
        {"--player random pass=king", "player 'random': pass=king is only for UCI engines"},
        {"--player cmd=x proto=cecp pass=king", "player 'x': pass=king is only for UCI engines"},
        {"--player cmd=x proto=cecp nodes=3", "'x' is a CECP engine: CECP has no node limit"},
        {"--player cmd=x proto=cecp --ruleset 6170-fall-2003-mindcontrol",
         "'x' is a CECP engine: CECP has no turns of two half-moves"},
        {"--player cmd=x proto=cecp --nodestime 5",
         "player 'x' is not a UCI engine, as --nodestime needs"},
        {"--player name=x", "player 'x' has no command: give cmd=PROGRAM"},
        {"--player depth=3", "player 'player 1' has no command: give cmd=PROGRAM"},
        {"--player cmd=x proto=textui depth=3",
         "'x' is a TextUI program: its only limit is a "
         "clock for the whole game without an increment, such as --tc 5:00"},
        {"--player cmd=x proto=textui-2003 tc=5+1",
         "'x' is a TextUI program: its only limit is a "
         "clock for the whole game without an increment, such as --tc 5:00"},
        {"--player cmd=x proto=textui tc=40/5",
         "'x' is a TextUI program: its only limit is a "
         "clock for the whole game without an increment, such as --tc 5:00"},
        {"--sprt 0 5 --player random", "--sprt needs exactly two players"},
        {"--sprt 0 5 --games 3", "--sprt needs an even number of games"},
        {"--sprt 0 5 --format knockout", "--sprt is for a match, not for a knockout tournament"},
        {"--sprt 0 5 --format swiss", "--sprt is for a match, not for a swiss tournament"},
        {"--random-plies 3 --ruleset 6170-fall-2003-mindcontrol",
         "expected an even number of half-moves, not 3: a turn of 6170-fall-2003-mindcontrol has "
         "two"},
        {"--balanced 1", "--balanced needs --random-plies or --book"},
        {"--chips 1 0", "6170-spring-2007 has no pass chips"},
        {"--chips 0 1", "6170-spring-2007 has no pass chips"},
        {"--chips 0 1 --ruleset 6170-fall-2003 --openings file",
         "--chips cannot be given with --openings, whose positions have their own chips"},
        {"--games 10000000", "at most 10000000 games are allowed in total"},
        {"--format knockout --games 9999999", "at most 10000000 games are allowed in total"},
        {"--format gauntlet --games 9999999", "at most 10000000 games are allowed in total"},
        {"--format swiss --games 9999999 --rounds 2",
         "at most 10000000 games are allowed in total"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        char line[300];
        snprintf(line, sizeof line, "%s --player random name=a --player random name=b",
                 cases[i].line);
        parse_line(&parsed, line);
        if (parsed.is_valid)
            fail_msg("%s is accepted", line);
        assert_string_equal(parsed.error.text, cases[i].error);
        free_line(&parsed);
    }
    ParsedLine alone;
    parse_line(&alone, "--player random");
    assert_false(alone.is_valid);
    assert_string_equal(alone.error.text, "at least two --player options are needed");
    free_line(&alone);
}

/* A command line that repeats a word `count` times. */
static void parse_repeated(ParsedLine *parsed, const char *first, const char *repeated, int times) {
    static char line[8192];
    size_t length = (size_t)snprintf(line, sizeof line, "%s", first);
    for (int i = 0; i < times; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " %s", repeated);
    assert_in_range(length, 1, sizeof line - 1);
    parse_line(parsed, line);
}

static void test_limits(void **state) {
    static const struct {
        const char *first, *repeated;
        int most;
        const char *error;
    } cases[] = {
        {"--quiet", "--player random", 256, "--player: at most 256 players are allowed"},
        {"--player random --player cmd=x", "arg=y", 31,
         "--player: arg: at most 31 arguments are allowed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        parse_repeated(&parsed, cases[i].first, cases[i].repeated, cases[i].most);
        if (!parsed.is_valid)
            fail_msg("%s", parsed.error.text);
        free_line(&parsed);
        parse_repeated(&parsed, cases[i].first, cases[i].repeated, cases[i].most + 1);
        assert_false(parsed.is_valid);
        assert_string_equal(parsed.error.text, cases[i].error);
        free_line(&parsed);
    }
}

/* A later value of an engine's option replaces an earlier one; there may be 32 options. */
static void test_engine_options(void **state) {
    ParsedLine parsed;
    char line[1024] = "--player random --player cmd=x option.Hash=1 option.Threads=2 option.hash=3";
    parse_line(&parsed, line);
    assert_true(parsed.is_valid);
    const PlayerSpec *spec = &parsed.arguments->config.players[1];
    assert_int_equal(spec->option_count, 2);
    assert_string_equal(spec->options[0].name, "hash");
    assert_string_equal(spec->options[0].value, "3");
    assert_string_equal(spec->options[1].value, "2");
    free_line(&parsed);
    for (int i = 2; i <= PLAYER_OPTIONS_MAX; i++) {
        char word[32];
        snprintf(word, sizeof word, " option.o%d=1", i);
        strcat(line, word);
    }
    parse_line(&parsed, line);
    assert_false(parsed.is_valid);
    assert_string_equal(parsed.error.text, "--player: at most 32 engine options are allowed");
    free_line(&parsed);
}

static void test_scoring(void **state) {
    static const struct {
        const char *word;
        double win, draw;
    } cases[] = {{"1-0.5-0", 1, 0.5}, {"1-½-0", 1, 0.5}, {"3-1-0", 3, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ParsedLine parsed;
        char line[100];
        snprintf(line, sizeof line, "--scoring %s --player random --player random", cases[i].word);
        parse_line(&parsed, line);
        assert_true(parsed.is_valid);
        assert_true(parsed.arguments->config.scoring.win == cases[i].win);
        assert_true(parsed.arguments->config.scoring.draw == cases[i].draw);
        free_line(&parsed);
    }
}

/* What would choose files or end the program is refused in a log. */
static void test_words_that_do_not_belong_in_a_log(void **state) {
    static const char *const WORDS[] = {"--quiet", "--help", "--version", "--trust"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        ParsedLine parsed;
        char word[16], expected[64];
        char *words[] = {word};
        snprintf(word, sizeof word, "%s", WORDS[i]);
        snprintf(expected, sizeof expected, "%s does not belong in a log", word);
        parse_line(&parsed, "--resume folder");
        assert_true(parsed.is_valid);
        assert_false(arguments_parse_tournament(parsed.arguments, 1, words, &parsed.error));
        assert_string_equal(parsed.error.text, expected);
        free_line(&parsed);
    }
}

static void test_help(void **state) {
    ParsedLine parsed;
    parse_line(&parsed, "--help");
    assert_true(parsed.is_valid);
    assert_int_equal(parsed.arguments->settings.mode, MODE_HELP);
    free_line(&parsed);
    parse_line(&parsed, "--version");
    assert_true(parsed.is_valid);
    assert_int_equal(parsed.arguments->settings.mode, MODE_VERSION);
    free_line(&parsed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_for_the_log),
        cmocka_unit_test(test_words_of_a_log_make_the_same_tournament),
        cmocka_unit_test(test_a_log_keeps_values_that_begin_with_dashes),
        cmocka_unit_test(test_a_new_limit_replaces_the_others),
        cmocka_unit_test(test_the_default_time_control),
        cmocka_unit_test(test_adjudication_rules),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_bad_tournaments),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_engine_options),
        cmocka_unit_test(test_scoring),
        cmocka_unit_test(test_words_that_do_not_belong_in_a_log),
        cmocka_unit_test(test_help),
    };
    return test_run("arguments", tests);
}
