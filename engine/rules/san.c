#include "rules/san.h"

#include "base/text.h"
#include "rules/outcome.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 24 };

/* --- writing --- */

/* Writes the origin's file, its rank, or both, if other pieces of the type can reach the target. */
static char *write_origin(const Position *pos, Move move, char *out) {
    MoveList list;
    Square from = move_from(move);
    bool is_alone = true, has_own_file = true, has_own_rank = true;
    movegen_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Square rival = move_from(list.moves[i]);
        if (list.moves[i] == MOVE_PASS || move_to(list.moves[i]) != move_to(move) ||
            rival == from || pos->board[rival] != pos->board[from])
            continue;
        is_alone = false;
        has_own_file = has_own_file && square_file(rival) != square_file(from);
        has_own_rank = has_own_rank && square_rank(rival) != square_rank(from);
    }
    if (!is_alone && (has_own_file || !has_own_rank))
        *out++ = (char)('a' + square_file(from));
    if (!is_alone && !has_own_file)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

static char *write_piece_move(const Position *pos, Move move, char *out) {
    PieceType type = piece_type(pos->board[move_from(move)]);
    bool is_capture = position_is_capture(pos, move);
    if (type != PAWN) {
        *out++ = PIECE_LETTERS[type];
        out = write_origin(pos, move, out);
    } else if (is_capture) {
        *out++ = (char)('a' + square_file(move_from(move)));
    }
    if (is_capture)
        *out++ = 'x';
    out = square_write(out, move_to(move));
    if (move_promotion(move)) {
        *out++ = '=';
        *out++ = PIECE_LETTERS[move_promotion(move)];
    }
    return out;
}

void san_write(const Position *pos, Move move, char text[SAN_SIZE]) {
    int castling = position_castling_side(pos, move);
    char *out = text;
    if (castling)
        out = text_put(out, castling == CASTLE_KING_SIDE ? "O-O" : "O-O-O");
    else
        out = write_piece_move(pos, move, out);
    Position after;
    position_apply(&after, pos, move);
    if (outcome_of(&after).reason == CHECKMATE)
        *out++ = '#';
    else if (position_in_check(&after, (Colour)after.side))
        *out++ = '+';
    *out = '\0';
}

/* --- parsing --- */

static int find_letter(char c) {
    const char *letter = c ? strchr(PIECE_LETTERS, c) : NULL;
    return letter ? (int)(letter - PIECE_LETTERS) : SAN_UNKNOWN;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* Removes the suffix from the end of the word, but never the whole word. */
static void strip_suffix(char *word, const char *suffix) {
    size_t length = strlen(word), suffix_length = strlen(suffix);
    if (length > suffix_length && strcmp(word + length - suffix_length, suffix) == 0)
        word[length - suffix_length] = '\0';
}

static void strip_annotations(char *word) {
    size_t length = strlen(word);
    while (length > 0 && strchr("+#!?", word[length - 1]))
        word[--length] = '\0';
    strip_suffix(word, "e.p.");
    strip_suffix(word, "ep");
}

/* Reads O-O and O-O-O, also with zeros or small letters, and without hyphens. */
static int read_castling(const char *word) {
    char letters[WORD_SIZE] = "", *out = letters;
    for (const char *in = word; *in; in++)
        if (*in != '-')
            *out++ = *in;
    *out = '\0';
    if (text_equal_ignoring_case(letters, "OO") || strcmp(letters, "00") == 0)
        return CASTLE_KING_SIDE;
    if (text_equal_ignoring_case(letters, "OOO") || strcmp(letters, "000") == 0)
        return CASTLE_QUEEN_SIDE;
    return 0;
}

/* Reads a promotion, such as `=Q`, `Q` or `q`. Returns false for any other text. */
static bool read_promotion(const char *text, int *promotion) {
    text += *text == '=';
    *promotion = find_letter((char)toupper((unsigned char)*text));
    return *promotion >= KNIGHT && *promotion <= KING && text[1] == '\0';
}

bool san_parse(const char *text, SanMove *san) {
    char copy[WORD_SIZE];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return false;
    strip_annotations(copy);
    *san = (SanMove){SAN_UNKNOWN, SAN_UNKNOWN, SAN_UNKNOWN,
                     SAN_UNKNOWN, SAN_UNKNOWN, read_castling(copy)};
    if (san->castling)
        return true;
    const char *word = copy;
    san->type = find_letter(*word);
    word += san->type != SAN_UNKNOWN;
    /* The last square is the destination; the rest describes the origin. */
    const char *last = word + strlen(word);
    for (; !square_read(last, &san->to); last--)
        if (last == word)
            return false;
    if (last[2] && !read_promotion(last + 2, &san->promotion))
        return false;
    if (is_file(*word) && word < last)
        san->file = *word++ - 'a';
    if (is_rank(*word) && word < last)
        san->rank = *word++ - '1';
    if (word < last && strchr("x:-", *word))
        word++;
    if (san->type == SAN_UNKNOWN && (san->file == SAN_UNKNOWN || san->rank == SAN_UNKNOWN))
        san->type = PAWN;
    return word == last;
}

/* --- finding --- */

static bool fits(const Position *pos, const SanMove *san, Move move) {
    if (move == MOVE_PASS)
        return false;
    if (san->castling)
        return position_castling_side(pos, move) == san->castling;
    Square from = move_from(move);
    int promotion = san->promotion == SAN_UNKNOWN ? QUEEN : san->promotion;
    bool promotes = move_promotion(move) != PAWN;
    return move_to(move) == san->to &&
           (san->type == SAN_UNKNOWN || san->type == (int)piece_type(pos->board[from])) &&
           (san->file == SAN_UNKNOWN || san->file == square_file(from)) &&
           (san->rank == SAN_UNKNOWN || san->rank == square_rank(from)) &&
           (promotes ? (int)move_promotion(move) == promotion : san->promotion == SAN_UNKNOWN);
}

Bitboard san_find(const Position *pos, const MoveList *list, const SanMove *san, Move *move) {
    Bitboard origins = 0;
    for (int i = 0; i < list->count; i++)
        if (fits(pos, san, list->moves[i])) {
            *move = list->moves[i];
            origins |= bit(move_from(*move));
        }
    return origins;
}
