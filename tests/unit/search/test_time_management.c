/* The time for a search: shares of the clock, time controls, movetime, and the minimum charge. */
#include "unit/testing.h"

#include "search/time_management.h"

static TimeBudget budget_of(TimeLimits limits) {
    return time_management_budget(&limits);
}

static void assert_all(TimeBudget budget, int64_t us) {
    assert_true(budget.soft == us);
    assert_true(budget.least == us);
    assert_true(budget.hard == us);
}

static void test_no_limits(void **state) {
    assert_all(budget_of((TimeLimits){0}), INT64_MAX);
    /* Without has_clock, the clock, the increment and moves_to_go are ignored. */
    assert_all(budget_of((TimeLimits){.clock = 1, .increment = 2, .moves_to_go = 3}), INT64_MAX);
}

static void test_movetime(void **state) {
    assert_all(budget_of((TimeLimits){.movetime = 500}), 500000);
    assert_all(budget_of((TimeLimits){.movetime = 500, .overhead = 20}), 480000);
    /* However large the overhead, half of the time remains. */
    assert_all(budget_of((TimeLimits){.movetime = 500, .overhead = 250}), 250000);
    assert_all(budget_of((TimeLimits){.movetime = 500, .overhead = 400}), 250000);
    assert_all(budget_of((TimeLimits){.movetime = 1, .overhead = 1000}), 500);
}

static void test_movetime_with_a_clock(void **state) {
    TimeLimits limits = {.has_clock = true, .clock = 60000};
    int64_t hard = budget_of(limits).hard;
    assert_in_range(hard, 100001, 60000000);
    limits.movetime = 100;
    assert_all(budget_of(limits), 100000);
    limits.movetime = 600000;
    assert_all(budget_of(limits), hard);
}

/* More time is used if the clock is fuller, the increment larger, or more time comes soon. */
static void test_shares_of_the_clock(void **state) {
    TimeLimits plain = {.has_clock = true, .clock = 60000}, other = plain;
    TimeBudget budget = budget_of(plain);
    assert_true(budget.soft > 0 && budget.soft < budget.hard && budget.hard < 60000000);
    assert_true(budget.soft < 60000000 / 10); /* some of the time is left for later turns */
    other.clock = 120000;
    assert_true(budget_of(other).soft == 2 * budget.soft);
    other = plain;
    other.increment = 1000;
    assert_true(budget_of(other).soft > budget.soft);
    assert_true(budget_of(other).hard > budget.hard);
    other = plain;
    other.moves_to_go = 4;
    assert_true(budget_of(other).soft > budget.soft);
    other.moves_to_go = 1;
    assert_true(budget_of(other).soft > 60000000 / 2);
    assert_true(budget_of(other).hard == 60000000);
    other = plain;
    other.overhead = 100;
    assert_true(budget_of(other).soft < budget.soft);
}

/* If the increment does not make up for the lag, the clock must still last for a long game. */
static void test_clocks_that_run_dry(void **state) {
    TimeLimits limits = {.has_clock = true, .clock = 15000, .overhead = 120, .lag = 120};
    int turns = 0;
    for (; limits.clock > 0 && turns < 200; turns++)
        limits.clock -= limits.lag + budget_of(limits).soft / 1000;
    assert_in_range(turns, 70, 125);
    /* Without lag, the clock lasts even if a late turn of a long game costs half a second. */
    limits = (TimeLimits){.has_clock = true, .clock = 15000, .overhead = 20};
    for (turns = 0; turns < 150; turns++)
        limits.clock -= budget_of(limits).soft / 1000;
    assert_in_range(limits.clock, 500, 2000);
    /* If the increment makes up for the lag, the lag has no effect. */
    limits = (TimeLimits){
        .has_clock = true, .clock = 15000, .increment = 200, .overhead = 120, .lag = 120};
    int64_t with_lag = budget_of(limits).soft;
    limits.lag = 0;
    assert_true(budget_of(limits).soft == with_lag);
}

