#include "referee/display.h"

#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/os/tty.h"
#include "cli/progress.h"
#include "referee/results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TERMINAL_INTERVAL_MS = 500,
    LOG_INTERVAL_MS = 10000,
    BAR_WIDTH = 40,
    OTHER_ROWS = 3,    /* the title above the crosstable, and the progress below it */
    DEFAULT_ROWS = 24, /* rows assumed if the terminal's height is unknown */
    DEFAULT_COLUMNS = 80,
};

static void print_title(const Display *display) {
    char title[RESULTS_TITLE_SIZE];
    results_title(display->config, title);
    fprintf(display->out, "%s%s\n", title, display->is_terminal ? "\x1b[K" : "");
}

void display_init(Display *display, FILE *out, const TournamentConfig *config,
                  const Settings *settings) {
    *display = (Display){.out = out,
                         .config = config,
                         .settings = settings,
                         .is_terminal = tty_is(out),
                         .started_ms = clock_now_ms()};
    if (!settings->quiet && config->has_default_tc)
        fprintf(out, "No time control is given: programs play at " DEFAULT_TIME_CONTROL "\n");
    if (!settings->quiet && config->has_chosen_seed)
        fprintf(out, "No seed is given: --seed %" PRIu64 " makes the same random choices again\n",
                config->seed);
    if (!settings->quiet && !display->is_terminal)
        print_title(display);
}

/* The data that an update shows: collected while the worker pool is locked, and printed afterwards.
 */
typedef struct {
    const Display *display;
    bool with_ratings; /* is the rating line wanted? */
    char *table;       /* the crosstable as text; NULL if it is not shown */
    char *ratings;     /* what --rating-interval prints; NULL if it is not due */
    int played, expected;
} Snapshot;

/* Prints the crosstable or, if `is_line` is set and there are two players, a line. Returns the
 * text, which the caller frees; NULL if out of memory. */
static char *print_standings(const Display *display, const Crosstable *crosstable, bool is_line) {
    MemoryStream text;
    if (!memory_stream_open(&text))
        return NULL;
    if (is_line && crosstable->count == 2)
        crosstable_print_estimate(text.file, crosstable);
    else
        crosstable_print(text.file, crosstable, tty_columns(display->out, DEFAULT_COLUMNS));
    memory_stream_close(&text);
    return text.bytes;
}

static void take_snapshot(void *context, const Schedule *schedule, const RunningSprt *test) {
    Snapshot *snapshot = context;
    const Display *display = snapshot->display;
    TournamentStandings standings;
    const Settings *run = display->settings;
    snapshot->played = schedule_played(schedule, run->first, run->shard, run->shards);
    snapshot->expected = schedule_expected(schedule, run->first, run->shard, run->shards);
    bool with_table = display->is_terminal &&
                      display->config->player_count <= tty_rows(display->out, DEFAULT_ROWS);
    if ((!with_table && !snapshot->with_ratings) ||
        !standings_make(&standings, display->config, schedule, test))
        return;
    if (with_table)
        snapshot->table = print_standings(display, &standings.crosstable, false);
    if (snapshot->with_ratings)
        snapshot->ratings = print_standings(display, &standings.crosstable, true);
    standings_free(&standings);
}

static void print_progress(const Display *display, const Snapshot *snapshot,
                           const WorkerPoolStatus *status) {
    int64_t elapsed = clock_now_ms() - display->started_ms;
    int left = snapshot->expected - snapshot->played;
    char spent[PROGRESS_DURATION_SIZE], rest[PROGRESS_DURATION_SIZE] = "?";
    progress_write_duration(spent, elapsed / 1000);
    if (status->finished > 0)
        progress_write_duration(rest, elapsed * left / status->finished / 1000);
    if (display->is_terminal) {
        int filled = snapshot->expected > 0 ? BAR_WIDTH * snapshot->played / snapshot->expected : 0;
        fputc('[', display->out);
        for (int i = 0; i < BAR_WIDTH; i++)
            fputc(i < filled ? '#' : '.', display->out);
        fputs("] ", display->out);
    }
    fprintf(display->out, "%d of %d games, %s elapsed, %s left%s\n", snapshot->played,
            snapshot->expected, spent, rest, display->is_terminal ? "\x1b[K" : "");
    fprintf(display->out, "%s%s\n", status->last, display->is_terminal ? "\x1b[K" : "");
}

