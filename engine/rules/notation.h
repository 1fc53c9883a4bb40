/* notation: reads and writes half-moves and turns. There are three notations: the course's, UCI's,
 * and standard algebraic notation (SAN). Thread-safe. */
#ifndef MISERE_RULES_NOTATION_H
#define MISERE_RULES_NOTATION_H

#include "rules/refuse.h"

typedef enum {
    STYLE_COURSE,    /* e2-e4  e2-e4,e7-e5  e1-e6,gameover  pass: Ipass with chips, else empty */
    STYLE_UCI,       /* e2e4   e2e4,e7e5    e1e6,gameover   pass: 0000 */
    STYLE_KING_PASS, /* like STYLE_UCI, but a pass is a king move such as e1e1; readers refuse it */
    STYLE_SAN,       /* e4     e4,e5        Kxe6,gameover   pass: -- */
} Style;

enum { TURN_TEXT_SIZE = 24, MOVE_TEXT_SIZE = 8 };

/* Writes a half-move of the side to move. */
void notation_write_move(const Position *pos, Move move, Style style, char text[MOVE_TEXT_SIZE]);

/* Writes a turn that is legal in the position. */
void notation_write_turn(const Position *pos, Turn turn, Style style, char text[TURN_TEXT_SIZE]);

/* The functions that read set *refusal to the reason why the text is not legal, REFUSED_NOT if it
 * is; NULL is allowed. They return false if it is not legal; then what they read is undefined. */

/* Reads a turn that is legal in the position, in the course's notation or UCI's. */
bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal);

/* Like notation_read_turn, but also accepts SAN and every pass that notation_is_any_pass
 * accepts. */
bool notation_read_any_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal);

/* Like notation_read_any_turn, but for a turn that a person has typed: nf3 and E2E4 are accepted
 * as well. A small b that could mean a pawn or a bishop, as in bxc3, means the pawn; in Bxc3 it is
 * the bishop only, and Dxe4 is nothing. */
bool notation_read_typed_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal);

/* Like notation_read_typed_turn, but for a turn from other people's records, in which nothing is
 * guessed: a promotion must name its piece if the ruleset gives a choice. */
bool notation_read_recorded_turn(const Position *pos, const char *text, Turn *turn,
                                 Refusal *refusal);

/* Reads one legal half-move other than a pass, in the course's notation or UCI's. In mind control
 * that is half a turn. */
bool notation_read_move(const Position *pos, const char *text, Move *move, Refusal *refusal);

/* Like notation_read_move, but accepts the same notations as notation_read_typed_turn. */
bool notation_read_typed_move(const Position *pos, const char *text, Move *move, Refusal *refusal);

/* Would notation_read_turn read the text as a pass, legal or not? */
bool notation_is_pass(const char *text);

/* Is the word a pass in any program's notation: 0000, --, Z0, @@@@, pass, null or Ipass, in any
 * case? */
bool notation_is_any_pass(const char *word);

/* Could notation_read_any_turn read the word as a turn in some position? */
bool notation_looks_like_turn(const char *word);

/* Could notation_read_typed_turn? */
bool notation_looks_like_typed_turn(const char *word);

typedef struct {
    char (*texts)[TURN_TEXT_SIZE];
    int count;
} TurnTexts;

/* Lists all legal turns as text, in ASCII order. The caller frees the result with
 * notation_free_turns. Returns false, with an empty result, if out of memory. */
bool notation_all_turns(const Position *pos, Style style, TurnTexts *turns);

void notation_free_turns(TurnTexts *turns);

#endif
