/* A CECP session when each allocation in turn fails. */
#include "unit/capture.h"
#include "unit/failing_allocations.h"

#include "base/os/path.h"
#include "cecp/cecp.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Capture *capture;
static char folder[64];
static char input[1024];

static const char *in_folder(const char *name) {
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Does it say that something is missing? */
static bool is_told(const char *said) {
    return strstr(said, "out of memory") || strstr(said, "Not enough memory") ||
           strstr(said, "cannot start");
}

/* After the game that was lost: a hint, the engine's turn, and the reply it expects. With two
 * threads they are not always the same. */
static void note_answers(ScenarioResult *result, const char *said) {
    const char *hint = strstr(said, "\nHint: "), *move = hint ? strstr(hint, "\nmove ") : NULL;
    scenario_note(result, "hint: %d, move: %d, reply: %d, experience: %d", hint != NULL,
                  move != NULL, move && strstr(move, "\nHint: "),
                  path_exists(in_folder("experience")));
}

static bool converse(ScenarioResult *result, Error *error) {
    unlink(in_folder("experience"));
    capture->length = 0;
    FILE *in = stream_from_bytes(input, strlen(input));
    if (!in)
        return error_set(error, "out of memory");
    bool done = cecp_loop(in, capture->stream, (FileAccess){.only = NULL});
    fclose(in);
    note_answers(result, capture->text);
    return (done && !is_told(capture->text)) || error_set(error, "out of memory");
}

static void test_session(void **state) {
    (void)state;
    each_allocation_fails(converse, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session),
    };
    bool has_ram = access("/dev/shm", W_OK) == 0; /* where waiting for the disk takes no time */
    snprintf(folder, sizeof folder, "%s/misere-cecp-XXXXXX", has_ram ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        return 1;
    capture = capture_new();
    snprintf(input, sizeof input,
             "protover 2\nsd 2\noption Threads=2\noption Experience File=%s\n"
             "option Debug Log File=%s/log\n"
             "variant antichess\nsetboard 8/8/8/8/8/1p6/8/N7 w - - 0 1\nusermove a1b3\n"
             "result 0-1 {Black has no pieces}\nnew\nhint\nanalyze\nexit\nnew\nsd 2\nhard\npost\n"
             "usermove e2e4\n",
             in_folder("experience"), folder);
    int failed = test_run("memory of a CECP session", tests);
    unlink(in_folder("experience"));
    unlink(in_folder("log"));
    rmdir(folder);
    capture_free(capture);
    return failed;
}
