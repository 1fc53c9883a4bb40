/* misere.h: the rules, game files and search of Misère as a C library.
 *
 * Texts are UTF-8 with a NUL at the end. A function that returns `char *` makes a new text, which
 * the caller frees with misere_free. `const char *` results are constant, unless a comment says how
 * long they are valid.
 *
 * A function that can fail returns false or NULL then, and sets *error to the reason, in English
 * and in one line; `error` may be NULL. A failed call has changed nothing. Arguments must be valid
 * unless a comment allows NULL: builds with assertions stop at others. Out of memory is a failure
 * like any other.
 *
 * The library has no global state. Objects are independent: different threads may use different
 * ones at the same time, but each only one thread at a time, except where a comment says more. */
#ifndef MISERE_H
#define MISERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MISERE_API __attribute__((visibility("default")))
#else
#define MISERE_API
#endif

typedef struct {
    char text[320];
} MisereError;

/* The library's version, such as "0.1". */
MISERE_API const char *misere_version(void);

/* Frees a text; NULL is allowed. */
MISERE_API void misere_free(char *text);

/* --- rulesets --- */

/* The name of a ruleset, by its index from 0; NULL after the last. */
MISERE_API const char *misere_ruleset_name(int index);

/* All rulesets with their properties, as a JSON array of objects; docs/library.md describes them.
 * NULL if out of memory. */
MISERE_API char *misere_rulesets(void);

/* --- games --- */

/* A game: the position that it began with, the turns of its main line, and whatever a file may say
 * about it, such as tags, clocks, comments and variations. In mind control a turn is two
 * half-moves, in the other rulesets one. */
typedef struct MisereGame MisereGame;

typedef enum { MISERE_WHITE, MISERE_BLACK } MisereColour;

/* How turns are written. Wherever a turn is read, all of them are accepted. */
typedef enum {
    MISERE_STYLE_COURSE,    /* e2-e4; MIT 6.170's; a pass is an empty text, or Ipass with chips */
    MISERE_STYLE_UCI,       /* e2e4; a pass is 0000 */
    MISERE_STYLE_KING_PASS, /* like UCI, but a pass is a king's move to its own square */
    MISERE_STYLE_SAN,       /* e4; a pass is -- */
} MisereStyle;

/* A game of the ruleset from a FEN; NULL: from the ruleset's initial position. */
MISERE_API MisereGame *misere_game_new(const char *ruleset, const char *fen, MisereError *error);

/* A copy of the game with everything that is known about it. */
MISERE_API MisereGame *misere_game_copy(const MisereGame *game, MisereError *error);

/* NULL is allowed. */
MISERE_API void misere_game_free(MisereGame *game);

MISERE_API const char *misere_game_ruleset(const MisereGame *game);

/* Do threefold repetition, the fifty-move rule and insufficient material draw the game? Not at
 * first. */
MISERE_API bool misere_game_tournament_draws(const MisereGame *game);
MISERE_API void misere_game_set_tournament_draws(MisereGame *game, bool draws);

/* Gives the players so many pass chips, 0 to 9999 each, before the first turn. Fails after it, and
 * in a ruleset without chips unless both numbers are 0. */
MISERE_API bool misere_game_set_chips(MisereGame *game, int white, int black, MisereError *error);

/* The value of a clock that is unknown. */
#define MISERE_NO_CLOCK INT64_MIN

/* Plays a turn, which ends any resignation or loss on time that a file has recorded. If the player
 * must first pass, plays that pass, too. `clock_ms` is the player's time left after the turn, in
 * milliseconds, or MISERE_NO_CLOCK. */
MISERE_API bool misere_game_play(MisereGame *game, const char *turn, int64_t clock_ms,
                                 MisereError *error);

/* Takes back the last turn, or a resignation or loss on time. Returns false if there is nothing to
 * take back. */
MISERE_API bool misere_game_undo(MisereGame *game);

/* A player's time is up: misere_game_status says how that has ended the game. */
MISERE_API void misere_game_expire(MisereGame *game, MisereColour player);

/* The number of turns in the main line, forced passes included. */
MISERE_API int misere_game_length(const MisereGame *game);

/* The turns of the main line, each with a newline after it. */
MISERE_API char *misere_game_history(const MisereGame *game, MisereStyle style, MisereError *error);

typedef enum { MISERE_PLAYING, MISERE_WON, MISERE_DRAWN } MisereState;

