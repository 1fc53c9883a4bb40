#include "cecp/cecp_session.h"
#include "base/os/clock.h"
#include "rules/outcome_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum {
    HINT_NODES = 50000, /* limits of the search for a hint; usually the nodes end it */
    HINT_MS = 1000,
    MATE_SCORE = 100000, /* CECP's score for a win in N turns is 100000 + N */
};

static const char PASS[] = "@@@@";

void cecp_say(Cecp *cecp, const char *format, ...) {
    va_list arguments;
    transcript_lock(cecp->out);
    va_start(arguments, format);
    transcript_print_list(cecp->out, format, arguments);
    va_end(arguments);
    transcript_print(cecp->out, "\n");
    transcript_unlock(cecp->out);
}

void cecp_write_move(const Position *pos, Turn turn, char text[TURN_TEXT_SIZE]) {
    if (turn.moves[0] == MOVE_PASS)
        strcpy(text, PASS);
    else
        notation_write_turn(pos, turn, STYLE_UCI, text);
}

const Position *cecp_board(const Cecp *cecp) {
    return cecp->purpose == PURPOSE_PONDERING ? &cecp->before_ponder
                                              : &engine_game(cecp->engine)->now;
}

static Outcome outcome_now(const Cecp *cecp) {
    return game_outcome(engine_game(cecp->engine));
}

bool cecp_is_over(const Cecp *cecp) {
    return outcome_is_over(outcome_now(cecp));
}

/* --- on the search thread --- */

static int64_t cecp_score(const Ruleset *rules, Score score) {
    if (!score_is_decisive(score))
        return score;
    int turns = search_mate_distance(rules, score);
    return turns > 0 ? MATE_SCORE + turns : turns - MATE_SCORE;
}

/* Prints PLY SCORE TIME NODES PV; the time is in hundredths of a second. */
static void print_thinking_output(Cecp *cecp, const SearchInfo *info) {
    Position now = engine_game(cecp->engine)->now;
    transcript_lock(cecp->out);
    transcript_print(cecp->out, "%d %" PRId64 " %" PRId64 " %" PRIu64, info->depth,
                     cecp_score(now.rules, info->score), info->elapsed_ms / 10, info->nodes);
    for (int i = 0; i < info->pv_count; i++) {
        char text[TURN_TEXT_SIZE];
        Position before = now;
        cecp_write_move(&before, info->pv[i], text);
        turn_apply(&now, &before, info->pv[i]);
        transcript_print(cecp->out, " %s", text);
    }
    if (info->bound != BOUND_EXACT)
        transcript_print(cecp->out, info->bound == BOUND_LOWER ? " !" : " ?");
    transcript_print(cecp->out, "\n");
    transcript_unlock(cecp->out);
}

void cecp_forget_info(Cecp *cecp) {
    mutex_lock(&cecp->lock);
    cecp->last_info = (LastInfo){0};
    mutex_unlock(&cecp->lock);
}

static void on_info(void *context, const SearchInfo *info) {
    Cecp *cecp = context;
    if (info->multipv == 1) {
        mutex_lock(&cecp->lock);
        cecp->last_info.depth = info->depth;
        cecp->last_info.score = info->score;
        cecp->last_info.nodes = info->nodes;
        mutex_unlock(&cecp->lock);
    }
    if (atomic_load(&cecp->posts))
        print_thinking_output(cecp, info);
}

static void on_currmove(void *context, int depth, Move move, int number) {
    (void)depth, (void)move;
    Cecp *cecp = context;
    mutex_lock(&cecp->lock);
    cecp->last_info.currmove_number = number;
    mutex_unlock(&cecp->lock);
}

static void on_bestmove(void *context, const BestMove *bestmove) {
    Cecp *cecp = context;
    cecp->bestmove = *bestmove;
    event_queue_notify(cecp->event_queue);
}

LastInfo cecp_last_info(Cecp *cecp) {
    mutex_lock(&cecp->lock);
    LastInfo last_info = cecp->last_info;
    mutex_unlock(&cecp->lock);
    return last_info;
}

/* --- starting and ending searches --- */

