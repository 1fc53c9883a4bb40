#include "cecp/session.h"
#include "base/os/clock.h"
#include "base/os/stream.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum {
    HINT_NODES = 50000, /* a moment */
    MATE_SCORE = 100000 /* and as many turns as it takes */
};

static const char PASS[] = "@@@@";

void cecp_say(Cecp *cecp, const char *format, ...) {
    va_list arguments;
    stream_lock(cecp->out);
    va_start(arguments, format);
    vfprintf(cecp->out, format, arguments);
    va_end(arguments);
    fputc('\n', cecp->out);
    stream_unlock(cecp->out);
}

void cecp_write_move(const Position *pos, Turn turn, char text[TURN_TEXT_SIZE]) {
    if (turn.moves[0] == MOVE_PASS)
        strcpy(text, PASS);
    else
        notation_write_turn(pos, turn, STYLE_LINE, text);
}

const Position *cecp_board(const Cecp *cecp) {
    return cecp->purpose == FOR_LATER ? &cecp->before : &thinker_game(cecp->thinker)->now;
}

static Outcome outcome_now(const Cecp *cecp) {
    return game_outcome(thinker_game(cecp->thinker));
}

bool cecp_is_over(const Cecp *cecp) {
    return outcome_is_over(outcome_now(cecp));
}

/* --- what the thinking thread does --- */

static int64_t score_for_guis(const Ruleset *rules, Score score) {
    if (!score_is_decided(score))
        return score;
    int turns = search_turns_to_end(rules, score);
    return turns > 0 ? MATE_SCORE + turns : turns - MATE_SCORE;
}

/* PLY SCORE TIME NODES PV, the time in hundredths of a second. */
static void print_thought(Cecp *cecp, const Progress *progress) {
    Position now = thinker_game(cecp->thinker)->now;
    stream_lock(cecp->out);
    fprintf(cecp->out, "%d %" PRId64 " %" PRId64 " %" PRIu64, progress->depth,
            score_for_guis(now.rules, progress->score), progress->elapsed_ms / 10, progress->nodes);
    for (int i = 0; i < progress->pv_count; i++) {
        char text[TURN_TEXT_SIZE];
        Position before = now;
        cecp_write_move(&before, progress->pv[i], text);
        turn_apply(&now, &before, progress->pv[i]);
        fprintf(cecp->out, " %s", text);
    }
    if (progress->bound != BOUND_EXACT)
        fputs(progress->bound == BOUND_LOWER ? " !" : " ?", cecp->out);
    fputc('\n', cecp->out);
    stream_unlock(cecp->out);
}

static void set_insight(Cecp *cecp, Insight insight) {
    mutex_lock(&cecp->lock);
    cecp->insight = insight;
    mutex_unlock(&cecp->lock);
}

static void note_progress(void *context, const Progress *progress) {
    Cecp *cecp = context;
    if (progress->line == 1) {
        mutex_lock(&cecp->lock);
        cecp->insight.depth = progress->depth;
        cecp->insight.score = progress->score;
        cecp->insight.nodes = progress->nodes;
        mutex_unlock(&cecp->lock);
    }
    if (atomic_load(&cecp->posts))
        print_thought(cecp, progress);
}

static void note_looking(void *context, int depth, Move move, int number) {
    (void)depth, (void)move;
    Cecp *cecp = context;
    mutex_lock(&cecp->lock);
    cecp->insight.looking = number;
    mutex_unlock(&cecp->lock);
}

static void note_answer(void *context, const Answer *answer) {
    Cecp *cecp = context;
    cecp->answer = *answer;
    inbox_ring(cecp->inbox);
}

Insight cecp_insight(Cecp *cecp) {
    mutex_lock(&cecp->lock);
    Insight insight = cecp->insight;
    mutex_unlock(&cecp->lock);
    return insight;
}

/* --- searches begin and end --- */

