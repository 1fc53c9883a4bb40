#include "search/correction.h"

#include "base/minmax.h"
#include "search/tunables.h"

enum {
    SCALE = 64,       /* entries per centipawn */
    WEIGHT_ONE = 256, /* an update of this weight replaces the entry */
    INDEX_BITS = 14,
};
_Static_assert(CORRECTION_ENTRIES == 1 << INDEX_BITS, "an index has INDEX_BITS bits");

/* Arbitrary odd numbers, one for each type of piece; pawns use the first two. */
static const uint64_t MULTIPLIERS[PIECE_TYPES] = {
    0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB,
    0xD6E8FEB86659FD93, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB,
};

/* Multiplicative hashing (Knuth) of several bitboards. If only h8 is set, multiplying by an odd
 * number changes nothing; the shifts keep the types apart even then. */
static uint64_t pawn_hash(const Position *pos) {
    return position_pieces(pos, WHITE, PAWN) * MULTIPLIERS[0] ^
           position_pieces(pos, BLACK, PAWN) * MULTIPLIERS[1] >> 7;
}

static uint64_t piece_hash(const Position *pos, Colour colour) {
    uint64_t hash = 0;
    for (int type = KNIGHT; type < PIECE_TYPES; type++)
        hash ^= position_pieces(pos, colour, (PieceType)type) * MULTIPLIERS[type] >> type;
    return hash;
}

static size_t entry_index(const Position *pos, CorrectionKey key) {
    uint64_t hash = key == CORRECTION_PAWNS   ? pawn_hash(pos)
                    : key == CORRECTION_WHITE ? piece_hash(pos, WHITE)
                                              : piece_hash(pos, BLACK);
    hash ^= hash >> 32;
    return hash * MULTIPLIERS[0] >> (64 - INDEX_BITS);
}

/* Half the sum of the three entries works better than the pawns' entry alone. */
Score correction_apply(const Correction *correction, const Position *pos, Score eval) {
    int sum = 0;
    for (int key = 0; key < CORRECTION_KEYS; key++)
        sum += atomic_load_explicit(
            &correction->entries[key][pos->player][entry_index(pos, (CorrectionKey)key)],
            memory_order_relaxed);
    return (Score)max64(min64(eval + sum / (2 * SCALE), SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
}

/* Moves an entry towards `seen`, the error that a search has found. */
static void update_entry(_Atomic int16_t *entry, int64_t seen, int64_t weight) {
    int64_t old = atomic_load_explicit(entry, memory_order_relaxed);
    int64_t mean = (old * (WEIGHT_ONE - weight) + seen * weight) / WEIGHT_ONE;
    int64_t most = CORRECTION_MAX * SCALE;
    atomic_store_explicit(entry, (int16_t)max64(min64(mean, most), -most), memory_order_relaxed);
}

void correction_update(Correction *correction, const Position *pos, Score eval, Score score,
                       int depth) {
    int64_t seen = (int64_t)(score - eval) * SCALE;
    int64_t weight = min64(depth + 1, CORRECTION_WEIGHT_MAX);
    for (int key = 0; key < CORRECTION_KEYS; key++)
        update_entry(&correction->entries[key][pos->player][entry_index(pos, (CorrectionKey)key)],
                     seen, weight);
}
