/* Why a turn is refused, in every ruleset. */
#include "unit/positions.h"

#include "rules/duty.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

/* Which rulesets a case is for: those with all of these properties. */
enum {
    ANTIKINGS = 1,
    NO_ANTIKINGS = 1 << 1,
    ROYAL = 1 << 2,
    NOT_ROYAL = 1 << 3,
    CASTLING = 1 << 4,
    NO_CASTLING = 1 << 5,
    CHIPS = 1 << 6,
    NO_CHIPS = 1 << 7,
    ONE_MOVE = 1 << 8,
    TWO_MOVES = 1 << 9,
    NO_KING_PROMOTION = 1 << 10,
    TURN_IS_LOST = 1 << 11, /* by who is stalemated */
};

static int properties_of(const Ruleset *rules) {
    return (rules->antiking ? ANTIKINGS : NO_ANTIKINGS) | (rules->royal_king ? ROYAL : NOT_ROYAL) |
           (rules->castling ? CASTLING : NO_CASTLING) | (rules->pass_chips ? CHIPS : NO_CHIPS) |
           (rules->halfmoves_per_turn == 1 ? ONE_MOVE : TWO_MOVES) |
           (ruleset_promotes_to(rules, KING) ? 0 : NO_KING_PROMOTION) |
           (rules->stalemate == STALEMATE_LOSES_TURN ? TURN_IS_LOST : 0);
}

/* What a ruleset must have so that a turn can be refused for this reason. */
static const int NEEDED[REFUSALS] = {
    [REFUSED_GAME_NOT_OVER] = TWO_MOVES,
    [REFUSED_PASS_WORD] = TURN_IS_LOST, /* or chips */
    [REFUSED_OVER_HALFWAY] = TWO_MOVES,
    [REFUSED_MUST_PASS] = TURN_IS_LOST,
    [REFUSED_PASS_CAN_MOVE] = NO_CHIPS,
    [REFUSED_PASS_NO_CHIP] = CHIPS,
    [REFUSED_PASS_IN_CHECK] = CHIPS,
    [REFUSED_PROMOTION] = NO_KING_PROMOTION,
    [REFUSED_CAPTURES_KING] = ANTIKINGS,
    [REFUSED_ANTIKING_CAPTURES] = ANTIKINGS,
    [REFUSED_NO_CASTLING] = NO_CASTLING,
    [REFUSED_CASTLING_RIGHT] = CASTLING,
    [REFUSED_CASTLING_BLOCKED] = CASTLING,
    [REFUSED_CASTLING_CHECK] = CASTLING | ROYAL,
    [REFUSED_CASTLING_THROUGH] = CASTLING | ROYAL,
    [REFUSED_STAYS_IN_CHECK] = ROYAL,
    [REFUSED_PINNED] = ROYAL,
    [REFUSED_INTO_CHECK] = ROYAL,
    [REFUSED_STAYS_UNATTACKED] = ANTIKINGS,
    [REFUSED_LEAVES_UNATTACKED] = ANTIKINGS,
    [REFUSED_MUST_CAPTURE_OR_PASS] = CHIPS,
};

#define PLAIN   "4k3/p6p/8/8/8/8/P7/RN2K3 w - - 0 1"
#define CHIPPED "4k3/p6p/8/8/8/8/P7/RN2K3 w - - 0 1 chips:1/0"
#define CAPTURE "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1"
#define ANTI    "k2r4/p7/3A4/8/8/3a4/P7/K2R3N w - - 0 1"

/* A turn in any notation, or the square of a piece that has no legal half-move; why it is refused;
 * and the squares that the refusal names. */
