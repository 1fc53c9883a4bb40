#include "referee/config/arguments.h"

#include "base/os/sibling.h"
#include "base/words.h"
#include "referee/config/help.h"
#include "referee/config/player_options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONCURRENCY_MAX = 512,
    SHARDS_MAX = 100000,
    PLIES_MAX = 200,
    BALANCE_MAX_CP = 10000,
    BALANCE_MAX_NODES = 100 * 1000 * 1000,
    TURNS_MAX = 100000,
    ROUNDS_MAX = 1000,
    TIME_MAX_MS = 1000 * 1000 * 1000,
};

/* The words after an option, up to the next one. */
typedef struct {
    const char *option;
    char **words;
    int count;
} OptionValues;

static bool complain(Error *error, const OptionValues *values, const char *what) {
    return error_set(error, "%s %.60s: %s", values->option, values->count ? values->words[0] : "",
                     what);
}

/* The option's one value as a whole number in a range. */
static bool number(const OptionValues *values, int64_t least, int64_t most, int64_t *value,
                   Error *error) {
    if (words_number(values->words[0], value) && *value >= least && *value <= most)
        return true;
    return error_set(error, "%s %.60s: should be a whole number from %lld to %lld", values->option,
                     values->words[0], (long long)least, (long long)most);
}

static bool small_number(const OptionValues *values, int least, int most, int *value,
                         Error *error) {
    int64_t wide;
    if (!number(values, least, most, &wide, error))
        return false;
    *value = (int)wide;
    return true;
}

/* --- options --- */

/* Takes what was said after an option. */
typedef bool ParseOption(Arguments *arguments, const OptionValues *values, Error *error);

typedef struct {
    const char *name;
    const char *values;      /* in words, for people; NULL: it has none */
    int least, most;         /* how many */
    bool defines_tournament; /* does it decide what is played, rather than how? */
    ParseOption *take;
    const char *help;
} ArgumentOption;

enum { ANY = 1 << 20 };

static bool take_ruleset(Arguments *arguments, const OptionValues *values, Error *error) {
    arguments->config.rules = ruleset_find(values->words[0]);
    return arguments->config.rules || complain(error, values, "there is no such ruleset");
}

static bool take_player(Arguments *arguments, const OptionValues *values, Error *error) {
    TournamentConfig *config = &arguments->config;
    if (config->player_count == TOURNAMENT_PLAYERS_MAX)
        return error_set(error, "more than %d players", TOURNAMENT_PLAYERS_MAX);
    PlayerSpec *spec = &config->players[config->player_count++];
    *spec = arguments->each;
    for (int i = 0; i < values->count; i++)
        if (!player_options_parse(spec, values->words[i], arguments->engine, error))
            return false;
    if (!spec->name[0])
        snprintf(spec->name, sizeof spec->name, "player %d", config->player_count);
    return true;
}

static bool take_each(Arguments *arguments, const OptionValues *values, Error *error) {
    if (arguments->config.player_count > 0)
        return complain(error, values, "should come before the first --player");
    for (int i = 0; i < values->count; i++)
        if (!player_options_parse(&arguments->each, values->words[i], arguments->engine, error))
            return false;
    return true;
}

static bool take_format(Arguments *arguments, const OptionValues *values, Error *error) {
    return tournament_format_find(values->words[0], &arguments->config.format) ||
           complain(error, values, "should be round-robin, gauntlet, swiss or knockout");
}

static bool take_games(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 1, TOURNAMENT_GAMES_MAX, &arguments->config.games, error);
}

static bool take_rounds(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 1, ROUNDS_MAX, &arguments->config.rounds, error);
}

static bool take_tie_breaks(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 0, 1000, &arguments->config.tie_break_games, error);
}

/* A limit for all players, which is said as that of one is. */
static bool take_time_control(Arguments *arguments, const OptionValues *values, Error *error) {
    PlayerSpec spec = {.tc = arguments->config.tc};
    Error why;
    if (!player_options_set(&spec, values->option + strlen("--"), values->words[0], &why))
        return complain(error, values, why.text);
    arguments->config.tc = spec.tc;
    return true;
}

