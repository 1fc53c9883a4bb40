/* duty: what the rules demand of the side to move. Thread-safe. */
#ifndef MISERE_RULES_DUTY_H
#define MISERE_RULES_DUTY_H

#include "rules/outcome.h"

/* All zero if the game is over. */
typedef struct {
    bool in_check;
    bool in_anticheck;  /* its anti-king is not attacked */
    bool must_capture;  /* or pass, if it may */
    bool may_pass;      /* or must, if it has no other half-move */
    Bitboard capturers; /* the pieces that have a legal capture */
} Duty;

Duty duty_of(const Position *pos);

/* Writes what is demanded, to be appended to "White to move": ", in check, must capture or pass";
 * "" if nothing is demanded. */
enum { DUTY_TEXT_SIZE = 64 };
const char *duty_text(const Position *pos, char text[DUTY_TEXT_SIZE]);

#endif
