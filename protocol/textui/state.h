/* state: what the TextUI commands share: the state of the program, and what happens in more
 * than one of them. Commands call it; it calls no command. One thread, always the same, may use a
 * TextUi. */
#ifndef MISERE_TEXTUI_STATE_H
#define MISERE_TEXTUI_STATE_H

#include "textui/computer_player.h"
#include "textui/session.h"

#include <stdio.h>

typedef enum { DIALECT_SPRING_2007, DIALECT_FALL_2003, DIALECTS } Dialect;

typedef struct {
    Dialect dialect;    /* the first command may still choose another */
    bool extended;      /* are there commands that the course has not? */
    int think_ms;       /* the computer's time for a turn when its clock is unlimited; at least 1 */
    const char *engine; /* path of the engine, or a name to look up in PATH */
    FILE *transcript;   /* of the dialogue with the engine; NULL: none */
    FILE *out;          /* gets the answers */
} TextUiConfig;

typedef struct {
    TextUiConfig config;
    Dialect dialect;
    bool has_spoken; /* has anything been typed? */
    bool has_init;   /* fall 2003: was there an Init? */
    bool must_end;
    Setup setup; /* fall 2003: what Init and Setup have said */
    int level;   /* of the computer's play, 0 .. LEVEL_MAX */
    Session session;
    ComputerPlayer computer;
} TextUi;

/* The answer to what is no command, or no argument of one. */
#define INPUT_ERROR "Input error"

/* Prints a line of the answer. */
void textui_say(TextUi *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Has the game that is in progress ended? */
bool textui_is_over(const TextUi *ui);

/* If so, prints the line of its end; the program then is as if just started. */
void textui_finish_if_over(TextUi *ui);

/* Starts a game, and says so. */
void textui_start_game(TextUi *ui, const Setup *setup);

/* Save the game that was played last, or load one to play on, and say whether that succeeded. */
void textui_save_game(TextUi *ui, const char *path);
void textui_load_game(TextUi *ui, const char *path);

/* Makes sure that the computer, whose turn it is, has chosen; the time this takes is charged. If
 * it could not choose, says so, unless the reason is that the game is over now. */
bool textui_choose_turn(TextUi *ui);

/* The engine's advice for the player to move, charged to nobody; otherwise as textui_choose_turn.
 */
bool textui_find_hint(TextUi *ui, Turn *turn);

/* Plays a legal turn, and prints it if asked to. */
void textui_play_turn(TextUi *ui, Turn turn, bool print);

/* Answers for a human who moves, after so long; says nothing on the computer's turn. */
void textui_make_move(TextUi *ui, const char *text, int64_t spent_ms);

/* The turn of the player to move, in the course's format. */
void textui_say_turn(TextUi *ui, Turn turn);

/* The course writes an unlimited clock as 0. */
static inline int64_t textui_clock(int64_t number) {
    return number == 0 ? GAME_NO_CLOCK : number;
}

#endif
