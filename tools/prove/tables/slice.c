#include "prove/tables/slice.h"

#include "rules/outcome.h"
#include "tablebase/ending_set.h"

#include <stdlib.h>

/* In place of a result: none is known yet, or two pieces share a square. */
enum { UNKNOWN = 3, INVALID = 4 };

enum { NO_EXIT = -3 };

/* A position's index is made of the place of the first piece, of the other pieces' squares, six
 * bits each, and of the side to move. Without pawns the board is mirrored so that the first piece
 * stands in the triangle a1-d1-d4. */
struct Slice {
    SlicePieces pieces;
    int count, symmetries;
    Bitboard first_squares; /* where the first piece may stand */
    uint8_t places[SQUARES], squares[SQUARES];
    uint8_t symmetry[SQUARES]; /* brings the first piece from a square to where it may stand */
    size_t size;
    int8_t *wdl;
    int8_t *best_exit; /* the best result of half-moves out of the slice, or NO_EXIT */
    uint8_t *left;     /* how many half-moves within the slice are not known to lose */
    bool *is_quiet;    /* has the side to move half-moves that are no captures? */
    uint16_t *dtz;
    uint32_t *queue; /* positions that are won or lost, in the order of dtz */
    size_t queued;
};

/* --- creation --- */

static void number_first_squares(Slice *s) {
    Bitboard triangle = 0;
    for (int file = 0; file < 4; file++)
        for (int rank = 0; rank <= file; rank++)
            triangle |= bit(square_of(file, rank));
    s->first_squares = s->symmetries == SYMMETRIES ? triangle : ~0ULL;
    int place = 0;
    for (Bitboard set = s->first_squares; set; place++) {
        Square square = pop_lsb(&set);
        s->squares[place] = (uint8_t)square;
        s->places[square] = (uint8_t)place;
    }
    for (Square square = 0; square < SQUARES; square++)
        while (!(s->first_squares & bit(symmetry_of_square(s->symmetry[square], square))))
            s->symmetry[square]++;
}

Slice *slice_new(int pieces, bool has_pawns) {
    Slice *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->count = pieces;
    s->symmetries = has_pawns ? 1 : SYMMETRIES;
    number_first_squares(s);
    s->size = COLOURS;
    for (int i = 0; i < pieces; i++)
        s->size *= i == 0 ? (size_t)popcount(s->first_squares) : SQUARES;
    s->wdl = malloc(s->size);
    s->best_exit = malloc(s->size);
    s->left = malloc(s->size);
    s->is_quiet = malloc(s->size);
    s->dtz = malloc(s->size * sizeof *s->dtz);
    s->queue = malloc(s->size * sizeof *s->queue);
    if (s->wdl && s->best_exit && s->left && s->is_quiet && s->dtz && s->queue)
        return s;
    slice_free(s);
    return NULL;
}

void slice_free(Slice *slice) {
    if (!slice)
        return;
    free(slice->wdl);
    free(slice->best_exit);
    free(slice->left);
    free(slice->is_quiet);
    free(slice->dtz);
    free(slice->queue);
    free(slice);
}

/* --- indices --- */

static int inverse_of(int symmetry) {
    return symmetry & SWAP_FILES_AND_RANKS
               ? SWAP_FILES_AND_RANKS | (symmetry & MIRROR_FILES ? MIRROR_RANKS : 0) |
                     (symmetry & MIRROR_RANKS ? MIRROR_FILES : 0)
               : symmetry;
}

/* How far left a piece's square, not the first one's, is shifted in the index. */
static int shift_of(const Slice *s, int piece) {
    return 6 * (s->count - 1 - piece) + 1;
}

static Colour side_at(size_t index) {
    return (Colour)(index & 1);
}

static void find_squares(const Slice *s, size_t index, Square squares[SLICE_PIECES_MAX]) {
    for (int i = 1; i < s->count; i++)
        squares[i] = (Square)(index >> shift_of(s, i) & 63);
    if (s->count > 0)
        squares[0] = s->squares[index >> shift_of(s, 0)];
}

