#include "rules/position.h"

#include "base/text.h"
#include "rules/zobrist.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char PIECE_LETTERS[] = "PNBRQKA";

const char *const PIECE_NAMES[PIECE_TYPES] = {"pawn",  "knight", "bishop",   "rook",
                                              "queen", "king",   "anti-king"};

char position_letter(uint8_t piece) {
    char letter = PIECE_LETTERS[piece_type(piece)];
    return piece_colour(piece) == WHITE ? letter : (char)tolower(letter);
}

/* --- changes that keep the key up to date --- */

static void put(Position *pos, Square square, Colour colour, PieceType type) {
    pos->by_type[type] |= bit(square);
    pos->by_colour[colour] |= bit(square);
    pos->board[square] = piece_make(colour, type);
    pos->key ^= ZOBRIST.piece[colour][type][square];
}

static void take(Position *pos, Square square) {
    uint8_t piece = pos->board[square];
    pos->by_type[piece_type(piece)] &= ~bit(square);
    pos->by_colour[piece_colour(piece)] &= ~bit(square);
    pos->board[square] = NO_PIECE;
    pos->key ^= ZOBRIST.piece[piece_colour(piece)][piece_type(piece)][square];
}

static void set_en_passant(Position *pos, Square square) {
    if (pos->en_passant != NO_SQUARE)
        pos->key ^= ZOBRIST.en_passant[square_file(pos->en_passant)];
    if (square != NO_SQUARE)
        pos->key ^= ZOBRIST.en_passant[square_file(square)];
    pos->en_passant = (uint8_t)square;
}

static void set_castling(Position *pos, int rights) {
    pos->key ^= ZOBRIST.castling[pos->castling] ^ ZOBRIST.castling[rights];
    pos->castling = (uint8_t)rights;
}

void position_set_chips(Position *pos, Colour colour, int count) {
    assert(count >= 0 && count <= CHIPS_MAX);
    pos->key ^= zobrist_chips(colour, pos->chips[colour]);
    pos->chips[colour] = (uint16_t)count;
    pos->key ^= zobrist_chips(colour, pos->chips[colour]);
}

/* --- building a position --- */

void position_clear(Position *pos, const Ruleset *rules) {
    *pos = (Position){.rules = rules, .fullmove_number = 1, .en_passant = NO_SQUARE};
    memset(pos->board, NO_PIECE, sizeof pos->board);
}

void position_put(Position *pos, Square square, uint8_t piece) {
    put(pos, square, piece_colour(piece), piece_type(piece));
}

/* The castling rights allowed by the kings and rooks that are on their initial squares. */
static int possible_castling(const Position *pos) {
    int rights = 0;
    if (!pos->rules->castling)
        return rights;
    for (Colour c = WHITE; c <= BLACK; c++) {
        Square home = position_home(c);
        if (pos->board[home + KING_FILE] != piece_make(c, KING))
            continue;
        if (pos->board[home + KING_ROOK_FILE] == piece_make(c, ROOK))
            rights |= CASTLE_KING_SIDE << 2 * c;
        if (pos->board[home + QUEEN_ROOK_FILE] == piece_make(c, ROOK))
            rights |= CASTLE_QUEEN_SIDE << 2 * c;
    }
    return rights;
}

/* Could an enemy pawn have just passed `square`, and does a pawn of the side to move attack it? */
static bool possible_en_passant(const Position *pos, Square square) {
    Colour mover = (Colour)pos->side;
    Colour enemy = other(mover);
    if (!pos->rules->en_passant || square_rank(square) != (mover == WHITE ? 5 : 2))
        return false;
    Bitboard start = forward(bit(square), mover);
    Bitboard pawn = forward(bit(square), enemy);
    Bitboard takers = PAWN_ATTACKS[enemy][square];
    return !(position_occupied(pos) & (bit(square) | start)) &&
           (position_pieces(pos, enemy, PAWN) & pawn) &&
           (position_pieces(pos, mover, PAWN) & takers);
}

static uint64_t compute_key(const Position *pos) {
    uint64_t key = ZOBRIST.castling[pos->castling];
    for (Square s = 0; s < SQUARES; s++)
        if (pos->board[s] != NO_PIECE)
            key ^= ZOBRIST.piece[piece_colour(pos->board[s])][piece_type(pos->board[s])][s];
    for (Colour c = WHITE; c <= BLACK; c++)
        key ^= zobrist_chips(c, pos->chips[c]);
    if (pos->en_passant != NO_SQUARE)
        key ^= ZOBRIST.en_passant[square_file(pos->en_passant)];
    if (pos->side == BLACK)
        key ^= ZOBRIST.black_to_move;
    if (pos->player != pos->side)
        key ^= ZOBRIST.moves_other_colour;
    return key;
}

