#include "train/selfplay.h"

#include "base/os/thread.h"
#include "base/random.h"
#include "rules/game.h"
#include "search/search.h"
#include "train/samples.h"

#include <stdlib.h>

enum {
    RANDOM_MIN = 4, /* half-moves of an opening */
    RANDOM_MAX = 12,
    TURNS_MAX = 300, /* then it is a draw */
    TABLE_MB = 2,
};

/* What the threads share. */
typedef struct {
    const Selfplay *what;
    Mutex mutex; /* guards the rest, and what->out */
    int next;    /* game to be played */
    int done;
    uint64_t positions;
    bool failed;
} Hall;

/* A thread's own. */
typedef struct {
    Hall *hall;
    Table *table;
    Searcher *searcher;
    Samples samples; /* of the game that is played */
} Worker;

static int to_play(Hall *hall) {
    mutex_lock(&hall->mutex);
    int game = hall->failed || hall->next == hall->what->games ? -1 : hall->next++;
    mutex_unlock(&hall->mutex);
    return game;
}

/* Plays random half-moves; the game may end over them. False without memory. */
static bool play_opening(Game *game, uint64_t *lot) {
    int plies = RANDOM_MIN + (int)(splitmix_next(lot) % (RANDOM_MAX - RANDOM_MIN + 1));
    while (game->count < plies && !outcome_is_over(game_outcome(game))) {
        TurnList turns;
        if (!turn_list_make(&game->now, &turns))
            return false;
        Turn turn = turns.turns[splitmix_next(lot) % (uint64_t)turns.count];
        turn_list_free(&turns);
        if (!game_play(game, turn, GAME_NO_CLOCK))
            return false;
    }
    return true;
}

/* Notes the position if nobody has to capture; false without memory. */
static bool note(Worker *worker, const Position *pos, Score score) {
    MoveList list;
    outcome_find(pos, &list);
    return !movelist_is_quiet(pos, &list) || samples_add(&worker->samples, sample_pack(pos, score));
}

/* Notes the positions in which the player decides this turn. */
static bool note_turn(Worker *worker, const Position *pos, const Progress *best) {
    bool good = note(worker, pos, best->score);
    if (good && best->pv[0].count == 2) {
        Position between;
        position_apply(&between, pos, best->pv[0].moves[0]);
        good = note(worker, &between, best->score);
    }
    return good;
}

/* Thinks of a turn and plays it. *winner becomes the side for which the search has proven a win.
 * False without memory. */
static bool play_turn(Worker *worker, Game *game, Colour *winner) {
    static const Signals NONE;
    static const Reports SILENCE;
    uint64_t history[TURNS_MAX + 1];
    if (game_pass_if_forced(game))
        return true;
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    Question question = {.root = game->now,
                         .network = worker->hall->what->network,
                         .history = history,
                         .history_count = game->count,
                         .limits = {.nodes = worker->hall->what->nodes, .tournament_draws = true}};
    table_next_search(worker->table);
    const Progress *best = search_run(worker->searcher, &question, &NONE, &SILENCE);
    Colour player = (Colour)game->now.player;
    if (!note_turn(worker, &game->now, best))
        return false;
    if (score_is_decided(best->score))
        *winner = best->score > 0 ? player : other(player);
    return game_play(game, best->pv[0], GAME_NO_CLOCK);
}

/* Plays a game on; *winner is COLOURS if it is drawn. */
static bool play_on(Worker *worker, Game *game, Colour *winner) {
    *winner = COLOURS;
    while (*winner == COLOURS && game->count < TURNS_MAX && !outcome_is_over(game_outcome(game)))
        if (!play_turn(worker, game, winner))
            return false;
    Outcome outcome = game_outcome(game);
    if (*winner == COLOURS && outcome_is_over(outcome) && !outcome.drawn)
        *winner = outcome.winner;
    return true;
}

static void note_result(Samples *samples, Colour winner) {
    for (size_t i = 0; i < samples->count; i++) {
        Sample *sample = &samples->samples[i];
        sample->points = winner == COLOURS ? 1 : sample->player == winner ? 2 : 0;
    }
}

/* Plays the game of that number; false without memory. */
static bool play_game(Worker *worker, int number) {
    const Selfplay *what = worker->hall->what;
    uint64_t lot = splitmix_seed(what->seed, (uint64_t)number);
    Game game = {0};
    Colour winner;
    bool good;
    worker->samples.count = 0;
    table_clear(worker->table);
    searcher_clear(worker->searcher);
    do {
        game_free(&game);
        game_init(&game, what->rules);
        game.tournament_draws = true;
        good = play_opening(&game, &lot);
    } while (good && outcome_is_over(game_outcome(&game)));
    good = good && play_on(worker, &game, &winner);
    game_free(&game);
    if (good)
        note_result(&worker->samples, winner);
    return good;
}

static void hand_in(Worker *worker, bool good) {
    Hall *hall = worker->hall;
    size_t count = worker->samples.count;
    mutex_lock(&hall->mutex);
    if (!good || fwrite(worker->samples.samples, sizeof(Sample), count, hall->what->out) != count)
        hall->failed = true;
    hall->positions += count;
    hall->done++;
    if (hall->done % 100 == 0 || hall->done == hall->what->games)
        fprintf(stderr, "\r%d games of %d, %llu positions ", hall->done, hall->what->games,
                (unsigned long long)hall->positions);
    mutex_unlock(&hall->mutex);
}

static void *work(void *argument) {
    Worker worker = {.hall = argument};
    worker.table = table_new(TABLE_MB);
    worker.searcher = worker.table ? searcher_new(worker.table, NULL) : NULL;
    int game;
    while ((game = to_play(worker.hall)) >= 0)
        hand_in(&worker, worker.searcher && play_game(&worker, game));
    searcher_free(worker.searcher);
    table_free(worker.table);
    samples_free(&worker.samples);
    return NULL;
}

bool selfplay_run(const Selfplay *what) {
    Hall hall = {.what = what};
    Thread threads[SELFPLAY_THREADS_MAX];
    int started = 0;
    mutex_init(&hall.mutex);
    while (started < what->threads && thread_start(&threads[started], work, &hall))
        started++;
    for (int i = 0; i < started; i++)
        thread_join(&threads[i]);
    mutex_destroy(&hall.mutex);
    fprintf(stderr, "\n");
    return started > 0 && !hall.failed && fflush(what->out) == 0;
}
