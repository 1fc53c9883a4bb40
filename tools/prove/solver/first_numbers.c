#include "prove/solver/first_numbers.h"

enum { EFFORT_MIN = 6 /* if no more pieces need to be lost */ };

/* It is hard to prove a win with many pieces left, and where the loser has many half-moves. */
FirstNumbers first_numbers(const Position *pos, int count, Colour attacker) {
    int pieces = popcount(pos->by_colour[attacker]) - pos->rules->bare_at;
    uint32_t effort = (uint32_t)(EFFORT_MIN + pieces * pieces);
    if (pos->player == attacker)
        return (FirstNumbers){.proof = effort, .disproof = (uint32_t)count};
    return (FirstNumbers){.proof = effort * (uint32_t)count, .disproof = 1};
}
