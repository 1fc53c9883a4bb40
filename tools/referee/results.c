#include "referee/results.h"

#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "files/gamefile.h"
#include "files/pgn_write.h"
#include "referee/log_entry.h"
#include "referee/standing.h"
#include "referee/stats/plot.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef bool Writer(FILE *out, const Results *results, Error *error);

static bool write_file(const Results *results, const char *name, Writer *writer, Error *error) {
    char path[PATH_MAX];
    WholeFile whole;
    snprintf(path, sizeof path, "%s/%s", results->directory, name);
    if (!wholefile_open_alone(&whole, path, error))
        return false;
    if (writer(whole.file, results, error))
        return wholefile_commit(&whole, error);
    wholefile_abandon(&whole);
    return false;
}

/* The pace of all players who have one. */
static void common_pace(const Contest *contest, char text[PACE_TEXT_SIZE]) {
    Pace none = {0};
    pace_print(&none, text);
    for (int i = 0, found = 0; i < contest->player_count; i++) {
        char pace[PACE_TEXT_SIZE];
        if (pace_is_unset(&contest->players[i].pace))
            continue;
        pace_print(&contest->players[i].pace, pace);
        strcpy(text, found++ == 0 || strcmp(pace, text) == 0 ? pace : "mixed times");
    }
}

void results_title(const Contest *contest, char title[RESULTS_TITLE_SIZE]) {
    char pace[PACE_TEXT_SIZE], format[48];
    common_pace(contest, pace);
    snprintf(format, sizeof format, "%s", contest_format_name(contest->format));
    if (contest->format == FORMAT_SWISS)
        snprintf(format, sizeof format, "Swiss, %d rounds", contest->rounds);
    else if (contest->player_count == 2)
        snprintf(format, sizeof format, "match of %d games", contest->games);
    snprintf(title, RESULTS_TITLE_SIZE, "%s, %s, %s", contest->rules->name, format, pace);
}

/* --- games --- */

static bool read_sheet(const Results *results, int number, Sheet *sheet, Error *error) {
    json_t *line = journal_game(results->journal, number, error);
    Error why;
    if (!line)
        return false;
    bool read = sheet_read(line, results->contest, sheet, &why) ||
                error_set(error, "game %d: %s", number + 1, why.text);
    json_decref(line);
    return read;
}

static bool print_game(FILE *out, const Results *results, const char *title, int number,
                       const Sheet *sheet, Error *error) {
    char round[32], paces[COLOURS][PACE_TEXT_SIZE];
    Fixture fixture;
    schedule_fixture(results->schedule, number, &fixture);
    snprintf(round, sizeof round, "%d.%d", fixture.round + 1, number + 1);
    pace_print_pgn(&results->contest->players[fixture.white].pace, paces[WHITE]);
    pace_print_pgn(&results->contest->players[fixture.black].pace, paces[BLACK]);
    PgnTags tags = {.event = title,
                    .time_control = strcmp(paces[WHITE], paces[BLACK]) == 0 ? paces[WHITE] : "?",
                    .date = results->date,
                    .round = round,
                    .result = ending_result(sheet->white_points),
                    .comments = (const char *const *)sheet->comments};
    return pgn_print(out, &sheet->record, &tags, error);
}

static bool write_pgn(FILE *out, const Results *results, Error *error) {
    char title[RESULTS_TITLE_SIZE];
    results_title(results->contest, title);
    for (int i = 0; i < schedule_size(results->schedule); i++) {
        Sheet sheet;
        if (!journal_has(results->journal, i))
            continue;
        if (!read_sheet(results, i, &sheet, error))
            return false;
        bool written = print_game(out, results, title, i, &sheet, error);
        sheet_free(&sheet);
        if (!written)
            return false;
    }
    return true;
}

static bool write_xml(const Results *results, Error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/games", results->directory);
    if (!wholefile_make_folders(path, error))
        return false;
    for (int i = 0; i < schedule_size(results->schedule); i++) {
        Sheet sheet;
        snprintf(path, sizeof path, "%s/games/%06d.xml", results->directory, i + 1);
        if (!journal_has(results->journal, i) || path_exists(path))
            continue;
        if (!read_sheet(results, i, &sheet, error))
            return false;
        bool saved = gamefile_save(path, &sheet.record, error);
        sheet_free(&sheet);
        if (!saved)
            return false;
    }
    return true;
}

/* --- the whole --- */

static bool write_crosstable(FILE *out, const Results *results, Error *error) {
    char title[RESULTS_TITLE_SIZE];
    Standing standing;
    results_title(results->contest, title);
    if (!standing_make(&standing, results->contest, results->schedule, results->test))
        return error_set(error, "out of memory");
    fprintf(out, "%s\n\n", title);
    bool written = crosstable_print(out, &standing.standings) ||
                   error_set(error, "out of memory for the table");
    int champion = schedule_champion(results->schedule);
    if (champion >= 0)
        fprintf(out, "\nWinner: %s\n", results->contest->players[champion].name);
    standing_free(&standing);
    return written;
}

/* The games played, in order; the caller frees them. */
static PlotGame *plot_games(const Schedule *schedule, int end, int64_t *count) {
    PlotGame *games = calloc((size_t)schedule_played(schedule, 0, 1) + 1, sizeof *games);
    *count = 0;
    for (int i = 0; games && i < end; i++) {
        Fixture fixture;
        if (schedule_points(schedule, i) == SCHEDULE_UNPLAYED)
            continue;
        schedule_fixture(schedule, i, &fixture);
        bool in_pair = schedule_points(schedule, i ^ 1) != SCHEDULE_UNPLAYED;
        games[(*count)++] = (PlotGame){fixture.white, fixture.black, schedule_points(schedule, i),
                                       in_pair ? i / 2 : -1};
    }
    return games;
}

static bool write_plot(FILE *out, const Results *results, Error *error) {
    const Contest *contest = results->contest;
    char title[RESULTS_TITLE_SIZE];
    const char *names[CONTEST_PLAYERS_MAX];
    for (int i = 0; i < contest->player_count; i++)
        names[i] = contest->players[i].name;
    results_title(contest, title);
    Plot plot = {.title = title,
                 .player_count = contest->player_count,
                 .names = names,
                 .sprt = contest->has_sprt ? &contest->sprt : NULL};
    PlotGame *games = plot_games(results->schedule, standing_end(results->schedule, results->test),
                                 &plot.game_count);
    plot.games = games;
    bool written = games ? plot_scores(out, &plot, error) : error_set(error, "out of memory");
    free(games);
    return written;
}

bool results_write(const Results *results, bool with_xml, Error *error) {
    return write_file(results, "games.pgn", write_pgn, error) &&
           write_file(results, "crosstable.txt", write_crosstable, error) &&
           write_file(results, "scores.svg", write_plot, error) &&
           (!with_xml || write_xml(results, error));
}
