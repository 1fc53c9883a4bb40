#include "wasm/files/stored.h"

#include "base/os/stream.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/json/game_from_json.h"
#include "files/json/game_to_json.h"
#include "files/pgn_write.h"

#include <math.h>
#include <stdlib.h>

WasmStored *wasm_stored_new(void) {
    WasmStored *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    stored_game_init(&game->stored, ruleset_default());
    game->wasm.game = &game->stored.game;
    return game;
}

void wasm_stored_free(WasmStored *game) {
    if (!game)
        return;
    stored_game_free(&game->stored);
    wasm_answer_free(&game->wasm.answer);
    free(game);
}

static bool answer(WasmStored *game, const char *text) {
    return wasm_answer_copy(&game->wasm.answer, text);
}

static bool fail(WasmStored *game, const char *reason) {
    return wasm_answer_fail(&game->wasm.answer, reason);
}

/* --- playing --- */

static int64_t clock_of(double ms) {
    static const double MAX = 9007199254740991.0; /* JavaScript's Number.MAX_SAFE_INTEGER */
    if (isnan(ms))
        return GAME_NO_CLOCK;
    return ms < 0 ? 0 : (int64_t)(ms < MAX ? ms + 0.5 : MAX);
}

bool wasm_stored_play(WasmStored *game, const char *turn, double clock_ms) {
    Error error;
    if (!game_play_any_text(&game->stored.game, turn, clock_of(clock_ms), &error))
        return fail(game, error.text);
    stored_game_reopen(&game->stored);
    return answer(game, "");
}

bool wasm_stored_take_back(WasmStored *game) {
    if (!stored_game_undo(&game->stored))
        return fail(game, "no turn has been played");
    return answer(game, "");
}

/* --- as a text --- */

typedef bool PrintStored(FILE *out, const StoredGame *stored, Error *error);

static bool print(WasmStored *game, PrintStored *print_stored) {
    MemoryStream out;
    Error error;
    if (!memory_stream_open(&out))
        return fail(game, "out of memory");
    bool printed = print_stored(out.file, &game->stored, &error);
    bool written = memory_stream_close(&out);
    if (printed && written)
        return wasm_answer_take(&game->wasm.answer, out.bytes);
    free(out.bytes);
    return fail(game, written ? error.text : "out of memory");
}

bool wasm_stored_to_json(WasmStored *game) {
    return print(game, game_to_json);
}

bool wasm_stored_from_json(WasmStored *game, const char *json) {
    Error error;
    StoredGame read;
    if (!game_from_json(json, &read, &error))
        return fail(game, error.text);
    stored_game_free(&game->stored);
    game->stored = read;
    return answer(game, "");
}

static bool print_pgn(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_SAN, error);
}

bool wasm_stored_write(WasmStored *game, int format) {
    return print(game, format == WASM_FORMAT_PGN    ? print_pgn
                       : format == WASM_FORMAT_1994 ? board1994_print
                                                    : gamefile_print);
}
