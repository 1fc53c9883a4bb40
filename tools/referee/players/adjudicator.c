#include "referee/players/adjudicator.h"

#include <limits.h>

void adjudicator_start(Adjudicator *adjudicator, const TournamentConfig *config) {
    *adjudicator = (Adjudicator){.config = config};
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
    count(&adjudicator->lost[player], is_known && score <= -decisive);
    count(&adjudicator->won[player], is_known && score >= decisive);
    count(&adjudicator->level[player], is_known && score >= -level && score <= level);
}

static bool is_lost(const Adjudicator *adjudicator, Colour player) {
    const ResignRule *rule = &adjudicator->config->resign;
    return rule->turns > 0 && adjudicator->lost[player] >= rule->turns &&
           (!rule->is_two_sided || adjudicator->won[other(player)] >= rule->turns);
}

static bool is_drawn(const Adjudicator *adjudicator, int turns) {
    const DrawRule *rule = &adjudicator->config->draw;
    return rule->turns > 0 && turns / COLOURS >= rule->first_turn &&
           adjudicator->level[WHITE] >= rule->turns && adjudicator->level[BLACK] >= rule->turns;
}

bool adjudicator_decides(const Adjudicator *adjudicator, int turns, TerminationKind *kind,
                         Colour *loser) {
    if (is_drawn(adjudicator, turns)) {
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
