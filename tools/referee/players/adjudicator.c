#include "referee/players/adjudicator.h"

#include <limits.h>

void adjudicator_start(Adjudicator *adjudicator, const TournamentConfig *config,
                       const Game *opening) {
    Colour player = (Colour)opening->start.player;
    *adjudicator = (Adjudicator){.config = config};
    for (int i = 0; i < opening->count; i++, player = other(player))
        adjudicator->turns[player] += !opening->turns[i].is_forced_pass;
}

/* The score in centipawns; a forced win or loss is beyond every threshold. */
static int centipawns(const TurnEvaluation *evaluation) {
    if (!evaluation->is_mate)
        return evaluation->score;
    return evaluation->score > 0 ? INT_MAX : -INT_MAX;
}

static void count(int *row, bool continues) {
    *row = continues ? *row + 1 : 0;
}

void adjudicator_add(Adjudicator *adjudicator, Colour player, const TurnEvaluation *evaluation) {
    int decisive = adjudicator->config->resign.score_cp, level = adjudicator->config->draw.score_cp;
    bool is_known = evaluation->has_score;
    int score = centipawns(evaluation);
    adjudicator->turns[player]++;
    count(&adjudicator->lost[player], is_known && score <= -decisive);
    count(&adjudicator->won[player], is_known && score >= decisive);
    count(&adjudicator->level[player], is_known && score >= -level && score <= level);
}

static bool is_lost(const Adjudicator *adjudicator, Colour player) {
    const ResignRule *rule = &adjudicator->config->resign;
    return rule->turns > 0 && adjudicator->lost[player] >= rule->turns &&
           (!rule->is_two_sided || adjudicator->won[other(player)] >= rule->turns);
}

static bool is_drawn(const Adjudicator *adjudicator) {
    const DrawRule *rule = &adjudicator->config->draw;
    const int *turns = adjudicator->turns, *level = adjudicator->level;
    return rule->turns > 0 && turns[WHITE] >= rule->first_turn &&
           turns[BLACK] >= rule->first_turn && level[WHITE] >= rule->turns &&
           level[BLACK] >= rule->turns;
}

bool adjudicator_decides(const Adjudicator *adjudicator, TerminationKind *kind, Colour *loser) {
    if (is_drawn(adjudicator)) {
        *kind = TERMINATION_ADJUDICATED_DRAW;
        return true;
    }
    for (Colour player = WHITE; player <= BLACK; player++)
        if (is_lost(adjudicator, player)) {
            *kind = TERMINATION_ADJUDICATED_LOSS;
            *loser = player;
            return true;
        }
    return false;
}
