/* selfplay: games of the engine with itself, for a network to learn from. */
#ifndef MISERE_TRAIN_SELFPLAY_H
#define MISERE_TRAIN_SELFPLAY_H

#include "eval/network.h"

#include <stdint.h>
#include <stdio.h>

enum { SELFPLAY_THREADS_MAX = 256 };

typedef struct {
    const Ruleset *rules;
    const Network *network; /* to play with; NULL: the one built in */
    int games;
    uint64_t nodes; /* that a turn may take */
    int threads;
    uint64_t seed;
    FILE *out; /* for the samples */
} SelfplayConfig;

/* Plays the games, each from an opening of 4 to 12 random half-moves, up to where one side's
 * win is proven, and writes the positions in which nobody had to capture. Shows progress on
 * standard error. Returns false without memory or threads, or if the file cannot be written. */
bool selfplay_run(const SelfplayConfig *config);

#endif
