#include "prove/solver/df_pn.h"

#include "base/minmax.h"
#include "base/random.h"
#include "prove/solver/advice.h"
#include "prove/solver/first_numbers.h"

#include <math.h>
#include <stdlib.h>

enum {
    /* What a disproof may depend on, besides a position on the path. */
    DEPENDS_ON_LIMIT = -1, /* the limit of half-moves */
    DEPENDS_ON_CLOCK = 0,  /* the half-move clock */
    DEPENDS_ON_NOTHING = PLY_MAX + 1,
    /* After a search of this many nodes, what other positions' searches have found is looked up. */
    REFRESH_NODES = 1000,
    HANDICAP = 4, /* see weight_of */
    WEIGHT_ONE = 16,
};

static const uint64_t BLACK_ATTACKS = 0x6a09e667f3bcc908ULL;

typedef struct {
    uint64_t key;
    ProofValue value;
    Move move;
    bool resets; /* does the half-move reset the half-move clock? */
} Child;

/* A position on the path. */
typedef struct {
    Position pos;
    uint64_t key;
    uint64_t path; /* stands for the positions from which a repetition is possible, and the clock */
    Child *children;
    int count;
    bool is_or;     /* does the attacker decide? */
    bool is_heavy;  /* does the attacker decide, and has it cost HEAVY_WORK? */
    Move preferred; /* the half-move that the engine prefers, or MOVE_NONE */
    int limit;      /* a win must come within this many half-moves */
} Frame;

struct DfPn {
    ProofSearch *search;
    uint64_t nodes;
    uint64_t nodes_max;
    Advisor advisor;
    bool takes_advice;
    Frame frames[PLY_MAX + 2];
    Position after[MOVES_MAX]; /* the positions after each half-move of one that is expanded */
    Child children[];          /* of all positions on the path */
};

/* The key of a position in the table. */
static uint64_t key_of(const Position *pos, Colour attacker) {
    return movegen_repetition_key(pos) ^ (attacker == BLACK ? BLACK_ATTACKS : 0);
}

/* Half of what PLY_MAX positions with the most half-moves would take; no path has so many. */
enum { CHILDREN_MAX = PLY_MAX * MOVES_MAX / 2 };

DfPn *df_pn_new(ProofSearch *search) {
    DfPn *s = malloc(sizeof *s + CHILDREN_MAX * sizeof *s->children);
    if (!s)
        return NULL;
    s->search = search;
    s->nodes = 0;
    s->takes_advice = false;
    if (advisor_init(&s->advisor))
        return s;
    df_pn_free(s);
    return NULL;
}

void df_pn_free(DfPn *searcher) {
    if (searcher)
        advisor_free(&searcher->advisor);
    free(searcher);
}

uint64_t df_pn_nodes(const DfPn *searcher) {
    return searcher->nodes;
}

/* --- values --- */

static ProofValue proven_value(int height, int quiet) {
    return (ProofValue){.disproof = NUMBER_INFINITY, .height = height, .quiet = quiet};
}

static ProofValue disproven_value(int depends) {
    return (ProofValue){.proof = NUMBER_INFINITY, .depends = depends};
}

/* May a proof be used at a position with this half-move clock, and is it short enough? */
static bool is_usable(int height, int quiet, unsigned clock, int limit) {
    return height <= limit && (int)clock + quiet < FIFTY_MOVES;
}

/* Takes what an entry says. Returns false if that is of no use here. */
static bool take_entry(const ProofEntry *entry, unsigned clock, int limit, ProofValue *value) {
    switch (entry->kind) {
    case ENTRY_PROVEN:
        *value = proven_value(entry->height, entry->quiet);
        return is_usable(entry->height, entry->quiet, clock, limit);
    case ENTRY_DISPROVEN:
        *value = disproven_value(DEPENDS_ON_NOTHING);
        return true;
    case ENTRY_OPEN:
        *value =
            (ProofValue){.proof = entry->proof, .disproof = entry->disproof, .work = entry->work};
        return true;
    case ENTRY_NONE:
        break;
    }
    return false;
}

