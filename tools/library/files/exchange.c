/* Games as files and as JSON: see misere.h. */
#include "base/os/stream.h"
#include "base/os/thread.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/games.h"
#include "files/json/game_from_json.h"
#include "files/json/game_to_json.h"
#include "files/pgn_write.h"
#include "library/handles.h"

#include <stdlib.h>
#include <string.h>

struct MisereReader {
    Games *games;
    char *name, *bytes;
};

/* --- preparing libxml2 --- */

static Mutex preparing;
static bool is_prepared; /* guarded by the mutex */

static void init_preparing(void) {
    mutex_init(&preparing);
}

/* Call before files or JSON are read or written. A call that fails may be repeated. */
static bool prepare(MisereError *error) {
    static Once once = ONCE_INIT;
    once_run(&once, init_preparing);
    mutex_lock(&preparing);
    is_prepared = is_prepared || gamefile_init();
    bool can_go_on = is_prepared;
    mutex_unlock(&preparing);
    return can_go_on || handles_fail(error, "out of memory");
}

/* --- writing --- */

typedef bool PrintFormat(FILE *out, const StoredGame *stored, Error *error);

static bool print_pgn(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_SAN, error);
}

static char *print(const MisereGame *game, PrintFormat *print_stored, MisereError *error) {
    MemoryStream out;
    Error bad;
    if (!prepare(error))
        return NULL;
    if (!memory_stream_open(&out))
        return handles_text(NULL, error);
    bool is_printed = print_stored(out.file, &game->stored, &bad);
    bool is_written = memory_stream_close(&out);
    if (is_printed && is_written)
        return out.bytes;
    free(out.bytes);
    handles_fail(error, is_written ? bad.text : "out of memory");
    return NULL;
}

char *misere_game_write(const MisereGame *game, MisereFormat format, MisereError *error) {
    return print(game,
                 format == MISERE_FORMAT_PGN    ? print_pgn
                 : format == MISERE_FORMAT_1994 ? board1994_print
                                                : gamefile_print,
                 error);
}

char *misere_game_to_json(const MisereGame *game, MisereError *error) {
    return print(game, game_to_json, error);
}

/* --- reading --- */

MisereGame *misere_game_from_json(const char *json, MisereError *error) {
    Error bad;
    StoredGame read;
    if (!prepare(error))
        return NULL;
    if (!game_from_json(json, &read, &bad)) {
        handles_fail(error, bad.text);
        return NULL;
    }
    return handles_own_game(&read, error);
}

MisereGame *misere_game_copy(const MisereGame *game, MisereError *error) {
    char *json = misere_game_to_json(game, error);
    MisereGame *copy = json ? misere_game_from_json(json, error) : NULL;
    free(json);
    return copy;
}

/* Opens what the reader holds. */
static bool open_games(MisereReader *reader, size_t size, const Ruleset *chosen,
                       MisereError *error) {
    Error bad;
    if (size > GAMEFILE_MAX_BYTES)
        error_set_at(&bad, reader->name, 0, "the file is too large");
    else if (size == 0)
        error_set_at(&bad, reader->name, 0, "the file is empty");
    else
        reader->games = games_open_bytes(reader->name, reader->bytes, size, chosen, &bad);
    return reader->games || handles_fail(error, bad.text);
}

MisereReader *misere_reader_new(const char *name, const char *bytes, size_t size,
                                const char *ruleset, MisereError *error) {
    const Ruleset *chosen = ruleset ? handles_find_ruleset(ruleset, error) : NULL;
    if ((ruleset && !chosen) || !prepare(error))
        return NULL;
    MisereReader *reader = calloc(1, sizeof *reader);
    if (reader) {
        reader->name = strdup(name);
        reader->bytes = malloc(size + 1);
    }
    if (!reader || !reader->name || !reader->bytes) {
        handles_fail(error, "out of memory");
        misere_reader_free(reader);
        return NULL;
    }
    memcpy(reader->bytes, bytes, size);
    if (open_games(reader, size, chosen, error))
        return reader;
    misere_reader_free(reader);
    return NULL;
}

void misere_reader_free(MisereReader *reader) {
    if (!reader)
        return;
    if (reader->games)
        games_close(reader->games);
    free(reader->name);
    free(reader->bytes);
    free(reader);
}

MisereReading misere_reader_next(MisereReader *reader, MisereGame **game, MisereError *error) {
    Error bad;
    StoredGame read;
    *game = NULL;
    GamesResult result = games_next(reader->games, &read, &bad);
    if (result == GAMES_END)
        return MISERE_END;
    if (result != GAMES_READ)
        handles_fail(error, bad.text);
    if (result != GAMES_BAD)
        *game = handles_own_game(&read, error);
    return !*game ? MISERE_BAD : result == GAMES_READ ? MISERE_READ : MISERE_CUT;
}
