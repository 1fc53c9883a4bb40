/* Adjudication by the players' scores. */
#include "unit/testing.h"

#include "referee/players/adjudicator.h"

#include <limits.h>
#include <stdlib.h>

enum { OPENING_TURNS_MAX = 100 };

/* A turn of White or Black ('w' or 'b'), with a score in centipawns, with a forced win in `score`
 * turns, or without a score. */
typedef struct {
    char player;
    enum { CENTIPAWNS, MATE, NONE } kind;
    int score;
} ScoredTurn;

typedef struct {
    ResignRule resign;
    DrawRule draw;
    ScoredTurn turns[12]; /* ends with a zero */
    int opening_turns,
        forced_passes; /* how many of the opening's turns, from its start, are forced passes */
    char verdict;      /* 'w' or 'b' lost, '=' drawn, '-' undecided */
    int decided_after; /* the game is decided after so many elements of `turns` */
} AdjudicationCase;

static char verdict_of(const Adjudicator *adjudicator) {
    TerminationKind kind;
    Colour loser;
    if (!adjudicator_decides(adjudicator, &kind, &loser))
        return '-';
    if (kind == TERMINATION_ADJUDICATED_DRAW)
        return '=';
    assert_int_equal(kind, TERMINATION_ADJUDICATED_LOSS);
    return loser == WHITE ? 'w' : 'b';
}

static void check_case(const AdjudicationCase *expected) {
    TournamentConfig *config = calloc(1, sizeof *config);
    Adjudicator adjudicator;
    char verdict = '-';
    int count = 0;
    assert_non_null(config);
    config->resign = expected->resign;
    config->draw = expected->draw;
    GameTurn opening_turns[OPENING_TURNS_MAX] = {0};
    Game opening = {.turns = opening_turns, .count = expected->opening_turns};
    for (int i = 0; i < expected->forced_passes; i++)
        opening_turns[i].is_forced_pass = true;
    adjudicator_start(&adjudicator, config, &opening);
    for (; verdict == '-' && expected->turns[count].player; count++) {
        const ScoredTurn *turn = &expected->turns[count];
        TurnEvaluation evaluation = {
            .has_score = turn->kind != NONE, .is_mate = turn->kind == MATE, .score = turn->score};
        adjudicator_add(&adjudicator, turn->player == 'w' ? WHITE : BLACK, &evaluation);
        verdict = verdict_of(&adjudicator);
    }
    assert_int_equal(verdict, expected->verdict);
    if (verdict != '-')
        assert_int_equal(count, expected->decided_after);
    free(config);
}

static void check_cases(const AdjudicationCase *cases, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_case(&cases[i]);
}
#define CHECK(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

static void test_resign(void **state) {
    static const ResignRule RULE = {.turns = 2, .score_cp = 600};
    const AdjudicationCase cases[] = {
        {.resign = RULE,
         .turns = {{'w', 0, -600}, {'b', 0, 0}, {'w', 0, -601}},
         .verdict = 'w',
         .decided_after = 3},
        {.resign = RULE,
         .turns = {{'w', 0, 0}, {'b', 0, -700}, {'w', 0, 0}, {'b', 0, -700}},
         .verdict = 'b',
         .decided_after = 4},
        /* After a score above the threshold, or none, the count starts again. */
        {.resign = RULE,
         .turns = {{'w', 0, -600}, {'w', 0, -599}, {'w', 0, -600}, {'w', NONE, 0}, {'w', 0, -600}},
         .verdict = '-'},
        /* Only the loser's scores count: the opponent's high ones do not. */
        {.resign = RULE, .turns = {{'w', 0, 900}, {'b', 0, -100}, {'w', 0, 900}}, .verdict = '-'},
        /* Because of forced passes one player has several turns in a row. */
        {.resign = RULE,
         .turns = {{'w', 0, 900}, {'b', 0, -900}, {'b', 0, -900}},
         .verdict = 'b',
         .decided_after = 3},
        {.turns = {{'w', 0, -9999}, {'w', MATE, -1}}, .verdict = '-'},
    };
    CHECK(cases);
}

