/* server: a UCI server for tests, whose output can be read at any time. */
#ifndef MISERE_UNIT_UCI_SERVER_H
#define MISERE_UNIT_UCI_SERVER_H

#include "unit/capture.h"

#include "uci/uci.h"

typedef struct {
    Capture *capture;
    Uci *uci;
} Server;

/* For cmocka_unit_test_setup_teardown: *state is the Server. */
static inline int set_up(void **state) {
    Server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    server->capture = capture_new();
    server->uci = uci_new(server->capture->stream, (FileAccess){.only = NULL});
    assert_non_null(server->uci);
    *state = server;
    return 0;
}

static inline int tear_down(void **state) {
    Server *server = *state;
    uci_free(server->uci);
    capture_free(server->capture);
    free(server);
    return 0;
}

#endif
