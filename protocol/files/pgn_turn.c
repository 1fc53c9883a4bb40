#include "files/pgn_turn.h"

#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 24, UNKNOWN = -1 };

/* A half-move as it is written. What is left open is UNKNOWN. */
typedef struct {
    int type; /* a PieceType */
    int file, row;
    int to;
    int promotion; /* a PieceType */
    int castling;  /* CASTLE_KING_SIDE or CASTLE_QUEEN_SIDE; all else is then open */
} Written;

static const char LETTERS[] = "PNBRQKA"; /* by piece type */

static int find_letter(char c) {
    const char *letter = c ? strchr(LETTERS, c) : NULL;
    return letter ? (int)(letter - LETTERS) : UNKNOWN;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_row(char c) {
    return c >= '1' && c <= '8';
}

bool pgn_turn_is_pass(const char *word) {
    static const char *const PASSES[] = {"0000", "--", "Z0", "@@@@", "pass", "Ipass"};
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (strcmp(word, PASSES[i]) == 0)
            return true;
    return false;
}

/* --- what is written --- */

/* Cuts a part off the end, if the word ends so and there is more. */
static void cut(char *word, const char *ending) {
    size_t length = strlen(word), cut_off = strlen(ending);
    if (length > cut_off && strcmp(word + length - cut_off, ending) == 0)
        word[length - cut_off] = '\0';
}

static void cut_marks(char *word) {
    size_t length = strlen(word);
    while (length > 0 && strchr("+#!?", word[length - 1]))
        word[--length] = '\0';
    cut(word, "e.p.");
    cut(word, "ep");
}

static int read_castling(const char *word) {
    if (strcmp(word, "O-O") == 0 || strcmp(word, "0-0") == 0)
        return CASTLE_KING_SIDE;
    if (strcmp(word, "O-O-O") == 0 || strcmp(word, "0-0-0") == 0)
        return CASTLE_QUEEN_SIDE;
    return 0;
}

/* What the pawn becomes: `=Q`, `Q` or `q`. False if the text is something else. */
static bool read_promotion(const char *text, int *promotion) {
    static const char PIECES[] = "nbrq"; /* from KNIGHT on */
    text += *text == '=';
    const char *letter = *text ? strchr(PIECES, *text | ' ') : NULL;
    if (!letter || text[1] != '\0')
        return false;
    *promotion = KNIGHT + (int)(letter - PIECES);
    return true;
}

static bool read_written(const char *text, Written *written) {
    char copy[WORD_SIZE];
    if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
        return false;
    cut_marks(copy);
    *written = (Written){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, read_castling(copy)};
    if (written->castling)
        return true;
    const char *word = copy;
    written->type = find_letter(*word);
    word += written->type != UNKNOWN;
    /* The last square is where it goes; what stands before tells where from. */
    const char *last = word + strlen(word);
    while (last > word && !(is_file(last[0]) && is_row(last[1])))
        last--;
    if (!is_file(last[0]) || !is_row(last[1]))
        return false;
    written->to = square_of(last[0] - 'a', last[1] - '1');
    if (last[2] && !read_promotion(last + 2, &written->promotion))
        return false;
    if (is_file(*word) && word < last)
        written->file = *word++ - 'a';
    if (is_row(*word) && word < last)
        written->row = *word++ - '1';
    if (word < last && strchr("x:-", *word))
        word++;
    if (written->type == UNKNOWN && (written->file == UNKNOWN || written->row == UNKNOWN))
        written->type = PAWN;
    return word == last;
}

bool pgn_turn_is_one(const char *word) {
    Written written;
    char half[WORD_SIZE];
    snprintf(half, sizeof half, "%.*s", (int)strcspn(word, ","), word);
    return pgn_turn_is_pass(word) || read_written(half, &written);
}

/* --- what it means --- */

/* Is it told by its squares alone? */
static bool is_coordinates(const Written *written) {
    return written->type == UNKNOWN && !written->castling;
}

static bool play_coordinates(Game *game, const Written *written, Error *error) {
    char text[] = {(char)('a' + written->file),
                   (char)('1' + written->row),
                   (char)('a' + square_file(written->to)),
                   (char)('1' + square_row(written->to)),
                   '\0',
                   '\0'};
    if (written->promotion != UNKNOWN)
        text[4] = (char)(LETTERS[written->promotion] | ' ');
    return game_play_text(game, text, GAME_NO_CLOCK, error);
}

static bool is_castling(const Position *pos, Move move, int side) {
    Square king = position_home((Colour)pos->side) + KING_FILE;
    Square to = side == CASTLE_KING_SIDE ? king + 2 : king - 2;
    return piece_type(pos->board[move_from(move)]) == KING && move_from(move) == king &&
           move_to(move) == to;
}

static bool means(const Position *pos, const Written *written, Move move) {
    if (move == MOVE_PASS)
        return false;
    if (written->castling)
        return is_castling(pos, move, written->castling);
    Square from = move_from(move);
    int promotion = written->promotion == UNKNOWN ? QUEEN : written->promotion;
    bool promotes = move_promotion(move) != PAWN;
    return move_to(move) == written->to && (int)piece_type(pos->board[from]) == written->type &&
           (written->file == UNKNOWN || written->file == square_file(from)) &&
           (written->row == UNKNOWN || written->row == square_row(from)) &&
           (promotes ? (int)move_promotion(move) == promotion : written->promotion == UNKNOWN);
}

static bool refuse(const Position *pos, const Written *written, const MoveList *list,
                   const char *word, Error *error) {
    bool is_capture = !written->castling && pos->board[written->to] != NO_PIECE;
    if (movelist_is_captures(pos, list) && !is_capture && !strchr(word, 'x'))
        return error_set(error, "'%.40s' is not legal: %s can capture, and so must", word,
                         outcome_colour_name((Colour)pos->side));
    return error_set(error, "'%.40s' is not legal", word);
}

static bool play_algebraic(Game *game, const Written *written, const char *word, Error *error) {
    const Position *pos = &game->now;
    MoveList list;
    Move found = MOVE_NONE;
    int count = 0;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return error_set(error, "'%.40s': the game is over by %s", word,
                         outcome_reason_name(outcome.reason));
    for (int i = 0; i < list.count; i++)
        if (means(pos, written, list.moves[i])) {
            found = list.moves[i];
            count++;
        }
    if (count == 0)
        return refuse(pos, written, &list, word, error);
    if (count > 1)
        return error_set(error, "'%.40s' could be %d moves", word, count);
    return game_play(game, turn_single(found), GAME_NO_CLOCK) ||
           error_set(error, "'%.40s': the game is too long", word);
}

bool pgn_turn_play(Game *game, const char *word, Error *error) {
    Written written;
    if (pgn_turn_is_pass(word))
        return game_play_text(game, "0000", GAME_NO_CLOCK, error);
    if (game->start.rules->halfmoves_per_turn == 2)
        return game_play_text(game, word, GAME_NO_CLOCK, error);
    if (!read_written(word, &written))
        return error_set(error, "'%.40s' is not a move", word);
    if (is_coordinates(&written))
        return play_coordinates(game, &written, error);
    game_pass_if_forced(game);
    return play_algebraic(game, &written, word, error);
}
