/* outcome_text: how a game ended, in words for people. Thread-safe. */
#ifndef MISERE_RULES_OUTCOME_TEXT_H
#define MISERE_RULES_OUTCOME_TEXT_H

#include "rules/outcome.h"

enum { OUTCOME_TEXT_SIZE = 96 };

/* How the text names the colours. */
typedef enum {
    NAMED_BY_COLOUR, /* "White" and "Black" */
    READER_IS_WHITE, /* "you" and "the computer" */
    READER_IS_BLACK  /* "the computer" and "you" */
} Reader;

/* Writes why the game is over, as a clause: "Black has only its king left", "threefold repetition".
 * For a reader who plays the computer it adds ", which wins" where that is a surprise to a chess
 * player: "the computer is checkmated, which wins". `pos` is the final position, and `outcome` is
 * that of a finished game. */
void outcome_explain(const Position *pos, Outcome outcome, Reader reader,
                     char text[OUTCOME_TEXT_SIZE]);

#endif
