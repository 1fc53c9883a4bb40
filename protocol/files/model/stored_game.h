/* stored_game: a game with everything that a file may say about it. The readers of all formats
 * produce it; the writers of all formats take it. One thread at a time may use a StoredGame. */
#ifndef MISERE_FILES_MODEL_STORED_GAME_H
#define MISERE_FILES_MODEL_STORED_GAME_H

#include "files/model/termination.h"
#include "rules/game.h"

enum {
    PLAYER_NAME_SIZE = 64,
    FORFEIT_REASON_SIZE = 64,
    GAME_TAG_SIZE = 256,
    GAME_RESULT_SIZE = 8,
};

/* A game that ended neither by the rules nor by the clock: a player broke a rule, crashed or
 * resigned. It has no effect on a game that the rules or the clock have decided. */
typedef struct {
    Colour loser;
    char reason[FORFEIT_REASON_SIZE]; /* UTF-8, for people; empty: not forfeited */
} Forfeit;

/* The values of PGN's tags of the same names: UTF-8, truncated to fit; empty where the source says
 * nothing. */
typedef struct {
    char event[GAME_TAG_SIZE];
    char site[GAME_TAG_SIZE];
    char date[GAME_TAG_SIZE]; /* YYYY.MM.DD */
    char round[GAME_TAG_SIZE];
    char termination[GAME_TAG_SIZE];
    char time_control[GAME_TAG_SIZE];
} GameTags;

/* What a player reported about its turn, and how long the turn took. */
typedef struct {
    bool has_score;
    bool is_mate;
    int score; /* the score from the player's point of view: centipawns or, if is_mate, turns until
                  the forced end */
    int depth; /* half-moves; 0 if unknown */
    int64_t nodes;
    int64_t elapsed_us; /* 0 if unknown */
} TurnEvaluation;

typedef struct {
    TurnEvaluation evaluation;
    char *comment; /* UTF-8, owned; NULL: none */
    int nag; /* PGN's numeric annotation glyph for the turn: NAG_GOOD to NAG_DUBIOUS; 0: none */
    Turn *variation; /* what could have been played instead, owned; NULL: nothing */
    int variation_length;
} TurnAnnotation;

/* PGN's glyphs !, ?, !!, ??, !? and ?!. */
enum { NAG_GOOD = 1, NAG_MISTAKE, NAG_BRILLIANT, NAG_BLUNDER, NAG_INTERESTING, NAG_DUBIOUS };

/* Other programs' content in an XML file, kept so that it can be written back. */
typedef struct XmlExtensions XmlExtensions;

typedef struct {
    Game game;
    bool timed;
    int64_t initial_ms[COLOURS]; /* GAME_NO_CLOCK if unknown */
    int64_t current_ms[COLOURS]; /* time left; GAME_NO_CLOCK if unlimited or unknown */
    int64_t increment_ms; /* what a player's clock gains with each of its turns; 0 if unknown */
    char names[COLOURS][PLAYER_NAME_SIZE]; /* UTF-8; empty if unknown */
    Forfeit forfeit;
    Termination termination;       /* the referee's verdict, if it refereed the game */
    char result[GAME_RESULT_SIZE]; /* the result that the source states: "1-0", "0-1", "1/2-1/2" or
                                      "*"; empty if it states none. See stored_game_result. */
    GameTags tags;
    int opening_turns;           /* number of opening turns, which the players did not choose */
    TurnAnnotation *annotations; /* [turn], owned; see stored_game_evaluation */
    int annotation_capacity;
    bool has_dropped_annotations; /* the source has comments, variations or marks not kept here */
    long line;                    /* where the game begins in its file, from 1; 0: in no file */
    XmlExtensions *extensions;    /* owned; NULL: none */
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

/* The result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*". It follows from the referee's
 * verdict, the rules, the clock or a forfeit; if none of these decides the game, it is what the
 * source states. */
const char *stored_game_result(const StoredGame *stored);

/* How the game was decided, as the one word returned by termination_name or outcome_reason_name. */
const char *stored_game_reason(const StoredGame *stored);

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

/* What is known about a turn; all zero if nothing is known. */
TurnEvaluation stored_game_evaluation(const StoredGame *stored, int turn);
bool stored_game_set_evaluation(StoredGame *stored, int turn, const TurnEvaluation *evaluation);

/* Makes the turn an opening turn if all turns before it are opening turns or forced passes. Returns
 * true if it is now an opening turn. */
bool stored_game_extend_opening(StoredGame *stored, int turn);

/* The comment after a turn, or NULL. The setter copies the text; an empty text removes the comment.
 * Both setters, this one and the one above, return false if out of memory. */
const char *stored_game_comment(const StoredGame *stored, int turn);
bool stored_game_set_comment(StoredGame *stored, int turn, const char *comment);

/* The glyph of a turn; 0: none. The setter returns false if out of memory. */
int stored_game_nag(const StoredGame *stored, int turn);
bool stored_game_set_nag(StoredGame *stored, int turn, int nag);

/* Sets a line of legal turns, copied, that could have been played from the position before the
 * turn; in place of an earlier one. Returns false if out of memory. Only pgn_write writes it. */
bool stored_game_set_variation(StoredGame *stored, int turn, const Turn *turns, int length);

#endif
