/* answer: the text that a function leaves for a caller written in another language. Only one thread
 * at a time may use a WasmAnswer. */
#ifndef MISERE_WASM_GAME_ANSWER_H
#define MISERE_WASM_GAME_ANSWER_H

#include <stdbool.h>

/* Must be all zero before the first use. Free with wasm_answer_free. */
typedef struct {
    char *text; /* NULL: none, or not enough memory */
} WasmAnswer;

void wasm_answer_free(WasmAnswer *answer);

/* The last answer; valid until the next one. */
const char *wasm_answer_text(const WasmAnswer *answer);

/* Takes ownership of `text`, which becomes the answer. False if it is NULL (not enough memory). */
bool wasm_answer_take(WasmAnswer *answer, char *text);

/* Copies the text: that is the answer. False if there is not enough memory. */
bool wasm_answer_copy(WasmAnswer *answer, const char *text);

/* Copies the reason for a failure: that is the answer. Always returns false. */
bool wasm_answer_fail(WasmAnswer *answer, const char *reason);

#endif
