/* ruleset: every edition of the game, as one table of properties.
 *
 * Code asks a position's ruleset for a property, never for its name. All of it is constant and
 * may be read from any thread. To add a ruleset, add a row to the table in ruleset.c. */
#ifndef MISERE_RULES_RULESET_H
#define MISERE_RULES_RULESET_H

#include <stdbool.h>

typedef enum { MATED_LOSES, MATED_WINS } MateRule;

/* Which counts when a half-move brings about both mate and bareness. Where mated and bare
 * colours both win, bareness is the reason that is named. */
typedef enum { MATE_DECIDES, BARENESS_DECIDES } BothRule;

typedef enum { STALEMATE_LOSES_TURN, STALEMATE_DRAWS, STALEMATE_WINS } StalemateRule;

/* What the evaluation and the books are chosen by: games of one family are played alike. */
typedef enum {
    FAMILY_MATE_LOSES, /* traditional, the mated side loses: 2006, 2007 */
    FAMILY_MATE_WINS,  /* traditional, the mated side wins: 1994, 2003, losers */
    FAMILY_ANTIKING,
    FAMILY_MIND_CONTROL,
    FAMILIES
} Family;

/* "mate-loses", "mate-wins", "antiking", "mind-control". */
const char *ruleset_family_name(Family family);

typedef struct {
    const char *name;
    const char *start_fen;
    Family family;
    bool double_step;
    bool castling;
    bool en_passant;
    bool promotes_to_any; /* to queen, rook, bishop or knight; else to a queen */
    int bare_at;          /* a colour with this many pieces or fewer is bare, and wins */
    MateRule mate;
    BothRule both;
    StalemateRule stalemate;
    bool pass_chips;
    bool antiking;
    int halfmoves_per_turn; /* 1; or 2, where a player moves a white piece, then a black one */
} Ruleset;

/* The ruleset of that name, or NULL. */
const Ruleset *ruleset_find(const char *name);

int ruleset_count(void);

/* The ruleset of that row, 0 <= index < ruleset_count(). */
const Ruleset *ruleset_at(int index);

/* The row that is used when nobody names one: 6170-spring-2007. */
const Ruleset *ruleset_default(void);

#endif
