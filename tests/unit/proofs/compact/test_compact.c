/* Compact proofs: bytes in a compressed stream, the order of half-moves, proofs that were written
 * and read again, and damaged ones. prove.bats checks them with the reference implementation. */
#include "unit/positions.h"
#include "unit/temporary_folder.h"

#include "proofs/compact/byte_stream.h"
#include "proofs/compact/compact.h"
#include "proofs/decider.h"
#include "proofs/half_move_order.h"
#include "rules/notation.h"
#include "rules/outcome.h"

#include <unistd.h>

static const char path[] = "proof";

static uint8_t test_byte(int i) {
    return (uint8_t)random_mix((uint64_t)i);
}

static void test_bytes(void **state) {
    enum { COUNT = 300000 }; /* more than a buffer holds */
    ByteStream *stream = malloc(sizeof *stream);
    FILE *file = tmpfile();
    assert_true(byte_stream_begin(stream, file));
    for (int i = 0; i < COUNT; i++)
        byte_stream_put(stream, test_byte(i));
    byte_stream_finish(stream);
    fputs("rest", file);
    rewind(file);
    assert_true(byte_stream_open(stream, file));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(byte_stream_get(stream), test_byte(i));
    assert_true(byte_stream_close(stream));
    assert_int_equal(fgetc(file), 'r');

    rewind(file);
    assert_true(byte_stream_open(stream, file));
    assert_int_equal(byte_stream_get(stream), test_byte(0));
    assert_false(byte_stream_close(stream)); /* not at its end */
    rewind(file);
    assert_int_equal(ftruncate(fileno(file), 1000), 0);
    assert_true(byte_stream_open(stream, file));
    while (byte_stream_get(stream) != EOF)
        ;
    assert_false(byte_stream_close(stream));
    fclose(file);
    free(stream);
}

static void test_order(void **state) {
    uint64_t rng = 1;
    for (int i = 0; i < ruleset_count(); i++) {
        Position pos;
        MoveList list;
        position_start(&pos, ruleset_at(i));
        for (int ply = 0; ply < 200 && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            char last[MOVE_TEXT_SIZE] = "", text[MOVE_TEXT_SIZE];
            half_move_order(&list);
            for (int j = 0; j < list.count; j++) {
                notation_write_move(&pos, list.moves[j], STYLE_UCI, text);
                if (strcmp(last, text) >= 0)
                    fail_msg("%s: %s before %s", ruleset_at(i)->name, last, text);
                strcpy(last, text);
            }
            pos = random_successor(&pos, &list, &rng);
        }
    }
}

/* --- proofs --- */

/* After d2d3 Black wins. */
static Position lost_position(void) {
    return position_of("antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1");
}

static void write_proof(Decider *decider, const Position *pos) {
    Decision decision = decider_run(decider, pos);
    FILE *out = fopen(path, "w");
    assert_int_equal(decision.result, DECISION_WIN);
    assert_true(compact_write(out, pos, decision.winner, decision.graph));
    assert_true(compact_write(out, pos, decision.winner, decision.graph));
    assert_int_equal(fclose(out), 0);
}

typedef struct {
    const ProofGraph *graph;
    int count;
} Visits;

static void check_visit(void *context, const CompactHead *head, const CompactPosition *position) {
    Visits *visits = context;
    const GraphNode *node = graph_find(visits->graph, movegen_repetition_key(position->pos));
    assert_non_null(node);
    assert_int_equal(head->winner, BLACK);
    assert_int_equal(node->height, position->height);
    assert_true(position->quiet < position->height);
    assert_int_equal(position->move == MOVE_NONE, position->pos->player == WHITE);
    if (position->move != MOVE_NONE)
        assert_int_equal(position->move, visits->graph->edges[node->first].move);
    visits->count++;
}

static void ignore(void *context, const CompactHead *head, const CompactPosition *position) {
}

static void check_refused(const char *reason) {
    Error error;
    assert_false(compact_read(path, ignore, NULL, &error));
    if (!strstr(error.text, reason) || strncmp(error.text, path, strlen(path)) != 0)
        fail_msg("%s, not %s", error.text, reason);
}

static void test_proofs(void **state) {
    Decider *decider = decider_new(100000);
    Position pos = lost_position();
    Error error;
    Visits visits = {.count = 0};
    write_proof(decider, &pos);
    Decision decision = decider_run(decider, &pos);
    visits.graph = decision.graph;
    assert_true(compact_read(path, check_visit, &visits, &error));
    assert_int_equal(visits.count, 2 * decision.graph->order_count);

    assert_int_equal(truncate(path, 200), 0);
    check_refused("position ");
    write_file(path, "misere-proof 3\n");
    check_refused("the version must be 2, not '3'");
    write_file(path, "misere-proof 2\nruleset chess\n");
    check_refused("no ruleset is named 'chess'");
    write_file(path, "misere-proof 2\nruleset losers\nfen 8 w\n");
    check_refused("FEN board");
    write_file(path, "misere-proof 2\nruleset losers\nfen 4k3/8/8/8/8/8/8/3RK3 w - - 0 1\n"
                     "winner red\n");
    check_refused("the winner must be white or black, not 'red'");
    write_file(path, "misere-proof 2\nruleset losers\n"
                     "fen 4k3/8/8/8/8/8/8/3RK3 w - - 0 1\nwinner black\npositions 1\n");
    check_refused("the game is over in this position");
    unlink(path);
    check_refused("No such file");
    decider_free(decider);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_proofs),
    };
    return test_run_in_folder("proofs_compact", tests);
}
