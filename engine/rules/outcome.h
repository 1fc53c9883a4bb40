/* outcome: whether the game is over in a position, who has won and why, and the half-moves that
 * continue the game. Clocks and tournament draws are in game.h. Thread-safe. */
#ifndef MISERE_RULES_OUTCOME_H
#define MISERE_RULES_OUTCOME_H

#include "rules/movegen.h"

/* Why the game is over. */
typedef enum {
    PLAYING,     /* the game is not over */
    PIECES_LOST, /* a colour is bare */
    CHECKMATE,
    STALEMATE,
    TIME_EXPIRED,
    THREEFOLD,
    FIFTY,
    INSUFFICIENT_MATERIAL,
    REASONS
} Reason;

typedef struct {
    Reason reason;
    bool drawn;    /* valid if the game is over */
    Colour winner; /* valid if the game is over and not drawn; also the player who still had time if
                      the reason is TIME_EXPIRED */
} Outcome;

/* The half-move clock at which the fifty-move rule draws the game. */
enum { FIFTY_MOVES = 100 };

static inline bool outcome_is_over(Outcome outcome) {
    return outcome.reason != PLAYING;
}

/* White's score in half points, 0 to 2, in a finished game. */
static inline int outcome_white_points(Outcome outcome) {
    return outcome.drawn ? 1 : outcome.winner == WHITE ? 2 : 0;
}

/* Finds the outcome, and lists the half-moves that continue the game: the legal ones, or MOVE_PASS
 * for a stalemated side that loses its turn. The list is empty if the game is over. */
Outcome outcome_find(const Position *pos, MoveList *list);

/* A conservative test, faster than listing half-moves: true if the game is not over and the side to
 * move has a legal half-move other than a pass, but no capture. If false, the position may still be
 * quiet. */
bool outcome_is_surely_quiet(const Position *pos);

/* Is the game still going on, and does the side to move have a move, without being forced to
 * capture? A pass does not count. */
bool outcome_is_quiet(const Position *pos);

/* Counts the half-moves that outcome_find would list, which is faster than listing them. */
int outcome_count_moves(const Position *pos);

/* Finds the outcome without listing half-moves. */
Outcome outcome_of(const Position *pos);

/* Has the side to move a half-move other than a pass, in a game that is not over? */
bool outcome_can_move(const Position *pos);

/* Must the side to move pass, because it is stalemated and that does not end the game? */
bool outcome_pass_is_forced(const Position *pos);

/* Draw by opposite-coloured bishops: each side has only bishops, at least one and all on squares of
 * one shade, and blocked pawns on that shade, and the two shades differ. So nothing can ever be
 * captured. (A capture en passant must not be possible either.) */
bool outcome_is_insufficient_material(const Position *pos);

/* Each side has only a knight, and the colour's can never be captured: a knight attacks squares of
 * the other shade only, and both move by turns, so always the same one of them can be captured. */
bool outcome_knight_is_safe(const Position *pos, Colour colour);

/* The tournament draw that the position alone decides, in a game that is not over: FIFTY, or
 * INSUFFICIENT_MATERIAL if the ruleset has that draw. PLAYING if there is none. Threefold
 * repetition, which depends on the game, is in game.h. */
Outcome outcome_tournament_draw(const Position *pos);

/* The reason's name in game files and protocols. */
const char *outcome_reason_name(Reason reason);

/* Finds the reason with this name; PLAYING if there is none. */
Reason outcome_reason_find(const char *name);

/* "white" or "black". */
const char *outcome_colour_name(Colour colour);

#endif
