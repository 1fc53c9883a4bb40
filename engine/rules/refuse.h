/* refuse: why a turn is not legal, as a value, and the text that says so. Thread-safe. */
#ifndef MISERE_RULES_REFUSE_H
#define MISERE_RULES_REFUSE_H

#include "rules/san.h"
#include "rules/turn.h"

/* `squares` of a Refusal is empty unless a comment here says what it holds. */
typedef enum {
    REFUSED_NOT, /* it is legal */

    /* the text */
    REFUSED_NOT_A_MOVE,        /* it is in no notation */
    REFUSED_AMBIGUOUS,         /* SAN of several half-moves; squares: the pieces that it may mean */
    REFUSED_TURN_LENGTH,       /* not as many half-moves as a turn has in the ruleset */
    REFUSED_GAME_NOT_OVER,     /* `gameover`, but the game goes on */
    REFUSED_PROMOTION_UNNAMED, /* it does not say what the pawn becomes, and there is a choice */
    REFUSED_PASS_WORD,         /* another word for a pass than the ruleset's */

    /* the game */
    REFUSED_GAME_OVER,
    REFUSED_OVER_HALFWAY, /* mind control: the first half-move ends it */
    REFUSED_MUST_PASS,    /* the side to move is stalemated and loses its turn */

    /* a pass */
    REFUSED_PASS_CAN_MOVE, /* only who is stalemated passes */
    REFUSED_PASS_NO_CHIP,  /* the side is not stalemated and has no chip */
    REFUSED_PASS_IN_CHECK, /* squares: the checkers */

    /* how the piece moves */
    REFUSED_NO_PIECE,          /* there is none on the square */
    REFUSED_OPPONENTS_PIECE,   /* it has the colour that is not to move */
    REFUSED_NO_SUCH_PIECE,     /* SAN: no piece of the type that it names can go to the square;
                                  squares: where SAN says that it is */
    REFUSED_MOVEMENT,          /* the piece does not move like that, or something is in its way */
    REFUSED_BLOCKED,           /* of a piece: there is no square to which it could go */
    REFUSED_PROMOTION,         /* a pawn on the last rank becomes something else */
    REFUSED_NO_PROMOTION,      /* what is to be promoted is not a pawn on the last rank */
    REFUSED_CAPTURES_KING,     /* or an anti-king; squares: the one */
    REFUSED_ANTIKING_CAPTURES, /* an anti-king takes an enemy; squares: the enemy */

    /* castling */
    REFUSED_NO_CASTLING,      /* the ruleset has none */
    REFUSED_CASTLING_RIGHT,   /* king or rook has moved */
    REFUSED_CASTLING_BLOCKED, /* squares: the pieces between king and rook */
    REFUSED_CASTLING_CHECK,   /* out of check; squares: the checkers */
    REFUSED_CASTLING_THROUGH, /* squares: the pieces that attack the square that the king crosses */

    /* royal pieces */
    REFUSED_STAYS_IN_CHECK,    /* squares: the checkers that remain */
    REFUSED_PINNED,            /* squares: the piece that pins this one to its king */
    REFUSED_INTO_CHECK,        /* squares: the pieces that would give check */
    REFUSED_STAYS_UNATTACKED,  /* nothing attacks the anti-king yet; squares: the anti-king */
    REFUSED_LEAVES_UNATTACKED, /* it would not be attacked any more; squares: the anti-king */

    REFUSED_MUST_CAPTURE,         /* squares: the pieces that can capture */
    REFUSED_MUST_CAPTURE_OR_PASS, /* the same, if a chip pays for a pass */
    REFUSALS
} RefusalReason;

typedef struct {
    RefusalReason reason;
    Position pos; /* where it was refused: in mind control perhaps between the halves of a turn */
    Move move;    /* the half-move; its target if only that is known; MOVE_NONE: there is none */
    Bitboard squares;
    PieceType type; /* of REFUSED_NO_SUCH_PIECE */
    Reason over;    /* how the game has ended; PLAYING if it has not */
} Refusal;

/* Why is this half-move, which is not a pass, not legal? */
Refusal refuse_move(const Position *pos, Move move);

/* Why does this text, SAN or coordinates, not mean exactly one legal half-move? If it does, sets
 * *move to that. */
Refusal refuse_san(const Position *pos, const SanMove *san, Move *move);

/* Why is a pass not legal? */
Refusal refuse_pass(const Position *pos);

/* Why has the piece on this square no legal half-move? */
Refusal refuse_piece(const Position *pos, Square from);

/* A refusal for one of the reasons that are about the text or the game, with no squares. */
Refusal refuse_for(const Position *pos, RefusalReason reason);

/* The reason's name for programs: "mustCapture". */
const char *refusal_name(RefusalReason reason);

/* Writes the reason in English, without the turn: "White must capture (exd5)". */
enum { REFUSAL_TEXT_SIZE = 224 };
void refusal_text(const Refusal *refusal, char text[REFUSAL_TEXT_SIZE]);

/* Does the text name all half-moves that are legal instead? */
bool refusal_names_moves(const Refusal *refusal);

/* Sets *error to the refused turn, as it was written, and the reason: "'a2a3' is not legal: White
 * must capture (exd5)". Returns false. */
bool refusal_error(const Refusal *refusal, const char *turn, Error *error);

#endif
