/* layout: the order in which a Syzygy table lists the positions of its pieces, and so the number of
 * a position in it. Pure functions, hence thread-safe.
 *
 * Positions that mirroring the board makes the same are listed once. The first pieces, the leading
 * ones, are numbered together so that this works; each further group of equal pieces is numbered by
 * the combinations of squares that the groups before it leave free.
 *
 * Source: de Man, the format of the Syzygy tablebases, 2013. */
#ifndef MISERE_SYZYGY_LAYOUT_H
#define MISERE_SYZYGY_LAYOUT_H

#include "rules/bitboard.h"

enum { SYZYGY_PIECES_MAX = 6, SYZYGY_TYPES = KING + 1, SYZYGY_TRIANGLE = 10 };

/* The pieces of a table. White is the colour that its name lists first. */
typedef struct {
    int counts[COLOURS][SYZYGY_TYPES];
    int total;
} SyzygyMaterial;

typedef struct {
    int first, count; /* indices into `pieces` */
    uint64_t factor;  /* what a position's number grows by for each of the group's */
} SyzygyGroup;

typedef struct {
    uint8_t pieces[SYZYGY_PIECES_MAX]; /* as in Position.board */
    int total;
    bool has_pawns;
    SyzygyGroup groups[SYZYGY_PIECES_MAX]; /* the leading pieces first */
    int group_count;
    int distinct; /* of leading pieces that differ, how many: 2 or 3; 0: they are equal */
    /* The numbers of two equal leading pieces, by the first one's square in the triangle a1-d1-d4
     * and the second one's. */
    uint16_t pairs[SYZYGY_TRIANGLE][SQUARES];
    uint64_t size; /* how many positions the table lists */
} SyzygyLayout;

static inline bool syzygy_has_pawns(const SyzygyMaterial *material) {
    return material->counts[WHITE][PAWN] + material->counts[BLACK][PAWN] > 0;
}

/* Has Black the same pieces as White? Then the table has results with White to move only. */
static inline bool syzygy_is_symmetric(const SyzygyMaterial *material) {
    bool is_symmetric = true;
    for (int type = PAWN; type < SYZYGY_TYPES; type++)
        is_symmetric &= material->counts[WHITE][type] == material->counts[BLACK][type];
    return is_symmetric;
}

static inline SyzygyMaterial syzygy_exchange_colours(const SyzygyMaterial *material) {
    SyzygyMaterial exchanged = {.total = material->total};
    for (int type = PAWN; type < SYZYGY_TYPES; type++) {
        exchanged.counts[WHITE][type] = material->counts[BLACK][type];
        exchanged.counts[BLACK][type] = material->counts[WHITE][type];
    }
    return exchanged;
}

/* Sets up a layout from what a file says: `pieces`, `material->total` codes of four bits each, and
 * the places of the leading group and (where both colours have pawns) of the second pawns among the
 * factors. `file`, 0 to 3, is the leading pawn's; 0 without pawns. Returns false if the codes do
 * not fit the material. */
bool syzygy_layout_init(SyzygyLayout *layout, const SyzygyMaterial *material, const uint8_t *pieces,
                        const int order[2], int file);

/* The number, below layout->size, of the position with these squares, which are in the order of
 * layout->pieces. The array is changed. Of a table with pawns, the layout is that of the file from
 * syzygy_leading_file. */
uint64_t syzygy_layout_index(const SyzygyLayout *layout, Square squares[SYZYGY_PIECES_MAX]);

/* The file, 0 to 3, of the leading one of these pawns. */
int syzygy_leading_file(Bitboard pawns);

#endif
