/* Opening books: keys that must never change, files that are refused, probing, and building. */
#include "unit/errors.h"
#include "unit/point_weights.h"
#include "unit/positions.h"

#include "book/book.h"
#include "rules/movegen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/misere-book-XXXXXX";

static Position start_of(const char *rules) {
    Position pos;
    position_start(&pos, ruleset_find(rules));
    return pos;
}

static Move move(const char *text) {
    return move_make(square_of(text[0] - 'a', text[1] - '1'),
                     square_of(text[2] - 'a', text[3] - '1'), PAWN);
}

static void write_file(const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static Book *open_file(void) {
    Error error;
    Book *book = book_open(path, &error);
    assert_done(book, &error);
    return book;
}

static void add(BookBuilder *builder, const Position *pos, Move played, unsigned points,
                int times) {
    for (int i = 0; i < times; i++)
        assert_true(book_builder_add(builder, pos, played, points));
}

/* Writes the book to a file, and opens it. */
static Book *finish(BookBuilder *builder, uint32_t min_games) {
    unsigned char *bytes;
    size_t size;
    Error error;
    assert_done(book_builder_make(builder, book_weigh_points, &min_games, &bytes, &size, &error),
                &error);
    write_file(bytes, size);
    free(bytes);
    book_builder_free(builder);
    return open_file();
}

/* --- keys --- */

/* These keys were computed by an independent program, from the description in book.h. */
static void test_keys_are_frozen(void **state) {
    static const struct {
        const char *rules, *fen;
        uint64_t key;
    } KEYS[] = {
        {"6170-spring-1994", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         0xefd99ad805babe8dULL},
        {"6170-fall-2003", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         0xd20709bb6492bb59ULL},
        {"6170-fall-2003-mindcontrol", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         0xdf09bc7f19cb1861ULL},
        {"6170-spring-2007", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         0x6d899ec04e5261e5ULL},
        {"6170-spring-2006", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         0xc20fd94c7e303df9ULL},
        {"6170-spring-2007-encastle", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         0x2bc0e3ce80d28bccULL},
        {"6170-fall-2007", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         0x7d81733754f0a0aeULL},
        {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         0x3ca1924eb0832f4cULL},
        {"6170-spring-2006-antiking",
         "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x3bd1aba5b14ebb36ULL},
        {"6170-fall-2007", "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 31", 0x4be02f61c5846b48ULL},
        {"6170-fall-2003", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 5 9 chips:3/2",
         0xa37bffeaf4b370e1ULL},
        {"6170-fall-2003-mindcontrol", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
         0x7d4ad4ca225b0408ULL},
    };
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        Position pos = position_of(KEYS[i].rules, KEYS[i].fen);
        if (book_key(&pos) != KEYS[i].key)
            fail_msg("%s %s: 0x%016llx", KEYS[i].rules, KEYS[i].fen,
                     (unsigned long long)book_key(&pos));
    }
}

/* --- the file format --- */

static void test_layout(void **state) {
    BookBuilder builder = {0};
    Position pos = start_of("6170-fall-2007");
    Position promoting = position_of("losers", "8/P6k/8/8/8/8/7p/4K3 w - - 0 1");
    Position chips = position_of("6170-fall-2003",
                                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 chips:1/0");
    unsigned char *bytes;
    size_t size;
    add(&builder, &pos, move("e2e4"), 2, 3);
    add(&builder, &promoting, move_make(square_of(0, 6), square_of(0, 7), KNIGHT), 1, 1);
    add(&builder, &chips, MOVE_PASS, 1, 1);
    uint32_t once = 1;
    assert_true(book_builder_make(&builder, book_weigh_points, &once, &bytes, &size, NULL));
    assert_int_equal(size, 48);
    for (size_t i = 0; i < size; i += 16) {
        uint64_t key = 0;
        for (int j = 0; j < 8; j++)
            key = key << 8 | bytes[i + (size_t)j];
        int code = bytes[i + 8] << 8 | bytes[i + 9], weight = bytes[i + 10] << 8 | bytes[i + 11];
        if (key == book_key(&pos)) {
            assert_int_equal(code, 4 | 3 << 3 | 4 << 6 | 1 << 9);
            assert_int_equal(weight, 6);
            assert_memory_equal(bytes + i + 12, "\0\3\0\6", 4);
        } else if (key == book_key(&promoting)) {
            assert_int_equal(code, 0 | 7 << 3 | 0 << 6 | 6 << 9 | 1 << 12);
            assert_int_equal(weight, 1);
            assert_memory_equal(bytes + i + 12, "\0\1\0\1", 4);
        } else {
            assert_int_equal(key, book_key(&chips));
            assert_int_equal(code, 0);
        }
    }
    free(bytes);
    book_builder_free(&builder);
}

static void assert_refused(const char *where, const char *reason) {
    Error error = {.text = ""};
    assert_null(book_open(where, &error));
    assert_says(&error, reason);
}

static void test_refused_files(void **state) {
    unsigned char bytes[48] = {[0] = 2, [16] = 1};
    assert_refused("/nowhere/book.bin", "No such file");
    assert_refused("/tmp", "not a regular file");
    assert_refused("/dev/null", "not a regular file");
    write_file(bytes, 17);
    assert_refused(path, "not a multiple of 16");
    write_file(bytes, 48);
    assert_refused(path, "not sorted");
    write_file("", 0);
    assert_int_equal(truncate(path, (off_t)BOOK_MAX_BYTES + 16), 0);
    assert_refused(path, "too large");
    char fifo[64];
    snprintf(fifo, sizeof fifo, "%s.fifo", path);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_refused(fifo, "not a regular file");
    unlink(fifo);
    /* An empty file is an empty book. */
    write_file("", 0);
    Book *book = open_file();
    Position pos = start_of("losers");
    uint64_t seed = 1;
    BookMove found[1];
    assert_int_equal(book_probe(book, &pos, found, 1), 0);
    assert_int_equal(book_pick(book, &pos, &seed), MOVE_NONE);
    book_close(book);
    book_close(NULL);
}

/* --- probing --- */

static void test_probe_gives_legal_moves_best_first(void **state) {
    BookBuilder builder = {0};
    Position pos = start_of("6170-fall-2007");
    BookMove found[8];
    add(&builder, &pos, move("e2e4"), 1, 2);
    add(&builder, &pos, move("d2d4"), 2, 4);
    add(&builder, &pos, move("b1c3"), 2, 2);
    add(&builder, &pos, move("e2e5"), 2, 9);
    add(&builder, &pos, MOVE_PASS, 2, 9);
    add(&builder, &pos, move("a2a3"), 0, 3);
    Book *book = finish(&builder, 1);
    assert_int_equal(book_probe(book, &pos, found, 8), 3);
    assert_int_equal(found[0].move, move("d2d4"));
    assert_int_equal(found[0].weight, 8);
    assert_int_equal(found[0].games, 4);
    assert_int_equal(found[0].points, 8);
    assert_int_equal(found[1].move, move("b1c3"));
    assert_int_equal(found[2].move, move("e2e4"));
    assert_int_equal(found[2].weight, 2);
    assert_int_equal(book_probe(book, &pos, found, 1), 1);
    assert_int_equal(found[0].move, move("d2d4"));
    assert_int_equal(book_probe(book, &pos, found, 0), 0);
    /* The same board in another ruleset is another position. */
    Position other_rules = start_of("6170-spring-2006");
    assert_int_equal(book_probe(book, &other_rules, found, 8), 0);
    book_close(book);
}

static void test_pass_with_chip(void **state) {
    BookBuilder builder = {0};
    Position pos = position_of("6170-fall-2003",
                               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 chips:1/0");
    uint64_t seed = 3;
    add(&builder, &pos, MOVE_PASS, 2, 1);
    Book *book = finish(&builder, 1);
    assert_int_equal(book_pick(book, &pos, &seed), MOVE_PASS);
    book_close(book);
}

static void test_min_games_and_weights(void **state) {
    BookBuilder builder = {0};
    Position pos = start_of("losers"), after;
    BookMove found[8];
    add(&builder, &pos, move("e2e3"), 2, 100000);
    add(&builder, &pos, move("b2b3"), 1, 50000);
    add(&builder, &pos, move("a2a3"), 1, 5);
    add(&builder, &pos, move("h2h3"), 2, 4);
    position_apply(&after, &pos, move("e2e3"));
    add(&builder, &after, move("b7b5"), 1, 7);
    Book *book = finish(&builder, 5);
    assert_int_equal(book_probe(book, &pos, found, 8), 3);
    assert_int_equal(found[0].weight, BOOK_WEIGHT_MAX);
    assert_int_equal(found[0].games, 100000 / 4);
    assert_int_equal(found[0].points, 200000 / 4);
    assert_int_equal(found[1].weight, BOOK_WEIGHT_MAX / 4);
    assert_int_equal(found[2].weight, 1);
    assert_int_equal(book_probe(book, &after, found, 8), 1);
    assert_int_equal(found[0].weight, 7);
    book_close(book);
}

static void test_pick_follows_the_weights(void **state) {
    BookBuilder builder = {0};
    Position pos = start_of("6170-spring-2007");
    int picked[2] = {0};
    uint64_t seed = 2007, again = 2007;
    add(&builder, &pos, move("e2e4"), 1, 3);
    add(&builder, &pos, move("d2d4"), 1, 1);
    Book *book = finish(&builder, 1);
    for (int i = 0; i < 4000; i++) {
        Move chosen = book_pick(book, &pos, &seed);
        assert_int_equal(chosen, book_pick(book, &pos, &again));
        assert_true(chosen == move("e2e4") || chosen == move("d2d4"));
        picked[chosen == move("e2e4")]++;
    }
    assert_in_range(picked[1], 2850, 3150);
    book_close(book);
}

static void test_whole_turns(void **state) {
    Position pos = start_of("6170-fall-2003-mindcontrol"), between;
    BookBuilder builder = {0};
    uint64_t seed = 11;
    Turn turn;
    add(&builder, &pos, move("e2e4"), 2, 1);
    Book *book = finish(&builder, 1);
    assert_false(book_pick_turn(book, &pos, &seed, &turn));
    book_close(book);
    add(&builder, &pos, move("e2e4"), 2, 1);
    position_apply(&between, &pos, move("e2e4"));
    add(&builder, &between, move("d7d5"), 2, 1);
    book = finish(&builder, 1);
    assert_true(book_pick_turn(book, &pos, &seed, &turn));
    assert_int_equal(turn.count, 2);
    assert_int_equal(turn.moves[1], move("d7d5"));
    book_close(book);
    /* A white half-move that ends the game is a turn of its own. */
    pos = position_of("6170-fall-2003-mindcontrol", "4k3/8/8/8/8/8/3n4/K2R3R w - - 0 1");
    add(&builder, &pos, move("d1d2"), 2, 1);
    book = finish(&builder, 1);
    assert_true(book_pick_turn(book, &pos, &seed, &turn));
    assert_int_equal(turn.count, 1);
    book_close(book);
    /* A book is not asked for a forced pass. */
    pos = position_of("6170-spring-2007", "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1");
    add(&builder, &pos, MOVE_PASS, 2, 1);
    book = finish(&builder, 1);
    assert_false(book_pick_turn(book, &pos, &seed, &turn));
    book_close(book);
}

/* A valid file may still have too many half-moves for a position, duplicates, and weights of 0. */
static void test_odd_files(void **state) {
    enum { RECORDS = 100000 };
    Position pos = start_of("6170-spring-2007");
    uint64_t key = book_key(&pos), seed = 5;
    unsigned char *bytes = calloc(RECORDS, 16);
    BookMove found[MOVES_MAX];
    assert_non_null(bytes);
    for (size_t i = 0; i < RECORDS; i++) {
        for (size_t j = 0; j < 8; j++)
            bytes[16 * i + j] = (unsigned char)(key >> (56 - 8 * j));
        bytes[16 * i + 8] = (unsigned char)(i >> 8);
        bytes[16 * i + 9] = (unsigned char)i;
    }
    write_file(bytes, (size_t)RECORDS * 16);
    free(bytes);
    Book *book = open_file();
    int count = book_probe(book, &pos, found, MOVES_MAX);
    assert_in_range(count, 0, MOVES_MAX);
    assert_int_equal(book_pick(book, &pos, &seed), MOVE_NONE);
    book_close(book);
}

/* --- building --- */

static void test_builder_merges(void **state) {
    BookBuilder builder = {0};
    Position pos = start_of("6170-spring-2007");
    MoveList list;
    uint64_t seed = 7;
    movegen_legal(&pos, &list);
    for (int i = 0; i < 1000000; i++) {
        int n = (int)(random_next(&seed) % (uint64_t)list.count);
        assert_true(book_builder_add(&builder, &pos, list.moves[n], 1));
    }
    assert_in_range(builder.capacity, 1, 4096);
    BookMove found[MOVES_MAX];
    Book *book = finish(&builder, 1);
    assert_int_equal(book_probe(book, &pos, found, MOVES_MAX), list.count);
    book_close(book);
}

static void test_builder_takes_games(void **state) {
    BookBuilder builder = {0};
    const BookEntry *found;
    Game game;
    game_init(&game, ruleset_find("losers"));
    Position start = game.now;
    assert_int_equal(book_builder_find(&builder, &start, &found), 0);
    assert_true(game_play_text(&game, "e2e3", GAME_NO_CLOCK, NULL));
    Position after = game.now;
    assert_true(game_play_text(&game, "b7b5", GAME_NO_CLOCK, NULL));
    Position deep = game.now;
    assert_true(game_play_text(&game, "f1b5", GAME_NO_CLOCK, NULL));
    assert_true(book_builder_add_game(&builder, &game, 2, 0, 2));
    assert_true(book_builder_add_game(&builder, &game, 1, 0, 2));
    assert_true(book_builder_add_game(&builder, &game, 1, 1, 2));
    assert_int_equal(book_builder_find(&builder, &start, &found), 1);
    assert_int_equal(found[0].move, move("e2e3"));
    assert_int_equal(found[0].games, 2);
    assert_int_equal(found[0].points, 3);
    assert_int_equal(book_builder_find(&builder, &after, &found), 1);
    assert_int_equal(found[0].games, 3);
    assert_int_equal(found[0].points, 2);
    assert_int_equal(book_builder_find(&builder, &deep, &found), 0);
    game_free(&game);
    book_builder_free(&builder);
}

static void test_empty_book(void **state) {
    BookBuilder builder = {0};
    unsigned char *bytes;
    size_t size = 1;
    uint32_t once = 1;
    assert_true(book_builder_make(&builder, book_weigh_points, &once, &bytes, &size, NULL));
    assert_int_equal(size, 0);
    free(bytes);
    book_builder_free(&builder);
}

/* A half-move has one code in our books, but others read as the same: what is found can be removed.
 */
static void test_remove_what_has_another_code(void **state) {
    static const char FEN[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 chips:1/0";
    static const struct {
        uint16_t code;
        Move move;
    } CASES[] = {{0x8314, 0}, {1 | 1 << 6, MOVE_PASS}};
    Position pos = position_of("6170-fall-2003", FEN);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        unsigned char record[16] = {[8] = (unsigned char)(CASES[i].code >> 8),
                                    [9] = (unsigned char)CASES[i].code,
                                    [11] = 1};
        BookMove found;
        Move expected = CASES[i].move ? CASES[i].move : move("e2e3");
        for (int b = 0; b < 8; b++)
            record[b] = (unsigned char)(book_key(&pos) >> (56 - 8 * b));
        write_file(record, sizeof record);
        Book *book = open_file();
        assert_int_equal(book_probe(book, &pos, &found, 1), 1);
        assert_int_equal(found.move, expected);
        assert_true(book_remove(book, &pos, expected));
        assert_int_equal(book_probe(book, &pos, &found, 1), 0);
        book_close(book);
    }
}

static void test_remove(void **state) {
    BookBuilder builder = {0};
    Position start = start_of("losers");
    BookMove moves[MOVES_MAX];
    size_t size;
    add(&builder, &start, move("e2e3"), 2, 3);
    add(&builder, &start, move("a2a3"), 2, 2);
    add(&builder, &start, move("h2h3"), 2, 1);
    Book *book = finish(&builder, 1);
    assert_false(book_remove(book, &start, move("b2b3")));
    assert_true(book_remove(book, &start, move("a2a3")));
    assert_false(book_remove(book, &start, move("a2a3")));
    assert_int_equal(book_probe(book, &start, moves, MOVES_MAX), 2);
    assert_int_equal(moves[0].move, move("e2e3"));
    assert_int_equal(moves[1].move, move("h2h3"));
    write_file(book_bytes(book, &size), 32);
    assert_int_equal(size, 32);
    book_close(book);
    book = open_file();
    assert_int_equal(book_probe(book, &start, moves, MOVES_MAX), 2);
    assert_true(book_remove(book, &start, move("e2e3")));
    assert_true(book_remove(book, &start, move("h2h3")));
    assert_int_equal(book_probe(book, &start, moves, MOVES_MAX), 0);
    book_bytes(book, &size);
    assert_int_equal(size, 0);
    book_close(book);
}

static void test_add(void **state) {
    BookBuilder builder = {0};
    Position start = start_of("losers"), other = start_of("antichess");
    BookMove moves[MOVES_MAX];
    size_t size;
    bool added;
    add(&builder, &start, move("e2e3"), 2, 3);
    add(&builder, &start, move("a2a3"), 2, 2);
    Book *book = finish(&builder, 1);
    int heaviest = book_probe(book, &start, moves, 1) ? moves[0].weight : 0;
    assert_true(book_add(book, &start, move("a2a3"), &added) && !added);
    assert_true(book_add(book, &start, move("h2h3"), &added) && added);
    assert_true(book_add(book, &other, move("h2h3"), &added) && added);
    write_file(book_bytes(book, &size), 4 * 16);
    assert_int_equal(size, 4 * 16);
    book_close(book);
    book = open_file(); /* its records are sorted */
    assert_int_equal(book_probe(book, &start, moves, MOVES_MAX), 3);
    for (int i = 0; i < 3; i++)
        if (moves[i].move == move("h2h3")) {
            assert_int_equal(moves[i].weight, heaviest);
            assert_int_equal(moves[i].games, 0);
            assert_int_equal(moves[i].points, 0);
        }
    assert_int_equal(book_probe(book, &other, moves, MOVES_MAX), 1);
    assert_int_equal(moves[0].move, move("h2h3"));
    assert_int_equal(moves[0].weight, 1);
    assert_true(book_remove(book, &start, move("h2h3")));
    assert_true(book_remove(book, &other, move("h2h3")));
    assert_false(book_remove(book, &other, move("h2h3")));
    book_close(book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_are_frozen),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_probe_gives_legal_moves_best_first),
        cmocka_unit_test(test_pass_with_chip),
        cmocka_unit_test(test_min_games_and_weights),
        cmocka_unit_test(test_pick_follows_the_weights),
        cmocka_unit_test(test_whole_turns),
        cmocka_unit_test(test_odd_files),
        cmocka_unit_test(test_builder_merges),
        cmocka_unit_test(test_builder_takes_games),
        cmocka_unit_test(test_empty_book),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_remove_what_has_another_code),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0)
        return 1;
    int failed = test_run("book", tests);
    unlink(path);
    return failed;
}
