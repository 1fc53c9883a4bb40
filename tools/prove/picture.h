/* picture: draws a table of openings as SVG. Thread-safe. */
#ifndef MISERE_PROVE_PICTURE_H
#define MISERE_PROVE_PICTURE_H

#include "prove/opening_table.h"

/* Writes a grid: White's half-moves are its rows, Black's its columns. The first column is White's
 * half-move alone, and its first square the initial position. A square shows who wins, and in how
 * many half-moves at most. The file is replaced atomically. */
bool picture_save(const OpeningTable *table, const char *path, Error *error);

#endif
