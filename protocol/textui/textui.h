/* textui: the course's TextUI commands: reads one command per line, answers in lines, and plays the
 * game.
 *
 * Where the course's handouts and the project's specification do not say what to do:
 * - Numbers consist of digits only. A number beyond 64 bits counts as INT64_MAX.
 * - Arguments are checked before the state of the game: `MakeMove e2-e4` without its TIME is an
 *   input error on either player's turn. Names and keywords must be spelled exactly as in the
 *   command table.
 * - The move `0000` is an `Ipass` where a chip can be spent, and is printed as `Ipass`.
 * - The computer's time includes the start of its engine. After `Engine error` nothing is charged,
 *   except in real time.
 * - Files are XML or, if their names end in .1994, boards of the 1994 handout; with --extended any
 *   format that we know.
 * - A line over 64 KiB, or with a NUL byte, is an input error.
 *
 * The fall 2003 dialect:
 * - `Init` as the first word of the first line chooses it, even if the rest of that line is wrong.
 *   Until an Init has succeeded, the answer to any other line is `Must init first`, and the program
 *   ends.
 * - Init's ruleset and clocks apply to every game started later, even after another has ended; a
 *   loaded game has its own.
 * - Chips from several Setup commands add up, to CHIPS_MAX at most. They apply to all games that
 *   are started until one ends; after that there are none, and Setup is allowed again.
 * - StartNewGame is allowed at any time, as in spring 2007.
 * - If a clock has run out before a command is read, the game's result is printed first. It is the
 *   whole answer to a command that needs a game, other than QuitGame.
 * - If a computer's clock runs out while the program waits for a command, the result is printed
 *   immediately.
 *
 * A TextUi may be used by one thread only. Call gamefile_init() first. */
#ifndef MISERE_TEXTUI_TEXTUI_H
#define MISERE_TEXTUI_TEXTUI_H

#include "textui/state.h"

enum { TEXTUI_LINE_MAX = 64 * 1024, TEXTUI_THINK_MS = 5000 };

/* The dialects as --dialect names them; ends with NULL. */
extern const char *const TEXTUI_DIALECT_NAMES[TEXTUI_DIALECTS + 1];

/* Initialises `ui`. What config points to must last until textui_free(). */
void textui_init(TextUi *ui, const TextUiConfig *config);

/* Frees `ui` and stops its engine. */
void textui_free(TextUi *ui);

/* Answers the lines of `in` until it ends or a command ends the program. Prints the prompt, unless
 * it is NULL, before each line, and flushes each answer. Nothing may have been read from
 * `in`. Returns false if an answer could not be written, or if out of memory. */
bool textui_run(TextUi *ui, FILE *in, const char *prompt);

#endif
