#include "book/booktree.h"

#include "book/keyset.h"

enum { MOVE_COLUMNS = 48, INDENT = 2 };

typedef struct {
    FILE *out;
    const Book *book;
    KeySet drawn;
    long halfmoves;
    bool failed;
} Tree;

static void print_row(const Tree *tree, const Position *pos, const BookMove *move, int total,
                      int depth, bool drawn_before) {
    char text[MOVE_TEXT_SIZE];
    notation_write_move(pos, move->move, STYLE_LINE, text);
    int indent = depth * INDENT;
    fprintf(tree->out, "%*s%-*s %6.1f%% %7d", indent, "",
            indent < MOVE_COLUMNS ? MOVE_COLUMNS - indent : 0, text, 100.0 * move->weight / total,
            move->games);
    if (move->games > 0)
        fprintf(tree->out, " %6.1f%%", 50.0 * move->points / move->games);
    fprintf(tree->out, "%s\n", drawn_before ? "  see above" : "");
}

static void print_position(Tree *tree, const Position *pos, int depth, int plies) {
    BookMove moves[MOVES_MAX];
    int count = book_probe(tree->book, pos, moves, MOVES_MAX), total = 0;
    for (int i = 0; i < count; i++)
        total += moves[i].weight;
    for (int i = 0; i < count && moves[i].weight > 0; i++) {
        Position after;
        BookMove first;
        position_apply(&after, pos, moves[i].move);
        bool goes_on = depth + 1 < plies && book_probe(tree->book, &after, &first, 1) > 0;
        KeySetAnswer answer = goes_on ? keyset_add(&tree->drawn, book_key(&after)) : KEYSET_OLD;
        tree->failed |= answer == KEYSET_NO_MEMORY;
        tree->halfmoves++;
        print_row(tree, pos, &moves[i], total, depth, goes_on && answer == KEYSET_OLD);
        if (answer == KEYSET_NEW)
            print_position(tree, &after, depth + 1, plies);
    }
}

long booktree_print(FILE *out, const Book *book, const Ruleset *rules, int plies) {
    Tree tree = {.out = out, .book = book};
    Position start;
    BookMove first;
    position_start(&start, rules);
    if (book_probe(book, &start, &first, 1) > 0) {
        fprintf(out, "%-*s %7s %7s %7s\n", MOVE_COLUMNS, rules->name, "weight", "games", "score");
        tree.failed = keyset_add(&tree.drawn, book_key(&start)) == KEYSET_NO_MEMORY;
        print_position(&tree, &start, 0, plies);
    }
    keyset_free(&tree.drawn);
    return tree.failed ? -1 : tree.halfmoves;
}