typedef struct {
    MisereState state;
    MisereColour colour; /* who chooses the next turn, or who has won; not valid if drawn */
    const char *reason; /* a word such as "piecesLost", "checkmate" or "stalemate"; "" if playing */
    const char *result; /* "1-0", "0-1", "1/2-1/2" or "*"; what a file says counts, too */
    int chips[2];       /* pass chips left */
    int repetitions;    /* how often the position has begun a turn before */
} MisereStatus;

MISERE_API void misere_game_status(const MisereGame *game, MisereStatus *status);

/* The FEN of the first position, and of the current one. They fail for a position in the middle of
 * a turn of mind control, which has no FEN. */
MISERE_API char *misere_game_start_fen(const MisereGame *game, MisereError *error);
MISERE_API char *misere_game_fen(const MisereGame *game, MisereError *error);

/* --- turns --- */

/* All legal turns in ASCII order, each with a newline after it; none if the game is over. In
 * MISERE_STYLE_COURSE a pass may be an empty line. */
MISERE_API char *misere_game_turns(const MisereGame *game, MisereStyle style, MisereError *error);

/* Writes a legal turn, also one that a person has typed (nf3, E2E4), in a style. */
MISERE_API char *misere_game_write_turn(const MisereGame *game, const char *turn, MisereStyle style,
                                        MisereError *error);

typedef struct {
    const char *reason; /* a word such as "mustCapture" or "pinned"; "none" if not refused */
    uint64_t squares;   /* what it is about: bit 0 is a1, bit 1 is b1, bit 63 is h8 */
    char text[224];     /* the reason in English: "White must capture (exd5)" */
} MisereRefusal;

/* Why is the text not a legal turn? Returns false if it is one. Where a turn has two half-moves,
 * the first alone is legal, too. */
MISERE_API bool misere_game_refuse_turn(const MisereGame *game, const char *turn,
                                        MisereRefusal *refusal);

/* The number of sequences of `depth` half-moves, 0 to 100, from the current position. */
MISERE_API uint64_t misere_game_perft(const MisereGame *game, int depth);

/* --- the board --- */

/* These describe the position after the legal turn `turn`, or, where a turn has two half-moves,
 * after the half-move `turn`; NULL: the current position. */

/* The 64 squares from a1, b1 to h8, as the letters of FEN, and `.` for an empty one. */
MISERE_API char *misere_game_board(const MisereGame *game, const char *turn, MisereError *error);

/* Sets of squares, as in MisereRefusal. */
typedef struct {
    uint64_t attacked_kings;
    uint64_t unattacked_antikings;
    uint64_t must_capture;         /* the pieces one of which must capture */
    uint64_t must_capture_or_pass; /* the same where a chip pays for a pass */
} MisereMarks;

MISERE_API bool misere_game_marks(const MisereGame *game, const char *turn, MisereMarks *marks,
                                  MisereError *error);

/* The legal half-moves in MISERE_STYLE_UCI, each with a newline after it. */
MISERE_API char *misere_game_moves(const MisereGame *game, const char *turn, MisereError *error);

/* Writes a legal half-move, also one that a person has typed, in MISERE_STYLE_UCI; ",gameover"
 * after it says that it ends the game, so that it is a turn. */
MISERE_API char *misere_game_write_half(const MisereGame *game, const char *half,
                                        MisereError *error);

/* Why has the piece on the square ("e4") no legal half-move? *refusal says "none" if it has one. */
MISERE_API bool misere_game_refuse_piece(const MisereGame *game, const char *turn,
                                         const char *square, MisereRefusal *refusal,
                                         MisereError *error);

/* --- many positions at once --- */

/* What to write about positions; each array may be NULL. Position number i, from 0, has boards[64 *
 * i] to boards[64 * i + 63], states[i], and moves[first[i]] to moves[first[i + 1] - 1]. */
typedef struct {
    uint8_t *boards;  /* [64 * count]: the squares from a1, b1 to h8: 0 is empty, 1 to 7 are White's
                         pawn, knight, bishop, rook, queen, king and anti-king, 9 to 15 Black's */
    int8_t *players;  /* [count]: whose piece moves: 1 White's, -1 Black's */
    int8_t *states;   /* [count]: 0: playing; 1: White has won; -1: Black has won; 2: drawn */
    uint32_t *first;  /* [count + 1]: where the position's half-moves begin; at the end, how many
                         there are in all */
    uint16_t *moves;  /* [moves_max]: the legal half-moves: origin in bits 0 to 5 (a1 is 0, h8 63),
                         target in bits 6 to 11, in bits 12 to 14 the piece that a pawn becomes, as
                         in  `boards`, or 0; 65 is a forced pass */
    size_t moves_max; /* room in `moves`; counted on without writing if it is too small */
} MisereArrays;

