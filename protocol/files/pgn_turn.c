#include "files/pgn_turn.h"

#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 24, UNKNOWN = -1 };

/* A half-move in algebraic notation. Members that the notation leaves open are UNKNOWN. */
typedef struct {
    int type; /* a PieceType */
    int file, rank;
    int to;
    int promotion; /* a PieceType */
    int castling;  /* CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE, with all else UNKNOWN; else 0 */
} SanMove;

static const char LETTERS[] = "PNBRQKA"; /* by piece type */

static int find_letter(char c) {
    const char *letter = c ? strchr(LETTERS, c) : NULL;
    return letter ? (int)(letter - LETTERS) : UNKNOWN;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

bool pgn_turn_is_pass(const char *word) {
    static const char *const PASSES[] = {"0000", "--", "Z0", "@@@@", "pass", "Ipass"};
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (strcmp(word, PASSES[i]) == 0)
            return true;
    return false;
}

/* --- parsing --- */

/* Cuts the suffix off, unless it is the whole word. */
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

static int read_castling(const char *word) {
    if (strcmp(word, "O-O") == 0 || strcmp(word, "0-0") == 0)
        return CASTLE_KING_SIDE;
    if (strcmp(word, "O-O-O") == 0 || strcmp(word, "0-0-0") == 0)
        return CASTLE_QUEEN_SIDE;
    return 0;
}

/* Reads a promotion, such as `=Q`, `Q` or `q`. Returns false for any other text. */
static bool read_promotion(const char *text, int *promotion) {
    static const char PIECES[] = "nbrq"; /* from KNIGHT on */
    text += *text == '=';
    const char *letter = *text ? strchr(PIECES, *text | ' ') : NULL;
    if (!letter || text[1] != '\0')
        return false;
    *promotion = KNIGHT + (int)(letter - PIECES);
    return true;
}

static bool parse_san(const char *text, SanMove *san) {
    char copy[WORD_SIZE];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return false;
    strip_annotations(copy);
    *san = (SanMove){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, read_castling(copy)};
    if (san->castling)
        return true;
    const char *word = copy;
    san->type = find_letter(*word);
    word += san->type != UNKNOWN;
    /* The last square is the destination; the rest describes the origin. */
    const char *last = word + strlen(word);
    while (last > word && !(is_file(last[0]) && is_rank(last[1])))
        last--;
    if (!is_file(last[0]) || !is_rank(last[1]))
        return false;
    san->to = square_of(last[0] - 'a', last[1] - '1');
    if (last[2] && !read_promotion(last + 2, &san->promotion))
        return false;
    if (is_file(*word) && word < last)
        san->file = *word++ - 'a';
    if (is_rank(*word) && word < last)
        san->rank = *word++ - '1';
    if (word < last && strchr("x:-", *word))
        word++;
    if (san->type == UNKNOWN && (san->file == UNKNOWN || san->rank == UNKNOWN))
        san->type = PAWN;
    return word == last;
}

bool pgn_turn_looks_valid(const char *word) {
    SanMove san;
    char half[WORD_SIZE];
    snprintf(half, sizeof half, "%.*s", (int)strcspn(word, ","), word);
    return pgn_turn_is_pass(word) || parse_san(half, &san);
}

/* --- playing --- */

/* Does the half-move consist of two squares, without a piece's letter? */
static bool is_coordinates(const SanMove *san) {
    return san->type == UNKNOWN && !san->castling;
}

static bool play_coordinates(Game *game, const SanMove *san, Error *error) {
    char text[] = {(char)('a' + san->file),
                   (char)('1' + san->rank),
                   (char)('a' + square_file(san->to)),
                   (char)('1' + square_rank(san->to)),
                   '\0',
                   '\0'};
    if (san->promotion != UNKNOWN)
        text[4] = (char)(LETTERS[san->promotion] | ' ');
    return game_play_text(game, text, GAME_NO_CLOCK, error);
}

static bool is_castling(const Position *pos, Move move, int side) {
    Square king = position_home((Colour)pos->side) + KING_FILE;
    Square to = side == CASTLE_KING_SIDE ? king + 2 : king - 2;
    return piece_type(pos->board[move_from(move)]) == KING && move_from(move) == king &&
           move_to(move) == to;
}

static bool matches_san(const Position *pos, const SanMove *san, Move move) {
    if (move == MOVE_PASS)
        return false;
    if (san->castling)
        return is_castling(pos, move, san->castling);
    Square from = move_from(move);
    int promotion = san->promotion == UNKNOWN ? QUEEN : san->promotion;
    bool promotes = move_promotion(move) != PAWN;
    return move_to(move) == san->to && (int)piece_type(pos->board[from]) == san->type &&
           (san->file == UNKNOWN || san->file == square_file(from)) &&
           (san->rank == UNKNOWN || san->rank == square_rank(from)) &&
           (promotes ? (int)move_promotion(move) == promotion : san->promotion == UNKNOWN);
}

static bool explain_illegal(const Position *pos, const SanMove *san, const MoveList *list,
                            const char *word, Error *error) {
    bool is_capture = !san->castling && pos->board[san->to] != NO_PIECE;
    if (movelist_is_captures(pos, list) && !is_capture && !strchr(word, 'x'))
        return error_set(error, "%s is not legal: %s must capture", QUOTE(word),
                         position_colour_name((Colour)pos->side));
    return error_set(error, "%s is not legal", QUOTE(word));
}

static bool play_san(Game *game, const SanMove *san, const char *word, Error *error) {
    const Position *pos = &game->now;
    MoveList list;
    Move found = MOVE_NONE;
    int count = 0;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return error_set(error, "%s: the game is over (%s)", QUOTE(word),
                         outcome_reason_name(outcome.reason));
    for (int i = 0; i < list.count; i++)
        if (matches_san(pos, san, list.moves[i])) {
            found = list.moves[i];
            count++;
        }
    if (count == 0)
        return explain_illegal(pos, san, &list, word, error);
    if (count > 1)
        return error_set(error, "%s could be %d moves", QUOTE(word), count);
    return game_play(game, turn_single(found), GAME_NO_CLOCK) ||
           error_set(error, "%s: the game is too long", QUOTE(word));
}

bool pgn_turn_play(Game *game, const char *word, Error *error) {
    SanMove san;
    if (pgn_turn_is_pass(word))
        return game_play_text(game, "0000", GAME_NO_CLOCK, error);
    if (game->start.rules->halfmoves_per_turn == 2)
        return game_play_text(game, word, GAME_NO_CLOCK, error);
    if (!parse_san(word, &san))
        return error_set(error, "%s is not a move", QUOTE(word));
    if (is_coordinates(&san))
        return play_coordinates(game, &san, error);
    game_pass_if_forced(game);
    return play_san(game, &san, word, error);
}
