#include "referee/players/match_game.h"

#include "base/random.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

const char *duel_reason(const Duel *duel) {
    if (duel->ending.kind != END_BY_RULES)
        return ending_name(duel->ending.kind);
    return outcome_reason_name(game_outcome(&duel->record.game).reason);
}

int duel_white_points(const Duel *duel) {
    if (duel->ending.kind == END_TOO_LONG)
        return 1;
    if (duel->ending.kind != END_BY_RULES)
        return duel->ending.loser == WHITE ? 0 : 2;
    Outcome outcome = game_outcome(&duel->record.game);
    return outcome.drawn ? 1 : outcome.winner == WHITE ? 2 : 0;
}

void duel_init(Duel *duel, const Contest *contest, Game *opening, const PlayerSpec *white,
               const PlayerSpec *black) {
    *duel = (Duel){.opening_turns = opening->count};
    Record *record = &duel->record;
    record_init(record, contest->rules);
    record->game = *opening;
    *opening = (Game){0};
    record->game.tournament_draws = contest->tournament_draws;
    const PlayerSpec *specs[COLOURS] = {white, black};
    for (int i = WHITE; i <= BLACK; i++) {
        utf8_copy(record->names[i], sizeof record->names[i], specs[i]->name);
        if (!pace_has_clock(&specs[i]->pace))
            continue;
        record->timed = true;
        record->initial_ms[i] = record->current_ms[i] = specs[i]->pace.clock_ms;
    }
}

void duel_free(Duel *duel) {
    record_free(&duel->record);
    free(duel->thoughts);
    duel->thoughts = NULL;
}

void duel_forfeit(Duel *duel, EndKind kind, Colour loser, const char *detail) {
    duel->ending = (Ending){.kind = kind, .loser = loser};
    snprintf(duel->ending.detail, sizeof duel->ending.detail, "%s", detail);
}

/* --- one turn --- */

typedef struct {
    Duel *duel;
    const Contest *contest;
    Player *const *players;
    Clocks clocks;
    const atomic_bool *cancel;
    Error *trouble;
} Play;

/* What becomes of the game. */
typedef enum { GOES_ON, HAS_ENDED, IS_CANCELLED } Step;

static Step forfeit(Play *play, EndKind kind, Colour loser, const char *detail) {
    duel_forfeit(play->duel, kind, loser, detail);
    return HAS_ENDED;
}

/* Ends the game against a player that failed. But if it was told to, or has done nothing wrong, the
 * game has no result: the trouble is ours. */
static Step fail(Play *play, Colour loser, const Error *error) {
    ClientFailure failure = player_failure(play->players[loser]);
    if (atomic_load(play->cancel) || failure == CLIENT_FAILURE_NONE) {
        *play->trouble = *error;
        return IS_CANCELLED;
    }
    EndKind kind = ending_of_failure(failure);
    return forfeit(play, kind, loser, error->text);
}

static Step lose_on_time(Play *play, Colour loser) {
    Record *record = &play->duel->record;
    if (record->initial_ms[loser] != GAME_NO_CLOCK)
        record->current_ms[loser] = 0;
    game_expire(&record->game, loser);
    return forfeit(play, END_TIME, loser, "");
}

static bool keep_thought(Duel *duel, const Thought *thought) {
    int index = duel->record.game.count - 1;
    if (index >= duel->thought_capacity) {
        int capacity = 2 * index + 64;
        Thought *thoughts = realloc(duel->thoughts, (size_t)capacity * sizeof *thoughts);
        if (!thoughts)
            return false;
        memset(thoughts + duel->thought_capacity, 0,
               (size_t)(capacity - duel->thought_capacity) * sizeof *thoughts);
        duel->thoughts = thoughts;
        duel->thought_capacity = capacity;
    }
    duel->thoughts[index] = *thought;
    return true;
}

static Thought thought_of(const ClientAnswer *answer) {
    return (Thought){answer->has_score, answer->is_mate, answer->score,
                     answer->depth,     answer->nodes,   answer->elapsed_us};
}