static bool take_minimum_charge(Arguments *arguments, const OptionValues *values, Error *error) {
    return number(values, 0, TIME_MAX_MS, &arguments->config.minimum_charge_ms, error);
}

static bool take_margin(Arguments *arguments, const OptionValues *values, Error *error) {
    return number(values, 0, TIME_MAX_MS, &arguments->config.margin_ms, error);
}

static bool take_patience(Arguments *arguments, const OptionValues *values, Error *error) {
    return number(values, 1, TIME_MAX_MS, &arguments->config.response_timeout_ms, error);
}

static bool take_draws(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->config.tournament_draws = true;
    return true;
}

static bool take_longest(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 1, TURNS_MAX, &arguments->config.max_turns, error);
}

static bool take_chips(Arguments *arguments, const OptionValues *values, Error *error) {
    for (int i = WHITE; i <= BLACK; i++) {
        int64_t chips;
        if (!words_number(values->words[i], &chips) || chips < 0 || chips > CHIPS_MAX)
            return complain(error, values, "should be two numbers of chips, White's first");
        arguments->config.chips[i] = (int)chips;
    }
    return true;
}

static bool take_scoring(Arguments *arguments, const OptionValues *values, Error *error) {
    const char *text = values->words[0];
    if (strcmp(text, "1-0.5-0") == 0 || strcmp(text, "1-½-0") == 0)
        arguments->config.scoring = (Scoring){1, 0.5, 0};
    else if (strcmp(text, "3-1-0") == 0)
        arguments->config.scoring = (Scoring){3, 1, 0};
    else
        return complain(error, values, "should be 1-0.5-0 or 3-1-0");
    return true;
}

static bool take_openings(Arguments *arguments, const OptionValues *values, Error *error) {
    TournamentConfig *config = &arguments->config;
    config->openings = OPENINGS_FILE;
    config->opening_path = values->words[0];
    config->openings_shuffled = values->count > 1;
    return values->count == 1 || strcmp(values->words[1], "shuffled") == 0 ||
           complain(error, values, "only `shuffled` may follow the file");
}

static bool take_random_plies(Arguments *arguments, const OptionValues *values, Error *error) {
    arguments->config.openings = OPENINGS_RANDOM;
    return small_number(values, 0, PLIES_MAX, &arguments->config.opening_plies, error);
}

static bool take_book(Arguments *arguments, const OptionValues *values, Error *error) {
    const OptionValues plies = {values->option, values->words + 1, values->count - 1};
    arguments->config.openings = OPENINGS_BOOK;
    arguments->config.opening_path = values->words[0];
    return small_number(&plies, 1, PLIES_MAX, &arguments->config.opening_plies, error);
}

static bool take_balanced(Arguments *arguments, const OptionValues *values, Error *error) {
    const OptionValues cp = {values->option, values->words, 1};
    const OptionValues nodes = {values->option, values->words + 1, values->count - 1};
    return small_number(&cp, 1, BALANCE_MAX_CP, &arguments->config.balance_cp, error) &&
           (nodes.count == 0 || small_number(&nodes, BALANCE_NODES, BALANCE_MAX_NODES,
                                             &arguments->config.balance_nodes, error));
}

static bool take_seed(Arguments *arguments, const OptionValues *values, Error *error) {
    int64_t seed;
    if (!number(values, 0, INT64_MAX, &seed, error))
        return false;
    arguments->config.seed = (uint64_t)seed;
    return true;
}

static bool take_sprt(Arguments *arguments, const OptionValues *values, Error *error) {
    SprtParams *test = &arguments->config.sprt;
    double *fields[] = {&test->elo0, &test->elo1, &test->alpha, &test->beta};
    *test = (SprtParams){.alpha = 0.05, .beta = 0.05};
    for (int i = 0; i < values->count; i++) {
        char *end;
        *fields[i] = strtod(values->words[i], &end);
        if (end == values->words[i] || *end)
            return error_set(error, "%s: '%.40s' is not a number", values->option,
                             values->words[i]);
    }
    arguments->config.has_sprt = true;
    return true;
}

