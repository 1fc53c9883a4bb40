/* engine: what every protocol has in common: the options, the game on the board,
 * and a thread that thinks about it.
 *
 * One thread, the engine's owner, calls everything here. While a search runs it may read and stop
 * it; before it changes an option or the game it lets engine_wait return true. */
#ifndef MISERE_CORE_ENGINE_H
#define MISERE_CORE_ENGINE_H

#include "core/options.h"
#include "core/transcript.h"
#include "knowledge/book.h"
#include "search/pool.h"

typedef struct Engine Engine;

/* What a search comes to. */
typedef struct {
    Turn turn;      /* none (count 0) once the game is over; a pass if the player loses the turn */
    bool from_book; /* was the turn not searched for, but in the book? */
    Turn ponder;    /* what the other player is expected to answer; none: nothing is */
} BestMove;

/* Who is told about a search, by the thinking thread; the game stays as it was asked about until
 * `bestmove`, the last call, has returned. */
typedef struct {
    Reports reports; /* its context is that of `bestmove`, too */
    void (*bestmove)(void *context, const BestMove *bestmove);
} Listener;

/* What to search for. */
typedef struct {
    Limits limits;           /* what the options say about them is filled in */
    const Turn *searchmoves; /* search just these turns, legal ones; copied */
    int searchmove_count;    /* up to MULTIPV_MAX; 0: all */
    bool infinite;           /* answer only when told to stop; no clock counts */
    /* The same until engine_ponderhit, from when on the clock has counted all along. */
    bool ponder;
} GoParams;

/* The default options and the start of a game. The option `Debug Log File` is about the protocol's
 * transcript, which stays the caller's. NULL without memory or threads. */
Engine *engine_new(Transcript *transcript);

/* Stops what runs, lets it answer, and gives everything back. May be NULL. */
void engine_free(Engine *engine);

const Options *engine_options(const Engine *engine);
const Game *engine_game(const Engine *engine);

/* What values positions of the ruleset: the option `EvalFile`'s network if it is of the ruleset's
 * family, else the one built in. */
const Network *engine_network(const Engine *engine);

/* Sets an option (see options.h) and does what follows from it: another ruleset begins a new game.
 * On failure says why, returns false and changes nothing. */
bool engine_set_option(Engine *engine, const char *name, const char *value, Error *error);

/* If the game on the board is over, learns from it into the `Experience File`, if that is set; from
 * each game once, even if its last turns are taken back and played again. To be called before
 * another game begins, an option is set or thinking begins, and at the end. On failure says why and
 * returns false: this game is not learned. */
bool engine_learn(Engine *engine, Error *error);

/* Forgets what was found out in earlier games; not what is in the `Experience File`. */
void engine_clear(Engine *engine);

/* Puts a game in the place of the old one, and owns its memory from now on. */
void engine_set_game(Engine *engine, const Game *game);

/* Plays a turn, like game_play_text. */
bool engine_play(Engine *engine, const char *text, Error *error);

/* Takes back the last turn, like game_undo. */
bool engine_take_back(Engine *engine);

/* What the opening book, if there is one, has for a position: as book_probe. */
int engine_probe_book(const Engine *engine, const Position *pos, BookMove *moves, int max);

/* Starts to think and returns at once. False, nobody being told anything, without memory. */
bool engine_go(Engine *engine, const GoParams *params, const Listener *listener);

/* Lets the thinking thread do something else. */
void engine_run_task(Engine *engine, PoolTask *task, void *context);

/* The turn that was pondered on has been played; what is infinite still ends only when told to.
 * False: nothing is being pondered. */
bool engine_ponderhit(Engine *engine);

/* Tells what runs to end, and returns at once. */
void engine_stop(Engine *engine);

/* Sleeps until nothing runs any more. False, at once, if what runs ends only when told to. */
bool engine_wait(Engine *engine);

#endif
