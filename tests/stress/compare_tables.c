/*
 * usage: compare-tables FOLDER NAME...
 *
 * Compares Syzygy tables of up to four pieces, as "KRvK", with an analysis of its own: solves the
 * ending and all that it leads to backwards from the ends of games, by the engine's rules, in each
 * ruleset that the tables are for, and looks up every position. Prints a line for each ruleset and
 * table. The exit status is 1 if a result differs or cannot be read.
 */
#include "rules/outcome.h"
#include "tablebase/syzygy/syzygy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 4, ENDINGS_MAX = 1000, UNKNOWN = 3, INVALID = 4, NO_MOVE = -2 };

/* An ending: the pieces, and the results of all positions. A position's index is made of the side
 * to move and of the pieces' squares, six bits each. */
typedef struct {
    const Ruleset *rules;
    uint8_t pieces[PIECES_MAX]; /* sorted */
    int count;
    size_t size;    /* positions */
    int8_t *wdl;    /* -1, 0, 1 for the side to move, UNKNOWN, or INVALID */
    bool *is_quiet; /* is there a half-move, but no capture? */
    uint8_t *dtz;  /* half-moves to the next capture, pawn move or end; 0: not known yet, or over */
    uint8_t *left; /* of a quiet position, how many half-moves still count; see below */
    int8_t *best;  /* the best result of half-moves that lead out of the ending, or NO_MOVE */
} SolvedEnding;

static SolvedEnding *endings[ENDINGS_MAX];
static int ending_count;

static const SolvedEnding *solve(const Ruleset *rules, const uint8_t *pieces, int count);

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "compare-tables: out of memory\n");
        exit(2);
    }
    return memory;
}

/* --- positions --- */

static Square square_at(size_t index, int piece) {
    return (Square)(index >> (6 * piece + 1) & 63);
}

static size_t with_square(size_t index, int piece, Square square) {
    return (index & ~((size_t)63 << (6 * piece + 1))) | (size_t)square << (6 * piece + 1);
}

static Bitboard occupied_at(const SolvedEnding *ending, size_t index) {
    Bitboard occupied = 0;
    for (int i = 0; i < ending->count; i++)
        occupied |= bit(square_at(index, i));
    return occupied;
}

/* Of positions that differ in the order of equal pieces only one counts. */
static bool set_up(const SolvedEnding *ending, size_t index, Position *pos) {
    Bitboard occupied = occupied_at(ending, index);
    if (popcount(occupied) != ending->count)
        return false;
    position_clear(pos, ending->rules);
    for (int i = 0; i < ending->count; i++) {
        Square square = square_at(index, i);
        uint8_t piece = ending->pieces[i];
        if (i > 0 && piece == ending->pieces[i - 1] && square < square_at(index, i - 1))
            return false;
        if (piece_type(piece) == PAWN && (bit(square) & (RANK_1 | RANK_8)))
            return false;
        position_put(pos, square, piece);
    }
    pos->side = pos->player = index & 1;
    return position_finish(pos, NULL);
}

static size_t sorted(const SolvedEnding *ending, size_t index) {
    for (int i = 1; i < ending->count; i++)
        for (int j = i; j > 0 && ending->pieces[j] == ending->pieces[j - 1]; j--) {
            Square a = square_at(index, j - 1), b = square_at(index, j);
            if (a > b)
                index = with_square(with_square(index, j - 1, b), j, a);
        }
    return index;
}

/* The pieces of a position, sorted, and its index in their ending. */
static int pieces_of(const Position *pos, uint8_t pieces[PIECES_MAX], size_t *index) {
    int count = 0;
    *index = pos->side;
    for (int piece = 0; piece < 16; piece++)
        if ((piece & 7) <= KING)
            for (Bitboard set = position_pieces(pos, (Colour)(piece >> 3), (PieceType)(piece & 7));
                 set; count++) {
                pieces[count] = (uint8_t)piece;
                *index = with_square(*index, count, pop_lsb(&set));
            }
    return count;
}

static bool is_in(const SolvedEnding *ending, const Position *pos, size_t *index) {
    uint8_t pieces[PIECES_MAX];
    int count = pieces_of(pos, pieces, index);
    return count == ending->count && memcmp(pieces, ending->pieces, (size_t)count) == 0 &&
           pos->en_passant == NO_SQUARE;
}

static int result_of_end(const Position *pos, Outcome outcome) {
    return outcome.drawn ? 0 : outcome.winner == (Colour)pos->side ? 1 : -1;
}

/* The result of a position of another ending, or of one with a capture en passant. */
static int result_of(const Position *pos) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return result_of_end(pos, outcome);
    if (movelist_is_captures(pos, &list)) {
        int best = NO_MOVE;
        for (int i = 0; i < list.count; i++) {
            Position after;
            position_apply(&after, pos, list.moves[i]);
            int result = -result_of(&after);
            best = result > best ? result : best;
        }
        return best;
    }
    uint8_t pieces[PIECES_MAX];
    size_t index;
    int count = pieces_of(pos, pieces, &index);
    return solve(pos->rules, pieces, count)->wdl[index];
}

