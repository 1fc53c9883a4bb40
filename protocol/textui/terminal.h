/* terminal: the TextUI for people, who play at a prompt against the computer or each other. A
 * TextUi may be used by one thread only. */
#ifndef MISERE_TEXTUI_TERMINAL_H
#define MISERE_TEXTUI_TERMINAL_H

#include "textui/terminal_state.h"

enum { PLAY_THINK_MS = 1500, PLAY_LEVEL = 5 };

typedef struct {
    GameSettings settings; /* settings of the first game */
    bool has_choices;      /* were settings given on the command line? */
    bool is_ascii;         /* show neither Unicode nor colours */
    const char *file;      /* a game to continue; NULL: none */
} TerminalConfig;

/* Plays games until the person quits or `in` ends. `ui` is new, extended and of the spring 2007
 * dialect. If `in` and ui->config.out are standard input and output, and both are a terminal, the
 * person can edit lines and choose settings before the first game, and an unfinished game is saved
 * and offered again at the next start. Returns false if the file cannot be loaded or an answer
 * could not be written. */
bool terminal_play_games(TextUi *ui, const TerminalConfig *config, FILE *in);

#endif
