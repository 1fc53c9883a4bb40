#include "book/book.h"

#include "base/big_endian.h"
#include "base/hash.h"
#include "base/os/regular_file.h"
#include "base/random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_SIZE = 16, ENTRIES_MIN = 1024 };

struct Book {
    size_t count; /* of records */
    unsigned char *records;
};

uint64_t book_key(const Position *pos) {
    const char *name = pos->rules->name;
    return hash_bytes(HASH_OFFSET_BASIS, name, strlen(name)) ^ pos->key;
}

static uint16_t encode_move(Move move) {
    if (move == MOVE_PASS)
        return 0;
    return (uint16_t)(move_to(move) | move_from(move) << 6 | (int)move_promotion(move) << 12);
}

static Move decode_move(uint16_t code) {
    if (code == 0)
        return MOVE_PASS;
    return move_make(code >> 6 & 63, code & 63, (PieceType)(code >> 12 & 7));
}

/* Writes a record. Games and points are both halved until they fit. */
static void write_record(unsigned char *record, const BookEntry *entry) {
    uint64_t games = entry->games, points = entry->points;
    while (games > UINT16_MAX || points > UINT16_MAX) {
        games = (games + 1) / 2;
        points /= 2;
    }
    big_endian_write(record, 8, entry->key);
    big_endian_write(record + 8, 2, encode_move(entry->move));
    big_endian_write(record + 10, 2, entry->weight);
    big_endian_write(record + 12, 2, games);
    big_endian_write(record + 14, 2, points);
}

/* --- reading --- */

static uint64_t key_at(const Book *book, size_t index) {
    return big_endian_read(book->records + index * RECORD_SIZE, 8);
}

static Move move_at(const Book *book, size_t index) {
    return decode_move((uint16_t)big_endian_read(book->records + index * RECORD_SIZE + 8, 2));
}

static bool is_sorted(const Book *book) {
    for (size_t i = 1; i < book->count; i++)
        if (key_at(book, i - 1) > key_at(book, i))
            return false;
    return true;
}

/* Returns NULL on success, else the reason for the failure. */
static const char *read_records(FILE *file, size_t size, Book *book) {
    if (size > BOOK_MAX_BYTES)
        return "too large for a book";
    if (size % RECORD_SIZE != 0)
        return "not a book: its size is not a multiple of 16";
    book->count = size / RECORD_SIZE;
    book->records = malloc(size + 1);
    if (!book->records)
        return strerror(errno);
    if (fread(book->records, 1, size, file) != size)
        return "cannot be read";
    return is_sorted(book) ? NULL : "not a book: its keys are not sorted";
}

Book *book_open(const char *path, Error *error) {
    size_t size;
    FILE *file = regular_file_open(path, &size, error);
    if (!file) {
        error_wrap(error, "%s", path);
        return NULL;
    }
    Book *book = calloc(1, sizeof *book);
    const char *reason = book ? read_records(file, size, book) : strerror(errno);
    fclose(file);
    if (!reason)
        return book;
    error_set_at(error, path, 0, reason);
    book_close(book);
    return NULL;
}

void book_close(Book *book) {
    if (!book)
        return;
    free(book->records);
    free(book);
}

