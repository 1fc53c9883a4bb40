#include "referee/config/arguments.h"

#include "base/minmax.h"
#include "base/os/sibling.h"
#include "base/text.h"
#include "referee/config/player_options.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONCURRENCY_MAX = 512,
    SHARDS_MAX = 100000,
    PLIES_MAX = 200,
    BALANCE_MAX_CP = 10000,
    BALANCE_MAX_PERCENT = 49,
    BALANCE_MAX_NODES = 100 * 1000 * 1000,
    TURNS_MAX = 100000,
    ROUNDS_MAX = 1000,
    TIE_BREAKS_MAX = 1000,
    TIME_MAX_MS = 1000 * 1000 * 1000,
    NODES_PER_MS_MAX = 10000,
};

/* --- options with parsers of their own --- */

static bool apply_words(const Arguments *arguments, PlayerSpec *spec, const CliValues *values,
                        Error *error) {
    for (int i = 0; i < values->count; i++)
        if (!player_options_parse(spec, values->words[i], arguments->engine, error))
            return false;
    return true;
}

static bool take_player(void *settings, const CliValues *values, Error *error) {
    Arguments *arguments = settings;
    TournamentConfig *config = &arguments->config;
    if (config->player_count == TOURNAMENT_PLAYERS_MAX)
        return error_set(error, "at most %d players are allowed", TOURNAMENT_PLAYERS_MAX);
    PlayerSpec *spec = &config->players[config->player_count++];
    *spec = arguments->each;
    if (!apply_words(arguments, spec, values, error))
        return false;
    if (!spec->name[0])
        snprintf(spec->name, sizeof spec->name, "player %d", config->player_count);
    return true;
}

static bool take_each(void *settings, const CliValues *values, Error *error) {
    Arguments *arguments = settings;
    if (arguments->config.player_count > 0)
        return error_set(error, "must come before the first --player");
    return apply_words(arguments, &arguments->each, values, error);
}

static bool take_clock(void *settings, const CliValues *values, Error *error) {
    Arguments *arguments = settings;
    return time_control_read_clock(&arguments->config.tc, values->words[0], error);
}

/* Sets a limit, which replaces all earlier ones. */
static bool clear_limits(void *settings, const CliValues *values, Error *error) {
    Arguments *arguments = settings;
    (void)values, (void)error;
    arguments->config.tc = (ClientTimeControl){0};
    return true;
}

static bool note_seed(void *settings, const CliValues *values, Error *error) {
    (void)values, (void)error;
    ((Arguments *)settings)->has_seed = true;
    return true;
}

static bool take_chips(void *settings, const CliValues *values, Error *error) {
    int *chips = ((Arguments *)settings)->config.chips;
    return cli_read_int(values->words[0], 0, CHIPS_MAX, &chips[WHITE], error) &&
           cli_read_int(values->words[1], 0, CHIPS_MAX, &chips[BLACK], error);
}

static bool take_scoring(void *settings, const CliValues *values, Error *error) {
    Scoring *scoring = &((Arguments *)settings)->config.scoring;
    const char *text = values->words[0];
    if (strcmp(text, "1-0.5-0") == 0 || strcmp(text, "1-½-0") == 0)
        *scoring = (Scoring){1, 0.5, 0};
    else if (strcmp(text, "3-1-0") == 0)
        *scoring = (Scoring){3, 1, 0};
    else
        return error_set(error, "%s is neither 1-0.5-0 nor 3-1-0", QUOTE(text));
    return true;
}

static bool set_keys(const CliOption *rows, void *rule, char *const *words, int count,
                     Error *error) {
    for (int i = 0; i < count; i++)
        if (!cli_set_key(rows, rule, words[i], error))
            return false;
    return true;
}

static bool take_openings(void *settings, const CliValues *values, Error *error) {
    static const char *const ORDERS[] = {"sequential", "random", NULL};
    static const CliOption KEYS[] = {
        {"order", "WORD", NULL, CLI_INTO(TournamentConfig, openings_shuffled), .choices = ORDERS},
        {"start", "N", NULL, CLI_INTO(TournamentConfig, opening_start), CLI_RANGE(1, OPENINGS_MAX)},
        {"plies", "N", NULL, CLI_INTO(TournamentConfig, opening_plies), CLI_RANGE(1, PLIES_MAX)},
        {0}};
    TournamentConfig *config = &((Arguments *)settings)->config;
    config->openings = OPENINGS_FILE;
    config->opening_path = values->words[0];
    config->openings_shuffled = false;
    config->opening_start = 1;
    config->opening_plies = 0;
    return set_keys(KEYS, config, values->words + 1, values->count - 1, error);
}

