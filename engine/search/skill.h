/* skill: playing worse than one can.
 *
 * The idea is Stockfish's (its class Skill): look for several good turns, add some noise to what
 * each is worth, the more the weaker the play, and take the one that then looks best. Here weak
 * play also looks less deep. */
#ifndef MISERE_SEARCH_SKILL_H
#define MISERE_SEARCH_SKILL_H

#include "search/search.h"

enum { SKILL_MAX = 20, SKILL_MULTIPV_MAX = 16 };

/* Elo of the weakest play and of full strength. The scale is the engine's own: full strength stands
 * at SKILL_ELO_MAX by decree, the rest so far below it as it was measured to be. */
enum { SKILL_ELO_MIN = 700, SKILL_ELO_MAX = 2000 };

/* One line of the last whole iteration. */
typedef struct {
    Turn turn, reply;
    Score score;
} SkillLine;

/* What is to be chosen from. One thread at a time may use it. */
typedef struct {
    double level; /* 0 (weak) to SKILL_MAX (as strong as can be: nothing is changed) */
    uint64_t seed;
    int depth; /* of the lines */
    SkillLine lines[SKILL_MULTIPV_MAX];
    int count;
} Skill;

/* The level of that Elo, SKILL_ELO_MIN to SKILL_ELO_MAX. */
double skill_level(int elo);

void skill_init(Skill *skill, double level, uint64_t seed);

static inline bool skill_is_limited(const Skill *skill) {
    return skill->level < SKILL_MAX;
}

/* Limits the depth of a search and makes it find several turns to choose from. */
void skill_weaken(const Skill *skill, SearchParams *params);

/* Takes note of a line that the search reports. */
void skill_note(Skill *skill, const SearchInfo *info);

/* Chooses one of the lines. At least one has been noted. */
SkillLine skill_choose(Skill *skill);

#endif
