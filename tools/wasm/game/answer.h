/* answer: the text that a call leaves for its caller, which is in another language. One thread at a
 * time may use a WasmAnswer. */
#ifndef MISERE_WASM_GAME_ANSWER_H
#define MISERE_WASM_GAME_ANSWER_H

#include <stdbool.h>

/* Must be all zero before the first use. Free with wasm_answer_free. */
typedef struct {
    char *text; /* NULL: none, or memory is out */
} WasmAnswer;

void wasm_answer_free(WasmAnswer *answer);

/* The last answer; valid until the next one. */
const char *wasm_answer_text(const WasmAnswer *answer);

/* Answers with this text, of which it takes ownership. False if that is NULL: memory is out. */
bool wasm_answer_take(WasmAnswer *answer, char *text);

/* Answers with a copy of the text. */
bool wasm_answer_copy(WasmAnswer *answer, const char *text);

/* Answers with the reason of a failure. Always returns false. */
bool wasm_answer_fail(WasmAnswer *answer, const char *reason);

#endif
