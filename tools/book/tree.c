#include "book/tree.h"

#include "book/keyset.h"

enum { MOVE_COLUMNS = 48, INDENT = 2 };

typedef struct {
    FILE *out;
    const Book *book;
    bool with_replies; /* also those that are not in the book, where it goes on after them */
    KeySet printed;    /* keys of the positions printed so far */
    long moves_printed;
    bool failed; /* out of memory */
} BookPrinter;

/* `move` has weight 0 if the book does not play it; `total` is the weight of all that it plays. */
static void print_row(const BookPrinter *printer, const Position *pos, const BookMove *move,
                      int total, int depth, bool already_printed) {
    char text[MOVE_TEXT_SIZE];
    notation_write_move(pos, move->move, STYLE_UCI, text);
    int indent = depth * INDENT;
    fprintf(printer->out, "%*s%-*s ", indent, "", indent < MOVE_COLUMNS ? MOVE_COLUMNS - indent : 0,
            text);
    if (move->weight > 0)
        fprintf(printer->out, "%6.1f%% %7d", 100.0 * move->weight / total, move->games);
    else
        fprintf(printer->out, "%7s %7s", "-", "-");
    if (move->games > 0)
        fprintf(printer->out, " %6.1f%%", 50.0 * move->points / move->games);
    fprintf(printer->out, "%s\n", already_printed ? "  see above" : "");
}

static void print_position(BookPrinter *printer, const Position *pos, int depth, int plies);

/* Prints a half-move, and what follows it: with replies also where the book plays none of them. */
static void print_move(BookPrinter *printer, const Position *pos, const BookMove *move, int total,
                       int depth, int plies) {
    Position after;
    BookMove first;
    position_apply(&after, pos, move->move);
    bool is_known = depth + 1 < plies && book_probe(printer->book, &after, &first, 1) > 0;
    bool is_visited = is_known || (depth + 1 < plies && printer->with_replies && move->weight > 0);
    if (move->weight == 0 && !is_known)
        return;
    KeySetResult result =
        is_visited ? keyset_add(&printer->printed, book_key(&after)) : KEYSET_PRESENT;
    printer->failed |= result == KEYSET_NO_MEMORY;
    printer->moves_printed++;
    print_row(printer, pos, move, total, depth, is_known && result == KEYSET_PRESENT);
    if (result == KEYSET_ADDED)
        print_position(printer, &after, depth + 1, plies);
}

static void print_position(BookPrinter *printer, const Position *pos, int depth, int plies) {
    BookMove moves[MOVES_MAX];
    MoveList legal, played = {.count = 0};
    int count = book_probe(printer->book, pos, moves, MOVES_MAX), total = 0;
    for (int i = 0; i < count; i++)
        total += moves[i].weight;
    for (int i = 0; i < count && moves[i].weight > 0; i++) {
        print_move(printer, pos, &moves[i], total, depth, plies);
        played.moves[played.count++] = moves[i].move;
    }
    outcome_find(pos, &legal);
    for (int i = 0; i < legal.count && printer->with_replies; i++)
        if (!movelist_has(&played, legal.moves[i]))
            print_move(printer, pos, &(BookMove){.move = legal.moves[i]}, total, depth, plies);
}

long book_tree_print(FILE *out, const Book *book, const Ruleset *rules, int plies,
                     bool with_replies) {
    BookPrinter printer = {.out = out, .book = book, .with_replies = with_replies};
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
