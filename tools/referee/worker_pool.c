#include "referee/worker_pool.h"

#include "base/random.h"
#include "referee/log_entry.h"
#include "referee/players/match_game.h"
#include "referee/standing.h"

#include <stdlib.h>

/* A table keeps its players for the next game, if the same ones play it. */
typedef struct {
    Hall *hall;
    Thread thread;
    Player *seats[COLOURS];
} Table;

struct Hall {
    HallPlan plan;
    atomic_bool cancel;
    Mutex mutex;      /* guards all that follows, and the plan's schedule and journal */
    Condition result; /* a game has ended, or the hall closes */
    bool closing;     /* no new game is begun */
    int in_progress;
    RunningTest test; /* where the contest has one */
    HallNews news;
    int table_count;
    Table tables[];
};

/* The end of a whole test is for whoever has all of its games to see. */
static bool runs_test(const HallPlan *plan) {
    return plan->contest->has_sprt && plan->shards == 1;
}

/* --- players --- */

/* Seats the players of a game, starting those who are not there. False: *absent could not. */
static bool seat(Table *table, const Fixture *fixture, Colour *absent, Error *error) {
    const HallPlan *plan = &table->hall->plan;
    const PlayerSpec *specs[COLOURS] = {&plan->contest->players[fixture->white],
                                        &plan->contest->players[fixture->black]};
    Player **seats = table->seats;
    bool crossed = (seats[WHITE] && player_spec(seats[WHITE]) == specs[BLACK]) ||
                   (seats[BLACK] && player_spec(seats[BLACK]) == specs[WHITE]);
    if (crossed) {
        Player *white = seats[WHITE];
        seats[WHITE] = seats[BLACK];
        seats[BLACK] = white;
    }
    for (int i = WHITE; i <= BLACK; i++)
        if (seats[i] && (player_spec(seats[i]) != specs[i] || player_is_spent(seats[i])))
            player_stop(&seats[i]);
    for (int i = WHITE; i <= BLACK; i++)
        if (!seats[i] && !(seats[i] = player_start(plan->contest, specs[i], plan->transcript,
                                                   &table->hall->cancel, error))) {
            *absent = (Colour)i;
            return false;
        }
    return true;
}

static void clear_table(Table *table) {
    for (int i = WHITE; i <= BLACK; i++)
        player_stop(&table->seats[i]);
}

/* --- a game --- */

/* Plays a game. False: it has no result. */
static bool play(Table *table, int number, const Fixture *fixture, Duel *duel, Error *error) {
    Hall *hall = table->hall;
    const Contest *contest = hall->plan.contest;
    Game opening;
    Colour absent;
    if (!openings_game(hall->plan.openings, fixture->opening, &opening, error))
        return false;
    duel_init(duel, contest, &opening, &contest->players[fixture->white],
              &contest->players[fixture->black]);
    bool seated = seat(table, fixture, &absent, error);
    if (!seated)
        duel_forfeit(duel, END_CRASH, absent, error->text);
    if (atomic_load(&hall->cancel) ||
        (seated &&
         !duel_play(duel, contest, table->seats, splitmix_seed(contest->seed, (uint64_t)number),
                    &hall->cancel, error))) {
        duel_free(duel);
        return false;
    }
    return true;
}

static void tell(Hall *hall, int number, const Fixture *fixture, const Duel *duel) {
    const PlayerSpec *players = hall->plan.contest->players;
    char white[CROSSTABLE_NAME_SIZE], black[CROSSTABLE_NAME_SIZE];
    crosstable_fit(players[fixture->white].name, CROSSTABLE_NAME_COLUMNS, white, sizeof white);
    crosstable_fit(players[fixture->black].name, CROSSTABLE_NAME_COLUMNS, black, sizeof black);
    snprintf(hall->news.last, sizeof hall->news.last, "game %d: %s - %s %s %s", number + 1, white,
             black, ending_result(duel_white_points(duel)), duel_reason(duel));
}

/* Breaks everything off: no more games can be kept. Only the first trouble is told. */
static void close_for(Hall *hall, const char *trouble) {
    if (!hall->news.trouble[0])
        snprintf(hall->news.trouble, sizeof hall->news.trouble, "%s", trouble);
    hall->closing = true;
    atomic_store(&hall->cancel, true);
}

