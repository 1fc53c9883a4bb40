/* thinker: what every protocol of the engine has in common: the options, the game on the board,
 * and a thread that thinks about it.
 *
 * One thread, the thinker's owner, calls everything here. While a search runs it may read and stop
 * it; before it changes an option or the game it lets thinker_wait return true. */
#ifndef MISERE_CORE_ENGINE_H
#define MISERE_CORE_ENGINE_H

#include "core/options.h"
#include "core/transcript.h"
#include "knowledge/book.h"
#include "search/pool.h"

typedef struct Thinker Thinker;

/* What a search comes to. */
typedef struct {
    Turn turn;      /* none (count 0) once the game is over; a pass if the player loses the turn */
    bool from_book; /* was the turn not searched for, but in the book? */
    Turn reply;     /* what the other player is expected to answer; none: nothing is */
} Answer;

/* Who is told about a search, by the thinking thread; the game stays as it was asked about until
 * `answer`, the last call, has returned. */
typedef struct {
    Reports reports; /* its context is that of `answer`, too */
    void (*answer)(void *context, const Answer *answer);
} Listener;

/* What to search for. */
typedef struct {
    Limits limits;    /* what the options say about them is filled in */
    const Turn *only; /* search just these turns, legal ones; copied */
    int only_count;   /* up to LINES_MAX; 0: all */
    bool infinite;    /* answer only when told to stop; no clock counts */
    /* The same until thinker_ponderhit, from when on the clock has counted all along. */
    bool ponder;
} Assignment;

/* The default options and the start of a game. The option `Debug Log File` is about the protocol's
 * transcript, which stays the caller's. NULL without memory or threads. */
Thinker *thinker_new(Transcript *transcript);

/* Stops what runs, lets it answer, and gives everything back. May be NULL. */
void thinker_free(Thinker *thinker);

const Options *thinker_options(const Thinker *thinker);
const Game *thinker_game(const Thinker *thinker);

/* What values positions of the ruleset: the option `EvalFile`'s network if it is of the ruleset's
 * family, else the one built in. */
const Network *thinker_network(const Thinker *thinker);

/* Sets an option (see options.h) and does what follows from it: another ruleset begins a new game.
 * On failure says why, returns false and changes nothing. */
bool thinker_set_option(Thinker *thinker, const char *name, const char *value, Error *error);

/* If the game on the board is over, learns from it into the `Experience File`, if that is set; from
 * each game once, even if its last turns are taken back and played again. To be called before
 * another game begins, an option is set or thinking begins, and at the end. On failure says why and
 * returns false: this game is not learned. */
bool thinker_learn(Thinker *thinker, Error *error);

/* Forgets what was found out in earlier games; not what is in the `Experience File`. */
void thinker_forget(Thinker *thinker);

/* Puts a game in the place of the old one, and owns its memory from now on. */
void thinker_set_game(Thinker *thinker, const Game *game);

/* Plays a turn, like game_play_text. */
bool thinker_play(Thinker *thinker, const char *text, Error *error);

/* Takes back the last turn, like game_undo. */
bool thinker_take_back(Thinker *thinker);

/* What the opening book, if there is one, has for a position: as book_probe. */
int thinker_probe_book(const Thinker *thinker, const Position *pos, BookMove *moves, int max);

/* Starts to think and returns at once. False, nobody being told anything, without memory. */
bool thinker_go(Thinker *thinker, const Assignment *assignment, const Listener *listener);

/* Lets the thinking thread do something else. */
void thinker_run(Thinker *thinker, PoolTask *task, void *context);

/* The turn that was pondered on has been played; what is infinite still ends only when told to.
 * False: nothing is being pondered. */
bool thinker_ponderhit(Thinker *thinker);

/* Tells what runs to end, and returns at once. */
void thinker_stop(Thinker *thinker);

/* Sleeps until nothing runs any more. False, at once, if what runs ends only when told to. */
bool thinker_wait(Thinker *thinker);

#endif
