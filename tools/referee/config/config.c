#include "referee/config/config.h"

#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MS = 1000,
    HOUR_S = 3600,
    CLOCK_MAX_S = 1000 * HOUR_S,
    SESSION_MOVES_MAX = 1000,
    SPRT_GAMES = 40000
};

const char *const TOURNAMENT_FORMAT_NAMES[] = {
    [FORMAT_ROUND_ROBIN] = "round-robin",
    [FORMAT_GAUNTLET] = "gauntlet",
    [FORMAT_SWISS] = "swiss",
    [FORMAT_KNOCKOUT] = "knockout",
    NULL,
};

const char *tournament_format_name(TournamentFormat format) {
    return TOURNAMENT_FORMAT_NAMES[format];
}

/* --- time controls --- */

bool time_control_is_unset(const ClientTimeControl *tc) {
    return tc->clock_ms == 0 && tc->movetime_ms == 0 && tc->depth == 0 && tc->nodes == 0;
}

/* Appends to the text of a time control, truncating it to fit. */
__attribute__((format(printf, 2, 3))) static void append(char text[TIME_CONTROL_TEXT_SIZE],
                                                         const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, TIME_CONTROL_TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

/* Appends a time in seconds (or, if `in_minutes`, a minute or more as M:SS), with as many decimals
 * as needed. */
static void append_time(char text[TIME_CONTROL_TEXT_SIZE], int64_t ms, bool in_minutes) {
    char decimals[8] = "";
    if (ms % MS)
        snprintf(decimals, sizeof decimals, ".%03d", (int)(ms % MS));
    for (size_t end = strlen(decimals); end > 0 && decimals[end - 1] == '0'; end--)
        decimals[end - 1] = '\0';
    long long s = ms / MS;
    if (in_minutes && s >= 60)
        append(text, "%lld:%02lld%s", s / 60, s % 60, decimals);
    else
        append(text, "%lld%s", s, decimals);
}

static void append_clock(char text[TIME_CONTROL_TEXT_SIZE], const ClientTimeControl *tc,
                         bool in_minutes) {
    if (tc->moves_to_go > 0)
        append(text, "%d/", tc->moves_to_go);
    append_time(text, tc->clock_ms, in_minutes);
    if (tc->increment_ms > 0) {
        append(text, "+");
        append_time(text, tc->increment_ms, in_minutes);
    }
}

void time_control_print(const ClientTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]) {
    text[0] = '\0';
    if (tc->movetime_ms > 0)
        append(text, "%lld ms", (long long)tc->movetime_ms);
    else if (tc->depth > 0)
        append(text, "depth %d", tc->depth);
    else if (tc->nodes > 0)
        append(text, "%lld nodes", (long long)tc->nodes);
    else if (tc->clock_ms > 0)
        append_clock(text, tc, true);
    else
        append(text, "no limit");
}

void time_control_print_pgn(const ClientTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]) {
    text[0] = '\0';
    if (time_control_has_clock(tc))
        append_clock(text, tc, false);
    else
        append(text, "?");
}

/* Reads "90", "1:30" or "1:00:00", optionally with a fraction, and moves *text past it. */
static bool read_time(const char **text, int64_t *ms) {
    double seconds = 0;
    for (int parts = 0; parts < 3; parts++) {
        char *end;
        size_t digits = strspn(*text, "0123456789.");
        double part = strtod(*text, &end);
        if (digits == 0 || digits > 12 || end != *text + digits)
            return false;
        seconds = 60 * seconds + part;
        *text = end;
        if (*end != ':') {
            *ms = (int64_t)floor(seconds * MS + 0.5);
            return seconds <= CLOCK_MAX_S;
        }
        (*text)++;
    }
    return false;
}

