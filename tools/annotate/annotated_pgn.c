#include "annotate/annotated_pgn.h"

#include "files/pgn_write.h"

/* Replaces the score in the turn's evaluation by `score`. */
static bool set_score(StoredGame *stored, int turn, Colour player, WhiteScore score) {
    TurnEvaluation evaluation = stored_game_evaluation(stored, turn);
    bool is_forced = score.kind == WHITE_SCORE_FORCED_WIN;
    int sign = (is_forced ? score.winner == player : player == WHITE) ? 1 : -1;
    evaluation.has_score = is_forced || score.kind == WHITE_SCORE_CENTIPAWNS;
    evaluation.is_mate = is_forced;
    evaluation.score = sign * score.value;
    evaluation.depth = 0;
    return stored_game_set_evaluation(stored, turn, &evaluation);
}

static bool annotate_turn(StoredGame *stored, int turn, const AnnotatedPosition *before) {
    static const int NAGS[MARKS] = {
        [MARK_DUBIOUS] = NAG_DUBIOUS, [MARK_MISTAKE] = NAG_MISTAKE, [MARK_BLUNDER] = NAG_BLUNDER};
    const AnnotatedPosition *after = before + 1;
    int nag = NAGS[before->mark];
    return set_score(stored, turn, (Colour)before->position.player, after->score) &&
           stored_game_set_nag(stored, turn, nag) &&
           (nag == 0 || before->pv_length == 0 ||
            stored_game_set_variation(stored, turn, before->pv, before->pv_length));
}

bool annotated_pgn_write(FILE *out, StoredGame *stored, const Annotation *annotation,
                         Error *error) {
    for (int i = 0; i < stored->game.count; i++)
        if (!annotate_turn(stored, i, &annotation->positions[i]))
            return error_set(error, "out of memory");
    return pgn_write(out, stored, STYLE_SAN, error);
}
