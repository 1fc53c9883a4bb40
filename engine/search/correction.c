#include "search/correction.h"

#include "base/minmax.h"
#include "search/params/tunables.h"

enum {
    SCALE = 64,       /* entries per centipawn */
    WEIGHT_ONE = 256, /* an update of this weight replaces the entry */
    INDEX_BITS = 14,
};
_Static_assert(CORRECTION_ENTRIES == 1 << INDEX_BITS, "an index has INDEX_BITS bits");

/* The entry's index: a multiplicative hash (Knuth) of both colours' pawns. */
static size_t entry_index(const Position *pos) {
    Bitboard white = position_pieces(pos, WHITE, PAWN), black = position_pieces(pos, BLACK, PAWN);
    uint64_t hash = white * 0x9E3779B97F4A7C15u ^ black * 0xC2B2AE3D27D4EB4Fu >> 7;
    hash ^= hash >> 32;
    return hash * 0x9E3779B97F4A7C15u >> (64 - INDEX_BITS);
}

Score correction_apply(const Correction *correction, const Position *pos, Score eval) {
    int entry = atomic_load_explicit(&correction->entries[pos->player][entry_index(pos)],
                                     memory_order_relaxed);
    return (Score)max64(min64(eval + entry / SCALE, SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
}

void correction_update(Correction *correction, const Position *pos, Score eval, Score score,
                       int depth) {
    _Atomic int16_t *entry = &correction->entries[pos->player][entry_index(pos)];
    int64_t old = atomic_load_explicit(entry, memory_order_relaxed);
    int64_t weight = min64(depth + 1, CORRECTION_WEIGHT_MAX);
    int64_t seen = (int64_t)(score - eval) * SCALE;
    int64_t mean = (old * (WEIGHT_ONE - weight) + seen * weight) / WEIGHT_ONE;
    int64_t most = CORRECTION_MAX * SCALE;
    atomic_store_explicit(entry, (int16_t)max64(min64(mean, most), -most), memory_order_relaxed);
}