/* The key under which a disproof that depends on the path is stored. */
static uint64_t key_on_path(const Frame *frame) {
    return frame->key ^ random_mix(frame->path);
}

/* --- new positions --- */

/* The ply at which the position of a frame occurs on the path before, or -1. */
static int find_repetition(const DfPn *s, int ply) {
    const Frame *frame = &s->frames[ply];
    int last = ply - (int)min64(frame->pos.halfmove_clock, ply);
    for (int i = ply - 1; i >= last; i--)
        if (s->frames[i].key == frame->key)
            return i;
    return -1;
}

static ProofValue ended_value(const ProofSearch *search, Outcome outcome) {
    return !outcome.drawn && outcome.winner == search->attacker
               ? proven_value(0, 0)
               : disproven_value(DEPENDS_ON_NOTHING);
}

/* Takes the tablebase's result, if it has the position and the fifty-move rule cannot change it. */
static bool take_tablebase_result(const ProofSearch *search, const Frame *frame,
                                  ProofValue *value) {
    TablebaseResult result;
    if (!tablebase_probe(search->tablebase, &frame->pos, &result))
        return false;
    if (result.drawn || result.winner != search->attacker) {
        *value = disproven_value(DEPENDS_ON_NOTHING);
        return true;
    }
    *value = proven_value(result.distance, result.distance);
    return result.distance <= QUIET_MAX &&
           is_usable(result.distance, result.distance, frame->pos.halfmove_clock, frame->limit);
}

/* Takes the result of an earlier proof, if there is one. */
static bool take_solved(const ProofSearch *search, const Frame *frame, ProofValue *value) {
    const SolvedPosition *solved =
        search->solved ? solved_positions_find(search->solved, movegen_repetition_key(&frame->pos))
                       : NULL;
    if (!solved)
        return false;
    *value = solved->winner == search->attacker ? proven_value(solved->height, solved->quiet)
                                                : disproven_value(DEPENDS_ON_NOTHING);
    return is_disproven(value) ||
           is_usable(solved->height, solved->quiet, frame->pos.halfmove_clock, frame->limit);
}

static bool take_known_result(const ProofSearch *search, const Frame *frame, ProofValue *value) {
    return take_tablebase_result(search, frame, value) || take_solved(search, frame, value);
}

/* The value of a position that is not in the table, the frame at `ply`. */
static ProofValue new_value(DfPn *s, int ply) {
    const Frame *frame = &s->frames[ply];
    ProofValue value;
    int count = outcome_count_moves(&frame->pos);
    s->nodes++;
    if (count == 0)
        return ended_value(s->search, outcome_of(&frame->pos));
    if (frame->pos.halfmove_clock >= FIFTY_MOVES)
        return disproven_value(DEPENDS_ON_CLOCK);
    if (frame->limit == 0)
        return disproven_value(DEPENDS_ON_LIMIT);
    if (outcome_is_over(outcome_tournament_draw(&frame->pos)))
        return disproven_value(DEPENDS_ON_NOTHING);
    if (take_known_result(s->search, frame, &value))
        return value;
    FirstNumbers first = first_numbers(&frame->pos, count, s->search->attacker);
    return (ProofValue){.proof = first.proof, .disproof = first.disproof};
}

