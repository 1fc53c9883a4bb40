/* The evaluation cache: what it finds and what it forgets. Positions with the same key have the
 * same evaluation. */
#include "unit/positions.h"

#include "eval/eval_cache.h"
#include "eval/evaluate.h"
#include "rules/outcome.h"

#include <stdlib.h>

static EvalCache *empty_cache(void) {
    EvalCache *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    return cache;
}

static void assert_score(const EvalCache *cache, uint64_t key, Score expected) {
    Score score;
    assert_true(eval_cache_probe(cache, key, &score));
    assert_int_equal(score, expected);
}

static void test_store_and_probe(void **state) {
    EvalCache *cache = empty_cache();
    const uint64_t key = 0x0123456789abcdef, same_slot = key ^ (uint64_t)1 << 63;
    Score score = 7;
    assert_false(eval_cache_probe(cache, key, &score));
    assert_int_equal(score, 7);
    static const Score SCORES[] = {0, 1, -1, SCORE_EVAL_MAX, -SCORE_EVAL_MAX};
    for (size_t i = 0; i < sizeof SCORES / sizeof *SCORES; i++) {
        eval_cache_store(cache, key, SCORES[i]);
        assert_score(cache, key, SCORES[i]);
    }
    eval_cache_store(cache, key + 1, 50);
    assert_score(cache, key, -SCORE_EVAL_MAX);
    eval_cache_store(cache, same_slot, 60);
    assert_false(eval_cache_probe(cache, key, &score));
    assert_score(cache, same_slot, 60);
    free(cache);
}

static void test_another_network_empties_it(void **state) {
    EvalCache *cache = empty_cache();
    const Network *one = evaluate_builtin_network(FAMILY_LOSERS);
    const Network *other = evaluate_builtin_network(FAMILY_NON_ROYAL);
    const uint64_t key = 0x0123456789abcdef;
    Score score;
    eval_cache_begin(cache, one);
    eval_cache_store(cache, key, 5);
    eval_cache_begin(cache, one);
    assert_score(cache, key, 5);
    eval_cache_begin(cache, other);
    assert_false(eval_cache_probe(cache, key, &score));
    free(cache);
}

/* In random games of every ruleset, positions with the same key have the same evaluation, even if
 * their move counters differ, or their rulesets within a family. */
static void test_the_key_is_enough(void **state) {
    EvalCache *cache = empty_cache();
    uint64_t rng = 1;
    int found = 0;
    for (int i = 0; i < 20 * ruleset_count(); i++) {
        const Ruleset *rules = ruleset_at(i % ruleset_count());
        const Network *network = evaluate_builtin_network(rules->family);
        Accumulator accumulator = {0};
        Position pos;
        MoveList list;
        eval_cache_begin(cache, network);
        position_start(&pos, rules);
        for (int ply = 0; ply < 200 && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            Score score = evaluate(network, &accumulator, &pos), cached;
            if (eval_cache_probe(cache, pos.key, &cached)) {
                assert_int_equal(cached, score);
                found++;
            }
            eval_cache_store(cache, pos.key, score);
            pos = random_successor(&pos, &list, &rng);
        }
    }
    assert_true(found > 100); /* else the test would prove nothing */
    free(cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_and_probe),
        cmocka_unit_test(test_another_network_empties_it),
        cmocka_unit_test(test_the_key_is_enough),
    };
    return test_run("eval cache", tests);
}
