/* Books are made, shown, pruned and given proven half-moves while each allocation in turn fails:
 * then there is an error, or the usual result. */
#include "unit/failing_allocations.h"
#include "unit/point_weights.h"
#include "unit/positions.h"
#include "unit/temporary_folder.h"

#include "base/os/stream.h"
#include "book/collector.h"
#include "book/explore.h"
#include "book/proven.h"
#include "book/prune.h"
#include "book/tree.h"
#include "proofs/compact/compact.h"

#include <stdio.h>
#include <unistd.h>

static const char LOG[] =
    "{\"log\":\"misere-referee 1\",\"arguments\":[\"--ruleset\",\"6170-spring-2007\"]}\n"
    "{\"game\":1,\"result\":\"1/2-1/2\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - "
    "- "
    "0 1\",\"opening\":0,\"turns\":\"f2f3 e7e5 g2g4\"}\n"
    "{\"game\":2,\"result\":\"1/2-1/2\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - "
    "- "
    "0 1\",\"opening\":0,\"turns\":\"e2e3 g8f6\"}\n";

static const char log_path[] = "log", book_path[] = "book", proof_path[] = "proof";

static bool no_memory(Error *error) {
    return error_set(error, "out of memory");
}

static void say(const char *text) {
    fail_msg("%s", text);
}

/* Makes a book of all half-moves in the log. */
static bool make_book(ScenarioResult *result, Error *error) {
    static const uint32_t MIN_GAMES = 1;
    GameCollector collector = {.games = 0};
    unsigned char *bytes = NULL;
    size_t size;
    bool done =
        collector_add_file(&collector, log_path, NULL, 20, say, error) &&
        book_builder_make(&collector.builder, book_weigh_points, &MIN_GAMES, &bytes, &size, error);
    if (done) {
        assert_int_equal(collector.games, 2);
        assert_int_equal(size, 5 * 16);
        done = atomic_file_write(book_path, (const char *)bytes, size, error);
    }
    if (done)
        scenario_note_file(result, book_path);
    free(bytes);
    collector_free(&collector);
    return done;
}

/* --- what is printed --- */

typedef bool Printer(FILE *out, Book *book);

/* Notes what is printed about the book. */
static bool print(Printer *printer, ScenarioResult *result, Error *error) {
    MemoryStream out;
    Book *book = book_open(book_path, error);
    if (!book)
        return false;
    bool done = memory_stream_open(&out), printed = done && printer(out.file, book);
    done = done && memory_stream_close(&out) && printed;
    if (done)
        scenario_note(result, "%s", out.bytes);
    free(out.bytes);
    book_close(book);
    return done || no_memory(error);
}

static bool print_tree(FILE *out, Book *book) {
    long count = book_tree_print(out, book, ruleset_default(), 20, true);
    assert_true(count == 5 || count == -1);
    return count == 5;
}

static bool show(ScenarioResult *result, Error *error) {
    return print(print_tree, result, error);
}

/* After 2. g4 Black gives checkmate. With a margin, best turns are added, too. */
static bool prune_and_print(FILE *out, Book *book, int margin) {
    const PruneParams params = {.nodes = 100, .margin = margin};
    PruneRun run = {0};
    Error error;
    if (!prune_book(book, ruleset_default(), &params, &run, out, &error))
        return false;
    assert_int_equal(run.removed, 1);
    assert_int_equal(run.added > 0, margin > 0);
    return true;
}

static bool print_pruned(FILE *out, Book *book) {
    return prune_and_print(out, book, 0);
}

static bool prune(ScenarioResult *result, Error *error) {
    return print(print_pruned, result, error);
}

static bool print_pruned_with_margin(FILE *out, Book *book) {
    return prune_and_print(out, book, 1000);
}

static bool prune_with_margin(ScenarioResult *result, Error *error) {
    return print(print_pruned_with_margin, result, error);
}

/* The proof that Black gives checkmate after 2. g4. */
static void write_proof(void) {
    Position pos = position_of("6170-spring-2007",
                               "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    Decider *decider = decider_new(1000);
    assert_non_null(decider);
    Decision decision = decider_run(decider, &pos);
    assert_int_equal(decision.result, DECISION_WIN);
    assert_true(compact_save(proof_path, &pos, &decision, NULL));
    decider_free(decider);
}

static bool add_proven(ScenarioResult *result, Error *error) {
    char *paths[] = {(char *)proof_path};
    ProvenCounts counts = {0};
    size_t size;
    Book *book = book_open(book_path, error);
    bool done = book && proven_add(book, paths, 1, 4, &counts, error);
    if (done) {
        const unsigned char *bytes = book_bytes(book, &size);
        scenario_note_bytes(result, "book", bytes, size);
        scenario_note(result, "added %ld, removed %ld", counts.added, counts.removed);
    }
    book_close(book);
    return done;
}

/* --- openings --- */

static bool explore(ScenarioResult *result, Error *error) {
    BookBuilder builder = {0};
    uint64_t seed = 1;
    bool done = true;
    for (int i = 0; done && i < 30; i++) {
        Game game;
        done =
            explore_opening(&builder, ruleset_find("6170-fall-2003-mindcontrol"), 8, &seed, &game);
        if (done) {
            scenario_note(result, "%d turns, key %016" PRIx64, game.count, game.now.key);
            game_free(&game);
        }
    }
    book_builder_free(&builder);
    return done || no_memory(error);
}

/* --- tests --- */

static void test_making(void **state) {
    each_allocation_fails(make_book, NULL);
}

static void test_showing_and_pruning(void **state) {
    static const char TREE[] =
        "6170-spring-2007                                  weight   games   score\n"
        "e2e3                                               50.0%       1   50.0%\n"
        "  g8f6                                            100.0%       1   50.0%\n"
        "f2f3                                               50.0%       1   50.0%\n"
        "  e7e5                                            100.0%       1   50.0%\n"
        "    g2g4                                          100.0%       1   50.0%\n\n";
    static ScenarioResult made, shown, pruned, pruned_with_margin;
    Error error;
    assert_true(make_book(&made, &error));
    assert_true(show(&shown, &error));
    assert_string_equal(shown.text, TREE);
    each_allocation_fails(show, NULL);
    assert_true(prune(&pruned, &error));
    assert_string_equal(pruned.text, "6170-spring-2007: removed f2f3 e7e5 g2g4\n\n");
    each_allocation_fails(prune, NULL);
    assert_true(prune_with_margin(&pruned_with_margin, &error));
    assert_non_null(strstr(pruned_with_margin.text, "6170-spring-2007: removed f2f3 e7e5 g2g4\n"));
    each_allocation_fails(prune_with_margin, NULL);
}

static void test_proven(void **state) {
    static ScenarioResult made, added;
    Error error;
    assert_true(make_book(&made, &error));
    write_proof();
    assert_true(add_proven(&added, &error));
    assert_non_null(strstr(added.text, "book: 96 bytes"));
    assert_non_null(strstr(added.text, "added 1, removed 0"));
    each_allocation_fails(add_proven, NULL);
}

static void test_exploring(void **state) {
    each_allocation_fails(explore, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_making),
        cmocka_unit_test(test_showing_and_pruning),
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_exploring),
    };
    if (enter_folder(NULL))
        return 1;
    write_file(log_path, LOG);
    int failed = test_run("memory of the book tool", tests);
    leave_folder(NULL);
    return failed;
}