/* Starts a search, and tells the user if there is not enough memory for it. */
static void start_search(Cecp *cecp, CecpPurpose purpose, const GoParams *params) {
    Listener listener = {.reports = {.context = cecp}, .bestmove = on_bestmove};
    if (purpose != PURPOSE_HINT) {
        listener.reports.info = on_info;
        listener.reports.currmove = on_currmove;
    }
    if (!engine_go(cecp->engine, params, &listener))
        cecp_say(cecp, "telluser Not enough memory: searching without the game's earlier turns");
    cecp->purpose = purpose;
    cecp->started = clock_now_ms();
}

static void send_pongs(Cecp *cecp) {
    for (int i = 0; i < cecp->pong_count; i++)
        cecp_say(cecp, "pong %" PRId64, cecp->pongs[i]);
    cecp->pong_count = 0;
}

/* Waits for the end of a search that was stopped or that ends by itself, and discards its
 * notification. */
static void wait_for_search(Cecp *cecp) {
    engine_wait(cecp->engine);
    event_queue_clear(cecp->event_queue);
}

void cecp_abort_search(Cecp *cecp) {
    if (cecp->purpose == PURPOSE_NONE)
        return;
    engine_stop(cecp->engine);
    wait_for_search(cecp);
    if (cecp->purpose == PURPOSE_PONDERING)
        engine_take_back(cecp->engine);
    cecp->purpose = PURPOSE_NONE;
    send_pongs(cecp);
}

bool cecp_begin_game(Cecp *cecp, const Ruleset *ruleset, Error *error) {
    cecp_abort_search(cecp);
    cecp_learn(cecp, false);
    if (!engine_set_option(cecp->engine, "UCI_Variant", ruleset->name, error))
        return false;
    cecp_forget_info(cecp);
    cecp->is_position_illegal = false;
    return true;
}

void cecp_move_now(Cecp *cecp) {
    if (cecp->purpose == PURPOSE_MOVE) {
        engine_stop(cecp->engine);
        cecp_play_bestmove(cecp);
    }
    cecp_abort_search(cecp);
}

Turn cecp_find_hint(Cecp *cecp) {
    start_search(cecp, PURPOSE_HINT,
                 &(GoParams){.limits = {.nodes = HINT_NODES, .time.movetime = HINT_MS}});
    wait_for_search(cecp);
    cecp->purpose = PURPOSE_NONE;
    return cecp->bestmove.turn;
}

/* --- continuing the game --- */

static void claim_result(Cecp *cecp) {
    Outcome outcome = outcome_now(cecp);
    char reason[OUTCOME_TEXT_SIZE];
    outcome_explain(&engine_game(cecp->engine)->now, outcome, NAMED_BY_COLOUR, reason);
    if (outcome.drawn)
        cecp_say(cecp, "1/2-1/2 {Draw: %s}", reason);
    else if (outcome.winner == WHITE)
        cecp_say(cecp, "1-0 {White wins: %s}", reason);
    else
        cecp_say(cecp, "0-1 {Black wins: %s}", reason);
}

void cecp_learn(Cecp *cecp, bool is_last) {
    Error error;
    if (!engine_learn(cecp->engine, is_last, &error))
        cecp_say(cecp, "telluser %s", error.text);
}

static void start_thinking(Cecp *cecp) {
    const Game *game = engine_game(cecp->engine);
    cecp_forget_info(cecp);
    start_search(cecp, PURPOSE_MOVE,
                 &(GoParams){.limits = cecp_clock_limits(&cecp->clock, game->count)});
}

void cecp_resume_analysis(Cecp *cecp) {
    if (cecp->mode != MODE_ANALYZE || cecp->is_position_illegal || cecp_is_over(cecp))
        return;
    cecp_forget_info(cecp);
    start_search(cecp, PURPOSE_ANALYSIS, &(GoParams){.infinite = true});
}

void cecp_resume(Cecp *cecp) {
    cecp_resume_analysis(cecp);
    if (cecp->mode != MODE_PLAY || cecp->is_position_illegal)
        return;
    if (cecp_is_over(cecp)) {
        claim_result(cecp);
        cecp_learn(cecp, false);
    } else if (cecp_board(cecp)->player == cecp->side) {
        start_thinking(cecp);
    }
}

/* GUIs do not know that a stalemated player must pass. */
static void remind_of_pass(Cecp *cecp) {
    if (!cecp->opponent_is_computer && outcome_pass_is_forced(cecp_board(cecp)))
        cecp_say(cecp, "tellopponent You have no move and must pass: type %s", PASS);
}

