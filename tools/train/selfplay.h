/* selfplay: games of the engine against itself, as training data. */
#ifndef MISERE_TRAIN_SELFPLAY_H
#define MISERE_TRAIN_SELFPLAY_H

#include "eval/network.h"
#include "train/data/shard.h"

typedef struct {
    const Ruleset *rules;
    const Network *network;
    int games;
    uint64_t nodes; /* searched for each turn, on average; a quarter where a capture is forced, and
                       for positions outside the game */
    int threads;    /* 1 to TEAM_THREADS_MAX */
    uint64_t seed;  /* seed of the openings */
} SelfplayConfig;

/* Sets *origin to that of the games' samples. Fails if out of memory. */
bool selfplay_origin(const SelfplayConfig *config, SampleOrigin *origin, Error *error);

/* Plays the games that are missing from the shard, and adds their quiet positions. For each turn it
 * also adds up to EVAL_SAMPLE_SIZE quiet positions that the search evaluated; these have no
 * results. Each game begins with 4 to 12 random turns, which seldom leave it decided, and now and
 * then a turn other than the best one is played. It ends by the rules, when a win is proven or all
 * but certain, or as a draw after 300 turns. Every twentieth game, starting with the first, belongs
 * to the validation set. A game depends only on its number and on the config other than `games` and
 * `threads`. Shows progress on standard error. */
bool selfplay_run(const SelfplayConfig *config, Shard *shard, Error *error);

#endif
