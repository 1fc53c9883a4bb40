#include "reference/compact_proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum {
    BUFFER_SIZE = 1 << 16,
    LENGTH_MAX = 1000,
    FIFTY_MOVES = 100,
    IN_PROGRESS = UINT16_MAX,
    PARTS_MAX = 500,
    FIRST_CAPACITY = 1 << 16,
    PROGRESS_SECONDS = 10,
};

/* A position, and a number by which the proof refers to it. */
typedef struct {
    unsigned char text[39];
    unsigned char is_reference; /* 1: a half-move leads there from another position */
    uint64_t number;
} Record;

/* What is known of a position, for the half-moves that lead to it. */
typedef struct {
    uint16_t height; /* half-moves of the longest line; IN_PROGRESS until all were checked */
    uint8_t quiet;   /* half-moves before the half-move clock is reset, at most */
} __attribute__((packed)) Known;

typedef struct {
    CompactProof *proof;
    FILE *in;
    z_stream zlib;
    int zlib_status;
    unsigned char plain[BUFFER_SIZE], packed[BUFFER_SIZE];
    size_t at, size;
    uint64_t count; /* positions so far */
    Known *known;   /* indexed by number - 1 */
    uint64_t capacity;
    FILE *parts[PARTS_MAX]; /* the records, by a hash of the position */
    int part_count;
    const char *name;
    time_t started, shown;
    char *why;
    size_t why_size;
} CompactCheck;

/* Sets the reason. Returns false. */
static bool wrong(CompactCheck *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(CompactCheck *c, const char *format, ...) {
    va_list arguments;
    int length = snprintf(c->why, c->why_size, "position %" PRIu64 ": ", c->count);
    va_start(arguments, format);
    vsnprintf(c->why + length, c->why_size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The compressed stream ------------------------------------------------------------------ */

static bool unpack(CompactCheck *c) {
    z_stream *zlib = &c->zlib;
    zlib->next_out = c->plain;
    zlib->avail_out = BUFFER_SIZE;
    while (c->zlib_status == Z_OK && zlib->avail_out == BUFFER_SIZE) {
        if (zlib->avail_in == 0) {
            zlib->next_in = c->packed;
            zlib->avail_in = (uInt)fread(c->packed, 1, BUFFER_SIZE, c->in);
        }
        c->zlib_status = inflate(zlib, Z_NO_FLUSH);
    }
    c->at = 0;
    c->size = BUFFER_SIZE - zlib->avail_out;
    return c->size > 0;
}

/* Reads a number: seven bits a byte, the lowest first; the eighth bit says that more follow. */
static bool read_number(CompactCheck *c, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (c->at == c->size && !unpack(c)) {
            return wrong(c, "the file ends here, or is damaged");
        }
        uint64_t byte = c->plain[c->at++];
        *number |= (byte & 127) << shift;
        if (byte < 128) {
            return true;
        }
    }
    return wrong(c, "a number is too large");
}

/* ---- Records -------------------------------------------------------------------------------- */

static unsigned piece_code(char piece) {
    static const char PIECES[] = ".PNBRQKApnbrqka";
    return (unsigned)(strchr(PIECES, piece) - PIECES);
}

/* Does the half-move capture en passant? Only then does a pawn leave its file for an empty square.
 */
static bool is_en_passant(const RefPosition *pos, const RefMove *move) {
    char piece = pos->board[move->from_rank][move->from_file];
    return !move->pass && (piece == 'P' || piece == 'p') && move->from_file != move->to_file &&
           pos->board[move->to_rank][move->to_file] == '.';
}

/* Everything of a position that counts for threefold repetition. */
static Record make_record(const RefPosition *pos, const RefMove *moves, int count, uint64_t number,
                          bool is_reference) {
    Record record = {.number = number, .is_reference = is_reference};
    unsigned char *out = record.text;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file += 2) {
            *out++ = (unsigned char)(piece_code(pos->board[rank][file]) << 4 |
                                     piece_code(pos->board[rank][file + 1]));
        }
    }
    unsigned flags = (unsigned)pos->to_move | (unsigned)pos->player << 1;
    for (unsigned i = 0; i < 4; i++) {
        flags |= (unsigned)pos->may_castle[i / 2][i % 2] << (2 + i);
    }
    *out++ = (unsigned char)flags;
    for (int i = 0; i < count; i++) {
        if (is_en_passant(pos, &moves[i])) {
            *out = (unsigned char)(1 + pos->double_step_file);
        }
    }
    out++;
    for (int colour = 0; colour < 2; colour++) {
        *out++ = (unsigned char)(pos->chips[colour] >> 8);
        *out++ = (unsigned char)pos->chips[colour];
    }
    return record;
}

static bool save_record(CompactCheck *c, const Record *record) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof record->text; i++) {
        hash = (hash ^ record->text[i]) * 16777619u;
    }
    return fwrite(record, sizeof *record, 1, c->parts[hash % (unsigned)c->part_count]) == 1 ||
           wrong(c, "a temporary file cannot be written");
}

