/* termination: how match games end. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_TERMINATION_H
#define MISERE_REFEREE_PLAYERS_TERMINATION_H

#include "client/common.h"
#include "referee/config/config.h"

/* In all kinds but the first two, one player is at fault, and loses. */
typedef enum {
    TERMINATION_BY_RULES,  /* see game_outcome() */
    TERMINATION_MAX_TURNS, /* drawn, because it has as many turns as the tournament allows */
    TERMINATION_TIME_FORFEIT,
    TERMINATION_ILLEGAL_MOVE,
    TERMINATION_CRASH, /* the program died, or could not be started */
    TERMINATION_HANG,
    TERMINATION_FLOOD,
    TERMINATION_PROTOCOL_ERROR, /* it sent what its protocol does not allow, or refused a legal turn
                                 */
    TERMINATION_FALSE_CLAIM,
    TERMINATION_RESIGNATION,
    TERMINATION_KINDS
} TerminationKind;

/* The word in logs: "illegalMove"; "" for TERMINATION_BY_RULES. */
const char *termination_name(TerminationKind kind);

/* The words for people: "illegal move". */
const char *termination_words(TerminationKind kind);

/* The result as PGN writes it; white_points is 0 to 2, as in match_game_white_points(). */
const char *termination_pgn_result(int white_points);

/* The kind of that name; TERMINATION_BY_RULES for any other, such as the name of an outcome. */
TerminationKind termination_find(const char *name);

/* How a game ends if a player fails in that way. */
TerminationKind termination_of_failure(ClientFailure failure);

#endif
