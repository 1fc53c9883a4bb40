/* table_file: one file of the Syzygy tablebases of antichess: who wins the endings of some pieces
 * (WDL), or in how many half-moves the winner captures, moves a pawn or wins (DTZ).
 *
 * Source: de Man, the format of the Syzygy tablebases, 2013. */
#ifndef MISERE_SYZYGY_TABLE_FILE_H
#define MISERE_SYZYGY_TABLE_FILE_H

#include "base/error.h"
#include "rules/position.h"
#include "tablebase/syzygy/layout.h"

typedef struct TableFile TableFile;

typedef enum { TABLE_WDL, TABLE_DTZ } TableKind;

/* The two games of which there are tables; they differ where a player is stalemated. */
typedef enum { GAME_GIVEAWAY, GAME_SUICIDE, SYZYGY_GAMES } SyzygyGame;

/* Are there tables of a game with these rules? If so, sets *game. */
bool table_file_find_game(const Ruleset *rules, SyzygyGame *game);

/* Writes the beginning of a file's name: the letters of both colours' pieces, those of White first,
 * for example "KQvR". */
enum { TABLE_NAME_SIZE = 2 * SYZYGY_PIECES_MAX };
void table_file_write_name(char name[TABLE_NAME_SIZE], const SyzygyMaterial *material);

/* The end of a file's name, as ".gtbw". */
const char *table_file_suffix(SyzygyGame game, TableKind kind);

/* A file begins with these bytes, and then has a byte of flags. */
enum { TABLE_MAGIC_SIZE = 4, TABLE_HAS_BOTH_SIDES = 1, TABLE_HAS_FILES = 2 };
const unsigned char *table_file_magic(SyzygyGame game, TableKind kind);

/* Flags of an array of a DTZ table. */
enum {
    TABLE_BLACK_TO_MOVE = 1,
    TABLE_IS_MAPPED = 2,
    TABLE_WINS_IN_HALFMOVES = 4,
    TABLE_LOSSES_IN_HALFMOVES = 8,
    TABLE_MAP_IS_WIDE = 16,
};

/* Opens a table and checks what can be checked without reading all of it; a file of up to 16 MB is
 * read to compare it with its checksum. The caller closes it. On failure sets *error, which names
 * the file, and returns NULL. */
TableFile *table_file_open(const char *path, SyzygyGame game, TableKind kind,
                           const SyzygyMaterial *material, Error *error);

/* The same with a file's bytes in memory, which must outlive the table. NULL if they are no such
 * table, or if out of memory. */
TableFile *table_file_read(const unsigned char *bytes, size_t size, SyzygyGame game, TableKind kind,
                           const SyzygyMaterial *material);

/* NULL is allowed. */
void table_file_close(TableFile *file);

/* What tables answer instead of a result. */
enum {
    TABLE_DAMAGED = -1000,
    TABLE_OTHER_SIDE, /* the DTZ table has the results with the other side to move only */
    TABLE_SINGLE      /* all results of the DTZ table are the same, and it does not say which */
};

/* The result for the side to move: 2 a win, 1 one that the fifty-move rule draws, 0 a draw, -1 and
 * -2 losses. The position must have the table's pieces, if `flipped` with the colours exchanged.
 * Where the side to move has to capture it means nothing. Thread-safe. */
int table_file_wdl(const TableFile *file, const Position *pos, bool flipped);

/* How many half-moves, at least 0, come before the one with which the winner captures, moves a pawn
 * or wins; `wdl` is the result, which must not be 0. It means nothing where the side
 * to move has to capture or the winner can win by moving a pawn. It may be one too few: most tables
 * count in pairs of half-moves. Thread-safe. */
int table_file_dtz(const TableFile *file, const Position *pos, bool flipped, int wdl);

#endif
