/* state: the state of the TextUI program, and the actions that several commands and the terminal
 * share. A TextUi may be used by one thread only. */
#ifndef MISERE_TEXTUI_STATE_H
#define MISERE_TEXTUI_STATE_H

#include "client/textui_dialect.h"
#include "textui/session/computer_player.h"
#include "textui/session/session.h"

#include <stdio.h>

typedef struct {
    TextUiDialect dialect; /* the first command may choose another */
    bool extended;         /* accept the commands of --extended */
    int think_ms;       /* the computer's time for a turn if its clock is unlimited; at least 1 */
    const char *engine; /* path of the engine, or a name to look up in PATH */
    FILE *transcript;   /* log of the dialogue with the engine; may be NULL */
    FILE *out;          /* where to write the answers */
} TextUiConfig;

typedef struct {
    TextUiConfig config;
    TextUiDialect dialect;
    bool has_read_line; /* has a line been read? */
    bool has_init;      /* fall 2003: has an Init succeeded? */
    bool must_end;
    Setup setup; /* fall 2003: from Init and Setup */
    int level;   /* how well the computer plays, 0 .. LEVEL_MAX */
    Session session;
    ComputerPlayer computer;
} TextUi;

/* The answer to an unknown command or a bad argument. */
#define INPUT_ERROR "Input error"

/* Prints one line of the answer to a command; `format` has no newline. */
void textui_say(TextUi *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* If the game in progress is over, prints its result, finishes it, and forgets the chips from
 * Setup. */
void textui_finish_if_over(TextUi *ui);

/* Starts a game; prints and returns whether that succeeded. */
bool textui_start_game(TextUi *ui, const Setup *setup);

/* Prints what must be said about a game from a file: see remarks.h. */
void textui_say_remarks(TextUi *ui, const StoredGame *loaded);

/* On the computer's turn, makes the computer choose a turn unless it already has one, and charges
 * the time to its clock. If the engine fails, prints why and returns false; if the clock runs out,
 * only returns false. */
bool textui_choose_turn(TextUi *ui);

/* Asks the engine what the player to move should play. The time is charged to the player only in
 * real time. Failures are as in textui_choose_turn(). */
bool textui_find_hint(TextUi *ui, Turn *turn);

/* Plays a legal turn of the player to move, and prints it if `print` is set. */
void textui_play_turn(TextUi *ui, Turn turn, bool print);

/* Reads a legal turn: in the course's notation or UCI's; with --extended in any, as people type. */
bool textui_read_turn(const TextUi *ui, const char *text, Turn *turn);

/* Plays the turn in `text` for a human who spent spent_ms on it, or prints that it is illegal. Does
 * nothing on the computer's turn. */
void textui_make_move(TextUi *ui, const char *text, int64_t spent_ms);

/* Prints a turn of the player to move, in the course's format. */
void textui_say_turn(TextUi *ui, Turn turn);

/* Converts a clock from a command, where 0 means unlimited. */
static inline int64_t textui_clock(int64_t number) {
    return number == 0 ? GAME_NO_CLOCK : number;
}

#endif
