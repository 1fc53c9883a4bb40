#include "book/prune.h"

#include "book/keyset.h"
#include "cli/progress.h"
#include "search/proof/prover.h"
#include "search/search.h"

#include <stdlib.h>

/* The search for a position's best turn gets BEST_SHARE times the nodes of the others, since the
 * other turns are compared with the one it finds. */
enum { LINE_TURNS_MAX = 100, HASH_MB = 16, BEST_SHARE = 4 };

typedef struct {
    Book *book;
    const PruneParams *params;
    FILE *out;
    Prover *prover;
    SearchShared *shared;
    SearchThread *thread;
    KeySet visited;
    Game line; /* to the current position, where a turn begins */
    Progress progress;
    long searched; /* number of half-moves */
    PruneCounts *counts;
    bool out_of_memory;
} Pruner;

static const Signals NO_SIGNALS;

/* Is it proven that the player whose turn begins in the position wins? */
static bool is_won(const Pruner *p, const Position *pos) {
    SearchParams params = {.root = *pos, .limits = {.tournament_draws = true}};
    Move line[MAX_PLY];
    return prover_run(p->prover, &params, &NO_SIGNALS, INT64_MAX, p->params->nodes, line) > 0;
}

/* Searches a position where a turn begins. */
static const SearchInfo *search(const Pruner *p, const Position *pos, uint64_t nodes) {
    static const Reports NO_REPORTS;
    SearchParams params = {.root = *pos, .limits = {.nodes = nodes, .tournament_draws = true}};
    shared_clear(p->shared);
    search_thread_reset_counts(p->thread);
    return search_run(p->thread, &params, &NO_SIGNALS, &NO_REPORTS);
}

/* Can it be searched? */
static bool is_searchable(const Position *pos) {
    return !outcome_is_over(outcome_of(pos)) && !outcome_pass_is_forced(pos);
}

/* The score of the player whose turn has led to the position. */
static Score score_after(const Pruner *p, const Position *after) {
    return -search(p, after, p->params->nodes)->score;
}

/* Prints the line that ends with a turn in the current position. */
static void print_line(Pruner *p, const char *what, Turn turn) {
    const Position *pos = &p->line.now;
    char text[TURN_TEXT_SIZE];
    char *turns = game_turns_text(&p->line, STYLE_UCI);
    notation_write_turn(pos, turn, STYLE_UCI, text);
    progress_clear(&p->progress);
    if (turns)
        fprintf(p->out, "%s: %s %s%s%s\n", pos->rules->name, what, turns, *turns ? " " : "", text);
    p->out_of_memory |= !turns;
    free(turns);
}

/* Adds a turn in the current position to the book, unless the book has it. */
static void add_turn(Pruner *p, Turn turn) {
    Position pos = p->line.now, after;
    int added_count = 0;
    for (int i = 0; i < turn.count && !p->out_of_memory; i++) {
        bool added = false;
        p->out_of_memory |= !book_add(p->book, &pos, turn.moves[i], &added);
        added_count += added;
        position_apply(&after, &pos, turn.moves[i]);
        pos = after;
    }
    if (added_count > 0)
        print_line(p, "added", turn);
    p->counts->added += added_count;
}

/* Adds the best turn in the current position, and returns its score. It is scored as all others
 * are, by a search after it, if that is possible. */
static Score add_best_turn(Pruner *p) {
    Position after;
    SearchInfo best = *search(p, &p->line.now, BEST_SHARE * p->params->nodes);
    add_turn(p, best.pv[0]);
    turn_apply(&after, &p->line.now, best.pv[0]);
    return is_searchable(&after) ? score_after(p, &after) : best.score;
}

/* Removes a turn in the current position: its last half-move, in the position `last`. */
static void remove_turn(Pruner *p, const Position *last, Turn turn) {
    print_line(p, "removed", turn);
    p->counts->removed += book_remove(p->book, last, turn.moves[turn.count - 1]);
}

