#include "book/explore.h"

#include "base/random.h"

#include <math.h>

static const double CURIOSITY = 0.5; /* UCB1's factor */

/* What is known of a position: the half-moves that were tried. */
typedef struct {
    const BookEntry *entries;
    size_t count;
    double games;
} Known;

static Known look_up(BookBuilder *builder, const Position *pos) {
    Known known = {.games = 0};
    known.count = book_builder_find(builder, pos, &known.entries);
    for (size_t i = 0; i < known.count; i++)
        known.games += known.entries[i].games;
    return known;
}

static bool was_tried(const Known *known, Move move) {
    for (size_t i = 0; i < known->count; i++)
        if (known->entries[i].move == move)
            return true;
    return false;
}

/* A random half-move of those that were not tried; MOVE_NONE if all were. */
static Move pick_untried(const Known *known, const MoveList *list, uint64_t *seed) {
    MoveList untried = {.count = 0};
    for (int i = 0; i < list->count; i++)
        if (!was_tried(known, list->moves[i]))
            untried.moves[untried.count++] = list->moves[i];
    return untried.count ? untried.moves[splitmix_next(seed) % (unsigned)untried.count] : MOVE_NONE;
}

/* The tried half-move with the greatest upper bound of its score; MOVE_NONE if none is legal. */
static Move pick_promising(const Known *known, const MoveList *list) {
    Move best = MOVE_NONE;
    double best_bound = -1;
    for (size_t i = 0; i < known->count; i++) {
        const BookEntry *entry = &known->entries[i];
        double bound = (double)entry->points / (2.0 * entry->games) +
                       CURIOSITY * sqrt(log(known->games) / entry->games);
        if (bound > best_bound && movelist_has(list, entry->move)) {
            best = entry->move;
            best_bound = bound;
        }
    }
    return best;
}

typedef struct {
    BookBuilder *builder;
    uint64_t *seed;
    bool ends; /* is what was chosen last the opening's last turn? */
} Explorer;

/* Chooses a half-move and notes it as lost; MOVE_NONE to end the opening here, which is noted, too.
 * False without memory. */
static bool choose(Explorer *explorer, const Position *pos, Move *move) {
    MoveList list;
    Known known = look_up(explorer->builder, pos);
    bool is_new = known.games <= 0;
    bool is_wide_enough = !is_new && (double)known.count >= sqrt(known.games + 1);
    outcome_find(pos, &list);
    *move = is_wide_enough ? pick_promising(&known, &list) : MOVE_NONE;
    if (*move == MOVE_NONE && !(is_new && position_begins_turn(pos))) {
        *move = pick_untried(&known, &list, explorer->seed);
        explorer->ends = *move != MOVE_NONE;
    }
    if (*move == MOVE_NONE)
        *move = pick_promising(&known, &list);
    return book_builder_add(explorer->builder, pos, *move, 0);
}

static bool choose_turn(Explorer *explorer, const Position *pos, Turn *turn) {
    *turn = turn_single(MOVE_NONE);
    if (!choose(explorer, pos, &turn->moves[0]))
        return false;
    if (turn->moves[0] == MOVE_NONE || pos->rules->halfmoves_per_turn == 1)
        return true;
    Position between;
    position_apply(&between, pos, turn->moves[0]);
    if (outcome_is_over(outcome_of(&between)))
        return true;
    turn->count = 2;
    return choose(explorer, &between, &turn->moves[1]);
}

/* Would the game go on after the turn, and not with a forced pass? */
static bool goes_on(const Position *pos, Turn turn) {
    Position after;
    turn_apply(&after, pos, turn);
    return !outcome_is_over(outcome_of(&after)) && !outcome_pass_is_forced(&after);
}

/* Adds a turn to the opening, or ends it. */
static bool add_turn(Explorer *explorer, Game *game) {
    Turn turn;
    if (!choose_turn(explorer, &game->now, &turn))
        return false;
    if (turn.moves[turn.count - 1] != MOVE_NONE && goes_on(&game->now, turn))
        return game_play(game, turn, GAME_NO_CLOCK);
    explorer->ends = true;
    return true;
}

bool explore_opening(BookBuilder *builder, const Ruleset *rules, int plies, uint64_t *seed,
                     Game *game) {
    Explorer explorer = {.builder = builder, .seed = seed};
    game_init(game, rules);
    for (int turns = plies / rules->halfmoves_per_turn; turns > 0 && !explorer.ends; turns--)
        if (!add_turn(&explorer, game)) {
            game_free(game);
            return false;
        }
    return true;
}
