/* ruleset: every edition of the game as one row in a table of properties.
 *
 * Code asks a position's ruleset for a property, never for its name. All data is constant, hence
 * thread-safe. To add a ruleset, add a row to the table in ruleset.c. */
#ifndef MISERE_RULES_RULESET_H
#define MISERE_RULES_RULESET_H

#include "rules/bitboard.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { MATED_LOSES, MATED_WINS } MateRule;

/* Which one decides the game if a half-move both mates and leaves a colour bare. In rulesets in
 * which a mated colour and a bare colour both win, this only decides which reason is reported. */
typedef enum { MATE_DECIDES, BARENESS_DECIDES } PrecedenceRule;

typedef enum {
    STALEMATE_LOSES_TURN,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    STALEMATE_FEWER_WINS, /* the colour with fewer pieces wins; equal numbers draw */
} StalemateRule;

/* Rulesets that are played alike: they share a network, a WDL model and an opening book. */
typedef enum {
    FAMILY_MATE_LOSES, /* traditional rules, the mated side loses: 2006, 2007 */
    FAMILY_MATE_WINS,  /* traditional rules, the mated side wins: 1994, 2003 */
    FAMILY_ANTIKING,
    FAMILY_MIND_CONTROL,
    FAMILY_NON_ROYAL, /* the king is a piece like any other: antichess, giveaway, suicide */
    FAMILY_LOSERS,    /* the mated side wins, and so does the stalemated one */
    FAMILIES
} Family;

/* The name used in file names: "mate-loses", "mate-wins", "antiking", "mind-control",
 * "non-royal" or "losers". */
const char *ruleset_family_name(Family family);

typedef struct {
    const char *name;
    const char *title; /* the name shown to people; ASCII without quotes */
    const char *start_fen;
    Family family;
    bool double_step;
    bool castling;
    bool en_passant;
    uint8_t promotions; /* what pawns promote to: a set of piece types, 1 << type each */
    bool royal_king;    /* each colour has one king, which must not be left attacked. If false, the
                           king is a piece like any other: there is neither check nor mate, and a
                           colour may have no king or several */
    int bare_at;        /* a colour with this many pieces or fewer is bare, and wins */
    MateRule mate;      /* this and `precedence` do not matter without royal kings */
    PrecedenceRule precedence;
    StalemateRule stalemate;
    bool bishops_draw; /* bishops that can neither capture nor be captured are a tournament draw */
    bool flag_draw;    /* a tournament draw: a player runs out of time against a knight that can
                          never be lost */
    bool pass_chips;   /* players may have chips, each of which pays for one pass */
    bool antiking;
    int halfmoves_per_turn; /* in mind control 2, first White's and then Black's piece; else 1 */
    bool schema_2003; /* XML files follow schemas/antichess-2003.xsd instead of antichess.xsd */
} Ruleset;

/* Do pawns promote to this type of piece? */
static inline bool ruleset_promotes_to(const Ruleset *rules, PieceType type) {
    return (rules->promotions >> type & 1) != 0;
}

/* Returns the ruleset with this name, in capitals or not, or NULL. */
const Ruleset *ruleset_find(const char *name);

int ruleset_count(void);

/* Returns a row of the table, 0 <= index < ruleset_count(). */
const Ruleset *ruleset_at(int index);

/* The ruleset used when none is named: 6170-spring-2007. */
const Ruleset *ruleset_default(void);

#endif
