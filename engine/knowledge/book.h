/* book: opening books, in the file layout of Polyglot's but with keys of our own.
 *
 * A file is records of 16 bytes, big-endian, sorted by key: key (8 bytes), half-move (2), weight
 * (2), and, for people to look at, the games it was played in (2) and the points that it earned in
 * them (2), both halved as often as it takes to fit; a win is 2 points, a draw 1.
 *
 * A half-move is, from bit 0, three bits each: to-file, to-rank, from-file, from-rank, promotion (1
 * knight, 2 bishop, 3 rook, 4 queen, 0 none). Castling is the king's move. A pass is 0 (a1a1).
 *
 * A key is the 64-bit FNV-1a hash of the ruleset's name xor Position.key. The latter is the xor of
 * numbers of the SplitMix64 sequence that 2007 begins, drawn in this order: one for each colour
 * (white, black), type (pawn, knight, bishop, rook, queen, king, anti-king) and square (a1, b1 to
 * h8); for castling rights 1 to 15 (1 K, 2 Q, 4 k, 8 q, added up; nothing for none); for the file
 * of the en passant square, if an enemy pawn stands beside the pawn that passed; for Black to
 * move; and for mind control, if the player who decides is not of the colour to move. For n chips
 * in a hand it is (2n + (0 white, 1 black)) * 0x9e3779b97f4a7c15 instead; nothing for none. The
 * same on every machine; a test holds it fast. */
#ifndef MISERE_KNOWLEDGE_BOOK_H
#define MISERE_KNOWLEDGE_BOOK_H

#include "rules/game.h"

enum { BOOK_MAX_BYTES = 1 << 28, BOOK_WEIGHT_MAX = 65535 };

typedef struct Book Book;

typedef struct {
    Move move;
    uint16_t weight;
    uint16_t games;
    uint16_t points;
} BookMove;

uint64_t book_key(const Position *pos);

/* Reads a file whole. NULL, with the reason, if it is no regular file, has more than
 * BOOK_MAX_BYTES, or is not a sorted row of records. A Book never changes: any threads may use
 * it at once. The caller closes it. */
Book *book_open(const char *path, Error *error);

/* May be NULL. */
void book_close(Book *book);

/* Fills `moves` with up to `max` half-moves that the book has for the position and that are legal
 * in it, the greatest weight first. Returns how many. */
int book_probe(const Book *book, const Position *pos, BookMove *moves, int max);

/* Chooses one of them by lot, in proportion to the weights, and moves *seed on. MOVE_NONE if there
 * is none that weighs anything. */
Move book_pick(const Book *book, const Position *pos, uint64_t *seed);

/* Chooses a whole turn so, where a turn begins. False if the book has none, or a pass is forced. */
bool book_pick_turn(const Book *book, const Position *pos, uint64_t *seed, Turn *turn);

/* --- making a book --- */

/* What was noted of a half-move in a position. */
typedef struct {
    uint64_t key; /* of the position */
    uint64_t points;
    uint32_t games;
    uint16_t weight;
    Move move;
} BookEntry;

/* What was collected so far; all zero at first. One thread at a time may use it. */
typedef struct {
    BookEntry *entries;
    size_t count;
    size_t capacity;
    size_t merged; /* the first so many are sorted and different from each other */
} BookBuilder;

/* Notes that the half-move was played once in the position, and earned its player so many points.
 * Memory grows with what is different, not with what is noted. False without memory. */
bool book_builder_add(BookBuilder *builder, const Position *pos, Move move, unsigned points);

/* Notes a game's first `plies` half-moves, from turn number `first` on, the first of all being 0.
 * `white_points`: 2 if White won, 1 for a draw. Forced passes are no choice, and are left out.
 * False without memory. */
bool book_builder_add_game(BookBuilder *builder, const Game *game, int white_points, int first,
                           int plies);

/* What was noted in the position: *entries, valid until the builder is used again. Returns how
 * many. */
size_t book_builder_find(BookBuilder *builder, const Position *pos, const BookEntry **entries);

/* Sets the weights of all half-moves that were noted in one position. */
typedef void BookWeigh(const void *context, BookEntry *entries, size_t count);

/* Weights that are points; where one of them exceeds BOOK_WEIGHT_MAX all are scaled. 0 for what
 * was played less often than *context, a uint32_t, says. */
void book_weigh_points(const void *context, BookEntry *entries, size_t count);

/* Makes a file's bytes, which the caller frees, of the half-moves that weigh anything, the heaviest
 * of a position first. Only what is in the file stays in the builder. False without memory, or
 * when the file would exceed BOOK_MAX_BYTES. */
bool book_builder_make(BookBuilder *builder, BookWeigh *weigh, const void *context,
                       unsigned char **bytes, size_t *size, Error *error);

/* Gives back the memory. */
void book_builder_free(BookBuilder *builder);

#endif
