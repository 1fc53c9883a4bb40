/* pgn_end: how a game in PGN ended, if its result does not follow from the moves. */
#ifndef MISERE_FILES_PGN_END_H
#define MISERE_FILES_PGN_END_H

#include "files/model/stored_game.h"

/* Records a resignation, a loss on time or a forfeit if the tag Termination or the last comment
 * tells of one. The rules must not have ended the game. */
void pgn_end_explain(StoredGame *stored);

#endif
