#include "prove/tables/ending.h"

#include "prove/tables/slice.h"
#include "rules/outcome.h"
#include "tablebase/ending_set.h"

#include <stdlib.h>

/* Where the pawns of a slice stand. */
typedef struct {
    Bitboard squares[COLOURS];
    int progress; /* how many ranks they have advanced together */
} Pawns;

typedef struct {
    Ending *ending;
    const EndingSources *sources;
    Slice *slice;
    SlicePieces pieces; /* of the slice that is being solved */
    Pawns *pawns;       /* of all slices */
    size_t pawns_count, pawns_capacity;
    bool failed;
} EndingSolver;

/* --- where results are kept --- */

/* Writes the codes of the pieces in an order that the format allows: leading pawns, other pawns,
 * then pieces of which there are few before those of which there are more; but a single one does
 * not lead. */
static void order_pieces(const SyzygyMaterial *material, uint8_t codes[SYZYGY_PIECES_MAX]) {
    int count = 0, white = material->counts[WHITE][PAWN], black = material->counts[BLACK][PAWN];
    int singles = 0;
    Colour leading = black > 0 && (white == 0 || black < white) ? BLACK : WHITE;
    for (int i = 0; i < COLOURS; i++) {
        Colour colour = i == 0 ? leading : other(leading);
        for (int j = 0; j < material->counts[colour][PAWN]; j++)
            codes[count++] = (uint8_t)((PAWN + 1) | (int)colour << 3);
    }
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = KNIGHT; type < SYZYGY_TYPES; type++)
            singles += material->counts[colour][type] == 1;
    for (int i = 1; i <= ENDING_PIECES_MAX; i++)
        for (int colour = WHITE; colour < COLOURS; colour++)
            for (int type = KING; type > PAWN; type--) {
                int equal = singles == 1 ? ENDING_PIECES_MAX + 1 - i : i;
                for (int j = 0; material->counts[colour][type] == equal && j < equal; j++)
                    codes[count++] = (uint8_t)((type + 1) | colour << 3);
            }
}

/* The leading pieces' places change the slowest. */
static bool make_layouts(Ending *ending) {
    const SyzygyMaterial *material = &ending->material;
    uint8_t codes[SYZYGY_PIECES_MAX];
    order_pieces(material, codes);
    for (int file = 0; file < ending->files; file++) {
        SyzygyLayout *layout = &ending->layouts[file];
        int order[2] = {0, 1};
        if (!syzygy_layout_init(layout, material, codes, order, file))
            return false;
        order[0] = layout->group_count - 1;
        order[1] = layout->group_count - 2;
        if (!syzygy_layout_init(layout, material, codes, order, file))
            return false;
    }
    return true;
}

static bool allocate_numbers(uint16_t **numbers, uint64_t size) {
    *numbers = malloc(size * sizeof **numbers);
    for (uint64_t i = 0; *numbers && i < size; i++)
        (*numbers)[i] = ENDING_ANY;
    return *numbers;
}

static bool begin_ending(Ending *ending, const SyzygyMaterial *material) {
    *ending =
        (Ending){.material = *material, .files = syzygy_has_pawns(material) ? ENDING_FILES : 1};
    bool ok = make_layouts(ending);
    for (int file = 0; file < ending->files; file++)
        for (int side = WHITE; side < COLOURS; side++) {
            uint64_t size = ending->layouts[file].size;
            ok = ok && allocate_numbers(&ending->wdl[file][side], size) &&
                 allocate_numbers(&ending->dtz[file][side], size);
        }
    return ok;
}

void ending_free(Ending *ending) {
    for (int file = 0; file < ending->files; file++)
        for (int side = WHITE; side < COLOURS; side++) {
            free(ending->wdl[file][side]);
            free(ending->dtz[file][side]);
        }
}

