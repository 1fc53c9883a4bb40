/* selfplay: games of the engine against itself, as training data. */
#ifndef MISERE_TRAIN_SELFPLAY_H
#define MISERE_TRAIN_SELFPLAY_H

#include "eval/network.h"

#include <stdint.h>
#include <stdio.h>

enum { SELFPLAY_THREADS_MAX = 256 };

typedef struct {
    const Ruleset *rules;
    const Network *network; /* NULL: the built-in one */
    int games;
    uint64_t nodes; /* searched for each turn */
    int threads;    /* 1 to SELFPLAY_THREADS_MAX */
    uint64_t seed;  /* seed of the openings */
    FILE *out;      /* receives the samples */
} SelfplayConfig;

/* Plays the games and writes their quiet positions. Each game begins with 4 to 12 random turns. It
 * ends by the rules, when a win is proven, or as a draw after 300 turns. Shows progress on standard
 * error. Returns false if out of memory, if no thread can be started, or if the file cannot be
 * written. */
bool selfplay_run(const SelfplayConfig *config);

#endif
