#include "rules/ruleset.h"

#include "base/text.h"

#include <stddef.h>

#define START_CASTLING  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define START_PLAIN     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
#define START_ANTIKINGS "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum {
    PROMOTIONS_QUEEN = 1 << QUEEN,
    PROMOTIONS_ANY = 1 << QUEEN | 1 << ROOK | 1 << BISHOP | 1 << KNIGHT,
    PROMOTIONS_ANY_OR_KING = PROMOTIONS_ANY | 1 << KING,
};

static const Ruleset RULESETS[] = {
    {.name = "6170-spring-1994",
     .title = "Antichess, spring 1994",
     .start_fen = START_PLAIN,
     .family = FAMILY_MATE_WINS,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_DRAWS,
     .halfmoves_per_turn = 1},
    {.name = "6170-fall-2003",
     .title = "Antichess, fall 2003",
     .start_fen = START_PLAIN,
     .family = FAMILY_MATE_WINS,
     .double_step = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_DRAWS,
     .pass_chips = true,
     .halfmoves_per_turn = 1,
     .schema_2003 = true},
    {.name = "6170-fall-2003-mindcontrol",
     .title = "Mind control, fall 2003",
     .start_fen = START_PLAIN,
     .family = FAMILY_MIND_CONTROL,
     .double_step = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_DRAWS,
     .halfmoves_per_turn = 2,
     .schema_2003 = true},
    {.name = "6170-spring-2006",
     .title = "Antichess, spring 2006",
     .start_fen = START_CASTLING,
     .family = FAMILY_MATE_LOSES,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_LOSES,
     .precedence = MATE_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .halfmoves_per_turn = 1},
    {.name = "6170-spring-2006-antiking",
     .title = "Anti-king, spring 2006",
     .start_fen = START_ANTIKINGS,
     .family = FAMILY_ANTIKING,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 3,
     .mate = MATED_LOSES,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .antiking = true,
     .halfmoves_per_turn = 1},
    {.name = "6170-spring-2007",
     .title = "Antichess, spring 2007",
     .start_fen = START_PLAIN,
     .family = FAMILY_MATE_LOSES,
     .double_step = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_LOSES,
     .precedence = MATE_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .halfmoves_per_turn = 1},
    {.name = "6170-spring-2007-encastle",
     .title = "Antichess, spring 2007 with castling",
     .start_fen = START_CASTLING,
     .family = FAMILY_MATE_LOSES,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_LOSES,
     .precedence = MATE_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .halfmoves_per_turn = 1},
    {.name = "6170-fall-2007",
     .title = "Antichess, fall 2007",
     .start_fen = START_CASTLING,
     .family = FAMILY_MATE_LOSES,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_QUEEN,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_LOSES,
     .precedence = MATE_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .halfmoves_per_turn = 1},
    {.name = "losers",
     .title = "Losers",
     .start_fen = START_CASTLING,
     .family = FAMILY_LOSERS,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_ANY,
     .royal_king = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_WINS,
     .halfmoves_per_turn = 1},
    {.name = "antichess",
     .title = "Antichess (Lichess)",
     .start_fen = START_PLAIN,
     .family = FAMILY_NON_ROYAL,
     .double_step = true,
     .en_passant = true,
     .promotions = PROMOTIONS_ANY_OR_KING,
     .bare_at = 0,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_WINS,
     .bishops_draw = true,
     .flag_draw = true,
     .halfmoves_per_turn = 1},
    {.name = "giveaway",
     .title = "Giveaway",
     .start_fen = START_CASTLING,
     .family = FAMILY_NON_ROYAL,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotions = PROMOTIONS_ANY_OR_KING,
     .bare_at = 0,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_WINS,
     .halfmoves_per_turn = 1},
    {.name = "suicide",
     .title = "Suicide chess",
     .start_fen = START_PLAIN,
     .family = FAMILY_NON_ROYAL,
     .double_step = true,
     .en_passant = true,
     .promotions = PROMOTIONS_ANY_OR_KING,
     .bare_at = 0,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_FEWER_WINS,
     .halfmoves_per_turn = 1},
};

int ruleset_count(void) {
    return (int)(sizeof RULESETS / sizeof *RULESETS);
}

const Ruleset *ruleset_at(int index) {
    return &RULESETS[index];
}

const Ruleset *ruleset_find(const char *name) {
    for (int i = 0; i < ruleset_count(); i++)
        if (text_equal_ignoring_case(RULESETS[i].name, name))
            return &RULESETS[i];
    return NULL;
}

const Ruleset *ruleset_default(void) {
    return ruleset_find("6170-spring-2007");
}

const char *ruleset_family_name(Family family) {
    static const char *const names[FAMILIES] = {
        [FAMILY_MATE_LOSES] = "mate-loses", [FAMILY_MATE_WINS] = "mate-wins",
        [FAMILY_ANTIKING] = "antiking",     [FAMILY_MIND_CONTROL] = "mind-control",
        [FAMILY_NON_ROYAL] = "non-royal",   [FAMILY_LOSERS] = "losers"};
    return names[family];
}
