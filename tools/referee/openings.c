#include "referee/openings.h"

#include "base/array.h"
#include "base/os/regular_file.h"
#include "base/os/thread.h"
#include "base/random.h"
#include "book/book.h"
#include "cli/command_line.h"
#include "files/games.h"
#include "files/remarks.h"
#include "referee/balance.h"

#include <stdlib.h>

enum {
    ATTEMPTS = 20000,    /* attempts to generate one opening */
    DIGEST_OPENINGS = 2, /* number of balanced openings that the digest covers */
    FILE_MAX_BYTES = 1 << 30,
    CACHE_SIZE = 64, /* generated openings */
};

typedef struct {
    Mutex mutex; /* guards the members below; held while the opening is generated */
    bool is_valid;
    int number;
    Game game;
} CachedOpening;

struct Openings {
    const TournamentConfig *config;
    Position start;
    Game *games; /* openings read from a file, in the order in which they are used */
    int count;
    Book *book;
    uint64_t digest;
    CachedOpening cache[CACHE_SIZE];
    Signals signals; /* signals that end the searches for balanced openings */
};

/* --- reading openings from a file --- */

static bool add_game(Openings *openings, const Game *game) {
    Game *games = array_grow(openings->games, (size_t)openings->count, sizeof *games);
    if (!games)
        return false;
    openings->games = games;
    openings->games[openings->count++] = *game;
    return true;
}

/* Takes back what an opening has beyond this number of half-moves. */
static void cut_opening(Game *game, int plies) {
    int kept = 0;
    for (; kept < game->count && plies >= game->turns[kept].turn.count; kept++)
        plies -= game->turns[kept].turn.count;
    while (game->count > kept)
        game_undo(game);
}

/* Checks that a game of the tournament can begin with this opening, after any forced pass. */
static bool check_opening(const Openings *openings, Game *game, int number, Error *error) {
    const Ruleset *rules = openings->config->rules;
    if (game->start.rules != rules)
        return error_set(error, "opening %d is for %s, not %s", number, game->start.rules->name,
                         rules->name);
    game->tournament_draws = openings->config->tournament_draws;
    if (openings->config->opening_plies > 0)
        cut_opening(game, openings->config->opening_plies);
    if (!game_play_forced_pass(game, error))
        return false;
    if (outcome_is_over(game_outcome(game)))
        return error_set(error, "the game is over after opening %d", number);
    if (openings->count == OPENINGS_MAX)
        return error_set(error, "at most %d openings are allowed", OPENINGS_MAX);
    return true;
}

static bool read_games(Openings *openings, Games *games, const char *path, Remarks *remarks,
                       Error *error) {
    for (;;) {
        StoredGame stored;
        GamesResult result = games_next(games, &stored, error);
        if (result == GAMES_END)
            return openings->count > 0 ||
                   error_set_at(error, path, 0, "the file contains no openings");
        if (result == GAMES_CUT)
            stored_game_free(&stored);
        if (result != GAMES_READ)
            return false;
        remarks_add_game(remarks, &stored);
        bool added = (check_opening(openings, &stored.game, openings->count + 1, error) ||
                      error_wrap(error, "%s", path)) &&
                     (add_game(openings, &stored.game) || error_set(error, "out of memory"));
        if (added)
            stored.game = (Game){0};
        stored_game_free(&stored);
        if (!added)
            return false;
    }
}

/* Fisher-Yates shuffle. */
static void shuffle(Openings *openings) {
    uint64_t rng = random_seed(openings->config->seed, UINT64_MAX);
    for (int i = openings->count - 1; i > 0; i--) {
        int j = (int)(random_next(&rng) % (uint64_t)(i + 1));
        Game game = openings->games[i];
        openings->games[i] = openings->games[j];
        openings->games[j] = game;
    }
}

static void report(void *context, const char *text) {
    (void)context;
    command_line_report(text);
}

static bool load_file(Openings *openings, Error *error) {
    const char *path = openings->config->opening_path;
    Games *games = games_open(path, openings->config->rules, error);
    if (!games)
        return false;
    Remarks remarks = {0};
    bool read = read_games(openings, games, path, &remarks, error);
    games_close(games);
    remarks_print(&remarks, path, report, NULL);
    remarks_free(&remarks);
    int start = openings->config->opening_start;
    if (read && start > openings->count)
        return error_set(error, "%s: start=%d, but there are only %d openings", path, start,
                         openings->count);
    if (read && openings->config->openings_shuffled)
        shuffle(openings);
    return read;
}

/* --- loading the file or the book --- */

static bool digest_file(Openings *openings, Error *error) {
    char *bytes;
    size_t size;
    if (!regular_file_read(openings->config->opening_path, FILE_MAX_BYTES, &bytes, &size, error))
        return false;
    uint64_t digest = size;
    for (size_t i = 0; i < size; i++)
        digest = random_mix(digest ^ (unsigned char)bytes[i]);
    openings->digest = digest;
    free(bytes);
    return true;
}

static bool load(Openings *openings, Error *error) {
    switch (openings->config->openings) {
    case OPENINGS_FILE:
        return digest_file(openings, error) && load_file(openings, error);
    case OPENINGS_BOOK:
        openings->book = book_open(openings->config->opening_path, error);
        return openings->book && digest_file(openings, error);
    default:
        return true;
    }
}

/* --- generated openings --- */

static bool copy_game(Game *game, const Game *from) {
    game_init_from(game, &from->start);
    for (int i = 0; i < from->count; i++)
        if (!game_play(game, from->turns[i].turn, GAME_NO_CLOCK)) {
            game_free(game);
            return false;
        }
    return true;
}