static bool take_out(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)error;
    arguments->settings.out = values->words[0];
    return true;
}

static bool take_concurrency(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 1, CONCURRENCY_MAX, &arguments->settings.concurrency, error);
}

static bool take_shard(Arguments *arguments, const OptionValues *values, Error *error) {
    int shard, shards, end = 0;
    if (sscanf(values->words[0], "%9d/%9d%n", &shard, &shards, &end) != 2 ||
        values->words[0][end] || shard < 1 || shards > SHARDS_MAX || shard > shards)
        return complain(error, values, "should be like 2/10: the second of ten");
    arguments->settings.shard = shard - 1;
    arguments->settings.shards = shards;
    return true;
}

static bool take_first(Arguments *arguments, const OptionValues *values, Error *error) {
    return small_number(values, 1, TOURNAMENT_GAMES_MAX, &arguments->settings.first, error);
}

static bool take_after(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)error;
    arguments->settings.after = values->words[0];
    return true;
}

static bool take_transcript(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)error;
    arguments->settings.transcript = values->words[0];
    return true;
}

static bool take_xml(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->settings.xml = true;
    return true;
}

static bool take_quiet(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->settings.quiet = true;
    return true;
}

static bool take_unchecked(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->settings.unchecked = true;
    return true;
}

static bool take_folders(Arguments *arguments, const OptionValues *values, ArgumentsMode mode,
                         Error *error) {
    Settings *settings = &arguments->settings;
    if (settings->mode != MODE_PLAY)
        return complain(error, values, "only one of --resume, --merge and --report");
    settings->mode = mode;
    settings->folder_count = values->count;
    memcpy(settings->folders, values->words, (size_t)values->count * sizeof *values->words);
    return true;
}

static bool take_resume(Arguments *arguments, const OptionValues *values, Error *error) {
    return take_folders(arguments, values, MODE_RESUME, error);
}
static bool take_merge(Arguments *arguments, const OptionValues *values, Error *error) {
    return take_folders(arguments, values, MODE_MERGE, error);
}
static bool take_report(Arguments *arguments, const OptionValues *values, Error *error) {
    return take_folders(arguments, values, MODE_REPORT, error);
}

static bool take_help(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->settings.mode = MODE_HELP;
    return true;
}
static bool take_version(Arguments *arguments, const OptionValues *values, Error *error) {
    (void)values, (void)error;
    arguments->settings.mode = MODE_VERSION;
    return true;
}

