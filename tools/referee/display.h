/* display: shows the progress of a running tournament. On a terminal the crosstable, a progress bar
 * and the time left are redrawn in place, and disappear at the end, since the final crosstable
 * follows; elsewhere a few lines are printed every ten seconds. One thread at a time may use a
 * Display. */
#ifndef MISERE_REFEREE_DISPLAY_H
#define MISERE_REFEREE_DISPLAY_H

#include "referee/config/arguments.h"
#include "referee/worker_pool.h"

typedef struct {
    FILE *out;
    const TournamentConfig *config;
    const Settings *settings;
    bool is_terminal;
    int64_t started_ms; /* when the tournament started, by the monotonic clock */
    int64_t shown_ms;   /* when the display was last updated */
    int rows;           /* rows on the terminal that the next update overwrites */
    int shown_games;    /* games finished at the last update */
    int rated_games;    /* games finished when ratings were last printed */
} Display;

/* Unless quiet, says whether the default time control is used and a seed was chosen and, if `out`
 * is not a terminal, prints the title of the tournament. `out`, `config` and `settings` must
 * outlive the display. */
void display_init(Display *display, FILE *out, const TournamentConfig *config,
                  const Settings *settings);

/* Updates the display if an update is due. Call several times a second, and a last time with
 * `is_last` when no more games are played. */
void display_update(Display *display, WorkerPool *pool, bool is_last);

#endif
