#include "wasm/game/answer.h"

#include <stdlib.h>
#include <string.h>

void wasm_answer_free(WasmAnswer *answer) {
    wasm_answer_take(answer, NULL);
}

const char *wasm_answer_text(const WasmAnswer *answer) {
    return answer->text ? answer->text : "";
}

bool wasm_answer_take(WasmAnswer *answer, char *text) {
    free(answer->text);
    answer->text = text;
    return text != NULL;
}

bool wasm_answer_copy(WasmAnswer *answer, const char *text) {
    return wasm_answer_take(answer, strdup(text));
}

bool wasm_answer_fail(WasmAnswer *answer, const char *reason) {
    wasm_answer_copy(answer, reason);
    return false;
}
