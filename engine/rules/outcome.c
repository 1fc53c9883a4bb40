#include "rules/outcome.h"

#include <string.h>

static const Outcome ONGOING = {.reason = PLAYING};

static Outcome won_by(Colour winner, Reason reason) {
    return (Outcome){.reason = reason, .winner = winner};
}

static Outcome drawn_by(Reason reason) {
    return (Outcome){.reason = reason, .drawn = true};
}

/* Is the side to move in check or anticheck, so that having no half-move is mate? */
static bool is_checked(const Position *pos) {
    Colour side = (Colour)pos->side;
    return position_in_check(pos, side) || position_in_anticheck(pos, side);
}

static Outcome mate_outcome(const Position *pos) {
    Colour mated = (Colour)pos->side;
    return won_by(pos->rules->mate == MATED_WINS ? mated : other(mated), CHECKMATE);
}

/* The outcome if the side to move is stalemated and loses its turn. */
static Outcome lost_turn_outcome(const Position *pos) {
    Position passed;
    position_apply(&passed, pos, MOVE_PASS);
    if (movegen_count(&passed) > 0)
        return ONGOING;
    return is_checked(&passed) ? mate_outcome(&passed) : drawn_by(STALEMATE);
}

/* The outcome if a stalemate is won by the colour with fewer pieces. */
static Outcome fewer_pieces_outcome(const Position *pos) {
    int white = popcount(pos->by_colour[WHITE]), black = popcount(pos->by_colour[BLACK]);
    return white == black ? drawn_by(STALEMATE) : won_by(white < black ? WHITE : BLACK, STALEMATE);
}

/* The outcome if the side to move has no half-move and neither colour is bare. */
static Outcome no_moves_outcome(const Position *pos) {
    if (is_checked(pos))
        return mate_outcome(pos);
    switch (pos->rules->stalemate) {
    case STALEMATE_DRAWS:
        return drawn_by(STALEMATE);
    case STALEMATE_WINS:
        return won_by((Colour)pos->side, STALEMATE);
    case STALEMATE_FEWER_WINS:
        return fewer_pieces_outcome(pos);
    case STALEMATE_LOSES_TURN:
        break;
    }
    return lost_turn_outcome(pos);
}

static bool a_colour_is_bare(const Position *pos) {
    return position_is_bare(pos, WHITE) || position_is_bare(pos, BLACK);
}

static Outcome bare_outcome(const Position *pos) {
    Colour side = (Colour)pos->side;
    if (pos->rules->precedence == MATE_DECIDES && is_checked(pos) && movegen_count(pos) == 0)
        return mate_outcome(pos);
    return won_by(position_is_bare(pos, side) ? side : other(side), PIECES_LOST);
}

Outcome outcome_find(const Position *pos, MoveList *list) {
    list->count = 0;
    if (a_colour_is_bare(pos))
        return bare_outcome(pos);
    movegen_legal(pos, list);
    if (list->count > 0)
        return ONGOING;
    Outcome outcome = no_moves_outcome(pos);
    if (!outcome_is_over(outcome))
        list->moves[list->count++] = MOVE_PASS;
    return outcome;
}

bool outcome_is_surely_quiet(const Position *pos) {
    return !a_colour_is_bare(pos) && movegen_is_surely_quiet(pos);
}

bool outcome_is_quiet(const Position *pos) {
    MoveList list;
    return !outcome_is_over(outcome_find(pos, &list)) && movelist_is_quiet(pos, &list);
}

int outcome_count_moves(const Position *pos) {
    if (a_colour_is_bare(pos))
        return 0;
    int count = movegen_count(pos);
    if (count > 0)
        return count;
    return outcome_is_over(no_moves_outcome(pos)) ? 0 : 1;
}

Outcome outcome_of(const Position *pos) {
    if (a_colour_is_bare(pos))
        return bare_outcome(pos);
    return movegen_count(pos) > 0 ? ONGOING : no_moves_outcome(pos);
}

bool outcome_can_move(const Position *pos) {
    return !a_colour_is_bare(pos) && movegen_count(pos) > 0;
}

bool outcome_pass_is_forced(const Position *pos) {
    return !a_colour_is_bare(pos) && movegen_count(pos) == 0 &&
           !outcome_is_over(no_moves_outcome(pos));
}

static const Bitboard LIGHT = 0x55aa55aa55aa55aaULL;

bool outcome_is_insufficient_material(const Position *pos) {
    Bitboard bishops = pos->by_type[BISHOP], pawns = pos->by_type[PAWN];
    Bitboard white = position_pieces(pos, WHITE, BISHOP);
    Bitboard black = position_pieces(pos, BLACK, BISHOP);
    if (position_occupied(pos) != (bishops | pawns) || !white || !black)
        return false;
    /* The squares of a side's bishops are where its pawns are safe from the other side's. */
    Bitboard white_squares = white & LIGHT ? LIGHT : ~LIGHT;
    if ((pos->by_colour[WHITE] & ~white_squares) || (pos->by_colour[BLACK] & white_squares))
        return false;
    Bitboard white_pawns = position_pieces(pos, WHITE, PAWN);
    Bitboard black_pawns = position_pieces(pos, BLACK, PAWN);
    return !(forward(white_pawns, WHITE) & ~pawns) && !(forward(black_pawns, BLACK) & ~pawns) &&
           pos->en_passant == NO_SQUARE;
}

bool outcome_knight_is_safe(const Position *pos, Colour colour) {
    Bitboard knights = pos->by_type[KNIGHT];
    if (position_occupied(pos) != knights || popcount(pos->by_colour[WHITE]) != 1 ||
        popcount(pos->by_colour[BLACK]) != 1)
        return false;
    bool same_shade = popcount(knights & LIGHT) != 1;
    return same_shade == (pos->side != colour);
}

Outcome outcome_tournament_draw(const Position *pos) {
    if (pos->halfmove_clock >= FIFTY_MOVES)
        return drawn_by(FIFTY);
    if (pos->rules->bishops_draw && outcome_is_insufficient_material(pos))
        return drawn_by(INSUFFICIENT_MATERIAL);
    return ONGOING;
}

const char *outcome_reason_name(Reason reason) {
    switch (reason) {
    case PIECES_LOST:
        return "piecesLost";
    case CHECKMATE:
        return "checkmate";
    case STALEMATE:
        return "stalemate";
    case TIME_EXPIRED:
        return "timeExpired";
    case THREEFOLD:
        return "threefold";
    case FIFTY:
        return "fifty";
    case INSUFFICIENT_MATERIAL:
        return "insufficientMaterial";
    case PLAYING:
    case REASONS:
        break;
    }
    return "playing";
}

Reason outcome_reason_find(const char *name) {
    for (Reason reason = PIECES_LOST; reason < REASONS; reason++)
        if (strcmp(name, outcome_reason_name(reason)) == 0)
            return reason;
    return PLAYING;
}

const char *outcome_colour_name(Colour colour) {
    return colour == WHITE ? "white" : "black";
}