/* Reads `count` FENs, which newlines separate, as positions of the ruleset, and fills the arrays.
 * On failure *error names the line, from 1, and the arrays are undefined. */
MISERE_API bool misere_read_positions(const char *ruleset, const char *fens, size_t count,
                                      const MisereArrays *arrays, MisereError *error);

/* --- files --- */

/* The game as a JSON object with all that is known about it, and the reverse; docs/library.md
 * describes the object. */
MISERE_API char *misere_game_to_json(const MisereGame *game, MisereError *error);
MISERE_API MisereGame *misere_game_from_json(const char *json, MisereError *error);

typedef enum { MISERE_FORMAT_XML, MISERE_FORMAT_PGN, MISERE_FORMAT_1994 } MisereFormat;

/* The text of a file with this game. */
MISERE_API char *misere_game_write(const MisereGame *game, MisereFormat format, MisereError *error);

/* Reads the games of a file in any format, one after another. */
typedef struct MisereReader MisereReader;

/* Opens the contents of a file, of which it makes a copy. `name` stands for the file in errors.
 * `ruleset` is that of games that name none; NULL: it is found out, and the game's JSON says how. A
 * file of more than 10 MiB is refused. */
MISERE_API MisereReader *misere_reader_new(const char *name, const char *bytes, size_t size,
                                           const char *ruleset, MisereError *error);

/* NULL is allowed. */
MISERE_API void misere_reader_free(MisereReader *reader);

typedef enum {
    MISERE_READ, /* *game is the next game */
    MISERE_CUT,  /* *game is the first part of a game; *error is "NAME:LINE: REASON" why no more */
    MISERE_BAD,  /* no game could be read; *error is "NAME:LINE: REASON"; the next call goes on */
    MISERE_END,  /* there are no more games */
} MisereReading;

/* Reads the next game, which the caller frees; NULL after MISERE_BAD and MISERE_END. */
MISERE_API MisereReading misere_reader_next(MisereReader *reader, MisereGame **game,
                                            MisereError *error);

/* --- proofs --- */

/* A proof that a player can force a win: docs/proofs.md describes the text. */
typedef struct {
    const char *ruleset;
    char fen[128];
    MisereColour winner;
    int positions;
    int length; /* half-moves of the longest line */
} MisereProof;

/* Looks for a forced win of either player in the current position, with about `nodes` nodes for
 * each, 1 to 2^26, which take up to 28 bytes of memory each. Returns the proof as a text; NULL if
 * it finds none. */
MISERE_API char *misere_game_prove(const MisereGame *game, uint64_t nodes, MisereError *error);

/* Checks the proof that the text begins with, by the rules alone. Returns what follows it, "" at
 * the end of the text; NULL if the proof is wrong: *error says in which line. */
MISERE_API const char *misere_check_proof(const char *text, MisereProof *proof, MisereError *error);

/* Checks a proof in the compact format. `head` begins with its five lines, and `bytes` are what
 * follows them, decompressed, as by zlib. It may have 16,000,000 positions, which need 64 bytes of
 * memory each, and needs up to 3 MB of stack. Returns false if it is wrong: *error says why. */
MISERE_API bool misere_check_compact_proof(const char *head, const void *bytes, size_t size,
                                           MisereProof *proof, MisereError *error);

/* --- the trainer's files --- */

/* A file of positions that misere-train has written. One thread at a time may use it. */
typedef struct MisereTrainingFile MisereTrainingFile;

/* Opens a file; NULL on failure. The caller closes it; closing NULL does nothing. */
MISERE_API MisereTrainingFile *misere_training_file_open(const char *path, MisereError *error);
MISERE_API void misere_training_file_close(MisereTrainingFile *file);

/* How many positions it has. */
MISERE_API uint64_t misere_training_file_count(const MisereTrainingFile *file);

/* What to write about the positions; each array has `count` elements, and may be NULL. */
typedef struct {
    uint8_t *boards;   /* [64 * count]: as in MisereArrays */
    int8_t *players;   /* whose piece moves, as in MisereArrays */
    int8_t *choosers;  /* who chooses the turn, 1 White, -1 Black: in mind control every turn begins
                          with a white piece */
    int16_t *scores;   /* of a search, in centipawns, from the chooser's point of view */
    float *results;    /* of the game, for the chooser: 0 lost, 0.5 drawn, 1 won; of a position that
                          several games had, the mean in fourteenths */
    uint8_t *deviates; /* 1: a later turn of the game was not the best one, or the position did not
                          occur in the game, so that the result says little about it; 0: neither */
    uint8_t *rulesets; /* the index for misere_ruleset_name() */
    uint8_t *is_validation; /* 1: the trainer keeps the game for validation; 0: it learns from it */
} MisereTrainingArrays;