static const ArgumentOption OPTIONS[] = {
    {"--ruleset", "NAME", 1, 1, true, take_ruleset, "the rules (default 6170-spring-2007)"},
    {"--player", "WORD...", 1, ANY, true, take_player, "somebody who plays: see below"},
    {"--each", "KEY=VALUE...", 1, ANY, true, take_each, "holds for every player after it"},
    {"--format", "NAME", 1, 1, true, take_format,
     "round-robin (the default; of two players, a match), gauntlet, swiss, knockout"},
    {"--games", "N", 1, 1, true, take_games, "of each pairing (default 2; of an SPRT 40000)"},
    {"--rounds", "N", 1, 1, true, take_rounds, "of a Swiss tournament (default: enough)"},
    {"--tie-breaks", "N", 1, 1, true, take_tie_breaks,
     "games at most to break a tie in a knock-out (default 6); then the earlier named wins"},
    {"--tc", "[MOVES/]TIME[+INC]", 1, 1, true, take_time_control,
     "clocks, like 10+0.1, 5:00 or 40/2:00"},
    {"--movetime", "MS", 1, 1, true, take_time_control, "or so much for each turn"},
    {"--depth", "N", 1, 1, true, take_time_control, "or so many half-moves deep"},
    {"--nodes", "N", 1, 1, true, take_time_control, "or so many positions"},
    {"--min-charge", "MS", 1, 1, true, take_minimum_charge,
     "what a turn costs at least, however fast"},
    {"--margin", "MS", 1, 1, true, take_margin,
     "by how much time may be exceeded (default 0; with --movetime 50)"},
    {"--patience", "MS", 1, 1, true, take_patience,
     "how long to wait where there is no time limit, and for a start (default 30000)"},
    {"--draws", NULL, 0, 0, true, take_draws,
     "the 2006 tournament's: third repetition, fifty moves"},
    {"--longest", "TURNS", 1, 1, true, take_longest, "then the game is drawn (default 2000)"},
    {"--chips", "WHITE BLACK", 2, 2, true, take_chips, "pass chips, where the ruleset has them"},
    {"--scoring", "1-0.5-0|3-1-0", 1, 1, true, take_scoring, "points in the table"},
    {"--openings", "FILE [shuffled]", 1, 2, true, take_openings,
     "where games begin: PGN, XML, or a line of FEN or turns each"},
    {"--random-plies", "N", 1, 1, true, take_random_plies, "or after N random half-moves"},
    {"--book", "FILE PLIES", 2, 2, true, take_book, "or after so many from a book"},
    {"--balanced", "CP [NODES]", 1, 2, true, take_balanced,
     "draws such an opening again while a player stands better by more centipawns, as a search of "
     "ours of so many positions sees it (default 10000)"},
    {"--seed", "N", 1, 1, true, take_seed, "of all random choices (default 1)"},
    {"--sprt", "ELO0 ELO1 [ALPHA [BETA]]", 2, 4, true, take_sprt,
     "stops a match once it is clear which strength the first player has"},
    {"--out", "FOLDER", 1, 1, false, take_out, "for the log and the results (default tournament)"},
    {"--concurrency", "N", 1, 1, false, take_concurrency, "games at once (default 1)"},
    {"--shard", "I/N", 1, 1, false, take_shard, "plays only the I-th part of N"},
    {"--first", "N", 1, 1, false, take_first, "plays only the first N games for now"},
    {"--after", "FOLDER", 1, 1, false, take_after, "whose games have been played elsewhere"},
    {"--transcript", "FILE", 1, 1, false, take_transcript,
     "appends what programs are told and say"},
    {"--xml", NULL, 0, 0, false, take_xml, "writes each game as an XML file, too"},
    {"--quiet", NULL, 0, 0, false, take_quiet, "shows nothing while it plays"},
    {"--unchecked", NULL, 0, 0, false, take_unchecked, "does not try every program beforehand"},
    {"--resume", "FOLDER", 1, 1, false, take_resume, "goes on with the tournament in a folder"},
    {"--merge", "FOLDER...", 1, ARGUMENTS_FOLDERS_MAX, false, take_merge,
     "makes one log of the shards' in these folders, and its results, in --out; the exit status "
     "is 3 while games are missing"},
    {"--report", "FOLDER", 1, 1, false, take_report, "makes the results of a folder's log again"},
    {"--help", NULL, 0, 0, false, take_help, "prints this"},
    {"--version", NULL, 0, 0, false, take_version, "prints the version"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* --- the command line --- */

static const ArgumentOption *find_option(const char *name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcmp(OPTIONS[i].name, name) == 0)
            return &OPTIONS[i];
    return NULL;
}

static bool take(Arguments *arguments, const ArgumentOption *option, const OptionValues *values,
                 Error *error) {
    if (values->count < option->least || values->count > option->most)
        return error_set(error, "%s: should be %s %s", option->name, option->name,
                         option->values ? option->values : "alone");
    for (int i = -1; option->defines_tournament && i < values->count; i++)
        arguments->tournament_args[arguments->tournament_arg_count++] =
            i < 0 ? option->name : values->words[i];
    return option->take(arguments, values, error);
}

static bool parse_words(Arguments *arguments, int count, char **words, Error *error) {
    for (int i = 0; i < count;) {
        const ArgumentOption *option = find_option(words[i]);
        if (!option)
            return error_set(error, "'%.60s' is no option; try --help", words[i]);
        OptionValues values = {option->name, words + i + 1, 0};
        while (i + 1 + values.count < count && strncmp(values.words[values.count], "--", 2) != 0)
            values.count++;
        if (!take(arguments, option, &values, error))
            return false;
        i += 1 + values.count;
    }
    return true;
}

static void set_defaults(Arguments *arguments) {
    arguments->engine = sibling_program_find("misere", arguments->engine_path);
    arguments->config.rules = ruleset_default();
    arguments->config.tie_break_games = 6;
    arguments->config.margin_ms = -1;
    arguments->config.response_timeout_ms = 30000;
    arguments->config.max_turns = 2000;
    arguments->config.balance_nodes = BALANCE_NODES;
    arguments->config.scoring = (Scoring){1, 0.5, 0};
    arguments->config.seed = 1;
    arguments->settings.out = "tournament";
    arguments->settings.concurrency = 1;
    arguments->settings.shards = 1;
    arguments->settings.first = INT_MAX;
}

bool arguments_read(Arguments *arguments, int count, char **words, Error *error) {
    *arguments = (Arguments){.tournament_args =
                                 calloc((size_t)count + 1, sizeof *arguments->tournament_args)};
    if (!arguments->tournament_args)
        return error_set(error, "out of memory");
    set_defaults(arguments);
    if (!parse_words(arguments, count, words, error))
        return false;
    ArgumentsMode mode = arguments->settings.mode;
    if ((mode == MODE_RESUME || mode == MODE_MERGE || mode == MODE_REPORT) &&
        arguments->tournament_arg_count > 0)
        return error_set(error, "%s: the log says what is played", arguments->tournament_args[0]);
    return mode != MODE_PLAY || tournament_config_complete(&arguments->config, error);
}

bool arguments_parse_tournament(Arguments *arguments, int count, char **words, Error *error) {
    free(arguments->tournament_args);
    arguments->tournament_arg_count = 0;
    arguments->tournament_args = calloc((size_t)count + 1, sizeof *arguments->tournament_args);
    if (!arguments->tournament_args)
        return error_set(error, "out of memory");
    return parse_words(arguments, count, words, error) &&
           tournament_config_complete(&arguments->config, error);
}

void arguments_free(Arguments *arguments) {
    free(arguments->tournament_args);
    arguments->tournament_args = NULL;
}

static void print_options(FILE *out, bool tournament_ones) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (OPTIONS[i].defines_tournament == tournament_ones)
            help_row(out, OPTIONS[i].name, OPTIONS[i].values, OPTIONS[i].help);
}

