/* skill: playing below full strength.
 *
 * Source: Stockfish, class Skill: search several turns, add random noise to their scores, and play
 * the turn with the best noisy score. Lower levels have more noise. Two things are added here:
 * lower levels search to a smaller depth, and the lowest, for beginners, choose some turns at
 * random. */
#ifndef MISERE_CORE_SKILL_H
#define MISERE_CORE_SKILL_H

#include "search/search.h"

enum { SKILL_MAX = 20, SKILL_MULTIPV_MAX = 16 };

/* Elo at level 0 and at full strength. The scale is the engine's own: full strength is 2000 by
 * definition, and the levels below it were measured against each other. */
enum { SKILL_ELO_MIN = 420, SKILL_ELO_MAX = 2000 };

/* A line of the last finished iteration. */
typedef struct {
    Turn turn, reply;
    Score score;
} SkillLine;

/* The lines to choose from. One thread at a time may use it. */
typedef struct {
    double level; /* 0 to SKILL_MAX (full strength) */
    uint64_t seed;
    int depth; /* the depth of the lines */
    SkillLine lines[SKILL_MULTIPV_MAX];
    int count;
} Skill;

/* The level for an Elo from SKILL_ELO_MIN to SKILL_ELO_MAX. */
double skill_level(int elo);

void skill_init(Skill *skill, double level, uint64_t seed);

static inline bool skill_is_limited(const Skill *skill) {
    return skill->level < SKILL_MAX;
}

/* Changes a search's parameters: limits the depth, and requests several lines to choose from. */
void skill_weaken(const Skill *skill, SearchParams *params);

/* Records a report of the search. Lines of earlier iterations are forgotten. */
void skill_note(Skill *skill, const SearchInfo *info);

/* Chooses a turn: that of one of the lines or, at the lowest levels, sometimes a random legal
 * turn, with no reply. There must be at least one line. With searchmoves, no turn is random. */
SkillLine skill_choose(Skill *skill, const SearchParams *params);

#endif
