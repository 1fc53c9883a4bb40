#include "book/prune.h"

#include "batch/searcher.h"
#include "batch/solver.h"
#include "book/keyset.h"
#include "cli/progress.h"

#include <stdlib.h>

/* The search for a position's best turn gets BEST_TURN_FACTOR times the nodes of the other
 * searches, since all other turns are compared with the one it finds. */
enum { LINE_TURNS_MAX = 100, HASH_MB = 16, BEST_TURN_FACTOR = 4 };

typedef struct {
    Book *book;
    const PruneParams *params;
    FILE *out;
    Prover *prover;
    Searcher searcher;
    KeySet visited;
    Game line; /* the half-moves to the current position, in which a turn begins */
    Progress progress;
    long searched; /* number of half-moves searched so far */
    PruneRun *run;
    bool failed;
    Error *error; /* "out of memory" until it is set */
} Pruner;

/* The result of a search, as it is kept. */
typedef struct {
    int32_t score; /* or: is a win proven? */
    Turn turn;
    char zeros[PRUNE_RESULT_SIZE - sizeof(int32_t) - sizeof(Turn)];
} PruneResult;

_Static_assert(sizeof(PruneResult) == PRUNE_RESULT_SIZE, "a result has no padding");

typedef struct {
    Turn turn;
    Score score;
} BestTurn;

/* --- searches --- */

/* Takes the result of the next search from an interrupted run. Returns false if it has none. */
static bool recall(Pruner *p, PruneResult *result) {
    PruneRun *run = p->run;
    if (!run->kept || !job_file_has(run->kept, run->searches))
        return false;
    p->failed |= !job_file_read(run->kept, run->searches, result, p->error);
    run->searches++;
    return true;
}

static void keep(Pruner *p, const PruneResult *result) {
    PruneRun *run = p->run;
    if (run->kept && run->searches < PRUNE_SEARCHES_MAX)
        p->failed |= !job_file_add(run->kept, run->searches, result, 1, p->error);
    run->searches++;
}

/* Is it proven that the player whose turn begins in the position wins? */
static bool is_won(Pruner *p, const Position *pos) {
    PruneResult result = {0};
    Question question = {.pos = pos, .tournament_draws = true, .nodes = p->params->nodes};
    if (!recall(p, &result)) {
        result.score = solver_ask(p->prover, &question, &result.turn) == VERDICT_WIN;
        keep(p, &result);
    }
    return result.score;
}

/* Searches a position where a turn begins. */
static BestTurn search(Pruner *p, const Position *pos, uint64_t nodes) {
    PruneResult result = {0};
    SearchParams params = {.root = {.pos = *pos, .tournament_draws = true}, .limits.nodes = nodes};
    if (!recall(p, &result)) {
        searcher_clear(&p->searcher);
        const SearchInfo *info = searcher_run(&p->searcher, &params, NULL);
        result.score = info->score;
        result.turn = info->pv[0];
        keep(p, &result);
    }
    return (BestTurn){result.turn, result.score};
}

/* The score of the player who has just moved. */
static Score score_after(Pruner *p, const Position *after) {
    return -search(p, after, p->params->nodes).score;
}

/* Finds the best turn in the current position. Like every other turn it is then scored by a search
 * of the position after it, if the opponent can move there. */
static BestTurn find_best_turn(Pruner *p) {
    Position after;
    BestTurn best = search(p, &p->line.now, BEST_TURN_FACTOR * p->params->nodes);
    turn_apply(&after, &p->line.now, best.turn);
    if (outcome_can_move(&after))
        best.score = score_after(p, &after);
    return best;
}

/* Is a turn that leads to the position `after` bad? `best` is NULL if there is no margin. */
static bool is_bad(Pruner *p, Turn turn, const Position *after, const BestTurn *best) {
    if (!outcome_can_move(after))
        return false;
    if (is_won(p, after))
        return true;
    return best && !turn_equal(turn, best->turn) &&
           score_after(p, after) < best->score - p->params->margin;
}

/* Prints the line of play to the current position, and a turn played there. */
static void print_line(Pruner *p, const char *what, Turn turn) {
    const Position *pos = &p->line.now;
    char text[TURN_TEXT_SIZE];
    char *turns = game_turns_text(&p->line, STYLE_UCI);
    notation_write_turn(pos, turn, STYLE_UCI, text);
    progress_clear(&p->progress);
    if (turns)
        fprintf(p->out, "%s: %s %s%s%s\n", pos->rules->name, what, turns, *turns ? " " : "", text);
    p->failed |= !turns;
    free(turns);
}

