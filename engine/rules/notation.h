/* notation: half-moves and turns as text, in the course's format and in the line protocol's.
 * Every reader accepts both. Pure; any thread. */
#ifndef MISERE_RULES_NOTATION_H
#define MISERE_RULES_NOTATION_H

#include "rules/turn.h"

typedef enum {
    STYLE_COURSE,    /* e2-e4   e2-e4,e7-e5   e1-e6,gameover   Ipass   (empty for a lost turn) */
    STYLE_UCI,       /* e2e4    e2e4,e7e5     e1e6,gameover    0000    0000 */
    STYLE_KING_PASS, /* the same but for a pass: e1e1, if the king is there; nobody reads that */
} Style;

enum { TURN_TEXT_SIZE = 24, MOVE_TEXT_SIZE = 8 };

void notation_write_move(const Position *pos, Move move, Style style, char text[MOVE_TEXT_SIZE]);

/* Writes a turn that is legal in `pos`. */
void notation_write_turn(const Position *pos, Turn turn, Style style, char text[TURN_TEXT_SIZE]);

/* Reads a turn and makes sure that it is legal in `pos`. If it is not, or is no turn at all, says
 * why and returns false. */
bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Error *error);

/* Does the text stand for a pass, whether or not one may be made? */
bool notation_is_pass(const char *text);

typedef struct {
    char (*texts)[TURN_TEXT_SIZE];
    int count;
} TurnTexts;

/* Every legal turn, in alphanumeric order of its text. The caller owns the result and frees it
 * with notation_free_turns. Returns false, the result empty, without memory. */
bool notation_all_turns(const Position *pos, Style style, TurnTexts *turns);

void notation_free_turns(TurnTexts *turns);

#endif