static bool use_random_openings(void *settings, const CliValues *values, Error *error) {
    Arguments *arguments = settings;
    (void)values, (void)error;
    arguments->config.openings = OPENINGS_RANDOM;
    return true;
}

static bool take_book(void *settings, const CliValues *values, Error *error) {
    TournamentConfig *config = &((Arguments *)settings)->config;
    config->openings = OPENINGS_BOOK;
    config->opening_path = values->words[0];
    return cli_read_int(values->words[1], 1, PLIES_MAX, &config->opening_plies, error);
}

/* Reads a number of centipawns or, with a '%' at its end, of percentage points. */
static bool read_balance_limit(const char *word, BalanceRule *rule, Error *error) {
    if (!text_ends_ignoring_case(word, "%"))
        return cli_read_int(word, 1, BALANCE_MAX_CP, &rule->max_cp, error);
    char number[8];
    int length = snprintf(number, sizeof number, "%.*s", (int)strlen(word) - 1, word);
    bool is_whole = length < (int)sizeof number;
    return cli_read_int(is_whole ? number : word, 1, BALANCE_MAX_PERCENT, &rule->max_percent,
                        error);
}

static bool take_balanced(void *settings, const CliValues *values, Error *error) {
    BalanceRule *rule = &((Arguments *)settings)->config.balance;
    *rule = (BalanceRule){.nodes = BALANCE_NODES};
    return read_balance_limit(values->words[0], rule, error) &&
           (values->count == 1 ||
            cli_read_int(values->words[1], BALANCE_NODES, BALANCE_MAX_NODES, &rule->nodes, error));
}

/* Values of the keys of --resign and --draw. KEY_MISSING, which no key accepts, marks a key that
 * has not been given. */
enum { KEY_MISSING = -1, MOVECOUNT_MAX = 1000, SCORE_MAX_CP = 1000 * 1000 };

static bool take_resign(void *settings, const CliValues *values, Error *error) {
    static const char *const CHOICES[] = {"false", "true", NULL};
    static const CliOption KEYS[] = {
        {"movecount", "N", NULL, CLI_INTO(ResignRule, turns), CLI_RANGE(1, MOVECOUNT_MAX)},
        {"score", "CP", NULL, CLI_INTO(ResignRule, score_cp), CLI_RANGE(1, SCORE_MAX_CP)},
        {"twosided", "BOOL", NULL, CLI_INTO(ResignRule, is_two_sided), .choices = CHOICES},
        {0}};
    ResignRule *rule = &((Arguments *)settings)->config.resign;
    *rule = (ResignRule){.turns = KEY_MISSING, .score_cp = KEY_MISSING};
    if (!set_keys(KEYS, rule, values->words, values->count, error))
        return false;
    return (rule->turns != KEY_MISSING && rule->score_cp != KEY_MISSING) ||
           error_set(error, "expected %s", values->option->value);
}

static bool take_draw(void *settings, const CliValues *values, Error *error) {
    static const CliOption KEYS[] = {
        {"movenumber", "M", NULL, CLI_INTO(DrawRule, first_turn), CLI_RANGE(0, TURNS_MAX)},
        {"movecount", "N", NULL, CLI_INTO(DrawRule, turns), CLI_RANGE(1, MOVECOUNT_MAX)},
        {"score", "CP", NULL, CLI_INTO(DrawRule, score_cp), CLI_RANGE(0, SCORE_MAX_CP)},
        {0}};
    DrawRule *rule = &((Arguments *)settings)->config.draw;
    *rule = (DrawRule){KEY_MISSING, KEY_MISSING, KEY_MISSING};
    if (!set_keys(KEYS, rule, values->words, values->count, error))
        return false;
    return (rule->first_turn != KEY_MISSING && rule->turns != KEY_MISSING &&
            rule->score_cp != KEY_MISSING) ||
           error_set(error, "expected %s", values->option->value);
}