/* Finds what the path and the table say about the position of the frame at `ply`. */
static bool find_value(const DfPn *s, int ply, ProofValue *value) {
    const Frame *frame = &s->frames[ply];
    const ProofTable *table = s->search->table;
    unsigned clock = frame->pos.halfmove_clock;
    int repeated = find_repetition(s, ply);
    ProofEntry entry, on_path;
    ProofValue known;
    if (repeated >= 0) {
        *value = disproven_value(repeated);
        return true;
    }
    if (clock >= FIFTY_MOVES || frame->limit == 0 ||
        !proof_table_probe(table, frame->key, &entry) ||
        !take_entry(&entry, clock, frame->limit, value))
        return false;
    if (is_solved(value))
        return true;
    if (take_known_result(s->search, frame, &known)) /* of no use where the entry was stored */
        *value = known;
    else if (entry.has_disproofs_on_a_path && clock > 0 &&
             proof_table_probe(table, key_on_path(frame), &on_path))
        *value = disproven_value((int)max64(ply - (int64_t)clock, 0));
    return true;
}

/* Stores the value of a new position, unless it holds on this path only, or comes from a proof
 * whose half-moves the table would not know. */
static void store_new(DfPn *s, const Frame *frame, const ProofValue *value) {
    ProofEntry entry = {.kind = ENTRY_OPEN, .proof = value->proof, .disproof = value->disproof};
    if (is_proven(value) ? value->height > 0
                         : is_disproven(value) && value->depends != DEPENDS_ON_NOTHING)
        return;
    if (is_solved(value))
        entry = (ProofEntry){.kind = is_proven(value) ? ENTRY_PROVEN : ENTRY_DISPROVEN};
    proof_table_store(s->search->table, frame->key, &entry);
}

/* Sets everything of a frame but its position and its children. */
static void enter(DfPn *s, int ply, uint64_t key, int limit) {
    Frame *frame = &s->frames[ply];
    unsigned clock = frame->pos.halfmove_clock;
    frame->key = key;
    frame->limit = limit;
    frame->is_or = frame->pos.player == s->search->attacker;
    frame->is_heavy = false;
    frame->preferred = MOVE_NONE;
    frame->path = 0;
    if (ply > 0 && clock > 0)
        frame->path = s->frames[ply - 1].path + random_mix(s->frames[ply - 1].key);
}

/* Finds the children of the frame at `ply` and their values. */
static void expand(DfPn *s, int ply) {
    Frame *frame = &s->frames[ply], *next = frame + 1;
    MoveList list;
    s->nodes++;
    outcome_find(&frame->pos, &list);
    frame->children =
        ply > 0 ? s->frames[ply - 1].children + s->frames[ply - 1].count : s->children;
    frame->count = list.count;
    for (int i = 0; i < list.count; i++) {
        Child *child = &frame->children[i];
        position_apply(&s->after[i], &frame->pos, list.moves[i]);
        child->move = list.moves[i];
        child->resets = s->after[i].halfmove_clock == 0;
        child->key = key_of(&s->after[i], s->search->attacker);
        proof_table_prefetch(s->search->table, child->key);
    }
    for (int i = 0; i < list.count; i++) {
        next->pos = s->after[i];
        enter(s, ply + 1, frame->children[i].key, frame->limit - 1);
        if (!find_value(s, ply + 1, &frame->children[i].value)) {
            frame->children[i].value = new_value(s, ply + 1);
            store_new(s, next, &frame->children[i].value);
        }
    }
}

/* --- values from children --- */

static uint32_t add(uint32_t a, uint32_t b) {
    if (a == NUMBER_INFINITY || b == NUMBER_INFINITY)
        return NUMBER_INFINITY;
    return a + b < NUMBER_MAX ? a + b : NUMBER_MAX;
}

static int quiet_before(const Child *child) {
    return child->resets || child->value.height == 0 ? 0 : child->value.quiet + 1;
}

/* The proof of a proven frame: of the winner's half-move with the least height, or of all of the
 * loser's. */
static ProofValue combine_proofs(const Frame *frame) {
    int height = -1, quiet = 0;
    for (int i = 0; i < frame->count; i++) {
        const Child *child = &frame->children[i];
        if (!is_proven(&child->value))
            continue;
        if (!frame->is_or) {
            height = (int)max64(height, child->value.height);
            quiet = (int)max64(quiet, quiet_before(child));
        } else if (height < 0 || child->value.height < height) {
            height = child->value.height;
            quiet = quiet_before(child);
        }
    }
    return proven_value(height + 1, quiet);
}

