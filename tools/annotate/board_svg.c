#include "annotate/board_svg.h"

#include "annotate/pieces_svg.h"

#include <string.h>

enum {
    SQUARE = PIECES_SVG_SQUARE,
    SIDE = 8 * SQUARE,
    MARGIN = 18, /* space for the ranks' and files' names, on the left and below */
};

static int left(Square square) {
    return SQUARE * square_file(square);
}
static int top(Square square) {
    return SQUARE * (7 - square_rank(square));
}

/* --- shared shapes --- */

static void define_squares(FILE *out) {
    fprintf(out, "<g id=\"board\"><path class=\"light\" d=\"M0 0h%dv%dh-%dz\"/>", SIDE, SIDE, SIDE);
    fputs("<path class=\"dark\" d=\"", out);
    for (Square square = 0; square < SQUARES; square++)
        if ((square_file(square) + square_rank(square)) % 2 == 0)
            fprintf(out, "M%d %dh%dv%dh-%dz", left(square), top(square), SQUARE, SQUARE, SQUARE);
    fputs("\"/>", out);
    for (int i = 0; i < 8; i++)
        fprintf(out,
                "<text x=\"%d\" y=\"%d\">%c</text>"
                "<text x=\"%d\" y=\"%d\">%c</text>",
                i * SQUARE + SQUARE / 2, SIDE + MARGIN - 4, 'a' + i, -MARGIN / 2,
                SIDE - i * SQUARE - SQUARE / 2 + 5, '1' + i);
    fputs("</g>\n", out);
}

void board_svg_define(FILE *out) {
    fputs("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"shapes\"><defs>\n", out);
    fputs(PIECES_SVG, out);
    define_squares(out);
    fprintf(out,
            "<path id=\"square\" d=\"M0 0h%dv%dh-%dz\"/>\n"
            "<circle id=\"ring\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n"
            "</defs></svg>\n",
            SQUARE, SQUARE, SQUARE, SQUARE / 2, SQUARE / 2, SQUARE / 2 - 2);
}

/* --- drawing a board --- */

static void use(FILE *out, const char *shape, const char *class, Square square) {
    fprintf(out, "<use href=\"#%s\" class=\"%s\" x=\"%d\" y=\"%d\"/>", shape, class, left(square),
            top(square));
}

/* The square of the captured piece. In an en passant capture it is not the target square. */
static Square taken_at(const Position *before, Move move) {
    bool en_passant = position_piece(before, move_to(move)) == NO_PIECE;
    return en_passant ? square_of(square_file(move_to(move)), square_rank(move_from(move)))
                      : move_to(move);
}

static void mark_move(FILE *out, const Position *before, Move move) {
    if (move == MOVE_PASS)
        return;
    const char *class = before->side == WHITE ? "mw" : "mb";
    use(out, "square", class, move_from(move));
    use(out, "square", class, move_to(move));
    if (position_is_capture(before, move))
        use(out, "ring", before->side == WHITE ? "cw" : "cb", taken_at(before, move));
}

static void mark_turn(FILE *out, const Position *before, Turn turn) {
    mark_move(out, before, turn.moves[0]);
    if (turn.count == 2) {
        Position between;
        position_apply(&between, before, turn.moves[0]);
        mark_move(out, &between, turn.moves[1]);
    }
}

static void mark_checks(FILE *out, const Position *position) {
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        if (position_in_check(position, colour))
            use(out, "square", "check", position_king(position, colour));
        if (position_in_anticheck(position, colour))
            use(out, "square", "anticheck", lsb(position_pieces(position, colour, ANTIKING)));
    }
}

static void draw_pieces(FILE *out, const Position *position, Colour colour) {
    fprintf(out, "<g class=\"%s\">", colour == WHITE ? "w" : "b");
    Bitboard pieces = position->by_colour[colour];
    while (pieces) {
        Square square = pop_lsb(&pieces);
        PieceType type = piece_type(position_piece(position, square));
        fprintf(out, "<use href=\"#%c\" x=\"%d\" y=\"%d\"/>",
                position_letter(piece_make(BLACK, type)), left(square), top(square));
    }
    fputs("</g>", out);
}

/* Between the half-moves of a turn only the board field of the FEN is valid. */
static void write_label(FILE *out, const Position *position) {
    char fen[FEN_SIZE];
    position_to_fen(position, fen);
    if (!position_begins_turn(position))
        *strchr(fen, ' ') = '\0';
    fprintf(out, " aria-label=\"Board: %s\"", fen);
}

void board_svg_write(FILE *out, const Position *position, const Position *before, Turn turn) {
    fprintf(out, "<svg class=\"board\" viewBox=\"%d -1 %d %d\" role=\"img\"", -MARGIN,
            SIDE + MARGIN + 1, SIDE + MARGIN + 1);
    write_label(out, position);
    fputs("><use href=\"#board\"/>", out);
    if (before)
        mark_turn(out, before, turn);
    mark_checks(out, position);
    draw_pieces(out, position, WHITE);
    draw_pieces(out, position, BLACK);
    fputs("</svg>\n", out);
}