/* Plays the expected reply tentatively, and searches the position after it. */
static void start_pondering(Cecp *cecp, Turn ponder_turn) {
    char text[TURN_TEXT_SIZE];
    const Game *game = engine_game(cecp->engine);
    Position before = game->now;
    notation_write_turn(&before, ponder_turn, STYLE_UCI, text);
    if (!engine_play(cecp->engine, text, NULL))
        return;
    if (cecp_is_over(cecp)) {
        engine_take_back(cecp->engine);
        return;
    }
    cecp->before_ponder = before;
    cecp->ponder_turn = ponder_turn;
    cecp->ponder_clock_ms = cecp->clock.left_ms;
    cecp_write_move(&before, ponder_turn, text);
    cecp_say(cecp, "Hint: %s", text);
    Limits limits = cecp_clock_limits(&cecp->clock, game->count);
    start_search(cecp, PURPOSE_PONDERING, &(GoParams){.ponder = true, .limits = limits});
}

/* If memory runs out, the engine stops playing: otherwise it would search for the same move again
 * and again. */
static bool play_bestmove(Cecp *cecp) {
    Error error;
    char text[TURN_TEXT_SIZE], written[TURN_TEXT_SIZE];
    Turn turn = cecp->bestmove.turn;
    const Game *game = engine_game(cecp->engine);
    notation_write_turn(&game->now, turn, STYLE_UCI, text);
    cecp_write_move(&game->now, turn, written);
    if (!engine_play(cecp->engine, text, &error)) {
        cecp_say(cecp, "telluser Cannot play %s", error.text);
        cecp->mode = MODE_FORCE;
        return false;
    }
    cecp_clock_charge(&cecp->clock, clock_now_ms() - cecp->started, game->count);
    if (cecp->bestmove.from_book && atomic_load(&cecp->posts))
        cecp_say(cecp, "0 0 0 0 (book)");
    if (cecp->bestmove.has_remark)
        cecp_say(cecp, "telluser %s", cecp->bestmove.remark.text);
    cecp_say(cecp, "move %s", written);
    return true;
}

void cecp_play_bestmove(Cecp *cecp) {
    wait_for_search(cecp);
    cecp->purpose = PURPOSE_NONE;
    bool played = play_bestmove(cecp);
    cecp_resume(cecp);
    send_pongs(cecp);
    if (!played || cecp_is_over(cecp))
        return;
    remind_of_pass(cecp);
    if (cecp->ponders && cecp->bestmove.ponder.count > 0)
        start_pondering(cecp, cecp->bestmove.ponder);
}

/* Does the engine have less time than the ponder search was given, by more than the move overhead?
 */
static bool is_short_of_time(const Cecp *cecp) {
    int64_t overhead = engine_options(cecp->engine)->move_overhead_ms;
    return cecp->clock.left_ms < cecp->ponder_clock_ms - overhead;
}

/* If `turn` is the expected reply, turns the ponder search into a search for a move. */
static bool try_ponderhit(Cecp *cecp, Turn turn) {
    if (cecp->purpose != PURPOSE_PONDERING || !turn_equal(turn, cecp->ponder_turn) ||
        is_short_of_time(cecp))
        return false;
    engine_ponderhit(cecp->engine);
    cecp->purpose = PURPOSE_MOVE;
    cecp->started = clock_now_ms();
    return true;
}

bool cecp_play(Cecp *cecp, const char *text, Error *error) {
    Turn turn;
    Refusal refusal;
    const char *word = strcmp(text, PASS) == 0 ? "0000" : text;
    if (cecp->is_position_illegal)
        return error_set(error, "the last setboard was refused");
    if (!notation_read_turn(cecp_board(cecp), word, &turn, &refusal))
        return refusal_error(&refusal, text, error);
    if (try_ponderhit(cecp, turn))
        return true;
    cecp_abort_search(cecp);
    Error why;
    if (engine_play(cecp->engine, word, &why)) {
        cecp_resume(cecp);
        return true;
    }
    /* The GUI may already have made the move, so the engine must not go on playing from this
     * position. */
    if (why.is_shortage && cecp->mode == MODE_PLAY)
        cecp->mode = MODE_FORCE;
    cecp_resume_analysis(cecp);
    if (error)
        *error = why;
    return false;
}
