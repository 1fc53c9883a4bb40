#include "wasm/files/reader.h"

#include "files/gamefile.h"
#include "files/games.h"

#include <stdlib.h>
#include <string.h>

struct WasmReader {
    Games *games;
    char *name;
    char *bytes;
    bool has_game; /* `stored` holds a game */
    StoredGame stored;
    WasmAnswer answer;
};

bool wasm_files_init(void) {
    return gamefile_init();
}

WasmReader *wasm_reader_new(void) {
    return calloc(1, sizeof(WasmReader));
}

static void drop_game(WasmReader *reader) {
    if (reader->has_game)
        stored_game_free(&reader->stored);
    reader->has_game = false;
}

void wasm_reader_free(WasmReader *reader) {
    if (!reader)
        return;
    drop_game(reader);
    if (reader->games)
        games_close(reader->games);
    free(reader->name);
    free(reader->bytes);
    wasm_answer_free(&reader->answer);
    free(reader);
}

const char *wasm_reader_text(const WasmReader *reader) {
    return wasm_answer_text(&reader->answer);
}

bool wasm_reader_open(WasmReader *reader, const char *name, char *bytes, int size,
                      const char *ruleset) {
    Error error;
    const Ruleset *chosen = *ruleset ? ruleset_find(ruleset) : NULL;
    reader->bytes = bytes;
    reader->name = strdup(name);
    if (*ruleset && !chosen)
        error_set(&error, "no ruleset is named %s", QUOTE(ruleset));
    else if (!reader->name)
        error_set(&error, "out of memory");
    else if (size > GAMEFILE_MAX_BYTES)
        error_set_at(&error, name, 0, "the file is too large");
    else if (size == 0)
        error_set_at(&error, name, 0, "the file is empty");
    else
        reader->games = games_open_bytes(reader->name, reader->bytes, (size_t)size, chosen, &error);
    return reader->games || wasm_answer_fail(&reader->answer, error.text);
}

int wasm_reader_next(WasmReader *reader) {
    Error error;
    drop_game(reader);
    GamesResult result = games_next(reader->games, &reader->stored, &error);
    reader->has_game = result == GAMES_READ || result == GAMES_CUT;
    if (result == GAMES_BAD || result == GAMES_CUT)
        wasm_answer_fail(&reader->answer, error.text);
    return result == GAMES_READ  ? WASM_GAME
           : result == GAMES_END ? WASM_NO_GAME
           : result == GAMES_CUT ? WASM_CUT_GAME
                                 : WASM_BAD_GAME;
}

WasmStored *wasm_reader_take(WasmReader *reader) {
    WasmStored *game = wasm_stored_new();
    if (!game)
        return NULL;
    game->stored = reader->stored;
    reader->has_game = false;
    return game;
}
