#include "textui/state.h"

#include "base/os/clock.h"
#include "files/remarks.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum { HINT_MS = 2000 };

/* --- answers --- */

void textui_say(TextUi *ui, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(ui->config.out, format, arguments);
    va_end(arguments);
    fputc('\n', ui->config.out);
}

void textui_say_turn(TextUi *ui, Turn turn) {
    char text[TURN_TEXT_SIZE];
    notation_write_turn(&ui->session.stored.game.now, turn, STYLE_COURSE, text);
    textui_say(ui, "%s", text);
}

/* --- the game --- */

static bool is_over(const TextUi *ui) {
    return ui->session.in_progress && outcome_is_over(game_outcome(&ui->session.stored.game));
}

void textui_finish_if_over(TextUi *ui) {
    if (!is_over(ui))
        return;
    textui_say(ui, "%s", session_result(game_outcome(&ui->session.stored.game)));
    session_finish(&ui->session);
    memset(ui->setup.chips, 0, sizeof ui->setup.chips);
}

bool textui_start_game(TextUi *ui, const Setup *setup) {
    if (!session_start(&ui->session, setup, clock_now_ms())) {
        textui_say(ui, "Cannot start the game: out of memory");
        return false;
    }
    computer_player_new_game(&ui->computer);
    textui_say(ui, "New game started");
    return true;
}

static void say_remark(void *context, const char *text) {
    textui_say(context, "%c%s", toupper((unsigned char)*text), text + 1);
}

void textui_say_remarks(TextUi *ui, const StoredGame *loaded) {
    Remarks remarks = {0};
    remarks_add_game(&remarks, loaded);
    remarks_print(&remarks, NULL, say_remark, ui);
    remarks_free(&remarks);
}

void textui_play_turn(TextUi *ui, Turn turn, bool print) {
    char text[TURN_TEXT_SIZE];
    notation_write_turn(&ui->session.stored.game.now, turn, STYLE_COURSE, text);
    if (!session_play(&ui->session, turn, clock_now_ms()))
        textui_say(ui, "Cannot move: out of memory");
    else if (print)
        textui_say(ui, "%s", text);
}

bool textui_read_turn(const TextUi *ui, const char *text, Turn *turn) {
    const Position *now = &ui->session.stored.game.now;
    return ui->config.extended ? notation_read_typed_turn(now, text, turn, NULL)
                               : notation_read_turn(now, text, turn, NULL);
}

void textui_make_move(TextUi *ui, const char *text, int64_t spent_ms) {
    Turn turn;
    if (session_awaits_computer(&ui->session))
        return;
    if (!textui_read_turn(ui, text, &turn)) {
        textui_say(ui, "Illegal move");
        return;
    }
    session_charge(&ui->session, spent_ms);
    if (!is_over(ui))
        textui_play_turn(ui, turn, true);
}

/* --- the engine --- */

static bool ask_engine(TextUi *ui, const TurnRequest *request, Turn *turn) {
    Session *session = &ui->session;
    int64_t started_at = clock_now_ms();
    int64_t clock = request->clock_ms[session_player(session)];
    Error error;
    bool chosen = computer_player_choose_turn(&ui->computer, request, turn, &error);
    int64_t spent = clock_now_ms() - started_at;
    if (session->real_time)
        session_run_clock(session, clock_now_ms());
    else if (clock != GAME_NO_CLOCK && (chosen || spent >= clock))
        session_charge(session, spent);
    if (is_over(ui))
        return false;
    if (!chosen)
        textui_say(ui, "Engine error: %s", error.text);
    return chosen;
}

/* The lower the level, the shorter the thinking time. */
static int think_ms(const TextUi *ui) {
    int ms = (int)((int64_t)ui->config.think_ms * (ui->level + 1) / (LEVEL_MAX + 1));
    return ms > 0 ? ms : 1;
}

bool textui_choose_turn(TextUi *ui) {
    Session *session = &ui->session;
    TurnRequest request = {
        .game = &session->stored.game,
        .clock_ms = {session_clock(session, WHITE), session_clock(session, BLACK)},
        .increment_ms = session->stored.increment_ms,
        .think_ms = think_ms(ui),
        .level = ui->level};
    if (!session->has_chosen_turn)
        session->has_chosen_turn = ask_engine(ui, &request, &session->chosen_turn);
    return session->has_chosen_turn;
}

bool textui_find_hint(TextUi *ui, Turn *turn) {
    Session *session = &ui->session;
    int64_t left = session_clock(session, session_player(session));
    int ms = ui->config.think_ms < HINT_MS ? ui->config.think_ms : HINT_MS;
    if (session->real_time && left != GAME_NO_CLOCK && left / 4 < ms)
        ms = left >= 4 ? (int)(left / 4) : 1;
    TurnRequest request = {.game = &session->stored.game,
                           .clock_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                           .think_ms = ms,
                           .level = LEVEL_MAX};
    return ask_engine(ui, &request, turn);
}
