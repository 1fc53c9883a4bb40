/* Packing positions. */
#include "unit/testing.h"

#include "files/samples/samples.h"

#include <string.h>

static void test_packing(void **state) {
    for (int i = 0; i < ruleset_count(); i++) {
        Position start, unpacked;
        position_start(&start, ruleset_at(i));
        start.side = BLACK;
        start.player = i % 2 ? WHITE : BLACK;
        Sample sample = sample_pack(&start, -123, 45);
        assert_true(sample_is_valid(&sample));
        assert_int_equal(sample.score, -123);
        assert_int_equal(sample.ply, 45);
        assert_int_equal(sample.points, 0);
        sample_unpack(&sample, &unpacked);
        assert_memory_equal(unpacked.board, start.board, sizeof start.board);
        assert_memory_equal(unpacked.by_type, start.by_type, sizeof start.by_type);
        assert_ptr_equal(unpacked.rules, start.rules);
        assert_int_equal(unpacked.side, BLACK);
        assert_int_equal(unpacked.player, start.player);
    }
}

static Sample start_sample(const char *ruleset) {
    Position start;
    position_start(&start, ruleset_find(ruleset));
    return sample_pack(&start, 0, 0);
}

static void test_hash(void **state) {
    Sample sample = start_sample("losers"), other = sample;
    other.score = 7;
    other.ply = 8;
    other.points = 2;
    assert_true(sample_hash(&other) == sample_hash(&sample));
    other.side = BLACK;
    assert_true(sample_hash(&other) != sample_hash(&sample));
    other = sample;
    other.player = BLACK;
    assert_true(sample_hash(&other) != sample_hash(&sample));
    other = sample;
    other.pieces[17] ^= 1;
    assert_true(sample_hash(&other) != sample_hash(&sample));
    other = start_sample("6170-spring-1994");
    assert_true(sample_hash(&other) != sample_hash(&sample));
}

static void test_invalid_samples(void **state) {
    Sample good = start_sample("losers"), bad = good;
    bad.ruleset = 99;
    assert_false(sample_is_valid(&bad));
    bad = good;
    bad.points = SAMPLE_WIN + 1;
    assert_false(sample_is_valid(&bad));
    bad = good;
    bad.occupied = UINT64_MAX;
    assert_false(sample_is_valid(&bad));
    bad = good;
    bad.pieces[1] = 0xff;
    assert_false(sample_is_valid(&bad));
    bad = good;
    memset(bad.pieces, 0, sizeof bad.pieces); /* no kings */
    assert_false(sample_is_valid(&bad));
    bad = good;
    bad.pieces[17] = 0x10; /* after the last piece */
    assert_false(sample_is_valid(&bad));
}

/* The sample of a king on a1 and, on h8, of this piece. */
static Sample two_pieces(const char *ruleset, uint8_t piece) {
    Position pos;
    position_clear(&pos, ruleset_find(ruleset));
    position_put(&pos, 0, piece_make(WHITE, KING));
    position_put(&pos, 63, piece);
    return sample_pack(&pos, 0, 0);
}

/* Each side needs a king, or, where the king is not royal, a piece. */
static void test_missing_pieces(void **state) {
    static const struct {
        Colour colour;
        PieceType type;
        bool is_valid_losers, is_valid_antichess;
    } PIECES[] = {
        {BLACK, KING, true, true}, {BLACK, PAWN, false, true}, {WHITE, PAWN, false, false}};
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        uint8_t piece = piece_make(PIECES[i].colour, PIECES[i].type);
        Sample losers = two_pieces("losers", piece), antichess = two_pieces("antichess", piece);
        assert_int_equal(sample_is_valid(&losers), PIECES[i].is_valid_losers);
        assert_int_equal(sample_is_valid(&antichess), PIECES[i].is_valid_antichess);
    }
    Sample empty = two_pieces("antichess", piece_make(WHITE, PAWN));
    empty.occupied = 0;
    assert_false(sample_is_valid(&empty));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_invalid_samples),
        cmocka_unit_test(test_missing_pieces),
    };
    return test_run("samples", tests);
}
