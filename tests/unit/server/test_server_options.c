/* The options as the protocols list and set them. */
#include "unit/capture.h"

#include "server/server_options.h"

#include <string.h>

typedef struct {
    Capture *capture;
    Transcript *out;
    Engine *engine;
} OptionsFixture;

static void begin(OptionsFixture *fixture, FileAccess files) {
    fixture->capture = capture_new();
    fixture->out = transcript_new(fixture->capture->stream);
    fixture->engine = engine_new(files);
    assert_true(fixture->out && fixture->engine);
}

static void end(OptionsFixture *fixture) {
    engine_free(fixture->engine);
    transcript_free(fixture->out);
    capture_free(fixture->capture);
}

/* The log is listed with the engine's options, unless no file may be named. */
static void test_lists(void **state) {
    OptionsFixture fixture;
    begin(&fixture, (FileAccess){.only = NULL});
    server_options_print_uci(fixture.engine, fixture.out);
    const char *text = fixture.capture->text;
    assert_non_null(strstr(text, "option name Threads type spin default 1 min 1 max 256\n"
                                 "option name Hash type spin "));
    assert_non_null(strstr(text, "option name Tournament Draws type check default false\n"
                                 "option name Debug Log File type string default <empty>\n"
                                 "option name OwnBook type check default false\n"));
    assert_non_null(strstr(text, "option name UCI_Variant type combo default 6170-"));
    end(&fixture);

    begin(&fixture, (FileAccess){.only = NULL});
    server_options_print_cecp(fixture.engine, fixture.out);
    text = fixture.capture->text;
    assert_non_null(strstr(text, "feature option=\"Tournament Draws -check 0\"\n"
                                 "feature option=\"Debug Log File -file \"\n"
                                 "feature option=\"OwnBook -check 0\"\n"));
    assert_non_null(strstr(text, "feature option=\"Clear Hash -button\"\n"));
    assert_null(strstr(text, "Threads"));
    assert_null(strstr(text, "UCI_Variant"));
    end(&fixture);

    begin(&fixture, (FileAccess){.is_restricted = true});
    server_options_print_uci(fixture.engine, fixture.out);
    assert_null(strstr(fixture.capture->text, "File"));
    end(&fixture);
}

static void test_setting(void **state) {
    OptionsFixture fixture;
    Error error;
    begin(&fixture, (FileAccess){.only = NULL});
    assert_true(server_options_set(fixture.engine, fixture.out, "hash", "2", &error));
    assert_int_equal(engine_options(fixture.engine)->hash_mb, 2);
    assert_false(server_options_set(fixture.engine, fixture.out, "Hash", NULL, &error));
    assert_string_equal(error.text, "option Hash: the value is missing");
    assert_true(server_options_set(fixture.engine, fixture.out, "BookFile", "<empty>", &error));
    assert_true(server_options_set(fixture.engine, fixture.out, "debug log file", NULL, &error));
    assert_false(
        server_options_set(fixture.engine, fixture.out, "Debug Log File", "/no/such/file", &error));
    assert_non_null(strstr(error.text, "option Debug Log File: /no/such/file: No such file"));
    end(&fixture);
}

static void test_restricted_files(void **state) {
    OptionsFixture fixture;
    Error error;
    begin(&fixture, (FileAccess){.is_restricted = true});
    assert_false(server_options_set(fixture.engine, fixture.out, "Debug Log File", "", &error));
    assert_string_equal(error.text, "unknown option 'Debug Log File'");
    end(&fixture);
    begin(&fixture, (FileAccess){.is_restricted = true, .only = "mine"});
    assert_false(
        server_options_set(fixture.engine, fixture.out, "Debug Log File", "yours", &error));
    assert_string_equal(error.text, "option Debug Log File: 'yours' is not the file that "
                                    "--no-files allows");
    end(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_setting),
        cmocka_unit_test(test_restricted_files),
    };
    return test_run("server options", tests);
}