const char *position_colour_name(Colour colour) {
    return colour == WHITE ? "White" : "Black";
}

/* Has the colour as many of these pieces, 0 or 1, as the ruleset wants? */
static bool check_royal(const Position *pos, Colour c, PieceType type, int wanted, Error *error) {
    int count = popcount(position_pieces(pos, c, type));
    const char *who = position_colour_name(c), *what = PIECE_NAMES[type];
    if (count == wanted)
        return true;
    if (count == 0)
        return error_set(error, "%s has no %s", who, what);
    if (wanted == 0)
        return error_set(error, "%s has an %s, but there is none in ruleset %s", who, what,
                         pos->rules->name);
    return error_set(error, "%s has %d %ss, not 1", who, count, what);
}

static bool check_royals(const Position *pos, Error *error) {
    for (Colour c = WHITE; c <= BLACK; c++)
        if ((pos->rules->royal_king && !check_royal(pos, c, KING, 1, error)) ||
            !check_royal(pos, c, ANTIKING, pos->rules->antiking, error))
            return false;
    return true;
}

bool position_finish(Position *pos, Error *error) {
    if (!check_royals(pos, error))
        return false;
    Bitboard misplaced = pos->by_type[PAWN] & (RANK_1 | RANK_8);
    if (misplaced) {
        Square s = lsb(misplaced);
        return error_set(error, "a pawn stands on %c%c", 'a' + square_file(s),
                         '1' + square_rank(s));
    }
    int bare = pos->rules->bare_at;
    if (position_is_bare(pos, WHITE) && position_is_bare(pos, BLACK))
        return bare == 0
                   ? error_set(error, "the board is empty")
                   : error_set(error, "neither side has more than %d piece%s, so both have won",
                               bare, bare == 1 ? "" : "s");
    pos->castling &= (uint8_t)possible_castling(pos);
    if (pos->en_passant != NO_SQUARE && !possible_en_passant(pos, pos->en_passant))
        pos->en_passant = NO_SQUARE;
    pos->key = compute_key(pos);
    Colour waiting = other((Colour)pos->side);
    if (position_in_check(pos, waiting))
        return error_set(error, "%s is not to move, but its king is attacked",
                         position_colour_name(waiting));
    return true;
}

/* --- FEN --- */

/* Finds the next field and its length, which is 0 at the end of the text, and moves *text past it.
 */
static const char *next_field(const char **text, size_t *length) {
    const char *start = *text + strspn(*text, " \t");
    *length = strcspn(start, " \t");
    *text = start + *length;
    return start;
}

static bool parse_board(Position *pos, const char *field, size_t length, Error *error) {
    int rank = 7, file = 0;
    for (size_t i = 0; i < length; i++) {
        char c = field[i];
        const char *letter = strchr(PIECE_LETTERS, toupper((unsigned char)c));
        if (c == '/') {
            if (file != 8 || rank == 0)
                return error_set(error, "FEN board: rank %d ends after %d squares", rank + 1, file);
            rank--;
            file = 0;
        } else if (c >= '1' && c <= '8' && file + (c - '0') <= 8) {
            file += c - '0';
        } else if (c != '\0' && letter && file < 8) {
            Colour colour = isupper((unsigned char)c) ? WHITE : BLACK;
            put(pos, square_of(file++, rank), colour, (PieceType)(letter - PIECE_LETTERS));
        } else {
            return error_set(error, "FEN board: unexpected '%c' at character %zu", c, i + 1);
        }
    }
    if (rank != 0 || file != 8)
        return error_set(error, "FEN board: ends in rank %d after %d squares", rank + 1, file);
    return true;
}

static bool parse_active(Position *pos, const char *field, size_t length, Error *error) {
    if (length == 0)
        return true;
    if (length != 1 || (*field != 'w' && *field != 'b'))
        return error_set(error, "FEN active colour: '%.*s' is neither w nor b", (int)length, field);
    pos->player = *field == 'w' ? WHITE : BLACK;
    pos->side = pos->rules->halfmoves_per_turn == 1 ? pos->player : WHITE;
    return true;
}

/* The rights of KQkq, or of HAha, which names the rooks' files as in Chess960. Where nobody castles
 * the rights of other rooks are no obstacle, since they are dropped. */
