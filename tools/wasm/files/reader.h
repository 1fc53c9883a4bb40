/* reader: the games of a file's contents, for callers in other languages. Only one thread at a time
 * may use a WasmReader. */
#ifndef MISERE_WASM_FILES_READER_H
#define MISERE_WASM_FILES_READER_H

#include "wasm/files/stored.h"

typedef struct WasmReader WasmReader;

/* Initialises the readers of all formats. Call it until it succeeds, and before wasm_reader_open.
 * Returns false if there is not enough memory. */
bool wasm_files_init(void);

/* Creates a reader; NULL if there is not enough memory. */
WasmReader *wasm_reader_new(void);
void wasm_reader_free(WasmReader *reader);

/* The last error; valid until the next call with this reader. */
const char *wasm_reader_text(const WasmReader *reader);

/* Opens the contents of a file once. `name` stands for its path in errors; games that name no
 * ruleset get this one; if it is "", which_game.h finds one. The reader keeps no reference to the
 * texts, and takes ownership of `bytes`, also if this fails. */
bool wasm_reader_open(WasmReader *reader, const char *name, char *bytes, int size,
                      const char *ruleset);

typedef enum { WASM_GAME, WASM_CUT_GAME, WASM_BAD_GAME, WASM_NO_GAME } WasmReading;

/* Reads the next game; returns a WasmReading. After WASM_CUT_GAME the reader has the first part of
 * a game, and the text is "NAME:LINE: REASON" why no more, as after WASM_BAD_GAME; after
 * WASM_NO_GAME the file has no more games. */
int wasm_reader_next(WasmReader *reader);

/* Takes the game that was read; the caller frees it with wasm_stored_free. NULL if there is not
 * enough memory. */
WasmStored *wasm_reader_take(WasmReader *reader);

#endif
