#include "rules/notation.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HALF_SIZE = 24 }; /* size of the text of one half-move */

/* The notations that are accepted; each value includes those before it. READ_RECORDED refuses a
 * promotion that does not name the piece where there is a choice. */
typedef enum { READ_COORDINATES, READ_SAN, READ_TYPED, READ_RECORDED } NotationSet;

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

/* Reads one half-move, legal or not, and moves *text past it. */
static bool read_move(const Position *pos, const char **text, Move *move) {
    Square from, to;
    if (!read_square(text, &from))
        return false;
    if (**text == '-')
        ++*text;
    if (!read_square(text, &to))
        return false;
    PieceType promotion = position_promotes(pos, from, to) ? QUEEN : PAWN;
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
    static const char *const PASSES[] = {"0000", "--", "Z0", "@@@@", "pass", "Ipass", "null"};
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (text_equal_ignoring_case(text, PASSES[i]))
            return true;
    return false;
}

static bool read_pass(const Position *pos, const char *text, NotationSet reading, Turn *turn,
                      Refusal *refusal) {
    *turn = turn_single(MOVE_PASS);
    bool chips = pos->rules->pass_chips;
    bool right_word = *text == '\0'                ? !chips
                      : reading > READ_COORDINATES ? true
                                                   : *text == '0' || chips;
    *refusal = refuse_pass(pos);
    if (!refusal->reason && !right_word)
        refusal->reason = REFUSED_PASS_WORD;
    return !refusal->reason;
}

/* Refuses a text for a reason that is not about a half-move. */
static bool refuse_text(const Position *pos, RefusalReason reason, Refusal *refusal) {
    *refusal = refuse_for(pos, reason);
    return false;
}

/* Reads one legal half-move in coordinates, and moves *text past it. */
static bool read_coordinates(const Position *pos, const char **text, Move *move, Refusal *refusal) {
    if (!read_move(pos, text, move) || (**text != '\0' && **text != ','))
        return refuse_text(pos, REFUSED_NOT_A_MOVE, refusal);
    *refusal = refuse_move(pos, *move);
    return !refusal->reason;
}

/* The number of spellings of a text to try: Bxc3 and Dxe4, with a capital before small letters, are
 * not meant as captures by the pawns on the b-file and the d-file. */
static int spelling_count(const char half[HALF_SIZE], NotationSet reading) {
    bool is_piece = isupper((unsigned char)*half) && strpbrk(half, "abcdefgh");
    return reading < READ_TYPED || is_piece ? 1 : 3;
}

/* Spelling number 0 is the text as it is; 1 is in lower case; 2 has a capital first letter, for a
 * piece. */
static void spell(const char half[HALF_SIZE], int number, char spelling[HALF_SIZE]) {
    for (int i = 0; i < HALF_SIZE; i++)
        spelling[i] = number == 0 ? half[i] : (char)tolower((unsigned char)half[i]);
    if (number == 2)
        spelling[0] = (char)toupper((unsigned char)half[0]);
}

/* Does a text leave open what the pawn becomes, where there is a choice? */
static bool lacks_promotion(const Position *pos, const SanMove *san, Move move) {
    int choices = pos->rules->promotions;
    return san->promotion == SAN_UNKNOWN && move_promotion(move) != PAWN &&
           (choices & (choices - 1)) != 0;
}

/* Reads one legal half-move in SAN or coordinates, and moves *text past it. */
static bool read_san(const Position *pos, const char **text, NotationSet reading, Move *move,
                     Refusal *refusal) {
    char half[HALF_SIZE] = "", spelling[HALF_SIZE];
    size_t length = strcspn(*text, ",");
    if (length >= sizeof half)
        return refuse_text(pos, REFUSED_NOT_A_MOVE, refusal);
    memcpy(half, *text, length);
    *text += length;
    *refusal = refuse_for(pos, REFUSED_NOT_A_MOVE);
    for (int i = 0; i < spelling_count(half, reading); i++) {
        SanMove san;
        spell(half, i, spelling);
        if (!san_parse(spelling, &san))
            continue;
        Refusal why = refuse_san(pos, &san, move);
        bool is_found = !why.reason || why.reason == REFUSED_AMBIGUOUS;
        if (!why.reason && reading == READ_RECORDED && lacks_promotion(pos, &san, *move))
            why.reason = REFUSED_PROMOTION_UNNAMED;
        if (is_found || refusal->reason == REFUSED_NOT_A_MOVE)
            *refusal = why;
        if (is_found)
            break;
    }
    return !refusal->reason;
}

