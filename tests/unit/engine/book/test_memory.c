/* Books are made, read and used when each allocation in turn fails. */
#include "unit/failing_allocations.h"
#include "unit/point_weights.h"

#include "book/book.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/misere-book-XXXXXX";

/* Allocates nothing itself, since allocations are counted. */
static void write_file(const unsigned char *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_TRUNC);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

static bool make_book(ScenarioResult *result, Error *error) {
    static const char *const TURNS[] = {"e2e4", "d2d4", "b1c3", "g1f3"};
    BookBuilder builder = {0};
    uint32_t min_games = 1;
    unsigned char *bytes;
    size_t size;
    bool done = true;
    for (int i = 0; i < 4 && done; i++) {
        Game game;
        game_init(&game, ruleset_default());
        done = game_play_text(&game, TURNS[i], GAME_NO_CLOCK, error) &&
               (book_builder_add_game(&builder, &game, 1 + i % 2, 0, 1) ||
                error_set(error, "out of memory"));
        game_free(&game);
    }
    done = done && book_builder_make(&builder, book_weigh_points, &min_games, &bytes, &size, error);
    if (done) {
        assert_int_equal(size, 4 * 16);
        write_file(bytes, size);
        scenario_note_file(result, path);
        free(bytes);
    }
    book_builder_free(&builder);
    return done;
}

static bool use_book(ScenarioResult *result, Error *error) {
    Book *book = book_open(path, error);
    if (!book)
        return false;
    Position pos;
    BookMove moves[4];
    position_start(&pos, ruleset_default());
    assert_int_equal(book_probe(book, &pos, moves, 4), 4);
    assert_int_equal(book_probe(book, &pos, moves, 2),
                     2); /* the half-moves with the highest weight */
    assert_int_equal(moves[0].weight, 2);
    for (int i = 0; i < 2; i++)
        scenario_note(result, "move %d, weight %d", moves[i].move, moves[i].weight);
    book_close(book);
    return true;
}

static void test_books(void **state) {
    static ScenarioResult made;
    Error error;
    each_allocation_fails(make_book, NULL);
    assert_true(make_book(&made, &error));
    each_allocation_fails(use_book, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_books),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0)
        return 1;
    int failed = test_run("memory of books", tests);
    unlink(path);
    return failed;
}
