#include "core/skill.h"

#include "base/random.h"

/* By level, measured in matches between neighbours; docs/benchmarks.md has them. */
static const struct {
    int nodes;
    int random; /* turns in a thousand */
} LEVELS[SKILL_MAX + 1] = {
    {98, 980}, {98, 840}, {98, 700}, {98, 560}, {98, 410},  {98, 260},  {98, 110},
    {98, 0},   {150, 0},  {230, 0},  {360, 0},  {550, 0},   {850, 0},   {1300, 0},
    {2000, 0}, {3100, 0}, {4800, 0}, {7400, 0}, {11000, 0}, {17000, 0}, {27000, 0},
};

double skill_level(int elo) {
    return (double)(elo - SKILL_ELO_MIN) * SKILL_MAX / (SKILL_ELO_MAX - SKILL_ELO_MIN);
}

void skill_init(Skill *skill, double level, uint64_t seed) {
    *skill = (Skill){.level = level, .seed = seed};
}

/* A number between those of two levels. */
static double between(double level, int lower, int upper) {
    double part = level - (int)level;
    return lower * (1 - part) + upper * part;
}

void skill_weaken(Skill *skill, SearchParams *params) {
    int i = (int)skill->level;
    double nodes = between(skill->level, LEVELS[i].nodes, LEVELS[i + 1].nodes);
    /* from 0.7 to 1.4 times as many */
    uint64_t limit = (uint64_t)(nodes * (double)(700 + random_next(&skill->seed) % 701) / 1000);
    Limits *limits = &params->limits;
    limits->nodes = limits->nodes > 0 && limits->nodes < limit ? limits->nodes : limit;
}

bool skill_pick_random(Skill *skill, const SearchParams *params, Turn *turn) {
    int i = (int)skill->level;
    double share = between(skill->level, LEVELS[i].random, LEVELS[i + 1].random);
    return params->searchmove_count == 0 && (double)(random_next(&skill->seed) % 1000) < share &&
           turn_pick_random(&params->root.pos, &skill->seed, turn);
}
