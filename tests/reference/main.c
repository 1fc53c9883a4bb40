/*
 * usage: reference RULESET FEN DEPTH
 *
 * Prints the FEN, the status, the perft count of each half-move ("e2e4: 20") in ASCII order, and
 * their sum. FEN may be "startpos".
 */
#include "reference/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char text[6];
    uint64_t nodes;
} Line;

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const Line *)a)->text, ((const Line *)b)->text);
}

/* Prints the count of each half-move; returns the sum. */
static uint64_t divide(const RefPosition *pos, int depth) {
    RefMove moves[REF_MAX_MOVES];
    Line lines[REF_MAX_MOVES];
    uint64_t total = 0;
    int count = ref_moves(pos, moves, REF_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        RefPosition after = *pos;
        ref_play(&after, moves[i]);
        ref_move_text(moves[i], lines[i].text);
        lines[i].nodes = ref_perft(&after, depth - 1);
        total += lines[i].nodes;
    }
    qsort(lines, (size_t)count, sizeof lines[0], compare_lines);
    for (int i = 0; i < count; i++) {
        printf("%s: %llu\n", lines[i].text, (unsigned long long)lines[i].nodes);
    }
    return total;
}

int main(int argc, char **argv) {
    if (argc != 4 || strlen(argv[3]) != 1 || argv[3][0] < '0' || argv[3][0] > '9') {
        fprintf(stderr, "usage: reference RULESET FEN|startpos DEPTH (0 to 9)\n");
        return 2;
    }
    const char *fen = strcmp(argv[2], "startpos") == 0 ? NULL : argv[2];
    int depth = argv[3][0] - '0';
    RefPosition pos;
    char text[REF_TEXT_SIZE];
    if (!ref_set(&pos, argv[1], fen, text, sizeof text)) {
        fprintf(stderr, "error: %s\n", text);
        return 1;
    }
    ref_fen(&pos, text, sizeof text);
    puts(text);
    ref_status(&pos, text, sizeof text);
    printf("status %s\n", text);
    uint64_t nodes = depth == 0 ? 1 : divide(&pos, depth);
    printf("Nodes searched: %llu\n", (unsigned long long)nodes);
    return 0;
}