/* Writes a game into the log, and only then into the schedule. */
static void enter(Hall *hall, int number, const Fixture *fixture, const Duel *duel) {
    const HallPlan *plan = &hall->plan;
    Error error;
    json_t *line = sheet_write(duel, plan->contest, number, fixture);
    if (!line || !journal_append(plan->journal, number, line, &error))
        close_for(hall, line ? error.text : "out of memory");
    else if (!schedule_enter(plan->schedule, number, duel_white_points(duel), duel->ending.kind))
        close_for(hall, "out of memory");
    else
        tell(hall, number, fixture, duel);
    json_decref(line);
    hall->news.finished++;
    if (runs_test(plan) && running_test_advance(&hall->test, plan->schedule))
        hall->closing = true;
}

/* Takes a game to play, waiting for others if it depends on them. -1: there is none any more. */
static int take(Hall *hall, Fixture *fixture) {
    for (;;) {
        const HallPlan *plan = &hall->plan;
        int number = hall->closing
                         ? -1
                         : schedule_take(plan->schedule, plan->first, plan->shard, plan->shards);
        if (number >= 0)
            schedule_fixture(plan->schedule, number, fixture);
        if (number >= 0 || hall->closing || hall->in_progress == 0)
            return number;
        condition_wait(&hall->result, &hall->mutex);
    }
}

static void *work(void *context) {
    Table *table = context;
    Hall *hall = table->hall;
    Fixture fixture;
    mutex_lock(&hall->mutex);
    for (int number; (number = take(hall, &fixture)) >= 0;) {
        hall->in_progress++;
        mutex_unlock(&hall->mutex);
        Duel duel;
        Error error;
        bool played = play(table, number, &fixture, &duel, &error);
        mutex_lock(&hall->mutex);
        hall->in_progress--;
        if (played)
            enter(hall, number, &fixture, &duel);
        else if (!atomic_load(&hall->cancel))
            close_for(hall, error.text);
        else
            hall->closing = true;
        if (played)
            duel_free(&duel);
        condition_broadcast(&hall->result);
    }
    mutex_unlock(&hall->mutex);
    clear_table(table);
    mutex_lock(&hall->mutex);
    hall->news.running--;
    condition_broadcast(&hall->result);
    mutex_unlock(&hall->mutex);
    return NULL;
}

/* --- the hall --- */

Hall *hall_open(const HallPlan *plan) {
    Hall *hall = calloc(1, sizeof *hall + (size_t)plan->tables * sizeof *hall->tables);
    if (!hall)
        return NULL;
    hall->plan = *plan;
    atomic_init(&hall->cancel, false);
    if (runs_test(plan)) {
        running_test_start(&hall->test, plan->contest);
        hall->closing = running_test_advance(&hall->test, plan->schedule);
    }
    mutex_init(&hall->mutex);
    condition_init(&hall->result);
    mutex_lock(&hall->mutex);
    for (int i = 0; i < plan->tables; i++) {
        hall->tables[i].hall = hall;
        if (!thread_start(&hall->tables[i].thread, work, &hall->tables[i]))
            break;
        hall->table_count++;
        hall->news.running++;
    }
    mutex_unlock(&hall->mutex);
    if (hall->table_count > 0)
        return hall;
    hall_close(hall);
    return NULL;
}

HallNews hall_news(Hall *hall) {
    mutex_lock(&hall->mutex);
    HallNews news = hall->news;
    mutex_unlock(&hall->mutex);
    return news;
}

void hall_look(Hall *hall, HallLook *look, void *context) {
    mutex_lock(&hall->mutex);
    look(context, hall->plan.schedule, runs_test(&hall->plan) ? &hall->test : NULL);
    mutex_unlock(&hall->mutex);
}

void hall_cancel(Hall *hall) {
    atomic_store(&hall->cancel, true);
    mutex_lock(&hall->mutex);
    hall->closing = true;
    condition_broadcast(&hall->result);
    mutex_unlock(&hall->mutex);
}

void hall_close(Hall *hall) {
    for (int i = 0; i < hall->table_count; i++)
        thread_join(&hall->tables[i].thread);
    condition_destroy(&hall->result);
    mutex_destroy(&hall->mutex);
    free(hall);
}
