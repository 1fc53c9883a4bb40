#include "rules/notation.h"

#include "base/text.h"
#include "rules/refuse.h"
#include "rules/san.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HALF_SIZE = 24 }; /* for the text of one half-move */

/* The notations that are accepted. Each value also accepts those before it. */
typedef enum { READ_COORDINATES, READ_SAN, READ_TYPED } NotationSet;

static const char PROMOTIONS[] = " nbrqk"; /* indexed by PieceType */
static const char GAME_OVER[] = "gameover";

/* Writes a pass as a move of the king to its own square. */
static void write_king_pass(const Position *pos, char text[MOVE_TEXT_SIZE]) {
    Square king = position_king(pos, (Colour)pos->side);
    *square_write(square_write(text, king), king) = '\0';
}

static void write_pass(const Position *pos, Style style, char text[MOVE_TEXT_SIZE]) {
    if (style == STYLE_KING_PASS)
        write_king_pass(pos, text);
    else if (style == STYLE_UCI)
        strcpy(text, "0000");
    else if (style == STYLE_SAN)
        strcpy(text, "--");
    else
        strcpy(text, pos->rules->pass_chips ? "Ipass" : "");
}

void notation_write_move(const Position *pos, Move move, Style style, char text[MOVE_TEXT_SIZE]) {
    if (move == MOVE_PASS) {
        write_pass(pos, style, text);
        return;
    }
    if (style == STYLE_SAN) {
        san_write(pos, move, text);
        return;
    }
    char *out = square_write(text, move_from(move));
    if (style == STYLE_COURSE)
        *out++ = '-';
    out = square_write(out, move_to(move));
    PieceType promotion = move_promotion(move);
    if (promotion && (style != STYLE_COURSE || promotion != QUEEN))
        *out++ = PROMOTIONS[promotion];
    *out = '\0';
}

void notation_write_turn(const Position *pos, Turn turn, Style style, char text[TURN_TEXT_SIZE]) {
    notation_write_move(pos, turn.moves[0], style, text);
    if (pos->rules->halfmoves_per_turn == 1)
        return;
    strcat(text, ",");
    if (turn.count == 2) {
        Position between;
        position_apply(&between, pos, turn.moves[0]);
        notation_write_move(&between, turn.moves[1], style, text + strlen(text));
    } else {
        strcat(text, GAME_OVER);
    }
}

/* --- reading --- */

/* Reads a square, and moves *text past it. */
static bool read_square(const char **text, Square *square) {
    if (!square_read(*text, square))
        return false;
    *text += 2;
    return true;
}

/* The promotion if the text names none: a queen for a pawn that reaches the last rank. */
static PieceType default_promotion(const Position *pos, Square from, Square to) {
    bool is_pawn = pos->board[from] != NO_PIECE && piece_type(pos->board[from]) == PAWN;
    return is_pawn && (bit(to) & (RANK_1 | RANK_8)) ? QUEEN : PAWN;
}

/* Reads one half-move, legal or not, and moves *text past it. */
static bool read_move(const Position *pos, const char **text, Move *move) {
    Square from, to;
    if (!read_square(text, &from))
        return false;
    if (**text == '-')
        ++*text;
    if (!read_square(text, &to))
        return false;
    PieceType promotion = default_promotion(pos, from, to);
    const char *letter = **text && **text != ' ' ? strchr(PROMOTIONS, **text) : NULL;
    if (letter) {
        promotion = (PieceType)(letter - PROMOTIONS);
        ++*text;
    }
    *move = move_make(from, to, promotion);
    return from != to;
}

bool notation_is_pass(const char *text) {
    return *text == '\0' || strcmp(text, "0000") == 0 || strcmp(text, "Ipass") == 0;
}

bool notation_is_any_pass(const char *text) {
    static const char *const PASSES[] = {"0000", "--", "Z0", "@@@@", "pass", "Ipass"};
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (text_equal_ignoring_case(text, PASSES[i]))
            return true;
    return false;
}

static bool read_pass(const Position *pos, const char *text, NotationSet reading, Turn *turn,
                      Error *error) {
    *turn = turn_single(MOVE_PASS);
    bool chips = pos->rules->pass_chips;
    bool right_word = *text == '\0'                ? !chips
                      : reading > READ_COORDINATES ? true
                                                   : *text == '0' || chips;
    if (right_word && turn_is_legal(pos, *turn))
        return true;
    return error_set(error, "%s: a pass is not legal here", QUOTE(text));
}

