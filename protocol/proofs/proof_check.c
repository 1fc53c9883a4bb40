#include "proofs/proof_check.h"

#include "base/minmax.h"
#include "proofs/certificate.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Position
        pos; /* its half-move clock is the greatest with which a line of the proof reaches it */
    bool is_reached;
    int length; /* half-moves of the longest line from the first position */
} ReachedPosition;

typedef struct {
    const char *at; /* what has not been read yet */
    long line;
    Error *error;
    CheckedProof *proof;
    ReachedPosition *nodes; /* indexed by number - 1 */
} Checker;

/* A position's half-moves, and which of them the proof has. */
typedef struct {
    MoveList list;
    bool is_answered[MOVES_MAX];
} AnsweredMoves;

/* Sets the error to what is wrong in this line. Returns false. */
#define wrong(check, ...)                                                                          \
    (error_set((check)->error, __VA_ARGS__), error_wrap((check)->error, "line %ld", (check)->line))

/* --- words --- */

enum { WORD_SIZE = 256 };

/* Reads the word at the beginning, or after one space. */
static bool next_word(Checker *check, char word[WORD_SIZE]) {
    check->at += *check->at == ' ';
    size_t length = strcspn(check->at, " \n");
    if (length == 0 || length >= WORD_SIZE)
        return wrong(check, "a word is missing or too long");
    memcpy(word, check->at, length);
    word[length] = '\0';
    check->at += length;
    return true;
}

static bool end_line(Checker *check) {
    if (*check->at != '\n')
        return wrong(check, "the text ends within this line");
    check->at++;
    check->line++;
    return true;
}

/* A number from 1 to `max` without leading zeros; 0 if the word is none. */
static int number_of(const char *word, int max) {
    size_t length = strlen(word);
    if (length > 9 || word[0] == '0' || strspn(word, "0123456789") != length)
        return 0;
    long number = strtol(word, NULL, 10);
    return number <= max ? (int)number : 0;
}

/* Reads a line "NAME VALUE", whose value may have spaces. */
static bool read_field(Checker *check, const char *name, char value[WORD_SIZE]) {
    size_t length = strlen(name), size;
    if (strncmp(check->at, name, length) != 0 || check->at[length] != ' ')
        return wrong(check, "this line must begin with '%s '", name);
    check->at += length + 1;
    size = strcspn(check->at, "\n");
    if (size >= WORD_SIZE)
        return wrong(check, "the line is too long");
    memcpy(value, check->at, size);
    value[size] = '\0';
    check->at += size;
    return end_line(check);
}

/* --- positions --- */

/* Forgets a right to capture en passant that no legal half-move uses: it does not make a position
 * another one. */
static void forget_unused_en_passant(Position *pos) {
    if (movegen_repetition_key(pos) != pos->key)
        pos->en_passant = NO_SQUARE;
}

/* Orders positions by everything but their clocks. */
static int compare_positions(const Position *a, const Position *b) {
    int order = memcmp(a->board, b->board, sizeof a->board);
    if (order == 0)
        order = memcmp(a->chips, b->chips, sizeof a->chips);
    if (order == 0)
        order = a->side != b->side ? a->side - b->side : a->player - b->player;
    if (order == 0)
        order =
            a->castling != b->castling ? a->castling - b->castling : a->en_passant - b->en_passant;
    return order;
}

static int compare_nodes(const void *left, const void *right) {
    const ReachedPosition *const *a = left, *const *b = right;
    return compare_positions(&(*a)->pos, &(*b)->pos);
}

/* No position may have two numbers: as numbers grow along each line, no line then repeats one. */
static bool check_all_different(Checker *check) {
    int count = check->proof->positions;
    const ReachedPosition **order = malloc((size_t)count * sizeof *order);
    bool differ = true;
    if (!order)
        return error_set(check->error, "out of memory");
    for (int i = 0; i < count; i++)
        order[i] = &check->nodes[i];
    qsort(order, (size_t)count, sizeof *order, compare_nodes);
    for (int i = 1; differ && i < count; i++)
        if (compare_positions(&order[i - 1]->pos, &order[i]->pos) == 0)
            differ =
                wrong(check, "positions %d and %d are the same",
                      (int)(order[i - 1] - check->nodes) + 1, (int)(order[i] - check->nodes) + 1);
    free(order);
    return differ;
}

/* --- half-moves --- */

/* Checks that the half-move to `after` ends the game, and that the right player wins. */
static bool check_end(Checker *check, const ReachedPosition *from, const Position *after,
                      const char *text) {
    Outcome outcome = outcome_of(after);
    check->proof->length = (int)max64(check->proof->length, from->length + 1);
    return (outcome_is_over(outcome) && !outcome.drawn && outcome.winner == check->proof->winner) ||
           wrong(check, "%s does not win", text);
}

/* Checks that the half-move to `after` leads to the position of that number. The first half-move
 * that reaches a number defines its position. */
static bool check_target(Checker *check, const ReachedPosition *from, int to, Position *after,
                         const char *text) {
    ReachedPosition *node = &check->nodes[to - 1];
    if (node <= from)
        return wrong(check, "%s must lead to a later position", text);
    if (outcome_is_over(outcome_of(after)))
        return wrong(check, "%s ends the game", text);
    forget_unused_en_passant(after);
    if (!node->is_reached)
        *node = (ReachedPosition){.pos = *after, .is_reached = true};
    else if (compare_positions(&node->pos, after) != 0)
        return wrong(check, "%s does not lead to position %d", text, to);
    node->pos.halfmove_clock = (uint32_t)max64(node->pos.halfmove_clock, after->halfmove_clock);
    node->length = (int)max64(node->length, from->length + 1);
    return true;
}