static bool take_sprt(void *settings, const CliValues *values, Error *error) {
    TournamentConfig *config = &((Arguments *)settings)->config;
    SprtParams *test = &config->sprt;
    double *fields[] = {&test->elo0, &test->elo1, &test->alpha, &test->beta};
    int count = values->count;
    *test = (SprtParams){.alpha = 0.05, .beta = 0.05};
    if (strchr(values->words[count - 1], '=')) {
        static const char *const MODELS[] = {"logistic", "normalized", NULL};
        static const CliOption KEYS[] = {
            {"model", "WORD", NULL, CLI_INTO(SprtParams, normalised), .choices = MODELS}, {0}};
        if (!cli_set_key(KEYS, test, values->words[--count], error))
            return false;
    }
    if (count < 2 || count > 4)
        return error_set(error, "expected %s", values->option->value);
    for (int i = 0; i < count; i++) {
        char *end;
        *fields[i] = strtod(values->words[i], &end);
        if (end == values->words[i] || *end)
            return error_set(error, "%s is not a number", QUOTE(values->words[i]));
    }
    config->has_sprt = true;
    return true;
}

static bool take_shard(void *settings, const CliValues *values, Error *error) {
    Settings *run = &((Arguments *)settings)->settings;
    const char *text = values->words[0];
    int shard, shards, end = 0;
    if (sscanf(text, "%9d/%9d%n", &shard, &shards, &end) != 2 || text[end] || shard < 1 ||
        shards > SHARDS_MAX || shard > shards)
        return error_set(error, "%s is not a shard such as 2/10, the second of ten", QUOTE(text));
    run->shard = shard - 1;
    run->shards = shards;
    return true;
}

static bool take_folders(void *settings, const CliValues *values, Error *error) {
    Settings *run = &((Arguments *)settings)->settings;
    if (run->mode != MODE_PLAY)
        return error_set(error, "only one of --resume, --merge and --report can be given");
    run->mode = (ArgumentsMode)values->option->tag;
    run->folder_count = values->count;
    memcpy(run->folders, values->words, (size_t)values->count * sizeof *values->words);
    return true;
}

/* --- the table of options --- */

static const CliOption PLAYER_OPTIONS[] = {{"--player", "WORD...", "a player, as described below",
                                            .take = take_player, CLI_VALUES(1, CLI_MANY)},
                                           {"--each", "KEY=VALUE...",
                                            "sets keys for all players that follow this option",
                                            .take = take_each, CLI_VALUES(1, CLI_MANY)},
                                           {0}};

static const CliOption TOURNAMENT_OPTIONS[] = {
    {"--ruleset", "NAME", "the rules (default 6170-spring-2007)",
     CLI_INTO(Arguments, config.rules)},
    {"--format", "NAME",
     "round-robin (the default; with two players, a match), gauntlet, swiss or knockout",
     CLI_INTO(Arguments, config.format), .choices = TOURNAMENT_FORMAT_NAMES},
    {"--games", "N", "games per pairing (default 2, or 40000 with --sprt)",
     CLI_INTO(Arguments, config.games), CLI_RANGE(1, TOURNAMENT_GAMES_MAX)},
    {"--rounds", "N", "rounds of a Swiss tournament (default: enough for a single winner)",
     CLI_INTO(Arguments, config.rounds), CLI_RANGE(1, ROUNDS_MAX)},
    {"--tie-breaks", "N",
     "maximum number of extra games to break a tie in a knock-out (default 6); if the tie "
     "remains, the player named first wins",
     CLI_INTO(Arguments, config.tie_break_games), CLI_RANGE(0, TIE_BREAKS_MAX)},
    {"--scoring", "1-0.5-0|3-1-0", "points for a win, a draw and a loss (default 1-0.5-0)",
     .take = take_scoring},
    {"--sprt", "ELO0 ELO1 [ALPHA [BETA]] [model=normalized]",
     "stops a match once the test accepts one of the two Elo differences, logistic or normalized; "
     "ALPHA and BETA are its error rates (default 0.05)",
     .take = take_sprt, CLI_VALUES(2, 5)},
    {"--event", "TEXT",
     "the tag Event in PGN (default: the ruleset, the format and the time control)",
     CLI_INTO(Arguments, config.event)},
    {"--site", "TEXT", "the tag Site in PGN (default ?)", CLI_INTO(Arguments, config.site)},
    {"--seed", "N",
     "the seed for all random choices (default: another one for each tournament, which is shown)",
     CLI_INTO(Arguments, config.seed), CLI_RANGE(0, INT64_MAX), .take = note_seed},
    {0}};

