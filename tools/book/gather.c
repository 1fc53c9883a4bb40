#include "book/gather.h"

#include "base/os/atomic_file.h"
#include "base/os/terminal.h"
#include "base/random.h"
#include "files/log/log_reader.h"

enum { GAMES_PER_NEWS = 100 };

static void show_progress(const Gathering *gathering, const char *path) {
    long games = gathering->games + gathering->repeated + gathering->undecided;
    if (games % GAMES_PER_NEWS == 0 && terminal_is(stderr))
        fprintf(stderr, "\r\033[K%.60s: %ld games", path, games);
}

static void clear_progress(void) {
    if (terminal_is(stderr))
        fputs("\r\033[K", stderr);
}

/* A number for all positions of a game. */
static uint64_t digest(const Game *game) {
    uint64_t number = book_key(&game->start);
    for (int i = 0; i < game->count; i++)
        number = splitmix_hash(number ^ game->turns[i].key);
    return splitmix_hash(number ^ game->now.key);
}

/* Was it the board that decided the game, if anybody won? */
static bool is_decided(const LoggedGame *logged) {
    return logged->white_points == 1 || outcome_is_over(outcome_of(&logged->game.now));
}

/* The first turn of which the result tells something. An opening's last turn may have been drawn by
 * lot (see explore.h): if it lost, that says nothing of those before it. */
static int first_telling_turn(const LoggedGame *logged) {
    int last = logged->opening_turns - 1;
    Colour first = (Colour)logged->game.start.player, player = last % 2 == 0 ? first : other(first);
    int points = player == WHITE ? logged->white_points : 2 - logged->white_points;
    return last > 0 && points == 0 ? last : 0;
}

static bool add_game(Gathering *gathering, const LoggedGame *logged, int plies) {
    if (!is_decided(logged)) {
        gathering->undecided++;
        return true;
    }
    switch (keyset_add(&gathering->known, digest(&logged->game))) {
    case KEYSET_OLD:
        gathering->repeated++;
        return true;
    case KEYSET_NEW:
        gathering->games++;
        return book_builder_add_game(&gathering->builder, &logged->game, logged->white_points,
                                     first_telling_turn(logged), plies);
    default:
        return false;
    }
}

static bool add_games(Gathering *gathering, GameLog *log, const char *path, int plies,
                      Error *error) {
    LoggedGame logged;
    for (;;) {
        GameLogResult result = gamelog_next(log, &logged, error);
        if (result != GAMELOG_GAME)
            return result == GAMELOG_END;
        bool added = add_game(gathering, &logged, plies);
        game_free(&logged.game);
        if (!added)
            return error_set(error, "out of memory");
        show_progress(gathering, path);
    }
}

bool gather_log(Gathering *gathering, const char *path, const Ruleset *rules, int plies,
                Error *error) {
    GameLog *log = gamelog_open(path, error);
    if (!log)
        return false;
    const Ruleset *found = gamelog_rules(log);
    bool sound = true;
    if (rules && rules != found)
        sound = error_set(error, "%.100s: is of %s, not %s", path, found->name, rules->name);
    sound = sound && add_games(gathering, log, path, plies, error);
    gamelog_close(log);
    clear_progress();
    return sound;
}

void gather_free(Gathering *gathering) {
    book_builder_free(&gathering->builder);
    keyset_free(&gathering->known);
}
