/* info: prints a search's reports as UCI lines. Any thread that holds the lock of `out`
 * (transcript_lock) may call this. `root` is the position searched. */
#ifndef MISERE_UCI_INFO_H
#define MISERE_UCI_INFO_H

#include "core/engine.h"
#include "server/transcript.h"

/* Prints `info depth ... pv ...`, with `wdl WIN DRAW LOSS` in thousandths if `show_wdl` is set. */
void uci_print_info(Transcript *out, const Position *root, const SearchInfo *info, bool show_wdl);

/* Prints `info depth 0 score ...` for a game that is over: `mate 0` if the player to move has lost,
 * `mate 1` if they have won, for which UCI has no score, `cp 0` if it is drawn. Sites that draw a
 * graph of the scores wait for one of the last position, too. */
void uci_print_outcome(Transcript *out, const Game *game, Outcome outcome);

/* Prints `info depth D currmove MOVE currmovenumber N`, counting N from 1. */
void uci_print_currmove(Transcript *out, const Position *root, int depth, Move move, int number);

/* Prints `bestmove TURN [ponder TURN]`, or `bestmove (none)` if there is no turn. For a turn from
 * the opening book, prints `info string book TURN` before it. */
void uci_print_bestmove(Transcript *out, const Position *root, const BestMove *bestmove);

/* For `debug on`, before a search: prints the ruleset, the position and what was asked, as lines
 * `info string debug ...`. */
void uci_print_debug(Transcript *out, const Position *root, const GoParams *asked);

#endif
