#include "core/engine.h"

#include "base/os/clock.h"
#include "base/random.h"
#include "core/experience_file.h"
#include "core/own_book.h"
#include "eval/evaluate.h"
#include "search/skill.h"

#include <stdlib.h>

struct Thinker {
    Transcript *transcript;
    Options options;
    Game game;
    int learned_count;    /* so many turns had the game that was learned from; -1: none was */
    uint64_t learned_key; /* of its end */
    Pool *pool;
    Book *book; /* NULL: none */
    uint64_t book_seed;
    Network *network; /* of the option EvalFile; NULL: none */
    Experience experience;
    /* What the thinking thread works on. */
    Question question;
    uint64_t *history;
    Turn only[LINES_MAX];
    int lines;   /* to be reported */
    Skill skill; /* how well to play */
    uint64_t chance;
    Listener listener;
    bool from_book; /* may the book answer? */
    bool ponders;   /* it was started to ponder, and ponderhit has not come */
    bool infinite;  /* it answers only when told to stop */
};

Thinker *thinker_new(Transcript *transcript) {
    Thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->transcript = transcript;
    thinker->chance = (uint64_t)clock_now_ms();
    options_set_defaults(&thinker->options);
    thinker->pool = pool_new((int)thinker->options.hash_mb);
    if (!thinker->pool) {
        free(thinker);
        return NULL;
    }
    thinker->book_seed = ownbook_seed(thinker->options.book_seed);
    thinker->learned_count = -1;
    game_init(&thinker->game, thinker->options.ruleset);
    return thinker;
}

void thinker_free(Thinker *thinker) {
    if (!thinker)
        return;
    pool_free(thinker->pool);
    book_close(thinker->book);
    free(thinker->network);
    experience_free(&thinker->experience);
    game_free(&thinker->game);
    free(thinker->history);
    free(thinker);
}

const Options *thinker_options(const Thinker *thinker) {
    return &thinker->options;
}

const Game *thinker_game(const Thinker *thinker) {
    return &thinker->game;
}

const Network *thinker_network(const Thinker *thinker) {
    Family family = thinker->options.ruleset->family;
    if (thinker->network && thinker->network->family == family)
        return thinker->network;
    return evaluate_network(family);
}

/* --- options --- */

static bool open_log(Thinker *thinker, Error *error) {
    Error why;
    return transcript_log(thinker->transcript, thinker->options.log_file, &why) ||
           error_set(error, "option Debug Log File: %s", why.text);
}

static bool change_book(Thinker *thinker, Error *error) {
    Book *book = NULL;
    if (!ownbook_open(&thinker->options, &book, error))
        return false;
    book_close(thinker->book);
    thinker->book = book;
    return true;
}

/* The ruleset is another one, which may have no book. */
static void change_book_if_any(Thinker *thinker) {
    if (change_book(thinker, NULL))
        return;
    book_close(thinker->book);
    thinker->book = NULL;
}

static bool change_network(Thinker *thinker, Error *error) {
    const char *path = thinker->options.network_file;
    Network *network = NULL;
    Error why;
    if (*path) {
        network = malloc(sizeof *network);
        if (!network)
            return error_set(error, "option EvalFile: out of memory");
        if (!network_read(network, path, &why)) {
            free(network);
            return error_set(error, "option EvalFile: %s", why.text);
        }
    }
    pool_clear(thinker->pool);
    free(thinker->network);
    thinker->network = network;
    return true;
}

static bool change_experience(Thinker *thinker, Error *error) {
    Experience experience = {0};
    Error why;
    const char *path = thinker->options.experience_file;
    if (*path && !experiencefile_load(path, &experience, &why))
        return error_set(error, "option Experience File: %s", why.text);
    experience_free(&thinker->experience);
    thinker->experience = experience;
    return true;
}

static void begin_game(Thinker *thinker) {
    pool_clear(thinker->pool);
    game_free(&thinker->game);
    game_init(&thinker->game, thinker->options.ruleset);
    thinker->game.tournament_draws = thinker->options.tournament_draws;
    thinker->learned_count = -1;
}

