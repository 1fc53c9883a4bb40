#include "textui/terminal_moves.h"

#include "base/text.h"
#include "rules/duty.h"
#include "textui/terminal_view.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    TerminalWord words[MOVES_MAX];
    int count;
} MoveWords;

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
    qsort(words->words, (size_t)words->count, sizeof *words->words, text_compare);
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

/* Is `which`, which is not empty, the letter of a piece? */
static bool names_piece(const char *which) {
    return which[1] == '\0' && strchr("PNBRQKApnbrqka", *which);
}

/* What to call the legal moves if captures are compulsory or the side to move is in check, so that
 * they are few; otherwise NULL. */
static const char *name_of_few_moves(const Position *pos) {
    Duty duty = duty_of(pos);
    if (duty.must_capture)
        return "Legal captures: ";
    return duty.in_check || duty.in_anticheck ? "Legal moves: " : NULL;
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
    if (names_piece(which)) {
        fprintf(terminal->out, "There is no legal move of %s\n", which);
        list_few_moves(terminal);
        return;
    }
    char reason[REFUSAL_TEXT_SIZE];
    Refusal refusal = refuse_piece(pos, lsb(from));
    refusal_text(&refusal, reason);
    fprintf(terminal->out, "There is no legal move from %s: %s\n", which, reason);
    if (!refusal_names_moves(&refusal))
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
static void refuse(const Terminal *terminal, const char *text, const Refusal *refusal) {
    bool has_few = name_of_few_moves(terminal_position(terminal)) != NULL;
    const char *advice = refusal->reason == REFUSED_NOT_A_MOVE ? "; `help` lists what you can type"
                         : refusal->reason == REFUSED_PASS_NO_CHIP
                             ? "; `chips` gives some in the next game"
                         : has_few ? ""
                                   : "; `moves` lists the legal moves";
    Error error;
    refusal_error(refusal, text, &error);
    fprintf(terminal->out, "%s%s\n", error.text, advice);
    if (refusal->reason != REFUSED_NOT_A_MOVE && !refusal_names_moves(refusal))
        list_few_moves(terminal);
}

static void play(Terminal *terminal, Turn turn) {
    terminal->first_half = MOVE_NONE;
    terminal->wants_board = true;
    textui_play_turn(terminal->ui, turn, false);
}

/* Takes the first or the second half of a turn of mind control. */
static void play_half(Terminal *terminal, const char *text) {
    const Position *now = &terminal_game(terminal)->now;
    Turn turn = turn_single(terminal->first_half);
    Move move;
    Refusal refusal;
    if (!notation_read_typed_move(terminal_position(terminal), text, &move, &refusal)) {
        refuse(terminal, text, &refusal);
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
    Refusal refusal;
    if (has_halves && (terminal->first_half != MOVE_NONE || !strchr(text, ',')))
        play_half(terminal, text);
    else if (notation_read_typed_turn(now, text, &turn, &refusal))
        play(terminal, turn);
    else
        refuse(terminal, text, &refusal);
}