static const CliOption TIME_OPTIONS[] = {
    {"--tc", "[MOVES/]TIME[+INC]",
     "clocks, such as 5:00 or 40/2:00 (default " DEFAULT_TIME_CONTROL
     ": ten seconds, and a tenth more for each turn)",
     .take = take_clock},
    {"--movetime", "MS", "a fixed time for each turn, instead of --tc",
     CLI_INTO(Arguments, config.tc.movetime_ms), CLI_RANGE(1, PLAYER_TIME_MAX_MS),
     .take = clear_limits},
    {"--depth", "N", "a fixed depth in half-moves, instead of --tc",
     CLI_INTO(Arguments, config.tc.depth), CLI_RANGE(1, PLAYER_DEPTH_MAX), .take = clear_limits},
    {"--nodes", "N", "a fixed number of nodes, instead of --tc",
     CLI_INTO(Arguments, config.tc.nodes), CLI_RANGE(1, INT64_MAX), .take = clear_limits},
    {"--min-charge", "MS", "the minimum time charged for a turn",
     CLI_INTO(Arguments, config.minimum_charge_ms), CLI_RANGE(0, TIME_MAX_MS)},
    {"--nodestime", "N",
     "counts time in nodes, N per millisecond, so that a busy machine does not disturb the match; "
     "for UCI engines with the option nodestime",
     CLI_INTO(Arguments, config.nodes_per_ms), CLI_RANGE(1, NODES_PER_MS_MAX)},
    {"--margin", "MS", "how far a time limit may be exceeded (default 0, or 50 with --movetime)",
     CLI_INTO(Arguments, config.margin_ms), CLI_RANGE(0, TIME_MAX_MS)},
    {"--patience", "MS",
     "how long to wait for a program to start, and for a turn without a time limit (default 30000)",
     CLI_INTO(Arguments, config.response_timeout_ms), CLI_RANGE(1, TIME_MAX_MS)},
    {0}};

static const CliOption OPENING_OPTIONS[] = {
    {"--openings", "FILE [order=random] [start=N] [plies=N]",
     "starts games from a file: PGN, XML, or a list with a FEN or turns on each line; in its order "
     "or a random one, from the N-th opening on, and after at most N half-moves of each",
     .take = take_openings, CLI_VALUES(1, 4)},
    {"--random-plies", "N", "starts games after N random half-moves",
     CLI_INTO(Arguments, config.opening_plies), CLI_RANGE(0, PLIES_MAX),
     .take = use_random_openings},
    {"--book", "FILE PLIES", "starts games after PLIES half-moves from an opening book",
     .take = take_book, CLI_VALUES(2, 2)},
    {"--balanced", "LIMIT [NODES]",
     "chooses another opening as long as a search of NODES nodes (default 10000) finds a player "
     "ahead by more than LIMIT centipawns or, if LIMIT is a percentage such as 5%, the expected "
     "points further than that from 50%",
     .take = take_balanced, CLI_VALUES(1, 2)},
    {"--chips", "WHITE BLACK", "each side's pass chips, in rulesets that have them",
     .take = take_chips, CLI_VALUES(2, 2)},
    {0}};

static const CliOption ENDING_OPTIONS[] = {
    {"--resign", "movecount=N score=CP [twosided=true]",
     "a player loses once its score was -CP centipawns or less in each of its last N turns; with "
     "twosided=true, only if the opponent's score was also CP or more in each of its last N turns",
     .take = take_resign, CLI_VALUES(2, 3)},
    {"--draw", "movenumber=M movecount=N score=CP",
     "draws a game once each player has made M turns and its scores in its last N turns were all "
     "from -CP to CP centipawns",
     .take = take_draw, CLI_VALUES(3, 3)},
    {"--draws", NULL,
     "the 2006 tournament's draw rules: threefold repetition, fifty moves; in antichess also when "
     "nothing can ever be captured",
     CLI_INTO(Arguments, config.tournament_draws)},
    {"--longest", "TURNS", "draws a game after this many turns (default 2000)",
     CLI_INTO(Arguments, config.max_turns), CLI_RANGE(1, TURNS_MAX)},
    {0}};

