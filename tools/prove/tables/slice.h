/* slice: solves the positions of an ending that have the same pawns on the same squares, backwards
 * from the positions whose results are known. Captures, promotions and half-moves of pawns leave
 * the slice. Only one thread at a time may use a Slice.
 *
 * Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal, 1986. */
#ifndef MISERE_PROVE_TABLES_SLICE_H
#define MISERE_PROVE_TABLES_SLICE_H

#include "tablebase/syzygy/syzygy.h"

enum { SLICE_PIECES_MAX = 4 };

/* The ruleset has no royal kings. */
typedef struct {
    const Ruleset *rules;
    Bitboard pawns[COLOURS];
    uint8_t pieces[SLICE_PIECES_MAX]; /* the others, as in Position.board */
    int count;                        /* of these */
} SlicePieces;

/* Finds the result, as of syzygy_probe_wdl, of a position that a half-move out of the slice leads
 * to; the game may be over there. */
typedef int SliceExit(void *context, const Position *after);

/* A position of the slice in which the side to move has half-moves and need not capture. */
typedef struct {
    Colour side;
    Square squares[SLICE_PIECES_MAX]; /* of SlicePieces.pieces */
    int wdl;                          /* its result */
    int dtz; /* if it is not 0: after how many half-moves, at least 1, the winner captures, moves a
                pawn or wins */
} SlicePosition;

typedef void SliceVisit(void *context, const SlicePosition *position);

typedef struct Slice Slice;

/* Makes room for slices of so many pieces other than pawns, with or without pawns. NULL if out of
 * memory. The caller frees it. */
Slice *slice_new(int pieces, bool has_pawns);

/* NULL is allowed. */
void slice_free(Slice *slice);

/* Solves a slice. */
void slice_solve(Slice *slice, const SlicePieces *pieces, SliceExit *find_exit, void *context);

/* Visits the positions that have been solved; without pawns, of those that mirroring the board
 * makes the same at least one. */
void slice_visit(const Slice *slice, SliceVisit *visit, void *context);

#endif
