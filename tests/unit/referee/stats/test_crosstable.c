/* The crosstable: ranking and layout. */
#include "unit/testing.h"

#include "referee/stats/crosstable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Scoring USUAL = {1, 0.5, 0}, THREE = {3, 1, 0};

enum { MOST = 20 };

typedef struct {
    Entrant entrants[MOST];
    Tally tallies[MOST * MOST];
    Crosstable crosstable;
} Field;

static void field_init(Field *field, int count, const char *const names[], Scoring scoring) {
    *field = (Field){0};
    for (int i = 0; i < count; i++)
        field->entrants[i].name = names[i];
    field->crosstable = (Crosstable){.count = count,
                                     .entrants = field->entrants,
                                     .tallies = field->tallies,
                                     .evidence = field->tallies,
                                     .scoring = scoring};
}

static void field_set(Field *field, int i, int j, Tally tally) {
    field->tallies[i * field->crosstable.count + j] = tally;
    field->tallies[j * field->crosstable.count + i] = tally_reversed(&tally);
}

static void field_play(Field *field, int i, int j, int64_t wins, int64_t draws, int64_t losses) {
    field_set(field, i, j, (Tally){.wins = wins, .draws = draws, .losses = losses});
}

static char *print(const Crosstable *crosstable) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(crosstable_print(out, crosstable, 0));
    fclose(out);
    return text;
}

