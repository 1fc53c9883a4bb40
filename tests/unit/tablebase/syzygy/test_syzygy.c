/* Syzygy tables: two that the test writes are read everywhere as they were written; damaged ones
 * are refused with their name, and no mutant does harm. With MISERE_TABLES, a folder of real
 * tables, positions that were looked up there are right. */
#include "unit/positions.h"
#include "unit/tablebase/syzygy/written_table.h"
#include "unit/temporary_folder.h"

#include "base/os/path.h"
#include "rules/outcome.h"
#include "tablebase/syzygy/syzygy.h"
#include "tablebase/syzygy/table_file.h"

static char folder[128];

static const SyzygyMaterial KING_QUEEN = {.counts = {{[KING] = 1}, {[QUEEN] = 1}}, .total = 2};
static const uint8_t CODES[] = {6, 13}; /* a white king, a black queen */
static const int ORDER[2] = {0, 0};

static SyzygyLayout layout;
static WrittenTable wdl_table, dtz_table;

static void path_of(char path[200], const char *name) {
    snprintf(path, 200, "%s/%s", folder, name);
}

static bool set_up(Position *pos, Square king, Square queen, Colour side) {
    position_clear(pos, ruleset_find("antichess"));
    if (king == queen)
        return false;
    position_put(pos, king, piece_make(WHITE, KING));
    position_put(pos, queen, piece_make(BLACK, QUEEN));
    pos->side = pos->player = (uint8_t)side;
    return position_finish(pos, NULL) && !outcome_is_over(outcome_of(pos));
}

/* The result for the side to move: 0 a draw, n a win in n half-moves, -n a loss in n. */
static int8_t results[COLOURS][SQUARES][SQUARES];

static int8_t *result_at(const Position *pos) {
    Square king = lsb(pos->by_colour[WHITE]), queen = lsb(pos->by_colour[BLACK]);
    return &results[pos->side][king][queen];
}

typedef void VisitPosition(const Position *pos, void *context);

/* Visits all positions of a king against a queen. */
static void for_each_position(VisitPosition *visit, void *context) {
    for (int i = 0; i < SQUARES * SQUARES * 2; i++) {
        Position pos;
        if (set_up(&pos, i % 64, i / 64 % 64, i < SQUARES * SQUARES ? WHITE : BLACK))
            visit(&pos, context);
    }
}

/* The result after a half-move, for the side that makes it. */
static int result_after(const Position *pos, Move move) {
    Position after;
    position_apply(&after, pos, move);
    Outcome outcome = outcome_of(&after);
    if (outcome_is_over(outcome))
        return outcome.drawn ? 0 : outcome.winner == (Colour)pos->side ? 1 : -1;
    int result = *result_at(&after);
    return result > 0 ? -result - 1 : result < 0 ? 1 - result : 0;
}

/* Decides a position whose end is `*context` half-moves away. */
static void decide_position(const Position *pos, void *context) {
    MoveList list;
    int distance = *(int *)context, longest = 0;
    bool is_lost = true;
    if (*result_at(pos) != 0)
        return;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        int result = result_after(pos, list.moves[i]);
        if (result == distance)
            *result_at(pos) = (int8_t)distance;
        is_lost = is_lost && result < 0;
        longest = -result > longest ? -result : longest;
    }
    if (is_lost && longest == distance)
        *result_at(pos) = (int8_t)-distance;
}

static void solve(void) {
    for (int distance = 1; distance < 60; distance++)
        for_each_position(decide_position, &distance);
}

static int wdl_of(const Position *pos) {
    int result = *result_at(pos);
    return result > 0 ? 2 : result < 0 ? -2 : 0;
}

/* The numbers of the tables. DTZ only with White to move, and by their place in a map. */
typedef struct {
    uint8_t wdl[COLOURS][518], dtz[518];
} Values;

static void note_values(const Position *pos, void *context) {
    Values *values = context;
    Square squares[SYZYGY_PIECES_MAX] = {lsb(pos->by_colour[WHITE]), lsb(pos->by_colour[BLACK])};
    uint64_t index = syzygy_layout_index(&layout, squares);
    values->wdl[pos->side][index] = (uint8_t)(wdl_of(pos) + 2);
    if (pos->side == WHITE && *result_at(pos) != 0)
        values->dtz[index] = (uint8_t)(64 - abs(*result_at(pos)));
}

static void put_beginning(WrittenTable *table, uint32_t magic, int flags) {
    *table = (WrittenTable){0};
    put(table, magic, 4);
    put(table, (uint64_t)flags, 1);
    put(table, 0, 1);
    put(table, 0x66, 1);
    put(table, 0xdd, 1);
}

