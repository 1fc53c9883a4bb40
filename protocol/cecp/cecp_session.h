/* cecp_session: the state shared by CECP's commands (the game and the current search), and what
 * happens when either ends. One thread, the owner, calls everything here; during a search, the
 * search thread uses the members that are marked as shared. "Idle" means that no search is running.
 */
#ifndef MISERE_CECP_CECP_SESSION_H
#define MISERE_CECP_CECP_SESSION_H

#include "base/os/clock.h"
#include "base/os/thread.h"
#include "cecp/cecp_clock.h"
#include "core/engine.h"
#include "server/event_queue.h"
#include "server/transcript.h"

typedef enum {
    MODE_FORCE,   /* only record moves */
    MODE_PLAY,    /* play `side` */
    MODE_ANALYZE, /* analyze the current position */
} CecpMode;

/* The purpose of the running search; PURPOSE_NONE when idle. */
typedef enum {
    PURPOSE_NONE,
    PURPOSE_MOVE,
    PURPOSE_PONDERING,
    PURPOSE_ANALYSIS,
    PURPOSE_HINT
} CecpPurpose;

enum { CECP_PONGS_MAX = 16 };

/* The latest report of a search. Reset to zeros when a game, a search for a move, or an analysis
 * begins, and when the position is set or moves are taken back. */
typedef struct {
    int depth;
    Score score; /* the search's score, from the point of view of the player to move at the root */
    uint64_t nodes;
    int currmove_number; /* number of the root move being searched, from 1; 0: unknown */
} LastInfo;

typedef struct {
    Transcript *out;
    Engine *engine;
    EventQueue *event_queue; /* notified when a search has its best move */
    CecpMode mode;
    Colour side; /* the engine's colour in MODE_PLAY */
    CecpClock clock;
    bool ponders; /* set by `hard`, unset by `easy` */
    bool opponent_is_computer;
    bool is_position_illegal; /* the last `setboard` was refused */
    bool is_illegal_move;     /* the current command was an illegal move */
    bool was_illegal_move;    /* the previous command was an illegal move */
    int pong_count;           /* number of pings to answer after the engine's move */
    int64_t pongs[CECP_PONGS_MAX];
    CecpPurpose purpose;
    int64_t started; /* start of the search, by clock_now_ms */
    /* Valid only for PURPOSE_PONDERING. The engine's game then already includes ponder_turn: */
    Position before_ponder;  /* the position on the GUI's board */
    Turn ponder_turn;        /* the expected reply */
    int64_t ponder_clock_ms; /* the engine's clock when pondering began */
    /* Shared with the search thread: */
    atomic_bool posts; /* print thinking output */
    BestMove bestmove; /* result of the last search; the search thread writes it, then notifies */
    Mutex lock;        /* guards last_info */
    LastInfo last_info;
} Cecp;

/* Writes a turn that is legal in `pos` in CECP's notation; a pass is "@@@@". */
void cecp_write_move(const Position *pos, Turn turn, char text[TURN_TEXT_SIZE]);

/* The position on the GUI's board, which does not show the turn being pondered. Valid until the
 * game changes. */
const Position *cecp_board(const Cecp *cecp);

/* Is the engine's game over? */
bool cecp_is_over(const Cecp *cecp);

/* A copy of last_info. */
LastInfo cecp_last_info(Cecp *cecp);

/* Resets last_info to zeros. */
void cecp_forget_info(Cecp *cecp);

/* Prints a line; `format` has no newline. */
void cecp_say(Cecp *cecp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Aborts the search, learns from the old game if it is over, and starts a game of `ruleset`.
 * On failure sets *error, keeps the old game, and returns false. */
bool cecp_begin_game(Cecp *cecp, const Ruleset *ruleset, Error *error);

/* Learns from the game if it is over, but only once from each game. Prints an error as `telluser`.
 * `is_last`: the program is about to end. Call only when idle. */
void cecp_learn(Cecp *cecp, bool is_last);

/* Stops the search and discards its result; takes back a pondered turn. Call this before changing
 * the game or an option. */
void cecp_abort_search(Cecp *cecp);

/* Stops the search; if it was for a move, plays its best move. */
void cecp_move_now(Cecp *cecp);

/* Continues as the mode demands: claims the result of a finished game, or starts a search. Call
 * only when idle. */
void cecp_resume(Cecp *cecp);

/* In MODE_ANALYZE, starts to analyze. Call only when idle. */
void cecp_resume_analysis(Cecp *cecp);

/* Plays the best move of a PURPOSE_MOVE search. Call this after the search's notification, or after
 * engine_stop. Then claims the result if the game is over, answers the waiting pings, and may start
 * to ponder. */
void cecp_play_bestmove(Cecp *cecp);

/* Plays a move or pass sent by the GUI, and continues as the mode demands. If it is the turn being
 * pondered, the search continues; otherwise any search is aborted. If it is illegal, sets *error,
 * changes nothing, and returns false. It does the same if memory runs out (error->is_shortage), and
 * the engine then stops playing. */
bool cecp_play(Cecp *cecp, const char *text, Error *error);

/* For the command `hint`: searches briefly for a good turn. Call only when idle, in a game that is
 * not over. */
Turn cecp_find_hint(Cecp *cecp);

#endif
