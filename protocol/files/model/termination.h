/* termination: why a refereed game ended, if not by the rules. Pure and thread-safe. */
#ifndef MISERE_FILES_MODEL_TERMINATION_H
#define MISERE_FILES_MODEL_TERMINATION_H

#include "base/error.h"
#include "rules/outcome.h"

/* The order matters: TERMINATION_MAX_TURNS and TERMINATION_ADJUDICATED_DRAW are draws; from
 * TERMINATION_TIME_FORFEIT on, one player has lost. */
typedef enum {
    TERMINATION_BY_RULES,         /* ended by the rules, including the tournament draw rules; see
                                     game_outcome */
    TERMINATION_MAX_TURNS,        /* drawn at the tournament's maximum number of turns */
    TERMINATION_ADJUDICATED_DRAW, /* drawn because of the players' scores */
    TERMINATION_TIME_FORFEIT,
    TERMINATION_ILLEGAL_MOVE,
    TERMINATION_CRASH, /* the program died, or could not be started */
    TERMINATION_HANG,
    TERMINATION_FLOOD,
    TERMINATION_PROTOCOL_ERROR, /* the program sent no move, or refused a legal one */
    TERMINATION_FALSE_CLAIM,
    TERMINATION_RESIGNATION,
    TERMINATION_ADJUDICATED_LOSS, /* lost because of the players' scores */
    TERMINATION_KINDS
} TerminationKind;

typedef struct {
    TerminationKind kind;
    Colour loser;                 /* valid from TERMINATION_TIME_FORFEIT on */
    char detail[ERROR_TEXT_SIZE]; /* what the referee saw, for people; may be empty */
} Termination;

/* The word for the kind in a log, such as "illegalMove". Empty for TERMINATION_BY_RULES. */
const char *termination_name(TerminationKind kind);

/* The words for the kind, for people, such as "illegal move". */
const char *termination_words(TerminationKind kind);

/* The kind with this name; TERMINATION_BY_RULES for any other word, such as the name of an
 * outcome. */
TerminationKind termination_find(const char *name);

#endif
