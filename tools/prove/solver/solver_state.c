#include "prove/solver/solver_state.h"

#include "base/hash.h"
#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"

#include <inttypes.h>
#include <string.h>

enum { HEAD_SIZE = 512, LINE_SIZE = 128, STATE_SIZE = 2 * LINE_SIZE };

/* Writes what a checkpoint must agree in. */
static void write_head(char head[HEAD_SIZE], const Position *pos, const ProofTable *table) {
    char fen[FEN_SIZE];
    position_to_fen(pos, fen);
    snprintf(head, HEAD_SIZE, "misere-solver 2\nruleset %s\nfen %s\nmemory %d\n", pos->rules->name,
             fen, proof_table_megabytes(table));
}

static uint64_t hash_of(const char *head, const char *state) {
    return hash_bytes(hash_bytes(HASH_OFFSET_BASIS, head, strlen(head)), state, strlen(state));
}

static void write_state(char text[STATE_SIZE], const SolverState *state) {
    snprintf(text, STATE_SIZE, "nodes %" PRIu64 " %" PRIu64 "\nstep %" PRIu64 " %d %d %d\n",
             state->nodes[WHITE], state->nodes[BLACK], state->step, state->is_disproven[WHITE],
             state->is_disproven[BLACK], state->turn);
}

bool solver_state_save(const char *path, const Position *pos, const SolverState *state,
                       const ProofTable *table, Error *error) {
    AtomicFile file;
    char head[HEAD_SIZE], text[STATE_SIZE];
    if (!atomic_file_open_sole_writer(&file, path, error))
        return false;
    write_head(head, pos, table);
    write_state(text, state);
    fprintf(file.file, "%s%s", head, text);
    proof_table_write(table, hash_of(head, text), file.file);
    return atomic_file_commit(&file, error);
}

/* Reads just what write_state writes, which is left in `text`. */
static bool read_state(FILE *in, SolverState *state, char text[STATE_SIZE]) {
    char nodes[LINE_SIZE], step[LINE_SIZE], read[STATE_SIZE];
    int flags[3];
    if (!fgets(nodes, sizeof nodes, in) || !fgets(step, sizeof step, in) ||
        sscanf(nodes, "nodes %" SCNu64 " %" SCNu64, &state->nodes[WHITE], &state->nodes[BLACK]) !=
            2 ||
        sscanf(step, "step %" SCNu64 " %1d %1d %1d", &state->step, &flags[0], &flags[1],
               &flags[2]) != 4)
        return false;
    state->is_disproven[WHITE] = flags[0] != 0;
    state->is_disproven[BLACK] = flags[1] != 0;
    state->turn = flags[2] != 0;
    write_state(text, state);
    snprintf(read, sizeof read, "%s%s", nodes, step);
    return state->step > 0 && strcmp(read, text) == 0;
}

bool solver_state_load(const char *path, const Position *pos, SolverState *state, ProofTable *table,
                       Error *error) {
    char wanted[HEAD_SIZE], head[HEAD_SIZE], text[STATE_SIZE];
    size_t size, length;
    FILE *in = regular_file_open(path, &size, error);
    if (!in)
        return error_wrap(error, "%s", path);
    write_head(wanted, pos, table);
    length = strlen(wanted);
    bool ok = (fread(head, 1, length, in) == length && memcmp(head, wanted, length) == 0) ||
              error_set_at(error, path, 0,
                           "not a checkpoint of this position with this ruleset and --memory");
    ok = ok &&
         ((read_state(in, state, text) && proof_table_read(table, hash_of(wanted, text), in)) ||
          error_set_at(error, path, 0, "the checkpoint is damaged"));
    fclose(in);
    return ok;
}
