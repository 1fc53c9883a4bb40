/* Walking a folder while each allocation in turn fails. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "base/os/directory.h"
#include "base/os/path.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static char folder[128];

static void put(const char *name) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_file(path, name);
}

static int set_up(void **state) {
    char path[200];
    if (!path_make_temporary(folder, sizeof folder))
        return -1;
    snprintf(path, sizeof path, "%s/b/d", folder);
    if (!directory_create_all(path, NULL))
        return -1;
    for (int i = 0; i < 70; i++) { /* more entries than the initial array holds */
        char name[16];
        snprintf(name, sizeof name, "b/%02d", i);
        put(name);
    }
    put("a");
    put("b/d/e");
    put("c");
    return 0;
}

static int tear_down(void **state) {
    remove_folder(folder);
    return 0;
}

static bool note(void *context, const DirectoryEntry *entry) {
    scenario_note(context, "%s: %d", entry->path, entry->reason);
    return true;
}

static bool walk(ScenarioResult *result, Error *error) {
    return directory_walk(folder, note, result) || error_set_errno(error, folder);
}

static void test_walk(void **state) {
    each_allocation_fails(walk, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_walk, set_up, tear_down),
    };
    return test_run("memory of the operating system's room", tests);
}
