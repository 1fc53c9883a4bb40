#include "wasm/server.h"

#include "base/os/stream.h"
#include "base/os/thread.h"
#include "uci/uci.h"

#include <stdlib.h>
#include <string.h>

struct WasmServer {
    Uci *uci;
    FILE *out; /* calls append_output */
    WasmServerState state;
    Mutex mutex; /* guards the rest */
    char *text;  /* output that was printed and has not been taken yet */
    size_t size, capacity;
    bool has_lost_output; /* has output been lost for lack of memory? */
};

/* Makes room for `needed` bytes of output. Returns false without memory. */
static bool reserve(WasmServer *server, size_t needed) {
    if (needed <= server->capacity)
        return true;
    char *text = realloc(server->text, 2 * needed);
    if (!text)
        return false;
    server->text = text;
    server->capacity = 2 * needed;
    return true;
}

/* Appends a piece of output. Returns false without memory. */
static bool append_output(void *context, const char *bytes, size_t size) {
    WasmServer *server = context;
    mutex_lock(&server->mutex);
    bool fits = reserve(server, server->size + size);
    if (fits && size > 0) {
        memcpy(server->text + server->size, bytes, size);
        server->size += size;
    }
    server->has_lost_output |= !fits;
    mutex_unlock(&server->mutex);
    return fits;
}

char *wasm_server_take_output(WasmServer *server) {
    mutex_lock(&server->mutex);
    size_t whole = server->size;
    while (whole > 0 && server->text[whole - 1] != '\n')
        whole--;
    char *lines = whole > 0 ? malloc(whole + 1) : NULL;
    if (lines) {
        memcpy(lines, server->text, whole);
        lines[whole] = '\0';
        server->size -= whole;
        memmove(server->text, server->text + whole, server->size);
    } else if (whole > 0) {
        server->state = WASM_SERVER_QUIT;
    }
    mutex_unlock(&server->mutex);
    return lines;
}

WasmServer *wasm_server_new(void) {
    WasmServer *server = calloc(1, sizeof *server);
    if (!server)
        return NULL;
    mutex_init(&server->mutex);
    server->out = stream_to_writer(append_output, server);
    server->uci = server->out ? uci_new(server->out, (FileAccess){.only = NULL}) : NULL;
    if (server->uci)
        return server;
    wasm_server_free(server);
    return NULL;
}

void wasm_server_free(WasmServer *server) {
    if (!server)
        return;
    uci_free(server->uci);
    if (server->out)
        fclose(server->out);
    mutex_destroy(&server->mutex);
    free(server->text);
    free(server);
}

static bool has_lost_output(WasmServer *server) {
    mutex_lock(&server->mutex);
    bool has_lost = server->has_lost_output;
    mutex_unlock(&server->mutex);
    return has_lost;
}

static void set_state(WasmServer *server, bool searches) {
    server->state = has_lost_output(server)    ? WASM_SERVER_QUIT
                    : searches                 ? WASM_SERVER_SEARCHES
                    : uci_is_busy(server->uci) ? WASM_SERVER_WAITS
                                               : WASM_SERVER_IDLE;
}

void wasm_server_execute(WasmServer *server, const char *line) {
    char *copy = strdup(line); /* a copy, because uci_submit modifies the line */
    if (copy && uci_submit(server->uci, copy))
        set_state(server, true);
    else
        server->state = WASM_SERVER_QUIT;
    free(copy);
}

void wasm_server_run(WasmServer *server) {
    if (server->state == WASM_SERVER_QUIT)
        return;
    bool searches = thread_run_others();
    set_state(server, uci_resume(server->uci) || searches);
}

WasmServerState wasm_server_state(const WasmServer *server) {
    return server->state;
}