/* The disproof of a disproven frame: of the half-move whose disproof depends on the fewest
 * positions, or of all. */
static ProofValue combine_disproofs(const Frame *frame, int ply) {
    int depends = frame->is_or ? DEPENDS_ON_NOTHING : DEPENDS_ON_LIMIT;
    for (int i = 0; i < frame->count; i++) {
        const ProofValue *value = &frame->children[i].value;
        if (is_disproven(value))
            depends = (int)(frame->is_or ? min64(depends, value->depends)
                                         : max64(depends, value->depends));
    }
    /* Nothing above this position. */
    if (depends >= ply && depends != DEPENDS_ON_CLOCK)
        depends = DEPENDS_ON_NOTHING;
    return disproven_value(depends);
}

/* The number of a child that the player to move wants to be small. */
static uint32_t own_number(const Frame *frame, const Child *child) {
    return frame->is_or ? child->value.proof : child->value.disproof;
}

static ProofValue combine(const Frame *frame, int ply) {
    uint32_t least = NUMBER_INFINITY, sum = 0;
    for (int i = 0; i < frame->count; i++) {
        const ProofValue *value = &frame->children[i].value;
        uint32_t own = own_number(frame, &frame->children[i]);
        least = own < least ? own : least;
        sum = add(sum, frame->is_or ? value->disproof : value->proof);
    }
    ProofValue value = {.proof = frame->is_or ? least : sum,
                        .disproof = frame->is_or ? sum : least};
    if (is_proven(&value))
        return combine_proofs(frame);
    return is_disproven(&value) ? combine_disproofs(frame, ply) : value;
}

/* --- the search --- */

static _Atomic uint8_t *busy_slot(const DfPn *s, uint64_t key) {
    return &s->search->busy->threads[key % BUSY_SLOTS];
}

/* The weight of a child's number, in sixteenths: 1, but in a heavy position the fourth root of the
 * child's work in units of HEAVY_WORK, if that is more, so that half-moves which have had little
 * work are tried, too; and HANDICAP times as much if the engine prefers another one. */
static uint64_t weight_of(const Frame *frame, const Child *child) {
    if (!frame->is_heavy)
        return WEIGHT_ONE;
    double work = (double)max64((int64_t)child->value.work, HEAVY_WORK) / HEAVY_WORK;
    bool is_handicapped = frame->preferred != MOVE_NONE && frame->preferred != child->move;
    return (uint64_t)(WEIGHT_ONE * sqrt(sqrt(work))) * (is_handicapped ? HANDICAP : 1);
}

/* To keep threads apart, a position's number grows with the threads below it. */
static uint64_t count_threads(const DfPn *s, const Child *child) {
    return s->search->busy
               ? 1 + atomic_load_explicit(busy_slot(s, child->key), memory_order_relaxed)
               : 1;
}

/* The most-proving child, and the limits for its numbers. */
typedef struct {
    Child *child;
    uint32_t proof_limit, disproof_limit;
} Choice;

/* The limit for a number of which the rest of the sum is `rest`. */
static uint32_t limit_without(uint32_t limit, uint32_t rest, uint32_t number) {
    if (limit == NUMBER_INFINITY)
        return limit;
    return limit > rest + number ? limit - rest : number + 1;
}

/* Chooses among the children whose numbers are below the limit, so that the chosen one can be
 * searched whatever other threads do. In a heavy position all open children count, since there a
 * child may be searched even if its number has reached the limit. */
