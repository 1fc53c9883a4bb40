#include "book/collector.h"

#include "base/random.h"
#include "cli/progress.h"
#include "files/log/log_reader.h"
#include "files/model/result.h"

/* A hash of a game's start and all its positions. */
static uint64_t game_hash(const Game *game) {
    uint64_t hash = book_key(&game->start);
    for (int i = 0; i < game->count; i++)
        hash = random_mix(hash ^ game->turns[i].key);
    return random_mix(hash ^ game->now.key);
}

static int white_points_of(const StoredGame *stored) {
    return result_white_points(stored->result);
}

/* Was the result decided by play, rather than by a forfeit or on time? Players
 * resign, and games are adjudicated, because of their positions. */
static bool is_decided_by_play(const StoredGame *stored) {
    TerminationKind kind = stored->termination.kind;
    return white_points_of(stored) == 1 || kind == TERMINATION_RESIGNATION ||
           kind == TERMINATION_ADJUDICATED_LOSS || outcome_is_over(outcome_of(&stored->game.now));
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
    if (!is_decided_by_play(stored)) {
        collector->forfeited++;
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

static bool add_games(GameCollector *collector, LogReader *log, const char *path, int plies,
                      Error *error) {
    StoredGame stored;
    LogReaderResult result;
    Progress progress;
    bool ok = true;
    progress_start(&progress);
    while (ok && (result = log_reader_next(log, &stored, error)) == LOG_READER_GAME) {
        ok = add_game(collector, &stored, plies) || error_set(error, "out of memory");
        stored_game_free(&stored);
        if (progress_is_due(&progress))
            progress_show(&progress, 0, "%s: %ld games", QUOTE(path),
                          collector->games + collector->duplicates + collector->forfeited);
    }
    progress_clear(&progress);
    return ok && result == LOG_READER_END;
}

bool collector_add_log(GameCollector *collector, const char *path, const Ruleset *rules, int plies,
                       Error *error) {
    LogReader *log = log_reader_open(path, error);
    if (!log)
        return false;
    const Ruleset *found = log_reader_rules(log);
    bool ok = true;
    if (rules && rules != found)
        ok = error_set(error, "the games use the ruleset %s, not %s", found->name, rules->name) ||
             error_wrap(error, "%s", path);
    ok = ok && add_games(collector, log, path, plies, error);
    log_reader_close(log);
    return ok;
}

void collector_free(GameCollector *collector) {
    book_builder_free(&collector->builder);
    keyset_free(&collector->seen);
}