bool time_control_read_clock(ClientTimeControl *tc, const char *text, Error *error) {
    const char *rest = text, *slash = strchr(text, '/');
    ClientTimeControl read = {0};
    if (slash) {
        char *end;
        long moves = strtol(text, &end, 10);
        if (end != slash || moves < 1 || moves > SESSION_MOVES_MAX)
            return error_set(error, "%s: the number of moves before '/' must be from 1 to %d",
                             QUOTE(text), SESSION_MOVES_MAX);
        read.moves_to_go = (int)moves;
        rest = slash + 1;
    }
    bool ok = read_time(&rest, &read.clock_ms);
    if (ok && *rest == '+') {
        rest++;
        ok = read_time(&rest, &read.increment_ms);
    }
    if (!ok || *rest || read.clock_ms < 1)
        return error_set(error, "%s is not a time control such as 10+0.1, 5:00 or 40/5:00",
                         QUOTE(text));
    *tc = read;
    return true;
}

/* --- the tournament --- */

static bool has_name_before(const TournamentConfig *config, int player, const char *name) {
    for (int i = 0; i < player; i++)
        if (strcmp(config->players[i].name, name) == 0)
            return true;
    return false;
}

/* Makes names unique: if players share a name, a number is appended to all but the first. */
static void number_names(TournamentConfig *config) {
    for (int i = 0; i < config->player_count; i++) {
        char base[PLAYER_NAME_SIZE - 16], *name = config->players[i].name;
        utf8_copy(base, sizeof base, name);
        for (int n = 2; has_name_before(config, i, name); n++)
            snprintf(name, PLAYER_NAME_SIZE, "%s-%d", base, n);
    }
}

/* Sets the default time control if a program would have no limit. */
static void complete_time_control(TournamentConfig *config) {
    for (int i = 0; i < config->player_count && time_control_is_unset(&config->tc); i++) {
        const PlayerSpec *spec = &config->players[i];
        config->has_default_tc = player_spec_is_program(spec) && time_control_is_unset(&spec->tc);
        if (config->has_default_tc)
            time_control_read_clock(&config->tc, DEFAULT_TIME_CONTROL, NULL);
    }
}

static bool complete_player(const TournamentConfig *config, PlayerSpec *spec, Error *error) {
    if (time_control_is_unset(&spec->tc))
        spec->tc = config->tc;
    if (spec->passes_with_king && spec->kind != PLAYER_UCI)
        return error_set(error, "player %s: pass=king is only for UCI engines", QUOTE(spec->name));
    if (spec->option_count > 0 && spec->kind != PLAYER_UCI && spec->kind != PLAYER_CECP)
        return error_set(error, "player %s has no options, so none such as %s", QUOTE(spec->name),
                         QUOTE(spec->options[0].name));
    if (spec->ponders && spec->kind != PLAYER_UCI && spec->kind != PLAYER_CECP)
        return error_set(error, "player %s: ponder=on is only for UCI and CECP engines",
                         QUOTE(spec->name));
    if (spec->ponders && config->nodes_per_ms > 0)
        return error_set(error, "player %s: ponder=on does not go with --nodestime",
                         QUOTE(spec->name));
    if (!player_spec_is_program(spec))
        return !spec->argv[0] ||
               error_set(error, "player %s is built in and takes no command", QUOTE(spec->name));
    if (config->nodes_per_ms > 0 && spec->kind != PLAYER_UCI)
        return error_set(error, "player %s is not a UCI engine, as --nodestime needs",
                         QUOTE(spec->name));
    if (!spec->argv[0])
        return error_set(error, "player %s has no command: give cmd=PROGRAM", QUOTE(spec->name));
    const ClientTimeControl *tc = &spec->tc;
    if (spec->kind == PLAYER_TEXTUI &&
        (!time_control_has_clock(tc) || tc->increment_ms > 0 || tc->moves_to_go > 0))
        return error_set(error,
                         "%s is a TextUI program: its only limit is a clock for the whole game "
                         "without an increment, such as --tc 5:00",
                         QUOTE(spec->name));
    if (spec->kind == PLAYER_CECP && spec->tc.nodes > 0)
        return error_set(error, "%s is a CECP engine: CECP has no node limit", QUOTE(spec->name));
    if (spec->kind == PLAYER_CECP && config->rules->halfmoves_per_turn > 1)
        return error_set(error, "%s is a CECP engine: CECP has no turns of two half-moves",
                         QUOTE(spec->name));
    return true;
}