/* Finds a position's place: the file of its leading pawn, and the index. */
static uint64_t find_place(const Ending *ending, const Bitboard sets[16], int *file) {
    const uint8_t *pieces = ending->layouts[0].pieces;
    Square squares[SYZYGY_PIECES_MAX];
    *file = ending->files == 1 ? 0 : syzygy_leading_file(sets[pieces[0]]);
    for (int i = 0; i < ending->material.total;)
        for (Bitboard set = sets[pieces[i]]; set; i++)
            squares[i] = pop_lsb(&set);
    return syzygy_layout_index(&ending->layouts[*file], squares);
}

/* --- half-moves out of a slice --- */

static bool is_in_ending(const Ending *ending, const Position *pos, Bitboard sets[16]) {
    for (int piece = 0; piece < 16; piece++) {
        int colour = piece >> 3, type = piece & 7;
        if (type >= SYZYGY_TYPES)
            continue;
        sets[piece] = position_pieces(pos, (Colour)colour, (PieceType)type);
        if (popcount(sets[piece]) != ending->material.counts[colour][type])
            return false;
    }
    return true;
}

/* The result of another ending's position. The tablebase does not know of the fifty-move rule. */
static int probe(EndingSolver *s, const Position *pos) {
    TablebaseResult result;
    int wdl;
    if (tablebase_probe(s->sources->tablebase, pos, &result) &&
        (result.drawn || result.distance <= FIFTY_MOVES))
        return syzygy_wdl_of_end(pos, result.drawn, result.winner);
    if (syzygy_probe_wdl(s->sources->syzygy, pos, &wdl))
        return wdl;
    s->failed = true;
    return 0;
}

static int result_after_exit(void *context, const Position *pos) {
    EndingSolver *s = context;
    const Ending *ending = s->ending;
    Bitboard sets[16];
    MoveList list;
    int file, best = SYZYGY_LOSS;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return syzygy_wdl_of_end(pos, outcome.drawn, outcome.winner);
    if (!is_in_ending(ending, pos, sets))
        return probe(s, pos);
    if (!movelist_is_captures(pos, &list)) {
        uint64_t place = find_place(ending, sets, &file);
        return (int)ending->wdl[file][pos->side][place] + SYZYGY_LOSS;
    }
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        int result = -result_after_exit(s, &after);
        best = result > best ? result : best;
    }
    return best;
}

/* --- slices --- */

/* Does the side to move win by making the opponent capture? Readers see that themselves. Without
 * pawns it is the only way to win in two half-moves. */
static bool is_threat(const Ending *ending, const SlicePosition *position) {
    return ending->files == 1 && position->wdl == SYZYGY_WIN && position->dtz == 2;
}

static void keep_result(void *context, const SlicePosition *position) {
    EndingSolver *s = context;
    Ending *ending = s->ending;
    Bitboard sets[16] = {[PAWN] = s->pieces.pawns[WHITE], [PAWN | 8] = s->pieces.pawns[BLACK]};
    int file, beyond = position->dtz - 1 - FIFTY_MOVES;
    for (int i = 0; i < s->pieces.count; i++)
        sets[s->pieces.pieces[i]] |= bit(position->squares[i]);
    uint64_t place = find_place(ending, sets, &file);
    ending->longest = position->dtz > ending->longest ? position->dtz : ending->longest;
    ending->wdl[file][position->side][place] = (uint16_t)(position->wdl - SYZYGY_LOSS);
    if (position->wdl == 0 || is_threat(ending, position))
        return;
    ending->dtz[file][position->side][place] =
        (uint16_t)(beyond >= 0 ? beyond / 2 : position->dtz - 1);
}

static int compare_progress(const void *a, const void *b) {
    return ((const Pawns *)b)->progress - ((const Pawns *)a)->progress;
}