static void write_tables(const Values *values) {
    char path[200];
    uint64_t count = layout.size;
    put_beginning(&wdl_table, 0x21bc55bc, 1);
    for (int i = 0; i < 2; i++)
        put_head(&wdl_table, 0, count);
    for (int i = 0; i < 2; i++)
        put_index(&wdl_table, count);
    for (int i = 0; i < 2; i++)
        put_sizes(&wdl_table, count);
    for (int side = WHITE; side < COLOURS; side++)
        put_blocks(&wdl_table, values->wdl[side], count);
    seal(&wdl_table);
    put_beginning(&dtz_table, 0x501bf5d6, 0);
    put_head(&dtz_table, 2 | 4 | 8, count);
    for (int map = 0; map < 4; map++) {
        put(&dtz_table, 64, 1);
        for (uint64_t i = 0; i < 64; i++)
            put(&dtz_table, 63 - i, 1);
    }
    align(&dtz_table, 2);
    put_index(&dtz_table, count);
    put_sizes(&dtz_table, count);
    put_blocks(&dtz_table, values->dtz, count);
    seal(&dtz_table);
    path_of(path, "KvQ.gtbw");
    write_table(&wdl_table, path);
    path_of(path, "KvQ.gtbz");
    write_table(&dtz_table, path);
}

static int set_up_tables(void **state) {
    static Values values;
    if (!path_make_temporary(folder, sizeof folder) ||
        !syzygy_layout_init(&layout, &KING_QUEEN, CODES, ORDER, 0))
        return 1;
    assert_int_equal(layout.size, 518);
    solve();
    for_each_position(note_values, &values);
    write_tables(&values);
    return 0;
}

static int remove_tables(void **state) {
    remove_folder(folder);
    return 0;
}

static Syzygy *open_tables(const char *ruleset, const char *folders) {
    Syzygy *syzygy;
    assert_true(syzygy_new(ruleset_find(ruleset), folders, &syzygy));
    return syzygy;
}

/* --- reading --- */

static void check_results(const Position *pos, void *context) {
    int wdl, dtz;
    assert_true(syzygy_probe_wdl(context, pos, &wdl));
    assert_int_equal(wdl, wdl_of(pos));
    assert_true(syzygy_probe_dtz(context, pos, &dtz));
    assert_int_equal(dtz, *result_at(pos));
}

/* Without pawns the results of all three rulesets are the same. */
static void test_results(void **state) {
    static const char *const RULESETS[] = {"antichess", "giveaway", "suicide"};
    char folders[300];
    snprintf(folders, sizeof folders, "/nowhere%c%c%s", path_list_separator(),
             path_list_separator(), folder);
    for (size_t i = 0; i < sizeof RULESETS / sizeof *RULESETS; i++) {
        Syzygy *syzygy = open_tables(RULESETS[i], folders);
        Error error;
        assert_true(syzygy_has_tables(syzygy));
        for_each_position(check_results, syzygy);
        assert_false(syzygy_take_error(syzygy, &error));
        syzygy_free(syzygy);
    }
}

static void test_colours_exchanged(void **state) {
    Syzygy *syzygy = open_tables("antichess", folder);
    Position pos = position_of("antichess", "8/8/8/3k4/8/8/8/Q7 w - - 0 1");
    Position same = position_of("antichess", "q7/8/8/8/3K4/8/8/8 b - - 0 1");
    int wdl, right;
    assert_true(syzygy_probe_wdl(syzygy, &pos, &wdl));
    assert_true(syzygy_probe_wdl(syzygy, &same, &right));
    assert_int_equal(wdl, right);
    syzygy_free(syzygy);
}

/* The best half-moves are those that lead to the end at the right distance. */
static void check_best_moves(const Position *pos, void *context) {
    MoveList best, all;
    assert_true(syzygy_best_moves(context, pos, false, &best) > 0);
    outcome_find(pos, &all);
    for (int i = 0; i < all.count; i++)
        assert_int_equal(movelist_has(&best, all.moves[i]),
                         result_after(pos, all.moves[i]) == *result_at(pos));
}

static void test_best_moves(void **state) {
    Syzygy *syzygy = open_tables("antichess", folder);
    for_each_position(check_best_moves, syzygy);
    syzygy_free(syzygy);
}

/* What is not there gives no results: other pieces, more pieces, castling rights, other rulesets.
 */
static void test_missing(void **state) {
    static const char *const MISSING[][2] = {{"antichess", "8/8/8/3k4/8/8/8/R7 w - - 0 1"},
                                             {"antichess", "8/8/8/3k4/8/8/P7/Q7 w - - 0 1"},
                                             {"antichess", "8/8/3kkk2/3k4/8/8/8/QQQ5 w - - 0 1"},
                                             {"giveaway", "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1"}};
    Error error;
    int wdl, dtz;
    MoveList best;
    for (size_t i = 0; i < sizeof MISSING / sizeof *MISSING; i++) {
        Syzygy *syzygy = open_tables(MISSING[i][0], folder);
        Position pos = position_of(MISSING[i][0], MISSING[i][1]);
        assert_false(syzygy_probe_wdl(syzygy, &pos, &wdl));
        assert_false(syzygy_probe_dtz(syzygy, &pos, &dtz));
        assert_int_equal(syzygy_best_moves(syzygy, &pos, false, &best), 0);
        assert_false(syzygy_take_error(syzygy, &error));
        syzygy_free(syzygy);
    }
    assert_null(open_tables("losers", folder));
    assert_null(open_tables("6170-spring-2007", folder));
    assert_null(open_tables("antichess", ""));
    assert_false(syzygy_has_tables(NULL));
    assert_false(syzygy_take_error(NULL, &error));
    Syzygy *nowhere = open_tables("antichess", "/nowhere");
    assert_false(syzygy_has_tables(nowhere));
    syzygy_free(nowhere);
    syzygy_free(NULL);
}

