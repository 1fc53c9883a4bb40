/* annotation: a game with an engine's score for each position, and a mark for each turn, derived
 * from those scores. One thread at a time may use an Annotation. */
#ifndef MISERE_ANNOTATE_ANNOTATION_H
#define MISERE_ANNOTATE_ANNOTATION_H

#include "annotate/white_score.h"
#include "rules/game.h"

enum {
    ANNOTATION_TURNS_MAX = 10000, /* longer games are refused */
    ANNOTATION_PV_MAX = 8,        /* maximum number of turns of a PV that are kept */
};

/* A judgement of a turn by the expected points (white_score_expected) that the turn cost its
 * player: a loss of ANNOTATION_DUBIOUS or more is dubious, and so on. */
typedef enum {
    MARK_NONE,
    MARK_OPENING, /* an opening turn, which the player did not choose */
    MARK_ONLY,    /* the only legal turn */
    MARK_BEST,    /* the engine's choice, whatever it lost in points */
    MARK_DUBIOUS,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARKS
} Mark;

#define ANNOTATION_DUBIOUS 0.10
#define ANNOTATION_MISTAKE 0.20
#define ANNOTATION_BLUNDER 0.30

/* A position before a turn, or the final position. */
typedef struct {
    Position position;
    bool is_analysed; /* does the engine score it? Not if a pass is forced or the game is over */
    WhiteScore score;
    int pv_length;
    Turn pv[ANNOTATION_PV_MAX]; /* the engine's PV from here; all turns are legal */
    Mark mark;                  /* judgement of the turn played here */
    double loss;                /* expected points lost by that turn; 0 or more */
} AnnotatedPosition;

typedef struct {
    const Game *game; /* borrowed */
    int opening_turns;
    int count; /* number of positions: one more than the number of turns */
    AnnotatedPosition *positions;
} Annotation;

/* Sets up the positions of a game and decides which are to be analysed; its first `opening_turns`
 * turns are not judged. The game is borrowed: it must not change until annotation_free. Returns
 * false if the game is too long or if out of memory; then there is nothing to free. */
bool annotation_init(Annotation *annotation, const Game *game, int opening_turns, Error *error);

/* Frees the positions. A zeroed Annotation is allowed. */
void annotation_free(Annotation *annotation);

/* Scores the positions with a forced pass, and marks the turns. Call this after the other scores
 * and the PVs have been set. Returns false if out of memory. */
bool annotation_mark_turns(Annotation *annotation);

/* The number of positions that were to be analysed but have no score. */
int annotation_missing(const Annotation *annotation);

/* A mark as a sign ("??") and in words ("blunder"), in UTF-8; "" for MARK_NONE. */
const char *annotation_mark_sign(Mark mark);
const char *annotation_mark_word(Mark mark);

#endif