/* Orders records by position; a position's own record comes before the half-moves to it. */
static int compare_records(const void *left, const void *right) {
    const Record *a = left, *b = right;
    int order = memcmp(a->text, b->text, sizeof a->text);
    return order != 0 ? order : a->is_reference - b->is_reference;
}

/* The records of a position must be one of itself, and those of half-moves with its number. */
static bool check_records(CompactCheck *c, const Record *records, size_t count) {
    const Record *position = NULL;
    for (size_t i = 0; i < count; i++) {
        const Record *record = &records[i];
        bool is_same = position && memcmp(position->text, record->text, sizeof record->text) == 0;
        if (!is_same && record->is_reference) {
            return wrong(c, "a half-move does not lead to position %" PRIu64, record->number);
        }
        if (is_same && !record->is_reference) {
            return wrong(c, "positions %" PRIu64 " and %" PRIu64 " are the same", position->number,
                         record->number);
        }
        if (is_same && record->number != position->number) {
            return wrong(c, "a half-move leads to position %" PRIu64 ", not to %" PRIu64,
                         position->number, record->number);
        }
        if (!is_same) {
            position = record;
        }
    }
    return true;
}

static bool check_part(CompactCheck *c, FILE *part) {
    long size = ftell(part);
    size_t count = (size_t)size / sizeof(Record);
    Record *records = malloc(count * sizeof *records + 1);
    rewind(part);
    bool right = (records && size >= 0 && fread(records, sizeof *records, count, part) == count) ||
                 wrong(c, "out of memory, or a temporary file cannot be read");
    if (right) {
        qsort(records, count, sizeof *records, compare_records);
        right = check_records(c, records, count);
    }
    free(records);
    return right;
}

/* ---- Half-moves ----------------------------------------------------------------------------- */

static int compare_moves(const void *left, const void *right) {
    char a[6], b[6];
    ref_move_text(*(const RefMove *)left, a);
    ref_move_text(*(const RefMove *)right, b);
    return strcmp(a, b);
}

static void show_progress(CompactCheck *c) {
    time_t now = time(NULL);
    if (c->name && now - c->shown >= PROGRESS_SECONDS) {
        double done = (double)c->count / (double)c->proof->count;
        double left = (double)(now - c->started) * (1 - done) / done;
        fprintf(stderr, "%s: %" PRIu64 " of %" PRIu64 " positions, %.0f minutes left\n", c->name,
                c->count, c->proof->count, left / 60 + 0.5);
        c->shown = now;
    }
}

/* Gives the position the next number, and saves its record. */
static bool add_position(CompactCheck *c, const RefPosition *pos, const RefMove *moves, int count) {
    if (c->count == c->proof->count) {
        return wrong(c, "there are more positions than the head says");
    }
    if (c->count == c->capacity) {
        uint64_t capacity = c->capacity > 0 ? 2 * c->capacity : FIRST_CAPACITY;
        Known *known = realloc(c->known, capacity * sizeof *known);
        if (!known) {
            return wrong(c, "out of memory");
        }
        c->known = known;
        c->capacity = capacity;
    }
    c->known[c->count++] = (Known){.height = IN_PROGRESS};
    show_progress(c);
    Record record = make_record(pos, moves, count, c->count, false);
    return save_record(c, &record);
}

static bool check_position(CompactCheck *c, const RefPosition *pos, int length, Known *result);

/* Checks a half-move that ends the game. */
static bool check_end(CompactCheck *c, const RefPosition *after) {
    char status[REF_TEXT_SIZE], wanted[16];
    ref_status(after, status, sizeof status);
    snprintf(wanted, sizeof wanted, "won %s ", c->proof->winner == REF_WHITE ? "white" : "black");
    return strncmp(status, wanted, strlen(wanted)) == 0 ||
           wrong(c, "a half-move does not win: %s", status);
}

/* Checks a half-move to a position that was there before, `back` positions ago. */
static bool check_reference(CompactCheck *c, const RefPosition *after, uint64_t back,
                            Known *below) {
    static RefMove moves[REF_MAX_MOVES];
    if (back > c->count) {
        return wrong(c, "a half-move leads to a position that is not there");
    }
    uint64_t number = c->count + 1 - back;
    *below = c->known[number - 1];
    if (below->height == IN_PROGRESS) {
        return wrong(c, "a half-move leads back to position %" PRIu64, number);
    }
    int count = ref_moves(after, moves, REF_MAX_MOVES);
    Record record = make_record(after, moves, count, number, true);
    return save_record(c, &record);
}