/* --- damage --- */

static TableFile *open_bytes(const WrittenTable *table, TableKind kind, Error *error) {
    char path[200];
    path_of(path, "damaged");
    write_table(table, path);
    return table_file_open(path, GAME_GIVEAWAY, kind, &KING_QUEEN, error);
}

static void assert_refused(const WrittenTable *table, const char *reason) {
    Error error;
    char expected[300];
    snprintf(expected, sizeof expected, "%s/damaged: %s", folder, reason);
    assert_null(open_bytes(table, TABLE_WDL, &error));
    assert_string_equal(error.text, expected);
}

static void test_damaged(void **state) {
    static WrittenTable table;
    Error error;
    table = wdl_table;
    table.bytes[0] ^= 1;
    assert_refused(&table, "not a Syzygy table of this kind");
    assert_refused(&dtz_table, "not a Syzygy table of this kind");
    table = wdl_table;
    table.size--;
    assert_refused(&table, "a damaged Syzygy table: its size is wrong");
    table.size = 3;
    assert_refused(&table, "not a Syzygy table of this kind");
    table.size = 0;
    assert_refused(&table, "the file is empty or too large");
    table = wdl_table;
    table.bytes[table.size / 2] ^= 1;
    assert_refused(&table, "a damaged Syzygy table: its checksum is wrong");
    /* With the right checksum, it is the table of other pieces. */
    table = wdl_table;
    table.bytes[6] = 0x55;
    table.size -= CHECKSUM_SIZE;
    seal(&table);
    assert_refused(&table, "a damaged Syzygy table");
    assert_null(table_file_open(folder, GAME_GIVEAWAY, TABLE_WDL, &KING_QUEEN, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
}

/* The user is told once; other tables are read all the same. */
static void test_damage_is_reported(void **state) {
    static WrittenTable table;
    char path[200];
    Error error;
    int wdl;
    Position pos = position_of("antichess", "8/8/8/3k4/8/8/8/R7 w - - 0 1");
    Syzygy *syzygy = open_tables("antichess", folder);
    table = wdl_table;
    table.bytes[100] ^= 1;
    path_of(path, "KvR.gtbw");
    write_table(&table, path);
    assert_false(syzygy_probe_wdl(syzygy, &pos, &wdl));
    assert_true(syzygy_take_error(syzygy, &error));
    assert_non_null(strstr(error.text, "KvR.gtbw: a damaged Syzygy table"));
    assert_false(syzygy_take_error(syzygy, &error));
    pos = position_of("antichess", "8/8/8/3k4/8/8/8/Q7 w - - 0 1");
    assert_true(syzygy_probe_wdl(syzygy, &pos, &wdl));
    syzygy_free(syzygy);
    assert_int_equal(remove(path), 0);
}

/* --- real tables --- */

static void test_real_tables(void **state) {
    static const struct {
        const char *ruleset, *fen;
        int wdl, dtz;
    } POSITIONS[] = {
        {"antichess", "8/8/8/8/8/8/2K5/k1K5 w - - 0 1", -2, -3},
        {"suicide", "8/8/8/8/8/8/3K4/k2K4 b - - 0 1", 2, 4},
    };
    const char *tables = getenv("MISERE_TABLES");
    if (!tables)
        print_message("# skipped: MISERE_TABLES is not set\n");
    for (size_t i = 0; tables && i < sizeof POSITIONS / sizeof *POSITIONS; i++) {
        Syzygy *syzygy = open_tables(POSITIONS[i].ruleset, tables);
        Position pos = position_of(POSITIONS[i].ruleset, POSITIONS[i].fen);
        int wdl, dtz;
        assert_true(syzygy_probe_wdl(syzygy, &pos, &wdl) && syzygy_probe_dtz(syzygy, &pos, &dtz));
        assert_int_equal(wdl, POSITIONS[i].wdl);
        assert_in_range(abs(dtz), abs(POSITIONS[i].dtz) - 1, abs(POSITIONS[i].dtz));
        syzygy_free(syzygy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),     cmocka_unit_test(test_colours_exchanged),
        cmocka_unit_test(test_best_moves),  cmocka_unit_test(test_missing),
        cmocka_unit_test(test_damaged),     cmocka_unit_test(test_damage_is_reported),
        cmocka_unit_test(test_real_tables),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("Syzygy", tests, set_up_tables, remove_tables);
}
