#include "referee/results.h"

#include "base/os/atomic_file.h"
#include "base/utf8.h"
#include "files/pgn_write.h"
#include "referee/game_log.h"
#include "referee/results_json.h"
#include "referee/standings.h"
#include "referee/stats/plot.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef bool ResultWriter(FILE *out, const Results *results, Error *error);

static bool write_file(const Results *results, const char *name, ResultWriter *writer,
                       Error *error) {
    char path[PATH_MAX];
    AtomicFile atomic;
    snprintf(path, sizeof path, "%s/%s", results->directory, name);
    if (!atomic_file_open_sole_writer(&atomic, path, error))
        return false;
    errno = EIO; /* used if the stream gives no reason */
    if (writer(atomic.file, results, error))
        return atomic_file_commit(&atomic, error);
    if (ferror(atomic.file))
        error_set_errno(error, path);
    atomic_file_discard(&atomic);
    return false;
}

/* The time control shared by all players that have one, or "mixed times". */
static void common_time_control(const TournamentConfig *config, char text[TIME_CONTROL_TEXT_SIZE]) {
    ClientTimeControl none = {0};
    time_control_print(&none, text);
    for (int i = 0, found = 0; i < config->player_count; i++) {
        char tc[TIME_CONTROL_TEXT_SIZE];
        if (time_control_is_unset(&config->players[i].tc))
            continue;
        time_control_print(&config->players[i].tc, tc);
        strcpy(text, found++ == 0 || strcmp(tc, text) == 0 ? tc : "mixed times");
    }
}

void results_title(const TournamentConfig *config, char title[RESULTS_TITLE_SIZE]) {
    char tc[TIME_CONTROL_TEXT_SIZE], format[48];
    common_time_control(config, tc);
    snprintf(format, sizeof format, "%s", tournament_format_name(config->format));
    if (config->format == FORMAT_SWISS)
        snprintf(format, sizeof format, "Swiss, %d rounds", config->rounds);
    else if (config->player_count == 2)
        snprintf(format, sizeof format, "match of %d games", config->games);
    snprintf(title, RESULTS_TITLE_SIZE, "%s, %s, %s", config->rules->name, format, tc);
}

/* --- games --- */

enum { ROUND_SIZE = 32 };

static int halfmoves(const Game *game) {
    int count = 0;
    for (int i = 0; i < game->count; i++)
        count += game->turns[i].turn.count;
    return count;
}

/* Fills in the PGN tags and the increment, which the log does not store for each game. Returns
 * false if out of memory. */
static bool set_tags(const Results *results, int number, const GamePairing *pairing,
                     StoredGame *stored) {
    const TournamentConfig *config = results->config;
    const ClientTimeControl *tc = &config->players[pairing->white].tc;
    TagList *tags = &stored->tags;
    char tcs[COLOURS][TIME_CONTROL_TEXT_SIZE], title[RESULTS_TITLE_SIZE], round[ROUND_SIZE];
    char plies[16];
    results_title(config, title);
    time_control_print_pgn(tc, tcs[WHITE]);
    time_control_print_pgn(&config->players[pairing->black].tc, tcs[BLACK]);
    snprintf(round, sizeof round, "%d.%d", pairing->round + 1, number + 1);
    bool is_same = strcmp(tcs[WHITE], tcs[BLACK]) == 0;
    stored->increment_ms = stored->timed && is_same ? tc->increment_ms : 0;
    snprintf(plies, sizeof plies, "%d", halfmoves(&stored->game));
    return tags_set(tags, "Event", config->event ? config->event : title) &&
           (!config->site || tags_set(tags, "Site", config->site)) &&
           tags_set(tags, "PlyCount", plies) &&
           tags_set(tags, "Date", results->date ? results->date : "") &&
           tags_set(tags, "Round", round) &&
           tags_set(tags, "TimeControl", is_same ? tcs[WHITE] : "?");
}

/* Reads a game from the log. On success the caller frees the game. */
static bool read_game(const Results *results, int number, StoredGame *stored, Error *error) {
    GamePairing pairing;
    char *line = journal_line(results->journal, number, error);
    if (!line)
        return false;
    schedule_pairing(results->schedule, number, &pairing);
    bool read = game_log_read(line, results->config, &pairing, stored, error) ||
                error_wrap(error, "game %d", number + 1);
    free(line);
    if (!read || set_tags(results, number, &pairing, stored))
        return read;
    stored_game_free(stored);
    return error_set_out_of_memory(error);
}

