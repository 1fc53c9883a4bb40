#include "book/prune.h"

#include "book/keyset.h"
#include "cli/progress.h"
#include "search/proof/prover.h"

#include <stdlib.h>

enum { LINE_TURNS_MAX = 100 };

typedef struct {
    Book *book;
    Prover *prover;
    uint64_t nodes;
    FILE *out;
    KeySet visited;
    Game line; /* to the current position */
    Progress progress;
    long searched, removed; /* numbers of half-moves */
    bool out_of_memory;
} Pruner;

/* Is it proven that the player whose turn begins in the position wins? */
static bool is_won(const Pruner *p, const Position *pos) {
    static const Signals NO_SIGNALS;
    SearchParams params = {.root = *pos, .limits = {.tournament_draws = true}};
    Move line[MAX_PLY];
    return !outcome_is_over(outcome_of(pos)) &&
           prover_run(p->prover, &params, &NO_SIGNALS, INT64_MAX, p->nodes, line) > 0;
}

/* Removes a turn: its last half-move. Prints the line that ends with it. */
static void remove_turn(Pruner *p, const Position *last, Turn turn) {
    char text[TURN_TEXT_SIZE];
    char *turns = game_turns_text(&p->line, STYLE_UCI);
    notation_write_turn(&p->line.now, turn, STYLE_UCI, text);
    progress_clear(&p->progress);
    if (turns)
        fprintf(p->out, "%s: removed %s%s%s\n", last->rules->name, turns, *turns ? " " : "", text);
    p->out_of_memory |= !turns;
    p->removed += book_remove(p->book, last, turn.moves[turn.count - 1]);
    free(turns);
}

static void prune_position(Pruner *p);

/* Looks at a turn of the book, which ends with a half-move in the position `last`. */
static void prune_turn(Pruner *p, const Position *last, Turn turn) {
    Position after;
    position_apply(&after, last, turn.moves[turn.count - 1]);
    p->searched++;
    if (progress_is_due(&p->progress))
        progress_show(&p->progress, 0, "%s: %ld half-moves searched", last->rules->name,
                      p->searched);
    if (is_won(p, &after)) {
        remove_turn(p, last, turn);
    } else if (game_play(&p->line, turn, GAME_NO_CLOCK)) {
        prune_position(p);
        game_undo(&p->line);
    } else {
        p->out_of_memory = true;
    }
}

/* Looks at the turns of the book in the line's last position, where a turn begins. */
static void prune_position(Pruner *p) {
    Position pos = p->line.now, between;
    BookMove moves[MOVES_MAX], seconds[MOVES_MAX];
    KeySetResult result = keyset_add(&p->visited, book_key(&pos));
    p->out_of_memory |= result == KEYSET_NO_MEMORY;
    bool is_new = result == KEYSET_ADDED && p->line.count < LINE_TURNS_MAX;
    int count = is_new ? book_probe(p->book, &pos, moves, MOVES_MAX) : 0;
    for (int i = 0; i < count && !p->out_of_memory; i++) {
        Turn turn = turn_single(moves[i].move);
        position_apply(&between, &pos, turn.moves[0]);
        if (position_begins_turn(&between) || outcome_is_over(outcome_of(&between))) {
            prune_turn(p, &pos, turn);
            continue;
        }
        int second_count = book_probe(p->book, &between, seconds, MOVES_MAX);
        for (int j = 0; j < second_count && !p->out_of_memory; j++)
            prune_turn(p, &between, (Turn){.count = 2, .moves = {moves[i].move, seconds[j].move}});
    }
}

long prune_lost(Book *book, const Ruleset *rules, uint64_t nodes, FILE *out) {
    Pruner pruner = {.book = book, .nodes = nodes, .out = out};
    pruner.prover = prover_new(PROVER_CAPACITY_DEFAULT);
    if (!pruner.prover)
        return -1;
    game_init(&pruner.line, rules);
    progress_start(&pruner.progress);
    prune_position(&pruner);
    progress_clear(&pruner.progress);
    prover_free(pruner.prover);
    keyset_free(&pruner.visited);
    game_free(&pruner.line);
    return pruner.out_of_memory ? -1 : pruner.removed;
}