static int find_move(const Position *pos, const MoveList *list, const char *text) {
    for (int i = 0; i < list->count; i++) {
        char name[MOVE_TEXT_SIZE];
        notation_write_move(pos, list->moves[i], STYLE_UCI, name);
        if (strcmp(name, text) == 0)
            return i;
    }
    return -1;
}

/* Reads a half-move and what follows it, and marks it as answered. */
static bool check_move(Checker *check, const ReachedPosition *node, AnsweredMoves *answers) {
    char text[WORD_SIZE], target[WORD_SIZE];
    Position after;
    if (!next_word(check, text) || !next_word(check, target))
        return false;
    int index = find_move(&node->pos, &answers->list, text);
    if (index < 0)
        return wrong(check, "%s is not legal", QUOTE(text));
    if (answers->is_answered[index])
        return wrong(check, "%s is there twice", text);
    answers->is_answered[index] = true;
    position_apply(&after, &node->pos, answers->list.moves[index]);
    if (strcmp(target, "#") == 0)
        return check_end(check, node, &after, text);
    int to = number_of(target, check->proof->positions);
    return to > 0 ? check_target(check, node, to, &after, text)
                  : wrong(check, "%s must be followed by # or a position's number", text);
}

/* Has the winner one half-move, or the loser all of them? */
static bool check_answers(Checker *check, const Position *pos, const AnsweredMoves *answers) {
    bool is_winners = (Colour)pos->player == check->proof->winner;
    int count = 0;
    for (int i = 0; i < answers->list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_write_move(pos, answers->list.moves[i], STYLE_UCI, text);
        if (!is_winners && !answers->is_answered[i])
            return wrong(check, "%s has no answer", text);
        count += answers->is_answered[i];
    }
    return !is_winners || count == 1 ||
           wrong(check, "the winner must have one half-move, not %d", count);
}

/* May the tournament rules draw the game here? */
static bool check_no_draw(Checker *check, const Position *pos) {
    if (pos->halfmove_clock >= FIFTY_MOVES)
        return wrong(check, "a draw by the fifty-move rule");
    return !outcome_is_insufficient_material(pos) ||
           wrong(check, "a draw: nothing can ever be taken");
}

static bool check_position(Checker *check, int number) {
    const ReachedPosition *node = &check->nodes[number - 1];
    AnsweredMoves answers = {.list.count = 0};
    char word[WORD_SIZE];
    if (*check->at == ' ')
        return wrong(check, "a space before the position's number");
    if (!next_word(check, word))
        return false;
    if (number_of(word, check->proof->positions) != number)
        return wrong(check, "the number of this position must be %d", number);
    if (!node->is_reached)
        return wrong(check, "no half-move leads to position %d", number);
    outcome_find(&node->pos, &answers.list);
    while (*check->at == ' ')
        if (!check_move(check, node, &answers))
            return false;
    return check_answers(check, &node->pos, &answers) && check_no_draw(check, &node->pos) &&
           end_line(check);
}

/* --- a proof --- */

static bool read_header(Checker *check, int version, int positions_max) {
    char value[WORD_SIZE], fen[FEN_SIZE], wanted[WORD_SIZE];
    snprintf(wanted, sizeof wanted, "%d", version);
    CheckedProof *proof = check->proof;
    if (!read_field(check, "misere-proof", value))
        return false;
    if (strcmp(value, wanted) != 0)
        return wrong(check, "the version must be %s, not %s", wanted, QUOTE(value));
    if (!read_field(check, "ruleset", value))
        return false;
    const Ruleset *rules = ruleset_find(value);
    if (!rules)
        return wrong(check, "no ruleset is named %s", QUOTE(value));
    if (!read_field(check, "fen", value))
        return false;
    if (!position_from_fen(&proof->start, rules, value, check->error))
        return error_wrap(check->error, "line %ld", check->line - 1);
    position_to_fen(&proof->start, fen);
    if (strcmp(fen, value) != 0)
        return wrong(check, "the FEN must be %s", fen);
    if (!read_field(check, "winner", value))
        return false;
    if (strcmp(value, "white") != 0 && strcmp(value, "black") != 0)
        return wrong(check, "the winner must be white or black, not %s", QUOTE(value));
    proof->winner = value[0] == 'w' ? WHITE : BLACK;
    if (!read_field(check, "positions", value))
        return false;
    proof->positions = number_of(value, positions_max);
    if (proof->positions == 0)
        return wrong(check, "the number of positions must be 1 to %d", positions_max);
    return !outcome_is_over(outcome_of(&proof->start)) ||
           wrong(check, "the game is over in this position");
}

static bool check_positions(Checker *check) {
    check->nodes[0] = (ReachedPosition){.pos = check->proof->start, .is_reached = true};
    forget_unused_en_passant(&check->nodes[0].pos);
    for (int number = 1; number <= check->proof->positions; number++)
        if (!check_position(check, number))
            return false;
    return check_all_different(check);
}

const char *proof_check_head(const char *text, int version, int positions_max, CheckedProof *proof,
                             Error *error) {
    Checker check = {.at = text, .line = 1, .error = error, .proof = proof};
    proof->length = 0;
    return read_header(&check, version, positions_max) ? check.at : NULL;
}

const char *proof_check(const char *text, CheckedProof *proof, Error *error) {
    Checker check = {.at = text, .line = 1, .error = error, .proof = proof};
    proof->length = 0;
    if (!read_header(&check, 1, CERTIFICATE_POSITIONS_MAX))
        return NULL;
    check.nodes = calloc((size_t)proof->positions, sizeof *check.nodes);
    bool is_right = check.nodes ? check_positions(&check) : error_set(error, "out of memory");
    free(check.nodes);
    return is_right ? check.at : NULL;
}