static const struct {
    int properties;
    const char *fen, *turn;
    RefusalReason reason;
    const char *squares;
} REFUSED[] = {
    /* the text */
    {NO_ANTIKINGS, PLAIN, "rubbish", REFUSED_NOT_A_MOVE, ""},
    {NO_ANTIKINGS, "4k3/p7/8/8/8/2N3N1/P7/4K3 w - - 0 1", "Ne4", REFUSED_AMBIGUOUS, "c3 g3"},
    {NO_ANTIKINGS | ONE_MOVE, PLAIN, "a2a3,a7a6", REFUSED_TURN_LENGTH, ""},
    {NO_ANTIKINGS | TWO_MOVES, PLAIN, "a2a3", REFUSED_TURN_LENGTH, ""},
    {NO_ANTIKINGS | TWO_MOVES, PLAIN, "a2a3,a7a6,a3a4", REFUSED_TURN_LENGTH, ""},
    {NO_ANTIKINGS | TWO_MOVES, PLAIN, "a2a3,gameover", REFUSED_GAME_NOT_OVER, ""},
    {ANTIKINGS, ANTI, "rubbish", REFUSED_NOT_A_MOVE, ""},
    {ANTIKINGS, "k2r4/p7/3A4/8/8/3a4/P7/K2R1N1N w - - 0 1", "Ng3", REFUSED_AMBIGUOUS, "f1 h1"},
    {ANTIKINGS, ANTI, "a2a3,a7a6", REFUSED_TURN_LENGTH, ""},
    /* the game */
    {ROYAL | NO_ANTIKINGS, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "a2a3", REFUSED_GAME_OVER, ""},
    {NOT_ROYAL, "8/8/8/8/8/8/PPP5/4K3 w - - 0 1", "a2a3", REFUSED_GAME_OVER, ""},
    {ANTIKINGS, "k2r4/8/3A4/8/8/3a4/P7/K2R3N w - - 0 1", "a2a3", REFUSED_GAME_OVER, ""},
    {TWO_MOVES, "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1", "g1g7,a6a5", REFUSED_OVER_HALFWAY, ""},
    {TURN_IS_LOST | NO_ANTIKINGS, "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "a8b8", REFUSED_MUST_PASS, ""},
    {TURN_IS_LOST | NO_ANTIKINGS, "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "a8", REFUSED_MUST_PASS, ""},
    {ANTIKINGS, "k1K5/p7/PA6/7p/1a5P/2P5/8/8 b - - 0 1", "a8b8", REFUSED_MUST_PASS, ""},
    /* a pass */
    {NO_ANTIKINGS | NO_CHIPS, PLAIN, "0000", REFUSED_PASS_CAN_MOVE, ""},
    {ANTIKINGS, ANTI, "pass", REFUSED_PASS_CAN_MOVE, ""},
    {CHIPS, PLAIN, "Ipass", REFUSED_PASS_NO_CHIP, ""},
    {CHIPS, "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1 chips:1/0", "Ipass", REFUSED_PASS_IN_CHECK, "e8"},
    /* how the piece moves */
    {NO_ANTIKINGS, PLAIN, "e4e5", REFUSED_NO_PIECE, ""},
    {NO_ANTIKINGS, PLAIN, "e4", REFUSED_MOVEMENT, ""},
    {NO_ANTIKINGS, PLAIN, "a7a6", REFUSED_OPPONENTS_PIECE, ""},
    {NO_ANTIKINGS, PLAIN, "N3c3", REFUSED_NO_SUCH_PIECE, "a3 b3 c3 d3 e3 f3 g3 h3"},
    {NO_ANTIKINGS, PLAIN, "Nf3", REFUSED_MOVEMENT, ""},
    {NO_ANTIKINGS, PLAIN, "a2a5", REFUSED_MOVEMENT, ""},
    {NO_ANTIKINGS, PLAIN, "a1a2", REFUSED_MOVEMENT, ""},
    {NO_ANTIKINGS, PLAIN, "a1", REFUSED_BLOCKED, ""},
    {NO_ANTIKINGS | NO_KING_PROMOTION, "4k3/P6p/7p/8/8/7P/7P/4K3 w - - 0 1", "a7a8k",
     REFUSED_PROMOTION, ""},
    {NO_ANTIKINGS | NO_KING_PROMOTION | ONE_MOVE, "4k3/p6p/7P/8/8/8/p6P/2R1K3 b - - 0 1", "a2a1k",
     REFUSED_PROMOTION, ""},
    {NO_ANTIKINGS, PLAIN, "b1c3n", REFUSED_NO_PROMOTION, ""},
    {NO_ANTIKINGS, PLAIN, "a2a3k", REFUSED_NO_PROMOTION, ""},
    {ANTIKINGS, ANTI, "e4e5", REFUSED_NO_PIECE, ""},
    {ANTIKINGS, ANTI, "a7a6", REFUSED_OPPONENTS_PIECE, ""},
    {ANTIKINGS, ANTI, "Q3c3", REFUSED_NO_SUCH_PIECE, "a3 b3 c3 d3 e3 f3 g3 h3"},
    {ANTIKINGS, ANTI, "a2a5", REFUSED_MOVEMENT, ""},
    {ANTIKINGS, "k2r4/p7/3A4/8/8/3a4/P1P5/KB1R4 w - - 0 1", "b1", REFUSED_BLOCKED, ""},
    {ANTIKINGS, "k2r4/p5P1/3A4/8/8/3a4/P7/K2R4 w - - 0 1", "g7g8k", REFUSED_PROMOTION, ""},
    {ANTIKINGS, ANTI, "h1g3n", REFUSED_NO_PROMOTION, ""},
    {ANTIKINGS, ANTI, "d1d3", REFUSED_CAPTURES_KING, "d3"},
    {ANTIKINGS, "k2r4/p3p3/3A4/8/8/3a4/P7/K2R3N w - - 0 1", "d6e7", REFUSED_ANTIKING_CAPTURES,
     "e7"},
    /* castling */
    {NO_CASTLING, "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", REFUSED_NO_CASTLING, ""},
    {NO_CASTLING, "4k3/p7/8/8/8/8/P7/3K3R w - - 0 1", "O-O", REFUSED_NO_CASTLING, ""},
    {CASTLING | NO_ANTIKINGS, "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1", "e1g1", REFUSED_CASTLING_RIGHT,
     ""},
    {CASTLING | NO_ANTIKINGS, "4k3/p7/8/8/8/8/P7/3K3R w - - 0 1", "O-O", REFUSED_CASTLING_RIGHT,
     ""},
    {CASTLING | NO_ANTIKINGS, "4k3/p7/8/8/8/8/P7/4K1NR w K - 0 1", "O-O", REFUSED_CASTLING_BLOCKED,
     "g1"},
    {CASTLING | ROYAL | NO_ANTIKINGS, "4k3/p3r3/8/8/8/8/P7/4K2R w K - 0 1", "e1g1",
     REFUSED_CASTLING_CHECK, "e7"},
    {CASTLING | ROYAL | NO_ANTIKINGS, "4k3/p4r2/8/8/8/8/P7/4K2R w K - 0 1", "e1g1",
     REFUSED_CASTLING_THROUGH, "f7"},
    {ANTIKINGS | CASTLING, "k2r4/p7/3A4/8/8/3a4/P7/3RK2R w - - 0 1", "e1g1", REFUSED_CASTLING_RIGHT,
     ""},
    {ANTIKINGS | CASTLING, "k2r4/p7/3A4/8/8/3a4/P7/3RK1NR w K - 0 1", "e1g1",
     REFUSED_CASTLING_BLOCKED, "g1"},
    {ANTIKINGS | CASTLING, "k2r4/p3r3/3A4/8/8/3a4/P7/3RK2R w K - 0 1", "e1g1",
     REFUSED_CASTLING_CHECK, "e7"},
    {ANTIKINGS | CASTLING, "k2r4/p4r2/3A4/8/8/3a4/P7/3RK2R w K - 0 1", "e1g1",
     REFUSED_CASTLING_THROUGH, "f7"},
    /* check */
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", REFUSED_STAYS_IN_CHECK,
     "e8"},
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1", "e1e2", REFUSED_STAYS_IN_CHECK,
     "e8"},
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1", "a2a5", REFUSED_STAYS_IN_CHECK,
     "e8"},
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/5n2/P7/4K3 w - - 0 1", "a2", REFUSED_STAYS_IN_CHECK,
     "f3 e8"},
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1", "e2c3", REFUSED_PINNED, "e8"},
    {ROYAL | NO_ANTIKINGS, "4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1", "e2", REFUSED_PINNED, "e8"},
    {ROYAL | NO_ANTIKINGS, "3r3k/p7/8/8/8/8/P7/4K3 w - - 0 1", "e1d1", REFUSED_INTO_CHECK, "d8"},
    {ROYAL | NO_ANTIKINGS, "7k/p7/3r3r/6r1/8/8/P6P/7K w - - 0 1", "h1g1", REFUSED_INTO_CHECK, "g5"},
    {ROYAL | NO_ANTIKINGS, "4k3/p7/8/8/8/3p4/8/K2r1R2 w - - 0 1", "a1b1", REFUSED_STAYS_IN_CHECK,
     "d1"},
    {ANTIKINGS, "k2r4/p7/3A4/8/8/3a4/P7/K1rR4 w - - 0 1", "a2a3", REFUSED_STAYS_IN_CHECK, "c1"},
    {ANTIKINGS, "k2r4/p7/3A4/8/8/3a4/P7/KNrR4 w - - 0 1", "b1c3", REFUSED_PINNED, "c1"},
    {ANTIKINGS, "k2r4/p7/3A4/8/8/3a4/P1r5/K2R4 w - - 0 1", "a1b2", REFUSED_INTO_CHECK, "c2"},
    {ANTIKINGS, "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1", "d1d2", REFUSED_STAYS_UNATTACKED, "d6"},
    {ANTIKINGS, "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1", "d1e2", REFUSED_STAYS_UNATTACKED, "d6"},
    {ANTIKINGS, ANTI, "d6e6", REFUSED_LEAVES_UNATTACKED, "d6"},
    /* captures */
    {NO_ANTIKINGS, CAPTURE, "a2a3", REFUSED_MUST_CAPTURE, "e4"},
    {NO_ANTIKINGS, CAPTURE, "a2", REFUSED_MUST_CAPTURE, "e4"},
    {NO_ANTIKINGS, CAPTURE, "e4d6", REFUSED_MUST_CAPTURE, "e4"},
    {NO_ANTIKINGS, "4k3/p7/8/3p4/2N1P3/8/P7/4K3 w - - 0 1", "a3", REFUSED_MUST_CAPTURE, "e4"},
    {ANTIKINGS, "k2r4/p7/3A4/3P4/8/3a4/P7/K2R4 w - - 0 1", "a2a3", REFUSED_MUST_CAPTURE, "d6"},
    {CHIPS, "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1 chips:1/0", "a2a3", REFUSED_MUST_CAPTURE_OR_PASS,
     "e4"},
    {CHIPS, "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1 chips:0/1", "a2a3", REFUSED_MUST_CAPTURE, "e4"},
};