/* False, having said so, without memory. */
static bool start(Cecp *cecp, CecpPurpose purpose, const Assignment *assignment) {
    Listener listener = {.reports = {.context = cecp}, .answer = note_answer};
    if (purpose != FOR_HINT) {
        listener.reports.progress = note_progress;
        listener.reports.looking = note_looking;
    }
    if (!thinker_go(cecp->thinker, assignment, &listener)) {
        cecp_say(cecp, "telluser There is not enough memory to think");
        return false;
    }
    cecp->purpose = purpose;
    cecp->started = clock_now_ms();
    return true;
}

static void pay_pongs(Cecp *cecp) {
    for (int i = 0; i < cecp->pong_count; i++)
        cecp_say(cecp, "pong %" PRId64, cecp->pongs[i]);
    cecp->pong_count = 0;
}

/* Waits for the end of a search that has been told to, or has one. */
static void end_search(Cecp *cecp) {
    thinker_wait(cecp->thinker);
    inbox_hush(cecp->inbox);
}

void cecp_halt(Cecp *cecp) {
    if (cecp->purpose == FOR_NOTHING)
        return;
    thinker_stop(cecp->thinker);
    end_search(cecp);
    if (cecp->purpose == FOR_LATER)
        thinker_take_back(cecp->thinker);
    cecp->purpose = FOR_NOTHING;
    pay_pongs(cecp);
}

void cecp_begin_game(Cecp *cecp, const Ruleset *ruleset) {
    cecp_halt(cecp);
    cecp_learn(cecp);
    thinker_set_option(cecp->thinker, "UCI_Variant", ruleset->name, NULL);
    set_insight(cecp, (Insight){0});
    cecp->is_no_board = false;
}

void cecp_hurry(Cecp *cecp) {
    if (cecp->purpose == FOR_TURN)
        thinker_stop(cecp->thinker);
}

void cecp_move_now(Cecp *cecp) {
    if (cecp->purpose == FOR_TURN) {
        thinker_stop(cecp->thinker);
        cecp_take_answer(cecp);
    }
    cecp_halt(cecp);
}

Turn cecp_find_hint(Cecp *cecp) {
    if (!start(cecp, FOR_HINT, &(Assignment){.limits.nodes = HINT_NODES}))
        return (Turn){0};
    end_search(cecp);
    cecp->purpose = FOR_NOTHING;
    return cecp->answer.turn;
}

/* --- what follows --- */

static const char *reason_text(Reason reason) {
    switch (reason) {
    case PIECES_LOST:
        return "pieces lost";
    case THREEFOLD:
        return "third repetition";
    case FIFTY:
        return "fifty moves";
    default:
        return outcome_reason_name(reason);
    }
}

static void claim_result(Cecp *cecp) {
    Outcome outcome = outcome_now(cecp);
    const char *reason = reason_text(outcome.reason);
    if (outcome.drawn)
        cecp_say(cecp, "1/2-1/2 {Draw: %s}", reason);
    else if (outcome.winner == WHITE)
        cecp_say(cecp, "1-0 {White wins: %s}", reason);
    else
        cecp_say(cecp, "0-1 {Black wins: %s}", reason);
}

void cecp_learn(Cecp *cecp) {
    Error error;
    if (!thinker_learn(cecp->thinker, &error))
        cecp_say(cecp, "telluser %s", error.text);
}

static void begin_turn(Cecp *cecp) {
    const Game *game = thinker_game(cecp->thinker);
    set_insight(cecp, (Insight){0});
    start(cecp, FOR_TURN, &(Assignment){.limits = cecp_clock_limits(&cecp->clock, game->count)});
}

void cecp_resume_analysis(Cecp *cecp) {
    if (cecp->mode != MODE_ANALYZE || cecp->is_no_board || cecp_is_over(cecp))
        return;
    set_insight(cecp, (Insight){0});
    start(cecp, FOR_ANALYSIS, &(Assignment){.infinite = true});
}