static bool parse_castling(Position *pos, const char *field, size_t length, Error *error) {
    static const char RIGHTS[] = "KQkq", FILES[] = "HAha", OTHERS[] = "BCDEFGbcdefg";
    if (length == 1 && *field == '-')
        return true;
    for (size_t i = 0; i < length; i++) {
        const char *right = strchr(RIGHTS, field[i]), *file = strchr(FILES, field[i]);
        int bit = right ? 1 << (right - RIGHTS) : file ? 1 << (file - FILES) : 0;
        bool is_dropped = !bit && !pos->rules->castling && strchr(OTHERS, field[i]);
        if ((!bit && !is_dropped) || (pos->castling & bit))
            return error_set(error,
                             "FEN castling: '%.*s' is neither '-' nor distinct letters of %s",
                             (int)length, field, RIGHTS);
        pos->castling |= (uint8_t)bit;
    }
    return true;
}

static bool parse_en_passant(Position *pos, const char *field, size_t length, Error *error) {
    if (length == 0 || (length == 1 && *field == '-'))
        return true;
    Square square;
    if (length != 2 || !square_read(field, &square))
        return error_set(error, "FEN en passant: '%.*s' is neither '-' nor a square", (int)length,
                         field);
    pos->en_passant = (uint8_t)square;
    return true;
}

/* Reads a number of at most `max`, and moves *text past it. */
static bool parse_number(const char **text, const char *end, unsigned max, unsigned *number) {
    const char *start = *text;
    *number = 0;
    while (*text < end && isdigit((unsigned char)**text) && *number <= max)
        *number = *number * 10 + (unsigned)(*(*text)++ - '0');
    return *text > start && *number <= max;
}

static bool parse_counter(uint32_t *counter, const char *name, const char *field, size_t length,
                          Error *error) {
    const char *rest = field;
    unsigned number;
    if (!parse_number(&rest, field + length, COUNTER_MAX, &number) || rest != field + length)
        return error_set(error, "FEN %s: '%.*s' is not a number from 0 to %d", name, (int)length,
                         field, COUNTER_MAX);
    *counter = number;
    return true;
}

static bool parse_chips(Position *pos, const char *field, size_t length, Error *error) {
    static const char PREFIX[] = "chips:";
    const char *rest = field + strlen(PREFIX);
    const char *end = field + length;
    unsigned white, black;
    if (!pos->rules->pass_chips)
        return error_set(error, "FEN: unexpected seventh field '%.*s': ruleset %s has no chips",
                         (int)length, field, pos->rules->name);
    if (!text_starts(field, PREFIX) || !parse_number(&rest, end, CHIPS_MAX, &white) ||
        *rest++ != '/' || !parse_number(&rest, end, CHIPS_MAX, &black) || rest != end)
        return error_set(error, "FEN chips: '%.*s' is not chips:W/B with two numbers from 0 to %d",
                         (int)length, field, CHIPS_MAX);
    pos->chips[WHITE] = (uint16_t)white;
    pos->chips[BLACK] = (uint16_t)black;
    return true;
}