static const char *list_squares(Bitboard squares, char text[3 * SQUARES + 1]) {
    char *out = text;
    while (squares) {
        out = square_write(out, pop_lsb(&squares));
        *out++ = squares ? ' ' : '\0';
    }
    *out = '\0';
    return text;
}

/* Refuses a turn, or if `turn` is the square of a piece of the side to move, that piece. */
static Refusal refuse(const Position *pos, const char *text) {
    Refusal refusal;
    Turn turn;
    Square square;
    if (strlen(text) == 2 && square_read(text, &square) && pos->board[square] != NO_PIECE)
        return refuse_piece(pos, square);
    if (notation_read_any_turn(pos, text, &turn, &refusal))
        fail_msg("%s: %s is legal", pos->rules->name, text);
    return refusal;
}

/* Refuses the turn of a case. Adds the reason to those that were `seen`. */
static void check_case(size_t i, const Ruleset *rules, bool seen[REFUSALS]) {
    Position pos = position_of(rules->name, REFUSED[i].fen);
    Refusal refusal = refuse(&pos, REFUSED[i].turn);
    char squares[3 * SQUARES + 1], text[REFUSAL_TEXT_SIZE];
    if (refusal.reason != REFUSED[i].reason)
        fail_msg("%s %s %s: %s, not %s", rules->name, REFUSED[i].fen, REFUSED[i].turn,
                 refusal_name(refusal.reason), refusal_name(REFUSED[i].reason));
    if (strcmp(list_squares(refusal.squares, squares), REFUSED[i].squares) != 0)
        fail_msg("%s %s %s: '%s', not '%s'", rules->name, REFUSED[i].fen, REFUSED[i].turn, squares,
                 REFUSED[i].squares);
    refusal_text(&refusal, text);
    assert_null(strchr(text, '$'));
    seen[refusal.reason] = true;
}

