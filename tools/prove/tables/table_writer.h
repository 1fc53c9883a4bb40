/* table_writer: writes the tables of a solved ending in the format of the Syzygy tablebases.
 * Thread-safe.
 *
 * Source: de Man, the format of the Syzygy tablebases, 2013. */
#ifndef MISERE_PROVE_TABLES_TABLE_WRITER_H
#define MISERE_PROVE_TABLES_TABLE_WRITER_H

#include "base/error.h"
#include "prove/tables/ending.h"
#include "tablebase/syzygy/table_file.h"

/* Writes the table of results, or of the numbers of half-moves with one side to move, and replaces
 * the file atomically. Changes those numbers in the ending. On failure sets *error, which names the
 * path, and returns false. */
bool table_write(const char *path, Ending *ending, SyzygyGame game, TableKind kind, Error *error);

#endif
