/* annotation: a game with an engine's score for each position, and the marks of its turns that
 * follow from them. One thread at a time may use an Annotation. */
#ifndef MISERE_ANNOTATE_ANNOTATION_H
#define MISERE_ANNOTATE_ANNOTATION_H

#include "annotate/white_score.h"
#include "rules/game.h"

enum {
    ANNOTATION_TURNS_MAX = 10000, /* longer games are refused */
    ANNOTATION_PV_MAX = 8,        /* turns kept of a PV */
};

/* A judgement of a turn, from the expected points (white_score_expected) that it lost for its
 * player: ANNOTATION_DUBIOUS or more is dubious, and so on. */
typedef enum {
    MARK_NONE,
    MARK_ONLY, /* the only legal turn */
    MARK_BEST, /* the engine's choice too; marked so whatever the loss */
    MARK_DUBIOUS,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARKS
} Mark;

#define ANNOTATION_DUBIOUS 0.10
#define ANNOTATION_MISTAKE 0.20
#define ANNOTATION_BLUNDER 0.30

/* A position before a turn, or the final one. */
typedef struct {
    Position position;
    bool is_analysed; /* for the engine to score: no pass is forced and the game is not over */
    WhiteScore score;
    int pv_length;
    Turn pv[ANNOTATION_PV_MAX]; /* the engine's PV from here; all turns are legal */
    Mark mark;                  /* of the turn that was played here */
    double loss;                /* expected points lost by that turn; 0 or more */
} AnnotatedPosition;

typedef struct {
    const Game *game; /* the caller's */
    int count;        /* of positions: one more than the game's turns */
    AnnotatedPosition *positions;
} Annotation;

/* Sets the positions, and which of them are to be analysed. The game must not change until
 * annotation_free. False if the game is too long or memory is out; then there is nothing to free.
 */
bool annotation_init(Annotation *annotation, const Game *game, Error *error);

/* Frees an Annotation; a zeroed one is fine. */
void annotation_free(Annotation *annotation);

/* To be called once scores and PVs are filled in: scores the positions with a forced pass and marks
 * the turns. */
void annotation_mark_turns(Annotation *annotation);

/* How many positions that were to be analysed have no score. */
int annotation_missing(const Annotation *annotation);

/* A mark as a sign ("??") and in words ("blunder"), in UTF-8; "" for MARK_NONE. */
const char *annotation_mark_sign(Mark mark);
const char *annotation_mark_word(Mark mark);

#endif
