/*
 * usage: bench-prove FILE [NODES [MEGABYTES [PROVER]...]]
 *
 * Proves positions with the engine's proof-number search and with the solver of misere-prove. Each
 * line of FILE has a ruleset, a FEN and the winner, with tabs between them. NODES is the limit for
 * each player's win (default 1000000), MEGABYTES the size of the solver's table (default 64). A
 * PROVER is `tree`, which is the engine's; `solver`; or `winner`: the solver, which is told the
 * winner. The default is all three.
 *
 * Prints for each position and prover: ruleset, FEN, prover, `proven` or `open`, nodes, and seconds
 * of CPU time; and on standard error how far it is, and the time left if the other positions take
 * as long. The exit status is 1 if a prover finds another winner.
 */
#include "cli/progress.h"
#include "proofs/decider.h"
#include "prove/solver/proof_solver.h"
#include "rules/outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NODES_DEFAULT = 1000000, MEGABYTES_DEFAULT = 64, LINE_SIZE = 512 };

typedef enum { PROVER_TREE, PROVER_SOLVER, PROVER_WINNER, PROVERS } ProverKind;

static const char *const PROVER_NAMES[PROVERS] = {"tree", "solver", "winner"};

typedef struct {
    Position pos;
    char winner[6]; /* `white` or `black` */
} Problem;

typedef struct {
    Progress progress;
    Problem *problems;
    int count;
    uint64_t nodes;
    int megabytes;
    bool is_chosen[PROVERS];
    Decider *decider;
    ProofSolver *solver; /* for `rules`, or NULL */
    const Ruleset *rules;
} Bench;

static void fail(const char *message, const char *name) {
    fprintf(stderr, "bench-prove: %s: %s\n", message, name);
    exit(1);
}

/* Returns an empty solver that looks for the win of "white" or "black", or with NULL of either. It
 * is the same one, with its tablebase, until the ruleset changes. */
static ProofSolver *solver_for(Bench *bench, const Ruleset *rules, const char *winner) {
    const uint64_t nodes[COLOURS] = {
        [WHITE] = winner && strcmp(winner, "white") != 0 ? 0 : bench->nodes,
        [BLACK] = winner && strcmp(winner, "black") != 0 ? 0 : bench->nodes};
    if (rules != bench->rules) {
        proof_solver_free(bench->solver);
        bench->solver = proof_solver_new(
            &(ProofSolverOptions){.rules = rules, .megabytes = bench->megabytes, .threads = 1});
    }
    bench->rules = rules;
    if (!bench->solver)
        fail("out of memory", rules->name);
    proof_solver_clear(bench->solver, nodes);
    return bench->solver;
}

static void prove(Bench *bench, ProverKind prover, const Position *pos, const char *winner) {
    const char *told = prover == PROVER_WINNER ? winner : NULL;
    ProofSolver *solver = prover == PROVER_TREE ? NULL : solver_for(bench, pos->rules, told);
    char fen[FEN_SIZE];
    clock_t start = clock();
    Decision decision =
        solver ? proof_solver_decide(solver, pos, NULL, NULL) : decider_run(bench->decider, pos);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    bool is_proven = decision.result == DECISION_WIN;
    progress_clear(&bench->progress);
    position_to_fen(pos, fen);
    printf("%s\t%s\t%s\t%s\t%" PRIu64 "\t%.3f\n", pos->rules->name, fen, PROVER_NAMES[prover],
           is_proven ? "proven" : "open", decision.nodes, seconds);
    fflush(stdout);
    if (is_proven && strcmp(outcome_colour_name(decision.winner), winner) != 0)
        fail("another winner", fen);
}

static Problem read_problem(const char *line) {
    Problem problem;
    char name[64], fen[FEN_SIZE];
    Error error;
    if (sscanf(line, "%63[^\t]\t%127[^\t]\t%5s", name, fen, problem.winner) != 3)
        fail("not a ruleset, a FEN and a winner", line);
    const Ruleset *rules = ruleset_find(name);
    if (!rules)
        fail("unknown ruleset", name);
    if (!position_from_fen(&problem.pos, rules, fen, &error))
        fail(error.text, fen);
    return problem;
}

static void read_problems(Bench *bench, const char *path) {
    char line[LINE_SIZE];
    FILE *in = fopen(path, "r");
    if (!in)
        fail("cannot read", path);
    while (fgets(line, sizeof line, in)) {
        size_t size = (size_t)(bench->count + 1) * sizeof *bench->problems;
        bench->problems = realloc(bench->problems, size);
        if (!bench->problems)
            fail("out of memory", path);
        bench->problems[bench->count++] = read_problem(line);
    }
    fclose(in);
}

static void choose_provers(Bench *bench, char **names, int count) {
    for (int prover = 0; prover < PROVERS; prover++) {
        bench->is_chosen[prover] = count == 0;
        for (int i = 0; i < count; i++)
            if (strcmp(names[i], PROVER_NAMES[prover]) == 0)
                bench->is_chosen[prover] = true;
    }
}

static void prove_all(Bench *bench) {
    progress_start(&bench->progress);
    for (int i = 0; i < bench->count; i++) {
        const Problem *problem = &bench->problems[i];
        progress_show(&bench->progress, (double)i / bench->count, "position %d of %d, %s", i + 1,
                      bench->count, problem->pos.rules->name);
        for (int prover = 0; prover < PROVERS; prover++)
            if (bench->is_chosen[prover])
                prove(bench, (ProverKind)prover, &problem->pos, problem->winner);
    }
    progress_clear(&bench->progress);
}

int main(int argc, char **argv) {
    Bench bench = {.nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : NODES_DEFAULT,
                   .megabytes = argc > 3 ? atoi(argv[3]) : MEGABYTES_DEFAULT};
    if (argc < 2)
        fail("usage", "bench-prove FILE [NODES [MEGABYTES [PROVER]...]]");
    read_problems(&bench, argv[1]);
    choose_provers(&bench, argv + 4, argc > 4 ? argc - 4 : 0);
    if (bench.is_chosen[PROVER_TREE] && !(bench.decider = decider_new(bench.nodes)))
        fail("out of memory", argv[1]);
    prove_all(&bench);
    decider_free(bench.decider);
    proof_solver_free(bench.solver);
    free(bench.problems);
    return 0;
}
