#include "referee/players/player_interface.h"

#include "base/os/clock.h"
#include "referee/players/builtin.h"

#include <stdlib.h>

typedef struct {
    PlayerKind kind;
    uint64_t seed;
} Builtin;

static void *start(const PlayerSetup *setup, Error *error) {
    Builtin *builtin = calloc(1, sizeof *builtin);
    if (!builtin)
        error_set(error, "out of memory");
    else
        builtin->kind = setup->spec->kind;
    return builtin;
}

static bool new_game(void *self, const StoredGame *record, const MatchClocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)record, (void)clocks, (void)side, (void)error;
    Builtin *builtin = self;
    builtin->seed = seed;
    return true;
}

static bool choose(void *self, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    (void)clocks;
    int64_t started_us = clock_now_us();
    Builtin *builtin = self;
    const Position *now = &record->game.now;
    Turn turn;
    *answer = (ClientBestMove){.bestmove = ""};
    if (!builtin_choose(builtin->kind, now, &builtin->seed, &turn))
        return error_set(error, "out of memory");
    notation_write_turn(now, turn, STYLE_UCI, answer->bestmove);
    answer->elapsed_us = clock_now_us() - started_us;
    return true;
}

const PlayerInterface PLAYER_BUILTIN_INTERFACE = {
    .start = start, .stop = free, .new_game = new_game, .choose = choose};