static Choice choose(const DfPn *s, const Frame *frame, const ProofValue *value,
                     uint32_t proof_limit, uint32_t disproof_limit) {
    uint64_t best = UINT64_MAX, second = UINT64_MAX;
    uint32_t own_limit = frame->is_or ? proof_limit : disproof_limit;
    Choice choice = {.child = NULL};
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        uint32_t number = own_number(frame, child);
        if (number == NUMBER_INFINITY || (number >= own_limit && !frame->is_heavy))
            continue;
        uint64_t weighted = number * weight_of(frame, child) * count_threads(s, child);
        if (weighted < best) {
            second = best;
            best = weighted;
            choice.child = child;
        } else if (weighted < second) {
            second = weighted;
        }
    }
    const ProofValue *chosen = &choice.child->value;
    if (own_number(frame, choice.child) >= own_limit)
        own_limit = NUMBER_INFINITY;
    if (second < UINT64_MAX)
        own_limit = (uint32_t)min64(
            own_limit, (int64_t)((second + second / 4) / weight_of(frame, choice.child) + 1));
    choice.proof_limit =
        frame->is_or ? own_limit
                     : limit_without(proof_limit, value->proof - chosen->proof, chosen->proof);
    choice.disproof_limit =
        frame->is_or
            ? limit_without(disproof_limit, value->disproof - chosen->disproof, chosen->disproof)
            : own_limit;
    return choice;
}

/* Takes what other searches have stored about the children meanwhile. */
static void refresh(DfPn *s, Frame *frame, const Child *current) {
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        ProofEntry entry;
        ProofValue value;
        unsigned clock = child->resets ? 0 : frame->pos.halfmove_clock + 1;
        if (child != current && !is_solved(&child->value) &&
            proof_table_probe(s->search->table, child->key, &entry) &&
            take_entry(&entry, clock, frame->limit - 1, &value))
            child->value = value;
    }
}

static Move proving_move(const Frame *frame, const ProofValue *value) {
    for (int i = 0; frame->is_or && i < frame->count; i++)
        if (is_proven(&frame->children[i].value) &&
            frame->children[i].value.height == value->height - 1)
            return frame->children[i].move;
    return MOVE_NONE;
}

static void store(DfPn *s, int ply, const ProofValue *value, const ProofValue *before,
                  uint64_t work) {
    const Frame *frame = &s->frames[ply];
    ProofEntry entry = {.kind = ENTRY_OPEN, .work = work};
    if (is_proven(value)) {
        entry.kind = ENTRY_PROVEN;
        entry.move = proving_move(frame, value);
        entry.height = value->height;
        entry.quiet = value->quiet;
    } else if (is_disproven(value) && value->depends == DEPENDS_ON_NOTHING) {
        entry.kind = ENTRY_DISPROVEN;
    } else if (is_disproven(value)) {
        ProofEntry on_path = {.kind = ENTRY_DISPROVEN, .work = work};
        entry.proof = before->proof;
        entry.disproof = before->disproof;
        entry.has_disproofs_on_a_path = value->depends != DEPENDS_ON_LIMIT;
        if (entry.has_disproofs_on_a_path)
            proof_table_store(s->search->table, key_on_path(frame), &on_path);
    } else {
        entry.proof = value->proof;
        entry.disproof = value->disproof;
    }
    proof_table_store(s->search->table, frame->key, &entry);
}

static bool must_stop(const DfPn *s) {
    return s->nodes >= s->nodes_max || atomic_load_explicit(&s->search->stop, memory_order_relaxed);
}

static ProofValue search(DfPn *s, int ply, const ProofValue *before, uint32_t proof_limit,
                         uint32_t disproof_limit);