/* Judges what the player answered in time. */
static Step judge(Play *play, Colour player, const ClientAnswer *answer) {
    Duel *duel = play->duel;
    Record *record = &duel->record;
    Thought thought = thought_of(answer);
    Turn turn;
    Error error;
    char detail[ERROR_TEXT_SIZE];
    if (answer->resigned)
        return forfeit(play, END_RESIGNATION, player, "");
    if (answer->claim[0] && !answer->bestmove[0]) {
        snprintf(detail, sizeof detail, "claimed '%s' where the game goes on", answer->claim);
        return forfeit(play, END_FALSE_CLAIM, player, detail);
    }
    if (!notation_read_turn(&record->game.now, answer->bestmove, &turn, &error))
        return forfeit(play, END_ILLEGAL_MOVE, player, error.text);
    record->current_ms[player] = clocks_left_ms(&play->clocks, player);
    bool kept =
        game_play(&record->game, turn, record->current_ms[player]) && keep_thought(duel, &thought);
    if (kept)
        return GOES_ON;
    error_set(play->trouble, "out of memory");
    return IS_CANCELLED;
}

/* A player without an answer: late, or failed. */
static Step miss(Play *play, Colour player, const ClientAnswer *answer, const Error *error) {
    bool is_late = player_failure(play->players[player]) == CLIENT_FAILURE_HUNG;
    if (!is_late || atomic_load(play->cancel))
        return fail(play, player, error);
    player_recover(play->players[player]);
    if (!clocks_charge(&play->clocks, player, answer->elapsed_us))
        return lose_on_time(play, player);
    return forfeit(play, END_HANG, player, error->text);
}

static Step take_turn(Play *play) {
    Record *record = &play->duel->record;
    Colour player = (Colour)record->game.now.player;
    ClientAnswer answer;
    Error error;
    if (!player_choose(play->players[player], record, &play->clocks, &answer, &error))
        return miss(play, player, &answer, &error);
    if (!clocks_charge(&play->clocks, player, answer.elapsed_us))
        return lose_on_time(play, player);
    return judge(play, player, &answer);
}

/* --- the game --- */

static Step begin(Play *play, uint64_t seed) {
    for (int i = WHITE; i <= BLACK; i++) {
        Error error;
        if (!player_new_game(play->players[i], &play->duel->record, &play->clocks, (Colour)i,
                             splitmix_seed(seed, (uint64_t)i), &error))
            return fail(play, (Colour)i, &error);
    }
    return GOES_ON;
}

static Step go_on(Play *play) {
    Game *game = &play->duel->record.game;
    if (atomic_load(play->cancel))
        return IS_CANCELLED;
    game_pass_if_forced(game);
    if (outcome_is_over(game_outcome(game)))
        return HAS_ENDED;
    if (game->count - play->duel->opening_turns >= play->contest->longest) {
        play->duel->ending.kind = END_TOO_LONG;
        return HAS_ENDED;
    }
    return take_turn(play);
}

static void announce(const Play *play) {
    for (int i = WHITE; i <= BLACK; i++)
        if (player_failure(play->players[i]) == CLIENT_FAILURE_NONE)
            player_game_over(play->players[i], &play->duel->record,
                             ending_result(duel_white_points(play->duel)), duel_reason(play->duel));
}

bool duel_play(Duel *duel, const Contest *contest, Player *const players[COLOURS], uint64_t seed,
               const atomic_bool *cancel, Error *error) {
    Play play = {
        .duel = duel, .contest = contest, .players = players, .cancel = cancel, .trouble = error};
    clocks_start(&play.clocks, contest, player_spec(players[WHITE]), player_spec(players[BLACK]));
    Step step = begin(&play, seed);
    while (step == GOES_ON)
        step = go_on(&play);
    if (step == IS_CANCELLED || atomic_load(cancel))
        return false;
    announce(&play);
    return true;
}