static size_t index_of(const Slice *s, const Square squares[SLICE_PIECES_MAX], Colour side) {
    size_t index = (size_t)side;
    for (int i = 1; i < s->count; i++)
        index |= (size_t)squares[i] << shift_of(s, i);
    return s->count > 0 ? index | (size_t)s->places[squares[0]] << shift_of(s, 0) : index;
}

static Bitboard occupied_by(const Slice *s, const Square squares[SLICE_PIECES_MAX]) {
    Bitboard occupied = s->pieces.pawns[WHITE] | s->pieces.pawns[BLACK];
    for (int i = 0; i < s->count; i++)
        occupied |= bit(squares[i]);
    return occupied;
}

/* --- what is known at once --- */

static void set_up(const Slice *s, const Square squares[SLICE_PIECES_MAX], Colour side,
                   Position *pos) {
    position_clear(pos, s->pieces.rules);
    for (int i = 0; i < s->count; i++)
        position_put(pos, squares[i], s->pieces.pieces[i]);
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (Bitboard pawns = s->pieces.pawns[colour]; pawns;)
            position_put(pos, pop_lsb(&pawns), piece_make((Colour)colour, PAWN));
    pos->side = pos->player = (uint8_t)side;
}

/* Counts the half-moves of a side to move that has no pawns; 0 if it must capture. */
static int count_quiet_moves(const Slice *s, const Square squares[SLICE_PIECES_MAX], Colour side,
                             Bitboard occupied) {
    Bitboard enemies = s->pieces.pawns[other(side)];
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (piece_colour(s->pieces.pieces[i]) != side)
            enemies |= bit(squares[i]);
    for (int i = 0; i < s->count; i++)
        if (piece_colour(s->pieces.pieces[i]) == side) {
            Bitboard to = piece_attacks(piece_type(s->pieces.pieces[i]), squares[i], occupied);
            if (to & enemies)
                return 0;
            count += popcount(to & ~occupied);
        }
    return count;
}

/* Sets what is known of a position at first, from its half-moves one by one. */
static void begin_with_moves(Slice *s, size_t index, const Position *pos, SliceExit *find_exit,
                             void *context) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome)) {
        s->wdl[index] = (int8_t)syzygy_wdl_of_end(pos, outcome.drawn, outcome.winner);
        return;
    }
    s->is_quiet[index] = !movelist_is_captures(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after;
        if (s->is_quiet[index] && piece_type(pos->board[move_from(list.moves[i])]) != PAWN) {
            s->left[index]++;
            continue;
        }
        position_apply(&after, pos, list.moves[i]);
        int result = -find_exit(context, &after);
        if (result > s->best_exit[index])
            s->best_exit[index] = (int8_t)result;
    }
}

static void begin(Slice *s, size_t index, SliceExit *find_exit, void *context) {
    Square squares[SLICE_PIECES_MAX];
    Colour side = side_at(index);
    find_squares(s, index, squares);
    Bitboard pawns = s->pieces.pawns[WHITE] | s->pieces.pawns[BLACK];
    Bitboard occupied = occupied_by(s, squares);
    s->wdl[index] = popcount(occupied) == s->count + popcount(pawns) ? UNKNOWN : INVALID;
    s->best_exit[index] = NO_EXIT;
    s->left[index] = 0;
    s->dtz[index] = 0;
    s->is_quiet[index] = false;
    if (s->wdl[index] == INVALID)
        return;
    if (!s->pieces.pawns[side])
        s->left[index] = (uint8_t)count_quiet_moves(s, squares, side, occupied);
    s->is_quiet[index] = s->left[index] > 0;
    if (!s->is_quiet[index]) {
        Position pos;
        set_up(s, squares, side, &pos);
        begin_with_moves(s, index, &pos, find_exit, context);
    }
}

/* --- solving --- */

static void decide(Slice *s, size_t index, bool wins, int dtz) {
    int size = dtz <= FIFTY_MOVES ? SYZYGY_WIN : SYZYGY_WIN - 1;
    s->wdl[index] = (int8_t)(wins ? size : -size);
    s->dtz[index] = (uint16_t)dtz;
    s->queue[s->queued++] = (uint32_t)index;
}

/* The side to move loses if it stays in the slice. Can it leave the slice without losing? */
static bool has_refuge(const Slice *s, size_t index, int dtz) {
    return s->best_exit[index] >= 0 || (s->best_exit[index] == -1 && dtz <= FIFTY_MOVES);
}

