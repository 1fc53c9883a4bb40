#include "textui/terminal_moves.h"

#include "textui/terminal_view.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    TerminalWord words[MOVES_MAX];
    int count;
} MoveWords;

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Writes the legal half-moves from the squares in `from`, sorted. */
static void write_moves(const Position *pos, Bitboard from, MoveWords *words) {
    MoveList list;
    outcome_find(pos, &list);
    words->count = 0;
    for (int i = 0; i < list.count; i++) {
        bool is_pass = list.moves[i] == MOVE_PASS;
        char *word = words->words[words->count];
        if (is_pass && from == ~(Bitboard)0)
            strcpy(word, "pass");
        else if (!is_pass && (from & bit(move_from(list.moves[i]))))
            notation_write_move(pos, list.moves[i], STYLE_SAN, word);
        else
            continue;
        words->count++;
    }
    qsort(words->words, (size_t)words->count, sizeof *words->words, compare_words);
}

/* --- listing --- */

/* The squares that `which` names: all if it is empty, one square, or those of the side to move's
 * pieces of one type. 0 if there are none, or if it names nothing. */
static Bitboard squares_meant(const Position *pos, const char *which) {
    Square square;
    if (!*which)
        return ~(Bitboard)0;
    if (strlen(which) == 2 && square_read(which, &square))
        return bit(square);
    char letter = which[0] >= 'a' ? (char)(which[0] - 'a' + 'A') : which[0];
    const char *kind = strchr(PIECE_LETTERS, letter);
    return which[1] == '\0' && kind
               ? position_pieces(pos, (Colour)pos->side, (PieceType)(kind - PIECE_LETTERS))
               : 0;
}

/* `which` is not empty. */
static bool names_piece(const char *which) {
    return which[1] == '\0' && strchr("PNBRQKApnbrqka", *which);
}

/* What to call the legal moves if captures are compulsory or the side to move is in check, so that
 * they are few; otherwise NULL. */
static const char *name_of_few_moves(const Position *pos) {
    Colour side = (Colour)pos->side;
    MoveList list;
    movegen_legal(pos, &list);
    if (movelist_is_captures(pos, &list))
        return "Legal captures: ";
    return position_in_check(pos, side) || position_in_anticheck(pos, side) ? "Legal moves: "
                                                                            : NULL;
}

static void list_few_moves(const Terminal *terminal) {
    const Position *pos = terminal_position(terminal);
    const char *name = name_of_few_moves(pos);
    MoveWords words;
    if (!name)
        return;
    write_moves(pos, ~(Bitboard)0, &words);
    terminal_view_words(terminal->out, name, (const TerminalWord *)words.words, words.count);
}

void terminal_moves_list(const Terminal *terminal, const char *which) {
    const Position *pos = terminal_position(terminal);
    Bitboard from = squares_meant(pos, which);
    MoveWords words;
    if (!from && !names_piece(which)) {
        fprintf(terminal->out, "%s is no square and no piece: `moves`, `moves e2` or `moves N`\n",
                QUOTE(which));
        return;
    }
    write_moves(pos, from, &words);
    if (words.count > 0) {
        terminal_view_words(terminal->out, "", (const TerminalWord *)words.words, words.count);
        return;
    }
    fprintf(terminal->out, "There is no legal move %s %s\n", names_piece(which) ? "of" : "from",
            which);
    list_few_moves(terminal);
}

void terminal_moves_offer(const Terminal *terminal, const char *begin, Completion *completion) {
    MoveWords words;
    write_moves(terminal_position(terminal), ~(Bitboard)0, &words);
    for (int i = 0; i < words.count; i++)
        completion_offer(completion, begin, words.words[i]);
}

void terminal_moves_say(const Terminal *terminal, Turn turn) {
    char text[TURN_TEXT_SIZE];
    notation_write_turn(&terminal_game(terminal)->now, turn, STYLE_SAN, text);
    fprintf(terminal->out, "%s\n", turn.moves[0] == MOVE_PASS ? "pass" : text);
}

/* --- playing --- */

/* Says why a move was refused, and what is legal if there is little choice. */
static void refuse(const Terminal *terminal, const char *text, const Error *error) {
    const Position *pos = terminal_position(terminal);
    Colour side = (Colour)pos->side;
    if (!notation_looks_like_typed_turn(text)) {
        fprintf(terminal->out, "%s; `help` lists what you can type\n", error->text);
        return;
    }
    fprintf(terminal->out, "%s%s\n", error->text,
            name_of_few_moves(pos) ? "" : "; `moves` lists the legal moves");
    if (notation_is_any_pass(text) && pos->rules->pass_chips && pos->chips[side] == 0)
        fprintf(terminal->out,
                "%s has no chip to pay for a pass; `chips` gives some in the next game\n",
                position_colour_name(side));
    list_few_moves(terminal);
}

static void play(Terminal *terminal, Turn turn) {
    terminal->first_half = MOVE_NONE;
    terminal->wants_board = true;
    textui_play_turn(terminal->ui, turn, false);
}

/* Takes a half of a turn of mind control. */
static void play_half(Terminal *terminal, const char *text) {
    const Position *now = &terminal_game(terminal)->now;
    Turn turn = turn_single(terminal->first_half);
    Move move;
    Error error;
    if (!notation_read_typed_move(terminal_position(terminal), text, &move, &error)) {
        refuse(terminal, text, &error);
        return;
    }
    if (terminal->first_half != MOVE_NONE) {
        turn.count = 2;
        turn.moves[1] = move;
        play(terminal, turn);
        return;
    }
    position_apply(&terminal->between, now, move);
    if (outcome_is_over(outcome_of(&terminal->between))) {
        play(terminal, turn_single(move));
    } else {
        terminal->first_half = move;
        terminal->wants_board = true;
    }
}

void terminal_moves_play(Terminal *terminal, const char *text) {
    const Position *now = &terminal_game(terminal)->now;
    bool has_halves = now->rules->halfmoves_per_turn > 1;
    Turn turn;
    Error error;
    if (has_halves && (terminal->first_half != MOVE_NONE || !strchr(text, ',')))
        play_half(terminal, text);
    else if (notation_read_typed_turn(now, text, &turn, &error))
        play(terminal, turn);
    else
        refuse(terminal, text, &error);
}
