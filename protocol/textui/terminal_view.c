#include "textui/terminal_view.h"

#include "base/utf8.h"
#include "rules/duty.h"
#include "rules/outcome_text.h"
#include "textui/terminal_players.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *terminal_view_clock(int64_t ms, char text[CLOCK_TEXT_SIZE]) {
    if (ms == GAME_NO_CLOCK)
        return strcpy(text, "unlimited");
    int64_t seconds = (ms + 999) / 1000;
    snprintf(text, CLOCK_TEXT_SIZE, "%" PRId64 ":%02d", seconds / 60, (int)(seconds % 60));
    return text;
}

const char *terminal_view_time_control(const GameSettings *settings,
                                       char text[TIME_CONTROL_TEXT_SIZE]) {
    char clock[CLOCK_TEXT_SIZE], increment[32] = "";
    if (settings->increment_ms > 0)
        snprintf(increment, sizeof increment, " + %" PRId64 " s a turn",
                 settings->increment_ms / 1000);
    snprintf(text, TIME_CONTROL_TEXT_SIZE, "%s%s", terminal_view_clock(settings->clock_ms, clock),
             increment);
    return text;
}

/* --- the players --- */

/* Copies a name from a file, without what could confuse the terminal, and only as much as there is
 * room for. */
static void copy_name(BoardStyle style, const char *name, char copy[PLAYER_NAME_SIZE]) {
    const char *end = copy + PLAYER_NAME_SIZE - UTF8_MAX;
    while (*name && copy < end) {
        uint32_t c;
        int length = utf8_decode(name, &c);
        bool is_control = length == 0 || c < 0x20 || (c >= 0x7f && c < 0xa0);
        if (is_control || (c > 0x7f && !style.has_unicode)) {
            *copy++ = '?';
            name += length ? length : 1;
        } else {
            memcpy(copy, name, (size_t)length);
            copy += length;
            name += length;
        }
    }
    *copy = '\0';
}

static void describe_player(const Terminal *terminal, Colour colour,
                            char text[BOARD_SIDE_TEXT_SIZE]) {
    const char *name = stored_game_name(terminal_stored(terminal), colour);
    char who[PLAYER_NAME_SIZE] = "", role[32] = "you";
    if (terminal->settings.two_persons)
        *role = '\0';
    else if (terminal->ui->session.computer[colour])
        snprintf(role, sizeof role, "computer, level %d", terminal->ui->level);
    if (!terminal_players_is_our_name(name))
        copy_name(terminal->style, name, who);
    bool has_both = *who && *role;
    snprintf(text, BOARD_SIDE_TEXT_SIZE, "%s%s%s%s%s%s", position_colour_name(colour),
             *who || *role ? ": " : "", who, has_both ? " (" : "", role, has_both ? ")" : "");
}

static void describe_clock(const Terminal *terminal, Colour colour,
                           char text[BOARD_SIDE_TEXT_SIZE]) {
    const Position *pos = terminal_position(terminal);
    int64_t left = session_clock(&terminal->ui->session, colour);
    char clock[CLOCK_TEXT_SIZE] = "", chips[32] = "";
    if (left != GAME_NO_CLOCK)
        terminal_view_clock(left, clock);
    if (pos->rules->pass_chips)
        snprintf(chips, sizeof chips, "%d chip%s", pos->chips[colour],
                 pos->chips[colour] == 1 ? "" : "s");
    snprintf(text, BOARD_SIDE_TEXT_SIZE, "%s%s%s", clock, *clock && *chips ? ", " : "", chips);
}

/* --- the last turn --- */

static Bitboard squares_of(Move move) {
    bool is_move = move != MOVE_NONE && move != MOVE_PASS;
    return is_move ? bit(move_from(move)) | bit(move_to(move)) : 0;
}

/* Marks the squares of the last turn, and describes it. */
static void show_last_turn(const Terminal *terminal, BoardView *view, char *text) {
    const Game *game = terminal_game(terminal);
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        Turn turn = game->turns[i].turn;
        char written[TURN_TEXT_SIZE];
        notation_write_turn(&pos, turn, STYLE_SAN, written);
        if (game_turn_is_forced_pass(game, i)) {
            snprintf(text, BOARD_SIDE_TEXT_SIZE, "%s had no move and passed",
                     position_colour_name((Colour)pos.player));
        } else {
            snprintf(text, BOARD_SIDE_TEXT_SIZE, "Last turn: %s %s",
                     position_colour_name((Colour)pos.player),
                     turn.moves[0] == MOVE_PASS ? "passed" : written);
            view->marked = squares_of(turn.moves[0]) | squares_of(turn.moves[1]);
        }
        Position before = pos;
        turn_apply(&pos, &before, turn);
    }
}

/* --- the state of the game --- */

/* Prints the result; `reason` is a clause that says why. */
static void print_result(const Terminal *terminal, Outcome outcome, const char *reason) {
    const Session *session = &terminal->ui->session;
    bool has_computer = session->computer[WHITE] || session->computer[BLACK];
    if (outcome.drawn)
        fprintf(terminal->out, "The game is drawn: %s\n", reason);
    else if (!has_computer)
        fprintf(terminal->out, "%s has won: %s\n", position_colour_name(outcome.winner), reason);
    else
        fprintf(terminal->out, "You have %s: %s\n",
                session->computer[outcome.winner] ? "lost" : "won", reason);
}

