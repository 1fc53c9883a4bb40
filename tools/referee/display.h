/* display: shows the progress of a running tournament. On a terminal the crosstable, a progress bar
 * and the time left are redrawn in place, and disappear at the end, since the final crosstable
 * follows; elsewhere a few lines are printed every ten seconds. One thread at a time may use a
 * Display. */
#ifndef MISERE_REFEREE_DISPLAY_H
#define MISERE_REFEREE_DISPLAY_H

#include "referee/worker_pool.h"

typedef struct {
    FILE *out;
    const TournamentConfig *config;
    int shard, shards; /* this shard, from 0, and the number of shards */
    bool is_terminal;
    bool is_quiet;      /* nothing is shown */
    int64_t started_ms; /* on the monotonic clock */
    int64_t shown_ms;   /* when the display was last updated */
    int rows;           /* rows on the terminal that the next update overwrites */
    int shown_games;    /* games finished at the last update */
} Display;

/* Unless quiet, says whether the default time control is used and, if `out` is not a terminal,
 * prints the title of the tournament. `out` and `config` must outlive the display. */
void display_init(Display *display, FILE *out, const TournamentConfig *config, int shard,
                  int shards, bool is_quiet);

/* Updates the display if an update is due. Call several times a second, and a last time with
 * `is_last` when no more games are played. */
void display_update(Display *display, WorkerPool *pool, bool is_last);

#endif
