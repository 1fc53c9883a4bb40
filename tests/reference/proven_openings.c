#include "reference/proven_openings.h"

#include <stdlib.h>
#include <string.h>

enum { RULESET_SIZE = 64, MOVE_SIZE = 6 };

typedef struct {
    char first[MOVE_SIZE], reply[MOVE_SIZE];
    char fen[REF_TEXT_SIZE];
    RefColour winner;
    long positions; /* 0: there is no proof */
    int length;
} ProvenOpening;

struct ProvenOpenings {
    char ruleset[RULESET_SIZE];
    ProvenOpening *list;
    int count;
};

static int compare_openings(const void *left, const void *right) {
    const ProvenOpening *a = left, *b = right;
    int order = strcmp(a->first, b->first);
    return order != 0 ? order : strcmp(a->reply, b->reply);
}

/* Adds the position after these half-moves, "-" for none, unless the game is over or a turn is not
 * complete. */
static bool add_opening(ProvenOpenings *proven, const RefPosition *after, const char *first,
                        const char *reply) {
    RefMove next;
    char fen[REF_TEXT_SIZE];
    ref_fen(after, fen, sizeof fen);
    if (strstr(fen, " mid-turn") || ref_moves(after, &next, 1) == 0) {
        return true;
    }
    ProvenOpening *list = realloc(proven->list, (size_t)(proven->count + 1) * sizeof *list);
    if (!list) {
        return false;
    }
    proven->list = list;
    ProvenOpening *opening = &list[proven->count++];
    memset(opening, 0, sizeof *opening);
    strcpy(opening->first, first);
    strcpy(opening->reply, reply);
    strcpy(opening->fen, fen);
    return true;
}

/* Adds the positions after a first half-move and each reply. */
static bool add_replies(ProvenOpenings *proven, const RefPosition *middle, const char *first) {
    RefMove replies[REF_MAX_MOVES];
    int count = ref_moves(middle, replies, REF_MAX_MOVES);
    bool ok = add_opening(proven, middle, first, "-");
    for (int i = 0; ok && i < count; i++) {
        char reply[MOVE_SIZE];
        RefPosition after = *middle;
        ref_play(&after, replies[i]);
        ref_move_text(replies[i], reply);
        ok = add_opening(proven, &after, first, reply);
    }
    return ok;
}

ProvenOpenings *proven_openings_new(const char *ruleset) {
    RefPosition start;
    RefMove firsts[REF_MAX_MOVES];
    char why[REF_TEXT_SIZE];
    ProvenOpenings *proven = calloc(1, sizeof *proven);
    bool ok = proven && ref_set(&start, ruleset, NULL, why, sizeof why);
    int count = ok ? ref_moves(&start, firsts, REF_MAX_MOVES) : 0;
    ok = ok && add_opening(proven, &start, "-", "-");
    for (int i = 0; ok && i < count; i++) {
        char first[MOVE_SIZE];
        RefPosition middle = start;
        ref_play(&middle, firsts[i]);
        ref_move_text(firsts[i], first);
        ok = add_replies(proven, &middle, first);
    }
    if (!ok) {
        proven_openings_free(proven);
        return NULL;
    }
    snprintf(proven->ruleset, sizeof proven->ruleset, "%s", ruleset);
    qsort(proven->list, (size_t)proven->count, sizeof *proven->list, compare_openings);
    return proven;
}

void proven_openings_free(ProvenOpenings *proven) {
    if (proven) {
        free(proven->list);
        free(proven);
    }
}

const char *proven_openings_enter(ProvenOpenings *proven, const char *ruleset,
                                  const ProvenClaim *claim) {
    if (strcmp(ruleset, proven->ruleset) != 0) {
        return "a proof of another ruleset";
    }
    for (int i = 0; i < proven->count; i++) {
        ProvenOpening *opening = &proven->list[i];
        if (strcmp(opening->fen, claim->fen) != 0) {
            continue;
        }
        if (opening->positions > 0) {
            return "a second proof of this opening";
        }
        opening->winner = claim->winner;
        opening->positions = claim->positions;
        opening->length = claim->length;
        return NULL;
    }
    return "not an opening of up to two half-moves";
}

void proven_openings_print(const ProvenOpenings *proven, FILE *out) {
    fputs("first\treply\twinner\tpositions\tlength\n", out);
    for (int i = 0; i < proven->count; i++) {
        const ProvenOpening *opening = &proven->list[i];
        const char *winner = opening->positions == 0        ? "-"
                             : opening->winner == REF_WHITE ? "white"
                                                            : "black";
        fprintf(out, "%s\t%s\t%s\t%ld\t%d\n", opening->first, opening->reply, winner,
                opening->positions, opening->length);
    }
}
