#include "puzzles/positions.h"

#include "base/array.h"
#include "files/source/game_source.h"

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

typedef struct {
    PositionList *list;
    const char *path;
} PositionSink;

static bool take_game(void *context, const StoredGame *stored, Error *error) {
    const PositionSink *sink = context;
    return add_game(sink->list, stored, sink->path) ||
           error_set(error, "%s: not enough memory for its positions", sink->path);
}

bool positions_add_file(PositionList *list, const char *path, const Ruleset *chosen,
                        void (*say)(const char *text), Error *error) {
    PositionSink sink = {list, path};
    GameTaker taker = {.context = &sink, .take = take_game, .say = say, .chosen = chosen};
    return game_source_read(path, &taker, error);
}

void positions_free(PositionList *list) {
    free(list->positions);
    *list = (PositionList){0};
}
