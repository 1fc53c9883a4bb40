/* textui: the course's TextUI commands: reads a command a line, answers in lines, plays the game.
 *
 * Where the course's handouts and the project's specification are silent:
 * - Numbers are digits only. One too large for 64 bits is the largest that is not.
 * - Arguments are looked at before the state: `MakeMove e2-e4` without its TIME is an input error
 *   on anybody's turn. Names and keywords are written exactly as in the table.
 * - A move typed `0000` where a chip may be spent is an `Ipass`, and is answered so.
 * - The engine's time includes starting it. With `Engine error` nothing is charged, unless real
 *   time runs.
 * - A line over 64 KiB, or with a NUL byte, is an input error.
 *
 * The fall 2003 dialect:
 * - `Init` as the first word typed chooses it, even if the rest of that line is an error. Until one
 *   Init has succeeded any other line is answered `Must init first`, and the program ends.
 * - What Init said holds for every game that is started, not for those that are loaded: these
 *   bring their own ruleset and clocks. The end of a game does not undo it.
 * - Chips add up over several setups, to CHIPS_MAX at most, in silence. They are for every game
 *   that is started until one has ended: then none are left, and there may be setups again.
 * - StartNewGame is allowed at any time, as in spring 2007.
 * - When a clock has run out before a command, the line of the game's end is the answer to one that
 *   needs a game; QuitGame, and commands that need none, then are carried out all the same.
 * - A computer whose clock runs out before anybody typed MakeNextMove is told at that moment.
 *
 * One thread, always the same, may use a TextUi. Call gamefile_init() first. */
#ifndef MISERE_TEXTUI_TEXTUI_H
#define MISERE_TEXTUI_TEXTUI_H

#include "textui/state.h"

enum { TEXTUI_LINE_MAX = 64 * 1024, TEXTUI_THINK_MS = 5000 };

/* The dialects as --dialect names them; ends with NULL. */
extern const char *const TEXTUI_DIALECT_NAMES[DIALECTS + 1];

/* `ui` holds nothing yet. What config points to must last as long as the TextUi. */
void textui_init(TextUi *ui, const TextUiConfig *config);

/* Stops the engine too. */
void textui_free(TextUi *ui);

/* Answers one line, which is cut into words in place; NULL: one that could not be read. */
void textui_command(TextUi *ui, char *line);

/* Answers the lines of `in` until it ends or one of them ends the program. Flushes the answer to
 * each. `in` must be unbuffered, and nothing may have been read from it. With a prompt, if not
 * NULL, before each line. Returns false if an answer could not be written. */
bool textui_run(TextUi *ui, FILE *in, const char *prompt);

#endif