static void test_every_reason_in_every_ruleset(void **state) {
    for (int r = 0; r < ruleset_count(); r++) {
        const Ruleset *rules = ruleset_at(r);
        int properties = properties_of(rules);
        bool seen[REFUSALS] = {false};
        for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
            if ((REFUSED[i].properties & ~properties) == 0)
                check_case(i, rules, seen);
        for (int reason = REFUSED_NOT + 1; reason < REFUSALS; reason++) {
            bool is_possible = (NEEDED[reason] & ~properties) == 0;
            bool is_elsewhere = reason == REFUSED_PASS_WORD || reason == REFUSED_PROMOTION_UNNAMED;
            if (!is_elsewhere && seen[reason] != is_possible)
                fail_msg("%s: %s was %sseen", rules->name, refusal_name((RefusalReason)reason),
                         is_possible ? "not " : "");
        }
    }
}

/* A pass in a word that the ruleset does not have, though a pass is legal. */
static void test_words_for_a_pass(void **state) {
    static const struct {
        const char *ruleset, *fen, *pass;
    } words[] = {
        {"6170-fall-2003", CHIPPED, ""},
        {"6170-spring-2007", "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "Ipass"},
        {"6170-spring-2006-antiking", "k1K5/p7/PA6/7p/1a5P/2P5/8/8 b - - 0 1", "Ipass"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Position pos = position_of(words[i].ruleset, words[i].fen);
        Refusal refusal;
        Turn turn;
        assert_false(notation_read_turn(&pos, words[i].pass, &turn, &refusal));
        assert_int_equal(refusal.reason, REFUSED_PASS_WORD);
        assert_true(notation_read_turn(&pos, "0000", &turn, &refusal));
        assert_int_equal(refusal.reason, REFUSED_NOT);
    }
}

/* In a record a promotion must name its piece if there is a choice; people may leave it out. */
static void test_promotions_without_a_piece(void **state) {
    static const char FEN[] = "7k/P7/8/8/8/8/7p/4K3 w - - 0 1";
    for (int r = 0; r < ruleset_count(); r++) {
        const Ruleset *rules = ruleset_at(r);
        if (rules->antiking || rules->halfmoves_per_turn == 2)
            continue;
        bool has_choice = ruleset_promotes_to(rules, KNIGHT);
        Position pos = position_of(rules->name, FEN);
        Refusal refusal;
        Error error;
        Turn turn;
        assert_true(notation_read_recorded_turn(&pos, "a8=Q", &turn, &refusal));
        assert_true(notation_read_typed_turn(&pos, "a8", &turn, &refusal));
        assert_int_equal(notation_read_recorded_turn(&pos, "a8", &turn, &refusal), !has_choice);
        assert_int_equal(refusal.reason, has_choice ? REFUSED_PROMOTION_UNNAMED : REFUSED_NOT);
        if (!has_choice)
            continue;
        refusal_error(&refusal, "a8", &error);
        assert_string_equal(error.text, "'a8' does not say what the pawn becomes");
        assert_string_equal(refusal_name(refusal.reason), "promotionUnnamed");
    }
}

/* Turns, and the whole error message. */
static const struct {
    const char *ruleset, *fen, *turn, *text;
} TEXTS[] = {
    {"losers", PLAIN, "rubbish", "'rubbish' is not a move"},
    {"losers", "4k3/p7/8/8/8/2N3N1/P7/4K3 w - - 0 1", "Ne4",
     "'Ne4' could be 2 moves: of the knight on c3 or the knight on g3"},
    {"losers", PLAIN, "a2a3,a7a6",
     "'a2a3,a7a6' is not legal: a turn is one move in ruleset losers"},
    {"6170-fall-2003-mindcontrol", PLAIN, "a2a3",
     "'a2a3' is not legal: a turn is two moves in ruleset 6170-fall-2003-mindcontrol"},
    {"6170-fall-2003-mindcontrol", PLAIN, "a2a3,gameover",
     "'a2a3,gameover' is not legal: the game is not over"},
    {"6170-fall-2003-mindcontrol", "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1", "g1g7,a6a5",
     "'g1g7,a6a5' is not legal: the game is over after the first move (checkmate)"},
    {"suicide", "8/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e2",
     "'e1e2' is not legal: the game is over (piecesLost)"},
    {"6170-fall-2007", "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1", "a8b8",
     "'a8b8' is not legal: Black has no move and must pass"},
    {"6170-fall-2007", PLAIN, "0000", "'0000' is not legal: White can move, so it may not pass"},
    {"6170-fall-2003", PLAIN, "Ipass", "'Ipass' is not legal: White has no chip to pay for a pass"},
    {"6170-fall-2003", "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1 chips:1/0", "0000",
     "'0000' is not legal: the white king is in check from the rook on e8"},
    {"losers", PLAIN, "e4e5", "'e4e5' is not legal: there is no piece on e4"},
    {"losers", PLAIN, "a7a6", "'a7a6' is not legal: the pawn on a7 is not white"},
    {"losers", PLAIN, "Q3e4", "'Q3e4' is not legal: no white queen on rank 3 can go to e4"},
    {"losers", PLAIN, "Nhg3", "'Nhg3' is not legal: no white knight on the h-file can go to g3"},
    {"losers", PLAIN, "Nh1g3", "'Nh1g3' is not legal: no white knight on h1 can go to g3"},
    {"losers", PLAIN, "a2a5", "'a2a5' is not legal: the pawn on a2 cannot go to a5"},
    {"losers", PLAIN, "b1c3n", "'b1c3n' is not legal: only a pawn on the last rank is promoted"},
    {"6170-spring-2007", "7k/P7/8/8/8/8/p7/7K w - - 0 1", "a7a8n",
     "'a7a8n' is not legal: a pawn can only become a queen"},
    {"losers", "7k/P7/8/8/8/8/p7/7K w - - 0 1", "a7a8k",
     "'a7a8k' is not legal: a pawn can only become a queen, rook, bishop or knight"},
    /* castling */
    {"antichess", "8/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1",
     "'e1g1' is not legal: there is no castling in ruleset antichess"},
    {"losers", "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1", "e1g1",
     "'e1g1' is not legal: White has no right to castle on that side"},
    {"giveaway", "8/6k1/8/8/8/8/8/R3KN1R w KQ - 0 1", "e1g1",
     "'e1g1' is not legal: between king and rook there is the knight on f1"},
    {"losers", "4k3/p3r3/8/8/8/8/P7/4K2R w K - 0 1", "e1g1",
     "'e1g1' is not legal: the white king may not castle out of check from the rook on e7"},
    {"losers", "4k3/p4r2/8/8/8/8/P7/4K2R w K - 0 1", "e1g1",
     "'e1g1' is not legal: the white king may not castle through check from the rook on f7"},
    {"losers", "4k3/p5r1/8/8/8/8/P7/4K2R w K - 0 1", "e1g1",
     "'e1g1' is not legal: the white king would be in check from the rook on g7"},
    {"losers", "4k3/8/8/8/8/8/pP6/R3K3 w Q - 0 1", "e1c1",
     "'e1c1' is not legal: White must capture (Rxa2)"},
    {"losers", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "e1c1",
     "'e1c1' is not legal: White must capture (Rxa7)"},
    {"giveaway", "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1",
     "'e1g1' is not legal: White must capture (Rxh8)"},
    /* check */
    {"losers", "7k/8/8/8/p7/1P6/4r3/4K3 w - - 0 1", "b3a4",
     "'b3a4' is not legal: the white king is in check from the rook on e2"},
    {"losers", "7k/8/8/8/p7/1P6/4r3/4K3 w - - 0 1", "b3b5",
     "'b3b5' is not legal: the white king is in check from the rook on e2"},
    {"losers", "7k/8/8/8/p7/1P6/4r3/4K3 w - - 0 1", "e1d1",
     "'e1d1' is not legal: White must capture (Kxe2)"},
    {"losers", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3",
     "'e2c3' is not legal: the rook on e8 pins the knight on e2 to the white king"},
    {"losers", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "d4e3",
     "'d4e3' is not legal: the black king would be in check from the rook on h4"},
    {"losers", "4r2k/8/8/8/8/5n2/P7/4K3 w - - 0 1", "a2a3",
     "'a2a3' is not legal: the white king is in check from the knight on f3 and the rook on e8"},
    /* anti-kings */
    {"6170-spring-2006-antiking", "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1", "d1d2",
     "'d1d2' is not legal: nothing attacks the white anti-king"},
    {"6170-spring-2006-antiking", ANTI, "d6e6",
     "'d6e6' is not legal: nothing would attack the white anti-king"},
    {"6170-spring-2006-antiking", ANTI, "d1d3",
     "'d1d3' is not legal: the anti-king on d3 cannot be captured"},
    {"6170-spring-2006-antiking", "k2r4/p3p3/3A4/8/8/3a4/P7/K2R3N w - - 0 1", "d6e7",
     "'d6e7' is not legal: an anti-king captures pieces of its own colour only"},
    {"6170-spring-2006-antiking", "k2r4/p7/3AN3/8/8/3a4/P7/K2R4 w - - 0 1", "d6e6",
     "'d6e6' is not legal: nothing would attack the white anti-king"},
    {"6170-spring-2006-antiking", "k2r4/p7/3A4/3P4/8/3a4/P7/K2R4 w - - 0 1", "a2a3",
     "'a2a3' is not legal: White must capture (Axd5)"},
    /* captures */
    {"antichess", "4r3/8/8/8/p7/1P6/8/4K3 w - - 0 1", "e1d1",
     "'e1d1' is not legal: White must capture (bxa4)"},
    {"losers", "4k3/p7/8/1p1p1p2/P1P1P1P1/8/8/4K3 w - - 0 1", "e1e2",
     "'e1e2' is not legal: White must capture"},
    {"6170-fall-2003", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0",
     "a2a3", "'a2a3' is not legal: White must capture (exd5) or pass"},
    {"6170-fall-2003", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:0/1",
     "a2a3", "'a2a3' is not legal: White must capture (exd5)"},
};

static void test_texts(void **state) {
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        Position pos = position_of(TEXTS[i].ruleset, TEXTS[i].fen);
        Refusal refusal = refuse(&pos, TEXTS[i].turn);
        Error error;
        assert_false(refusal_error(&refusal, TEXTS[i].turn, &error));
        assert_string_equal(error.text, TEXTS[i].text);
    }
}

static void test_names(void **state) {
    for (int a = 0; a < REFUSALS; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(refusal_name((RefusalReason)a), refusal_name((RefusalReason)b));
}

/* Every half-move that is not listed is refused, and no other; the longest texts fit. */
static void check_all_moves(const Position *pos) {
    MoveList list;
    Bitboard movable = 0;
    char text[REFUSAL_TEXT_SIZE];
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] != MOVE_PASS)
            movable |= bit(move_from(list.moves[i]));
    for (Square from = 0; from < SQUARES; from++) {
        Refusal piece = refuse_piece(pos, from);
        assert_int_equal(piece.reason == REFUSED_NOT, (movable & bit(from)) != 0);
        for (Square to = 0; to < SQUARES; to++) {
            Move move = move_make(from, to, position_promotes(pos, from, to) ? QUEEN : PAWN);
            Refusal refusal = refuse_move(pos, move);
            assert_int_equal(refusal.reason == REFUSED_NOT, movelist_has(&list, move));
            assert_int_not_equal(refusal.reason, REFUSED_PROMOTION);
            assert_int_not_equal(refusal.reason, REFUSED_NO_PROMOTION);
            refusal_text(&refusal, text);
            assert_true(strlen(text) < sizeof text);
        }
    }
}

