#include "puzzles/puzzle.h"

enum { CHOICES_MIN = 3 };

const PuzzleLimits PUZZLE_LIMITS_DEFAULT = {
    .longest = 8, .find_nodes = 20000, .refute_nodes = 100000};

typedef struct {
    const PuzzleLimits *limits;
    Prover *prover;
    Puzzle *puzzle;
    bool out_of_memory;
} Maker;

static bool list_turns(Maker *m, const Position *pos, TurnList *turns) {
    bool listed = turn_list_make(pos, turns);
    m->out_of_memory |= !listed;
    return listed;
}

/* Lists all legal turns but `key`. */
static bool list_others(Maker *m, const Position *pos, Turn key, TurnList *others) {
    int kept = 0;
    if (!list_turns(m, pos, others))
        return false;
    for (int i = 0; i < others->count; i++)
        if (!turn_equal(others->turns[i], key))
            others->turns[kept++] = others->turns[i];
    others->count = kept;
    return true;
}

/* --- the shortest win --- */

/* Does the player to move win within this many turns? */
static Verdict wins_within(Maker *m, const Position *pos, int length, Turn *first) {
    Question question = {.pos = pos, .length = length, .nodes = m->limits->refute_nodes};
    return solver_ask(m->prover, &question, first);
}

/* The length of the shortest win that begins with `first`, in turns of both players; 0 if it is
 * unknown or too great. */
static int find_shortest_win(Maker *m, const Position *pos, Turn *first) {
    for (int length = 1; length <= 2 * m->limits->longest; length++) {
        Verdict verdict = wins_within(m, pos, length, first);
        if (verdict != VERDICT_NO_WIN)
            return verdict == VERDICT_WIN ? length : 0;
    }
    return 0;
}

/* --- checking the other turns --- */

/* A win takes `length` turns of both players. Is it proven that none of the other turns, `turns`,
 * wins with as few turns of the player? And does a short search find no longer win by them either?
 */
static bool all_seem_worse(Maker *m, const Position *pos, const TurnList *turns, int length) {
    Turn first;
    Question question = {.pos = pos,
                         .turns = turns->turns,
                         .turn_count = turns->count,
                         .length = length + length % 2,
                         .nodes = m->limits->refute_nodes};
    if (turns->count == 0)
        return true;
    if (solver_ask(m->prover, &question, &first) != VERDICT_NO_WIN)
        return false;
    question.length = 0;
    question.nodes = m->limits->find_nodes;
    return solver_ask(m->prover, &question, &first) != VERDICT_WIN;
}

/* Removes the turns that are proven not to win. Returns false once one is proven to win. */
static bool refute(Maker *m, const Position *pos, TurnList *turns, uint64_t nodes) {
    int kept = 0;
    for (int i = 0; i < turns->count; i++) {
        Verdict verdict = solver_judge_turn(m->prover, pos, turns->turns[i], nodes);
        if (verdict == VERDICT_WIN)
            return false;
        if (verdict == VERDICT_UNKNOWN)
            turns->turns[kept++] = turns->turns[i];
    }
    turns->count = kept;
    return true;
}

/* Does no turn but `key` win, as far as the prover can tell? Sets puzzle->others to OTHERS_SEARCHED
 * if that is not proven for every other turn. */
static bool is_only_win(Maker *m, const Position *pos, Turn key) {
    TurnList others;
    if (!list_others(m, pos, key, &others))
        return false;
    bool is_only = refute(m, pos, &others, m->limits->find_nodes) &&
                   refute(m, pos, &others, m->limits->refute_nodes);
    if (others.count > 0)
        m->puzzle->others = OTHERS_SEARCHED;
    turn_list_free(&others);
    return is_only;
}

/* Checks that each turn of the player in the solution is the only one that wins. */
static bool all_are_only_wins(Maker *m) {
    Puzzle *puzzle = m->puzzle;
    Position pos = puzzle->start, after;
    puzzle->others = OTHERS_REFUTED;
    for (int i = 0; i < puzzle->turn_count; i++) {
        if (i % 2 == 0 && !is_only_win(m, &pos, puzzle->line[i]))
            return false;
        turn_apply(&after, &pos, puzzle->line[i]);
        pos = after;
    }
    return true;
}

/* --- building the solution --- */

static bool attack(Maker *m, const Position *pos, Turn key, int length);

/* Is this reply one of the longest defences, and does only one turn seem to win after it? If so,
 * adds it and what follows to the line. After the reply the win takes `length` turns. */
static bool defend_with(Maker *m, const Position *pos, Turn reply, int length) {
    Position after;
    Turn key;
    m->puzzle->line[m->puzzle->turn_count - length - 1] = reply;
    if (length == 0)
        return true;
    turn_apply(&after, pos, reply);
    return !outcome_is_over(outcome_of(&after)) &&
           (length == 1 || wins_within(m, &after, length - 1, &key) == VERDICT_NO_WIN) &&
           wins_within(m, &after, length, &key) == VERDICT_WIN && attack(m, &after, key, length);
}

/* Completes the line from the opponent's reply on, with the first that defend_with accepts. */
static bool defend(Maker *m, const Position *pos, int length) {
    TurnList replies;
    bool done = false;
    if (!list_turns(m, pos, &replies))
        return false;
    for (int i = 0; i < replies.count && !done; i++)
        done = defend_with(m, pos, replies.turns[i], length);
    turn_list_free(&replies);
    return done;
}

/* Completes the line from `key` on, if no other turn seems to win. The win takes `length` turns. */
static bool attack(Maker *m, const Position *pos, Turn key, int length) {
    Position after;
    TurnList others;
    if (!list_others(m, pos, key, &others))
        return false;
    bool seems_only = all_seem_worse(m, pos, &others, length);
    turn_list_free(&others);
    m->puzzle->line[m->puzzle->turn_count - length] = key;
    if (!seems_only || length == 1)
        return seems_only;
    turn_apply(&after, pos, key);
    return defend(m, &after, length - 2);
}

/* --- making a puzzle --- */

/* Are there enough legal turns, and can the player force a win? Sets the puzzle's choices and
 * effort. */
static bool is_worth_trying(Maker *m) {
    Puzzle *puzzle = m->puzzle;
    TurnList turns;
    Turn first;
    if (!list_turns(m, &puzzle->start, &turns))
        return false;
    puzzle->choices = turns.count;
    turn_list_free(&turns);
    Question question = {.pos = &puzzle->start, .nodes = m->limits->find_nodes};
    if (puzzle->choices < CHOICES_MIN || solver_ask(m->prover, &question, &first) != VERDICT_WIN)
        return false;
    puzzle->effort = prover_nodes(m->prover);
    return true;
}

static bool make(Maker *m) {
    Puzzle *puzzle = m->puzzle;
    Turn key;
    if (!is_worth_trying(m))
        return false;
    puzzle->turn_count = find_shortest_win(m, &puzzle->start, &key);
    return puzzle->turn_count > 0 && attack(m, &puzzle->start, key, puzzle->turn_count) &&
           all_are_only_wins(m);
}

PuzzleResult puzzle_make(Puzzle *puzzle, const Position *pos, const PuzzleLimits *limits,
                         Prover *prover) {
    Maker maker = {.limits = limits, .prover = prover, .puzzle = puzzle};
    *puzzle = (Puzzle){.start = *pos};
    bool made = make(&maker);
    if (maker.out_of_memory)
        return PUZZLE_NO_MEMORY;
    return made ? PUZZLE_MADE : PUZZLE_NONE;
}
