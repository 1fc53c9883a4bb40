/* ending: what ends a game, as the referee sees it. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_TERMINATION_H
#define MISERE_REFEREE_PLAYERS_TERMINATION_H

#include "client/uci.h"
#include "referee/contest/contest.h"

/* Who broke what is the loser; but nobody loses when a game is too long. */
typedef enum {
    END_BY_RULES, /* the board, or the tournament's draws: see game_outcome */
    END_TOO_LONG, /* drawn after as many turns as the contest allows */
    END_TIME,
    END_ILLEGAL_MOVE,
    END_CRASH, /* the program died, or could not be started */
    END_HANG,
    END_FLOOD,
    END_NONSENSE, /* no move at all, or it refused a legal one */
    END_FALSE_CLAIM,
    END_RESIGNATION,
    END_KINDS
} EndKind;

/* One word for each but END_BY_RULES, as a log has it: "illegalMove". */
const char *ending_name(EndKind kind);

/* The same for people: "illegal move". */
const char *ending_words(EndKind kind);

/* The result in PGN's words of White's points in half a point each. */
const char *ending_result(int white_points);

/* The kind of that name; END_BY_RULES if it is none, as the names of outcomes are not. */
EndKind ending_find(const char *name);

/* How a game ends against a player that failed so. */
EndKind ending_of_failure(ClientFailure failure);

#endif