static void test_no_time_left(void **state) {
    TimeBudget none = budget_of((TimeLimits){.has_clock = true});
    assert_true(none.soft == 0 && none.hard == 0);
    none = budget_of((TimeLimits){.has_clock = true, .clock = -300, .increment = 100});
    assert_true(none.soft == 0 && none.hard == 0);
    none = budget_of((TimeLimits){.has_clock = true, .clock = 30, .overhead = 30});
    assert_true(none.soft == 0 && none.hard == 0);
}

/* A turn takes at least the time that the referee charges for it, unless less is left on the clock.
 */
static void test_minimum_charge(void **state) {
    TimeLimits limits = {.has_clock = true, .clock = 6000, .overhead = 50};
    assert_true(budget_of(limits).soft < 950000);
    assert_true(budget_of(limits).least <= 0);
    limits.minimum_charge = 1000;
    TimeBudget budget = budget_of(limits);
    assert_true(budget.least == 950000);
    assert_true(budget.soft >= budget.least && budget.hard >= budget.soft);
    limits.clock = 500;
    budget = budget_of(limits);
    assert_true(budget.hard <= 450000);
    assert_true(budget.least <= budget.soft && budget.soft <= budget.hard);
}

static void test_budgets(void **state) {
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        TimeLimits control = {
            .has_clock = true,
            .clock = (int64_t)(random_next(&seed) % 100000) - 1000,
            .increment = (int64_t)(random_next(&seed) % 3 * 500),
            .moves_to_go = (int)(random_next(&seed) % 50),
            .overhead = (int64_t)(random_next(&seed) % 100),
            .minimum_charge = (int64_t)(random_next(&seed) % 2 * 1000),
        };
        TimeBudget budget = time_management_budget(&control);
        int64_t usable = 1000 * (control.clock - control.overhead);
        assert_true(budget.soft >= 0 && budget.soft <= budget.hard);
        assert_true(budget.hard <= (usable > 0 ? usable : 0));
    }
    TimeLimits movetime = {.movetime = 500, .overhead = 20};
    assert_int_equal(time_management_budget(&movetime).hard, 480000);
    TimeLimits none = {.overhead = 20};
    assert_true(time_management_budget(&none).hard == INT64_MAX);
    /* The overhead of the turns ahead is reserved, unless the increment makes up for it. */
    TimeLimits sudden = {.has_clock = true, .clock = 5050, .overhead = 50};
    int left = 5050 - 50, lost = (12 - 1) * 50 + 110 * 50 * 3 / 10;
    assert_int_equal(time_management_budget(&sudden).soft,
                     (left - lost) * 1000LL / 12 * (left - lost) / left * 8 / 10);
    TimeLimits paid = {.has_clock = true, .clock = 1250, .increment = 50, .overhead = 50};
    assert_int_equal(time_management_budget(&paid).soft,
                     (1200 * 1000 / 12 + 50 * 1000 * 3 / 4) * 8 / 10);
    TimeLimits last = {.has_clock = true, .clock = 1250, .moves_to_go = 1, .overhead = 50};
    assert_int_equal(time_management_budget(&last).hard, 1200000);
    /* Very short and very long times, without overflow. */
    TimeLimits brief = {.has_clock = true, .clock = 13, .overhead = 1};
    assert_int_equal(time_management_budget(&brief).soft, 8);
    TimeLimits ages = {.has_clock = true, .clock = INT64_MAX, .increment = INT64_MAX};
    assert_true(time_management_budget(&ages).soft > 0);
    TimeLimits debts = {.has_clock = true, .clock = INT64_MIN, .overhead = INT64_MAX};
    assert_int_equal(time_management_budget(&debts).hard, 0);
    /* If a turn is charged a second at least, that second is used. */
    TimeLimits charged = {
        .has_clock = true, .clock = 20000, .overhead = 20, .minimum_charge = 1000};
    assert_true(time_management_budget(&charged).soft >= 980000);
    assert_true(time_management_budget(&charged).hard >= 980000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_limits),
        cmocka_unit_test(test_movetime),
        cmocka_unit_test(test_movetime_with_a_clock),
        cmocka_unit_test(test_shares_of_the_clock),
        cmocka_unit_test(test_clocks_that_run_dry),
        cmocka_unit_test(test_no_time_left),
        cmocka_unit_test(test_minimum_charge),
        cmocka_unit_test(test_budgets),
    };
    return test_run("time_management", tests);
}
