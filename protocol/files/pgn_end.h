/* pgn_end: how a game in PGN ended, if its result does not follow from the moves. */
#ifndef MISERE_FILES_PGN_END_H
#define MISERE_FILES_PGN_END_H

#include "files/model/stored_game.h"

/* Finds out from the tag Termination and the last comment whether a player of the game, which the
 * rules have not ended, has resigned, lost on time or forfeited it, and records that. */
void pgn_end_explain(StoredGame *stored);

#endif
