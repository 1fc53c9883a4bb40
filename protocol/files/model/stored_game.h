/* stored_game: a game with everything that a file may say about it: a tree of turns (see notes.h)
 * with tags. The readers of all formats produce it; the writers of all formats take it. No text has
 * a limit of length but memory's, save a forfeit's reason. One thread at a time may use a
 * StoredGame. */
#ifndef MISERE_FILES_MODEL_STORED_GAME_H
#define MISERE_FILES_MODEL_STORED_GAME_H

#include "files/model/notes.h"
#include "files/model/tags.h"
#include "files/model/termination.h"

/* PLAYER_NAME_SIZE is for names that people give to our programs; those in files may be longer. */
enum { FORFEIT_REASON_SIZE = 64, GAME_RESULT_SIZE = 8, PLAYER_NAME_SIZE = 64 };

/* A game that ended neither by the rules nor by the clock: a player broke a rule, crashed or
 * resigned. It has no effect on a game that the rules or the clock have decided. */
typedef struct {
    Colour loser;
    char reason[FORFEIT_REASON_SIZE]; /* UTF-8, for people; empty: not forfeited */
    bool is_told;                     /* the game's tags or comments tell the reason as well */
} Forfeit;

/* How the game's ruleset is known. */
typedef enum {
    RULESET_NAMED,      /* the file names it, or no other was possible */
    RULESET_CHOSEN,     /* the user named it */
    RULESET_FROM_EVENT, /* the tag `Event` names a server's game */
    RULESET_FITS,       /* of all rulesets only this one fits the game */
    RULESET_LIKELIEST,  /* others fit as well */
    RULESET_FURTHEST,   /* none fits; this one comes furthest */
} RulesetSource;

/* What a reader has skipped. */
typedef enum {
    SKIPPED_WORDS,      /* that are neither turns nor anything else that it knows */
    SKIPPED_TAGS,       /* without a name */
    SKIPPED_COMMENTS,   /* that belong to no turn */
    SKIPPED_GLYPHS,     /* likewise, or without a number */
    SKIPPED_VARIATIONS, /* nested too deep; or the rest of one, from an illegal turn on */
    SKIPPED_OPERATIONS, /* of an EPD */
    SKIPPED_HISTORY,    /* moves in XML that do not lead to the board, which counts */
    SKIPPED_KINDS
} SkippedKind;

typedef struct {
    int count;
    long line; /* of the first one */
} Skipped;

/* Other programs' content in an XML file, kept so that it can be written back. */
typedef struct XmlExtensions XmlExtensions;

typedef struct {
    Game game; /* the main line of the tree */
    bool timed;
    int64_t initial_ms[COLOURS]; /* GAME_NO_CLOCK if unknown */
    int64_t current_ms[COLOURS]; /* time left; GAME_NO_CLOCK if unlimited or unknown */
    int64_t increment_ms; /* what a player's clock gains with each of its turns; 0 if unknown */
    Forfeit forfeit;
    Termination termination;       /* the referee's verdict, if it refereed the game */
    char result[GAME_RESULT_SIZE]; /* as the source states it: "1-0", "0-1", "1/2-1/2" or "*";
                                      empty if it states none. See stored_game_result. */
    Reason stated_reason;          /* why it ended, as XML states it; PLAYING: not stated */
    TagList tags;                  /* as in PGN; what repeats other members is for writers of PGN */
    bool has_all_tags; /* what the source knows of the game's circumstances is in `tags` */
    int opening_turns; /* number of opening turns, which the players did not choose */
    TurnNotes **notes; /* [turn], owned; see stored_game_notes */
    int notes_capacity;
    RulesetSource ruleset_source;
    uint32_t other_rulesets; /* bit i: ruleset_at(i) fits as well; if RULESET_LIKELIEST */
    Skipped skipped[SKIPPED_KINDS];
    long line;                 /* where the game begins in its file, from 1; 0: in no file */
    XmlExtensions *extensions; /* owned; NULL: none */
    void (*free_extensions)(XmlExtensions *extensions);
} StoredGame;

