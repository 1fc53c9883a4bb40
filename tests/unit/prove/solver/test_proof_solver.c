/* tags: threads */
/* The solver: known results, the fifty-move rule, little memory, threads, and searches
 * that are interrupted. Each proof is checked with the engine's rules; prove.bats checks proofs
 * with the reference implementation. */
#include "unit/positions.h"
#include "unit/temporary_folder.h"

#include "proofs/certificate.h"
#include "proofs/compact/compact.h"
#include "proofs/proof_check.h"
#include "prove/solver/proof_solver.h"
#include "rules/outcome.h"

#include <unistd.h>

/* Of losers: some 200,000 nodes prove that White wins. */
static const char HARD[] = "rnbqkbnr/ppp1pppp/8/3p4/7P/8/PPPPPPP1/RNBQKBNR w KQkq - 0 2";

static ProofSolver *solver_of(const Position *pos, int megabytes, int threads, uint64_t nodes) {
    ProofSolver *solver = proof_solver_new(&(ProofSolverOptions){.rules = pos->rules,
                                                                 .megabytes = megabytes,
                                                                 .threads = threads,
                                                                 .nodes_max = {nodes, nodes}});
    assert_non_null(solver);
    return solver;
}

/* The proof as text, which is right. The caller frees it. */
static char *text_of(const Position *pos, const Decision *decision) {
    char *text;
    size_t size;
    CheckedProof proof;
    Error error;
    FILE *out = open_memstream(&text, &size);
    certificate_write(out, pos, decision);
    fclose(out);
    if (!proof_check(text, &proof, &error))
        fail_msg("%s", error.text);
    assert_int_equal(proof.winner, decision->winner);
    return text;
}

/* Decides a position. Returns the winner, or COLOURS if there is none. */
static Colour winner_of(const char *ruleset, const char *fen, uint64_t nodes) {
    Position pos = position_of(ruleset, fen);
    ProofSolver *solver = solver_of(&pos, 1, 1, nodes);
    Decision decision = proof_solver_decide(solver, &pos, NULL, NULL);
    Colour winner = COLOURS;
    if (decision.result == DECISION_WIN) {
        winner = decision.winner;
        free(text_of(&pos, &decision));
    } else {
        assert_int_equal(decision.result, DECISION_NONE);
    }
    proof_solver_free(solver);
    return winner;
}

static void test_known_results(void **state) {
    if (watches_threads())
        return;
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_int_equal(winner_of("6170-fall-2003-mindcontrol", start, 1000000), WHITE);
    assert_int_equal(
        winner_of("antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1", 100000),
        BLACK);
    assert_int_equal(winner_of("losers", "4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", 1000), BLACK);
    assert_int_equal(winner_of("losers", start, 10000), COLOURS);
}

static void test_fifty_moves(void **state) {
    if (watches_threads())
        return;
    /* Rc8 mates at once; after h8g8 the king must first come back. */
    assert_int_equal(winner_of("6170-spring-2007", "k7/p7/P7/8/8/8/8/2R4K w - - 99 90", 10000),
                     WHITE);
    const char *fens[] = {"1k6/p7/P7/8/8/8/8/2R4K b - - 0 90", "1k6/p7/P7/8/8/8/8/2R4K b - - 98 90",
                          "1k6/p7/P7/8/8/8/8/2R4K b - - 99 90"};
    assert_int_equal(winner_of("6170-spring-2007", fens[0], 10000), WHITE);
    assert_int_equal(winner_of("6170-spring-2007", fens[1], 10000), WHITE);
    assert_int_equal(winner_of("6170-spring-2007", fens[2], 10000), COLOURS);
}

static void test_threads(void **state) {
    Position pos = position_of("losers", HARD);
    ProofSolver *solver = solver_of(&pos, 1, 3, 10000000);
    Decision decision = proof_solver_decide(solver, &pos, NULL, NULL);
    assert_int_equal(decision.result, DECISION_WIN);
    free(text_of(&pos, &decision));
    proof_solver_free(solver);
}

/* --- interruptions --- */

/* Stops at every epoch. */
static bool stop(void *context, ProofSolver *solver) {
    char text[SOLVER_TEXT_SIZE];
    proof_solver_describe(solver, text);
    assert_non_null(strstr(text, "to win; "));
    assert_true(proof_solver_fill(solver) > 0 && proof_solver_nodes(solver) > 0);
    ++*(int *)context;
    return false;
}

