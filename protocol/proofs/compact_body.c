#include "proofs/compact_body.h"

#include "base/minmax.h"
#include "proofs/half_move_order.h"
#include "rules/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What later positions of the proof need to know of one. */
typedef struct {
    uint64_t key;
    uint16_t height; /* IN_PROGRESS until the position is complete */
    uint8_t quiet;
} SeenPosition;

/* All that makes a position another one. */
typedef struct {
    uint8_t board[SQUARES / 2];
    uint16_t chips[COLOURS];
    uint8_t side, player, castling, en_passant;
} ExactPosition;

enum { IN_PROGRESS = UINT16_MAX };

typedef struct {
    const CompactBody *body;
    SeenPosition *seen;   /* indexed by number - 1 */
    ExactPosition *exact; /* likewise; NULL unless body->is_exact */
    size_t count, capacity;
    Error *error;
} BodyReader;

static bool wrong(const BodyReader *r, const char *what) {
    return error_set(r->error, "position %zu: %s", r->count, what);
}

/* --- positions --- */

/* A right to capture en passant that no legal half-move uses does not count. */
static ExactPosition exact_of(const Position *pos, uint64_t key) {
    ExactPosition exact = {.chips = {pos->chips[WHITE], pos->chips[BLACK]},
                           .side = pos->side,
                           .player = pos->player,
                           .castling = pos->castling,
                           .en_passant = key == pos->key ? pos->en_passant : NO_SQUARE};
    for (int i = 0; i < SQUARES / 2; i++)
        exact.board[i] = (uint8_t)(pos->board[2 * i] | pos->board[2 * i + 1] << 4);
    return exact;
}

static int compare_exact(const void *a, const void *b) {
    return memcmp(a, b, sizeof(ExactPosition));
}

static bool make_room(BodyReader *r) {
    if (r->count < r->capacity)
        return true;
    size_t capacity = r->capacity > 0 ? 2 * r->capacity : 1024;
    SeenPosition *seen = realloc(r->seen, capacity * sizeof *seen);
    if (!seen)
        return false;
    r->seen = seen;
    if (r->body->is_exact) {
        ExactPosition *exact = realloc(r->exact, capacity * sizeof *exact);
        if (!exact)
            return false;
        r->exact = exact;
    }
    r->capacity = capacity;
    return true;
}

/* Gives the position the next number. */
static bool add_seen(BodyReader *r, const Position *pos, uint64_t key) {
    if (r->count == r->body->head.positions)
        return wrong(r, "there are more positions than the head says");
    if (!make_room(r))
        return error_set(r->error, "out of memory");
    r->seen[r->count] = (SeenPosition){.key = key, .height = IN_PROGRESS};
    if (r->exact)
        r->exact[r->count] = exact_of(pos, key);
    r->count++;
    return true;
}

/* Is this the position with the number `index` + 1? */
static bool is_seen(const BodyReader *r, uint64_t index, const Position *pos) {
    uint64_t key = movegen_repetition_key(pos);
    if (!r->exact)
        return r->seen[index].key == key;
    ExactPosition exact = exact_of(pos, key);
    return compare_exact(&exact, &r->exact[index]) == 0;
}

/* --- walking --- */

