#include "prove/solve_openings.h"

#include "base/os/atomic_file.h"
#include "base/os/directory.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"
#include "cli/progress.h"
#include "proofs/certificate.h"
#include "proofs/proof_check.h"
#include "prove/picture.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CERTIFICATE_BYTES_MAX = 1 << 30 };

typedef struct {
    const char *folder;
    PairTable table;
    Decider *decider;
    uint64_t nodes_max;
    Progress progress;
    int done, wanted; /* pairs of this run */
} OpeningsRun;

static bool make_path(char path[PATH_MAX], const OpeningsRun *run, const char *suffix,
                      Error *error) {
    int length = snprintf(path, PATH_MAX, "%s/%s%s", run->folder, run->table.rules->name, suffix);
    return length < PATH_MAX || error_set_at(error, run->folder, 0, "the path is too long");
}

static bool is_done(const OpeningsRun *run, const Pair *pair) {
    return pair->result != PAIR_UNKNOWN || pair->budget >= run->nodes_max;
}

static bool make_certificate_path(char path[PATH_MAX], const OpeningsRun *run, const Pair *pair,
                                  Error *error) {
    char suffix[3 * MOVE_TEXT_SIZE];
    snprintf(suffix, sizeof suffix, "/%s-%s.txt", pair->first, pair->reply);
    return make_path(path, run, suffix, error);
}

static bool save_certificate(const OpeningsRun *run, const Pair *pair, const Decision *decision,
                             Error *error) {
    char path[PATH_MAX];
    return make_certificate_path(path, run, pair, error) &&
           certificate_save(path, &pair->after, decision, error);
}

static bool decide(OpeningsRun *run, Pair *pair, Error *error) {
    Decision decision = decider_run(run->decider, &pair->after, NULL, NULL);
    char path[PATH_MAX];
    if (decision.result == DECISION_NO_MEMORY)
        return error_set(error, "out of memory");
    pair->nodes = decision.nodes;
    pair->budget = run->nodes_max;
    if (decision.result == DECISION_WIN) {
        if (!save_certificate(run, pair, &decision, error))
            return false;
        pair->result = decision.winner == WHITE ? PAIR_WHITE_WINS : PAIR_BLACK_WINS;
        pair->positions = decision.graph->order_count;
        pair->length = decision.graph->nodes[decision.graph->order[0]].height;
    }
    return make_path(path, run, ".tsv", error) && pairs_save(&run->table, path, error);
}

static void show(OpeningsRun *run) {
    if (progress_is_due(&run->progress))
        progress_show(&run->progress, (double)run->done / run->wanted,
                      "%s: %d of %d pairs, %d won by White, %d by Black", run->table.rules->name,
                      run->done, run->wanted, pairs_count(&run->table, PAIR_WHITE_WINS),
                      pairs_count(&run->table, PAIR_BLACK_WINS));
}

static bool decide_all(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    bool ok = true;
    for (int i = 0; i < run->table.count; i++)
        run->wanted += !is_done(run, &run->table.pairs[i]);
    progress_start(&run->progress);
    for (int i = 0; ok && i < run->table.count; i++)
        if (!is_done(run, &run->table.pairs[i])) {
            ok = decide(run, &run->table.pairs[i], error);
            run->done++;
            show(run);
        }
    progress_clear(&run->progress);
    return ok && make_path(path, run, ".svg", error) && picture_save(&run->table, path, error);
}

/* Can the table, the picture and the proofs be written? */
static bool check_files(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    bool ok = make_path(path, run, ".tsv", error) && atomic_file_check_sole_writer(path, error) &&
              make_path(path, run, ".svg", error) && atomic_file_check(path, error);
    for (int i = 0; ok && i < run->table.count; i++)
        ok = is_done(run, &run->table.pairs[i]) ||
             (make_certificate_path(path, run, &run->table.pairs[i], error) &&
              atomic_file_check(path, error));
    return ok;
}

/* Is this the proof of what the table says about the pair? */
static bool is_proof_of(const CheckedProof *proof, const Pair *pair) {
    char proven[FEN_SIZE], wanted[FEN_SIZE];
    position_to_fen(&proof->start, proven);
    position_to_fen(&pair->after, wanted);
    return proof->start.rules == pair->after.rules && strcmp(proven, wanted) == 0 &&
           pair->result == (proof->winner == WHITE ? PAIR_WHITE_WINS : PAIR_BLACK_WINS) &&
           pair->positions == proof->positions && pair->length == proof->length;
}

/* Checks the certificate of a pair that the table calls decided. */
static bool check_certificate(const Pair *pair, const char *path, Error *error) {
    CheckedProof proof;
    char *text;
    size_t size;
    if (!regular_file_read(path, CERTIFICATE_BYTES_MAX, &text, &size, error))
        return false;
    const char *rest = proof_check(text, &proof, error);
    bool ends = rest == text + size;
    free(text);
    if (!rest)
        return error_wrap(error, "%s", path);
    return (ends && is_proof_of(&proof, pair)) ||
           error_set_at(error, path, 0, "not the proof of what the table says");
}

/* Takes from the table only what its certificates prove. A pair that it calls open, but that has a
 * certificate, is decided again: the run before was interrupted. */
static bool check_table(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    bool ok = true;
    for (int i = 0; ok && i < run->table.count; i++) {
        Pair *pair = &run->table.pairs[i];
        ok = make_certificate_path(path, run, pair, error);
        if (ok && pair->result != PAIR_UNKNOWN)
            ok = check_certificate(pair, path, error);
        else if (ok && path_exists(path))
            pair->budget = 0;
    }
    return ok;
}

/* Creates the folders and reads the table, if there is one. */
static bool prepare(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    return make_path(path, run, "", error) && directory_create_all(path, error) &&
           make_path(path, run, ".tsv", error) &&
           (!path_exists(path) || pairs_load(&run->table, path, error)) &&
           check_table(run, error) && check_files(run, error);
}

bool solve_openings(const char *folder, const Ruleset *rules, uint64_t nodes_max, Error *error) {
    OpeningsRun run = {.folder = folder, .nodes_max = nodes_max};
    if (!pairs_init(&run.table, rules))
        return error_set(error, "out of memory");
    bool ok = prepare(&run, error);
    if (ok) {
        run.decider = decider_new(nodes_max);
        ok = run.decider ? decide_all(&run, error) : error_set(error, "out of memory");
    }
    if (ok)
        printf("%s: %d of %d pairs decided, %d won by White, %d by Black\n", rules->name,
               run.table.count - pairs_count(&run.table, PAIR_UNKNOWN), run.table.count,
               pairs_count(&run.table, PAIR_WHITE_WINS), pairs_count(&run.table, PAIR_BLACK_WINS));
    decider_free(run.decider);
    free(run.table.pairs);
    return ok;
}
