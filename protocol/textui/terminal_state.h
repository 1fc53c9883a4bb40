/* terminal_state: what the parts of the terminal share: the game for people at a prompt. */
#ifndef MISERE_TEXTUI_TERMINAL_STATE_H
#define MISERE_TEXTUI_TERMINAL_STATE_H

#include "console/board_view.h"
#include "console/prompt.h"
#include "console/word_wrap.h"
#include "textui/session/autosave.h"
#include "textui/state.h"

enum { PROMPT_SIZE = 64 };

/* Has the game in progress been autosaved? */
typedef enum {
    GAME_NOT_KEPT, /* not yet, or no more: it has not begun, or is over */
    GAME_KEPT,
    GAME_NOT_SAVED, /* no: the file could not be written */
} GameKeeping;

/* The choices for a new game; the level is in TextUi. */
typedef struct {
    const Ruleset *rules;
    bool are_rules_chosen; /* by the person, not by default or by a file */
    Colour colour;         /* the person's colour, unless two people play */
    bool two_persons;
    int64_t clock_ms;     /* each player's initial time; GAME_NO_CLOCK: unlimited */
    int64_t increment_ms; /* what a player's clock gains with each of its turns */
    int chips[COLOURS];   /* only used in rulesets that have them */
} GameSettings;

typedef struct {
    TextUi *ui;
    FILE *in, *out; /* `out` wraps lines if a person is at a terminal */
    WordWrap wrap;
    Prompt prompt;
    char prompt_text[PROMPT_SIZE];
    GameSettings
        settings; /* settings of the next game; `colour` and `two_persons` also hold for this one */
    BoardStyle style;
    bool is_turning;      /* is the board turned to the one to move of two people? */
    bool is_flipped;      /* has the person turned it around? */
    char saved[PATH_MAX]; /* the file that this game was last saved in; empty: none */
    bool is_interactive;  /* is a person at a terminal? */
    bool is_choosing;     /* are settings being chosen before the first game? */
    bool wants_board;     /* must the board, or the settings, be shown before the next prompt? */
    bool must_end;
    bool has_failed;     /* out of memory */
    Autosave autosave;   /* not used unless a person is at a terminal */
    GameKeeping keeping; /* has this game been autosaved? */
    char exit_message[PATH_MAX +
                      128]; /* the message after an autosave; see signals_set_exit_message() */
    char history[PATH_MAX]; /* path of the file with the lines typed */
    /* Mind control: the first half of a turn, waiting for the second; else MOVE_NONE. */
    Move first_half;
    Position between; /* after first_half */
} Terminal;

static inline const StoredGame *terminal_stored(const Terminal *terminal) {
    return &terminal->ui->session.stored;
}

static inline const Game *terminal_game(const Terminal *terminal) {
    return &terminal_stored(terminal)->game;
}

/* Is there a game, in progress or finished? */
static inline bool terminal_has_game(const Terminal *terminal) {
    return terminal_game(terminal)->start.rules != NULL;
}

/* The position in which the next half-move is made. */
static inline const Position *terminal_position(const Terminal *terminal) {
    return terminal->first_half != MOVE_NONE ? &terminal->between : &terminal_game(terminal)->now;
}

#endif
