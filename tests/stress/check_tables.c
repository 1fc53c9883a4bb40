/*
 * usage: check-tables RULESET FOLDER COUNT NAME...
 *
 * Checks Syzygy tables, as "KRvK", with the reference implementation of the rules: in COUNT random
 * positions of each ending (0: in all), the result and the number of half-moves to the next
 * capture, pawn move or end are those that the best half-move leads to. If that is so in all
 * positions of the ending and of those that it leads to, the tables are right: a winner's number
 * falls with each half-move, and in a draw each side has a half-move that keeps it.
 * Where the fifty-move rule draws, the number may be one too small or too great.
 * The exit status is 1 if a table is wrong or missing.
 */
#include "base/random.h"
#include "reference/reference.h"
#include "tablebase/syzygy/syzygy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 4, CURSED = 100 /* more half-moves are a draw by the fifty-move rule */ };

typedef struct {
    const Ruleset *rules;
    Syzygy *syzygy;
    char pieces[PIECES_MAX + 1]; /* letters of a FEN */
    int count;
} CheckedEnding;

/* What a position is worth for the side to move. */
typedef struct {
    int wdl, dtz;
    bool is_over;
} Worth;

/* Sets up the pieces on squares of six bits each, and the side to move in the lowest bit. Returns
 * false if two pieces share a square or the rules allow no such position. */
static bool set_up(const CheckedEnding *ending, uint64_t number, RefPosition *pos) {
    char board[64], fen[REF_TEXT_SIZE], why[300], *at = fen;
    memset(board, '1', sizeof board);
    for (int i = 0; i < ending->count; i++) {
        char *square = &board[number >> (6 * i + 1) & 63];
        if (*square != '1')
            return false;
        *square = ending->pieces[i];
    }
    for (int rank = 7; rank >= 0; rank--) {
        memcpy(at, board + 8 * rank, 8);
        at += 8;
        *at++ = rank > 0 ? '/' : ' ';
    }
    snprintf(at, REF_TEXT_SIZE - 72, "%c - - 0 1", number & 1 ? 'b' : 'w');
    return ref_set(pos, ending->rules->name, fen, why, sizeof why);
}

/* The last number but one of a FEN. */
static int clock_of(const char *fen) {
    int clock = 0;
    sscanf(fen, "%*s %*s %*s %*s %d", &clock);
    return clock;
}

static bool look_up(const CheckedEnding *ending, const RefPosition *ref, Worth *worth) {
    char status[REF_TEXT_SIZE], fen[REF_TEXT_SIZE];
    Position pos;
    Error error;
    ref_status(ref, status, sizeof status);
    ref_fen(ref, fen, sizeof fen);
    *worth = (Worth){.is_over = strncmp(status, "playing", 7) != 0};
    if (worth->is_over) {
        bool is_white = strchr(fen, ' ')[1] == 'w';
        if (strncmp(status, "won", 3) == 0)
            worth->wdl = (strstr(status, "white") != NULL) == is_white ? 2 : -2;
        return true;
    }
    if (!position_from_fen(&pos, ending->rules, fen, &error) ||
        !syzygy_probe_wdl(ending->syzygy, &pos, &worth->wdl) ||
        !syzygy_probe_dtz(ending->syzygy, &pos, &worth->dtz)) {
        printf("%s: no result\n", fen);
        return false;
    }
    return true;
}

/* The worth of a position by what its half-moves lead to. Returns false if a result is missing. */
static bool find_best(const CheckedEnding *ending, const RefPosition *pos, Worth *best) {
    RefMove moves[REF_MAX_MOVES];
    int count = ref_moves(pos, moves, REF_MAX_MOVES);
    *best = (Worth){.wdl = -3};
    for (int i = 0; i < count; i++) {
        RefPosition after = *pos;
        Worth worth;
        char fen[REF_TEXT_SIZE];
        ref_play(&after, moves[i]);
        ref_fen(&after, fen, sizeof fen);
        if (!look_up(ending, &after, &worth))
            return false;
        int wdl = -worth.wdl, dtz = abs(worth.dtz) + 1;
        if (worth.is_over || clock_of(fen) == 0)
            dtz = abs(wdl) == 1 ? CURSED + 1 : 1;
        else if (abs(wdl) == 2 && dtz > CURSED)
            wdl /= 2;
        bool is_better = wdl != best->wdl ? wdl > best->wdl
                         : wdl > 0        ? dtz < best->dtz
                                          : dtz > best->dtz;
        if (is_better)
            *best = (Worth){.wdl = wdl, .dtz = dtz};
    }
    best->dtz = best->wdl > 0 ? best->dtz : best->wdl < 0 ? -best->dtz : 0;
    return true;
}

/* Checks a position, if it is one. Returns whether it is right. */
static bool check_position(const CheckedEnding *ending, uint64_t number, uint64_t *checked) {
    RefPosition pos;
    Worth worth, best;
    char fen[REF_TEXT_SIZE];
    if (!set_up(ending, number, &pos))
        return true;
    if (!look_up(ending, &pos, &worth))
        return false;
    if (worth.is_over)
        return true;
    ++*checked;
    if (!find_best(ending, &pos, &best))
        return false;
    if (worth.wdl == best.wdl && abs(worth.dtz - best.dtz) <= (abs(best.wdl) == 1))
        return true;
    ref_fen(&pos, fen, sizeof fen);
    printf("%s: result %d in %d, not %d in %d\n", fen, worth.wdl, worth.dtz, best.wdl, best.dtz);
    return false;
}

static bool check_ending(CheckedEnding *ending, const char *name, uint64_t count) {
    uint64_t seed = 1, checked = 0, size;
    bool is_black = false, is_right = true;
    ending->count = 0;
    for (const char *at = name; *at; at++) {
        is_black = is_black || *at == 'v';
        if (*at != 'v' && ending->count < PIECES_MAX)
            ending->pieces[ending->count++] = (char)(is_black ? *at | 32 : *at);
    }
    size = UINT64_C(2) << (6 * ending->count);
    if (count == 0)
        for (uint64_t number = 0; number < size && is_right; number++)
            is_right = check_position(ending, number, &checked);
    while (checked < count && is_right)
        is_right = check_position(ending, random_next(&seed) % size, &checked);
    printf("%s %s: %llu positions are %s\n", ending->rules->name, name, (unsigned long long)checked,
           is_right ? "right" : "not all right");
    return is_right;
}

int main(int argc, char **argv) {
    CheckedEnding ending = {.rules = argc > 4 ? ruleset_find(argv[1]) : NULL};
    Error error;
    bool is_right = true;
    if (!ending.rules || !syzygy_new(ending.rules, argv[2], &ending.syzygy) || !ending.syzygy) {
        fprintf(stderr, "usage: check-tables RULESET FOLDER COUNT NAME...\n");
        return 2;
    }
    for (int i = 4; i < argc; i++)
        is_right = check_ending(&ending, argv[i], strtoull(argv[3], NULL, 10)) && is_right;
    if (syzygy_take_error(ending.syzygy, &error)) {
        printf("%s\n", error.text);
        is_right = false;
    }
    syzygy_free(ending.syzygy);
    return is_right ? 0 : 1;
}