/* The options that determine the games, and are stored in a log. */
static const CliOption *const STORED_OPTIONS[] = {
    PLAYER_OPTIONS, TOURNAMENT_OPTIONS, TIME_OPTIONS, OPENING_OPTIONS, ENDING_OPTIONS,
};

static const CliOption RUN_OPTIONS[] = {
    {"--concurrency", "N",
     "games played at the same time (default 1; with --resume, as many as before)",
     CLI_INTO(Arguments, settings.concurrency), CLI_RANGE(1, CONCURRENCY_MAX)},
    {"--affinity", NULL, "runs the programs of each game on one processor of their own",
     CLI_INTO(Arguments, settings.affinity)},
    {"--resume", "FOLDER", "continues the tournament in a folder", .take = take_folders,
     .tag = MODE_RESUME},
    {"--trust", NULL, "with --resume: runs the programs that the log names without asking",
     CLI_INTO(Arguments, settings.trust)},
    {"--first", "N", "plays only the first N games for now", CLI_INTO(Arguments, settings.first),
     CLI_RANGE(1, TOURNAMENT_GAMES_MAX)},
    {"--unchecked", NULL, "does not test the programs before the first game",
     CLI_INTO(Arguments, settings.unchecked)},
    {"--transcript", "FILE", "appends all dialogue with programs to a file",
     CLI_INTO(Arguments, settings.transcript)},
    {"--rating-interval", "N",
     "prints Elo, its error and the state of an SPRT after every N games; of more than two "
     "players, the table",
     CLI_INTO(Arguments, settings.rating_interval), CLI_RANGE(1, TOURNAMENT_GAMES_MAX)},
    {"--quiet", NULL, "shows nothing while games are played", CLI_INTO(Arguments, settings.quiet)},
    {0}};

static const CliOption RESULT_OPTIONS[] = {
    {"--out", "FOLDER",
     "the folder for the log and the results (default: tournament; if another tournament "
     "is there, tournament-2, and so on)",
     CLI_INTO(Arguments, settings.out)},
    {"--coordinates", NULL, "in games.pgn, writes moves as e2e4 instead of e4",
     CLI_INTO(Arguments, settings.coordinates)},
    {"--report", "FOLDER", "rewrites the results from the log in a folder", .take = take_folders,
     .tag = MODE_REPORT},
    {0}};

static const CliOption MACHINE_OPTIONS[] = {
    {"--shard", "I/N", "plays the I-th of N shards", .take = take_shard},
    {"--merge", "FOLDER...",
     "merges the logs of shards in these folders into one in --out, and writes the results; the "
     "exit status is 3 if games are missing",
     .take = take_folders, .tag = MODE_MERGE, CLI_VALUES(1, ARGUMENTS_FOLDERS_MAX)},
    {"--after", "FOLDER", "skips the games that are in the log of this folder",
     CLI_INTO(Arguments, settings.after)},
    {0}};

static const CliOption OTHER_OPTIONS[] = {CLI_COMMON_OPTIONS, {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-referee --player misere --player greedy",
     .help = "plays two games, with colours reversed, at the default time control"},
    {.name = "misere-referee --player misere --player cmd=./other --tc 2+0.02 --games 100",
     .help = "plays a match at two seconds per game plus 20 ms per turn"},
    {.name = "misere-referee --player misere --player cmd=./other --tc 2+0.02 --sprt 0 10",
     .help = "stops once the test has decided whether misere is 0 or 10 Elo stronger"},
    {.name = "misere-referee --player random --player cmd=./student proto=textui --tc 5:00",
     .help = "plays two games with a program that has the course's TextUI"},
    {.name = "misere-referee --resume tournament",
     .help = "continues a tournament after an interruption, as the same command would"},
    {0}};

static const char *const USAGE[] = {"misere-referee --player WORD... --player WORD... [OPTION]...",
                                    "misere-referee --resume FOLDER | --report FOLDER [OPTION]...",
                                    "misere-referee --merge FOLDER... --out FOLDER", NULL};

