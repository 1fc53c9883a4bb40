#include "puzzles/positions.h"

#include "base/array.h"
#include "files/games.h"
#include "files/log/log_reader.h"
#include "files/remarks.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 1 << 26 };

static bool add(PositionList *list, const GamePosition *position) {
    GamePosition *positions =
        list->count < POSITIONS_MAX
            ? array_grow(list->positions, (size_t)list->count, sizeof *positions)
            : NULL;
    if (!positions)
        return false;
    list->positions = positions;
    list->positions[list->count++] = *position;
    return true;
}

static bool add_game(PositionList *list, const StoredGame *stored, const char *path) {
    const Game *game = &stored->game;
    GamePosition position = {.pos = game->start, .path = path, .line = stored->line};
    for (int i = 0; i < game->count; i++) {
        position.turn = i + 1;
        if (i >= stored->opening_turns && !game_turn_is_forced_pass(game, i) &&
            !add(list, &position))
            return false;
        Position before = position.pos;
        turn_apply(&position.pos, &before, game->turns[i].turn);
    }
    return true;
}

static bool fail_full(const char *path, Error *error) {
    return error_set(error, "%s: not enough memory for its positions", path);
}

/* --- logs --- */

static bool add_logged_games(PositionList *list, LogReader *log, const char *path, Error *error) {
    StoredGame stored;
    for (;;) {
        LogReaderResult result = log_reader_next(log, &stored, error);
        if (result != LOG_READER_GAME)
            return result == LOG_READER_END;
        bool added = add_game(list, &stored, path);
        stored_game_free(&stored);
        if (!added)
            return fail_full(path, error);
    }
}

static bool add_log(PositionList *list, const char *path, Error *error) {
    if (strcmp(path, "-") == 0)
        return error_set(error, "standard input: a log must be a file");
    LogReader *log = log_reader_open(path, error);
    bool added = log && add_logged_games(list, log, path, error);
    log_reader_close(log);
    return added;
}

/* --- other files --- */

typedef void SayLine(const char *text);

static void say_remark(void *context, const char *text) {
    SayLine **say = context;
    (*say)(text);
}

static bool add_games(PositionList *list, Games *games, const char *path, SayLine *say,
                      Error *error) {
    Remarks remarks = {0};
    bool added = true;
    while (added) {
        StoredGame stored;
        Error why;
        GamesResult result = games_next(games, &stored, &why);
        if (result == GAMES_END)
            break;
        if (result != GAMES_READ)
            say(why.text);
        if (result == GAMES_BAD)
            continue;
        remarks_add_game(&remarks, &stored);
        added = add_game(list, &stored, path) || fail_full(path, error);
        stored_game_free(&stored);
    }
    remarks_print(&remarks, path, say_remark, &say);
    remarks_free(&remarks);
    return added;
}

bool positions_add_file(PositionList *list, const char *path, const Ruleset *chosen, SayLine *say,
                        Error *error) {
    Games *games = games_open(path, chosen, error);
    if (!games)
        return false;
    bool added = games_format(games) == GAMES_LOG ? add_log(list, path, error)
                                                  : add_games(list, games, path, say, error);
    games_close(games);
    return added;
}

void positions_free(PositionList *list) {
    free(list->positions);
    *list = (PositionList){0};
}
