/* annotated_pgn: an annotated game as PGN. Thread-safe if the streams and games differ. */
#ifndef MISERE_ANNOTATE_ANNOTATED_PGN_H
#define MISERE_ANNOTATE_ANNOTATED_PGN_H

#include "annotate/annotation.h"
#include "files/model/stored_game.h"

#include <stdio.h>

/* Writes the game with the engine's score after each turn, which replaces any score in `stored`.
 * Dubious turns, mistakes and blunders have the glyphs $6, $2 and $4, and the engine's line as a
 * variation. `annotation` is that of the stored game, after annotation_mark_turns. Changes the
 * annotations in `stored`. Fails if pgn_write fails, or if out of memory. */
bool annotated_pgn_write(FILE *out, StoredGame *stored, const Annotation *annotation, Error *error);

#endif
