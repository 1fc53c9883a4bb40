/* display: a tournament as it goes on, for whoever watches. On a terminal the table, a progress
 * bar and the time left are drawn anew in place; elsewhere a line appears from time to time. */
#ifndef MISERE_REFEREE_DISPLAY_H
#define MISERE_REFEREE_DISPLAY_H

#include "referee/worker_pool.h"

typedef struct {
    FILE *out;
    const TournamentConfig *config;
    int shard, shards;
    bool is_terminal;
    bool is_quiet;      /* shows nothing */
    int64_t started_ms; /* on the monotonic clock */
    int64_t shown_ms;
    int rows; /* drawn, and to be drawn over */
    int shown_games;
} Display;

void display_init(Display *display, FILE *out, const TournamentConfig *config, int shard,
                  int shards, bool is_quiet);

/* Shows what goes on, unless it is too soon; call it several times a second. `force`: even then. */
void display_update(Display *display, WorkerPool *pool, bool force);

#endif
