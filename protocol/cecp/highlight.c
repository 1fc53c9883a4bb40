#include "cecp/highlight.h"

#include "rules/outcome.h"

bool cecp_highlight_read_square(const char *text, Square *square) {
    return square_read(text, square) && text[2] == '\0';
}

/* Prints the marks of one rank, in the style of a FEN. */
static void print_rank(Transcript *out, const char marks[SQUARES], int rank) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        char mark = marks[square_of(file, rank)];
        if (!mark) {
            empty++;
            continue;
        }
        if (empty > 0)
            transcript_print(out, "%d", empty);
        empty = 0;
        transcript_print(out, "%c", mark);
    }
    if (empty > 0)
        transcript_print(out, "%d", empty);
}

void cecp_highlight_print(Transcript *out, const Position *pos, Square from) {
    char marks[SQUARES] = {0};
    bool has_marks = false;
    MoveList list;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        if (move == MOVE_PASS || move_from(move) != from)
            continue;
        marks[move_to(move)] = position_is_capture(pos, move) ? 'R' : 'Y';
        has_marks = true;
    }
    if (!has_marks)
        return;
    transcript_print(out, "highlight ");
    for (int rank = 7; rank >= 0; rank--) {
        print_rank(out, marks, rank);
        transcript_print(out, rank > 0 ? "/" : "\n");
    }
}