/* Tells a parent, a position from which a half-move leads to `index`, the result there. */
static void note_result(Slice *s, size_t parent, size_t index) {
    if (s->left[parent] == 0 || s->wdl[parent] != UNKNOWN)
        return;
    int dtz = s->dtz[index] + 1;
    if (s->wdl[index] < 0)
        decide(s, parent, true, dtz);
    else if (--s->left[parent] == 0 && !has_refuge(s, parent, dtz))
        decide(s, parent, false, dtz);
}

/* Visits the parents in which the first piece makes the half-move. As an index stands for all
 * mirrored boards of a position, the half-move may lead to any of them. */
static void visit_parents_by_first(Slice *s, size_t index, const Square *squares) {
    for (int symmetry = 0; symmetry < s->symmetries; symmetry++) {
        Square mirrored[SLICE_PIECES_MAX] = {0};
        for (int i = 0; i < s->count; i++)
            mirrored[i] = symmetry_of_square(symmetry, squares[i]);
        if (s->symmetry[mirrored[0]] != inverse_of(symmetry))
            continue;
        Bitboard occupied = occupied_by(s, mirrored);
        PieceType type = piece_type(s->pieces.pieces[0]);
        Bitboard from = piece_attacks(type, mirrored[0], occupied) & ~occupied & s->first_squares;
        while (from) {
            mirrored[0] = pop_lsb(&from);
            note_result(s, index_of(s, mirrored, other(side_at(index))), index);
        }
    }
}

static void visit_parents(Slice *s, size_t index) {
    Square squares[SLICE_PIECES_MAX];
    Colour mover = other(side_at(index));
    find_squares(s, index, squares);
    Bitboard occupied = occupied_by(s, squares);
    for (int i = 0; i < s->count; i++) {
        uint8_t piece = s->pieces.pieces[i];
        if (piece_colour(piece) != mover)
            continue;
        if (i == 0) {
            visit_parents_by_first(s, index, squares);
            continue;
        }
        size_t rest = (index ^ 1) & ~((size_t)63 << shift_of(s, i));
        Bitboard from = piece_attacks(piece_type(piece), squares[i], occupied) & ~occupied;
        while (from)
            note_result(s, rest | (size_t)pop_lsb(&from) << shift_of(s, i), index);
    }
}

/* Decides the positions that are won by leaving the slice, or lost because the only half-moves do,
 * where that leads to `result` for the winner. */
static void decide_by_exits(Slice *s, int result, int dtz) {
    for (size_t index = 0; index < s->size; index++)
        if (s->wdl[index] == UNKNOWN && (s->best_exit[index] == result ||
                                         (s->best_exit[index] == -result && s->left[index] == 0)))
            decide(s, index, s->best_exit[index] == result, dtz);
}

void slice_solve(Slice *slice, const SlicePieces *pieces, SliceExit *find_exit, void *context) {
    Slice *s = slice;
    size_t next = 0;
    s->pieces = *pieces;
    s->queued = 0;
    for (size_t index = 0; index < s->size; index++) {
        begin(s, index, find_exit, context);
        if (s->wdl[index] == SYZYGY_WIN || s->wdl[index] == SYZYGY_LOSS)
            s->queue[s->queued++] = (uint32_t)index;
    }
    decide_by_exits(s, SYZYGY_WIN, 1);
    while (next < s->queued && s->dtz[s->queue[next]] < FIFTY_MOVES)
        visit_parents(s, s->queue[next++]);
    decide_by_exits(s, SYZYGY_WIN - 1, FIFTY_MOVES + 1);
    while (next < s->queued)
        visit_parents(s, s->queue[next++]);
}

void slice_visit(const Slice *slice, SliceVisit *visit, void *context) {
    for (size_t index = 0; index < slice->size; index++) {
        SlicePosition position = {.side = side_at(index), .dtz = slice->dtz[index]};
        if (!slice->is_quiet[index])
            continue;
        position.wdl = slice->wdl[index] == UNKNOWN ? 0 : slice->wdl[index];
        find_squares(slice, index, position.squares);
        visit(context, &position);
    }
}