/* Reads positions number `first` to first + count - 1, from 0. On failure the arrays are
 * undefined. */
MISERE_API bool misere_training_file_read(MisereTrainingFile *file, uint64_t first, size_t count,
                                          const MisereTrainingArrays *arrays, MisereError *error);

/* --- the engine --- */

/* An engine with options of its own, a hash table and search threads; one search at a time. */
typedef struct MisereEngine MisereEngine;

MISERE_API MisereEngine *misere_engine_new(MisereError *error);

/* Stops a running search, waits for its end, and frees everything. NULL is allowed. */
MISERE_API void misere_engine_free(MisereEngine *engine);

/* Sets an option of docs/engine.md, such as "Hash" or "Threads"; the ruleset follows from the game,
 * and games are not added to an experience file. Not during a search. */
MISERE_API bool misere_engine_set(MisereEngine *engine, const char *option, const char *value,
                                  MisereError *error);

/* Forgets earlier searches. Not during a search. */
MISERE_API bool misere_engine_clear(MisereEngine *engine, MisereError *error);

/* What ends a search. 0 and NULL mean no limit; without any limit the search goes on until
 * misere_engine_stop. Times are in milliseconds. */
typedef struct {
    int depth; /* half-moves */
    int mate;  /* ends the search once a win in this many turns is proven or ruled out */
    uint64_t nodes;
    int64_t movetime;
    bool has_clock;
    int64_t clock;     /* the player's time left */
    int64_t increment; /* what it gains with each turn */
    int moves_to_go;   /* turns until the next time control; 0: there is none */
    bool ponder;       /* ends only after misere_engine_ponderhit, from which on clocks count */
    const char *searchmoves; /* search only these legal turns, which spaces separate */
} MisereLimits;

typedef enum { MISERE_EXACT, MISERE_LOWER_BOUND, MISERE_UPPER_BOUND } MisereBound;

/* A report on one of the best turns. */
typedef struct {
    int multipv; /* its rank among them, from 1 */
    int depth, seldepth;
    bool is_mate; /* is `score` the number of turns until a proven win; negative: loss? */
    int score;    /* else in centipawns, from the point of view of the player to move */
    MisereBound bound;
    int win, draw, loss; /* their probabilities, in thousandths */
    uint64_t nodes, tablebase_hits;
    int64_t elapsed_ms;
    int hashfull;   /* the share of the hash table in use, in thousandths */
    const char *pv; /* the principal variation: turns in MISERE_STYLE_UCI, between spaces; valid
                       during the call */
} MisereInfo;

typedef struct {
    const char *turn;   /* in MISERE_STYLE_UCI; "" if there is none, as the game is over */
    const char *ponder; /* the expected reply; "" if unknown */
    bool from_book;
} MisereBestMove; /* the texts are valid during the call */

/* What a search calls, on a thread of its own, with `context`. Each may be NULL. With the engine
 * the functions may call misere_engine_stop and misere_engine_is_busy, and nothing else: that would
 * wait for itself. */
typedef struct {
    void (*info)(void *context, const MisereInfo *info);
    void (*bestmove)(void *context, const MisereBestMove *bestmove); /* once, last */
    void *context;
} MisereListener;

/* Starts a search of the game's current position and returns at once. The game is copied. `limits`
 * and `listener` may be NULL. Fails during a search, and if a turn of `searchmoves` is illegal. */
MISERE_API bool misere_engine_go(MisereEngine *engine, const MisereGame *game,
                                 const MisereLimits *limits, const MisereListener *listener,
                                 MisereError *error);

/* The pondered turn has been played: from now on the limits count. */
MISERE_API void misere_engine_ponderhit(MisereEngine *engine);

/* Ends the search soon; returns at once. Any thread may call this at any time. */
MISERE_API void misere_engine_stop(MisereEngine *engine);

/* Is a search running, which has not called `bestmove` yet? Any thread may call this at any time.
 */
MISERE_API bool misere_engine_is_busy(MisereEngine *engine);

/* Waits until no search is running, and `bestmove` has returned. A search without limits must be
 * stopped by another thread. */
MISERE_API void misere_engine_wait(MisereEngine *engine);

#ifdef __cplusplus
}
#endif

#endif