static void assert_printed(const Crosstable *crosstable, const char *expected) {
    char *text = print(crosstable);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_shows(const Crosstable *crosstable, const char *part, bool shown) {
    char *text = print(crosstable);
    if ((strstr(text, part) != NULL) != shown)
        fail_msg("%s '%s' in:\n%s", shown ? "missing:" : "unwanted:", part, text);
    free(text);
}

/* --- ranking --- */

static const char *const LETTERS[] = {"A", "B", "C", "D"};

/* A beats B, B beats C, C beats A; D draws with A and loses to B and C. So A has 1.5 points, B and
 * C have 2 and D has 0.5. Sonneborn-Berger: B beat C and D, 2 + 0.5; C beat A and D, 1.5 + 0.5; A
 * beat B and drew with D, 2 + 0.25; D drew with A, 0.75. */
static void make_circle(Field *field) {
    field_init(field, 4, LETTERS, USUAL);
    field_play(field, 0, 1, 1, 0, 0);
    field_play(field, 1, 2, 1, 0, 0);
    field_play(field, 2, 0, 1, 0, 0);
    field_play(field, 3, 0, 0, 1, 0);
    field_play(field, 3, 1, 0, 0, 1);
    field_play(field, 3, 2, 0, 0, 1);
}

static void assert_order(const CrosstableRow *rows, const char *names) {
    for (int i = 0; names[i]; i++)
        assert_int_equal(rows[i].entrant->name[0], names[i]);
}

static void test_sonneborn_berger(void **state) {
    static const double POINTS[] = {2, 2, 1.5, 0.5}, EXPECTED[] = {2.5, 2, 2.25, 0.75};
    Field field;
    CrosstableRow rows[4];
    make_circle(&field);
    crosstable_rank(&field.crosstable, rows);
    assert_order(rows, "BCAD");
    for (int i = 0; i < 4; i++) {
        assert_true(rows[i].points == POINTS[i]);
        assert_true(rows[i].sonneborn_berger == EXPECTED[i]);
        assert_true(rows[i].buchholz == 0);
        assert_int_equal(rows[i].rank, i + 1);
    }
    assert_int_equal(rows[2].index, 0);
    assert_int_equal(rows[2].wins, 1);
    assert_int_equal(rows[2].draws, 1);
    assert_int_equal(rows[2].losses, 1);
}

/* A and B have a win each. A's opponent C has no points, B's opponent D has one from a bye. So B is
 * first by Buchholz, then D, who lost to B, before A, who met C. */
static void test_buchholz_and_byes(void **state) {
    Field field;
    CrosstableRow rows[4];
    field_init(&field, 4, LETTERS, USUAL);
    field_play(&field, 0, 2, 1, 0, 0);
    field_play(&field, 1, 3, 1, 0, 0);
    field.entrants[3].byes = 1;
    field.crosstable.swiss = true;
    crosstable_rank(&field.crosstable, rows);
    assert_order(rows, "BDAC");
    assert_true(rows[0].buchholz == 1);
    assert_true(rows[1].points == 1 && rows[1].losses == 1 && rows[1].wins == 0);
    field.crosstable.scoring = THREE;
    crosstable_rank(&field.crosstable, rows);
    assert_true(rows[0].points == 3 && rows[0].buchholz == 3);
}

static void test_ties(void **state) {
    static const char *const NAMES[] = {"same", "b", "same", "a"};
    Field field;
    CrosstableRow rows[4];
    field_init(&field, 4, NAMES, USUAL);
    field_play(&field, 0, 1, 0, 2, 0);
    field_play(&field, 2, 3, 0, 2, 0);
    crosstable_rank(&field.crosstable, rows);
    assert_order(rows, "abss");
    assert_int_equal(rows[2].index, 0);
    assert_int_equal(rows[3].index, 2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(rows[i].rank, 1);
}

static void test_scoring_changes_the_order(void **state) {
    /* A: a win and three losses, 1 or 3 points. B: three draws and a loss, 1.5 or 3 points. */
    Field field;
    CrosstableRow rows[4];
    field_init(&field, 4, LETTERS, USUAL);
    field_play(&field, 0, 2, 1, 0, 3);
    field_play(&field, 1, 3, 0, 3, 1);
    crosstable_rank(&field.crosstable, rows);
    assert_order(rows, "CDBA");
    field.crosstable.scoring = (Scoring){4, 1, 0};
    crosstable_rank(&field.crosstable, rows);
    assert_order(rows, "CDAB");
}

/* --- the table --- */

static void test_table(void **state) {
    Field field;
    make_circle(&field);
    char *text = print(&field.crosstable);
    /* Ratings are tested in test_statistics. */
    assert_non_null(strstr(text, "#  Player     Elo     +-  Points  Games  +  =  -  Score    SB"
                                 "      1      2      3      4\n"));
    assert_non_null(strstr(text, "     2.0      3  2  0  1  66.7%  2.50"
                                 "      -  1.0/1  0.0/1  1.0/1\n"));
    assert_non_null(strstr(text, "     0.5      3  0  1  2  16.7%  0.75"
                                 "  0.0/1  0.0/1  0.5/1      -\n"));
    free(text);
    field.crosstable.scoring = THREE;
    field.crosstable.swiss = true;
    assert_shows(&field.crosstable, "  Score  Buchholz    SB    1    2    3    4\n", true);
    assert_shows(&field.crosstable, "  6      3  2  0  1  66.7%", true);
    field.crosstable.scoring = (Scoring){1, 0.25, 0};
    assert_shows(&field.crosstable, "  0.25/1", true);
}

static void test_forfeits_are_shown_if_any(void **state) {
    Field field;
    make_circle(&field);
    assert_shows(&field.crosstable, "Time", false);
    field.entrants[3].forfeits[FORFEIT_ILLEGAL] = 2;
    assert_shows(&field.crosstable, "  Score  Illegal    SB", true);
    assert_shows(&field.crosstable, "  16.7%        2  0.75", true);
    field.entrants[1].forfeits[FORFEIT_TIME] = 1;
    field.entrants[1].forfeits[FORFEIT_CRASH] = 1;
    assert_shows(&field.crosstable, "  Score  Time  Illegal  Crash    SB", true);
}

static void test_no_cross_for_many(void **state) {
    static const char *const NAMES[MOST] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                            "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
    Field field;
    field_init(&field, CROSSTABLE_CROSS_MAX, NAMES, USUAL);
    field_play(&field, 0, 1, 1, 0, 0);
    assert_shows(&field.crosstable, "  1.0/1", true);
    assert_shows(&field.crosstable, "  .", true);
    field_init(&field, CROSSTABLE_CROSS_MAX + 1, NAMES, USUAL);
    field_play(&field, 0, 1, 1, 0, 0);
    assert_shows(&field.crosstable, "  1.0/1", false);
    field_init(&field, 1, NAMES, USUAL);
    assert_shows(&field.crosstable, "1  a       +0.0  0.0     0.0      0  0  0  0      -", true);
}

/* --- a match --- */

static void assert_estimate(const Crosstable *crosstable, const char *expected) {
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    crosstable_print_estimate(out, crosstable);
    fclose(out);
    assert_string_equal(text, expected);
}

static void test_match(void **state) {
    static const char *const NAMES[] = {"misere", "fairy"};
    Field field;
    Sprt sprt;
    sprt_start(&sprt, &(SprtParams){0, 50, 0.05, 0.05, false});
    field_init(&field, 2, NAMES, USUAL);
    field_set(&field, 0, 1,
              (Tally){.wins = 29,
                      .draws = 56,
                      .losses = 15,
                      .pentanomial = {2, 8, 20, 14, 6},
                      .win_loss_pairs = 3});
    assert_printed(&field.crosstable,
                   "#  Player  Points  Games   +   =   -  Score\n"
                   "1  misere    57.0    100  29  56  15  57.0%\n"
                   "2  fairy     43.0    100  15  56  29  43.0%\n"
                   "\n"
                   "misere against fairy\n"
                   "  Score  57.0% (95%: 50.1% .. 63.9%)\n"
                   "  Elo    +49.0 +- 49.5 (95%: +0.5 .. +99.5), variance of pairs\n"
                   "  nElo   +68.7 +- 68.1\n"
                   "  LOS    97.2%\n"
                   "  Draws  56.0%\n"
                   "  Pairs  0: 2, 1/2: 8, 1: 20 (3 of a win and a loss), 3/2: 14, 2: 6\n");
    assert_estimate(&field.crosstable,
                    "misere against fairy: Elo +49.0 +- 49.5, nElo +68.7 +- 68.1, LOS 97.2%\n");
    field.crosstable.sprt = &sprt;
    assert_estimate(&field.crosstable,
                    "misere against fairy: Elo +49.0 +- 49.5, nElo +68.7 +- 68.1, LOS 97.2%, LLR "
                    "+0.00 (-2.94 .. +2.94)\n");
    assert_shows(
        &field.crosstable,
        "\n  SPRT   Elo 0 against 50: LLR +0.00 (-2.94 .. +2.94), undecided after 0 pairs\n", true);
}

static void test_match_of_losses_and_of_no_games(void **state) {
    static const char *const NAMES[] = {"weak", "strong"};
    Field field;
    field_init(&field, 2, NAMES, USUAL);
    field_play(&field, 0, 1, 0, 0, 20);
    assert_shows(&field.crosstable,
                 "\nweak against strong\n"
                 "  Score  0.0% (95%: 0.0% .. 13.9%)\n"
                 "  Elo    < -316.6 (95%: -inf .. -316.6), variance of games\n",
                 true);
    field_play(&field, 0, 1, 0, 0, 0);
    assert_shows(&field.crosstable, "1  strong     0.0      0  0  0  0      -\n", true);
    assert_shows(&field.crosstable, "Elo", false);
}

/* --- names --- */

static void test_names(void **state) {
    static const struct {
        const char *name, *truncated;
        int columns;
    } CASES[] = {
        {"", "", 0},
        {"exactly twenty-four long", "exactly twenty-four long", 24},
        {"exactly twenty-five long.", "exactly twenty-five lo..", 24},
        {"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f", 4},
        {"e\xcc\x81", "e\xcc\x81", 1},                               /* a combining accent */
        {"\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x97\xa5\xe6\x9c\xac", 4}, /* wide */
        {"\xf0\x9f\x99\x82", "\xf0\x9f\x99\x82", 2},
        {"why?", "why?", 4},
        {"tab\there\x1b[31m", "tab?here?[31m", 13},
        {"\x7f\xc2\x80", "??", 2},          /* DEL and a C1 control */
        {"\xe2\x80\xae live", "? live", 6}, /* right-to-left override */
        {"\xff\xfe", "??", 2},              /* not UTF-8 */
        {"\xc0\xaf", "??", 2},              /* an overlong encoding */
        {"\xed\xa0\x80", "???", 3},         /* a surrogate */
        {"\xf4\x90\x80\x80", "????", 4},    /* beyond Unicode */
        {"\xe2\x82", "??", 2},              /* an incomplete character */
        {"\xef\xbf\xbf", "?", 1},           /* a noncharacter */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char truncated[CROSSTABLE_NAME_SIZE];
        int columns = crosstable_truncate(CASES[i].name, CROSSTABLE_NAME_COLUMNS, truncated,
                                          sizeof truncated);
        assert_string_equal(truncated, CASES[i].truncated);
        assert_int_equal(columns, CASES[i].columns);
    }
}

static void test_names_are_cut_between_characters(void **state) {
    char name[1024] = "", truncated[CROSSTABLE_NAME_SIZE], small[4];
    for (int i = 0; i < 20; i++)
        strcat(name, "\xe6\x97\xa5");
    assert_int_equal(crosstable_truncate(name, 24, truncated, sizeof truncated), 24);
    assert_int_equal(strlen(truncated), 11 * 3 + 2);
    assert_int_equal(crosstable_truncate(name, 23, truncated, sizeof truncated), 22);
    strcpy(name, "e");
    for (int i = 0; i < 500; i++)
        strcat(name, "\xcc\x81");
    assert_int_equal(crosstable_truncate(name, 24, truncated, sizeof truncated), 3);
    assert_true(strlen(truncated) < sizeof truncated);
    assert_int_equal(crosstable_truncate("abcd", 24, small, sizeof small), 3);
    assert_string_equal(small, "a..");
    assert_int_equal(crosstable_truncate("abc", 24, small, sizeof small), 3);
    assert_string_equal(small, "abc");
}

static void test_columns_stay_aligned(void **state) {
    static const char *const NAMES[] = {"\xe6\x97\xa5\xe6\x9c\xac", "gr\xc3\xbc\xc3\x9f", "plain"};
    Field field;
    field_init(&field, 3, NAMES, THREE);
    char *text = print(&field.crosstable);
    assert_non_null(strstr(text, "\xe6\x97\xa5\xe6\x9c\xac    +0.0"));
    assert_non_null(strstr(text, "gr\xc3\xbc\xc3\x9f    +0.0"));
    assert_non_null(strstr(text, "plain   +0.0"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sonneborn_berger),
        cmocka_unit_test(test_buchholz_and_byes),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_scoring_changes_the_order),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_forfeits_are_shown_if_any),
        cmocka_unit_test(test_no_cross_for_many),
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_match_of_losses_and_of_no_games),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_names_are_cut_between_characters),
        cmocka_unit_test(test_columns_stay_aligned),
    };
    return test_run("crosstable", tests);
}
