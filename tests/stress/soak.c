/* soak: plays many games of the engine against itself. Checks the clocks, and every turn against
 * the rules and the reference; saves and loads every game, and compares the loaded game with the
 * original.
 *
 * usage: soak ENGINE GAMES [RULESET]      exits with status 0 if there were no faults */
#include "base/random.h"
#include "client/client.h"
#include "files/gamefile.h"
#include "files/games.h"
#include "reference/reference.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CLOCK_MS = 250,
    INCREMENT_MS = 2,
    OPENING_TURNS = 4,
    CHIPS = 2,       /* each player's pass chips */
    MAX_TURNS = 600, /* nearly all games are shorter, because of tournament draws */
    THREADS = 2,
    TIMEOUT_MS = 10000,
};

/* The state and the counts shared by all threads, protected by the mutex. */
typedef struct {
    pthread_mutex_t mutex;
    int next, games;
    const Ruleset *rules;
    const char *engine;
    int wins[COLOURS], draws, unfinished; /* games by result */
    int64_t turns;
    int faults;
} SoakStats;

typedef struct {
    SoakStats *stats;
    Client *client;
    uint64_t seed;
    char path[64];
} SoakWorker;

/* Counts and prints a fault; returns false. */
static bool fault(SoakWorker *worker, int number, const char *text) {
    pthread_mutex_lock(&worker->stats->mutex);
    worker->stats->faults++;
    printf("\n%s game %d: %s\n", worker->stats->rules->name, number, text);
    pthread_mutex_unlock(&worker->stats->mutex);
    return false;
}

/* Plays a turn in the reference. Returns false if it is not legal there. */
static bool reference_plays(RefPosition *ref, const Position *pos, Turn turn) {
    static _Thread_local RefMove moves[REF_MAX_MOVES];
    Position now = *pos, after;
    for (int i = 0; i < turn.count; i++) {
        char text[MOVE_TEXT_SIZE], ref_text[8] = "";
        int count = ref_moves(ref, moves, REF_MAX_MOVES), j = 0;
        notation_write_move(&now, turn.moves[i], STYLE_UCI, text);
        for (; j < count; j++) {
            ref_move_text(moves[j], ref_text);
            if (strcmp(text, ref_text) == 0)
                break;
        }
        if (j == count)
            return false;
        ref_play(ref, moves[j]);
        position_apply(&after, &now, turn.moves[i]);
        now = after;
    }
    return true;
}

static bool random_turn(Game *game, RefPosition *ref, uint64_t *seed) {
    TurnList list;
    if (!turn_list_make(&game->now, &list) || list.count == 0)
        return false;
    Turn turn = list.turns[random_next(seed) % (unsigned)list.count];
    turn_list_free(&list);
    return reference_plays(ref, &game->now, turn) && game_play(game, turn, GAME_NO_CLOCK);
}

/* Gets a turn from the engine, checks it, plays it, and charges the clock. */
static bool engine_turn(SoakWorker *worker, int number, StoredGame *stored, RefPosition *ref) {
    Game *game = &stored->game;
    Colour player = game_player(game);
    ClientSearch search = {.game = game, .limits = CLIENT_LIMITS_NONE, .timeout_ms = TIMEOUT_MS};
    ClientBestMove answer;
    Error error;
    Turn turn;
    for (int c = 0; c < COLOURS; c++) {
        search.limits.clock_ms[c] = stored->current_ms[c];
        search.limits.increment_ms[c] = INCREMENT_MS;
    }
    if (!client_go(worker->client, &search, &answer, &error))
        return fault(worker, number, error.text);
    if (!notation_read_turn(&game->now, answer.bestmove, &turn, NULL))
        return fault(worker, number, "the engine's turn is not legal");
    if (!reference_plays(ref, &game->now, turn))
        return fault(worker, number, "a turn is illegal according to the reference");
    stored->current_ms[player] -= answer.elapsed_us / 1000;
    if (stored->current_ms[player] <= 0)
        return fault(worker, number, "lost on time");
    stored->current_ms[player] += INCREMENT_MS;
    return game_play(game, turn, stored->current_ms[player]) ||
           fault(worker, number, "the game is too long");
}

/* Saves and loads the game, and compares the position, the clocks and the outcome. */
static bool survives_saving(SoakWorker *worker, int number, const StoredGame *stored) {
    StoredGame loaded;
    Error error;
    if (!gamefile_save(worker->path, stored, &error) ||
        !games_load(worker->path, NULL, 1, &loaded, &error))
        return fault(worker, number, error.text);
    Outcome ours = game_outcome(&stored->game), theirs = game_outcome(&loaded.game);
    bool same_board = loaded.game.now.key == stored->game.now.key &&
                      memcmp(loaded.game.now.board, stored->game.now.board, SQUARES) == 0;
    bool same_clocks = loaded.current_ms[WHITE] == stored->current_ms[WHITE] &&
                       loaded.current_ms[BLACK] == stored->current_ms[BLACK];
    bool same = same_board && same_clocks && ours.reason == theirs.reason &&
                ours.drawn == theirs.drawn && ours.winner == theirs.winner;
    stored_game_free(&loaded);
    return same || fault(worker, number, "the loaded game differs from the saved one");
}