static bool read_legal_move(const Position *pos, const char **text, NotationSet reading, Move *move,
                            Refusal *refusal) {
    return reading == READ_COORDINATES ? read_coordinates(pos, text, move, refusal)
                                       : read_san(pos, text, reading, move, refusal);
}

static bool read_only_move(const Position *pos, const char *text, NotationSet reading, Move *move,
                           Refusal *refusal) {
    Refusal why;
    if (!refusal)
        refusal = &why;
    return read_legal_move(pos, &text, reading, move, refusal) &&
           (*text == '\0' || refuse_text(pos, REFUSED_NOT_A_MOVE, refusal));
}

bool notation_read_move(const Position *pos, const char *text, Move *move, Refusal *refusal) {
    return read_only_move(pos, text, READ_COORDINATES, move, refusal);
}

bool notation_read_typed_move(const Position *pos, const char *text, Move *move, Refusal *refusal) {
    return read_only_move(pos, text, READ_TYPED, move, refusal);
}

/* Reads the second half-move of a turn, or `gameover`. */
static bool read_second(const Position *pos, const char *text, NotationSet reading, Turn *turn,
                        Refusal *refusal) {
    Outcome outcome = outcome_of(pos);
    bool over = outcome_is_over(outcome), says_over = strcmp(text, GAME_OVER) == 0;
    *refusal = refuse_for(pos, over == says_over ? REFUSED_NOT
                               : over            ? REFUSED_OVER_HALFWAY
                                                 : REFUSED_GAME_NOT_OVER);
    refusal->over = outcome.reason;
    if (over || says_over)
        return !refusal->reason;
    turn->count = 2;
    return read_legal_move(pos, &text, reading, &turn->moves[1], refusal) &&
           (*text == '\0' || refuse_text(pos, REFUSED_TURN_LENGTH, refusal));
}

static bool read_turn(const Position *pos, const char *text, NotationSet reading, Turn *turn,
                      Refusal *refusal) {
    Refusal why;
    if (!refusal)
        refusal = &why;
    if (notation_is_pass(text) || (reading != READ_COORDINATES && notation_is_any_pass(text)))
        return read_pass(pos, text, reading, turn, refusal);
    Turn read = turn_single(MOVE_NONE);
    if (!read_legal_move(pos, &text, reading, &read.moves[0], refusal))
        return false;
    bool has_second = *text == ',';
    if (has_second != (pos->rules->halfmoves_per_turn == 2))
        return refuse_text(pos, REFUSED_TURN_LENGTH, refusal);
    if (has_second) {
        Position between;
        position_apply(&between, pos, read.moves[0]);
        if (!read_second(&between, text + 1, reading, &read, refusal))
            return false;
    }
    *turn = read;
    return true;
}

bool notation_read_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal) {
    return read_turn(pos, text, READ_COORDINATES, turn, refusal);
}

bool notation_read_any_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal) {
    return read_turn(pos, text, READ_SAN, turn, refusal);
}

bool notation_read_typed_turn(const Position *pos, const char *text, Turn *turn, Refusal *refusal) {
    return read_turn(pos, text, READ_TYPED, turn, refusal);
}

bool notation_read_recorded_turn(const Position *pos, const char *text, Turn *turn,
                                 Refusal *refusal) {
    return read_turn(pos, text, READ_RECORDED, turn, refusal);
}

static bool looks_like_turn(const char *word, NotationSet reading) {
    SanMove san;
    char half[HALF_SIZE] = "", spelling[HALF_SIZE];
    snprintf(half, sizeof half, "%.*s", (int)strcspn(word, ","), word);
    bool is_move = false;
    for (int i = 0; i < spelling_count(half, reading) && !is_move; i++) {
        spell(half, i, spelling);
        is_move = san_parse(spelling, &san);
    }
    return is_move || notation_is_any_pass(word);
}

bool notation_looks_like_turn(const char *word) {
    return looks_like_turn(word, READ_SAN);
}

bool notation_looks_like_typed_turn(const char *word) {
    return looks_like_turn(word, READ_TYPED);
}

/* --- all turns --- */

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
        qsort(turns->texts, (size_t)list.count, sizeof *turns->texts, text_compare);
    }
    turn_list_free(&list);
    return turns->texts != NULL;
}

void notation_free_turns(TurnTexts *turns) {
    free(turns->texts);
    *turns = (TurnTexts){0};
}