/* Prints the one line that stays on the terminal after the last game. */
static void print_summary(const Display *display, const Snapshot *snapshot) {
    char spent[PROGRESS_DURATION_SIZE];
    progress_write_duration(spent, (clock_now_ms() - display->started_ms) / 1000);
    fprintf(display->out, "%d of %d games, %s elapsed\x1b[K\n", snapshot->played,
            snapshot->expected, spent);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Prints a text, erasing the rest of each line on the terminal. */
static void print_lines(FILE *out, const char *text) {
    while (*text) {
        int length = (int)strcspn(text, "\n");
        fprintf(out, "%.*s\x1b[K\n", length, text);
        text += length + (text[length] == '\n');
    }
}

/* Redraws the title, the table (if the terminal has enough rows) and the progress in place of the
 * previous update. The last update leaves a single row, because the final table follows. */
static void draw(Display *display, const Snapshot *snapshot, const WorkerPoolStatus *status,
                 bool is_last) {
    FILE *out = display->out;
    int rows = snapshot->table ? count_lines(snapshot->table) : 0;
    fputs("\x1b[?7l", out); /* cut long lines instead of wrapping them */
    if (display->rows > 0)
        fprintf(out, "\x1b[%dA", display->rows);
    display->rows = OTHER_ROWS;
    if (is_last) {
        print_summary(display, snapshot);
        display->rows = 1;
    } else {
        print_title(display);
        if (rows + OTHER_ROWS < tty_rows(out, DEFAULT_ROWS)) {
            print_lines(out, snapshot->table ? snapshot->table : "");
            display->rows += rows;
        }
        print_progress(display, snapshot, status);
    }
    fputs("\x1b[J\x1b[?7h", out);
}

/* Prints the ratings, which stay on a terminal, in place of the previous update. */
static void print_ratings(Display *display, const Snapshot *snapshot) {
    if (display->rows > 0)
        fprintf(display->out, "\x1b[%dA\x1b[J", display->rows);
    display->rows = 0;
    fprintf(display->out, "%d games:%s%s", snapshot->played,
            display->config->player_count > 2 ? "\n" : " ", snapshot->ratings);
}

/* Have as many games ended as --rating-interval says? */
static bool is_rating_due(const Display *display, const WorkerPoolStatus *status) {
    int interval = display->settings->rating_interval;
    return interval > 0 && status->finished - display->rated_games >= interval;
}

void display_update(Display *display, WorkerPool *pool, bool is_last) {
    int64_t now = clock_now_ms();
    int interval = display->is_terminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
    WorkerPoolStatus status = worker_pool_status(pool);
    Snapshot snapshot = {.display = display, .with_ratings = is_rating_due(display, &status)};
    bool is_due = is_last || now - display->shown_ms >= interval;
    if (display->settings->quiet || (!is_due && !snapshot.with_ratings))
        return;
    worker_pool_inspect(pool, take_snapshot, &snapshot);
    if (snapshot.ratings) {
        print_ratings(display, &snapshot);
        display->rated_games =
            status.finished - status.finished % display->settings->rating_interval;
    }
    if (display->is_terminal)
        draw(display, &snapshot, &status, is_last);
    else if (is_due && (status.finished != display->shown_games || is_last))
        print_progress(display, &snapshot, &status);
    fflush(display->out);
    free(snapshot.table);
    free(snapshot.ratings);
    if (is_due)
        display->shown_ms = now;
    display->shown_games = status.finished;
}