static void test_interrupted(void **state) {
    if (watches_threads())
        return;
    Position pos = position_of("losers", HARD);
    static const char path[] = "checkpoint";
    int stops = 0;
    Error error;
    ProofSolver *solver = solver_of(&pos, 1, 1, 10000000);
    Decision decision = proof_solver_decide(solver, &pos, NULL, NULL);
    assert_int_equal(decision.result, DECISION_WIN);
    char *expected = text_of(&pos, &decision);
    uint64_t nodes = decision.nodes;
    proof_solver_free(solver);

    solver = solver_of(&pos, 1, 1, 10000000);
    for (;;) {
        decision = proof_solver_decide(solver, &pos, stop, &stops);
        if (decision.result != DECISION_STOPPED)
            break;
        assert_true(proof_solver_save(solver, path, &error));
        proof_solver_free(solver);
        solver = solver_of(&pos, 1, 1, 10000000);
        assert_true(proof_solver_load(solver, path, &pos, &error));
    }
    assert_true(stops > 1);
    assert_int_equal(decision.nodes, nodes);
    char *text = text_of(&pos, &decision);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    proof_solver_free(solver);
}

static void check_refused(const char *path, const Position *pos, int megabytes,
                          const char *reason) {
    ProofSolver *solver = solver_of(pos, megabytes, 1, 1000);
    Error error;
    assert_false(proof_solver_load(solver, path, pos, &error));
    if (!strstr(error.text, reason) || !strstr(error.text, path))
        fail_msg("%s", error.text);
    proof_solver_free(solver);
}

/* With any one bit changed, of some fifty, the checkpoint is refused. */
static void check_bytes(const char *path, const Position *pos) {
    ProofSolver *solver = solver_of(pos, 1, 1, 1000);
    FILE *file = fopen(path, "r+");
    Error error;
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    for (long at = 0; at < size; at += size / 50) {
        for (int i = 0; i < 2; i++) { /* changes a bit, and changes it back */
            assert_int_equal(fseek(file, at, SEEK_SET), 0);
            int byte = fgetc(file);
            assert_int_equal(fseek(file, at, SEEK_SET), 0);
            fputc(byte ^ 1 << at % 8, file);
            fflush(file);
            assert_int_equal(proof_solver_load(solver, path, pos, &error), i);
        }
    }
    fclose(file);
    proof_solver_free(solver);
}

static void test_wrong_checkpoints(void **state) {
    if (watches_threads())
        return;
    Position pos = position_of("losers", HARD), other_pos = pos;
    static const char path[] = "checkpoint";
    int stops = 0;
    Error error;
    ProofSolver *solver = solver_of(&pos, 1, 1, 10000000);
    assert_int_equal(proof_solver_decide(solver, &pos, stop, &stops).result, DECISION_STOPPED);
    assert_true(proof_solver_save(solver, path, &error));
    assert_false(proof_solver_save(solver, test_folder, &error));
    proof_solver_free(solver);
    check_refused(path, &pos, 2, "not a checkpoint of this position");
    other_pos.halfmove_clock = 7;
    check_refused(path, &other_pos, 1, "not a checkpoint of this position");
    check_bytes(path, &pos);
    assert_int_equal(truncate(path, 5000), 0);
    check_refused(path, &pos, 1, "damaged");
    check_refused("/nonexistent", &pos, 1, "No such file");
}

/* --- positions solved before --- */

static void test_solved_positions(void **state) {
    if (watches_threads())
        return;
    Position pos = position_of("losers", HARD);
    SolvedPositions solved = {0};
    static const char path[] = "solved";
    CheckedProof only;
    Error error;
    ProofSolver *solver = solver_of(&pos, 1, 1, 10000000);
    Decision decision = proof_solver_decide(solver, &pos, NULL, NULL);
    assert_int_equal(decision.result, DECISION_WIN);
    int count = decision.graph->order_count;
    uint64_t nodes = decision.nodes;
    FILE *out = fopen(path, "w");
    assert_true(compact_write(out, &pos, decision.winner, decision.graph));
    fclose(out);
    proof_solver_free(solver);

    assert_true(solved_positions_load(&solved, path, ruleset_find("giveaway"), NULL, &error));
    assert_int_equal(solved.count, 0);
    assert_true(solved_positions_load(&solved, path, pos.rules, &only, &error));
    assert_int_equal(solved.count, count);
    assert_int_equal(only.positions, count);
    solver = proof_solver_new(&(ProofSolverOptions){.rules = pos.rules,
                                                    .megabytes = 1,
                                                    .threads = 1,
                                                    .nodes_max = {1000, 1000},
                                                    .solved = &solved});
    decision = proof_solver_decide(solver, &pos, NULL, NULL);
    assert_int_equal(decision.result, DECISION_WIN);
    assert_true(decision.nodes < nodes);
    free(text_of(&pos, &decision));
    proof_solver_free(solver);
    solved_positions_free(&solved);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_results),     cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_threads),           cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_wrong_checkpoints), cmocka_unit_test(test_solved_positions),
    };
    return test_run_in_folder("prove_proof_solver", tests);
}