/* Judges a turn of the book in the current position: it ends with a half-move in the position
 * `last`, and should have at least the score `least`. */
static void prune_turn(Pruner *p, const Position *last, Turn turn, Score least) {
    Position after;
    position_apply(&after, last, turn.moves[turn.count - 1]);
    p->searched++;
    if (progress_is_due(&p->progress))
        progress_show(&p->progress, 0, "%s: %ld half-moves searched", last->rules->name,
                      p->searched);
    if (is_searchable(&after) &&
        (is_won(p, &after) || (p->params->margin > 0 && score_after(p, &after) < least)))
        remove_turn(p, last, turn);
}

static bool has_position(const Book *book, const Position *pos) {
    BookMove move;
    return book_probe(book, pos, &move, 1) > 0;
}

/* Judges the turns of the book in the current position. Of turns with two half-moves, also removes
 * the first one if the book has no second one left. */
static void prune_turns(Pruner *p) {
    Position pos = p->line.now, between;
    BookMove moves[MOVES_MAX], seconds[MOVES_MAX];
    if (!has_position(p->book, &pos))
        return;
    Score least = p->params->margin > 0 ? add_best_turn(p) - p->params->margin : 0;
    int count = book_probe(p->book, &pos, moves, MOVES_MAX);
    for (int i = 0; i < count && !p->out_of_memory; i++) {
        Turn turn = turn_single(moves[i].move);
        position_apply(&between, &pos, turn.moves[0]);
        if (position_begins_turn(&between) || outcome_is_over(outcome_of(&between))) {
            prune_turn(p, &pos, turn, least);
            continue;
        }
        int second_count = book_probe(p->book, &between, seconds, MOVES_MAX);
        for (int j = 0; j < second_count && !p->out_of_memory; j++)
            prune_turn(p, &between, (Turn){.count = 2, .moves = {moves[i].move, seconds[j].move}},
                       least);
        if (!has_position(p->book, &between))
            p->counts->removed += book_remove(p->book, &pos, turn.moves[0]);
    }
}

/* Judges the turns of the book in the current position, and in those after it. */
static void prune_line(Pruner *p) {
    Position pos = p->line.now, after;
    TurnList turns = {.count = 0};
    KeySetResult result = keyset_add(&p->visited, book_key(&pos));
    p->out_of_memory |= result == KEYSET_NO_MEMORY;
    if (result != KEYSET_ADDED || p->line.count >= LINE_TURNS_MAX)
        return;
    prune_turns(p);
    p->out_of_memory |= !turn_list_make(&pos, &turns);
    for (int i = 0; i < turns.count && !p->out_of_memory; i++) {
        turn_apply(&after, &pos, turns.turns[i]);
        if (!has_position(p->book, &after))
            continue;
        if (game_play(&p->line, turns.turns[i], GAME_NO_CLOCK)) {
            prune_line(p);
            game_undo(&p->line);
        } else {
            p->out_of_memory = true;
        }
    }
    turn_list_free(&turns);
}

bool prune_book(Book *book, const Ruleset *rules, const PruneParams *params, PruneCounts *counts,
                FILE *out) {
    Pruner pruner = {.book = book, .params = params, .counts = counts, .out = out};
    pruner.prover = prover_new(PROVER_CAPACITY_DEFAULT);
    pruner.shared = shared_new(HASH_MB);
    pruner.thread = pruner.shared ? search_thread_new(pruner.shared, SEARCH_LEADER) : NULL;
    pruner.out_of_memory = !pruner.prover || !pruner.thread;
    game_init(&pruner.line, rules);
    progress_start(&pruner.progress);
    if (!pruner.out_of_memory)
        prune_line(&pruner);
    progress_clear(&pruner.progress);
    search_thread_free(pruner.thread);
    shared_free(pruner.shared);
    prover_free(pruner.prover);
    keyset_free(&pruner.visited);
    game_free(&pruner.line);
    return !pruner.out_of_memory;
}
