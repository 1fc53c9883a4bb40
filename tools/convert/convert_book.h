/* convert_book: what games teach an opening book. One thread. */
#ifndef MISERE_CONVERT_BOOK_H
#define MISERE_CONVERT_BOOK_H

#include "book.h"
#include "game.h"

/* Notes the game's first `plies` half-moves: 2 points for each that the game's winner chose, 1 if
 * it was drawn. Forced passes are no choice. `result` is "1-0", "0-1" or "1/2-1/2". False without
 * memory. */
bool convert_book_add(BookBuilder *builder, const Game *game, const char *result, int plies);

#endif
