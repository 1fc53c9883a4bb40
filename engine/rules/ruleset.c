#include "rules/ruleset.h"

#include <stddef.h>
#include <string.h>

#define START_CASTLING  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define START_PLAIN     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
#define START_ANTIKINGS "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const Ruleset RULESETS[] = {
    {.name = "6170-spring-1994",
     .title = "Antichess, spring 1994",
     .start_fen = START_PLAIN,
     .family = FAMILY_MATE_WINS,
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
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_DRAWS,
     .pass_chips = true,
     .halfmoves_per_turn = 1},
    {.name = "6170-fall-2003-mindcontrol",
     .title = "Mind control, fall 2003",
     .start_fen = START_PLAIN,
     .family = FAMILY_MIND_CONTROL,
     .double_step = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_DRAWS,
     .halfmoves_per_turn = 2},
    {.name = "6170-spring-2006",
     .title = "Antichess, spring 2006",
     .start_fen = START_CASTLING,
     .family = FAMILY_MATE_LOSES,
     .double_step = true,
     .castling = true,
     .en_passant = true,
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
     .bare_at = 1,
     .mate = MATED_LOSES,
     .precedence = MATE_DECIDES,
     .stalemate = STALEMATE_LOSES_TURN,
     .halfmoves_per_turn = 1},
    {.name = "losers",
     .title = "Losers",
     .start_fen = START_CASTLING,
     .family = FAMILY_MATE_WINS,
     .double_step = true,
     .castling = true,
     .en_passant = true,
     .promotes_to_any = true,
     .bare_at = 1,
     .mate = MATED_WINS,
     .precedence = BARENESS_DECIDES,
     .stalemate = STALEMATE_WINS,
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
        if (strcmp(RULESETS[i].name, name) == 0)
            return &RULESETS[i];
    return NULL;
}

const Ruleset *ruleset_default(void) {
    return ruleset_find("6170-spring-2007");
}

const char *ruleset_family_name(Family family) {
    static const char *const names[FAMILIES] = {[FAMILY_MATE_LOSES] = "mate-loses",
                                                [FAMILY_MATE_WINS] = "mate-wins",
                                                [FAMILY_ANTIKING] = "antiking",
                                                [FAMILY_MIND_CONTROL] = "mind-control"};
    return names[family];
}