/* A new untimed game of the ruleset. `stored` must be uninitialised or freed. */
void stored_game_init(StoredGame *stored, const Ruleset *rules);

/* Frees what the game owns. A zeroed StoredGame is allowed. */
void stored_game_free(StoredGame *stored);

/* Finds the player whose clock has run out; if both have, the player to move. Returns false if
 * neither has. */
bool stored_game_out_of_time(const StoredGame *stored, Colour *player);

/* Was the game forfeited before the rules or the clock decided it? */
bool stored_game_is_forfeited(const StoredGame *stored);

/* Have the rules, the clock or a forfeit decided the game? */
bool stored_game_is_decided(const StoredGame *stored);

/* The result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*": the referee's verdict; else what the
 * source states, even if that contradicts the rules; else what follows from the rules, the clock or
 * a forfeit. */
const char *stored_game_result(const StoredGame *stored);

/* The result by the rules if the source states another one; else NULL. */
const char *stored_game_contradiction(const StoredGame *stored);

/* The result in the tag `Result` if the source states another one after the turns; else NULL. */
const char *stored_game_other_result(const StoredGame *stored);

/* How the game was decided, as the one word returned by termination_name or outcome_reason_name. */
const char *stored_game_reason(const StoredGame *stored);

/* Has it a result that was decided by play, rather than by a forfeit or on time? Players resign,
 * and games are adjudicated, because of their positions. */
bool stored_game_is_decided_by_play(const StoredGame *stored);

/* Records the referee's verdict. `kind` is not TERMINATION_BY_RULES; `loser` does not matter for a
 * draw. TERMINATION_TIME_FORFEIT also sets the loser's clock, if any, to zero. The
 * kinds after it also record a forfeit. */
void stored_game_terminate(StoredGame *stored, TerminationKind kind, Colour loser,
                           const char *detail);

/* Forgets the referee's verdict, a forfeit and what the source says about the result, so that only
 * the rules and the clock decide. */
void stored_game_reopen(StoredGame *stored);

/* Undoes one step and reopens the game. If a forfeit or the clock decided the game, revokes that;
 * otherwise takes back the last turn with its annotation. Returns false if there is nothing to take
 * back. */
bool stored_game_undo(StoredGame *stored);

/* --- tags --- */

/* A tag's value; "" if there is none. Valid until a tag changes. */
const char *stored_game_tag(const StoredGame *stored, const char *name);

/* The player's name; "" if unknown. Valid until a tag changes. */
const char *stored_game_name(const StoredGame *stored, Colour player);

/* Returns false if out of memory. An empty name is an unknown one. */
bool stored_game_set_name(StoredGame *stored, Colour player, const char *name);

/* --- what is known about turns --- */

/* The notes of a turn of the main line; empty if nothing is known. Number 0 of a game without turns
 * may have comments before it. */
const TurnNotes *stored_game_notes(const StoredGame *stored, int turn);

/* The same, but NULL if nothing is known. */
TurnNotes *stored_game_find_notes(const StoredGame *stored, int turn);

/* The same, to be changed. NULL if out of memory. */
TurnNotes *stored_game_edit_notes(StoredGame *stored, int turn);

/* What is known about a turn's value; all zero if nothing is known. The setter returns false if out
 * of memory. */
TurnEvaluation stored_game_evaluation(const StoredGame *stored, int turn);
bool stored_game_set_evaluation(StoredGame *stored, int turn, const TurnEvaluation *evaluation);

/* Replaces the comments after a turn by a copy of the text; an empty text removes them all. Returns
 * false if out of memory. */
bool stored_game_set_comment(StoredGame *stored, int turn, const char *comment);

/* Makes the turn an opening turn if all turns before it are opening turns or forced passes. Returns
 * true if it is now an opening turn. */
bool stored_game_extend_opening(StoredGame *stored, int turn);

#endif
