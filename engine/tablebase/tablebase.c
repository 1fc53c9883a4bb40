#include "tablebase/tablebase.h"

#include "base/os/thread.h"
#include "rules/outcome.h"
#include "tablebase/retrograde.h"

#include <assert.h>
#include <stdlib.h>

enum { DISTANCE_MAX = 126 };

/* The values of the endings of one set, by the black piece's square: 0 for a draw; else
 * 2 * distance + 1 if White wins, + 2 if Black wins. */
typedef uint8_t Values[SQUARES];

typedef enum { EMPTY, COMPUTING, COMPUTED, FAILED } State;

struct Tablebase {
    const Ruleset *rules;
    CanonicalSets canonical;
    Values *values; /* two for each canonical set, by the side to move */
    Thread thread;  /* computes the tablebase, unless the state is EMPTY */
    atomic_bool must_stop;
    Mutex mutex;
    Condition changed;   /* signalled when the state or a waiting thread's must_stop changes */
    _Atomic State state; /* written under the mutex; once COMPUTED, nothing changes any more */
};

static Values *values_of(const Tablebase *t, const EndingSet *set, Colour side) {
    return &t->values[canonical_sets_number(&t->canonical, set) * COLOURS + (int)side];
}

static void keep(void *context, const EndingSet *set, Colour side, const Winners *winners,
                 int distance) {
    uint8_t *values = *values_of(context, set, side);
    assert(distance <= DISTANCE_MAX);
    for (Bitboard squares = winners->white; squares;)
        values[pop_lsb(&squares)] = (uint8_t)(2 * distance + 1);
    for (Bitboard squares = winners->black; squares;)
        values[pop_lsb(&squares)] = (uint8_t)(2 * distance + 2);
}

/* Does the ruleset have no royal king, no anti-king and no passes, and one half-move per turn? */
static bool is_covered(const Ruleset *rules) {
    return !rules->royal_king && !rules->antiking && rules->bare_at == 0 &&
           rules->halfmoves_per_turn == 1 && rules->stalemate != STALEMATE_LOSES_TURN &&
           !rules->pass_chips;
}

bool tablebase_new(const Ruleset *rules, Tablebase **tablebase) {
    *tablebase = NULL;
    if (!is_covered(rules))
        return true;
    Tablebase *t = calloc(1, sizeof *t);
    if (!t)
        return false;
    t->rules = rules;
    mutex_init(&t->mutex);
    condition_init(&t->changed);
    *tablebase = t;
    return true;
}

static State state_of(const Tablebase *t) {
    return atomic_load_explicit(&t->state, memory_order_acquire);
}

static void set_state(Tablebase *t, State state) {
    mutex_lock(&t->mutex);
    atomic_store_explicit(&t->state, state, memory_order_release);
    condition_broadcast(&t->changed);
    mutex_unlock(&t->mutex);
}

static void *compute(void *context) {
    Tablebase *t = context;
    canonical_sets_init(&t->canonical);
    t->values = calloc((size_t)t->canonical.count * COLOURS, sizeof(Values));
    bool done = t->values && retrograde_solve(t->rules, &t->canonical, keep, t, &t->must_stop);
    if (!done) {
        free(t->values);
        t->values = NULL;
    }
    set_state(t, done ? COMPUTED : FAILED);
    return NULL;
}

void tablebase_compute(Tablebase *tablebase) {
    if (!tablebase || state_of(tablebase) != EMPTY)
        return;
    set_state(tablebase, COMPUTING);
    if (!thread_start(&tablebase->thread, compute, tablebase))
        set_state(tablebase, EMPTY);
}

bool tablebase_wait(Tablebase *tablebase, const atomic_bool *must_stop) {
    if (!tablebase)
        return true;
    mutex_lock(&tablebase->mutex);
    while (state_of(tablebase) == COMPUTING && !(must_stop && atomic_load(must_stop)))
        condition_wait(&tablebase->changed, &tablebase->mutex);
    mutex_unlock(&tablebase->mutex);
    return state_of(tablebase) == COMPUTED;
}

void tablebase_wake(Tablebase *tablebase) {
    if (!tablebase)
        return;
    mutex_lock(&tablebase->mutex);
    condition_broadcast(&tablebase->changed);
    mutex_unlock(&tablebase->mutex);
}