static bool act_on_option(Thinker *thinker, OptionId id, Error *error) {
    const Options *options = &thinker->options;
    switch (id) {
    case OPTION_HASH:
        return pool_set_table_size(thinker->pool, (int)options->hash_mb) ||
               error_set(error, "option Hash: there is not that much memory");
    case OPTION_THREADS:
        return pool_set_threads(thinker->pool, (int)options->threads) ||
               error_set(error, "option Threads: so many cannot be had");
    case OPTION_CLEAR_HASH:
        pool_clear(thinker->pool);
        break;
    case OPTION_RULESET:
        change_book_if_any(thinker);
        begin_game(thinker);
        break;
    case OPTION_TOURNAMENT_DRAWS:
        pool_clear(thinker->pool);
        thinker->game.tournament_draws = options->tournament_draws;
        break;
    case OPTION_LOG_FILE:
        return open_log(thinker, error);
    case OPTION_BOOK:
        return change_book(thinker, error);
    case OPTION_BOOK_SEED:
        thinker->book_seed = ownbook_seed(options->book_seed);
        break;
    case OPTION_NETWORK:
        return change_network(thinker, error);
    case OPTION_EXPERIENCE_FILE:
        return change_experience(thinker, error);
    case OPTION_PLAIN:
        break;
    }
    return true;
}

bool thinker_set_option(Thinker *thinker, const char *name, const char *value, Error *error) {
    Options old = thinker->options;
    OptionId id;
    if (options_set(&thinker->options, name, value, &id, error) &&
        act_on_option(thinker, id, error))
        return true;
    thinker->options = old;
    return false;
}

static bool is_learned(const Thinker *thinker) {
    const Game *game = &thinker->game;
    return game->count == thinker->learned_count && game->now.key == thinker->learned_key;
}

bool thinker_learn(Thinker *thinker, Error *error) {
    const char *path = thinker->options.experience_file;
    Outcome outcome = game_outcome(&thinker->game);
    if (!*path || is_learned(thinker) || !outcome_is_over(outcome))
        return true;
    int white_points = outcome.drawn ? 1 : outcome.winner == WHITE ? 2 : 0;
    thinker->learned_count = thinker->game.count;
    thinker->learned_key = thinker->game.now.key;
    return experiencefile_learn(path, &thinker->experience, &thinker->game, white_points,
                                (size_t)thinker->options.experience_bytes, error);
}

void thinker_forget(Thinker *thinker) {
    pool_clear(thinker->pool);
}

/* --- the game --- */

static bool is_same_game(const Game *a, const Game *b) {
    if (a->count != b->count || a->now.rules != b->now.rules || a->now.key != b->now.key)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->turns[i].key != b->turns[i].key)
            return false;
    return true;
}

void thinker_set_game(Thinker *thinker, const Game *game) {
    if (!is_same_game(&thinker->game, game))
        thinker->learned_count = -1;
    game_free(&thinker->game);
    thinker->game = *game;
    thinker->game.tournament_draws = thinker->options.tournament_draws;
}

bool thinker_play(Thinker *thinker, const char *text, Error *error) {
    return game_play_text(&thinker->game, text, GAME_NO_CLOCK, error);
}

bool thinker_take_back(Thinker *thinker) {
    return game_undo(&thinker->game);
}

int thinker_probe_book(const Thinker *thinker, const Position *pos, BookMove *moves, int max) {
    return thinker->book ? book_probe(thinker->book, pos, moves, max) : 0;
}

/* --- thinking --- */

/* Passes on what was found; weak play looks at more lines than are asked for. */
static void pass_on_progress(void *context, const Progress *progress) {
    Thinker *thinker = context;
    const Reports *reports = &thinker->listener.reports;
    skill_note(&thinker->skill, progress);
    if (reports->progress && progress->line <= thinker->lines)
        reports->progress(reports->context, progress);
}

static void pass_on_looking(void *context, int depth, Move move, int number) {
    const Reports *reports = &((Thinker *)context)->listener.reports;
    if (reports->looking)
        reports->looking(reports->context, depth, move, number);
}

static bool pick_from_book(Thinker *thinker, Turn *turn) {
    return book_pick_turn(thinker->book, &thinker->question.root, &thinker->book_seed, turn);
}

