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

/* Adds the engine's line, unless it is empty, after the variations that the game has already. */
static bool add_variation(TurnNotes *notes, const Turn *turns, int length) {
    Variation *variation = length > 0 ? notes_add_variation(notes) : NULL;
    bool added = variation || length == 0;
    for (int i = 0; added && i < length; i++)
        added = variation_add(variation, turns[i]);
    return added;
}

static bool annotate_turn(StoredGame *stored, int turn, const AnnotatedPosition *before) {
    static const int NAGS[MARKS] = {
        [MARK_DUBIOUS] = NAG_DUBIOUS, [MARK_MISTAKE] = NAG_MISTAKE, [MARK_BLUNDER] = NAG_BLUNDER};
    const AnnotatedPosition *after = before + 1;
    int nag = NAGS[before->mark];
    TurnNotes *notes = stored_game_edit_notes(stored, turn);
    if (!notes || !set_score(stored, turn, (Colour)before->position.player, after->score))
        return false;
    if (nag == 0)
        return true;
    return (notes_has_glyph(notes, nag) || notes_add_glyph(notes, nag)) &&
           add_variation(notes, before->pv, before->pv_length);
}

bool annotated_pgn_write(FILE *out, StoredGame *stored, const Annotation *annotation,
                         Error *error) {
    for (int i = 0; i < stored->game.count; i++)
        if (!annotate_turn(stored, i, &annotation->positions[i]))
            return error_set(error, "out of memory");
    return pgn_write(out, stored, STYLE_SAN, error);
}