void cecp_carry_on(Cecp *cecp) {
    cecp_resume_analysis(cecp);
    if (cecp->mode != MODE_PLAY || cecp->is_no_board)
        return;
    if (cecp_is_over(cecp)) {
        claim_result(cecp);
        cecp_learn(cecp);
    } else if (cecp_board(cecp)->player == cecp->side) {
        begin_turn(cecp);
    }
}

/* A GUI does not know that its user has no move. */
static void remind_of_pass(Cecp *cecp) {
    if (!cecp->is_computer && outcome_pass_is_forced(cecp_board(cecp)))
        cecp_say(cecp, "tellopponent You have no move and must pass: type %s", PASS);
}

/* Plays the expected reply for the time being, and thinks about the turn after it. */
static void begin_pondering(Cecp *cecp, Turn reply) {
    char text[TURN_TEXT_SIZE];
    const Game *game = thinker_game(cecp->thinker);
    Position before = game->now;
    notation_write_turn(&before, reply, STYLE_LINE, text);
    if (!thinker_play(cecp->thinker, text, NULL))
        return;
    if (cecp_is_over(cecp)) {
        thinker_take_back(cecp->thinker);
        return;
    }
    cecp->before = before;
    cecp->expected = reply;
    cecp->planned_ms = cecp->clock.left_ms;
    cecp_write_move(&before, reply, text);
    cecp_say(cecp, "Hint: %s", text);
    Limits limits = cecp_clock_limits(&cecp->clock, game->count);
    if (!start(cecp, FOR_LATER, &(Assignment){.ponder = true, .limits = limits}))
        thinker_take_back(cecp->thinker);
}

static void play_answer(Cecp *cecp) {
    char text[TURN_TEXT_SIZE], written[TURN_TEXT_SIZE];
    Turn turn = cecp->answer.turn;
    const Game *game = thinker_game(cecp->thinker);
    notation_write_turn(&game->now, turn, STYLE_LINE, text);
    cecp_write_move(&game->now, turn, written);
    if (!thinker_play(cecp->thinker, text, NULL)) {
        cecp_say(cecp, "telluser The game is too long to go on");
        return;
    }
    cecp_clock_spend(&cecp->clock, clock_now_ms() - cecp->started, game->count);
    if (cecp->answer.from_book && atomic_load(&cecp->posts))
        cecp_say(cecp, "0 0 0 0 (book)");
    cecp_say(cecp, "move %s", written);
}

void cecp_take_answer(Cecp *cecp) {
    end_search(cecp);
    cecp->purpose = FOR_NOTHING;
    play_answer(cecp);
    cecp_carry_on(cecp);
    pay_pongs(cecp);
    if (cecp_is_over(cecp))
        return;
    remind_of_pass(cecp);
    if (cecp->ponders && cecp->answer.reply.count > 0)
        begin_pondering(cecp, cecp->answer.reply);
}

/* Has the engine less time, by its clock, than the search on the opponent's time reckons with? */
static bool is_short_of_time(const Cecp *cecp) {
    int64_t overhead = thinker_options(cecp->thinker)->move_overhead_ms;
    return cecp->clock.left_ms < cecp->planned_ms - overhead;
}

/* Is this what the search on the opponent's time expects? Then it is a search for a turn now. */
static bool meets_expectation(Cecp *cecp, Turn turn) {
    if (cecp->purpose != FOR_LATER || !turn_equal(turn, cecp->expected) || is_short_of_time(cecp))
        return false;
    thinker_ponderhit(cecp->thinker);
    cecp->purpose = FOR_TURN;
    cecp->started = clock_now_ms();
    return true;
}

bool cecp_play(Cecp *cecp, const char *text, Error *error) {
    Turn turn;
    const char *word = strcmp(text, PASS) == 0 ? "0000" : text;
    if (cecp->is_no_board)
        return error_set(error, "there is no position on the board");
    if (!notation_read_turn(cecp_board(cecp), word, &turn, error))
        return false;
    if (meets_expectation(cecp, turn))
        return true;
    cecp_halt(cecp);
    if (!thinker_play(cecp->thinker, word, error))
        return false;
    cecp_carry_on(cecp);
    return true;
}