static Answer find_answer(Thinker *thinker, Pool *pool) {
    Reports reports = {
        .progress = pass_on_progress, .looking = pass_on_looking, .context = thinker};
    if (outcome_is_over(game_outcome(&thinker->game)))
        return (Answer){0};
    if (outcome_pass_is_forced(&thinker->question.root))
        return (Answer){.turn = turn_single(MOVE_PASS)};
    Answer answer = {.from_book = true};
    if (thinker->from_book && pick_from_book(thinker, &answer.turn))
        return answer;
    const Progress *found = pool_search(pool, &thinker->question, &reports);
    if (skill_is_limited(&thinker->skill)) {
        SkillLine line = skill_choose(&thinker->skill);
        return (Answer){.turn = line.turn, .reply = line.reply};
    }
    answer = (Answer){.turn = found->pv[0]};
    if (found->pv_count > 1)
        answer.reply = found->pv[1];
    return answer;
}

static void run_search(void *context, Pool *pool, const Signals *signals) {
    (void)signals;
    Thinker *thinker = context;
    Answer answer = find_answer(thinker, pool);
    pool_sleep_while_pondering(pool);
    thinker->listener.answer(thinker->listener.reports.context, &answer);
}

/* Times so large that adding them up could overflow mean the same as a year. */
static int64_t clamp_time(int64_t ms) {
    static const int64_t A_YEAR = 366LL * 24 * 3600 * 1000;
    return ms > A_YEAR ? A_YEAR : ms < -A_YEAR ? -A_YEAR : ms;
}

static Limits complete_limits(const Options *options, const Limits *asked) {
    Limits limits = *asked;
    TimeControl *time = &limits.time;
    time->clock = clamp_time(time->clock);
    time->increment = clamp_time(time->increment);
    time->movetime = clamp_time(time->movetime);
    time->overhead = options->move_overhead_ms;
    time->minimum_charge = options->minimum_charge_ms;
    limits.tournament_draws = options->tournament_draws;
    return limits;
}

/* Copies the game into what the thinking thread works on. */
static bool prepare_question(Thinker *thinker, const Assignment *assignment) {
    const Game *game = &thinker->game;
    uint64_t *history = malloc((size_t)(game->count + 1) * sizeof *history);
    if (!history)
        return false;
    for (int i = 0; i < game->count; i++)
        history[i] = game->turns[i].key;
    free(thinker->history);
    thinker->history = history;
    for (int i = 0; i < assignment->only_count; i++)
        thinker->only[i] = assignment->only[i];
    thinker->question =
        (Question){.root = game->now,
                   .history = history,
                   .history_count = game->count,
                   .network = thinker_network(thinker),
                   .experience = &thinker->experience,
                   .only = thinker->only,
                   .only_count = assignment->only_count,
                   .lines = thinker->lines,
                   .limits = complete_limits(&thinker->options, &assignment->limits)};
    return true;
}

static void prepare_skill(Thinker *thinker) {
    const Options *options = &thinker->options;
    double level =
        options->limit_strength ? skill_level((int)options->elo) : (double)options->skill_level;
    skill_init(&thinker->skill, level, splitmix_next(&thinker->chance));
    if (skill_is_limited(&thinker->skill))
        skill_weaken(&thinker->skill, &thinker->question);
}

/* Is it a turn that is wanted, and not what the search thinks? */
static bool may_use_book(const Thinker *thinker, const Assignment *assignment) {
    return thinker->book && thinker->options.own_book && !assignment->infinite &&
           !assignment->ponder && !assignment->limits.mate && thinker->question.only_count == 0;
}

bool thinker_go(Thinker *thinker, const Assignment *assignment, const Listener *listener) {
    thinker->lines = (int)thinker->options.lines;
    if (!prepare_question(thinker, assignment))
        return false;
    prepare_skill(thinker);
    thinker->listener = *listener;
    thinker->ponders = assignment->ponder;
    thinker->infinite = assignment->infinite;
    thinker->from_book = may_use_book(thinker, assignment);
    pool_start(thinker->pool, run_search, thinker, assignment->infinite || assignment->ponder);
    return true;
}

void thinker_run(Thinker *thinker, PoolTask *task, void *context) {
    pool_start(thinker->pool, task, context, false);
}

bool thinker_ponderhit(Thinker *thinker) {
    bool was_pondering = thinker->ponders && pool_is_pondering(thinker->pool);
    thinker->ponders = false;
    if (was_pondering && !thinker->infinite)
        pool_ponderhit(thinker->pool);
    return was_pondering;
}

void thinker_stop(Thinker *thinker) {
    pool_stop(thinker->pool);
}

bool thinker_wait(Thinker *thinker) {
    if (pool_is_pondering(thinker->pool))
        return false;
    pool_wait(thinker->pool);
    return true;
}
