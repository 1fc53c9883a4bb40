/* notation: reads and writes half-moves and turns, in the course's notation and in UCI's. All
 * readers accept both. Thread-safe. */
#ifndef MISERE_RULES_NOTATION_H
#define MISERE_RULES_NOTATION_H

#include "rules/turn.h"

typedef enum {
    STYLE_COURSE,    /* e2-e4  e2-e4,e7-e5  e1-e6,gameover  pass: Ipass with chips, else empty */
    STYLE_UCI,       /* e2e4   e2e4,e7e5    e1e6,gameover   pass: 0000 */
    STYLE_KING_PASS, /* like STYLE_UCI, but a pass is a king move such as e1e1; readers refuse it */
} Style;

enum { TURN_TEXT_SIZE = 24, MOVE_TEXT_SIZE = 8 };

/* Writes a half-move of the side to move. */
void notation_write_move(const Position *pos, Move move, Style style, char text[MOVE_TEXT_SIZE]);

/* Writes a turn that is legal in the position. */
void notation_write_turn(const Position *pos, Turn turn, Style style, char text[TURN_TEXT_SIZE]);

/* Reads a turn that is legal in the position. On failure the error says why, and *turn is
 * undefined. */
bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Error *error);

/* Reads a legal half-move other than a pass, such as the first half of a turn. Fails like
 * notation_read_turn. */
bool notation_read_move(const Position *pos, const char *text, Move *move, Error *error);

/* Does the text denote a pass, legal or not? */
bool notation_is_pass(const char *text);

typedef struct {
    char (*texts)[TURN_TEXT_SIZE];
    int count;
} TurnTexts;

/* Lists all legal turns as text, in ASCII order. The caller frees the result with
 * notation_free_turns. Returns false, with an empty result, if out of memory. */
bool notation_all_turns(const Position *pos, Style style, TurnTexts *turns);

void notation_free_turns(TurnTexts *turns);

#endif
