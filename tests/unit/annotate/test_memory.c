/* An annotated game is written while each allocation in turn fails: then it is complete, or there
 * is an error. */
#include "unit/failing_allocations.h"

#include "annotate/annotated_pgn.h"
#include "annotate/page.h"
#include "base/os/stream.h"

#include <stdio.h>
#include <string.h>

static char board_text[] = "<p>board</p><!--game-->";
static const ViewerBoard BOARD = {board_text, board_text + 12};

/* --- what is written --- */

typedef bool AnnotationWriter(FILE *out, StoredGame *stored, Annotation *annotation, Error *error);

static AnnotationWriter *write_game;
static const char *part; /* the part of the output that is compared */

static bool write_annotated(StoredGame *stored, Annotation *annotation, ScenarioResult *result,
                            Error *error) {
    MemoryStream out;
    if (!memory_stream_open(&out))
        return error_set(error, "out of memory");
    bool done = write_game(out.file, stored, annotation, error);
    if (!memory_stream_close(&out))
        done = error_set(error, "out of memory");
    if (done) {
        assert_non_null(strstr(out.bytes, part));
        scenario_note_bytes(result, "written", out.bytes, out.size);
    }
    free(out.bytes);
    return done;
}

/* --- the game --- */

static bool play(StoredGame *stored, Error *error) {
    static const char *const TURNS[] = {"e2e4", "d7d5", "e4d5", "d8d5"};
    stored_game_init(stored, ruleset_find("6170-spring-2007"));
    bool done = true;
    for (size_t i = 0; done && i < sizeof TURNS / sizeof *TURNS; i++)
        done = game_play_text(&stored->game, TURNS[i], GAME_NO_CLOCK, error);
    return done;
}

/* Each player's first turn is a blunder; there was a better one. */
static bool annotate(StoredGame *stored, ScenarioResult *result, Error *error) {
    Annotation annotation;
    if (!annotation_init(&annotation, &stored->game, 0, error))
        return false;
    for (int i = 0; i < annotation.count; i++) {
        AnnotatedPosition *at = &annotation.positions[i];
        at->score = (WhiteScore){.kind = WHITE_SCORE_CENTIPAWNS, .value = i % 2 ? -500 : 500};
        at->pv_length =
            i < 2 && notation_read_turn(&at->position, i ? "a7a6" : "a2a3", at->pv, NULL);
    }
    bool done = annotation_mark_turns(&annotation) || error_set(error, "out of memory");
    if (done) {
        assert_int_equal(annotation.positions[0].mark, MARK_BLUNDER);
        assert_int_equal(annotation.positions[2].mark, MARK_ONLY);
    }
    done = done && write_annotated(stored, &annotation, result, error);
    annotation_free(&annotation);
    return done;
}

static bool annotate_game(ScenarioResult *result, Error *error) {
    StoredGame stored;
    bool done = play(&stored, error) && annotate(&stored, result, error);
    stored_game_free(&stored);
    return done;
}

/* --- formats --- */

static bool write_pgn(FILE *out, StoredGame *stored, Annotation *annotation, Error *error) {
    return annotated_pgn_write(out, stored, annotation, error);
}

static bool write_page(FILE *out, StoredGame *stored, Annotation *annotation, Error *error) {
    static const AnalysisConfig CONFIG = {.engine = "engine", .depth = 1};
    static const AnalysisReport REPORT = {.engine = "Engine", .knows_rulesets = true};
    Page page = {.stored = stored,
                 .annotation = annotation,
                 .config = &CONFIG,
                 .report = &REPORT,
                 .board = &BOARD};
    return page_write(out, &page, error);
}

static void check(AnnotationWriter *writer, const char *written) {
    write_game = writer;
    part = written;
    each_allocation_fails(annotate_game, NULL);
}

static void test_pgn(void **state) {
    check(write_pgn, "1. e4 $4 { [%eval -5.00] } ( 1. a3 )");
}

static void test_page(void **state) {
    check(write_page, "<iframe id=\"viewer\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn),
        cmocka_unit_test(test_page),
    };
    return test_run("memory of the annotator", tests);
}
