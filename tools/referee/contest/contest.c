#include "referee/contest/contest.h"

#include "base/os/stream.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MS = 1000,
    HOUR_S = 3600,
    CLOCK_MAX_S = 1000 * HOUR_S,
    SESSION_MAX = 1000,
    SPRT_GAMES = 40000
};

static const char *const FORMAT_NAMES[] = {
    [FORMAT_ROUND_ROBIN] = "round-robin",
    [FORMAT_GAUNTLET] = "gauntlet",
    [FORMAT_SWISS] = "swiss",
    [FORMAT_KNOCKOUT] = "knockout",
};

enum { FORMATS = sizeof FORMAT_NAMES / sizeof *FORMAT_NAMES };

const char *contest_format_name(Format format) {
    return FORMAT_NAMES[format];
}

bool contest_find_format(const char *name, Format *format) {
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(FORMAT_NAMES[i], name) == 0) {
            *format = (Format)i;
            return true;
        }
    return false;
}

/* --- paces --- */

bool pace_is_unset(const Pace *pace) {
    return pace->clock_ms == 0 && pace->movetime_ms == 0 && pace->depth == 0 && pace->nodes == 0;
}

/* Milliseconds as seconds, or from a minute on as M:SS, with just as many decimals as needed. */
static void print_time(FILE *out, int64_t ms, bool in_minutes) {
    char decimals[8] = "";
    if (ms % MS)
        snprintf(decimals, sizeof decimals, ".%03d", (int)(ms % MS));
    for (size_t end = strlen(decimals); end > 0 && decimals[end - 1] == '0'; end--)
        decimals[end - 1] = '\0';
    long long s = ms / MS;
    if (in_minutes && s >= 60)
        fprintf(out, "%lld:%02lld%s", s / 60, s % 60, decimals);
    else
        fprintf(out, "%lld%s", s, decimals);
}

static void print_clock(FILE *out, const Pace *pace, bool in_minutes) {
    if (pace->moves_to_go > 0)
        fprintf(out, "%d/", pace->moves_to_go);
    print_time(out, pace->clock_ms, in_minutes);
    if (pace->increment_ms > 0) {
        fputc('+', out);
        print_time(out, pace->increment_ms, in_minutes);
    }
}

static void print_pace(FILE *out, const Pace *pace) {
    if (pace->movetime_ms > 0)
        fprintf(out, "%lld ms", (long long)pace->movetime_ms);
    else if (pace->depth > 0)
        fprintf(out, "depth %d", pace->depth);
    else if (pace->nodes > 0)
        fprintf(out, "%lld nodes", (long long)pace->nodes);
    else if (pace->clock_ms > 0)
        print_clock(out, pace, true);
    else
        fputs("no limit", out);
}

/* Closes the stream, and copies what fits of its text. */
static void take_text(MemoryStream *stream, char text[PACE_TEXT_SIZE]) {
    if (memorystream_close(stream))
        snprintf(text, PACE_TEXT_SIZE, "%s", stream->bytes);
    free(stream->bytes);
}

void pace_print(const Pace *pace, char text[PACE_TEXT_SIZE]) {
    MemoryStream out;
    text[0] = '\0';
    if (!memorystream_open(&out))
        return;
    print_pace(out.file, pace);
    take_text(&out, text);
}

void pace_print_pgn(const Pace *pace, char text[PACE_TEXT_SIZE]) {
    MemoryStream out;
    text[0] = '\0';
    if (!memorystream_open(&out))
        return;
    if (pace_has_clock(pace))
        print_clock(out.file, pace, false);
    else
        fputc('?', out.file);
    take_text(&out, text);
}

/* Reads "90", "1:30" or "1:00:00", the last part with a fraction or not. */
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

bool pace_read_clock(Pace *pace, const char *text, Error *error) {
    const char *rest = text, *slash = strchr(text, '/');
    Pace read = {0};
    if (slash) {
        char *end;
        long moves = strtol(text, &end, 10);
        if (end != slash || moves < 1 || moves > SESSION_MAX)
            return error_set(error, "'%.40s': no number of moves before the '/'", text);
        read.moves_to_go = (int)moves;
        rest = slash + 1;
    }
    bool sound = read_time(&rest, &read.clock_ms);
    if (sound && *rest == '+') {
        rest++;
        sound = read_time(&rest, &read.increment_ms);
    }
    if (!sound || *rest || read.clock_ms < 1)
        return error_set(error, "'%.40s' is no time control like 10+0.1, 5:00 or 40/5:00", text);
    *pace = read;
    return true;
}

/* --- the whole --- */

static bool has_name_before(const Contest *contest, int player, const char *name) {
    for (int i = 0; i < player; i++)
        if (strcmp(contest->players[i].name, name) == 0)
            return true;
    return false;
}

