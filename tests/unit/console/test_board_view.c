/* The board for people, in letters, in symbols and with colours. */
#include "unit/errors.h"

#include "console/board_view.h"

#include <stdlib.h>
#include <string.h>

/* Draws the position; the caller frees the text. */
static char *draw(const Position *pos, const BoardView *view) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    board_view_draw(out, pos, view);
    fclose(out);
    return text;
}

static Position position_of(const char *ruleset, const char *fen) {
    Position pos;
    Error error;
    assert_done(position_from_fen(&pos, ruleset_find(ruleset), fen, &error), &error);
    return pos;
}

static void test_letters(void **state) {
    Position pos =
        position_of("6170-spring-2006-antiking", "4k2r/p6p/3A4/8/8/3a4/P6P/4K3 w - - 0 1");
    BoardView view = {.marked = bit(8) | bit(24), .beside = {[0] = "above", [7] = "below"}};
    char *text = draw(&pos, &view);
    assert_string_equal(text, " 8     .     .  k  .     r    above\n"
                              " 7  p     .     .     .  p \n"
                              " 6     .     A     .     . \n"
                              " 5  .     .     .     .    \n"
                              " 4 [ ] .     .     .     . \n"
                              " 3  .     .  a  .     .    \n"
                              " 2 [P] .     .     .     P \n"
                              " 1  .     .     K     .       below\n"
                              "    a  b  c  d  e  f  g  h\n");
    free(text);
    view.bottom = BLACK;
    text = draw(&pos, &view);
    assert_true(strncmp(text, " 1     .     K     .     .    above\n", 36) == 0);
    assert_non_null(strstr(text, " 2  P     .     .     . [P]\n"));
    assert_non_null(strstr(text, " 8  r     .  k  .     .       below\n"));
    assert_non_null(strstr(text, "    h  g  f  e  d  c  b  a\n"));
    free(text);
}

static void test_symbols(void **state) {
    Position pos =
        position_of("6170-spring-2006-antiking", "4k2r/p6p/3A4/8/8/3a4/P6P/4K3 w - - 0 1");
    BoardView view = {.style = {.has_unicode = true}};
    char *text = draw(&pos, &view);
    assert_non_null(strstr(text, "♚"));
    assert_non_null(strstr(text, "♜"));
    assert_non_null(strstr(text, "♔"));
    assert_non_null(strstr(text, "♙"));
    assert_non_null(strstr(text, " A ")); /* Unicode has no anti-king */
    assert_non_null(strstr(text, " a "));
    assert_null(strchr(text, '\033'));
    free(text);
}

/* Every square has a background, and the colours end with each square. */
static void test_colours(void **state) {
    Position pos;
    position_start(&pos, ruleset_default());
    for (TtyColours colours = TTY_16_COLOURS; colours <= TTY_256_COLOURS; colours++) {
        BoardView view = {.style = {.has_unicode = true, .colours = colours}};
        char *plain = draw(&pos, &view);
        int begins = 0, ends = 0;
        for (const char *c = plain; (c = strchr(c, '\033')); c++) {
            bool is_end = strncmp(c, "\033[0m", 4) == 0;
            ends += is_end;
            begins += !is_end;
        }
        assert_int_equal(begins, SQUARES);
        assert_int_equal(ends, SQUARES);
        view.marked = bit(0);
        char *marked = draw(&pos, &view);
        assert_string_not_equal(plain, marked);
        assert_null(strchr(strstr(marked, "0m"), ']'));
        free(plain);
        free(marked);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_colours),
    };
    return test_run("board_view", tests);
}
