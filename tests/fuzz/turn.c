/* Turns as text. Input: a byte for the ruleset, a FEN or an empty line, and a turn per line, in any
 * notation, each of which is played if it is legal. * A turn that is read is legal. Written in each
 * notation and read again, it is the same turn. Now and then that is checked of all turns of the
 * last position, no two of which may have the same text. A refusal has a reason. */
#include "fuzz/support/fuzz.h"

#include "rules/game.h"

enum { LINES_MAX = 12, LISTED_MAX = 60, ALL_TURNS_EVERY = 8 /* it takes long */ };

/* Writes the turn and reads it again. */
static void check_written(const Position *pos, Turn turn) {
    static const Style STYLES[] = {STYLE_COURSE, STYLE_UCI, STYLE_SAN};
    for (size_t i = 0; i < sizeof STYLES / sizeof *STYLES; i++) {
        char text[TURN_TEXT_SIZE];
        Turn again;
        notation_write_turn(pos, turn, STYLES[i], text);
        if (!*text)
            continue; /* a forced pass in the course's notation */
        FUZZ_CHECK(notation_read_any_turn(pos, text, &again, NULL), "'%s' is refused", text);
        FUZZ_CHECK(turn_equal(again, turn), "'%s' is another turn", text);
        FUZZ_CHECK(notation_looks_like_turn(text), "'%s' does not look like a turn", text);
        if (STYLES[i] != STYLE_SAN)
            FUZZ_CHECK(notation_read_turn(pos, text, &again, NULL) && turn_equal(again, turn),
                       "'%s' is another turn", text);
    }
}

static void check_all_turns(const Position *pos) {
    TurnTexts texts;
    TurnList list;
    FUZZ_CHECK(notation_all_turns(pos, STYLE_SAN, &texts), "out of memory");
    for (int i = 1; i < texts.count; i++)
        FUZZ_CHECK(strcmp(texts.texts[i - 1], texts.texts[i]) < 0, "'%s' twice", texts.texts[i]);
    FUZZ_CHECK(turn_list_make(pos, &list), "out of memory");
    FUZZ_CHECK(list.count == texts.count, "%d turns, %d texts", list.count, texts.count);
    for (int i = 0; i < list.count && list.count <= LISTED_MAX; i++)
        check_written(pos, list.turns[i]);
    turn_list_free(&list);
    notation_free_turns(&texts);
}

typedef bool TurnReader(const Position *pos, const char *text, Turn *turn, Refusal *refusal);

/* Reads the text as a turn; `looks_right` says whether it could be one. */
static bool check_reader(TurnReader *read, const Position *pos, const char *text,
                         bool looks_right) {
    Turn turn;
    Refusal refusal;
    Error error = {.text = ""};
    if (!read(pos, text, &turn, &refusal)) {
        FUZZ_CHECK(refusal.reason != REFUSED_NOT, "'%s' is refused without a reason", text);
        refusal_error(&refusal, text, &error);
        fuzz_check_error(&error, "");
        return false;
    }
    FUZZ_CHECK(turn_is_legal(pos, turn), "'%s' is not legal", text);
    FUZZ_CHECK(looks_right || !*text, "'%s' does not look like a turn", text);
    check_written(pos, turn);
    return true;
}

/* There is a reason why a piece cannot move if and only if it has no legal half-move. */
static void check_pieces(const Position *pos) {
    MoveList list;
    Bitboard movable = 0;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] != MOVE_PASS)
            movable |= bit(move_from(list.moves[i]));
    for (Square square = 0; square < SQUARES; square++)
        FUZZ_CHECK((refuse_piece(pos, square).reason == REFUSED_NOT) ==
                       ((movable & bit(square)) != 0),
                   "square %d: %s", square, refusal_name(refuse_piece(pos, square).reason));
}

static void check_text(const Game *game, const char *text) {
    const Position *pos = &game->now;
    bool looks_right = notation_looks_like_turn(text);
    bool is_strict = check_reader(notation_read_turn, pos, text, looks_right);
    bool is_any = check_reader(notation_read_any_turn, pos, text, looks_right);
    bool is_typed =
        check_reader(notation_read_typed_turn, pos, text, notation_looks_like_typed_turn(text));
    FUZZ_CHECK((!is_strict || is_any) && (!is_any || is_typed), "'%s' is read by few", text);
    Move move;
    MoveList list;
    movegen_legal(pos, &list);
    if (notation_read_typed_move(pos, text, &move, NULL))
        FUZZ_CHECK(movelist_has(&list, move), "'%s' is not legal", text);
    check_pieces(pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const Ruleset *rules = fuzz_ruleset(&input);
    char *text = fuzz_line(&input);
    Position start;
    Game game;
    Error error;
    position_start(&start, rules);
    if (text && *text)
        position_from_fen(&start, rules, text, NULL);
    free(text);
    game_init_from(&game, &start);
    for (int i = 0; i < LINES_MAX && !outcome_is_over(game_outcome(&game)); i++) {
        int count = game.count;
        if (!(text = fuzz_line(&input)))
            break;
        check_text(&game, text);
        if (!game_play_any_text(&game, text, GAME_NO_CLOCK, &error)) {
            fuzz_check_error(&error, "");
            FUZZ_CHECK(game.count == count, "an illegal turn was played");
        }
        free(text);
    }
    if (size % ALL_TURNS_EVERY == 0)
        check_all_turns(&game.now);
    game_free(&game);
    return 0;
}