/* Of players with the same name all but the first get a number. */
static void number_names(Contest *contest) {
    for (int i = 0; i < contest->player_count; i++) {
        char base[PLAYER_NAME_SIZE - 16], *name = contest->players[i].name;
        utf8_copy(base, sizeof base, name);
        for (int n = 2; has_name_before(contest, i, name); n++)
            snprintf(name, PLAYER_NAME_SIZE, "%s-%d", base, n);
    }
}

static bool is_program(const PlayerSpec *spec) {
    return spec->kind == PLAYER_UCI || spec->kind == PLAYER_CECP || spec->kind == PLAYER_TEXTUI;
}

static bool settle_player(const Contest *contest, PlayerSpec *spec, Error *error) {
    if (pace_is_unset(&spec->pace))
        spec->pace = contest->pace;
    if (spec->passes_with_king && spec->kind != PLAYER_UCI)
        return error_set(error, "'%.40s': pass=king is for UCI engines", spec->name);
    if (!is_program(spec))
        return !spec->words[0] ||
               error_set(error, "'%.40s' is built in, and has no command", spec->name);
    if (!spec->words[0])
        return error_set(error, "player '%.40s' has no command: say cmd=PROGRAM", spec->name);
    if (pace_is_unset(&spec->pace))
        return error_set(error,
                         "nothing limits the time of '%.40s': say --tc, --movetime, "
                         "--depth or --nodes",
                         spec->name);
    const Pace *pace = &spec->pace;
    if (spec->kind == PLAYER_TEXTUI &&
        (!pace_has_clock(pace) || pace->increment_ms > 0 || pace->moves_to_go > 0))
        return error_set(error,
                         "'%.40s' is a TextUI program, which knows only a clock for the "
                         "whole game, like --tc 5:00",
                         spec->name);
    if (spec->kind == PLAYER_CECP && spec->pace.nodes > 0)
        return error_set(error, "'%.40s' is a CECP engine, which cannot count nodes", spec->name);
    if (spec->kind == PLAYER_CECP && contest->rules->halfmoves_per_turn > 1)
        return error_set(error, "'%.40s' is a CECP engine: one half-move a turn is all it knows",
                         spec->name);
    return true;
}

/* How many games there are at most, so as not to count further than we can. */
static bool check_size(const Contest *contest, Error *error) {
    double players = contest->player_count, games = contest->games + 1.0;
    double matches = contest->format == FORMAT_ROUND_ROBIN ? players * (players - 1) / 2
                     : contest->format == FORMAT_SWISS     ? players / 2 * contest->rounds
                                                           : players;
    if (contest->format == FORMAT_KNOCKOUT)
        games += contest->tie_break_games;
    return matches * games <= CONTEST_GAMES_MAX ||
           error_set(error, "that makes more than %d games", CONTEST_GAMES_MAX);
}

/* Rounds enough for a single winner. */
static int usual_rounds(int players) {
    int rounds = 1;
    while (1 << rounds < players)
        rounds++;
    return rounds;
}

static bool settle_openings(const Contest *contest, Error *error) {
    const Ruleset *rules = contest->rules;
    bool has_chips = contest->chips[WHITE] || contest->chips[BLACK];
    if (has_chips && !rules->pass_chips)
        return error_set(error, "%s has no pass chips", rules->name);
    if (has_chips && contest->openings == OPENINGS_FILE)
        return error_set(error, "--chips: the file of openings says who has how many");
    bool are_drawn = contest->openings == OPENINGS_RANDOM || contest->openings == OPENINGS_BOOK;
    if (contest->balance_cp > 0 && !are_drawn)
        return error_set(error, "--balanced: say --random-plies or --book, too");
    return contest->opening_plies % rules->halfmoves_per_turn == 0 ||
           error_set(error, "%d half-moves: a turn of %s has two", contest->opening_plies,
                     rules->name);
}

static bool settle_sprt(const Contest *contest, Error *error) {
    if (!contest->has_sprt)
        return true;
    if (contest->player_count != 2)
        return error_set(error, "--sprt is for two players");
    if (contest->format == FORMAT_KNOCKOUT || contest->format == FORMAT_SWISS)
        return error_set(error, "--sprt is for a match, not for a %s tournament",
                         contest_format_name(contest->format));
    if (contest->games % 2)
        return error_set(error, "--sprt needs an even number of games");
    return sprt_check(&contest->sprt, error);
}

bool contest_settle(Contest *contest, Error *error) {
    if (contest->player_count < 2)
        return error_set(error, "who plays? say --player twice or more");
    number_names(contest);
    for (int i = 0; i < contest->player_count; i++)
        if (!settle_player(contest, &contest->players[i], error))
            return false;
    if (contest->games == 0)
        contest->games = contest->has_sprt ? SPRT_GAMES : 2;
    if (contest->rounds == 0)
        contest->rounds = usual_rounds(contest->player_count);
    return settle_openings(contest, error) && settle_sprt(contest, error) &&
           check_size(contest, error);
}