/* Reads one legal half-move in coordinates, and moves *text past it. */
static bool read_coordinates(const Position *pos, const char *turn_text, const char **text,
                             Move *move, Error *error) {
    if (!read_move(pos, text, move) || (**text != '\0' && **text != ','))
        return error_set(error, "%s is not a move", QUOTE(turn_text));
    MoveList list;
    outcome_find(pos, &list);
    return movelist_has(&list, *move) || refuse_move(pos, turn_text, *move, error);
}

/* Finds an illegal half-move that the notation may mean, for the error message. MOVE_NONE if no
 * own piece fits. */
static Move guess_move(const Position *pos, const SanMove *san) {
    Square home = position_home((Colour)pos->side) + KING_FILE;
    if (san->castling)
        return move_make(home, san->castling == CASTLE_KING_SIDE ? home + 2 : home - 2, PAWN);
    for (Square from = 0; from < SQUARES; from++) {
        uint8_t piece = pos->board[from];
        bool is_own = piece != NO_PIECE && piece_colour(piece) == pos->side;
        if (is_own && (int)piece_type(piece) == san->type && from != san->to &&
            (san->file == SAN_UNKNOWN || san->file == square_file(from)) &&
            (san->rank == SAN_UNKNOWN || san->rank == square_rank(from)))
            return move_make(from, san->to, PAWN);
    }
    return MOVE_NONE;
}

static bool refuse_san(const Position *pos, const char *turn_text, const SanMove *san,
                       Error *error) {
    Move guess = san_is_coordinates(san) ? move_make(square_of(san->file, san->rank), san->to, PAWN)
                                         : guess_move(pos, san);
    if (guess != MOVE_NONE)
        return refuse_move(pos, turn_text, guess, error);
    return error_set(error, "%s is not legal: there is no %s piece of that kind", QUOTE(turn_text),
                     outcome_colour_name((Colour)pos->side));
}

/* Lists the spellings to try, in order, and returns their number: the text as it is; if it was
 * typed, also in lower case, and in lower case with a capital first letter (a piece). */
static int list_spellings(const char *half, NotationSet reading, char spellings[3][HALF_SIZE]) {
    strcpy(spellings[0], half);
    if (reading != READ_TYPED)
        return 1;
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < HALF_SIZE; j++)
            spellings[i][j] = (char)tolower((unsigned char)half[j]);
    spellings[2][0] = (char)toupper((unsigned char)half[0]);
    return 3;
}

/* Reads one legal half-move in SAN or coordinates, and moves *text past it. */
static bool read_san(const Position *pos, const char *turn_text, const char **text,
                     NotationSet reading, Move *move, Error *error) {
    char half[HALF_SIZE] = "", spellings[3][HALF_SIZE];
    size_t length = strcspn(*text, ",");
    if (length >= sizeof half)
        return error_set(error, "%s is not a move", QUOTE(turn_text));
    memcpy(half, *text, length);
    *text += length;
    MoveList list;
    outcome_find(pos, &list);
    SanMove san, first = {0};
    bool is_move = false;
    int spelling_count = list_spellings(half, reading, spellings);
    for (int i = 0; i < spelling_count; i++) {
        if (!san_parse(spellings[i], &san))
            continue;
        int count = san_find(pos, &list, &san, move);
        if (count == 1)
            return true;
        if (count > 1)
            return error_set(error, "%s could be %d moves", QUOTE(turn_text), count);
        if (!is_move)
            first = san;
        is_move = true;
    }
    if (is_move)
        return refuse_san(pos, turn_text, &first, error);
    return error_set(error, "%s is not a move", QUOTE(turn_text));
}

static bool read_legal_move(const Position *pos, const char *turn_text, const char **text,
                            NotationSet reading, Move *move, Error *error) {
    return reading == READ_COORDINATES ? read_coordinates(pos, turn_text, text, move, error)
                                       : read_san(pos, turn_text, text, reading, move, error);
}

