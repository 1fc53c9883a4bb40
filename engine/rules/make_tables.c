/* make_tables: prints the tables of bitboard.h and zobrist.h as C code. Run during the build. */
#include "base/random.h"
#include "rules/bitboard.h"
#include "rules/zobrist.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int file, rank;
} Step;

static const Step ROOK_STEPS[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step BISHOP_STEPS[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step KNIGHT_STEPS[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The square one step away, or NO_SQUARE if that is off the board. */
static Square step_from(Square square, Step step) {
    int file = square_file(square) + step.file;
    int rank = square_rank(square) + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : square_of(file, rank);
}

static Bitboard leap(Square square, const Step *steps, int count) {
    Bitboard set = 0;
    for (int i = 0; i < count; i++) {
        Square to = step_from(square, steps[i]);
        if (to != NO_SQUARE)
            set |= bit(to);
    }
    return set;
}

static Bitboard ray(Square square, Step step, Bitboard occupied) {
    Bitboard set = 0;
    for (Square to = step_from(square, step); to != NO_SQUARE; to = step_from(to, step)) {
        set |= bit(to);
        if (occupied & bit(to))
            break;
    }
    return set;
}

static Bitboard slide(Square square, const Step steps[4], Bitboard occupied) {
    return ray(square, steps[0], occupied) | ray(square, steps[1], occupied) |
           ray(square, steps[2], occupied) | ray(square, steps[3], occupied);
}

/* The squares whose occupancy matters. The last square of a ray is attacked in any case. */
static Bitboard magic_mask(Square square, const Step steps[4]) {
    Bitboard mask = 0;
    for (int i = 0; i < 4; i++) {
        Bitboard line = ray(square, steps[i], 0);
        for (Bitboard rest = line; rest;) {
            Square to = pop_lsb(&rest);
            if (step_from(to, steps[i]) != NO_SQUARE)
                mask |= bit(to);
        }
    }
    return mask;
}

/* Fills `sets` with the square's attack sets. Returns false if the multiplier maps two different
 * sets to the same index. */
static bool try_magic(Square square, const Step steps[4], const Magic *magic, Bitboard *sets) {
    memset(sets, 0, sizeof *sets << popcount(magic->mask));
    Bitboard blockers = 0;
    do {
        Bitboard attacks = slide(square, steps, blockers);
        Bitboard *slot = &sets[(blockers * magic->magic) >> magic->shift];
        if (*slot && *slot != attacks)
            return false;
        *slot = attacks;
        blockers = (blockers - magic->mask) & magic->mask; /* the next subset of mask */
    } while (blockers);
    return true;
}

static void find_magic(Square square, const Step steps[4], Magic *magic, Bitboard *sets) {
    uint64_t state = (uint64_t)square;
    magic->mask = magic_mask(square, steps);
    magic->shift = (uint32_t)(64 - popcount(magic->mask));
    do { /* numbers with few bits set are more likely to work */
        magic->magic = random_next(&state) & random_next(&state) & random_next(&state);
    } while (!try_magic(square, steps, magic, sets));
}

static void print_sets(const char *declaration, const Bitboard *sets, int count) {
    printf("const Bitboard %s = {", declaration);
    for (int i = 0; i < count; i++)
        printf("%s0x%" PRIx64 "ULL,", i % 4 ? " " : "\n    ", sets[i]);
    printf("\n};\n");
}

static void print_magics(const char *name, const Magic magics[SQUARES]) {
    printf("const Magic %s[SQUARES] = {\n", name);
    for (Square s = 0; s < SQUARES; s++)
        printf("    {0x%" PRIx64 "ULL, 0x%" PRIx64 "ULL, %u, %u},\n", magics[s].mask,
               magics[s].magic, magics[s].first, magics[s].shift);
    printf("};\n");
}

static void print_sliders(void) {
    static Bitboard sets[SLIDER_SETS];
    Magic magics[2][SQUARES];
    const Step *const steps[2] = {ROOK_STEPS, BISHOP_STEPS};
    uint32_t used = 0;
    for (int kind = 0; kind < 2; kind++)
        for (Square s = 0; s < SQUARES; s++) {
            magics[kind][s].first = used;
            find_magic(s, steps[kind], &magics[kind][s], sets + used);
            used += 1U << popcount(magics[kind][s].mask);
        }
    print_magics("ROOK_MAGICS", magics[0]);
    print_magics("BISHOP_MAGICS", magics[1]);
    print_sets("SLIDER_ATTACKS[SLIDER_SETS]", sets, SLIDER_SETS);
}

static void print_leapers(void) {
    Bitboard knight[SQUARES], king[SQUARES], rook[SQUARES], bishop[SQUARES];
    Bitboard pawn[COLOURS * SQUARES];
    for (Square s = 0; s < SQUARES; s++) {
        knight[s] = leap(s, KNIGHT_STEPS, 8);
        king[s] = leap(s, ROOK_STEPS, 4) | leap(s, BISHOP_STEPS, 4);
        rook[s] = slide(s, ROOK_STEPS, 0);
        bishop[s] = slide(s, BISHOP_STEPS, 0);
        Bitboard beside = westward(bit(s)) | eastward(bit(s));
        pawn[s] = forward(beside, WHITE);
        pawn[SQUARES + s] = forward(beside, BLACK);
    }
    print_sets("KNIGHT_ATTACKS[SQUARES]", knight, SQUARES);
    print_sets("KING_ATTACKS[SQUARES]", king, SQUARES);
    print_sets("ROOK_RAYS[SQUARES]", rook, SQUARES);
    print_sets("BISHOP_RAYS[SQUARES]", bishop, SQUARES);
    printf("const Bitboard PAWN_ATTACKS[COLOURS][SQUARES] = {\n");
    for (int colour = 0; colour < COLOURS; colour++) {
        printf("    {");
        for (Square s = 0; s < SQUARES; s++)
            printf("0x%" PRIx64 "ULL,", pawn[colour * SQUARES + s]);
        printf("},\n");
    }
    printf("};\n");
}

/* Finds the squares between two squares, and the line through them; both sets are empty if the two
 * squares are not on one line. */
static void find_line(Square a, Square b, Bitboard *between, Bitboard *line) {
    const Step *const steps[2] = {ROOK_STEPS, BISHOP_STEPS};
    *between = *line = 0;
    for (int kind = 0; kind < 2; kind++)
        if (slide(a, steps[kind], 0) & bit(b)) {
            *between = slide(a, steps[kind], bit(b)) & slide(b, steps[kind], bit(a));
            *line = (slide(a, steps[kind], 0) & slide(b, steps[kind], 0)) | bit(a) | bit(b);
        }
}

static void print_lines(const char *name, bool whole) {
    printf("const Bitboard %s[SQUARES][SQUARES] = {\n", name);
    for (Square a = 0; a < SQUARES; a++) {
        printf("    {");
        for (Square b = 0; b < SQUARES; b++) {
            Bitboard between, line;
            find_line(a, b, &between, &line);
            printf("0x%" PRIx64 "ULL,", whole ? line : between);
        }
        printf("},\n");
    }
    printf("};\n");
}

static void print_random_numbers(uint64_t *state, int count) {
    printf("{");
    for (int i = 0; i < count; i++)
        printf("0x%" PRIx64 "ULL,", random_next(state));
    printf("},\n");
}

static void print_zobrist(void) {
    uint64_t state = 2007;
    printf("const Zobrist ZOBRIST = {\n    .piece = {");
    for (int colour = 0; colour < COLOURS; colour++) {
        printf("{\n");
        for (int type = 0; type < PIECE_TYPES; type++)
            print_random_numbers(&state, SQUARES);
        printf("},");
    }
    printf("},\n    .castling = {0,");
    for (int rights = 1; rights < 16; rights++)
        printf("0x%" PRIx64 "ULL,", random_next(&state));
    printf("},\n    .en_passant = ");
    print_random_numbers(&state, 8);
    printf("    .black_to_move = 0x%" PRIx64 "ULL,\n", random_next(&state));
    printf("    .black_to_decide = 0x%" PRIx64 "ULL,\n};\n", random_next(&state));
}

int main(void) {
    printf("/* Made by make_tables.c: do not edit. */\n"
           "#include \"rules/bitboard.h\"\n#include \"rules/zobrist.h\"\n");
    print_sliders();
    print_leapers();
    print_lines("BETWEEN", false);
    print_lines("LINE", true);
    print_zobrist();
    return ferror(stdout) || fclose(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
