/* annotation: a game, what an engine thinks of each position in which a turn begins, and what that
 * makes of each turn. One thread at a time may use an Annotation. */
#ifndef MISERE_ANNOTATE_ANNOTATION_H
#define MISERE_ANNOTATE_ANNOTATION_H

#include "annotate/white_score.h"
#include "rules/game.h"

enum {
    ANNOTATION_TURNS_MAX = 10000, /* of a game; a longer one is refused */
    ANNOTATION_PV_MAX = 8,        /* turns of a PV that are kept */
};

/* How good a turn was, from the loss of expected points (white_score_expected) that it brought its
 * player: ANNOTATION_DUBIOUS and more is dubious, and so on. */
typedef enum {
    MARK_NONE,
    MARK_ONLY, /* there was no other */
    MARK_BEST, /* the engine would have played it, too; never blamed, whatever the scores say */
    MARK_DUBIOUS,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARKS
} Mark;

#define ANNOTATION_DUBIOUS 0.10
#define ANNOTATION_MISTAKE 0.20
#define ANNOTATION_BLUNDER 0.30

/* A position in which a turn begins, or the last one. */
typedef struct {
    Position position;
    bool is_analysed; /* is it for the engine to judge? Not a forced pass, nor the end of a game */
    WhiteScore score;
    int pv_length;
    Turn pv[ANNOTATION_PV_MAX]; /* what the engine would play from here; all of it is legal */
    Mark mark;                  /* of the turn that was played here */
    double loss;                /* of expected points, by that turn; 0 or more */
} AnnotatedPosition;

typedef struct {
    const Game *game; /* the caller's */
    int count;        /* of positions: one more than the game's turns */
    AnnotatedPosition *positions;
} Annotation;

/* Sets the positions, and which the engine is to judge. The game must stay as it is until
 * annotation_free. Returns false if the game is too long, or without memory; then there is nothing
 * to free. */
bool annotation_init(Annotation *annotation, const Game *game, Error *error);

/* A zeroed Annotation may be freed too. */
void annotation_free(Annotation *annotation);

/* Once the engine has given its scores and PVs: completes the scores and marks the turns. */
void annotation_mark_turns(Annotation *annotation);

/* How many positions the engine should have judged and has not. */
int annotation_missing(const Annotation *annotation);

/* "??", "?", "?!", and a word or two for each mark; "" for MARK_NONE. In UTF-8. */
const char *annotation_mark_sign(Mark mark);
const char *annotation_mark_word(Mark mark);

#endif
