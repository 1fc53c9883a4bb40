#include "rules/notation.h"

#include "rules/refuse.h"

#include <stdlib.h>
#include <string.h>

static const char PROMOTIONS[] = " nbrq"; /* indexed by PieceType */
static const char GAME_OVER[] = "gameover";

static char *write_square(char *out, Square square) {
    *out++ = (char)('a' + square_file(square));
    *out++ = (char)('1' + square_rank(square));
    return out;
}

/* Writes a pass as a move of the king to its own square. */
static void write_king_pass(const Position *pos, char text[MOVE_TEXT_SIZE]) {
    Square king = position_king(pos, (Colour)pos->side);
    *write_square(write_square(text, king), king) = '\0';
}

static void write_pass(const Position *pos, Style style, char text[MOVE_TEXT_SIZE]) {
    if (style == STYLE_KING_PASS)
        write_king_pass(pos, text);
    else if (style == STYLE_UCI)
        strcpy(text, "0000");
    else
        strcpy(text, pos->rules->pass_chips ? "Ipass" : "");
}

void notation_write_move(const Position *pos, Move move, Style style, char text[MOVE_TEXT_SIZE]) {
    if (move == MOVE_PASS) {
        write_pass(pos, style, text);
        return;
    }
    char *out = write_square(text, move_from(move));
    if (style == STYLE_COURSE)
        *out++ = '-';
    out = write_square(out, move_to(move));
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
    if (turn.count == 2)
        notation_write_move(pos, turn.moves[1], style, text + strlen(text));
    else
        strcat(text, GAME_OVER);
}

/* --- reading --- */

static bool read_square(const char **text, Square *square) {
    const char *t = *text;
    if (t[0] < 'a' || t[0] > 'h' || t[1] < '1' || t[1] > '8')
        return false;
    *square = square_of(t[0] - 'a', t[1] - '1');
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

static bool read_pass(const Position *pos, const char *text, Turn *turn, Error *error) {
    *turn = turn_single(MOVE_PASS);
    bool chips = pos->rules->pass_chips;
    bool right_word = *text == '\0' ? !chips : *text == '0' || chips;
    if (right_word && turn_is_legal(pos, *turn))
        return true;
    return error_set(error, "%s: a pass is not legal here", QUOTE(text));
}

/* Reads one legal half-move, and moves *text past it. */
static bool read_legal_move(const Position *pos, const char *turn_text, const char **text,
                            Move *move, Error *error) {
    if (!read_move(pos, text, move) || (**text != '\0' && **text != ','))
        return error_set(error, "%s is not a move", QUOTE(turn_text));
    MoveList list;
    outcome_find(pos, &list);
    return movelist_has(&list, *move) || refuse_move(pos, turn_text, *move, error);
}

bool notation_read_move(const Position *pos, const char *text, Move *move, Error *error) {
    const char *rest = text;
    return read_legal_move(pos, text, &rest, move, error) &&
           (*rest == '\0' || error_set(error, "%s is not a move", QUOTE(text)));
}

/* Reads the second half-move of a turn, or `gameover`. */
static bool read_second(const Position *pos, const char *turn_text, const char *text, Turn *turn,
                        Error *error) {
    bool over = outcome_is_over(outcome_of(pos));
    if (strcmp(text, GAME_OVER) == 0)
        return over || error_set(error, "%s: the game is not over", QUOTE(turn_text));
    if (over)
        return error_set(error, "%s: the game is over after the first move", QUOTE(turn_text));
    turn->count = 2;
    return read_legal_move(pos, turn_text, &text, &turn->moves[1], error) &&
           (*text == '\0' || error_set(error, "%s is not a turn", QUOTE(turn_text)));
}

bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Error *error) {
    if (notation_is_pass(text))
        return read_pass(pos, text, turn, error);
    Turn read = turn_single(MOVE_NONE);
    const char *rest = text;
    if (!read_legal_move(pos, text, &rest, &read.moves[0], error))
        return false;
    if (pos->rules->halfmoves_per_turn == 2) {
        Position between;
        position_apply(&between, pos, read.moves[0]);
        if (*rest != ',')
            return error_set(error, "%s: a turn is two moves in ruleset %s", QUOTE(text),
                             pos->rules->name);
        if (!read_second(&between, text, rest + 1, &read, error))
            return false;
    } else if (*rest != '\0') {
        return error_set(error, "%s: a turn is one move in ruleset %s", QUOTE(text),
                         pos->rules->name);
    }
    *turn = read;
    return true;
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
