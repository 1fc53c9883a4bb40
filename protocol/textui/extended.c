#include "textui/extended.h"

#include "base/os/clock.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/duty.h"

#include <inttypes.h>
#include <string.h>

void extended_undo(TextUi *ui, const CommandArg *args) {
    (void)args;
    int undone = session_undo(&ui->session, clock_now_ms());
    if (undone == 0)
        textui_say(ui, "Nothing to undo");
    else
        textui_say(ui, "Undone: %d turn%s", undone, undone == 1 ? "" : "s");
}

void extended_hint(TextUi *ui, const CommandArg *args) {
    (void)args;
    Turn turn;
    if (session_awaits_computer(&ui->session))
        textui_say(ui, "Computer turn");
    else if (textui_find_hint(ui, &turn))
        textui_say_turn(ui, turn);
}

void extended_set_level(TextUi *ui, const CommandArg *args) {
    if (args[0].number > LEVEL_MAX) {
        textui_say(ui, INPUT_ERROR);
        return;
    }
    ui->level = (int)args[0].number;
    textui_say(ui, "Level %d", ui->level);
}

bool extended_is_name(const char *text) {
    if (strlen(text) >= PLAYER_NAME_SIZE)
        return false;
    while (*text) {
        uint32_t c;
        int length = utf8_decode(text, &c);
        bool is_control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff;
        if (length == 0 || is_control)
            return false;
        text += length;
    }
    return true;
}

void extended_set_name(TextUi *ui, const CommandArg *args) {
    Colour player = (Colour)args[0].colour;
    char *name = args[1].text;
    text_trim(name);
    if (!extended_is_name(name)) {
        textui_say(ui, INPUT_ERROR);
        return;
    }
    if (stored_game_set_name(&ui->session.stored, player, name))
        textui_say(ui, "%s Player is %s", position_colour_name(player), name);
    else
        textui_say(ui, "Out of memory");
}

void extended_set_clock(TextUi *ui, const CommandArg *args) {
    session_set_clock(&ui->session, (Colour)args[0].colour, textui_clock(args[1].number));
    textui_say(ui, "Time set");
}

/* --- the board --- */

static void say_player(TextUi *ui, Colour colour) {
    const Session *session = &ui->session;
    const Position *now = &session->stored.game.now;
    const char *name = stored_game_name(&session->stored, colour);
    const char *kind = session->computer[colour] ? "computer" : "human";
    char clock[48] = "unlimited time", chips[32] = "";
    int64_t left = session_clock(session, colour);
    if (left != GAME_NO_CLOCK)
        snprintf(clock, sizeof clock, "%" PRId64 ":%02d.%03d left", left / 60000,
                 (int)(left / 1000 % 60), (int)(left % 1000));
    if (now->rules->pass_chips)
        snprintf(chips, sizeof chips, ", chips: %d", now->chips[colour]);
    textui_say(ui, "%s: %s%s%s%s, %s%s", position_colour_name(colour), name, *name ? " (" : "",
               kind, *name ? ")" : "", clock, chips);
}

static void say_last_turn(TextUi *ui) {
    const Game *game = &ui->session.stored.game;
    Position pos = game->start;
    char text[TURN_TEXT_SIZE] = "";
    const char *player = "";
    for (int i = 0; i < game->count; i++) {
        player = position_colour_name((Colour)pos.player);
        notation_write_turn(&pos, game->turns[i].turn, STYLE_COURSE, text);
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    if (game->count > 0)
        textui_say(ui, "Last turn: %s %s", player, *text ? text : "passed, being stalemated");
}

static void say_who_moves(TextUi *ui) {
    const Position *now = &ui->session.stored.game.now;
    const char *player = position_colour_name((Colour)now->player);
    char duty[DUTY_TEXT_SIZE];
    duty_text(now, duty);
    if (now->rules->halfmoves_per_turn == 1)
        textui_say(ui, "%s to move%s", player, duty);
    else
        textui_say(ui, "%s's turn: a white piece moves (White%s), then a black one", player, duty);
}

void extended_draw_board(TextUi *ui, const CommandArg *args) {
    (void)args;
    const Game *game = &ui->session.stored.game;
    char diagram[DIAGRAM_SIZE];
    position_diagram(&game->now, diagram);
    fputs(diagram, ui->config.out);
    textui_say(ui, "%s, move %u", game->start.rules->name, (unsigned)game->now.fullmove_number);
    say_player(ui, WHITE);
    say_player(ui, BLACK);
    say_last_turn(ui);
    Outcome outcome = game_outcome(game);
    if (outcome_is_over(outcome))
        textui_say(ui, "%s (%s)", session_result(outcome), outcome_reason_name(outcome.reason));
    else
        say_who_moves(ui);
}
