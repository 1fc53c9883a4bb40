#include "search/correction.h"

#include "base/minmax.h"
#include "search/params/tunables.h"

enum {
    SCALE = 64,       /* entries per centipawn */
    WEIGHT_ONE = 256, /* an update of this weight replaces the entry */
    INDEX_BITS = 14,
};
_Static_assert(CORRECTION_ENTRIES == 1 << INDEX_BITS, "an index has INDEX_BITS bits");

/* Odd random numbers: for a piece's type, or for the pawns of a colour. */
static const uint64_t MULTIPLIERS[PIECE_TYPES] = {
    0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB,
    0xD6E8FEB86659FD93, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB,
};

/* The entry's index: a multiplicative hash (Knuth) of the key's pieces. The shifts keep the last
 * squares of several sets apart, which multiplication leaves in the highest bits. */
static size_t entry_index(const Position *pos, CorrectionKey key) {
    uint64_t hash = 0;
    if (key == CORRECTION_PAWNS) {
        for (int colour = WHITE; colour <= BLACK; colour++)
            hash ^= position_pieces(pos, (Colour)colour, PAWN) * MULTIPLIERS[colour] >> 7 * colour;
    } else {
        Colour colour = key == CORRECTION_WHITE ? WHITE : BLACK;
        for (int type = KNIGHT; type < PIECE_TYPES; type++)
            hash ^= position_pieces(pos, colour, (PieceType)type) * MULTIPLIERS[type] >> type;
    }
    hash ^= hash >> 32;
    return hash * MULTIPLIERS[0] >> (64 - INDEX_BITS);
}

/* Half the sum of the three entries: it has proved better than the entry of the pawns alone. */
Score correction_apply(const Correction *correction, const Position *pos, Score eval) {
    int sum = 0;
    for (int key = 0; key < CORRECTION_KEYS; key++)
        sum += atomic_load_explicit(
            &correction->entries[key][pos->player][entry_index(pos, (CorrectionKey)key)],
            memory_order_relaxed);
    return (Score)max64(min64(eval + sum / (2 * SCALE), SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
}

/* Moves an entry towards `seen`. */
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