/* The index of the first record whose key is not less than `key`. */
static size_t find_key(const Book *book, uint64_t key) {
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_at(book, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Inserts a half-move into a list sorted by weight. If the list is full, the last is dropped. */
static void insert(BookMove *moves, int *count, int max, BookMove move) {
    int at = *count;
    while (at > 0 && moves[at - 1].weight < move.weight)
        at--;
    if (at == max)
        return;
    if (*count < max)
        ++*count;
    memmove(moves + at + 1, moves + at, (size_t)(*count - 1 - at) * sizeof *moves);
    moves[at] = move;
}

int book_probe(const Book *book, const Position *pos, BookMove *moves, int max) {
    uint64_t key = book_key(pos);
    MoveList legal;
    int count = 0;
    outcome_find(pos, &legal);
    size_t first = find_key(book, key);
    for (size_t i = first; i < book->count && key_at(book, i) == key; i++) {
        const unsigned char *record = book->records + i * RECORD_SIZE;
        BookMove found = {.move = move_at(book, i),
                          .weight = (uint16_t)big_endian_read(record + 10, 2),
                          .games = (uint16_t)big_endian_read(record + 12, 2),
                          .points = (uint16_t)big_endian_read(record + 14, 2)};
        /* Ignores records beyond MOVES_MAX: no position has more half-moves. */
        if (i - first < MOVES_MAX && movelist_has(&legal, found.move))
            insert(moves, &count, max, found);
    }
    return count;
}

Move book_pick(const Book *book, const Position *pos, uint64_t *seed) {
    BookMove moves[MOVES_MAX];
    int count = book_probe(book, pos, moves, MOVES_MAX);
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += moves[i].weight;
    if (total == 0)
        return MOVE_NONE;
    uint64_t random_weight = random_next(seed) % total;
    int chosen = 0;
    while (random_weight >= moves[chosen].weight)
        random_weight -= moves[chosen++].weight;
    return moves[chosen].move;
}

bool book_pick_turn(const Book *book, const Position *pos, uint64_t *seed, Turn *turn) {
    if (outcome_pass_is_forced(pos))
        return false;
    *turn = turn_single(book_pick(book, pos, seed));
    if (turn->moves[0] == MOVE_NONE || pos->rules->halfmoves_per_turn == 1)
        return turn->moves[0] != MOVE_NONE;
    Position between;
    position_apply(&between, pos, turn->moves[0]);
    if (outcome_is_over(outcome_of(&between)))
        return true;
    turn->moves[turn->count++] = book_pick(book, &between, seed);
    return turn->moves[1] != MOVE_NONE;
}

/* --- changing --- */

/* The index of the half-move's record; the total number of records if it has none. */
static size_t find_record(const Book *book, uint64_t key, Move move) {
    for (size_t i = find_key(book, key); i < book->count && key_at(book, i) == key; i++)
        if (move_at(book, i) == move)
            return i;
    return book->count;
}

bool book_remove(Book *book, const Position *pos, Move move) {
    size_t i = find_record(book, book_key(pos), move);
    if (i == book->count)
        return false;
    unsigned char *record = book->records + i * RECORD_SIZE;
    book->count--;
    memmove(record, record + RECORD_SIZE, (book->count - i) * RECORD_SIZE);
    return true;
}

bool book_add(Book *book, const Position *pos, Move move, bool *added) {
    uint64_t key = book_key(pos);
    BookMove heaviest = {.weight = 0};
    size_t first = find_key(book, key), size = (book->count + 1) * RECORD_SIZE;
    *added = find_record(book, key, move) == book->count;
    if (!*added)
        return true;
    unsigned char *records = size <= BOOK_MAX_BYTES ? realloc(book->records, size) : NULL;
    if (!records)
        return false;
    book->records = records;
    book_probe(book, pos, &heaviest, 1);
    unsigned char *record = records + first * RECORD_SIZE;
    memmove(record + RECORD_SIZE, record, (book->count - first) * RECORD_SIZE);
    write_record(record, &(BookEntry){.key = key,
                                      .move = move,
                                      .weight = heaviest.weight > 0 ? heaviest.weight : 1});
    book->count++;
    return true;
}

const unsigned char *book_bytes(const Book *book, size_t *size) {
    *size = book->count * RECORD_SIZE;
    return book->records;
}

/* --- collecting games --- */

static int compare_entries(const void *a, const void *b) {
    const BookEntry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Sorts the entries, and merges entries for the same half-move in the same position. */
static void merge(BookBuilder *builder) {
    size_t merged = 0;
    if (builder->merged == builder->count)
        return;
    qsort(builder->entries, builder->count, sizeof *builder->entries, compare_entries);
    for (size_t i = 1; i < builder->count; i++) {
        BookEntry *last = &builder->entries[merged];
        const BookEntry *entry = &builder->entries[i];
        if (compare_entries(last, entry) == 0) {
            last->points += entry->points;
            last->games += entry->games;
        } else {
            builder->entries[++merged] = *entry;
        }
    }
    builder->count = builder->merged = merged + 1;
}

static bool make_room(BookBuilder *builder) {
    if (builder->count < builder->capacity)
        return true;
    merge(builder);
    if (builder->count < builder->capacity / 2)
        return true;
    size_t capacity = builder->capacity ? 2 * builder->capacity : ENTRIES_MIN;
    BookEntry *entries = realloc(builder->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    builder->entries = entries;
    builder->capacity = capacity;
    return true;
}

bool book_builder_add(BookBuilder *builder, const Position *pos, Move move, unsigned points) {
    if (!make_room(builder))
        return false;
    builder->entries[builder->count++] =
        (BookEntry){.key = book_key(pos), .points = points, .games = 1, .move = move};
    return true;
}

bool book_builder_add_game(BookBuilder *builder, const Game *game, int white_points, int first,
                           int plies) {
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        const Turn *turn = &game->turns[i].turn;
        bool counts = i >= first && !game_turn_is_forced_pass(game, i);
        for (int j = 0; j < turn->count; j++) {
            int points = pos.player == WHITE ? white_points : 2 - white_points;
            if (plies-- == 0)
                return true;
            if (counts && !book_builder_add(builder, &pos, turn->moves[j], (unsigned)points))
                return false;
            Position before = pos;
            position_apply(&pos, &before, turn->moves[j]);
        }
    }
    return true;
}

size_t book_builder_find(BookBuilder *builder, const Position *pos, const BookEntry **entries) {
    uint64_t key = book_key(pos);
    merge(builder);
    size_t low = 0, high = builder->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (builder->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    *entries = builder->entries + low;
    while (high < builder->count && builder->entries[high].key == key)
        high++;
    return high - low;
}

/* --- writing a book --- */

static int compare_for_file(const void *a, const void *b) {
    const BookEntry *x = a, *y = b;
    if (x->key == y->key && x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return compare_entries(a, b);
}

/* Drops the entries of weight 0, and sorts the others into file order. */
static void keep_weighted(BookBuilder *builder, BookWeighting *weigh, const void *context) {
    size_t kept = 0;
    for (size_t i = 0, end = 0; i < builder->count; i = end) {
        while (end < builder->count && builder->entries[end].key == builder->entries[i].key)
            end++;
        weigh(context, builder->entries + i, end - i);
        for (size_t j = i; j < end; j++)
            if (builder->entries[j].weight > 0)
                builder->entries[kept++] = builder->entries[j];
    }
    builder->count = builder->merged = kept;
    if (kept > 0)
        qsort(builder->entries, kept, sizeof *builder->entries, compare_for_file);
}

bool book_builder_make(BookBuilder *builder, BookWeighting *weigh, const void *context,
                       unsigned char **bytes, size_t *size, Error *error) {
    merge(builder);
    keep_weighted(builder, weigh, context);
    if (builder->count > BOOK_MAX_BYTES / RECORD_SIZE)
        return error_set(error, "too many half-moves for a book");
    *size = builder->count * RECORD_SIZE;
    *bytes = malloc(*size + 1);
    if (!*bytes)
        return error_set(error, "out of memory");
    for (size_t i = 0; i < builder->count; i++)
        write_record(*bytes + i * RECORD_SIZE, &builder->entries[i]);
    return true;
}

void book_builder_free(BookBuilder *builder) {
    free(builder->entries);
    *builder = (BookBuilder){0};
}
