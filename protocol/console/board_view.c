#include "console/board_view.h"

/* The parameters of ANSI's "select graphic rendition" for a kind of terminal. */
typedef struct {
    const char *square[2][2]; /* the background of a square: [is light][is marked] */
    const char *piece[COLOURS];
} Palette;

static const Palette PALETTES[] = {
    [TTY_16_COLOURS] = {{{"42", "43"}, {"46", "43"}}, {"1;37", "30"}},
    [TTY_256_COLOURS] = {{{"48;5;137", "48;5;142"}, {"48;5;180", "48;5;185"}},
                         {"1;38;5;231", "38;5;16"}},
};

/* Chess symbols, indexed by PieceType; there is none for an anti-king. */
static const char *const OUTLINED[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
static const char *const FILLED[] = {"♟", "♞", "♝", "♜", "♛", "♚"};

/* How a piece is shown. On terminals with colours both sides have the filled symbols, which are
 * easier to see. */
static const char *symbol(uint8_t piece, BoardStyle style, char letter[2]) {
    PieceType type = piece_type(piece);
    bool is_white = piece_colour(piece) == WHITE;
    letter[0] = position_letter(piece);
    letter[1] = '\0';
    if (!style.has_unicode || type > KING)
        return letter;
    return is_white && style.colours == TTY_MONOCHROME ? OUTLINED[type] : FILLED[type];
}

static void draw_square(FILE *out, const Position *pos, const BoardView *view, Square square) {
    uint8_t piece = pos->board[square];
    bool is_marked = view->marked & bit(square);
    bool is_light = (square_file(square) + square_rank(square)) % 2;
    char letter[2];
    const char *shown = piece == NO_PIECE ? NULL : symbol(piece, view->style, letter);
    if (view->style.colours == TTY_MONOCHROME) {
        fprintf(out, "%c%s%c", is_marked ? '[' : ' ',
                shown      ? shown
                : is_light ? " "
                           : ".",
                is_marked ? ']' : ' ');
        return;
    }
    const Palette *palette = &PALETTES[view->style.colours];
    fprintf(out, "\033[%s", palette->square[is_light][is_marked]);
    if (shown)
        fprintf(out, ";%sm %s \033[0m", palette->piece[piece_colour(piece)], shown);
    else
        fputs("m   \033[0m", out);
}

void board_view_draw(FILE *out, const Position *pos, const BoardView *view) {
    bool is_turned = view->bottom == BLACK;
    for (int row = 0; row < 8; row++) {
        int rank = is_turned ? row : 7 - row;
        fprintf(out, " %d ", rank + 1);
        for (int column = 0; column < 8; column++)
            draw_square(out, pos, view, square_of(is_turned ? 7 - column : column, rank));
        const char *beside = view->beside[row];
        fprintf(out, "%s%s\n", *beside ? "   " : "", beside);
    }
    fputs("   ", out);
    for (int column = 0; column < 8; column++)
        fprintf(out, " %c%s", is_turned ? 'h' - column : 'a' + column, column < 7 ? " " : "\n");
}
