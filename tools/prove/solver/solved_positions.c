#include "prove/solver/solved_positions.h"

#include "base/random.h"
#include "proofs/compact/compact.h"

#include <stdlib.h>

void solved_positions_free(SolvedPositions *solved) {
    free(solved->slots);
    *solved = (SolvedPositions){0};
}

/* The slot of a key, or the empty one where it belongs. */
static SolvedPosition *find_slot(const SolvedPositions *solved, uint64_t key) {
    uint64_t i = random_mix(key) & (solved->slot_count - 1);
    while (solved->slots[i].height > 0 && solved->slots[i].key != key)
        i = (i + 1) & (solved->slot_count - 1);
    return &solved->slots[i];
}

static bool grow(SolvedPositions *solved) {
    SolvedPositions larger = {.slot_count = solved->slot_count > 0 ? 2 * solved->slot_count : 1024};
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    solved->out_of_memory = !larger.slots;
    if (!larger.slots)
        return false;
    for (uint64_t i = 0; i < solved->slot_count; i++)
        if (solved->slots[i].height > 0)
            *find_slot(&larger, solved->slots[i].key) = solved->slots[i];
    larger.count = solved->count;
    solved_positions_free(solved);
    *solved = larger;
    return true;
}

/* Adds a position; of two proofs of one it keeps the shorter, or else the less quiet. At most two
 * thirds of the slots are used. */
static void add(SolvedPositions *solved, const SolvedPosition *position) {
    if (solved->out_of_memory || (3 * solved->count >= 2 * solved->slot_count && !grow(solved)))
        return;
    SolvedPosition *slot = find_slot(solved, position->key);
    solved->count += slot->height == 0;
    if (slot->height == 0 || position->height < slot->height ||
        (position->height == slot->height && position->quiet < slot->quiet))
        *slot = *position;
}

const SolvedPosition *solved_positions_find(const SolvedPositions *solved, uint64_t key) {
    if (solved->count == 0)
        return NULL;
    const SolvedPosition *slot = find_slot(solved, key);
    return slot->height > 0 ? slot : NULL;
}

typedef struct {
    SolvedPositions *solved;
    const Ruleset *rules;
    CheckedProof proof; /* of a file with one proof, once it has been read */
    uint64_t visited;   /* positions so far */
} Loading;

static void visit(void *context, const CompactHead *head, const CompactPosition *position) {
    Loading *loading = context;
    if (++loading->visited == head->positions)
        loading->proof = (CheckedProof){.start = head->start,
                                        .winner = head->winner,
                                        .positions = (int)head->positions,
                                        .length = position->height};
    if (head->start.rules == loading->rules)
        add(loading->solved, &(SolvedPosition){.key = movegen_repetition_key(position->pos),
                                               .height = (uint16_t)position->height,
                                               .quiet = (uint8_t)position->quiet,
                                               .winner = (uint8_t)head->winner});
}

bool solved_positions_load(SolvedPositions *solved, const char *path, const Ruleset *rules,
                           CheckedProof *only, Error *error) {
    Loading loading = {.solved = solved, .rules = rules};
    if (!compact_read(path, visit, &loading, error))
        return false;
    if (loading.visited != (uint64_t)loading.proof.positions)
        loading.proof.positions = 0;
    if (only)
        *only = loading.proof;
    return !solved->out_of_memory || error_set_at(error, path, 0, "out of memory");
}