/* Seven bits a byte, the lowest first; all bytes but the last have the eighth bit (LEB128). */
static bool next_number(const BodyReader *r, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        int byte = r->body->next(r->body->source);
        if (byte == EOF)
            return false;
        *number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static bool read_node(BodyReader *r, const Position *pos, int length, SeenPosition *result);

/* Reads what follows a half-move that does not end the game. Sets *below to what is known of the
 * position that it leads to. */
static bool read_after(BodyReader *r, const Position *after, int length, SeenPosition *below) {
    uint64_t back;
    if (!next_number(r, &back))
        return wrong(r, "the proof ends here, or is damaged");
    if (back == 0)
        return read_node(r, after, length, below);
    if (back > r->count)
        return wrong(r, "a half-move leads to a position that is not there");
    *below = r->seen[r->count - back];
    return (below->height != IN_PROGRESS && is_seen(r, r->count - back, after)) ||
           wrong(r, "a half-move leads to another position");
}

/* Reads what follows a half-move, and takes account of it in `result`, the position before. */
static bool read_target(BodyReader *r, const Position *pos, Move move, int length,
                        SeenPosition *result) {
    Position after;
    SeenPosition below = {.height = 0};
    position_apply(&after, pos, move);
    Outcome outcome = outcome_of(&after);
    if (outcome_is_over(outcome)) {
        if (outcome.drawn || outcome.winner != r->body->head.winner)
            return wrong(r, "a half-move does not win");
    } else {
        if (!read_after(r, &after, length + 1, &below))
            return false;
        below.quiet = after.halfmove_clock == 0 ? 0 : (uint8_t)(below.quiet + 1);
    }
    result->height = (uint16_t)max64(result->height, below.height + 1);
    result->quiet = (uint8_t)max64(result->quiet, below.quiet);
    return true;
}

static void visit(const BodyReader *r, const Position *pos, Move move, const SeenPosition *result) {
    CompactPosition position = {
        .pos = pos, .move = move, .height = result->height, .quiet = result->quiet};
    if (r->body->visit)
        r->body->visit(r->body->context, &r->body->head, &position);
}

static bool read_node(BodyReader *r, const Position *pos, int length, SeenPosition *result) {
    MoveList list;
    uint64_t place = r->count, index;
    bool is_winners = (Colour)pos->player == r->body->head.winner;
    *result = (SeenPosition){.key = movegen_repetition_key(pos)};
    if (!add_seen(r, pos, result->key))
        return false;
    if (length > COMPACT_LENGTH_MAX)
        return wrong(r, "the line to it is too long");
    outcome_find(pos, &list);
    half_move_order(&list);
    if (is_winners) {
        if (!next_number(r, &index) || index >= (uint64_t)list.count)
            return wrong(r, "the winner has no such half-move");
        list.moves[0] = list.moves[index];
        list.count = 1;
    }
    for (int i = 0; i < list.count; i++)
        if (!read_target(r, pos, list.moves[i], length, result))
            return false;
    if (result->quiet >= FIFTY_MOVES ||
        (pos->rules->bishops_draw && outcome_is_insufficient_material(pos)))
        return wrong(r, "the game may be drawn");
    r->seen[place] = *result;
    visit(r, pos, is_winners ? list.moves[0] : MOVE_NONE, result);
    return true;
}

static bool are_different(BodyReader *r) {
    qsort(r->exact, r->count, sizeof *r->exact, compare_exact);
    for (uint64_t i = 1; i < r->count; i++)
        if (compare_exact(&r->exact[i - 1], &r->exact[i]) == 0)
            return error_set(r->error, "a position has two numbers");
    return true;
}

static bool read_body(BodyReader *r, SeenPosition *root) {
    const CompactHead *head = &r->body->head;
    if (!read_node(r, &head->start, 0, root))
        return false;
    if (r->count != head->positions)
        return error_set(r->error, "there are fewer positions than the head says");
    if (root->quiet + (int)head->start.halfmove_clock >= FIFTY_MOVES)
        return wrong(r, "the game may be drawn");
    return !r->exact || are_different(r);
}

int compact_body_read(const CompactBody *body, Error *error) {
    BodyReader reader = {.body = body, .error = error};
    SeenPosition root;
    bool ok = read_body(&reader, &root);
    free(reader.seen);
    free(reader.exact);
    return ok ? root.height : 0;
}

/* --- bytes --- */

typedef struct {
    const unsigned char *at, *end;
} Bytes;

static int next_byte(void *source) {
    Bytes *bytes = source;
    return bytes->at < bytes->end ? *bytes->at++ : EOF;
}

bool compact_body_check(const char *head, const unsigned char *bytes, size_t size,
                        CheckedProof *proof, Error *error) {
    Bytes source = {bytes, bytes + size};
    if (!proof_check_head(head, 2, COMPACT_CHECK_POSITIONS, proof, error))
        return false;
    CompactBody body = {.head = {proof->start, proof->winner, (uint64_t)proof->positions},
                        .next = next_byte,
                        .source = &source,
                        .is_exact = true};
    proof->length = compact_body_read(&body, error);
    if (proof->length > 0 && source.at < source.end) {
        error_set(error, "the proof has another end");
        return false;
    }
    return proof->length > 0;
}
