#include "reference/proven_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { RULESET_SIZE = 64, MOVE_SIZE = 6 };

typedef struct {
    char first[MOVE_SIZE], reply[MOVE_SIZE];
    char fen[REF_TEXT_SIZE];
    RefColour winner;
    long positions; /* 0: there is no proof */
    int length;
} ProvenPair;

struct ProvenPairs {
    char ruleset[RULESET_SIZE];
    ProvenPair *list;
    int count;
};

static int compare_pairs(const void *left, const void *right) {
    const ProvenPair *a = left, *b = right;
    int order = strcmp(a->first, b->first);
    return order != 0 ? order : strcmp(a->reply, b->reply);
}

/* Adds the pairs that begin with a half-move, unless the game is over after them. */
static bool add_replies(ProvenPairs *proven, const RefPosition *start, RefMove first) {
    RefMove replies[REF_MAX_MOVES], next;
    RefPosition middle = *start;
    ref_play(&middle, first);
    int count = ref_moves(&middle, replies, REF_MAX_MOVES);
    ProvenPair *list = realloc(proven->list, (size_t)(proven->count + count + 1) * sizeof *list);
    if (!list) {
        return false;
    }
    proven->list = list;
    for (int i = 0; i < count; i++) {
        ProvenPair *pair = &list[proven->count];
        RefPosition after = middle;
        ref_play(&after, replies[i]);
        memset(pair, 0, sizeof *pair);
        ref_move_text(first, pair->first);
        ref_move_text(replies[i], pair->reply);
        ref_fen(&after, pair->fen, sizeof pair->fen);
        proven->count += ref_moves(&after, &next, 1) > 0;
    }
    return true;
}

ProvenPairs *proven_pairs_new(const char *ruleset) {
    RefPosition start;
    RefMove firsts[REF_MAX_MOVES];
    char why[REF_TEXT_SIZE];
    ProvenPairs *proven = calloc(1, sizeof *proven);
    bool ok = proven && ref_set(&start, ruleset, NULL, why, sizeof why);
    int count = ok ? ref_moves(&start, firsts, REF_MAX_MOVES) : 0;
    for (int i = 0; ok && i < count; i++) {
        ok = add_replies(proven, &start, firsts[i]);
    }
    if (!ok) {
        proven_pairs_free(proven);
        return NULL;
    }
    snprintf(proven->ruleset, sizeof proven->ruleset, "%s", ruleset);
    qsort(proven->list, (size_t)proven->count, sizeof *proven->list, compare_pairs);
    return proven;
}

void proven_pairs_free(ProvenPairs *proven) {
    if (proven) {
        free(proven->list);
        free(proven);
    }
}

const char *proven_pairs_enter(ProvenPairs *proven, const char *ruleset, const ProvenClaim *claim) {
    if (strcmp(ruleset, proven->ruleset) != 0) {
        return "a proof of another ruleset";
    }
    for (int i = 0; i < proven->count; i++) {
        ProvenPair *pair = &proven->list[i];
        if (strcmp(pair->fen, claim->fen) != 0) {
            continue;
        }
        if (pair->positions > 0) {
            return "a second proof of this pair";
        }
        pair->winner = claim->winner;
        pair->positions = claim->positions;
        pair->length = claim->length;
        return NULL;
    }
    return "not the position after a pair of first half-moves";
}

void proven_pairs_print(const ProvenPairs *proven, FILE *out) {
    fputs("first\treply\twinner\tpositions\tlength\n", out);
    for (int i = 0; i < proven->count; i++) {
        const ProvenPair *pair = &proven->list[i];
        const char *winner = pair->positions == 0        ? "-"
                             : pair->winner == REF_WHITE ? "white"
                                                         : "black";
        fprintf(out, "%s\t%s\t%s\t%ld\t%d\n", pair->first, pair->reply, winner, pair->positions,
                pair->length);
    }
}
