#include "book/explore.h"

#include "base/random.h"

#include <math.h>

static const double UCB_EXPLORATION = 0.5; /* factor of UCB1's exploration term */

/* The half-moves tried so far in a position. */
typedef struct {
    const BookEntry *entries;
    size_t count;
    double games; /* total over all half-moves */
} NodeStats;

static NodeStats lookup_node(BookBuilder *builder, const Position *pos) {
    NodeStats node = {.games = 0};
    node.count = book_builder_find(builder, pos, &node.entries);
    for (size_t i = 0; i < node.count; i++)
        node.games += node.entries[i].games;
    return node;
}

static bool was_tried(const NodeStats *node, Move move) {
    for (size_t i = 0; i < node->count; i++)
        if (node->entries[i].move == move)
            return true;
    return false;
}

/* A random untried half-move; MOVE_NONE if all have been tried. */
static Move expand(const NodeStats *node, const MoveList *list, uint64_t *seed) {
    MoveList untried = {.count = 0};
    for (int i = 0; i < list->count; i++)
        if (!was_tried(node, list->moves[i]))
            untried.moves[untried.count++] = list->moves[i];
    return untried.count ? untried.moves[random_next(seed) % (unsigned)untried.count] : MOVE_NONE;
}

/* The tried half-move with the highest upper confidence bound; MOVE_NONE if none of them is legal.
 */
static Move select_ucb(const NodeStats *node, const MoveList *list) {
    Move best = MOVE_NONE;
    double best_ucb = -1;
    for (size_t i = 0; i < node->count; i++) {
        const BookEntry *entry = &node->entries[i];
        double ucb = (double)entry->points / (2.0 * entry->games) +
                     UCB_EXPLORATION * sqrt(log(node->games) / entry->games);
        if (ucb > best_ucb && movelist_has(list, entry->move)) {
            best = entry->move;
            best_ucb = ucb;
        }
    }
    return best;
}

typedef struct {
    BookBuilder *builder;
    uint64_t *seed;
    bool ends; /* does the opening end with the last selected half-move? */
} Explorer;

/* Selects a half-move and adds it to the builder as lost. Sets *move to MOVE_NONE if the opening is
 * to end here. Returns false if out of memory. */
static bool select_move(Explorer *explorer, const Position *pos, Move *move) {
    MoveList list;
    NodeStats node = lookup_node(explorer->builder, pos);
    bool is_leaf = node.games <= 0;
    bool is_fully_widened = !is_leaf && (double)node.count >= sqrt(node.games + 1);
    outcome_find(pos, &list);
    *move = is_fully_widened ? select_ucb(&node, &list) : MOVE_NONE;
    if (*move == MOVE_NONE && !(is_leaf && position_begins_turn(pos))) {
        *move = expand(&node, &list, explorer->seed);
        explorer->ends = *move != MOVE_NONE;
    }
    if (*move == MOVE_NONE)
        *move = select_ucb(&node, &list);
    return book_builder_add(explorer->builder, pos, *move, 0);
}

static bool select_turn(Explorer *explorer, const Position *pos, Turn *turn) {
    *turn = turn_single(MOVE_NONE);
    if (!select_move(explorer, pos, &turn->moves[0]))
        return false;
    if (turn->moves[0] == MOVE_NONE || pos->rules->halfmoves_per_turn == 1)
        return true;
    Position between;
    position_apply(&between, pos, turn->moves[0]);
    if (outcome_is_over(outcome_of(&between)))
        return true;
    turn->count = 2;
    return select_move(explorer, &between, &turn->moves[1]);
}

/* Can the opponent move after this turn? */
static bool game_continues(const Position *pos, Turn turn) {
    Position after;
    turn_apply(&after, pos, turn);
    return outcome_can_move(&after);
}

/* Adds a turn to the opening, or ends the opening. Returns false if out of memory. */
static bool add_turn(Explorer *explorer, Game *game) {
    Turn turn;
    if (!select_turn(explorer, &game->now, &turn))
        return false;
    if (turn.moves[turn.count - 1] != MOVE_NONE && game_continues(&game->now, turn))
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