static bool read_only_move(const Position *pos, const char *text, NotationSet reading, Move *move,
                           Error *error) {
    const char *rest = text;
    return read_legal_move(pos, text, &rest, reading, move, error) &&
           (*rest == '\0' || error_set(error, "%s is not a move", QUOTE(text)));
}

bool notation_read_move(const Position *pos, const char *text, Move *move, Error *error) {
    return read_only_move(pos, text, READ_COORDINATES, move, error);
}

bool notation_read_typed_move(const Position *pos, const char *text, Move *move, Error *error) {
    return read_only_move(pos, text, READ_TYPED, move, error);
}

/* Reads the second half-move of a turn, or `gameover`. */
static bool read_second(const Position *pos, const char *turn_text, const char *text,
                        NotationSet reading, Turn *turn, Error *error) {
    bool over = outcome_is_over(outcome_of(pos));
    if (strcmp(text, GAME_OVER) == 0)
        return over || error_set(error, "%s: the game is not over", QUOTE(turn_text));
    if (over)
        return error_set(error, "%s: the game is over after the first move", QUOTE(turn_text));
    turn->count = 2;
    return read_legal_move(pos, turn_text, &text, reading, &turn->moves[1], error) &&
           (*text == '\0' || error_set(error, "%s is not a turn", QUOTE(turn_text)));
}

static bool read_turn(const Position *pos, const char *text, NotationSet reading, Turn *turn,
                      Error *error) {
    if (notation_is_pass(text) || (reading != READ_COORDINATES && notation_is_any_pass(text)))
        return read_pass(pos, text, reading, turn, error);
    Turn read = turn_single(MOVE_NONE);
    const char *rest = text;
    if (!read_legal_move(pos, text, &rest, reading, &read.moves[0], error))
        return false;
    if (pos->rules->halfmoves_per_turn == 2) {
        Position between;
        position_apply(&between, pos, read.moves[0]);
        if (*rest != ',')
            return error_set(error, "%s: a turn is two moves in ruleset %s", QUOTE(text),
                             pos->rules->name);
        if (!read_second(&between, text, rest + 1, reading, &read, error))
            return false;
    } else if (*rest != '\0') {
        return error_set(error, "%s: a turn is one move in ruleset %s", QUOTE(text),
                         pos->rules->name);
    }
    *turn = read;
    return true;
}

bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Error *error) {
    return read_turn(pos, text, READ_COORDINATES, turn, error);
}

bool notation_read_any_turn(const Position *pos, const char *text, Turn *turn, Error *error) {
    return read_turn(pos, text, READ_SAN, turn, error);
}

bool notation_read_typed_turn(const Position *pos, const char *text, Turn *turn, Error *error) {
    return read_turn(pos, text, READ_TYPED, turn, error);
}

static bool looks_like_turn(const char *word, NotationSet reading) {
    SanMove san;
    char half[HALF_SIZE] = "", spellings[3][HALF_SIZE];
    snprintf(half, sizeof half, "%.*s", (int)strcspn(word, ","), word);
    int count = list_spellings(half, reading, spellings);
    bool is_move = false;
    for (int i = 0; i < count && !is_move; i++)
        is_move = san_parse(spellings[i], &san);
    return is_move || notation_is_any_pass(word);
}

bool notation_looks_like_turn(const char *word) {
    return looks_like_turn(word, READ_SAN);
}

bool notation_looks_like_typed_turn(const char *word) {
    return looks_like_turn(word, READ_TYPED);
}

/* --- all turns --- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

bool notation_all_turns(const Position *pos, Style style, TurnTexts *turns) {
    TurnList list;
    *turns = (TurnTexts){0};
    if (!turn_list_make(pos, &list))
        return false;
    turns->texts = calloc((size_t)list.count + 1, sizeof *turns->texts);
    if (turns->texts) {
        turns->count = list.count;
        for (int i = 0; i < list.count; i++)
            notation_write_turn(pos, list.turns[i], style, turns->texts[i]);
        qsort(turns->texts, (size_t)list.count, sizeof *turns->texts, compare_texts);
    }
    turn_list_free(&list);
    return turns->texts != NULL;
}

void notation_free_turns(TurnTexts *turns) {
    free(turns->texts);
    *turns = (TurnTexts){0};
}