bool results_write_game(FILE *out, const Results *results, int number, Error *error) {
    StoredGame stored;
    char path[PATH_MAX];
    if (!read_game(results, number, &stored, error))
        return false;
    snprintf(path, sizeof path, "%s/games.pgn", results->directory);
    bool written = pgn_write(out, &stored, results->coordinates ? STYLE_UCI : STYLE_SAN, error);
    stored_game_free(&stored);
    return written && (fflush(out) == 0 || error_set_errno(error, path));
}

static bool write_pgn(FILE *out, const Results *results, Error *error) {
    for (int i = 0; i < schedule_size(results->schedule); i++)
        if (journal_has(results->journal, i) && !results_write_game(out, results, i, error))
            return false;
    return true;
}

bool results_write_pgn(const Results *results, Error *error) {
    return write_file(results, "games.pgn", write_pgn, error);
}

/* --- standings --- */

bool results_print_crosstable(FILE *out, const Results *results, int columns, Error *error) {
    char title[RESULTS_TITLE_SIZE];
    TournamentStandings standings;
    results_title(results->config, title);
    if (!standings_make(&standings, results->config, results->schedule, results->test))
        return error_set(error, "out of memory");
    fprintf(out, "%s\n\n", title);
    bool written =
        crosstable_print(out, &standings.crosstable, columns) || error_set(error, "out of memory");
    int champion = schedule_champion(results->schedule);
    if (champion >= 0)
        fprintf(out, "\nWinner: %s\n", results->config->players[champion].name);
    standings_free(&standings);
    return written;
}

static bool write_crosstable(FILE *out, const Results *results, Error *error) {
    return results_print_crosstable(out, results, 0, error);
}

static bool write_json(FILE *out, const Results *results, Error *error) {
    TournamentStandings standings;
    bool written = standings_make(&standings, results->config, results->schedule, results->test) &&
                   results_json_write(out, results->config, results->schedule, &standings);
    standings_free(&standings);
    return written || error_set(error, "out of memory");
}

/* The finished games numbered below `end`, in order; the caller frees the array. */
static PlotGame *plot_games(const Schedule *schedule, int end, int64_t *count) {
    PlotGame *games = calloc((size_t)schedule_played(schedule, end, 0, 1) + 1, sizeof *games);
    *count = 0;
    for (int i = 0; games && i < end; i++) {
        GamePairing pairing;
        if (schedule_points(schedule, i) == SCHEDULE_UNPLAYED || standings_is_repeat(schedule, i))
            continue;
        schedule_pairing(schedule, i, &pairing);
        bool in_pair = schedule_points(schedule, i ^ 1) != SCHEDULE_UNPLAYED;
        games[(*count)++] = (PlotGame){pairing.white, pairing.black, schedule_points(schedule, i),
                                       in_pair ? i / 2 : -1};
    }
    return games;
}

static bool write_plot(FILE *out, const Results *results, Error *error) {
    const TournamentConfig *config = results->config;
    char title[RESULTS_TITLE_SIZE];
    const char *names[TOURNAMENT_PLAYERS_MAX];
    for (int i = 0; i < config->player_count; i++)
        names[i] = config->players[i].name;
    results_title(config, title);
    Plot plot = {.title = title,
                 .player_count = config->player_count,
                 .names = names,
                 .sprt = config->has_sprt ? &config->sprt : NULL};
    PlotGame *games = plot_games(results->schedule, standings_end(results->schedule, results->test),
                                 &plot.game_count);
    plot.games = games;
    bool written = games ? plot_scores(out, &plot, error) : error_set(error, "out of memory");
    free(games);
    return written;
}

bool results_write(const Results *results, Error *error) {
    return results_write_pgn(results, error) &&
           write_file(results, "crosstable.txt", write_crosstable, error) &&
           write_file(results, "results.json", write_json, error) &&
           write_file(results, "scores.svg", write_plot, error);
}