static void print_outcome(const Terminal *terminal, Outcome outcome) {
    const Session *session = &terminal->ui->session;
    Reader reader = session->computer[BLACK]   ? READER_IS_WHITE
                    : session->computer[WHITE] ? READER_IS_BLACK
                                               : NAMED_BY_COLOUR;
    char reason[OUTCOME_TEXT_SIZE];
    outcome_explain(terminal_position(terminal), outcome, reader, reason);
    print_result(terminal, outcome, reason);
}

/* Prints the result of a game that a player resigned or, according to its file, forfeited. */
static void print_forfeit(const Terminal *terminal, const Forfeit *forfeit) {
    const bool *computer = terminal->ui->session.computer;
    const char *loser = computer[forfeit->loser]          ? "the computer"
                        : computer[other(forfeit->loser)] ? "you"
                                                          : position_colour_name(forfeit->loser);
    char reason[FORFEIT_REASON_SIZE + 48];
    if (strcmp(forfeit->reason, termination_words(TERMINATION_RESIGNATION)) == 0)
        snprintf(reason, sizeof reason, "%s resigned", loser);
    else
        snprintf(reason, sizeof reason, "%s forfeited the game (%s)", loser, forfeit->reason);
    print_result(terminal, (Outcome){.winner = other(forfeit->loser)}, reason);
}

static void print_who_moves(const Terminal *terminal) {
    const Position *pos = terminal_position(terminal);
    char duty[DUTY_TEXT_SIZE];
    duty_text(pos, duty);
    const char *player = position_colour_name((Colour)pos->player);
    if (pos->rules->halfmoves_per_turn == 1)
        fprintf(terminal->out, "%s to move%s\n", player, duty);
    else
        fprintf(terminal->out, "%s's turn: %s a %s piece moves%s\n", player,
                position_begins_turn(pos) ? "first" : "now", outcome_colour_name((Colour)pos->side),
                duty);
}

static Colour bottom_of(const Terminal *terminal) {
    const GameSettings *settings = &terminal->settings;
    Colour bottom = !settings->two_persons ? settings->colour
                    : terminal->is_turning ? session_player(&terminal->ui->session)
                                           : WHITE;
    return terminal->is_flipped ? other(bottom) : bottom;
}

void terminal_view_board(const Terminal *terminal) {
    const Game *game = terminal_game(terminal);
    BoardView view = {.style = terminal->style, .bottom = bottom_of(terminal)};
    describe_player(terminal, other(view.bottom), view.beside[0]);
    describe_clock(terminal, other(view.bottom), view.beside[1]);
    snprintf(view.beside[3], sizeof view.beside[3], "%s, move %u", game->start.rules->title,
             (unsigned)game->now.fullmove_number);
    show_last_turn(terminal, &view, view.beside[4]);
    if (terminal->first_half != MOVE_NONE)
        view.marked = squares_of(terminal->first_half);
    describe_player(terminal, view.bottom, view.beside[6]);
    describe_clock(terminal, view.bottom, view.beside[7]);
    fputc('\n', terminal->out);
    board_view_draw(terminal->out, terminal_position(terminal), &view);
    Outcome outcome = game_outcome(game);
    const StoredGame *stored = terminal_stored(terminal);
    if (outcome_is_over(outcome))
        print_outcome(terminal, outcome);
    else if (stored_game_is_forfeited(stored))
        print_forfeit(terminal, &stored->forfeit);
    else
        print_who_moves(terminal);
}

/* --- lists --- */

void terminal_view_words(FILE *out, const char *heading, const TerminalWord *words, int count) {
    int column = fprintf(out, "%s", heading);
    for (int i = 0; i < count; i++) {
        const char *gap = i > 0 && column > 0 ? "  " : "";
        if (column + (int)(strlen(gap) + strlen(words[i])) > LIST_COLUMNS) {
            fputc('\n', out);
            column = 0;
            gap = "";
        }
        column += fprintf(out, "%s%s", gap, words[i]);
    }
    fputc('\n', out);
}

void terminal_view_turns(const Terminal *terminal) {
    const Game *game = terminal_game(terminal);
    Position pos = game->start;
    int column = 0;
    for (int i = 0; i < game->count; i++) {
        char turn[TURN_TEXT_SIZE], word[TURN_TEXT_SIZE + 16] = "";
        bool is_white = pos.player == WHITE;
        notation_write_turn(&pos, game->turns[i].turn, STYLE_SAN, turn);
        if (pos.rules->halfmoves_per_turn > 1 || is_white || i == 0)
            snprintf(word, sizeof word, "%u%s ", (unsigned)pos.fullmove_number,
                     pos.rules->halfmoves_per_turn > 1 || is_white ? "." : "...");
        strcat(word, turn);
        if (column + (int)strlen(word) + 1 > LIST_COLUMNS) {
            fputc('\n', terminal->out);
            column = 0;
        }
        column += fprintf(terminal->out, "%s%s", column > 0 ? " " : "", word);
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    fprintf(terminal->out, "%s%s\n", column > 0 ? " " : "",
            stored_game_result(terminal_stored(terminal)));
}
