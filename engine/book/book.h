/* book: opening books, in the Polyglot file format, but with different keys.
 *
 * A file is a sequence of 16-byte records, big-endian, sorted by key: key (8 bytes), half-move (2),
 * weight (2), and, for information only, the number of games in which it was played (2) and the
 * points scored in them (2). A win is 2 points, a draw 1. Both numbers are halved, together, until
 * they fit.
 *
 * A half-move is packed into fields of three bits, from bit 0: to-file, to-rank, from-file,
 * from-rank, promotion (0 none, 1 knight, 2 bishop, 3 rook, 4 queen, and in antichess, giveaway and
 * suicide 5 king). Castling is encoded as the king's move, a pass as 0 (a1a1).
 *
 * A key is the 64-bit FNV-1a hash of the ruleset's name, xor Position.key. Position.key is the xor
 * of random numbers, drawn from SplitMix64 with the initial state 2007 in this order:
 * - one for each colour (white, black), piece type (pawn, knight, bishop, rook, queen, king,
 *   anti-king) and square (a1, b1, ..., h8);
 * - one for each set of castling rights from 1 to 15 (the sum of 1 for K, 2 for Q, 4 for k, 8 for
 *   q);
 * - one for each file of the en passant square, used if a pawn of the side to move attacks it;
 * - one for Black to move;
 * - in mind control, one for positions in which the player whose turn it is moves a piece of the
 *   other colour.
 * The number for n > 0 chips is (2n + (0 for White, 1 for Black)) * 0x9e3779b97f4a7c15. Keys are
 * the same on every machine, and must never change. */
#ifndef MISERE_BOOK_BOOK_H
#define MISERE_BOOK_BOOK_H

#include "rules/game.h"

enum { BOOK_MAX_BYTES = 1 << 28, BOOK_WEIGHT_MAX = 65535 };

typedef struct Book Book;

/* A record, without its key. */
typedef struct {
    Move move;
    uint16_t weight;
    uint16_t games;
    uint16_t points;
} BookMove;

/* The key of a position in books. */
uint64_t book_key(const Position *pos);

/* Reads a whole file. Returns NULL, with the reason in *error, if it is not a regular file, has
 * more than BOOK_MAX_BYTES, or is not a sorted sequence of records. The caller closes the book.
 * Several threads may use it at the same time, except for book_remove and book_add. */
Book *book_open(const char *path, Error *error);

/* Frees the book, which may be NULL. */
void book_close(Book *book);

/* Finds the position's legal half-moves in the book, by descending weight. Writes at most `max` of
 * them, and returns the number written. */
int book_probe(const Book *book, const Position *pos, BookMove *moves, int max);

/* Picks one of the position's half-moves in the book at random, with a probability proportional to
 * its weight, and advances the random number generator's state *seed. Returns MOVE_NONE if the book
 * has no half-move of positive weight for the position. */
Move book_pick(const Book *book, const Position *pos, uint64_t *seed);

/* Picks a whole turn in a position where a turn begins. Returns false if the book does not yield a
 * complete turn, or if a pass is forced. */
bool book_pick_turn(const Book *book, const Position *pos, uint64_t *seed, Turn *turn);

/* --- changing a book --- */

/* Removes a half-move of a position. Returns whether the book had it. */
bool book_remove(Book *book, const Position *pos, Move move);

/* Adds a legal half-move of a position, unless the book has it, with no games. Its weight is that
 * of the position's heaviest half-move, and at least 1. Sets *added to whether it was added.
 * Returns false if out of memory, or if the file would exceed BOOK_MAX_BYTES. */
bool book_add(Book *book, const Position *pos, Move move, bool *added);

/* The contents of the book's file, valid until the next change. */
const unsigned char *book_bytes(const Book *book, size_t *size);

/* --- making a book --- */

/* The results of a half-move in one position. */
typedef struct {
    uint64_t key; /* the position's key */
    uint64_t points;
    uint32_t games;
    uint16_t weight;
    Move move;
} BookEntry;

/* Collects entries. Initialise to zeros. Only one thread at a time may use it. */
typedef struct {
    BookEntry *entries;
    size_t count;
    size_t capacity;
    size_t merged; /* the first `merged` entries are sorted and distinct */
} BookBuilder;

/* Records a game in which the half-move was played in the position and its player scored `points`.
 * Memory grows with the number of distinct half-moves. Returns false if out of memory. */
bool book_builder_add(BookBuilder *builder, const Position *pos, Move move, unsigned points);

/* Adds part of a game: of its first `plies` half-moves, those in turn `first` (counted from 0) and
 * later turns, except forced passes. `white_points` is 2 if White won, 1 for a draw, else 0.
 * Returns false if out of memory. */
bool book_builder_add_game(BookBuilder *builder, const Game *game, int white_points, int first,
                           int plies);

/* Finds the entries of a position, and returns their number. They are valid until the next call
 * with this builder. */
size_t book_builder_find(BookBuilder *builder, const Position *pos, const BookEntry **entries);

/* Sets the weights of all entries of one position. */
typedef void BookWeighting(const void *context, BookEntry *entries, size_t count);

/* Makes the contents of a book file from all half-moves of weight 1 or more, and drops the others
 * from the builder. The caller frees the contents. Fails if out of memory, or if the file would
 * exceed BOOK_MAX_BYTES. */
bool book_builder_make(BookBuilder *builder, BookWeighting *weigh, const void *context,
                       unsigned char **bytes, size_t *size, Error *error);

/* Frees the entries. */
void book_builder_free(BookBuilder *builder);

#endif
