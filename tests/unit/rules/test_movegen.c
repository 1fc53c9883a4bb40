/* Compares the rules with the reference, which shares no code with them. */
#include "unit/testing.h"

#include "reference/reference.h"
#include "rules/notation.h"
#include "unit/rules/status.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TURNS = 300 };

/* The number of games per ruleset; the environment variable MISERE_GAMES overrides the default. */
static int games_per_ruleset(void) {
    const char *text = getenv("MISERE_GAMES");
    return text ? atoi(text) : fewer_if_sanitized(40);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

typedef struct {
    int count;
    char texts[REF_MAX_MOVES][MOVE_TEXT_SIZE];
} Texts;

static void our_moves(const Position *pos, MoveList *list, Texts *texts) {
    outcome_find(pos, list);
    texts->count = list->count;
    for (int i = 0; i < list->count; i++)
        notation_write_move(pos, list->moves[i], STYLE_UCI, texts->texts[i]);
}

static void ref_texts(const RefPosition *pos, RefMove *moves, Texts *texts) {
    texts->count = ref_moves(pos, moves, REF_MAX_MOVES);
    for (int i = 0; i < texts->count; i++)
        ref_move_text(moves[i], texts->texts[i]);
}

static int find_text(const Texts *texts, const char *text) {
    for (int i = 0; i < texts->count; i++)
        if (strcmp(texts->texts[i], text) == 0)
            return i;
    return -1;
}

static void assert_same_moves(Texts ours, Texts theirs, const char *where) {
    qsort(ours.texts, (size_t)ours.count, sizeof *ours.texts, compare_texts);
    qsort(theirs.texts, (size_t)theirs.count, sizeof *theirs.texts, compare_texts);
    for (int i = 0; i < ours.count && i < theirs.count; i++)
        if (strcmp(ours.texts[i], theirs.texts[i]) != 0)
            fail_msg("%s: ours has %s where the reference has %s", where, ours.texts[i],
                     theirs.texts[i]);
    if (ours.count != theirs.count)
        fail_msg("%s: %d half-moves, but %d in the reference", where, ours.count, theirs.count);
}

/* Compares FEN, status and half-moves of one position. */
static void assert_same(const Position *pos, const RefPosition *ref, const Texts *ours,
                        const Texts *theirs) {
    char fen[FEN_SIZE] = "mid-turn", ref_text[REF_TEXT_SIZE], status[64], ref_state[REF_TEXT_SIZE];
    ref_fen(ref, ref_text, sizeof ref_text);
    if (position_begins_turn(pos)) {
        position_to_fen(pos, fen);
        assert_string_equal(fen, ref_text);
    }
    write_status(pos, status, sizeof status);
    ref_status(ref, ref_state, sizeof ref_state);
    if (strcmp(status, ref_state) != 0)
        fail_msg("%s %s: status %s, but %s in the reference", pos->rules->name, ref_text, status,
                 ref_state);
    assert_same_moves(*ours, *theirs, ref_text);
    assert_int_equal(outcome_count_moves(pos), ours->count);
    assert_int_equal(outcome_can_move(pos),
                     !outcome_is_over(outcome_of(pos)) && !outcome_pass_is_forced(pos));
}

/* Asserts that a position's key, board and bitboards are the same as after reading its FEN. */
static void assert_consistent(const Position *pos) {
    char fen[FEN_SIZE];
    Position fresh;
    Error error;
    if (!position_begins_turn(pos))
        return;
    position_to_fen(pos, fen);
    if (!position_from_fen(&fresh, pos->rules, fen, &error))
        fail_msg("%s: %s", fen, error.text);
    assert_true(fresh.key == pos->key);
    assert_memory_equal(fresh.board, pos->board, sizeof pos->board);
    assert_memory_equal(fresh.by_type, pos->by_type, sizeof pos->by_type);
    assert_memory_equal(fresh.by_colour, pos->by_colour, sizeof pos->by_colour);
}

/* Quiet positions so far, and how many of them the fast test has recognised. */
static int quiet_positions, surely_quiet;

/* Every position that the fast test calls quiet is quiet. */
static void check_fast_test(const Position *pos, const MoveList *list) {
    bool quiet = movelist_is_quiet(pos, list), sure = outcome_is_surely_quiet(pos);
    assert_true(quiet || !sure);
    quiet_positions += quiet;
    surely_quiet += sure;
}

static void play_random_game(const Ruleset *rules, const char *fen, uint64_t *seed, int *passes,
                             int *ended) {
    static RefMove ref_list[REF_MAX_MOVES];
    static Texts ours, theirs;
    Position pos;
    RefPosition ref;
    char why[REF_TEXT_SIZE];
    assert_true(position_from_fen(&pos, rules, fen, NULL));
    assert_true(ref_set(&ref, rules->name, fen, why, sizeof why));
    for (int i = 0; i < MAX_TURNS; i++) {
        MoveList list;
        our_moves(&pos, &list, &ours);
        ref_texts(&ref, ref_list, &theirs);
        assert_same(&pos, &ref, &ours, &theirs);
        assert_consistent(&pos);
        check_fast_test(&pos, &list);
        if (list.count == 0) {
            ++*ended;
            return;
        }
        int chosen = (int)(random_next(seed) % (unsigned)list.count);
        *passes += list.moves[chosen] == MOVE_PASS;
        Position before = pos;
        position_apply(&pos, &before, list.moves[chosen]);
        ref_play(&ref, ref_list[find_text(&theirs, ours.texts[chosen])]);
    }
}

static void test_random_games(void **state) {
    uint64_t seed = 1994;
    for (int r = 0; r < ruleset_count(); r++) {
        const Ruleset *rules = ruleset_at(r);
        int passes = 0, ended = 0;
        quiet_positions = surely_quiet = 0;
        for (int i = 0; i < games_per_ruleset(); i++)
            play_random_game(rules, rules->start_fen, &seed, &passes, &ended);
        print_message(
            "# %-28s %d of %d games ended, %d passes, %d of %d quiet positions recognised\n",
            rules->name, ended, games_per_ruleset(), passes, surely_quiet, quiet_positions);
        assert_true(ended > 0);
        /* The fast test recognises many of them, but none where there are anti-kings. */
        assert_true(rules->antiking ? surely_quiet == 0 : surely_quiet > quiet_positions / 4);
    }
}

/* Puts one king of each colour on the board, and one anti-king if the ruleset has them. */
static void put_royals(Position *pos, uint64_t *seed) {
    for (int c = 0; c < COLOURS; c++)
        for (PieceType type = KING; type <= (pos->rules->antiking ? ANTIKING : KING); type++) {
            Square s = (Square)(random_next(seed) % SQUARES);
            if (pos->board[s] == NO_PIECE)
                position_put(pos, s, piece_make((Colour)c, type));
        }
}

/* Makes random boards, most of which no game would reach: many queens, many pawns, few pieces; no
 * king or several, if kings are not royal. */
static void random_board(const Ruleset *rules, uint64_t *seed, Position *pos) {
    do {
        int pieces = 2 + (int)(random_next(seed) % 80);
        bool only_white_queens = random_next(seed) % 8 == 0;
        unsigned types = rules->royal_king ? KING : KING + 1;
        position_clear(pos, rules);
        if (rules->royal_king)
            put_royals(pos, seed);
        for (int i = 0; i < pieces; i++) {
            Square s = (Square)(random_next(seed) % SQUARES);
            uint64_t r = random_next(seed);
            uint8_t piece = only_white_queens
                                ? piece_make(WHITE, QUEEN)
                                : piece_make((Colour)(r & 1), (PieceType)(r / 2 % types));
            if (pos->board[s] == NO_PIECE)
                position_put(pos, s, piece);
        }
        pos->player = (uint8_t)(random_next(seed) & 1);
        pos->side = rules->halfmoves_per_turn == 1 ? pos->player : WHITE;
        pos->castling = CASTLE_ALL;
        if (random_next(seed) % 2)
            pos->en_passant = (uint8_t)(random_next(seed) % SQUARES);
        if (rules->pass_chips)
            position_set_chips(pos, WHITE, (int)(random_next(seed) % 3));
    } while (!position_finish(pos, NULL));
}

static void test_random_boards(void **state) {
    uint64_t seed = 2006;
    for (int r = 0; r < ruleset_count(); r++)
        for (int i = 0; i < 10 * games_per_ruleset(); i++) {
            Position pos;
            char fen[FEN_SIZE];
            int passes = 0, ended = 0;
            random_board(ruleset_at(r), &seed, &pos);
            position_to_fen(&pos, fen);
            uint64_t one_game = seed;
            play_random_game(ruleset_at(r), fen, &one_game, &passes, &ended);
        }
}

/* Bishops and pawns at random: the rules and the reference agree on which boards are drawn. */
static void test_insufficient_material(void **state) {
    uint64_t seed = 2016;
    int drawn = 0;
    for (int i = 0; i < 200000; i++) {
        Position pos;
        RefPosition ref;
        char fen[FEN_SIZE], why[REF_TEXT_SIZE];
        position_clear(&pos, ruleset_find("antichess"));
        for (int pieces = 2 + i % 5; pieces > 0; pieces--) {
            Square s = (Square)(random_next(&seed) % SQUARES);
            if (pos.board[s] == NO_PIECE)
                position_put(&pos, s,
                             piece_make((Colour)(random_next(&seed) & 1),
                                        random_next(&seed) % 3 > 0 ? BISHOP : PAWN));
        }
        if (!position_finish(&pos, NULL))
            continue;
        position_to_fen(&pos, fen);
        assert_true(ref_set(&ref, "antichess", fen, why, sizeof why));
        if (outcome_is_insufficient_material(&pos) != ref_insufficient_material(&ref))
            fail_msg("%s: drawn: %d", fen, outcome_is_insufficient_material(&pos));
        drawn += ref_insufficient_material(&ref);
    }
    assert_true(drawn > 1000);
}

/* The square of the reference's knight of this colour, if that is its only piece; else -1. */
static int lone_knight(const RefPosition *pos, RefColour colour) {
    int found = -1, count = 0;
    for (int square = 0; square < 64; square++) {
        char piece = pos->board[square / 8][square % 8];
        if (isalpha((unsigned char)piece) &&
            (isupper((unsigned char)piece) != 0) == (colour == REF_WHITE)) {
            found = toupper((unsigned char)piece) == 'N' ? square : -1;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* Has each side only a knight, and can the colour never win? Plays everything that can be played by
 * the reference. */
static bool can_never_win(const RefPosition *pos, RefColour colour) {
    enum { STATES = 64 * 64 * 2 };
    static RefPosition waiting[STATES + 1];
    static bool seen[STATES];
    bool wins = false;
    int count = 0;
    if (lone_knight(pos, REF_WHITE) < 0 || lone_knight(pos, REF_BLACK) < 0)
        return false;
    memset(seen, 0, sizeof seen);
    waiting[count++] = *pos;
    while (!wins && count > 0) {
        RefPosition now = waiting[--count];
        RefMove moves[8];
        int move_count = ref_moves(&now, moves, 8);
        for (int i = 0; i < move_count; i++) {
            RefPosition after = now;
            ref_play(&after, moves[i]);
            int white = lone_knight(&after, REF_WHITE), black = lone_knight(&after, REF_BLACK);
            if (white < 0 || black < 0) {
                wins |= (colour == REF_WHITE ? white : black) < 0;
                continue;
            }
            bool *is_seen = &seen[(white * 64 + black) * 2 + (int)after.to_move];
            if (!*is_seen)
                waiting[count++] = after;
            *is_seen = true;
        }
    }
    return !wins;
}

/* Two knights at random, sometimes with more: who can never win? */
static void test_safe_knights(void **state) {
    uint64_t seed = 2026;
    int safe = 0;
    for (int i = 0; i < 200; i++) {
        Position pos;
        RefPosition ref;
        char fen[FEN_SIZE], why[REF_TEXT_SIZE];
        position_clear(&pos, ruleset_find("antichess"));
        for (int pieces = 2 + (i % 10 == 0), colour = WHITE; pieces > 0; colour = BLACK) {
            Square s = (Square)(random_next(&seed) % SQUARES);
            if (pos.board[s] != NO_PIECE)
                continue;
            position_put(&pos, s, piece_make((Colour)colour, i % 10 == 1 ? BISHOP : KNIGHT));
            pieces--;
        }
        pos.side = pos.player = (uint8_t)(random_next(&seed) & 1);
        assert_true(position_finish(&pos, NULL));
        position_to_fen(&pos, fen);
        assert_true(ref_set(&ref, "antichess", fen, why, sizeof why));
        for (Colour c = WHITE; c <= BLACK; c++) {
            if (outcome_knight_is_safe(&pos, c) !=
                can_never_win(&ref, c == WHITE ? REF_WHITE : REF_BLACK))
                fail_msg("%s: safe: %d", fen, outcome_knight_is_safe(&pos, c));
            safe += outcome_knight_is_safe(&pos, c);
        }
    }
    assert_true(safe > 100);
}

/* The rules accept a FEN if and only if the reference does. */
static void test_same_fens_are_playable(void **state) {
    static const char PARTS[] = "kKaAqQpPrRnbBN12345678//////// w b KQkq - e3 a6 0 1 chips:1/2";
    uint64_t seed = 2003;
    int accepted = 0;
    for (int i = 0; i < 40000; i++) {
        const Ruleset *rules = ruleset_at(i % ruleset_count());
        char fen[160], why[REF_TEXT_SIZE];
        strcpy(fen, rules->start_fen);
        for (unsigned changes = 1 + (unsigned)(random_next(&seed) % 3); changes > 0; changes--)
            fen[random_next(&seed) % 45] = PARTS[random_next(&seed) % (sizeof PARTS - 1)];
        Position pos;
        RefPosition ref;
        bool ours = position_from_fen(&pos, rules, fen, NULL);
        bool theirs = ref_set(&ref, rules->name, fen, why, sizeof why);
        if (ours != theirs)
            fail_msg("%s '%s': accepted: %d, but %d in the reference", rules->name, fen, ours,
                     theirs);
        accepted += ours;
    }
    assert_true(accepted > 1000);
}

/* A queen takes two entries in the generator's table of targets, which must not overflow. */
static void test_board_full_of_queens(void **state) {
    Position pos;
    assert_true(position_from_fen(&pos, ruleset_default(),
                                  "knQQQQQQ/ppQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/"
                                  "QQQQKQQQ w - - 0 1",
                                  NULL));
    assert_int_equal(movegen_count(&pos), 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board_full_of_queens), cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_random_boards),        cmocka_unit_test(test_insufficient_material),
        cmocka_unit_test(test_safe_knights),         cmocka_unit_test(test_same_fens_are_playable),
    };
    return test_run("movegen", tests);
}