/* Checks a half-move and what follows it, and takes account of it in `result`. */
static bool check_move(CompactCheck *c, const RefPosition *pos, RefMove move, int length,
                       Known *result) {
    RefPosition after = *pos;
    RefMove any;
    Known below = {0};
    uint64_t back;
    ref_play(&after, move);
    if (ref_moves(&after, &any, 1) == 0) {
        if (!check_end(c, &after)) {
            return false;
        }
    } else {
        if (!read_number(c, &back) || !(back > 0 ? check_reference(c, &after, back, &below)
                                                 : check_position(c, &after, length + 1, &below))) {
            return false;
        }
        below.quiet = after.half_move_clock == 0 ? 0 : (uint8_t)(below.quiet + 1);
    }
    if (below.height >= result->height) {
        result->height = (uint16_t)(below.height + 1);
    }
    if (below.quiet > result->quiet) {
        result->quiet = below.quiet;
    }
    return true;
}

/* Checks the half-moves of a position: the winner's, or all of the loser's. */
static bool check_moves(CompactCheck *c, const RefPosition *pos, const RefMove *moves, int count,
                        int length, Known *result) {
    uint64_t index;
    if (pos->player == c->proof->winner) {
        if (!read_number(c, &index)) {
            return false;
        }
        if (index >= (uint64_t)count) {
            return wrong(c, "the winner has no half-move with number %" PRIu64, index);
        }
        return check_move(c, pos, moves[index], length, result);
    }
    for (int i = 0; i < count; i++) {
        if (!check_move(c, pos, moves[i], length, result)) {
            return false;
        }
    }
    return true;
}

/* Checks a new position, in which the game is not over, and everything that follows it before its
 * next brother. */
static bool check_position(CompactCheck *c, const RefPosition *pos, int length, Known *result) {
    static RefMove list[REF_MAX_MOVES];
    uint64_t place = c->count;
    int count = ref_moves(pos, list, REF_MAX_MOVES);
    *result = (Known){0};
    if (length > LENGTH_MAX) {
        return wrong(c, "a line is longer than %d half-moves", LENGTH_MAX);
    }
    if (ref_insufficient_material(pos)) {
        return wrong(c, "a draw: nothing can ever be taken");
    }
    qsort(list, (size_t)count, sizeof *list, compare_moves);
    RefMove *moves = malloc((size_t)count * sizeof *moves);
    if (!moves) {
        return wrong(c, "out of memory");
    }
    memcpy(moves, list, (size_t)count * sizeof *moves);
    bool right =
        add_position(c, pos, moves, count) && check_moves(c, pos, moves, count, length, result);
    free(moves);
    if (right && result->quiet >= FIFTY_MOVES) {
        return wrong(c, "a draw by the fifty-move rule");
    }
    if (right) {
        c->known[place] = *result;
    }
    return right;
}

/* ---- A proof -------------------------------------------------------------------------------- */

/* Opens the temporary files: so many that the records of one fit into memory, if there are as many
 * of half-moves to positions that were there before as of positions, and twice as many. */
static bool open_parts(CompactCheck *c, int megabytes) {
    uint64_t parts = c->proof->count * 3 * sizeof(Record) / ((uint64_t)megabytes << 20) + 1;
    c->part_count = parts < PARTS_MAX ? (int)parts : PARTS_MAX;
    for (int i = 0; i < c->part_count; i++) {
        c->parts[i] = tmpfile();
        if (!c->parts[i]) {
            return wrong(c, "a temporary file cannot be opened");
        }
    }
    return true;
}

/* Checks that the compressed stream ends properly, and moves the file to what follows it. */
static bool check_end_of_stream(CompactCheck *c) {
    if (c->at != c->size || unpack(c) || c->zlib_status != Z_STREAM_END) {
        return wrong(c, "something follows the last position");
    }
    if (c->count != c->proof->count) {
        return wrong(c, "this is the last position, but the head says %" PRIu64, c->proof->count);
    }
    return fseek(c->in, -(long)c->zlib.avail_in, SEEK_CUR) == 0 || wrong(c, "cannot be read");
}

static bool check_all(CompactCheck *c) {
    const RefPosition *start = &c->proof->start;
    Known root;
    if (!check_position(c, start, 0, &root)) {
        return false;
    }
    if (start->half_move_clock + root.quiet >= FIFTY_MOVES) {
        return wrong(c, "a draw by the fifty-move rule");
    }
    c->proof->length = root.height;
    if (!check_end_of_stream(c)) {
        return false;
    }
    for (int i = 0; i < c->part_count; i++) {
        if (!check_part(c, c->parts[i])) {
            return false;
        }
    }
    return true;
}

bool compact_proof_check(CompactProof *proof, FILE *in, int megabytes, const char *name, char *why,
                         size_t size) {
    static CompactCheck checker;
    CompactCheck *c = &checker;
    *c = (CompactCheck){.proof = proof, .in = in, .name = name, .why = why, .why_size = size};
    c->started = c->shown = time(NULL);
    if (inflateInit(&c->zlib) != Z_OK) {
        return wrong(c, "out of memory");
    }
    bool right = open_parts(c, megabytes) && check_all(c);
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i]) {
            fclose(c->parts[i]);
        }
    }
    inflateEnd(&c->zlib);
    free(c->known);
    return right;
}