void arguments_print_help(FILE *out) {
    fputs("usage: misere-referee --player WORD... --player WORD... [OPTION]...\n"
          "       misere-referee --resume FOLDER | --report FOLDER [OPTION]...\n"
          "       misere-referee --merge FOLDER... --out FOLDER\n"
          "\n"
          "Plays matches and tournaments of antichess between programs of any kind: keeps the "
          "clocks,\n"
          "judges every turn, and writes a log from which it can go on at any time: the same "
          "command,\n"
          "or --resume, takes up what was interrupted.\n"
          "\nWhat is played:\n\n",
          out);
    print_options(out, true);
    fputs("\nA player is one of the words random, greedy, minimax2 (they are built in), the word "
          "misere\n"
          "for our engine, or a program that words KEY=VALUE describe:\n\n",
          out);
    player_options_help(out);
    fputs("\nHow it is played, which makes no difference to the games:\n\n", out);
    print_options(out, false);
    fputs("\nOur engine against each of the built-in players, 100 games with two seconds and 20 ms "
          "a turn,\n"
          "four at once, every pair of games from an opening of six random half-moves:\n\n"
          "  misere-referee --ruleset losers --format gauntlet --games 100 --tc 2+0.02 \\\n"
          "      --player misere --player random --player greedy --player minimax2 \\\n"
          "      --random-plies 6 --concurrency 4 --out results\n",
          out);
}