/* --- who wins --- */

/* Finds what is known of a position at once. */
static void begin(SolvedEnding *ending, size_t index, const Position *pos) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    size_t next;
    ending->wdl[index] = UNKNOWN;
    ending->best[index] = NO_MOVE;
    if (outcome_is_over(outcome)) {
        ending->wdl[index] = (int8_t)result_of_end(pos, outcome);
        return;
    }
    if (movelist_is_captures(pos, &list)) {
        ending->wdl[index] = (int8_t)result_of(pos);
        ending->dtz[index] = 1;
        return;
    }
    ending->is_quiet[index] = true;
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        if (is_in(ending, &after, &next)) {
            ending->left[index]++;
            continue;
        }
        int result = -result_of(&after);
        if (result > ending->best[index])
            ending->best[index] = (int8_t)result;
    }
    if (ending->best[index] == 1 || ending->left[index] == 0)
        ending->wdl[index] = ending->best[index];
}

typedef void VisitParent(SolvedEnding *ending, size_t parent, size_t index, bool by_pawn);

/* Visits the positions from which a half-move, not a capture or promotion, may lead here. */
static void visit_parents(SolvedEnding *ending, size_t index, VisitParent *visit) {
    Bitboard occupied = occupied_at(ending, index);
    Colour mover = index & 1 ? WHITE : BLACK;
    for (int i = 0; i < ending->count; i++) {
        Square square = square_at(index, i);
        PieceType type = piece_type(ending->pieces[i]);
        if (piece_colour(ending->pieces[i]) != mover)
            continue;
        Bitboard from = type == PAWN ? forward(bit(square), other(mover)) & ~occupied
                                     : piece_attacks(type, square, occupied) & ~occupied;
        if (type == PAWN) {
            Bitboard enemies = 0, beside = westward(bit(square)) | eastward(bit(square));
            for (int j = 0; j < ending->count; j++)
                if (ending->pieces[j] == piece_make(other(mover), PAWN))
                    enemies |= bit(square_at(index, j));
            if (square_rank(square) == (mover == WHITE ? 3 : 4) && !(enemies & beside))
                from |= forward(from, other(mover)) & ~occupied;
            from &= ~(RANK_1 | RANK_8);
        }
        while (from) {
            size_t parent = sorted(ending, with_square(index ^ 1, i, pop_lsb(&from)));
            if (ending->is_quiet[parent])
                visit(ending, parent, index, type == PAWN);
        }
    }
}

typedef struct {
    size_t *list, count;
} Queue;

static Queue queue;

static void decide(SolvedEnding *ending, size_t index, int result) {
    ending->wdl[index] = (int8_t)result;
    if (result != 0)
        queue.list[queue.count++] = index;
}

static void note_result(SolvedEnding *ending, size_t parent, size_t index, bool by_pawn) {
    (void)by_pawn;
    if (ending->wdl[parent] != UNKNOWN)
        return;
    if (ending->wdl[index] == -1)
        decide(ending, parent, 1);
    else if (--ending->left[parent] == 0)
        decide(ending, parent, ending->best[parent] == 0 ? 0 : -1);
}

static void find_winners(SolvedEnding *ending) {
    Position pos;
    queue = (Queue){.list = allocate(ending->size, sizeof *queue.list)};
    memset(ending->wdl, INVALID, ending->size);
    for (size_t index = 0; index < ending->size; index++)
        if (set_up(ending, index, &pos)) {
            Queue outer = queue; /* begin() may solve other endings */
            begin(ending, index, &pos);
            queue = outer;
        }
    for (size_t index = 0; index < ending->size; index++)
        if (ending->wdl[index] == -1 || ending->wdl[index] == 1)
            queue.list[queue.count++] = index;
    for (size_t i = 0; i < queue.count; i++)
        visit_parents(ending, queue.list[i], note_result);
    for (size_t index = 0; index < ending->size; index++)
        if (ending->wdl[index] == UNKNOWN)
            ending->wdl[index] = 0;
    free(queue.list);
}

/* --- how soon --- */

/* Counts the half-moves of a lost position that neither end the game nor move a pawn, in `left`;
 * finds whether a won one wins so. */
static void begin_dtz(SolvedEnding *ending, size_t index, const Position *pos) {
    MoveList list;
    bool is_won = ending->wdl[index] == 1;
    if (!ending->is_quiet[index] || ending->wdl[index] == 0)
        return;
    ending->left[index] = 0;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        bool ends = outcome_is_over(outcome_of(&after)) || after.halfmove_clock == 0;
        if (is_won && ends && result_of(&after) == -1)
            ending->dtz[index] = 1;
        ending->left[index] = (uint8_t)(ending->left[index] + !ends);
    }
    if (!is_won && ending->left[index] == 0)
        ending->dtz[index] = 1;
}

