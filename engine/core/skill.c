#include "core/skill.h"

#include "base/minmax.h"
#include "base/random.h"

enum {
    MULTIPV_MIN = 4,
    LEVELS_PER_PLY = 2,   /* every second level searches one half-move deeper */
    NOISE_PER_LEVEL = 15, /* maximum noise, in centipawns per level below SKILL_MAX */
    SCORE_CLAMP = 1000,   /* centipawns; scores are clamped to +-SCORE_CLAMP */
    CAREFUL_LEVEL = 5,    /* from this level on, no turn is random */
    RANDOM_MAX = 900,     /* random turns in a thousand at level 0 */
};

/* Elo at levels 0, 5, 10, 15 and 20, measured in matches between neighbouring levels. */
static const int ELO[] = {SKILL_ELO_MIN, 1180, 1555, 1700, SKILL_ELO_MAX};
enum { LEVELS_PER_STEP = 5 };

double skill_level(int elo) {
    int step = 0;
    while (elo > ELO[step + 1])
        step++;
    double part = (double)(elo - ELO[step]) / (ELO[step + 1] - ELO[step]);
    return (step + part) * LEVELS_PER_STEP;
}

void skill_init(Skill *skill, double level, uint64_t seed) {
    *skill = (Skill){.level = level, .seed = seed};
}

void skill_weaken(const Skill *skill, SearchParams *params) {
    int missing = SKILL_MAX - (int)skill->level;
    int lines = MULTIPV_MIN + missing * (SKILL_MULTIPV_MAX - MULTIPV_MIN) / SKILL_MAX;
    int depth = params->root.pos.rules->halfmoves_per_turn + (int)skill->level / LEVELS_PER_PLY;
    Limits *limits = &params->limits;
    params->multipv = (int)max64(params->multipv, lines);
    limits->depth = limits->depth > 0 ? (int)min64(limits->depth, depth) : depth;
}

void skill_note(Skill *skill, const SearchInfo *info) {
    if (info->bound != BOUND_EXACT || info->multipv > SKILL_MULTIPV_MAX)
        return;
    if (info->depth != skill->depth)
        skill->count = 0;
    skill->depth = info->depth;
    skill->count = (int)max64(skill->count, info->multipv);
    SkillLine *line = &skill->lines[info->multipv - 1];
    *line = (SkillLine){.turn = info->pv[0], .score = info->score};
    if (info->pv_count > 1)
        line->reply = info->pv[1];
}

/* Decides whether the next turn is random. */
static bool wants_random_turn(Skill *skill) {
    double missing = CAREFUL_LEVEL - skill->level;
    return missing > 0 &&
           (double)(random_next(&skill->seed) % 1000) < missing / CAREFUL_LEVEL * RANDOM_MAX;
}

/* Picks the line with the best score after noise is added. */
static SkillLine pick_line(Skill *skill) {
    uint64_t noise = (uint64_t)((SKILL_MAX - skill->level) * NOISE_PER_LEVEL) + 1;
    int64_t best_score = INT64_MIN;
    const SkillLine *best = &skill->lines[0];
    for (int i = 0; i < skill->count; i++) {
        int64_t clamped = max64(min64(skill->lines[i].score, SCORE_CLAMP), -SCORE_CLAMP);
        int64_t score = clamped + (int64_t)(random_next(&skill->seed) % noise);
        if (score > best_score) {
            best_score = score;
            best = &skill->lines[i];
        }
    }
    return *best;
}

SkillLine skill_choose(Skill *skill, const SearchParams *params) {
    SkillLine random = {.score = 0};
    bool may_be_any = params->searchmove_count == 0;
    if (may_be_any && wants_random_turn(skill) &&
        turn_pick_random(&params->root.pos, &skill->seed, &random.turn))
        return random;
    return pick_line(skill);
}
