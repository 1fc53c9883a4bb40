/* make_tables: runs during the build, and prints a C file that defines the tables of bitboard.h
 * and zobrist.h. With the argument --compute-sliders, the file computes SLIDER_ATTACKS, the
 * largest table, at program start instead of containing it; this makes the WebAssembly module
 * smaller. */
#include "base/random.h"
#include "rules/bitboard.h"
#include "rules/sliders.h"
#include "rules/zobrist.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Step STRAIGHT_STEPS[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step DIAGONAL_STEPS[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step KNIGHT_STEPS[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static Bitboard leap(Square square, const Step *steps, int count) {
    Bitboard set = 0;
    for (int i = 0; i < count; i++) {
        Square to = sliders_step(square, steps[i]);
        if (to != NO_SQUARE)
            set |= bit(to);
    }
    return set;
}

static void find_magic(Slider slider, Square square, Magic *magic, Bitboard *sets) {
    uint64_t state = (uint64_t)square;
    magic->mask = sliders_mask(slider, square);
    magic->shift = (uint32_t)(64 - popcount(magic->mask));
    do { /* numbers with few bits set are more likely to work */
        magic->magic = random_next(&state) & random_next(&state) & random_next(&state);
    } while (!sliders_fill(slider, square, magic, sets));
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

/* C for WebAssembly that reserves SLIDER_ATTACKS and fills it when the program starts. */
static const char FILL_AT_START[] =
    "#include \"rules/sliders.h\"\n"
    "__asm__(\".section .bss.SLIDER_ATTACKS,\\\"\\\",@\\n\"\n"
    "        \".p2align 6\\n.globl SLIDER_ATTACKS\\n.type SLIDER_ATTACKS,@object\\n\"\n"
    "        \"SLIDER_ATTACKS: .zero 861184\\n.size SLIDER_ATTACKS, 861184\\n\");\n"
    "_Static_assert(sizeof SLIDER_ATTACKS == 861184, \"the size above\");\n"
    "__attribute__((constructor)) static void fill(void) {\n"
    "    for (Square s = 0; s < SQUARES; s++) {\n"
    "        Bitboard *sets = (Bitboard *)SLIDER_ATTACKS;\n"
    "        sliders_fill(SLIDER_ROOK, s, &ROOK_MAGICS[s], sets + ROOK_MAGICS[s].first);\n"
    "        sliders_fill(SLIDER_BISHOP, s, &BISHOP_MAGICS[s], sets + BISHOP_MAGICS[s].first);\n"
    "    }\n}\n";

static void print_sliders(bool computes_sliders) {
    static Bitboard sets[SLIDER_SETS];
    Magic magics[SLIDERS][SQUARES];
    uint32_t used = 0;
    for (int slider = 0; slider < SLIDERS; slider++)
        for (Square s = 0; s < SQUARES; s++) {
            magics[slider][s].first = used;
            find_magic((Slider)slider, s, &magics[slider][s], sets + used);
            used += 1U << popcount(magics[slider][s].mask);
        }
    print_magics("ROOK_MAGICS", magics[SLIDER_ROOK]);
    print_magics("BISHOP_MAGICS", magics[SLIDER_BISHOP]);
    if (computes_sliders)
        printf("%s", FILL_AT_START);
    else
        print_sets("SLIDER_ATTACKS[SLIDER_SETS]", sets, SLIDER_SETS);
}

static void print_leapers(void) {
    Bitboard knight[SQUARES], king[SQUARES], rook[SQUARES], bishop[SQUARES];
    Bitboard pawn[COLOURS * SQUARES];
    for (Square s = 0; s < SQUARES; s++) {
        knight[s] = leap(s, KNIGHT_STEPS, 8);
        king[s] = leap(s, STRAIGHT_STEPS, 4) | leap(s, DIAGONAL_STEPS, 4);
        rook[s] = sliders_attacks(SLIDER_ROOK, s, 0);
        bishop[s] = sliders_attacks(SLIDER_BISHOP, s, 0);
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
    *between = *line = 0;
    for (int i = 0; i < SLIDERS; i++) {
        Slider slider = (Slider)i;
        Bitboard from_a = sliders_attacks(slider, a, 0), from_b = sliders_attacks(slider, b, 0);
        if (!(from_a & bit(b)))
            continue;
        *between = sliders_attacks(slider, a, bit(b)) & sliders_attacks(slider, b, bit(a));
        *line = (from_a & from_b) | bit(a) | bit(b);
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
    printf("    .moves_other_colour = 0x%" PRIx64 "ULL,\n};\n", random_next(&state));
}

int main(int argc, char **argv) {
    bool computes_sliders = argc > 1 && strcmp(argv[1], "--compute-sliders") == 0;
    printf("/* Generated by make_tables.c; do not edit. */\n"
           "#include \"rules/bitboard.h\"\n#include "
           "\"rules/zobrist.h\"\n");
    print_sliders(computes_sliders);
    print_leapers();
    print_lines("BETWEEN", false);
    print_lines("LINE", true);
    print_zobrist();
    return ferror(stdout) || fclose(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