/* Checks the number of games, which is computed in floating point so that nothing overflows. */
static bool check_size(const TournamentConfig *config, Error *error) {
    double players = config->player_count, games = config->games + 1.0;
    double matches = config->format == FORMAT_ROUND_ROBIN ? players * (players - 1) / 2
                     : config->format == FORMAT_SWISS     ? players / 2 * config->rounds
                                                          : players;
    if (config->format == FORMAT_KNOCKOUT)
        games += config->tie_break_games;
    return matches * games <= TOURNAMENT_GAMES_MAX ||
           error_set(error, "at most %d games are allowed in total", TOURNAMENT_GAMES_MAX);
}

/* The number of Swiss rounds after which at most one player can have won all games. */
static int default_rounds(int players) {
    int rounds = 1;
    while (1 << rounds < players)
        rounds++;
    return rounds;
}

bool balance_has_limit(const BalanceRule *rule) {
    return rule->max_cp || rule->max_percent;
}

static bool check_openings(const TournamentConfig *config, Error *error) {
    const Ruleset *rules = config->rules;
    bool has_chips = config->chips[WHITE] || config->chips[BLACK];
    if (has_chips && !rules->pass_chips)
        return error_set(error, "%s has no pass chips", rules->name);
    if (has_chips && config->openings == OPENINGS_FILE)
        return error_set(
            error, "--chips cannot be given with --openings, whose positions have their own chips");
    bool are_generated = config->openings == OPENINGS_RANDOM || config->openings == OPENINGS_BOOK;
    if (balance_has_limit(&config->balance) && !are_generated)
        return error_set(error, "--balanced needs --random-plies or --book");
    return config->opening_plies % rules->halfmoves_per_turn == 0 ||
           error_set(error, "expected an even number of half-moves, not %d: a turn of %s has two",
                     config->opening_plies, rules->name);
}

/* Would all pairs of games be the same? Built-in players choose at random. */
static bool always_repeats(const TournamentConfig *config) {
    for (int i = 0; i < config->player_count; i++)
        if (time_control_is_timed(&config->players[i].tc) ||
            !player_spec_is_program(&config->players[i]))
            return false;
    return config->openings == OPENINGS_NONE;
}

static bool check_sprt(const TournamentConfig *config, Error *error) {
    if (!config->has_sprt)
        return true;
    if (config->player_count != 2)
        return error_set(error, "--sprt needs exactly two players");
    if (config->format == FORMAT_KNOCKOUT || config->format == FORMAT_SWISS)
        return error_set(error, "--sprt is for a match, not for a %s tournament",
                         tournament_format_name(config->format));
    if (config->games % 2)
        return error_set(error, "--sprt needs an even number of games");
    if (always_repeats(config))
        return error_set(error,
                         "--sprt with --depth or --nodes needs --openings, --random-plies or "
                         "--book: from one position all pairs would be the same two games");
    return sprt_check(&config->sprt, error);
}

bool tournament_config_complete(TournamentConfig *config, Error *error) {
    if (config->player_count < 2)
        return error_set(error, "at least two --player options are needed");
    number_names(config);
    complete_time_control(config);
    for (int i = 0; i < config->player_count; i++)
        if (!complete_player(config, &config->players[i], error))
            return false;
    if (config->games == 0)
        config->games = config->has_sprt ? SPRT_GAMES : 2;
    if (config->rounds == 0)
        config->rounds = default_rounds(config->player_count);
    return check_openings(config, error) && check_sprt(config, error) && check_size(config, error);
}
