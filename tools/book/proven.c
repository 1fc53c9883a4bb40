#include "book/proven.h"

#include "book/keyset.h"
#include "proofs/compact/compact.h"
#include "rules/movegen.h"

typedef struct {
    Book *book;
    int plies;
    ProvenCounts *counts;
    KeySet visited;
    bool out_of_memory;
} Adding;

static int half_moves_played(const Position *pos) {
    return 2 * (int)(pos->fullmove_number - 1) + (pos->side == BLACK);
}

/* Makes this the book's only half-move in the position. */
static void add_move(Adding *adding, const Position *pos, Move move) {
    BookMove moves[MOVES_MAX];
    bool added = false;
    int count = book_probe(adding->book, pos, moves, MOVES_MAX);
    for (int i = 0; i < count; i++)
        if (moves[i].move != move)
            adding->counts->removed += book_remove(adding->book, pos, moves[i].move);
    adding->out_of_memory |= !book_add(adding->book, pos, move, &added);
    adding->counts->added += added;
}

static void visit(void *context, const CompactHead *head, const CompactPosition *position) {
    Adding *adding = context;
    (void)head;
    if (position->move == MOVE_NONE || half_moves_played(position->pos) >= adding->plies)
        return;
    KeySetResult result = keyset_add(&adding->visited, book_key(position->pos));
    adding->out_of_memory |= result == KEYSET_NO_MEMORY;
    if (result == KEYSET_ADDED)
        add_move(adding, position->pos, position->move);
}

bool proven_add(Book *book, char *const *paths, int count, int plies, ProvenCounts *counts,
                Error *error) {
    Adding adding = {.book = book, .plies = plies, .counts = counts};
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        ok = compact_read(paths[i], visit, &adding, error);
    keyset_free(&adding.visited);
    return ok &&
           (!adding.out_of_memory || error_set(error, "out of memory, or the book is too large"));
}
