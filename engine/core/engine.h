/* engine: the options, the current game and the search, which all protocols share. Only one search
 * runs at a time.
 *
 * One thread, the owner, calls everything here. During a search it may call only engine_ponderhit,
 * engine_stop, engine_wait and the functions that take a `const Engine`; before any other call,
 * engine_wait must have returned true. */
#ifndef MISERE_CORE_ENGINE_H
#define MISERE_CORE_ENGINE_H

#include "book/book.h"
#include "core/options.h"
#include "search/threads.h"

typedef struct Engine Engine;

/* The result of a search. */
typedef struct {
    Turn turn; /* empty (count 0) if the game is over or GoParams.answers_none; a pass if the player
                  has no legal move */
    bool from_book; /* did the turn come from the opening book rather than a search? */
    Turn ponder;    /* the expected reply; empty if unknown */
    bool has_remark;
    Error remark; /* if has_remark, what the user should know: a tablebase's file is damaged */
} BestMove;

/* Callbacks for a search. The search thread calls them; `bestmove` is called exactly once, last.
 * Until `bestmove` has returned, the engine's game is the one being searched. */
typedef struct {
    Reports reports; /* reports.context is also the context of `bestmove` */
    void (*bestmove)(void *context, const BestMove *bestmove);
} Listener;

/* What a protocol asks for. */
typedef struct {
    Limits limits; /* engine_go adds those set by options: overhead, minimum charge, ... */
    Turn searchmoves[MULTIPV_MAX]; /* search only these legal turns */
    int searchmove_count;          /* 0: all turns */
    bool answers_none;             /* search nothing: `bestmove` gets an empty turn */
    bool infinite;                 /* send `bestmove` only after engine_stop, and ignore clocks */
    bool ponder; /* like `infinite` until engine_ponderhit; the time spent pondering then counts */
} GoParams;

/* Creates an engine with default options, at the start of a game. `files` says which files the
 * options may name. NULL if there is not enough memory or no thread can be started. */
Engine *engine_new(FileAccess files);

/* Stops a running search, waits for its `bestmove`, and frees everything. NULL is allowed. */
void engine_free(Engine *engine);

/* The options and the game belong to the engine; the pointers stay valid until engine_free. */
const Options *engine_options(const Engine *engine);
const Game *engine_game(const Engine *engine);

/* The network for the current ruleset: the one in `EvalFile` if it is for the ruleset's family,
 * else the built-in one. Valid until an option is set. */
const Network *engine_network(const Engine *engine);

/* Sets an option (see options_set) and applies it; setting the ruleset starts a new game. While a
 * game waits to be added to the experience file (see engine_learn), no other file can be set;
 * setting none drops the game. On failure sets *error, changes nothing, and returns false. */
bool engine_set_option(Engine *engine, const char *name, const char *value, Error *error);

/* Takes what the user should know about the option that engine_set_option has just set: that the
 * book or network of that name is of no use in the current ruleset. Returns false if there is
 * nothing to say. */
bool engine_take_remark(Engine *engine, Error *remark);

/* If the current game is over and `Experience File` is set, adds the game to that file. Each game
 * is added only once, even if its last turns are taken back and played again. Call this before
 * starting a new game, setting an option, searching, or, with `is_last`, freeing the engine. If a
 * game cannot be added, sets *error and returns false. Later calls try again (see pending_games.h),
 * but report a failure only for another game, or if `is_last`. */
bool engine_learn(Engine *engine, bool is_last, Error *error);

/* Clears the hash table and the search history, but not the experience. */
void engine_clear(Engine *engine);

/* Replaces the game; takes ownership of the memory of *game. */
void engine_set_game(Engine *engine, const Game *game);

/* Plays a turn in the current game, like game_play_text. */
bool engine_play(Engine *engine, const char *text, Error *error);

/* Takes back the last turn, like game_undo. */
bool engine_take_back(Engine *engine);

/* Finds the opening book's moves in `pos`, like book_probe. Returns 0 if there is no book. */
int engine_probe_book(const Engine *engine, const Position *pos, BookMove *moves, int max);

/* Call this whenever the GUI sends the time that the engine has left, `ms` in milliseconds, and
 * before the search that it is for. The engine estimates its lag from these times (see lag.h). */
void engine_note_clock(Engine *engine, int64_t ms);

/* Starts a search and returns immediately. It always starts. Returns false if there is not enough
 * memory for the game's earlier turns: the search then does not know which positions they repeat.
 */
bool engine_go(Engine *engine, const GoParams *params, const Listener *listener);

/* Starts `task` on the search thread, in place of a search, and returns immediately. */
void engine_run_task(Engine *engine, ThreadsTask *task, void *context);

/* Call this when the pondered turn has been played: the search becomes a normal search for a move,
 * unless it is `infinite`. Returns false if the engine was not pondering. */
bool engine_ponderhit(Engine *engine);

/* Tells the running search or task to end, and returns immediately. */
void engine_stop(Engine *engine);

/* Is a search or a task running? */
bool engine_is_busy(const Engine *engine);

/* Is a search running that ends only after engine_stop or engine_ponderhit? */
bool engine_awaits_command(const Engine *engine);

/* Waits until the engine is idle. Returns false without waiting if engine_awaits_command. */
bool engine_wait(Engine *engine);

#endif
