/* termination: how a refereed game ended, where the board does not say. Pure; any thread. */
#ifndef MISERE_FILES_MODEL_TERMINATION_H
#define MISERE_FILES_MODEL_TERMINATION_H

#include "base/error.h"
#include "rules/outcome.h"

/* TERMINATION_TIME_FORFEIT and those after it are reasons for which one player has lost. */
typedef enum {
    TERMINATION_BY_RULES,  /* by the rules, including the tournament's draws: see game_outcome */
    TERMINATION_MAX_TURNS, /* drawn after as many turns as the tournament allows */
    TERMINATION_TIME_FORFEIT,
    TERMINATION_ILLEGAL_MOVE,
    TERMINATION_CRASH, /* the program died, or could not be started */
    TERMINATION_HANG,
    TERMINATION_FLOOD,
    TERMINATION_PROTOCOL_ERROR, /* no move at all, or it refused a legal one */
    TERMINATION_FALSE_CLAIM,
    TERMINATION_RESIGNATION,
    TERMINATION_KINDS
} TerminationKind;

typedef struct {
    TerminationKind kind;
    Colour loser;                 /* from TERMINATION_TIME_FORFEIT on */
    char detail[ERROR_TEXT_SIZE]; /* what the referee saw, for people; may be empty */
} Termination;

/* The word for it in a log: "illegalMove". Empty for TERMINATION_BY_RULES. */
const char *termination_name(TerminationKind kind);

/* The same, worded for people to read: "illegal move". */
const char *termination_words(TerminationKind kind);

/* The kind of that name; TERMINATION_BY_RULES for any other word, such as an outcome's. */
TerminationKind termination_find(const char *name);

#endif
