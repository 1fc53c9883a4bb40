/* server: the UCI server for a host that has no streams, such as a web worker: lines go in and out
 * as strings. One thread, the owner, calls everything here. */
#ifndef MISERE_WASM_SERVER_H
#define MISERE_WASM_SERVER_H

#include <stdbool.h>

typedef struct WasmServer WasmServer;

/* Starts an engine. NULL if there is not enough memory or no thread can be started. */
WasmServer *wasm_server_new(void);

/* Stops a running search and frees everything. NULL is allowed. */
void wasm_server_free(WasmServer *server);

/* Executes one command, or lets it wait, as uci_submit(). */
void wasm_server_execute(WasmServer *server, const char *line);

/* In the build with one thread, lets the search, and the computation of a tablebase, run for about
 * 15 ms each. Then executes the commands that have waited for the end of a search. */
void wasm_server_run(WasmServer *server);

typedef enum {
    WASM_SERVER_IDLE,     /* there is no output until the next command */
    WASM_SERVER_SEARCHES, /* a search or computation needs this thread: call wasm_server_run soon */
    WASM_SERVER_WAITS,    /* another thread searches, or the search waits for a command */
    WASM_SERVER_QUIT,     /* the last command was `quit`, or there is not enough memory: some output
                             is lost */
} WasmServerState;

/* The state after the last wasm_server_execute or wasm_server_run. After each of these, first take
 * the output; if that runs out of memory, the state becomes WASM_SERVER_QUIT. Both functions return
 * nothing because Emscripten loses the result of a function that changes stacks. */
WasmServerState wasm_server_state(const WasmServer *server);

/* Takes the complete lines that were printed since the last call, each with its newline. The
 * caller frees them. NULL if there are none, or if there is not enough memory. */
char *wasm_server_take_output(WasmServer *server);

#endif