/* Adds a turn in the current position to the book, unless the book has it. */
static void add_turn(Pruner *p, Turn turn) {
    Position pos = p->line.now, after;
    int added_count = 0;
    for (int i = 0; i < turn.count && !p->failed; i++) {
        bool added = false;
        p->failed |= !book_add(p->book, &pos, turn.moves[i], &added);
        added_count += added;
        position_apply(&after, &pos, turn.moves[i]);
        pos = after;
    }
    if (added_count > 0)
        print_line(p, "added", turn);
    p->run->added += added_count;
}

/* Removes a turn in the current position: its last half-move, in the position `last`. */
static void remove_turn(Pruner *p, const Position *last, Turn turn) {
    print_line(p, "removed", turn);
    p->run->removed += book_remove(p->book, last, turn.moves[turn.count - 1]);
}

/* Removes a turn of the book in the current position if it is bad. Its last half-move is played in
 * the position `last`. */
static void prune_turn(Pruner *p, const Position *last, Turn turn, const BestTurn *best) {
    Position after;
    position_apply(&after, last, turn.moves[turn.count - 1]);
    p->searched++;
    if (progress_is_due(&p->progress))
        progress_show(&p->progress, 0, "%s: %ld half-moves searched", last->rules->name,
                      p->searched);
    if (is_bad(p, turn, &after, best))
        remove_turn(p, last, turn);
}

static bool has_position(const Book *book, const Position *pos) {
    BookMove move;
    return book_probe(book, pos, &move, 1) > 0;
}

/* Removes the bad turns of the book in the current position. Where a turn has two half-moves, also
 * removes each first half-move that is left without a second one. */
static void prune_turns(Pruner *p, const BestTurn *best) {
    Position pos = p->line.now, between;
    BookMove moves[MOVES_MAX], seconds[MOVES_MAX];
    int count = book_probe(p->book, &pos, moves, MOVES_MAX);
    for (int i = 0; i < count && !p->failed; i++) {
        Turn turn = turn_single(moves[i].move);
        position_apply(&between, &pos, turn.moves[0]);
        if (position_begins_turn(&between) || outcome_is_over(outcome_of(&between))) {
            prune_turn(p, &pos, turn, best);
            continue;
        }
        int second_count = book_probe(p->book, &between, seconds, MOVES_MAX);
        for (int j = 0; j < second_count && !p->failed; j++)
            prune_turn(p, &between, (Turn){.count = 2, .moves = {moves[i].move, seconds[j].move}},
                       best);
        if (!has_position(p->book, &between))
            p->run->removed += book_remove(p->book, &pos, turn.moves[0]);
    }
}

/* Adds the best turn in the current position and removes the bad ones. */
static void prune_position(Pruner *p) {
    if (p->params->margin == 0) {
        prune_turns(p, NULL);
        return;
    }
    BestTurn best = find_best_turn(p);
    add_turn(p, best.turn);
    prune_turns(p, &best);
}

/* Prunes the current position, and the positions of the book that follow it. */
static void prune_line(Pruner *p) {
    Position pos = p->line.now, after;
    TurnList turns = {.count = 0};
    KeySetResult result = keyset_add(&p->visited, book_key(&pos));
    p->failed |= result == KEYSET_NO_MEMORY;
    if (result != KEYSET_ADDED || p->line.count >= LINE_TURNS_MAX)
        return;
    if (has_position(p->book, &pos))
        prune_position(p);
    p->failed |= !turn_list_make(&pos, &turns);
    for (int i = 0; i < turns.count && !p->failed; i++) {
        turn_apply(&after, &pos, turns.turns[i]);
        if (!has_position(p->book, &after))
            continue;
        if (game_play(&p->line, turns.turns[i], GAME_NO_CLOCK)) {
            prune_line(p);
            game_undo(&p->line);
        } else {
            p->failed = true;
        }
    }
    turn_list_free(&turns);
}

bool prune_book(Book *book, const Ruleset *rules, const PruneParams *params, PruneRun *run,
                FILE *out, Error *error) {
    Pruner pruner = {.book = book, .params = params, .run = run, .out = out, .error = error};
    error_set(error, "out of memory");
    pruner.prover = prover_new(PROVER_CAPACITY_DEFAULT);
    pruner.failed = !searcher_init(&pruner.searcher, HASH_MB) || !pruner.prover;
    game_init(&pruner.line, rules);
    progress_start(&pruner.progress);
    if (!pruner.failed)
        prune_line(&pruner);
    progress_clear(&pruner.progress);
    searcher_free(&pruner.searcher);
    prover_free(pruner.prover);
    keyset_free(&pruner.visited);
    game_free(&pruner.line);
    return !pruner.failed;
}
