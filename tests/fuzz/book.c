/* Opening books. Input: a byte, and the file. If the byte is odd, each key chooses the initial
 * position of a ruleset, and the records are sorted, so that the book is one that is used.
 *
 * A book holds exactly the bytes of its file. It yields only legal turns, heaviest first, and
 * no longer has what was removed, but has what was added. A refusal names the file. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "book/book.h"

enum { RECORD_SIZE = 16, KEY_SIZE = 8, MOVES = 4, PICKS = 4 };

static int compare_keys(const void *a, const void *b) {
    return memcmp(a, b, KEY_SIZE);
}

static void make_useful(char *bytes, size_t size) {
    Position pos;
    for (size_t i = 0; i + RECORD_SIZE <= size; i += RECORD_SIZE) {
        position_start(&pos, ruleset_at((unsigned char)bytes[i] % ruleset_count()));
        uint64_t key = book_key(&pos);
        for (int b = 0; b < KEY_SIZE; b++)
            bytes[i + (size_t)b] = (char)(key >> (56 - 8 * b));
    }
    qsort(bytes, size / RECORD_SIZE, RECORD_SIZE, compare_keys);
}

static void check_moves(const Book *book, const Position *pos) {
    BookMove moves[MOVES];
    MoveList legal;
    int count = book_probe(book, pos, moves, MOVES);
    outcome_find(pos, &legal);
    for (int i = 0; i < count; i++) {
        FUZZ_CHECK(movelist_has(&legal, moves[i].move), "an illegal book move");
        FUZZ_CHECK(i == 0 || moves[i].weight <= moves[i - 1].weight, "book moves are not sorted");
    }
    uint64_t seed = 2007;
    for (int i = 0; i < PICKS; i++) {
        Turn turn;
        Move move = book_pick(book, pos, &seed);
        FUZZ_CHECK(move == MOVE_NONE || movelist_has(&legal, move), "an illegal book move");
        FUZZ_CHECK(move == MOVE_NONE || count > 0, "a book move from nowhere");
        if (book_pick_turn(book, pos, &seed, &turn))
            FUZZ_CHECK(turn_is_legal(pos, turn), "an illegal turn from the book");
    }
}

static void check_removal(Book *book, const Position *pos) {
    BookMove moves[MOVES];
    size_t before, after;
    if (book_probe(book, pos, moves, MOVES) == 0)
        return;
    Move removed = moves[0].move;
    book_bytes(book, &before);
    FUZZ_CHECK(book_remove(book, pos, removed), "nothing was removed");
    book_bytes(book, &after);
    FUZZ_CHECK(after < before, "nothing was removed");
    while (book_remove(book, pos, removed))
        ;
    int count = book_probe(book, pos, moves, MOVES);
    for (int i = 0; i < count; i++)
        FUZZ_CHECK(moves[i].move != removed, "a book move was not removed");
}

static void check_addition(Book *book, const Position *pos) {
    MoveList legal;
    BookMove best;
    bool added;
    outcome_find(pos, &legal);
    while (book_probe(book, pos, &best, 1) > 0)
        book_remove(book, pos, best.move);
    FUZZ_CHECK(book_add(book, pos, legal.moves[0], &added), "out of memory");
    FUZZ_CHECK(book_add(book, pos, legal.moves[0], &added) && !added, "it was added twice");
    FUZZ_CHECK(book_probe(book, pos, &best, 1) == 1 && best.move == legal.moves[0],
               "what was added is not in the book");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    bool is_useful = fuzz_byte(&input) % 2;
    char *bytes = fuzz_rest(&input, &size);
    Error error;
    if (is_useful)
        make_useful(bytes, size);
    const char *path = fuzz_file(bytes, size);
    Book *book = book_open(path, &error);
    if (book) {
        size_t held;
        const unsigned char *content = book_bytes(book, &held);
        FUZZ_CHECK(held == size && memcmp(content, bytes, size) == 0, "the book differs");
        for (int i = 0; i < ruleset_count(); i++) {
            Position pos;
            position_start(&pos, ruleset_at(i));
            check_moves(book, &pos);
            check_removal(book, &pos);
            check_addition(book, &pos);
        }
        book_close(book);
    } else {
        fuzz_check_error(&error, path);
        FUZZ_CHECK(size % RECORD_SIZE != 0 || !is_useful, "a good book was refused: %s",
                   error.text);
    }
    free(bytes);
    return 0;
}