/* Searches the chosen child. */
static void search_child(DfPn *s, int ply, const Choice *choice) {
    Frame *frame = &s->frames[ply];
    Child *child = choice->child;
    uint64_t nodes = s->nodes, work = child->value.work;
    position_apply(&s->frames[ply + 1].pos, &frame->pos, child->move);
    enter(s, ply + 1, child->key, frame->limit - 1);
    if (s->search->busy)
        atomic_fetch_add_explicit(busy_slot(s, child->key), 1, memory_order_relaxed);
    child->value = search(s, ply + 1, &child->value, choice->proof_limit, choice->disproof_limit);
    if (s->search->busy)
        atomic_fetch_sub_explicit(busy_slot(s, child->key), 1, memory_order_relaxed);
    child->value.work = work + (s->nodes - nodes);
    if (s->nodes - nodes >= REFRESH_NODES)
        refresh(s, frame, child);
}

/* Finds out whether the attacker's position has cost much work, and what the engine would play. */
static void weigh(DfPn *s, Frame *frame) {
    ProofEntry entry;
    ProofTable *table = s->search->table;
    if (!frame->is_or || frame->count == 1 || !proof_table_probe(table, frame->key, &entry) ||
        entry.work < HEAVY_WORK)
        return;
    frame->is_heavy = true;
    if (s->takes_advice)
        frame->preferred = advisor_ask(&s->advisor, table, &frame->pos, frame->key, entry.work);
}

/* Searches the frame at `ply`, which is open, until one of its numbers reaches its limit. */
static ProofValue search(DfPn *s, int ply, const ProofValue *before, uint32_t proof_limit,
                         uint32_t disproof_limit) {
    Frame *frame = &s->frames[ply];
    uint64_t nodes = s->nodes;
    ProofValue value, first = *before;
    expand(s, ply);
    weigh(s, frame);
    for (;;) {
        value = combine(frame, ply);
        if (value.proof >= proof_limit || value.disproof >= disproof_limit || must_stop(s))
            break;
        Choice choice = choose(s, frame, &value, proof_limit, disproof_limit);
        search_child(s, ply, &choice);
    }
    store(s, ply, &value, &first, s->nodes - nodes);
    return value;
}

static void enter_root(DfPn *s, const Position *root, int limit) {
    s->frames[0].pos = *root;
    enter(s, 0, key_of(root, s->search->attacker), limit);
}

/* Searches the frame at ply 0 until it is solved, or `nodes` nodes were searched. */
static ProofValue search_root(DfPn *s, const ProofValue *before, uint64_t nodes) {
    ProofValue value = *before;
    s->nodes_max = s->nodes + nodes;
    while (!is_solved(&value) && !must_stop(s))
        value = search(s, 0, &value, NUMBER_INFINITY, NUMBER_INFINITY);
    return value;
}

ProofValue df_pn_look_up(DfPn *s, const Position *pos, int limit) {
    ProofValue value;
    enter_root(s, pos, limit);
    return find_value(s, 0, &value) ? value : new_value(s, 0);
}

ProofValue df_pn_run(DfPn *s, const Position *root, int limit, uint64_t nodes) {
    ProofValue value = df_pn_look_up(s, root, limit);
    uint64_t advised = value.work < HEAVY_WORK ? 0 : nodes / 2;
    value = search_root(s, &value, nodes - advised);
    s->takes_advice = true;
    value = search_root(s, &value, advised);
    s->takes_advice = false;
    return value;
}

Move df_pn_winning_move(DfPn *s, const Position *pos, int limit, int *height) {
    const ProofValue open = {.proof = 1, .disproof = 1};
    const Frame *frame = &s->frames[0];
    ProofEntry entry;
    ProofValue value, stored;
    enter_root(s, pos, limit);
    expand(s, 0);
    value = combine(frame, 0);
    if (!is_proven(&value) && proof_table_probe(s->search->table, frame->key, &entry) &&
        take_entry(&entry, pos->halfmove_clock, limit, &stored) && is_proven(&stored)) {
        *height = entry.height;
        return entry.move;
    }
    if (!is_proven(&value))
        value = search_root(s, &open, UINT64_MAX - s->nodes);
    *height = value.height;
    return is_proven(&value) ? proving_move(frame, &value) : MOVE_NONE;
}
