#include "fuzz/support/positions.h"

#include "fuzz/support/fuzz.h"
#include "unit/rules/status.h"

void fuzz_check_same_position(const Position *a, const Position *b) {
    FUZZ_CHECK(a->key == b->key, "keys differ");
    FUZZ_CHECK(a->rules == b->rules, "rulesets differ");
    FUZZ_CHECK(memcmp(a->board, b->board, sizeof a->board) == 0, "boards differ");
    FUZZ_CHECK(memcmp(a->by_type, b->by_type, sizeof a->by_type) == 0, "types differ");
    FUZZ_CHECK(memcmp(a->by_colour, b->by_colour, sizeof a->by_colour) == 0, "colours differ");
    FUZZ_CHECK(a->halfmove_clock == b->halfmove_clock, "half-move clocks differ");
    FUZZ_CHECK(a->fullmove_number == b->fullmove_number, "move numbers differ");
    FUZZ_CHECK(memcmp(a->chips, b->chips, sizeof a->chips) == 0, "chips differ");
    FUZZ_CHECK(a->castling == b->castling, "castling rights differ");
    FUZZ_CHECK(a->en_passant == b->en_passant, "en passant squares differ");
    FUZZ_CHECK(a->side == b->side && a->player == b->player, "sides to move differ");
}

static void check_fen(const Position *pos, const RefPosition *ref) {
    char fen[FEN_SIZE], theirs[REF_TEXT_SIZE];
    Position again;
    Error error;
    position_to_fen(pos, fen);
    ref_fen(ref, theirs, sizeof theirs);
    fuzz_check_equal("FEN", fen, theirs);
    /* Counters may have grown too large for a FEN. */
    if (pos->halfmove_clock > COUNTER_MAX || pos->fullmove_number > COUNTER_MAX)
        return;
    FUZZ_CHECK(position_from_fen(&again, pos->rules, fen, &error), "%s: %s", fen, error.text);
    fuzz_check_same_position(&again, pos);
}

/* The piece letters of promotions, indexed by PieceType. */
static const char PROMOTIONS[] = "pnbrqk";

static Move move_of(const RefMove *move) {
    if (move->pass)
        return MOVE_PASS;
    const char *letter = move->promotion ? strchr(PROMOTIONS, move->promotion) : PROMOTIONS;
    FUZZ_CHECK(letter, "the reference promotes to %c", move->promotion);
    return move_make((Square)(move->from_rank * 8 + move->from_file),
                     (Square)(move->to_rank * 8 + move->to_file), (PieceType)(letter - PROMOTIONS));
}

RefMove fuzz_reference_move(Move move) {
    if (move == MOVE_PASS)
        return (RefMove){.pass = true};
    PieceType promotion = move_promotion(move);
    return (RefMove){.from_rank = square_rank(move_from(move)),
                     .from_file = square_file(move_from(move)),
                     .to_rank = square_rank(move_to(move)),
                     .to_file = square_file(move_to(move)),
                     .promotion = promotion == PAWN ? '\0' : PROMOTIONS[promotion]};
}

static void check_moves(const Position *pos, const RefPosition *ref, const MoveList *list) {
    static RefMove theirs[REF_MAX_MOVES];
    int count = ref_moves(ref, theirs, REF_MAX_MOVES);
    FUZZ_CHECK(count == list->count, "%d half-moves, but %d in the reference", list->count, count);
    FUZZ_CHECK(outcome_count_moves(pos) == count, "the count of half-moves is wrong");
    for (int i = 0; i < count; i++) {
        char text[6];
        ref_move_text(theirs[i], text);
        FUZZ_CHECK(movelist_has(list, move_of(&theirs[i])), "only the reference has %s", text);
        for (int j = 0; j < i; j++)
            FUZZ_CHECK(list->moves[i] != list->moves[j], "a half-move is listed twice");
    }
}

void fuzz_check_position(const Position *pos, const RefPosition *ref, MoveList *list) {
    char ours[64], theirs[REF_TEXT_SIZE];
    if (position_begins_turn(pos))
        check_fen(pos, ref);
    write_status(pos, ours, sizeof ours);
    ref_status(ref, theirs, sizeof theirs);
    fuzz_check_equal("status", ours, theirs);
    outcome_find(pos, list);
    check_moves(pos, ref, list);
}

void fuzz_check_against_reference(const Position *pos) {
    char fen[FEN_SIZE], why[REF_TEXT_SIZE];
    RefPosition ref;
    MoveList list;
    if (pos->halfmove_clock > COUNTER_MAX || pos->fullmove_number > COUNTER_MAX)
        return;
    position_to_fen(pos, fen);
    FUZZ_CHECK(ref_set(&ref, pos->rules->name, fen, why, sizeof why), "%s: reference: %s", fen,
               why);
    fuzz_check_position(pos, &ref, &list);
}
