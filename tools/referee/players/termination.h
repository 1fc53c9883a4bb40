/* termination: what ends a game, as the referee sees it. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_TERMINATION_H
#define MISERE_REFEREE_PLAYERS_TERMINATION_H

#include "client/common.h"
#include "referee/config/config.h"

/* Who broke what is the loser; but nobody loses when a game is too long. */
typedef enum {
    TERMINATION_BY_RULES,  /* the board, or the tournament's draws: see game_outcome */
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

/* One word for each but TERMINATION_BY_RULES, as a log has it: "illegalMove". */
const char *termination_name(TerminationKind kind);

/* The same for people: "illegal move". */
const char *termination_words(TerminationKind kind);

/* The result in PGN's words of White's points in half a point each. */
const char *termination_pgn_result(int white_points);

/* The kind of that name; TERMINATION_BY_RULES if it is none, as the names of outcomes are not. */
TerminationKind termination_find(const char *name);

/* How a game ends against a player that failed so. */
TerminationKind termination_of_failure(ClientFailure failure);

#endif
