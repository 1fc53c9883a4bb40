/* A team's threads do each job once, and all of them before team_run returns. */
/* tags: threads */
#include "unit/testing.h"

#include "batch/team.h"

enum { THREADS = 5, JOBS = 2000 };

typedef struct {
    int counts[THREADS];
} Counts;

static void count(void *context, int index) {
    Counts *counts = context;
    counts->counts[index]++;
}

static void check(int threads) {
    Counts counts = {{0}};
    Team *team = team_new(threads);
    assert_non_null(team);
    for (int job = 1; job <= JOBS; job++) {
        team_run(team, count, &counts);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(counts.counts[i], i < threads ? job : 0);
    }
    team_free(team);
}

static void test_jobs(void **state) {
    check(1);
    check(THREADS);
    team_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_jobs)};
    return test_run("team", tests);
}
