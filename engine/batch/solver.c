#include "batch/solver.h"

/* The first turn of a line of `count` half-moves. */
static Turn first_turn(const Ruleset *rules, const Move *line, int count) {
    return rules->halfmoves_per_turn == 1 || count == 1
               ? turn_single(line[0])
               : (Turn){.count = 2, .moves = {line[0], line[1]}};
}

Verdict solver_ask(Prover *prover, const Question *question, Turn *first) {
    const Ruleset *rules = question->pos->rules;
    Root root = {.pos = *question->pos, .tournament_draws = question->tournament_draws};
    ProverParams params = {.root = &root,
                           .filter = {.only = question->turns, .only_count = question->turn_count},
                           .depth = question->length * rules->halfmoves_per_turn,
                           .deadline = INT64_MAX,
                           .nodes_max = question->nodes};
    Move line[MAX_PLY];
    int count = prover_run(prover, &params, line);
    if (count == 0)
        return prover_is_disproven(prover) ? VERDICT_NO_WIN : VERDICT_UNKNOWN;
    *first = first_turn(rules, line, count);
    return VERDICT_WIN;
}

Verdict solver_judge_turn(Prover *prover, const Position *pos, Turn turn, uint64_t nodes) {
    Position after;
    Turn first;
    turn_apply(&after, pos, turn);
    Outcome outcome = outcome_of(&after);
    if (outcome_is_over(outcome))
        return !outcome.drawn && outcome.winner == (Colour)pos->player ? VERDICT_WIN
                                                                       : VERDICT_NO_WIN;
    Question reply = {.pos = &after, .nodes = nodes};
    if (solver_ask(prover, &reply, &first) == VERDICT_WIN)
        return VERDICT_NO_WIN;
    Question question = {.pos = pos, .turns = &turn, .turn_count = 1, .nodes = nodes};
    return solver_ask(prover, &question, &first);
}
