#include "files/source/game_source.h"

#include "files/games.h"
#include "files/log/log_reader.h"
#include "files/remarks.h"

#include <string.h>

static bool give(const GameTaker *taker, StoredGame *stored, Error *error) {
    bool taken = taker->take(taker->context, stored, error);
    stored_game_free(stored);
    return taken;
}

static bool read_log(LogReader *log, const GameTaker *taker, Error *error) {
    StoredGame stored;
    LogReaderResult result;
    while ((result = log_reader_next(log, &stored, error)) == LOG_READER_GAME)
        if (!give(taker, &stored, error))
            return false;
    return result == LOG_READER_END;
}

static bool open_log(const char *path, const GameTaker *taker, Error *error) {
    if (strcmp(path, "-") == 0)
        return error_set(error, "standard input: a log must be a file");
    LogReader *log = log_reader_open(path, error);
    bool read = log && read_log(log, taker, error);
    log_reader_close(log);
    return read;
}

static void say_remark(void *context, const char *text) {
    const GameTaker *taker = context;
    taker->say(text);
}

static bool read_games(Games *games, const char *path, const GameTaker *taker, Error *error) {
    Remarks remarks = {0};
    StoredGame stored;
    GamesResult result;
    Error why;
    bool good = true;
    while (good && (result = games_next(games, &stored, &why)) != GAMES_END) {
        if (result != GAMES_READ)
            taker->say(why.text);
        if (result == GAMES_BAD)
            continue;
        remarks_add_game(&remarks, &stored);
        good = give(taker, &stored, error);
    }
    remarks_print(&remarks, path, say_remark, (void *)taker);
    remarks_free(&remarks);
    return good;
}

bool game_source_read(const char *path, const GameTaker *taker, Error *error) {
    Games *games = games_open(path, taker->chosen, error);
    if (!games)
        return false;
    bool good = games_format(games) == GAMES_LOG ? open_log(path, taker, error)
                                                 : read_games(games, path, taker, error);
    games_close(games);
    return good;
}