static bool parse_fen(Position *pos, const char *fen, Error *error) {
    size_t length;
    const char *field = next_field(&fen, &length);
    if (!parse_board(pos, field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (!parse_active(pos, field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (!parse_castling(pos, field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (!parse_en_passant(pos, field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (length > 0 && !parse_counter(&pos->halfmove_clock, "half-move clock", field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (length > 0 && !parse_counter(&pos->fullmove_number, "move number", field, length, error))
        return false;
    field = next_field(&fen, &length);
    if (length > 0 && !parse_chips(pos, field, length, error))
        return false;
    field = next_field(&fen, &length);
    return length == 0 || error_set(error, "FEN: unexpected field '%.*s'", (int)length, field);
}

bool position_from_fen(Position *pos, const Ruleset *rules, const char *fen, Error *error) {
    Position read;
    position_clear(&read, rules);
    if (!parse_fen(&read, fen, error) || !position_finish(&read, error))
        return false;
    *pos = read;
    return true;
}

void position_start(Position *pos, const Ruleset *rules) {
    bool valid = position_from_fen(pos, rules, rules->start_fen, NULL);
    assert(valid);
    (void)valid;
}

static char *write_board(const Position *pos, char *out) {
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            uint8_t piece = pos->board[square_of(file, rank)];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            *out++ = position_letter(piece);
            empty = 0;
        }
        if (empty)
            *out++ = (char)('0' + empty);
        *out++ = rank ? '/' : ' ';
    }
    return out;
}

void position_to_fen(const Position *pos, char fen[FEN_SIZE]) {
    char *out = write_board(pos, fen);
    *out++ = pos->player == WHITE ? 'w' : 'b';
    *out++ = ' ';
    for (int i = 0; i < 4; i++)
        if (pos->castling & 1 << i)
            *out++ = "KQkq"[i];
    if (!pos->castling)
        *out++ = '-';
    *out++ = ' ';
    if (pos->en_passant == NO_SQUARE)
        *out++ = '-';
    else
        out = square_write(out, pos->en_passant);
    char *end = fen + FEN_SIZE;
    out += snprintf(out, (size_t)(end - out), " %u %u", pos->halfmove_clock, pos->fullmove_number);
    if (pos->chips[WHITE] || pos->chips[BLACK])
        snprintf(out, (size_t)(end - out), " chips:%u/%u", pos->chips[WHITE], pos->chips[BLACK]);
}

void position_diagram(const Position *pos, char diagram[DIAGRAM_SIZE]) {
    static const char RULE[] = "  +---+---+---+---+---+---+---+---+\n";
    char *out = text_put(diagram, RULE);
    for (int rank = 7; rank >= 0; rank--) {
        *out++ = (char)('1' + rank);
        *out++ = ' ';
        for (int file = 0; file < 8; file++) {
            uint8_t piece = pos->board[square_of(file, rank)];
            out = text_put(out, "|   ");
            if (piece != NO_PIECE)
                out[-2] = position_letter(piece);
        }
        out = text_put(text_put(out, "|\n"), RULE);
    }
    text_put(out, "    a   b   c   d   e   f   g   h\n");
}

/* --- playing a half-move --- */

/* The castling rights that are lost when a piece moves from or to the square. */
static int castling_lost(Square square) {
    Colour colour = square < 32 ? WHITE : BLACK;
    switch (square - position_home(colour)) {
    case QUEEN_ROOK_FILE:
        return CASTLE_QUEEN_SIDE << 2 * colour;
    case KING_FILE:
        return (CASTLE_KING_SIDE | CASTLE_QUEEN_SIDE) << 2 * colour;
    case KING_ROOK_FILE:
        return CASTLE_KING_SIDE << 2 * colour;
    default:
        return 0;
    }
}

/* Moves the rook in castling; the king moves to `to`. */
static void move_rook(Position *pos, Colour colour, Square to) {
    bool king_side = square_file(to) == 6;
    take(pos, king_side ? to + 1 : to - 2);
    put(pos, king_side ? to - 1 : to + 1, colour, ROOK);
}

/* Moves a pawn; `en_passant` is the position's en passant square before the move. */
static void move_pawn(Position *pos, Colour colour, Move move, Square en_passant) {
    Square from = move_from(move), to = move_to(move);
    put(pos, to, colour, move_promotion(move) ? move_promotion(move) : PAWN);
    pos->halfmove_clock = 0;
    if (to == en_passant) {
        take(pos, to ^ 8);
    } else if ((from ^ to) == 16 && pos->rules->en_passant) {
        Square passed = (from + to) / 2;
        if (PAWN_ATTACKS[colour][passed] & position_pieces(pos, other(colour), PAWN))
            set_en_passant(pos, passed);
    }
}

static void move_piece(Position *pos, Colour colour, Move move, Square en_passant) {
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(pos->board[from]);
    if (pos->board[to] != NO_PIECE) {
        take(pos, to);
        pos->halfmove_clock = 0;
    }
    if (pos->castling) {
        int lost = castling_lost(from) | castling_lost(to);
        if (type == KING && abs(to - from) == 2)
            move_rook(pos, colour, to);
        set_castling(pos, pos->castling & ~lost);
    }
    take(pos, from);
    if (type == PAWN)
        move_pawn(pos, colour, move, en_passant);
    else
        put(pos, to, colour, type);
}

void position_apply(Position *after, const Position *before, Move move) {
    Colour mover = (Colour)before->side;
    *after = *before;
    set_en_passant(after, NO_SQUARE);
    after->halfmove_clock++;
    if (move != MOVE_PASS)
        move_piece(after, mover, move, before->en_passant);
    else if (after->chips[mover] > 0)
        position_set_chips(after, mover, after->chips[mover] - 1);
    after->side = (uint8_t)other(mover);
    after->key ^= ZOBRIST.black_to_move;
    after->fullmove_number += mover == BLACK;
    if (before->rules->halfmoves_per_turn == 1) {
        after->player = after->side;
        return;
    }
    if (mover == BLACK)
        after->player ^= 1;
    if ((after->player != after->side) != (before->player != before->side))
        after->key ^= ZOBRIST.moves_other_colour;
}
