#include "book/tree.h"

#include "book/keyset.h"

enum { MOVE_COLUMNS = 48, INDENT = 2 };

typedef struct {
    FILE *out;
    const Book *book;
    KeySet printed; /* keys of the positions printed so far */
    long moves_printed;
    bool failed; /* out of memory */
} BookPrinter;

static void print_row(const BookPrinter *printer, const Position *pos, const BookMove *move,
                      int total, int depth, bool already_printed) {
    char text[MOVE_TEXT_SIZE];
    notation_write_move(pos, move->move, STYLE_UCI, text);
    int indent = depth * INDENT;
    fprintf(printer->out, "%*s%-*s %6.1f%% %7d", indent, "",
            indent < MOVE_COLUMNS ? MOVE_COLUMNS - indent : 0, text, 100.0 * move->weight / total,
            move->games);
    if (move->games > 0)
        fprintf(printer->out, " %6.1f%%", 50.0 * move->points / move->games);
    fprintf(printer->out, "%s\n", already_printed ? "  see above" : "");
}

static void print_position(BookPrinter *printer, const Position *pos, int depth, int plies) {
    BookMove moves[MOVES_MAX];
    int count = book_probe(printer->book, pos, moves, MOVES_MAX), total = 0;
    for (int i = 0; i < count; i++)
        total += moves[i].weight;
    for (int i = 0; i < count && moves[i].weight > 0; i++) {
        Position after;
        BookMove first;
        position_apply(&after, pos, moves[i].move);
        bool has_replies = depth + 1 < plies && book_probe(printer->book, &after, &first, 1) > 0;
        KeySetResult result =
            has_replies ? keyset_add(&printer->printed, book_key(&after)) : KEYSET_PRESENT;
        printer->failed |= result == KEYSET_NO_MEMORY;
        printer->moves_printed++;
        print_row(printer, pos, &moves[i], total, depth, has_replies && result == KEYSET_PRESENT);
        if (result == KEYSET_ADDED)
            print_position(printer, &after, depth + 1, plies);
    }
}

long book_tree_print(FILE *out, const Book *book, const Ruleset *rules, int plies) {
    BookPrinter printer = {.out = out, .book = book};
    Position start;
    BookMove first;
    position_start(&start, rules);
    if (book_probe(book, &start, &first, 1) > 0) {
        fprintf(out, "%-*s %7s %7s %7s\n", MOVE_COLUMNS, rules->name, "weight", "games", "score");
        printer.failed = keyset_add(&printer.printed, book_key(&start)) == KEYSET_NO_MEMORY;
        print_position(&printer, &start, 0, plies);
    }
    keyset_free(&printer.printed);
    return printer.failed ? -1 : printer.moves_printed;
}
