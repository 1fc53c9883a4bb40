/* annotated_pgn: an annotated game as PGN. Thread-safe if the streams and games differ. */
#ifndef MISERE_ANNOTATE_ANNOTATED_PGN_H
#define MISERE_ANNOTATE_ANNOTATED_PGN_H

#include "annotate/annotation.h"
#include "files/model/stored_game.h"

#include <stdio.h>

/* Writes the game with the engine's score after each turn, in place of the scores that it had; with
 * the glyphs $6, $2 and $4 for dubious turns, mistakes and blunders; and with the engine's line as
 * a variation to each of these. `annotation` is of the stored game, after annotation_mark_turns;
 * the stored game's annotations change. Fails as pgn_write does, or if out of memory. */
bool annotated_pgn_write(FILE *out, StoredGame *stored, const Annotation *annotation, Error *error);

#endif
