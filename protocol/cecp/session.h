/* cecp_core: what CECP's commands share: the game that is played or analyzed, the search that
 * runs, and what follows when either ends. Commands call it; it calls no command. One thread,
 * always the same, may use a Cecp; the thinking thread has a part of it while a search runs. */
#ifndef MISERE_CECP_SESSION_H
#define MISERE_CECP_SESSION_H

#include "base/os/clock.h"
#include "base/os/thread.h"
#include "cecp/clock.h"
#include "cecp/event_queue.h"
#include "core/engine.h"

typedef enum {
    MODE_FORCE,   /* neither to play nor to think */
    MODE_PLAY,    /* to play `side` */
    MODE_ANALYZE, /* to think about whatever is on the board */
} CecpMode;

/* What the search that runs is for. */
typedef enum { FOR_NOTHING, FOR_TURN, FOR_LATER, FOR_ANALYSIS, FOR_HINT } CecpPurpose;

enum { CECP_PONGS_MAX = 16 };

/* What the last search has found so far. All zero: nothing. */
typedef struct {
    int depth;
    Score score; /* for the player to decide */
    uint64_t nodes;
    int looking; /* the number of the half-move that is being looked at, counted from 1; 0: unknown
                  */
} Insight;

typedef struct {
    Transcript *transcript;
    FILE *out; /* the transcript's */
    Thinker *thinker;
    Inbox *inbox; /* its bell says that a search has come to its answer */
    CecpMode mode;
    Colour side;
    CecpClock clock;
    bool ponders;     /* thinks on the opponent's time */
    bool is_computer; /* the opponent */
    bool is_no_board; /* the GUI has set up a position that is none */
    bool is_refused;  /* the command that is being obeyed was a move, and not legal */
    bool was_refused; /* the one before it */
    int pong_count;   /* so many are owed after the turn that is being thought about */
    int64_t pongs[CECP_PONGS_MAX];
    CecpPurpose purpose;
    int64_t started;    /* when the search was, by clock_now_ms */
    Position before;    /* FOR_LATER: the board without the turn that is expected */
    Turn expected;      /* FOR_LATER: it has been played already in the thinker's game */
    int64_t planned_ms; /* FOR_LATER: what the clock showed that the search reckons with */
    atomic_bool posts;  /* thinking is to be shown */
    Answer answer;      /* of the last search; the thinking thread's until it rings */
    Mutex lock;         /* guards insight */
    Insight insight;
} Cecp;

/* A move or a pass as CECP writes it, in `pos`. */
void cecp_write_move(const Position *pos, Turn turn, char text[TURN_TEXT_SIZE]);

/* The position on the GUI's board. */
const Position *cecp_board(const Cecp *cecp);

bool cecp_is_over(const Cecp *cecp);

/* What has been found so far. */
Insight cecp_insight(Cecp *cecp);

/* Prints a whole line. */
void cecp_say(Cecp *cecp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends what search there is, learns from a game that is over, and puts up the board of that
 * ruleset. */
void cecp_begin_game(Cecp *cecp, const Ruleset *ruleset);

/* If the game is over, learns from it, when nothing runs; from each game once. */
void cecp_learn(Cecp *cecp);

/* Ends what search there is, and forgets it. Before the game or an option is changed nothing must
 * run. */
void cecp_halt(Cecp *cecp);

/* The same, but a turn that is being thought about is played at once. */
void cecp_move_now(Cecp *cecp);

/* Tells the search for a turn, if there is one, to end; its bell is yet to ring. */
void cecp_hurry(Cecp *cecp);

/* Does what the mode asks for, when nothing runs: claims a result, thinks, or analyzes. */
void cecp_carry_on(Cecp *cecp);

/* Analyzes, if that is the mode, when nothing runs. */
void cecp_resume_analysis(Cecp *cecp);

/* The bell has rung: plays what was found. */
void cecp_take_answer(Cecp *cecp);

/* Plays a move, or a pass, of whoever is to move. A search for another goes on only if this is the
 * turn that it expects. If the move is not legal, says why, returns false and changes nothing. */
bool cecp_play(Cecp *cecp, const char *text, Error *error);

/* Looks for a good turn for a moment, when nothing runs and the game goes on. */
Turn cecp_find_hint(Cecp *cecp);

#endif