static void test_forced_wins(void **state) {
    static const ResignRule RULE = {.turns = 1, .score_cp = INT_MAX};
    static const DrawRule DRAW = {.turns = 1, .score_cp = INT_MAX - 1};
    const AdjudicationCase cases[] = {
        {.resign = RULE, .turns = {{'w', MATE, -9}}, .verdict = 'w', .decided_after = 1},
        {.resign = RULE, .turns = {{'b', MATE, 0}}, .verdict = 'b', .decided_after = 1},
        {.resign = RULE, .turns = {{'b', MATE, 3}}, .verdict = '-'},
        {.draw = DRAW, .turns = {{'w', MATE, 1}, {'b', MATE, -1}}, .verdict = '-'},
    };
    CHECK(cases);
}

static void test_resign_two_sided(void **state) {
    static const ResignRule RULE = {.turns = 2, .score_cp = 600, .is_two_sided = true};
    const AdjudicationCase cases[] = {
        {.resign = RULE,
         .turns = {{'w', 0, -700}, {'b', 0, 700}, {'w', 0, -700}, {'b', 0, 600}},
         .verdict = 'w',
         .decided_after = 4},
        {.resign = RULE,
         .turns = {{'w', 0, -700}, {'b', 0, 700}, {'w', 0, -700}, {'b', 0, 599}, {'w', 0, -700}},
         .verdict = '-'},
        {.resign = RULE,
         .turns = {{'w', MATE, -3}, {'b', MATE, 3}, {'w', MATE, -2}, {'b', MATE, 2}},
         .verdict = 'w',
         .decided_after = 4},
    };
    CHECK(cases);
}

static void test_draw(void **state) {
    static const DrawRule RULE = {.turns = 2, .score_cp = 10};
    static const DrawRule LATE = {.first_turn = 4, .turns = 1, .score_cp = 10};
    const AdjudicationCase cases[] = {
        {.draw = RULE,
         .turns = {{'w', 0, 10}, {'b', 0, -10}, {'w', 0, 0}, {'b', 0, 5}},
         .verdict = '=',
         .decided_after = 4},
        {.draw = RULE,
         .turns = {{'w', 0, 0}, {'b', 0, 11}, {'w', 0, 0}, {'b', 0, 0}, {'w', 0, 0}},
         .verdict = '-'},
        {.draw = RULE,
         .turns = {{'w', 0, 0}, {'b', 0, 0}, {'w', 0, -11}, {'b', 0, 0}, {'w', 0, 0}, {'b', 0, 0}},
         .verdict = '-'},
        {.draw = RULE,
         .turns = {{'w', 0, 0}, {'b', 0, 0}, {'w', NONE, 0}, {'b', 0, 0}},
         .verdict = '-'},
        /* One player's turns are not enough, however many follow each other. */
        {.draw = RULE,
         .turns = {{'w', 0, 0}, {'w', 0, 0}, {'w', 0, 0}, {'b', 0, 0}},
         .verdict = '-'},
        /* Both players must have made their fourth turn; those of the opening count. */
        {.draw = LATE,
         .turns = {{'w', 0, 0},
                   {'b', 0, 0},
                   {'w', 0, 0},
                   {'b', 0, 0},
                   {'w', 0, 0},
                   {'b', 0, 0},
                   {'w', 0, 0},
                   {'b', 0, 0}},
         .verdict = '=',
         .decided_after = 8},
        {.draw = LATE,
         .opening_turns = 6,
         .turns = {{'w', 0, 0}, {'b', 0, 0}},
         .verdict = '=',
         .decided_after = 2},
        {.draw = LATE,
         .opening_turns = 6,
         .forced_passes = 1,
         .turns = {{'w', 0, 0}, {'b', 0, 0}},
         .verdict = '-'},
        {.turns = {{'w', 0, 0}, {'b', 0, 0}, {'w', 0, 0}, {'b', 0, 0}}, .verdict = '-'},
    };
    CHECK(cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_forced_wins),
        cmocka_unit_test(test_resign_two_sided),
        cmocka_unit_test(test_draw),
    };
    return test_run("adjudicator", tests);
}
