/* Proofs: see misere.h. */
#include "base/os/stream.h"
#include "library/handles.h"
#include "proofs/certificate.h"
#include "proofs/compact_body.h"
#include "search/proof/prover.h"

#include <stdlib.h>

/* The proof that a decision has found, as a text. */
static char *write_proof(const Position *pos, const Decision *decision, MisereError *error) {
    static const char *const WHY_NOT[] = {
        [DECISION_NONE] = "no win was found",
        [DECISION_FIFTY] = "a win was found, but the fifty-move rule may draw a line of its proof",
        [DECISION_NO_MEMORY] = "out of memory"};
    MemoryStream out;
    if (decision->result != DECISION_WIN) {
        handles_fail(error, WHY_NOT[decision->result]);
        return NULL;
    }
    if (!memory_stream_open(&out))
        return handles_text(NULL, error);
    certificate_write(out.file, pos, decision);
    if (memory_stream_close(&out))
        return out.bytes;
    free(out.bytes);
    return handles_text(NULL, error);
}

char *misere_game_prove(const MisereGame *game, uint64_t nodes, MisereError *error) {
    const Position *now = &game->stored.game.now;
    Position pos = *now;
    if (outcome_is_over(outcome_of(now))) {
        handles_fail(error, "the game is over");
        return NULL;
    }
    if (nodes == 0 || nodes > PROVER_CAPACITY_MAX) {
        handles_fail(error, "the number of nodes is not from 1 to 2^26");
        return NULL;
    }
    Decider *decider = decider_new(nodes);
    if (!decider)
        return handles_text(NULL, error);
    Decision decision = decider_run(decider, &pos);
    char *text = write_proof(&pos, &decision, error);
    decider_free(decider);
    return text;
}

static void write_checked(MisereProof *proof, const CheckedProof *checked) {
    _Static_assert(sizeof proof->fen == FEN_SIZE, "the FEN has room");
    *proof = (MisereProof){.ruleset = checked->start.rules->name,
                           .winner = (MisereColour)checked->winner,
                           .positions = checked->positions,
                           .length = checked->length};
    position_to_fen(&checked->start, proof->fen);
}

const char *misere_check_proof(const char *text, MisereProof *proof, MisereError *error) {
    CheckedProof checked;
    Error bad;
    const char *rest = proof_check(text, &checked, &bad);
    if (rest)
        write_checked(proof, &checked);
    else
        handles_fail(error, bad.text);
    return rest;
}

bool misere_check_compact_proof(const char *head, const void *bytes, size_t size,
                                MisereProof *proof, MisereError *error) {
    CheckedProof checked;
    Error bad;
    bool is_right = compact_body_check(head, bytes, size, &checked, &bad);
    if (is_right)
        write_checked(proof, &checked);
    else
        handles_fail(error, bad.text);
    return is_right;
}