static void count_result(SoakStats *stats, const Game *game) {
    Outcome outcome = game_outcome(game);
    pthread_mutex_lock(&stats->mutex);
    if (!outcome_is_over(outcome))
        stats->unfinished++;
    else if (outcome.drawn)
        stats->draws++;
    else
        stats->wins[outcome.winner]++;
    stats->turns += game->count;
    pthread_mutex_unlock(&stats->mutex);
}

/* Gives each player chips if the ruleset has them. */
static void give_chips(Game *game, RefPosition *ref) {
    for (int c = 0; game->start.rules->pass_chips && c < COLOURS; c++) {
        position_set_chips(&game->start, (Colour)c, CHIPS);
        ref->chips[c] = CHIPS;
    }
    game->now = game->start;
}

static void play_game(SoakWorker *worker, int number) {
    StoredGame stored;
    RefPosition ref;
    char why[REF_TEXT_SIZE];
    Error error;
    stored_game_init(&stored, worker->stats->rules);
    stored.timed = true;
    stored.game.tournament_draws = true;
    for (int c = 0; c < COLOURS; c++)
        stored.initial_ms[c] = stored.current_ms[c] = CLOCK_MS;
    bool good = ref_set(&ref, stored.game.start.rules->name, NULL, why, sizeof why) ||
                fault(worker, number, why);
    give_chips(&stored.game, &ref);
    good = good && (client_new_game(worker->client, NULL, TIMEOUT_MS, &error) ||
                    fault(worker, number, error.text));
    while (good && !outcome_is_over(game_outcome(&stored.game)) && stored.game.count < MAX_TURNS) {
        Position before = stored.game.now;
        if (game_pass_if_forced(&stored.game))
            good = reference_plays(&ref, &before, turn_single(MOVE_PASS)) ||
                   fault(worker, number, "a forced pass is illegal according to the reference");
        else if (stored.game.count < OPENING_TURNS)
            good = random_turn(&stored.game, &ref, &worker->seed) ||
                   fault(worker, number, "a random turn is illegal according to the reference");
        else
            good = engine_turn(worker, number, &stored, &ref);
    }
    if (good && survives_saving(worker, number, &stored))
        count_result(worker->stats, &stored.game);
    stored_game_free(&stored);
}

static bool start_engine(SoakWorker *worker) {
    const char *const argv[] = {worker->stats->engine, NULL};
    Error error;
    client_stop(&worker->client);
    worker->client =
        client_start(&(ClientConfig){.argv = argv, .start_timeout_ms = TIMEOUT_MS}, &error);
    return (worker->client &&
            client_set_option(worker->client, "UCI_Variant", worker->stats->rules->name, &error) &&
            client_set_option(worker->client, "Move Overhead", "40", &error) &&
            client_set_option(worker->client, "Tournament Draws", "true", &error) &&
            client_set_option(worker->client, "Hash", "4", &error)) ||
           fault(worker, 0, error.text);
}

static void *play_games(void *argument) {
    SoakWorker *worker = argument;
    SoakStats *stats = worker->stats;
    bool started = start_engine(worker);
    while (started) {
        pthread_mutex_lock(&stats->mutex);
        int number = stats->next < stats->games ? ++stats->next : 0;
        if (number % 10 == 0) {
            fprintf(stderr, "\r%s %d of %d ", stats->rules->name, stats->next, stats->games);
            fflush(stderr);
        }
        pthread_mutex_unlock(&stats->mutex);
        if (number == 0)
            break;
        play_game(worker, number);
        if (client_must_restart(worker->client))
            started = start_engine(worker);
    }
    client_stop(&worker->client);
    unlink(worker->path);
    return NULL;
}

/* Plays all games of one ruleset; returns the number of faults. */
static int soak_ruleset(const Ruleset *rules, const char *engine, int games) {
    SoakStats stats = {.games = games, .rules = rules, .engine = engine};
    SoakWorker workers[THREADS];
    pthread_t threads[THREADS];
    pthread_mutex_init(&stats.mutex, NULL);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (SoakWorker){.stats = &stats, .seed = (uint64_t)i};
        snprintf(workers[i].path, sizeof workers[i].path, "/tmp/misere-soak-%d-%d.xml",
                 (int)getpid(), i);
        if (pthread_create(&threads[i], NULL, play_games, &workers[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&stats.mutex);
    printf("\r%-28s %6d %6d %6d %6d %8.1f %7d\n", rules->name, stats.wins[WHITE], stats.wins[BLACK],
           stats.draws, stats.unfinished, (double)stats.turns / games, stats.faults);
    fflush(stdout);
    return stats.faults;
}

int main(int argc, char **argv) {
    if (argc < 3 || atoi(argv[2]) < 1 || (argc > 3 && !ruleset_find(argv[3]))) {
        fprintf(stderr, "usage: soak ENGINE GAMES [RULESET]\n");
        return EXIT_FAILURE;
    }
    int faults = 0;
    gamefile_init();
    printf("%-28s %6s %6s %6s %6s %8s %7s\n", "ruleset", "White", "Black", "drawn", "open", "turns",
           "faults");
    for (int i = 0; i < ruleset_count(); i++)
        if (argc == 3 || ruleset_at(i) == ruleset_find(argv[3]))
            faults += soak_ruleset(ruleset_at(i), argv[1], atoi(argv[2]));
    gamefile_quit();
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
