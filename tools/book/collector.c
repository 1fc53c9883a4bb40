#include "book/collector.h"

#include "base/random.h"
#include "cli/progress.h"
#include "files/model/result.h"
#include "files/source/game_source.h"

/* A hash of a game's start and all its positions. */
static uint64_t game_hash(const Game *game) {
    uint64_t hash = book_key(&game->start);
    for (int i = 0; i < game->count; i++)
        hash = random_mix(hash ^ game->turns[i].key);
    return random_mix(hash ^ game->now.key);
}

static int white_points_of(const StoredGame *stored) {
    return result_white_points(stored_game_result(stored));
}

/* The index of the first turn that is credited with the result. The last turn of an opening may be
 * random (see explore.h): if the player of that turn lost, the result says nothing about the turns
 * before it. */
static int first_counted_turn(const StoredGame *stored) {
    int last = stored->opening_turns - 1;
    Colour first = (Colour)stored->game.start.player, player = last % 2 == 0 ? first : other(first);
    int points = player == WHITE ? white_points_of(stored) : 2 - white_points_of(stored);
    return last > 0 && points == 0 ? last : 0;
}

static bool add_game(GameCollector *collector, const StoredGame *stored, int plies) {
    if (white_points_of(stored) == RESULT_UNDECIDED) {
        collector->undecided++;
        return true;
    }
    if (!stored_game_is_decided_by_play(stored)) {
        collector->not_by_play++;
        return true;
    }
    switch (keyset_add(&collector->seen, game_hash(&stored->game))) {
    case KEYSET_PRESENT:
        collector->duplicates++;
        return true;
    case KEYSET_ADDED:
        collector->games++;
        return book_builder_add_game(&collector->builder, &stored->game, white_points_of(stored),
                                     first_counted_turn(stored), plies);
    default:
        return false;
    }
}

/* What takes the games of a file. */
typedef struct {
    GameCollector *collector;
    const char *path;
    const Ruleset *rules;
    int plies;
    Progress progress;
} GameSink;

static bool take_game(void *context, const StoredGame *stored, Error *error) {
    GameSink *sink = context;
    const GameCollector *collector = sink->collector;
    const Ruleset *found = stored->game.start.rules;
    if (sink->rules && sink->rules != found)
        return error_set(error, "%s: the games use the ruleset %s, not %s", sink->path, found->name,
                         sink->rules->name);
    if (!add_game(sink->collector, stored, sink->plies))
        return error_set(error, "out of memory");
    if (progress_is_due(&sink->progress))
        progress_show(&sink->progress, 0, "%s: %ld games", QUOTE(sink->path),
                      collector->games + collector->duplicates + collector->not_by_play +
                          collector->undecided);
    return true;
}

bool collector_add_file(GameCollector *collector, const char *path, const Ruleset *rules, int plies,
                        void (*say)(const char *text), Error *error) {
    GameSink sink = {.collector = collector, .path = path, .rules = rules, .plies = plies};
    GameTaker taker = {.context = &sink, .take = take_game, .say = say, .chosen = rules};
    progress_start(&sink.progress);
    bool added = game_source_read(path, &taker, error);
    progress_clear(&sink.progress);
    return added;
}

void collector_free(GameCollector *collector) {
    book_builder_free(&collector->builder);
    keyset_free(&collector->seen);
}