static void test_random_positions(void **state) {
    uint64_t rng = 2007;
    for (int r = 0; r < ruleset_count(); r++) {
        Position pos;
        MoveList list;
        position_start(&pos, ruleset_at(r));
        for (int i = 0; i < 60 && !outcome_is_over(outcome_find(&pos, &list)); i++) {
            check_all_moves(&pos);
            pos = random_successor(&pos, &list, &rng);
        }
    }
}

static void test_duty(void **state) {
    static const struct {
        const char *ruleset, *fen, *text, *capturers;
    } duties[] = {
        {"losers", PLAIN, "", ""},
        {"losers", CAPTURE, ", must capture", "e4"},
        {"losers", "7k/8/8/8/p7/1P6/4r3/4K3 w - - 0 1", ", in check, must capture", "e1"},
        {"losers", "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1", ", in check", ""},
        {"antichess", "4r2k/p7/8/8/8/8/P7/4K3 w - - 0 1", "", ""},
        {"losers", "4k3/8/8/8/8/3p4/4P3/4K3 b - - 0 1", ", must capture", "d3"},
        {"losers", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "", ""}, /* over */
        {"6170-fall-2003", "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1 chips:1/0",
         ", must capture or pass", "e4"},
        {"6170-spring-2006-antiking", "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1", ", in anticheck", ""},
        {"6170-fall-2003-mindcontrol", CAPTURE, ", must capture", "e4"},
    };
    for (size_t i = 0; i < sizeof duties / sizeof *duties; i++) {
        Position pos = position_of(duties[i].ruleset, duties[i].fen);
        char text[DUTY_TEXT_SIZE], squares[3 * SQUARES + 1];
        assert_string_equal(duty_text(&pos, text), duties[i].text);
        assert_string_equal(list_squares(duty_of(&pos).capturers, squares), duties[i].capturers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_reason_in_every_ruleset),
        cmocka_unit_test(test_words_for_a_pass),
        cmocka_unit_test(test_promotions_without_a_piece),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_duty),
    };
    return test_run("refuse", tests);
}
