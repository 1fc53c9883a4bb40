#include "puzzles/positions.h"

#include "base/array.h"
#include "files/log/log_reader.h"

#include <stdlib.h>

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

static bool add_game(PositionList *list, const StoredGame *stored, const char *log) {
    const Game *game = &stored->game;
    GamePosition position = {.pos = game->start, .log = log, .line = stored->line};
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

static bool add_games(PositionList *list, LogReader *log, const char *path, Error *error) {
    StoredGame stored;
    for (;;) {
        LogReaderResult result = log_reader_next(log, &stored, error);
        if (result != LOG_READER_GAME)
            return result == LOG_READER_END;
        bool added = add_game(list, &stored, path);
        stored_game_free(&stored);
        if (!added)
            return error_set(error, "%s: not enough memory for its positions", path);
    }
}

bool positions_add_log(PositionList *list, const char *path, Error *error) {
    LogReader *log = log_reader_open(path, error);
    bool added = log && add_games(list, log, path, error);
    log_reader_close(log);
    return added;
}

void positions_free(PositionList *list) {
    free(list->positions);
    *list = (PositionList){0};
}
