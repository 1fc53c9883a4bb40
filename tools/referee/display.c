#include "referee/display.h"

#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/os/tty.h"
#include "cli/progress.h"
#include "referee/results.h"

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
    if (!settings->quiet && !display->is_terminal)
        print_title(display);
}

/* The data that an update shows: collected while the worker pool is locked, and printed afterwards.
 */
typedef struct {
    const Display *display;
    char *table; /* the crosstable as text; NULL if it is not shown */
    int played, expected;
} Snapshot;

static void take_snapshot(void *context, const Schedule *schedule, const RunningSprt *test) {
    Snapshot *snapshot = context;
    const Display *display = snapshot->display;
    TournamentStandings standings;
    const Settings *run = display->settings;
    snapshot->played = schedule_played(schedule, run->first, run->shard, run->shards);
    snapshot->expected = schedule_expected(schedule, run->first, run->shard, run->shards);
    if (!display->is_terminal ||
        display->config->player_count > tty_rows(display->out, DEFAULT_ROWS) ||
        !standings_make(&standings, display->config, schedule, test))
        return;
    MemoryStream table;
    if (memory_stream_open(&table)) {
        crosstable_print(table.file, &standings.crosstable,
                         tty_columns(display->out, DEFAULT_COLUMNS));
        memory_stream_close(&table);
    }
    snapshot->table = table.bytes;
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

void display_update(Display *display, WorkerPool *pool, bool is_last) {
    int64_t now = clock_now_ms();
    int interval = display->is_terminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
    if (display->settings->quiet || (!is_last && now - display->shown_ms < interval))
        return;
    Snapshot snapshot = {.display = display};
    WorkerPoolStatus status = worker_pool_status(pool);
    worker_pool_inspect(pool, take_snapshot, &snapshot);
    if (display->is_terminal)
        draw(display, &snapshot, &status, is_last);
    else if (status.finished != display->shown_games || is_last)
        print_progress(display, &snapshot, &status);
    fflush(display->out);
    free(snapshot.table);
    display->shown_ms = now;
    display->shown_games = status.finished;
}