static const char *const DESCRIPTION[] = {
    "Plays matches and tournaments of antichess between programs of any kind: keeps the clocks, "
    "checks every turn, and writes a log. An interrupted tournament continues with the same "
    "command or with --resume.",
    NULL};

static const CliGroup GROUPS[] = {
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
    {.heading = "Players", .rows = PLAYER_OPTIONS},
    {.text = "A player is random, greedy or minimax2 (built in), misere (the engine Misère), or a "
             "program described by KEY=VALUE words.",
     .heading = "Keys of a player",
     .style = CLI_KEYS,
     .rows = PLAYER_KEYS},
    {.heading = "Tournament", .rows = TOURNAMENT_OPTIONS},
    {.heading = "Time", .rows = TIME_OPTIONS},
    {.heading = "Openings", .rows = OPENING_OPTIONS},
    {.heading = "How games end", .rows = ENDING_OPTIONS},
    {.heading = "Running (without effect on the games)", .rows = RUN_OPTIONS},
    {.heading = "Results", .rows = RESULT_OPTIONS},
    {.heading = "Several machines", .rows = MACHINE_OPTIONS},
    {.heading = "Help", .rows = OTHER_OPTIONS},
};

const CliTable ARGUMENTS_TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, true};

/* --- reading the command line --- */

static bool is_stored(const CliOption *option) {
    for (size_t i = 0; i < sizeof STORED_OPTIONS / sizeof *STORED_OPTIONS; i++)
        for (const CliOption *row = STORED_OPTIONS[i]; row->name; row++)
            if (row == option)
                return true;
    return false;
}

/* Adds a word, which it takes ownership of, to those of the log. NULL means out of memory. */
static bool keep_word(Arguments *arguments, char *word, Error *error) {
    if (!word)
        return error_set(error, "out of memory");
    arguments->tournament_args[arguments->tournament_arg_count++] = word;
    return true;
}

/* Joins texts into a string, which the caller frees; NULL if out of memory. */
static char *join_name_and_value(const char *name, const char *value) {
    char *word;
    return asprintf(&word, "%s=%s", name, value) < 0 ? NULL : word;
}

/* Adds an option to the words of the log: its full name, even if it was abbreviated, and its
 * values. A value that would be read as an option, which only the first one can be, is kept as
 * NAME=VALUE. */
static bool keep_words(Arguments *arguments, const CliValues *values, Error *error) {
    const char *name = values->option->name;
    bool is_joined = values->count > 0 && strncmp(values->words[0], "--", 2) == 0;
    char *first = is_joined ? join_name_and_value(name, values->words[0]) : strdup(name);
    bool kept = keep_word(arguments, first, error);
    for (int i = is_joined; kept && i < values->count; i++)
        kept = keep_word(arguments, strdup(values->words[i]), error);
    return kept;
}

/* Fills in the tournament's defaults. A default time control is added to the words of the log, so
 * that the tournament can be resumed by a version with another default. */
static bool complete(Arguments *arguments, Error *error) {
    const TournamentConfig *config = &arguments->config;
    if (!tournament_config_complete(&arguments->config, error))
        return false;
    for (int i = 0; i < config->player_count; i++)
        if (config->players[i].ponders && arguments->settings.affinity)
            return error_set(error, "player %s: ponder=on does not go with --affinity",
                             QUOTE(config->players[i].name));
    return !config->has_default_tc || (keep_word(arguments, strdup("--tc"), error) &&
                                       keep_word(arguments, strdup(DEFAULT_TIME_CONTROL), error));
}

bool arguments_set_seed(Arguments *arguments, uint64_t seed, int index, Error *error) {
    char *name = strdup("--seed"), *value = NULL;
    if (!name || asprintf(&value, "%" PRIu64, seed) < 0) {
        free(name);
        return error_set(error, "out of memory");
    }
    char **words = arguments->tournament_args + index;
    memmove(words + 2, words, (size_t)(arguments->tournament_arg_count - index) * sizeof *words);
    words[0] = name;
    words[1] = value;
    arguments->tournament_arg_count += 2;
    arguments->config.seed = seed;
    return true;
}