static bool add_slice(EndingSolver *s, const Bitboard pawns[COLOURS]) {
    Pawns *added;
    Bitboard mirrored[COLOURS];
    for (int colour = WHITE; colour < COLOURS; colour++)
        mirrored[colour] = symmetry_of_squares(MIRROR_FILES, pawns[colour]);
    if (mirrored[WHITE] < pawns[WHITE] ||
        (mirrored[WHITE] == pawns[WHITE] && mirrored[BLACK] < pawns[BLACK]))
        return true;
    if (s->pawns_count == s->pawns_capacity) {
        s->pawns_capacity = s->pawns_capacity > 0 ? 2 * s->pawns_capacity : 64;
        if (!(added = realloc(s->pawns, s->pawns_capacity * sizeof *added)))
            return false;
        s->pawns = added;
    }
    added = &s->pawns[s->pawns_count++];
    *added = (Pawns){.squares = {pawns[WHITE], pawns[BLACK]}};
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (Bitboard set = pawns[colour]; set;) {
            int rank = square_rank(pop_lsb(&set));
            added->progress += colour == WHITE ? rank : 7 - rank;
        }
    return true;
}

/* Adds the slices with these pawns and `left` more, Black's after White's; of a colour's pawns each
 * stands on a higher square than those before, from `from` on. */
static bool add_slices(EndingSolver *s, Bitboard pawns[COLOURS], int left[COLOURS], Square from) {
    Colour colour = left[WHITE] > 0 ? WHITE : BLACK;
    bool ok = true;
    if (left[colour] == 0)
        return add_slice(s, pawns);
    left[colour]--;
    for (Square square = from; ok && square < SQUARES; square++)
        if (bit(square) & ~(RANK_1 | RANK_8 | pawns[WHITE] | pawns[BLACK])) {
            pawns[colour] |= bit(square);
            ok = add_slices(s, pawns, left, left[colour] > 0 ? square + 1 : 0);
            pawns[colour] &= ~bit(square);
        }
    left[colour]++;
    return ok;
}

static uint64_t binomial(int n, int k) {
    uint64_t result = 1;
    for (int i = 1; i <= k; i++)
        result = result * (uint64_t)(n - i + 1) / (uint64_t)i;
    return result;
}

uint64_t ending_size(const SyzygyMaterial *material) {
    int white = material->counts[WHITE][PAWN], black = material->counts[BLACK][PAWN];
    int pieces = material->total - white - black;
    uint64_t size = COLOURS * binomial(48, white) * binomial(48 - white, black);
    size = size << (6 * pieces);
    return white + black > 0 ? size / 2 : size / SQUARES * SYZYGY_TRIANGLE;
}

/* Solves the slices whose pawns are nearest to promotion first. */
static bool solve_slices(EndingSolver *s) {
    const SyzygyMaterial *material = &s->ending->material;
    Bitboard none[COLOURS] = {0};
    int pawns[COLOURS] = {material->counts[WHITE][PAWN], material->counts[BLACK][PAWN]};
    s->pieces = (SlicePieces){.rules = s->sources->rules};
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = KNIGHT; type < SYZYGY_TYPES; type++)
            for (int i = 0; i < material->counts[colour][type]; i++)
                s->pieces.pieces[s->pieces.count++] = piece_make((Colour)colour, (PieceType)type);
    s->slice = slice_new(s->pieces.count, syzygy_has_pawns(material));
    if (!s->slice || !add_slices(s, none, pawns, 0))
        return false;
    qsort(s->pawns, s->pawns_count, sizeof *s->pawns, compare_progress);
    uint64_t size = ending_size(material) / s->pawns_count;
    for (size_t i = 0; i < s->pawns_count && !s->failed; i++) {
        for (int colour = WHITE; colour < COLOURS; colour++)
            s->pieces.pawns[colour] = s->pawns[i].squares[colour];
        slice_solve(s->slice, &s->pieces, result_after_exit, s);
        slice_visit(s->slice, keep_result, s);
        s->sources->note_progress(s->sources->context, size);
    }
    return !s->failed;
}

bool ending_solve(Ending *ending, const SyzygyMaterial *material, const EndingSources *sources) {
    EndingSolver solver = {.ending = ending, .sources = sources};
    bool ok = begin_ending(ending, material) && solve_slices(&solver);
    slice_free(solver.slice);
    free(solver.pawns);
    return ok;
}
