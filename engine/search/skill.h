/* skill: playing worse than one can.
 *
 * The idea is Stockfish's (its class Skill): look for several good turns, add some noise to what
 * each is worth, the more the weaker the play, and take the one that then looks best. Here weak
 * play also looks less deep. */
#ifndef MISERE_SKILL_H
#define MISERE_SKILL_H

#include "search.h"

enum { SKILL_MAX = 20, SKILL_LINES_MAX = 16 };

/* Elo of the weakest and of full strength, which stands at SKILL_ELO_MAX by decree. */
enum { SKILL_ELO_MIN = 800, SKILL_ELO_MAX = 2400 };

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
    SkillLine lines[SKILL_LINES_MAX];
    int count;
} Skill;

/* The level of that Elo. */
double skill_level(int elo);

void skill_init(Skill *skill, double level, uint64_t seed);

static inline bool skill_is_limited(const Skill *skill) {
    return skill->level < SKILL_MAX;
}

/* Makes a question one whose answer can be chosen from. */
void skill_weaken(const Skill *skill, Question *question);

/* Takes note of a line that the search reports. */
void skill_note(Skill *skill, const Progress *progress);

/* Chooses one of the lines. At least one has been noted. */
SkillLine skill_choose(Skill *skill);

#endif