static void note_dtz(SolvedEnding *ending, size_t parent, size_t index, bool by_pawn) {
    if (by_pawn || ending->dtz[parent] > 0 || ending->dtz[index] == 0 ||
        ending->wdl[parent] != -ending->wdl[index])
        return;
    if (ending->wdl[parent] == -1 && --ending->left[parent] > 0)
        return;
    ending->dtz[parent] = (uint8_t)(ending->dtz[index] + 1);
    queue.list[queue.count++] = parent;
}

static void find_distances(SolvedEnding *ending) {
    Position pos;
    queue = (Queue){.list = allocate(ending->size, sizeof *queue.list)};
    for (size_t index = 0; index < ending->size; index++)
        if (set_up(ending, index, &pos))
            begin_dtz(ending, index, &pos);
    for (size_t index = 0; index < ending->size; index++)
        if (ending->dtz[index] == 1 && ending->wdl[index] != 0)
            queue.list[queue.count++] = index;
    for (size_t i = 0; i < queue.count; i++) /* in the order of distances */
        visit_parents(ending, queue.list[i], note_dtz);
    free(queue.list);
}

static const SolvedEnding *solve(const Ruleset *rules, const uint8_t *pieces, int count) {
    for (int i = 0; i < ending_count; i++)
        if (endings[i]->rules == rules && endings[i]->count == count &&
            memcmp(endings[i]->pieces, pieces, (size_t)count) == 0)
            return endings[i];
    SolvedEnding *ending = allocate(1, sizeof *ending);
    *ending = (SolvedEnding){.rules = rules, .count = count, .size = (size_t)2 << (6 * count)};
    memcpy(ending->pieces, pieces, (size_t)count);
    ending->wdl = allocate(ending->size, 1);
    ending->is_quiet = allocate(ending->size, 1);
    ending->dtz = allocate(ending->size, 1);
    ending->left = allocate(ending->size, 1);
    ending->best = allocate(ending->size, 1);
    find_winners(ending);
    endings[ending_count++] = ending;
    return ending;
}

/* --- comparing --- */

static void report(const Position *pos, const char *what, int found, int right) {
    char fen[FEN_SIZE];
    position_to_fen(pos, fen);
    printf("%s %s: %s %d, not %d\n", pos->rules->name, fen, what, found, right);
}

/* Is the distance right? Tables may say one half-move less. */
static bool is_right_dtz(int found, int right) {
    return found == right || (abs(right) > 1 && found == (right > 0 ? right - 1 : right + 1));
}

static bool compare_position(Syzygy *syzygy, const SolvedEnding *ending, size_t index,
                             const Position *pos) {
    int wdl, dtz, right = ending->wdl[index];
    if (!syzygy_probe_wdl(syzygy, pos, &wdl) || !syzygy_probe_dtz(syzygy, pos, &dtz)) {
        report(pos, "no result", 0, right);
        return false;
    }
    if (wdl != 2 * right) {
        report(pos, "result", wdl, 2 * right);
        return false;
    }
    if (!is_right_dtz(dtz, right * ending->dtz[index])) {
        report(pos, "distance", dtz, right * ending->dtz[index]);
        return false;
    }
    return true;
}

static bool compare(const char *folder, const Ruleset *rules, const char *name) {
    Syzygy *syzygy;
    Position pos;
    uint8_t pieces[PIECES_MAX];
    int count = 0, errors = 0, longest = 0;
    size_t compared = 0;
    Error error;
    for (int piece = 0; piece < 16; piece++) {
        const char *second = strchr(name, 'v');
        for (const char *at = name; second && *at; at++)
            if (*at != 'v' && count < PIECES_MAX && (piece & 7) <= KING &&
                PIECE_LETTERS[piece & 7] == *at && (at > second) == (piece >> 3))
                pieces[count++] = (uint8_t)piece;
    }
    SolvedEnding *ending = (SolvedEnding *)(uintptr_t)solve(rules, pieces, count);
    find_distances(ending);
    if (!syzygy_new(rules, folder, &syzygy) || !syzygy)
        return false;
    for (size_t index = 0; index < ending->size; index++)
        if (set_up(ending, index, &pos) && !outcome_is_over(outcome_of(&pos))) {
            compared++;
            errors += errors < 10 && !compare_position(syzygy, ending, index, &pos);
            longest = ending->dtz[index] > longest ? ending->dtz[index] : longest;
        }
    if (syzygy_take_error(syzygy, &error))
        printf("%s\n", error.text);
    printf("%s %s: %zu positions, %s; longest %d\n", rules->name, name, compared,
           errors == 0 ? "all equal" : "some differ", longest);
    fflush(stdout);
    syzygy_free(syzygy);
    return errors == 0;
}

int main(int argc, char **argv) {
    bool is_right = true;
    if (argc < 3) {
        fprintf(stderr, "usage: compare-tables FOLDER NAME...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        is_right = compare(argv[1], ruleset_find("antichess"), argv[i]) && is_right;
        if (!strchr(argv[i], 'P'))
            is_right = compare(argv[1], ruleset_find("suicide"), argv[i]) && is_right;
    }
    return is_right ? 0 : 1;
}
