/* Many positions as arrays: see misere.h. */
#include "library/handles.h"

#include <string.h>

/* misere.h numbers the types from 1 and sets bit 3 for Black, as a piece does from 0. */
static uint8_t square_code(uint8_t piece) {
    return piece == NO_PIECE ? 0 : (uint8_t)(piece + 1);
}

void handles_write_board(const Position *pos, uint8_t board[SQUARES]) {
    for (Square s = 0; s < SQUARES; s++)
        board[s] = square_code(pos->board[s]);
}

static uint16_t move_code(Move move) {
    PieceType promotion = move_promotion(move);
    if (move == MOVE_PASS || promotion == PAWN)
        return move;
    return (uint16_t)(move_make(move_from(move), move_to(move), PAWN) | (promotion + 1) << 12);
}

static int8_t state_code(Outcome outcome) {
    if (!outcome_is_over(outcome))
        return 0;
    return outcome.drawn ? 2 : outcome.winner == WHITE ? 1 : -1;
}

/* Appends the half-moves to the first *count; beyond the room there is, only counts them. */
static void add_moves(const MoveList *list, const MisereArrays *arrays, uint32_t *count) {
    for (int i = 0; i < list->count; i++, ++*count)
        if (arrays->moves && *count < arrays->moves_max)
            arrays->moves[*count] = move_code(list->moves[i]);
}

static void describe(const Position *pos, size_t i, const MisereArrays *arrays, uint32_t *moves) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (arrays->boards)
        handles_write_board(pos, arrays->boards + SQUARES * i);
    if (arrays->players)
        arrays->players[i] = pos->side == WHITE ? 1 : -1;
    if (arrays->states)
        arrays->states[i] = state_code(outcome);
    if (arrays->first)
        arrays->first[i] = *moves;
    add_moves(&list, arrays, moves);
}

/* Reads the FEN in the first `length` bytes of a text. */
static bool read_fen(Position *pos, const Ruleset *rules, const char *text, size_t length,
                     Error *error) {
    char fen[2 * FEN_SIZE];
    if (length >= sizeof fen)
        return error_set(error, "the FEN has %zu bytes", length);
    memcpy(fen, text, length);
    fen[length] = '\0';
    return position_from_fen(pos, rules, fen, error);
}

bool misere_read_positions(const char *ruleset, const char *fens, size_t count,
                           const MisereArrays *arrays, MisereError *error) {
    const Ruleset *rules = handles_find_ruleset(ruleset, error);
    uint32_t moves = 0;
    if (!rules)
        return false;
    for (size_t i = 0; i < count; i++) {
        Position pos;
        Error bad;
        size_t length = strcspn(fens, "\n");
        if (!read_fen(&pos, rules, fens, length, &bad)) {
            error_wrap(&bad, "line %zu", i + 1);
            return handles_fail(error, bad.text);
        }
        describe(&pos, i, arrays, &moves);
        fens += length + (fens[length] == '\n');
    }
    if (arrays->first)
        arrays->first[count] = moves;
    return true;
}