void tablebase_free(Tablebase *tablebase) {
    if (!tablebase)
        return;
    atomic_store_explicit(&tablebase->must_stop, true, memory_order_relaxed);
    if (state_of(tablebase) != EMPTY)
        thread_join(&tablebase->thread);
    condition_destroy(&tablebase->changed);
    mutex_destroy(&tablebase->mutex);
    free(tablebase->values);
    free(tablebase);
}

/* --- probing --- */

/* Where an ending is found in the tablebase. */
typedef struct {
    EndingSet set;
    Square black_square;
    Colour side;
    bool is_turned; /* is the board turned upside down, and are the colours exchanged? */
} TablebaseKey;

/* Finds the position's place. Returns false if no ending of the tablebase has these pieces. */
static bool find_key(const Position *pos, TablebaseKey *key) {
    Bitboard white = pos->by_colour[WHITE], black = pos->by_colour[BLACK];
    int whites = popcount(white), blacks = popcount(black);
    if (whites == 0 || blacks == 0 || whites + blacks > 3)
        return false;
    key->is_turned = blacks == 2;
    Bitboard pair = key->is_turned ? black : white, single = key->is_turned ? white : black;
    int flip = key->is_turned ? 56 : 0;
    EndingSet set = {.count = popcount(pair), .black = piece_type(pos->board[lsb(single)])};
    for (int i = 0; pair; i++) {
        Square square = pop_lsb(&pair);
        set.white[i] = piece_type(pos->board[square]);
        set.squares[i] = square ^ flip;
    }
    key->set = ending_set_sorted(set);
    key->black_square = lsb(single) ^ flip;
    key->side = key->is_turned ? other((Colour)pos->side) : (Colour)pos->side;
    return true;
}

static bool is_better(const TablebaseResult *a, const TablebaseResult *b, Colour side) {
    int score_a = a->drawn ? 0 : a->winner == side ? 1000 - a->distance : a->distance - 1000;
    int score_b = b->drawn ? 0 : b->winner == side ? 1000 - b->distance : b->distance - 1000;
    return score_a > score_b;
}

/* The result of a position with a capture en passant: that of the best capture. */
static bool probe_en_passant(const Tablebase *tablebase, const Position *pos,
                             TablebaseResult *best) {
    MoveList list;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after;
        TablebaseResult result = {0};
        position_apply(&after, pos, list.moves[i]);
        Outcome outcome = outcome_of(&after);
        if (outcome_is_over(outcome))
            result = (TablebaseResult){.drawn = outcome.drawn, .winner = outcome.winner};
        else if (!tablebase_probe(tablebase, &after, &result))
            return false;
        result.distance++;
        if (i == 0 || is_better(&result, best, (Colour)pos->side))
            *best = result;
    }
    return list.count > 0;
}

bool tablebase_probe(const Tablebase *tablebase, const Position *pos, TablebaseResult *result) {
    TablebaseKey key;
    if (!tablebase || pos->castling || !find_key(pos, &key) || state_of(tablebase) != COMPUTED)
        return false;
    if (pos->en_passant != NO_SQUARE)
        return probe_en_passant(tablebase, pos, result);
    int symmetry = canonical_sets_find(&tablebase->canonical, &key.set)->symmetry;
    Square square = symmetry_of_square(symmetry, key.black_square);
    int value = (*values_of(tablebase, &key.set, key.side))[square];
    bool is_white = (value % 2 == 1) != key.is_turned;
    *result = (TablebaseResult){.drawn = value == 0,
                                .winner = is_white ? WHITE : BLACK,
                                .distance = value == 0 ? 0 : (value - 1) / 2};
    return true;
}

/* Does a half-move to the position `after` keep this result, one half-move nearer to the end? */
static bool leads_to(const Tablebase *tablebase, const TablebaseResult *result,
                     const Position *after) {
    TablebaseResult next;
    Outcome outcome = outcome_of(after);
    if (outcome_is_over(outcome))
        return result->distance == 1 && !outcome.drawn && outcome.winner == result->winner;
    return tablebase_probe(tablebase, after, &next) && !next.drawn &&
           next.winner == result->winner && next.distance == result->distance - 1;
}

Move tablebase_best_move(const Tablebase *tablebase, const Position *pos) {
    MoveList list;
    TablebaseResult result;
    outcome_find(pos, &list);
    if (!tablebase_probe(tablebase, pos, &result) || result.drawn)
        return MOVE_NONE;
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        if (leads_to(tablebase, &result, &after))
            return list.moves[i];
    }
    return MOVE_NONE;
}
