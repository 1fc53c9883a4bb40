/* handles: the structs behind the handles of misere.h, and how its functions report failures. */
#ifndef MISERE_LIBRARY_HANDLES_H
#define MISERE_LIBRARY_HANDLES_H

#include "files/model/stored_game.h"
#include "library/misere.h"

struct MisereGame {
    StoredGame stored;
};

/* Finds a ruleset; on failure reports that there is none of that name, and returns NULL. */
const Ruleset *handles_find_ruleset(const char *name, MisereError *error);

/* Makes a handle of a game, which becomes the handle's. Out of memory is reported: then the game is
 * freed, and the result NULL. */
MisereGame *handles_own_game(StoredGame *stored, MisereError *error);

/* Copies the reason for a failure to *error, unless that is NULL. Always returns false. */
bool handles_fail(MisereError *error, const char *reason);

/* Reports why a turn or a half-move, as it was written, is refused. Always returns false. */
bool handles_refuse(const Refusal *refusal, const char *written, MisereError *error);

void handles_write_refusal(const Refusal *refusal, MisereRefusal *written);

/* Writes a board as in MisereArrays. */
void handles_write_board(const Position *pos, uint8_t board[SQUARES]);

/* Returns the text, which may be NULL if there was no memory for it: reports that then. */
char *handles_text(char *text, MisereError *error);

#endif