/* Reads one option. With `from_log`, only the options that a log stores are allowed. */
static bool parse_words(Arguments *arguments, int count, char **words, bool from_log,
                        Error *error) {
    CliReader reader = {.table = &ARGUMENTS_TABLE, .words = words, .count = count};
    CliValues values;
    CliResult result;
    while ((result = cli_next(&reader, &values, error)) == CLI_OPTION) {
        if (from_log && !is_stored(values.option))
            return error_set(error, "%s does not belong in a log", values.option->name);
        if (is_stored(values.option) && !keep_words(arguments, &values, error))
            return false;
        if (!cli_take(&values, arguments, error))
            return false;
    }
    if (from_log && (result == CLI_HELP || result == CLI_VERSION))
        return error_set(error, "%s does not belong in a log", values.option->name);
    if (result == CLI_HELP || result == CLI_VERSION)
        arguments->settings.mode = result == CLI_HELP ? MODE_HELP : MODE_VERSION;
    else if (result == CLI_END && reader.operand_count > 0)
        return error_set(error, "unexpected argument %s", QUOTE(words[0]));
    return result != CLI_WRONG;
}

static void set_defaults(Arguments *arguments) {
    arguments->engine = sibling_program_find("misere", arguments->engine_path);
    arguments->config.rules = ruleset_default();
    arguments->config.tie_break_games = 6;
    arguments->config.margin_ms = -1;
    arguments->config.response_timeout_ms = 30000;
    arguments->config.max_turns = 2000;
    arguments->config.scoring = (Scoring){1, 0.5, 0};
    arguments->config.seed = 1; /* the default of older logs */
    arguments->settings.shards = 1;
    arguments->settings.first = INT_MAX;
}

/* Allocates the array for the words of the log. Each --NAME=VALUE becomes two words; `complete` may
 * add two more, and arguments_set_seed another two. */
static bool allocate_words(Arguments *arguments, int count, Error *error) {
    arguments->tournament_arg_count = 0;
    arguments->tournament_args = calloc(2 * (size_t)count + 4, sizeof *arguments->tournament_args);
    return arguments->tournament_args || error_set(error, "out of memory");
}

/* Refuses a path that would be too long with the name of a file in the folder. */
static bool check_folder(const char *folder, Error *error) {
    enum { FILE_NAME_MAX = 64 };
    return !folder || strlen(folder) < PATH_MAX - FILE_NAME_MAX ||
           error_set(error, "the path of the folder %s is too long", QUOTE(folder));
}

static bool check_folders(const Settings *settings, Error *error) {
    for (int i = 0; i < settings->folder_count; i++)
        if (!check_folder(settings->folders[i], error))
            return false;
    return check_folder(settings->out, error) && check_folder(settings->after, error);
}

int arguments_clamp_concurrency(int games) {
    return (int)min64(games, CONCURRENCY_MAX);
}

bool arguments_read(Arguments *arguments, int count, char **words, Error *error) {
    *arguments = (Arguments){.engine = NULL};
    set_defaults(arguments);
    if (!allocate_words(arguments, count, error) ||
        !parse_words(arguments, count, words, false, error))
        return false;
    if (!check_folders(&arguments->settings, error))
        return false;
    ArgumentsMode mode = arguments->settings.mode;
    if ((mode == MODE_RESUME || mode == MODE_MERGE || mode == MODE_REPORT) &&
        arguments->tournament_arg_count > 0)
        return error_set(error, "%s: the log already defines the tournament",
                         arguments->tournament_args[0]);
    if (mode != MODE_RESUME && arguments->settings.concurrency == 0)
        arguments->settings.concurrency = 1;
    if (mode == MODE_MERGE && !arguments->settings.out)
        arguments->settings.out = "tournament";
    return mode != MODE_PLAY || complete(arguments, error);
}

bool arguments_parse_tournament(Arguments *arguments, int count, char **words, Error *error) {
    arguments_free(arguments);
    return allocate_words(arguments, count, error) &&
           parse_words(arguments, count, words, true, error) && complete(arguments, error);
}

void arguments_free(Arguments *arguments) {
    for (int i = 0; i < arguments->tournament_arg_count; i++)
        free(arguments->tournament_args[i]);
    free(arguments->tournament_args);
    arguments->tournament_args = NULL;
    arguments->tournament_arg_count = 0;
}
