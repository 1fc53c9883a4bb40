/* picture: draws a table of pairs as SVG. Thread-safe. */
#ifndef MISERE_PROVE_PICTURE_H
#define MISERE_PROVE_PICTURE_H

#include "prove/pairs.h"

/* Writes a grid: White's half-moves are its rows, Black's its columns. A square shows who wins, and
 * in how many half-moves at most. The file is replaced atomically. */
bool picture_save(const PairTable *table, const char *path, Error *error);

#endif
