/* skill: playing below full strength. Each level searches fewer nodes than the next one, and the
 * lowest, for beginners, also play some turns at random. One thread at a time may use a Skill. */
#ifndef MISERE_CORE_SKILL_H
#define MISERE_CORE_SKILL_H

#include "search/search.h"

enum { SKILL_MAX = 20 /* full strength */ };

/* Elo at level 0 and at full strength. The scale is the engine's own: full strength is 2500 by
 * definition, and the levels are about 100 Elo apart, as matches between them show. */
enum { SKILL_ELO_MIN = 500, SKILL_ELO_MAX = 2500 };

typedef struct {
    double level; /* 0 to SKILL_MAX */
    uint64_t seed;
} Skill;

/* The level for an Elo from SKILL_ELO_MIN to SKILL_ELO_MAX. */
double skill_level(int elo);

void skill_init(Skill *skill, double level, uint64_t seed);

static inline bool skill_is_limited(const Skill *skill) {
    return skill->level < SKILL_MAX;
}

/* Limits the nodes of a search. The limit varies from turn to turn, so that games differ. */
void skill_weaken(Skill *skill, SearchParams *params);

/* With the level's probability, replaces the search's turn with a random one. Returns whether it
 * did; with searchmoves it never does. */
bool skill_pick_random(Skill *skill, const SearchParams *params, Turn *turn);

#endif
