#include "annotate/annotation.h"

#include <math.h>
#include <stdlib.h>

/* --- setting up the positions --- */

static void set_positions(Annotation *annotation) {
    const Game *game = annotation->game;
    Position position = game->start;
    for (int i = 0; i < game->count; i++) {
        annotation->positions[i] = (AnnotatedPosition){
            .position = position, .is_analysed = !game_turn_is_forced_pass(game, i)};
        turn_apply(&position, &annotation->positions[i].position, game->turns[i].turn);
    }
    Outcome outcome = game_outcome(game);
    bool is_analysed = !outcome_is_over(outcome) && !outcome_pass_is_forced(&position);
    annotation->positions[game->count] =
        (AnnotatedPosition){.position = position,
                            .is_analysed = is_analysed,
                            .score = white_score_from_outcome(outcome)};
}

bool annotation_init(Annotation *annotation, const Game *game, int opening_turns, Error *error) {
    if (game->count > ANNOTATION_TURNS_MAX)
        return error_set(error, "the game has %d turns; at most %d can be annotated", game->count,
                         ANNOTATION_TURNS_MAX);
    int count = game->count + 1;
    *annotation = (Annotation){.game = game,
                               .opening_turns = opening_turns,
                               .count = count,
                               .positions = calloc((size_t)count, sizeof(AnnotatedPosition))};
    if (!annotation->positions)
        return error_set(error, "out of memory");
    set_positions(annotation);
    return true;
}

void annotation_free(Annotation *annotation) {
    free(annotation->positions);
    *annotation = (Annotation){0};
}

/* --- marks --- */

/* Gives each position with a forced pass the score of the next position. */
static void complete_scores(Annotation *annotation) {
    for (int i = annotation->count - 2; i >= 0; i--)
        if (!annotation->positions[i].is_analysed)
            annotation->positions[i].score = annotation->positions[i + 1].score;
}

/* Sets *is_only to whether the position has only one turn. Returns false if out of memory. */
static bool find_only_turn(const Position *position, bool *is_only) {
    *is_only = false;
    if (outcome_count_moves(position) != 1)
        return true;
    TurnList list;
    bool made = turn_list_make(position, &list);
    *is_only = made && list.count == 1;
    turn_list_free(&list);
    return made;
}

/* The expected points that the turn between the two positions cost its player; 0 if either score is
 * unknown. */
static double lost_points(const AnnotatedPosition *before, const AnnotatedPosition *after) {
    double had = white_score_expected(before->score), has = white_score_expected(after->score);
    if (had < 0 || has < 0)
        return 0;
    return fmax(before->position.player == WHITE ? had - has : has - had, 0);
}

static Mark mark_of_loss(double loss) {
    if (loss >= ANNOTATION_BLUNDER)
        return MARK_BLUNDER;
    if (loss >= ANNOTATION_MISTAKE)
        return MARK_MISTAKE;
    return loss >= ANNOTATION_DUBIOUS ? MARK_DUBIOUS : MARK_NONE;
}

/* Returns false if out of memory. */
static bool mark_turn(Annotation *annotation, int index) {
    const Game *game = annotation->game;
    AnnotatedPosition *annotated = &annotation->positions[index];
    bool is_only;
    if (!annotated->is_analysed)
        return true;
    if (!find_only_turn(&annotated->position, &is_only))
        return false;
    if (index < annotation->opening_turns) {
        annotated->mark = MARK_OPENING;
    } else if (is_only) {
        annotated->mark = MARK_ONLY;
    } else if (annotated->pv_length > 0 && turn_equal(annotated->pv[0], game->turns[index].turn)) {
        annotated->mark = MARK_BEST;
    } else if (!game->time_expired || index + 1 < game->count) {
        /* A loss on time after the last turn is not that turn's fault. */
        annotated->loss = lost_points(annotated, annotated + 1);
        annotated->mark = mark_of_loss(annotated->loss);
    }
    return true;
}

bool annotation_mark_turns(Annotation *annotation) {
    complete_scores(annotation);
    for (int i = 0; i < annotation->game->count; i++)
        if (!mark_turn(annotation, i))
            return false;
    return true;
}

int annotation_missing(const Annotation *annotation) {
    int missing = 0;
    for (int i = 0; i < annotation->count; i++)
        missing += annotation->positions[i].is_analysed &&
                   annotation->positions[i].score.kind == WHITE_SCORE_UNKNOWN;
    return missing;
}

/* --- signs and words of marks --- */

const char *annotation_mark_sign(Mark mark) {
    static const char *const SIGNS[MARKS] = {"", "", "\u25a1", "\u2713", "?!", "?", "??"};
    return SIGNS[mark];
}

const char *annotation_mark_word(Mark mark) {
    static const char *const WORDS[MARKS] = {"",        "opening", "only turn", "best",
                                             "dubious", "mistake", "blunder"};
    return WORDS[mark];
}