/* Plays an opening. A line from a book may be too short, and random turns may end the game. Returns
 * false if out of memory. */
static bool play_opening(const Openings *openings, uint64_t *rng, Game *game) {
    int turns = openings->config->opening_plies / openings->config->rules->halfmoves_per_turn;
    if (!openings->book)
        return game_play_random(game, turns, rng);
    Turn turn;
    while (game->count < turns && book_pick_turn(openings->book, &game->now, rng, &turn))
        if (!game_play(game, turn, GAME_NO_CLOCK))
            return false;
    return true;
}

/* Is the score within the limit? Also false, with `error` set, if the search fails or is
 * cancelled. */
static bool is_balanced(const Openings *openings, const Position *pos, int nodes, Error *error) {
    Score score;
    return balance_of(pos, (uint64_t)nodes, &openings->signals, &score, error) &&
           balance_is_within(&openings->config->balance, pos->rules->family, score);
}

/* Can a game begin here? The full search is made only if a quick one finds the position
 * balanced. */
static bool is_playable(const Openings *openings, const Game *game, Error *error) {
    const BalanceRule *rule = &openings->config->balance;
    const Position *pos = &game->now;
    if (outcome_is_over(game_outcome(game)) || outcome_pass_is_forced(pos))
        return false;
    if (!balance_has_limit(rule))
        return true;
    return is_balanced(openings, pos, BALANCE_NODES, error) &&
           (rule->nodes == BALANCE_NODES || is_balanced(openings, pos, rule->nodes, error));
}

static bool generate_opening(const Openings *openings, int number, Game *game, Error *error) {
    uint64_t rng = random_seed(openings->config->seed, (uint64_t)number);
    Error failure = {.text = ""};
    for (int attempt = 0; attempt < ATTEMPTS && !*failure.text; attempt++) {
        game_init_from(game, &openings->start);
        game->tournament_draws = openings->config->tournament_draws;
        if (!play_opening(openings, &rng, game))
            error_set(&failure, "out of memory");
        else if (is_playable(openings, game, &failure))
            return true;
        game_free(game);
    }
    if (*failure.text)
        return error_set(error, "%s", failure.text);
    return error_set(error, "found no %sopening of %d half-moves that does not end the game",
                     balance_has_limit(&openings->config->balance) ? "balanced " : "",
                     openings->config->opening_plies);
}

/* Copies the opening from the cache, generating it first if needed. A thread that needs the same
 * opening, for the other game of the pair, waits meanwhile. */
static bool cached_opening(Openings *openings, int number, Game *game, Error *error) {
    CachedOpening *cached = &openings->cache[number % CACHE_SIZE];
    mutex_lock(&cached->mutex);
    if (cached->is_valid && cached->number != number) {
        game_free(&cached->game);
        cached->is_valid = false;
    }
    if (!cached->is_valid)
        cached->is_valid = generate_opening(openings, number, &cached->game, error);
    cached->number = number;
    bool done =
        cached->is_valid && (copy_game(game, &cached->game) || error_set(error, "out of memory"));
    mutex_unlock(&cached->mutex);
    return done;
}

/* Puts a sample of the balanced openings into the digest, because the choice of openings may differ
 * between versions of the engine. */
static bool digest_balance(Openings *openings, Error *error) {
    for (int number = 0; number < DIGEST_OPENINGS; number++) {
        Game game;
        if (!cached_opening(openings, number, &game, error))
            return false;
        openings->digest = random_mix(openings->digest ^ game.now.key);
        game_free(&game);
    }
    return true;
}

/* --- public functions --- */

Openings *openings_new(const TournamentConfig *config, Error *error) {
    Openings *openings = calloc(1, sizeof *openings);
    if (!openings) {
        error_set(error, "out of memory");
        return NULL;
    }
    openings->config = config;
    atomic_init(&openings->signals.stop, false);
    for (int i = 0; i < CACHE_SIZE; i++)
        mutex_init(&openings->cache[i].mutex);
    position_start(&openings->start, config->rules);
    for (int i = WHITE; i <= BLACK; i++)
        position_set_chips(&openings->start, (Colour)i, config->chips[i]);
    if (load(openings, error) &&
        (!balance_has_limit(&config->balance) || digest_balance(openings, error)))
        return openings;
    openings_free(openings);
    return NULL;
}

void openings_free(Openings *openings) {
    if (!openings)
        return;
    for (int i = 0; i < openings->count; i++)
        game_free(&openings->games[i]);
    for (int i = 0; i < CACHE_SIZE; i++) {
        if (openings->cache[i].is_valid)
            game_free(&openings->cache[i].game);
        mutex_destroy(&openings->cache[i].mutex);
    }
    free(openings->games);
    book_close(openings->book);
    free(openings);
}

void openings_cancel(Openings *openings) {
    atomic_store(&openings->signals.stop, true);
}

uint64_t openings_digest(const Openings *openings) {
    return openings->digest;
}

bool openings_game(Openings *openings, int number, Game *game, Error *error) {
    switch (openings->config->openings) {
    case OPENINGS_NONE:
        game_init_from(game, &openings->start);
        return true;
    case OPENINGS_FILE:
        number = (number + openings->config->opening_start - 1) % openings->count;
        return copy_game(game, &openings->games[number]) || error_set(error, "out of memory");
    default:
        return cached_opening(openings, number, game, error);
    }
}
