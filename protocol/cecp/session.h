/* session: what CECP's commands share: the game that is played or analyzed, the search that
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
typedef enum {
    PURPOSE_NONE,
    PURPOSE_MOVE,
    PURPOSE_PONDERING,
    PURPOSE_ANALYSIS,
    PURPOSE_HINT
} CecpPurpose;

enum { CECP_PONGS_MAX = 16 };

/* What the last search has found so far. All zero: nothing. */
typedef struct {
    int depth;
    Score score; /* for the player to decide */
    uint64_t nodes;
    int currmove_number; /* counted from 1; 0: unknown */
} LastInfo;

typedef struct {
    Transcript *transcript;
    FILE *out; /* the transcript's */
    Engine *engine;
    EventQueue *event_queue; /* is notified when a search has its best move */
    CecpMode mode;
    Colour side;
    CecpClock clock;
    bool ponders;              /* thinks on the opponent's time */
    bool opponent_is_computer; /* the opponent */
    bool is_position_illegal;  /* the GUI has set up a position that is none */
    bool is_illegal_move;      /* the command that is being obeyed was a move, and not legal */
    bool was_illegal_move;     /* the one before it */
    int pong_count;            /* so many are owed after the turn that is being thought about */
    int64_t pongs[CECP_PONGS_MAX];
    CecpPurpose purpose;
    int64_t started;        /* when the search was, by clock_now_ms */
    Position before_ponder; /* PURPOSE_PONDERING: the board without the turn that is expected */
    Turn ponder_turn;       /* PURPOSE_PONDERING: it has been played already in the engine's game */
    int64_t
        ponder_clock_ms; /* PURPOSE_PONDERING: what the clock showed that the search reckons with */
    atomic_bool posts;   /* thinking is to be shown */
    BestMove bestmove;   /* of the last search; the search thread's until it notifies */
    Mutex lock;          /* guards last_info */
    LastInfo last_info;
} Cecp;

/* A move or a pass as CECP writes it, in `pos`. */
void cecp_write_move(const Position *pos, Turn turn, char text[TURN_TEXT_SIZE]);

/* The position on the GUI's board. */
const Position *cecp_board(const Cecp *cecp);

bool cecp_is_over(const Cecp *cecp);

/* What has been found so far. */
LastInfo cecp_last_info(Cecp *cecp);

/* Prints a whole line. */
void cecp_say(Cecp *cecp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends what search there is, learns from a game that is over, and puts up the board of that
 * ruleset. */
void cecp_begin_game(Cecp *cecp, const Ruleset *ruleset);

/* If the game is over, learns from it, when nothing runs; from each game once. */
void cecp_learn(Cecp *cecp);

/* Ends what search there is, and forgets it. Before the game or an option is changed nothing must
 * run. */
void cecp_abort_search(Cecp *cecp);

/* The same, but a turn that is being thought about is played at once. */
void cecp_move_now(Cecp *cecp);

/* Tells the search for a turn, if there is one, to end; the notification is yet to come. */
void cecp_stop_search(Cecp *cecp);

/* Does what the mode asks for, when nothing runs: claims a result, thinks, or analyzes. */
void cecp_resume(Cecp *cecp);

/* Analyzes, if that is the mode, when nothing runs. */
void cecp_resume_analysis(Cecp *cecp);

/* The search has notified the event queue: plays its best move. */
void cecp_play_bestmove(Cecp *cecp);

/* Plays a move, or a pass, of whoever is to move. A search for another goes on only if this is the
 * turn that it expects. If the move is not legal, says why, returns false and changes nothing. */
bool cecp_play(Cecp *cecp, const char *text, Error *error);

/* Looks for a good turn for a moment, when nothing runs and the game goes on. */
Turn cecp_find_hint(Cecp *cecp);

#endif
