#include "textui/core.h"

#include "base/os/clock.h"

#include <stdarg.h>
#include <string.h>

enum { ADVICE_MS = 2000 };

/* --- answers --- */

void core_say(TextUi *ui, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(ui->config.out, format, arguments);
    va_end(arguments);
    fputc('\n', ui->config.out);
}

void core_say_turn(TextUi *ui, Turn turn) {
    char text[TURN_TEXT_SIZE];
    notation_write_turn(&ui->session.record.game.now, turn, STYLE_COURSE, text);
    core_say(ui, "%s", text);
}

/* --- the game --- */

bool core_is_over(const TextUi *ui) {
    return ui->session.in_progress && outcome_is_over(game_outcome(&ui->session.record.game));
}

void core_finish_if_over(TextUi *ui) {
    if (!core_is_over(ui))
        return;
    core_say(ui, "%s", session_result(game_outcome(&ui->session.record.game)));
    session_finish(&ui->session);
    memset(ui->setup.chips, 0, sizeof ui->setup.chips);
}

void core_start_game(TextUi *ui, const Setup *setup) {
    if (!session_start(&ui->session, setup, clock_now_ms())) {
        core_say(ui, "Cannot start: out of memory");
        return;
    }
    machine_new_game(&ui->machine);
    core_say(ui, "New game started");
}

void core_play_turn(TextUi *ui, Turn turn, bool print) {
    char text[TURN_TEXT_SIZE];
    notation_write_turn(&ui->session.record.game.now, turn, STYLE_COURSE, text);
    if (!session_play(&ui->session, turn, clock_now_ms()))
        core_say(ui, "Cannot move: out of memory");
    else if (print)
        core_say(ui, "%s", text);
}

void core_make_move(TextUi *ui, const char *text, int64_t spent_ms) {
    Turn turn;
    if (session_awaits_computer(&ui->session))
        return;
    if (!notation_read_turn(&ui->session.record.game.now, text, &turn, NULL)) {
        core_say(ui, "Illegal move");
        return;
    }
    session_charge(&ui->session, spent_ms);
    if (!core_is_over(ui))
        core_play_turn(ui, turn, true);
}

/* --- the engine --- */

static bool ask_engine(TextUi *ui, const Task *task, Turn *turn) {
    Session *session = &ui->session;
    int64_t began = clock_now_ms();
    int64_t clock = task->clock_ms[session_player(session)];
    Error error;
    bool chosen = machine_choose(&ui->machine, task, turn, &error);
    int64_t spent = clock_now_ms() - began;
    if (session->real_time)
        session_run_clock(session, clock_now_ms());
    else if (clock != GAME_NO_CLOCK && (chosen || spent >= clock))
        session_charge(session, spent);
    if (core_is_over(ui))
        return false;
    if (!chosen)
        core_say(ui, "Engine error: %s", error.text);
    return chosen;
}

/* At a lower level it thinks less, so that nobody waits for a weak opponent. */
static int think_ms(const TextUi *ui) {
    int ms = (int)((int64_t)ui->config.think_ms * (ui->level + 1) / (LEVEL_MAX + 1));
    return ms > 0 ? ms : 1;
}

bool core_choose_turn(TextUi *ui) {
    Session *session = &ui->session;
    Task task = {.game = &session->record.game,
                 .clock_ms = {session_clock(session, WHITE), session_clock(session, BLACK)},
                 .think_ms = think_ms(ui),
                 .level = ui->level};
    if (!session->has_choice)
        session->has_choice = ask_engine(ui, &task, &session->choice);
    return session->has_choice;
}

bool core_advise(TextUi *ui, Turn *turn) {
    Session *session = &ui->session;
    int64_t left = session_clock(session, session_player(session));
    int ms = ui->config.think_ms < ADVICE_MS ? ui->config.think_ms : ADVICE_MS;
    if (session->real_time && left != GAME_NO_CLOCK && left / 4 < ms)
        ms = left >= 4 ? (int)(left / 4) : 1;
    Task task = {.game = &session->record.game,
                 .clock_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                 .think_ms = ms,
                 .level = LEVEL_MAX};
    return ask_engine(ui, &task, turn);
}
