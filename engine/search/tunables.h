/* tunables: the integer constants of the search that are tuned by playing games
 * (tools/tune-search). They are compile-time constants, except in a build with TUNE=1: there they
 * are variables, which are UCI options, and which all engines of the process share. They may only
 * change while no search is running. */
#ifndef MISERE_SEARCH_TUNABLES_H
#define MISERE_SEARCH_TUNABLES_H

/* X(NAME, VALUE, MINIMUM, MAXIMUM, STEP): STEP is how far a value must change for the change to be
 * felt in games. A name begins with TIME_ if the constant matters only in games with clocks.
 * tune-search reads the rows of this table, each in a line of its own. */
#define TUNABLES(X)                                                                                \
    /* Quiescence search: its depth in half-moves. Constants whose names begin with NON_ROYAL_ are \
     * for games without a royal king, and were tuned in antichess (Selectivity in alphabeta.c).   \
     */                                                                                            \
    X(QUIESCENCE_DEPTH, 6, 0, 12, 1)                                                               \
    X(NON_ROYAL_QUIESCENCE_DEPTH, 1, 0, 12, 1)                                                     \
    /* Reverse futility pruning: maximum depth; margin in centipawns for each half-move. */        \
    X(RFP_DEPTH_MAX, 5, 1, 12, 1)                                                                  \
    X(NON_ROYAL_RFP_DEPTH_MAX, 8, 1, 12, 1)                                                        \
    X(RFP_MARGIN, 37, 10, 200, 8)                                                                  \
    X(NON_ROYAL_RFP_MARGIN, 125, 10, 200, 8)                                                       \
    /* Null-move pruning, only in games without a royal king: minimum depth; minimum number of     \
     * pieces on the board; the reduction at depth 0, and how much it grows per half-move of       \
     * depth, in 1024ths of a half-move. */                                                        \
    X(NULL_DEPTH_MIN, 2, 1, 100, 1)                                                                \
    X(NULL_PIECES_MIN, 12, 0, 32, 1)                                                               \
    X(NULL_REDUCTION, 2880, 1024, 8192, 256)                                                       \
    X(NULL_GROWTH, 306, 0, 1024, 64)                                                               \
    /* Singular extensions, only in games without a royal king: minimum depth; margin in           \
     * centipawns per half-move of depth. */                                                       \
    X(SINGULAR_DEPTH_MIN, 5, 4, 100, 1)                                                            \
    X(SINGULAR_MARGIN, 2, 0, 20, 1)                                                                \
    /* Late move pruning: maximum depth; minimum index in the move order, at depth 0; its growth   \
     * with the square of the depth, in 1024ths. */                                                \
    X(LMP_DEPTH_MAX, 5, 1, 12, 1)                                                                  \
    X(LMP_INDEX_MIN, 3, 1, 20, 1)                                                                  \
    X(LMP_GROWTH, 363, 64, 4096, 100)                                                              \
    /* Late move reductions: minimum depth of the child; minimum index in the move order (of both  \
     * twice_log is taken, so at least 2); the scale of the reduction, in 1024ths; the history     \
     * score that makes the reduction one half-move smaller, or greater if it is negative. */      \
    X(LMR_DEPTH_MIN, 2, 2, 8, 1)                                                                   \
    X(LMR_INDEX_MIN, 2, 2, 20, 1)                                                                  \
    X(LMR_SCALE, 112, 0, 512, 12)                                                                  \
    X(NON_ROYAL_LMR_SCALE, 108, 0, 512, 12)                                                        \
    X(LMR_HISTORY, 9096, 1000, 64000, 1000)                                                        \
    /* Internal iterative reductions: minimum depth. */                                            \
    X(IIR_DEPTH_MIN, 5, 1, 20, 1)                                                                  \
    /* Correction history: the maximum magnitude of an entry, in centipawns; the maximum weight    \
     * of an update, in 256ths (the weight is the depth plus one). */                              \
    X(CORRECTION_MAX, 123, 0, 500, 16)                                                             \
    X(CORRECTION_WEIGHT_MAX, 24, 1, 128, 3)                                                        \
    /* Move ordering: the history bonus is this many times the depth squared; its maximum. */      \
    X(HISTORY_BONUS, 10, 1, 64, 2)                                                                 \
    X(HISTORY_BONUS_MAX, 799, 16, 4096, 150)                                                       \
    /* Aspiration windows: half the width of the first one, in centipawns. */                      \
    X(ASPIRATION_WINDOW, 19, 5, 300, 6)                                                            \
    /* Divisors of the search's time or nodes: the share of the first search for a forced win; the \
     * point at which verification begins; its share for each new best turn. Without a royal king  \
     * the shares are smaller, which is worth about 60 Elo in antichess. */                        \
    X(PROOF_SHARE, 3, 2, 200, 1)                                                                   \
    X(NON_ROYAL_PROOF_SHARE, 60, 2, 200, 10)                                                       \
    X(VERIFICATION_FROM, 5, 1, 20, 1)                                                              \
    X(VERIFICATION_SHARE, 7, 3, 200, 1)                                                            \
    X(NON_ROYAL_VERIFICATION_SHARE, 50, 3, 200, 10)                                                \
    /* A search for a forced win gives up if the root's proof number is more than this many times  \
     * its disproof number, which is first checked after this many nodes. In games this saves more \
     * than half of its nodes and keeps 98 % of its wins. Worth about 15 Elo. */                   \
    X(PROOF_GIVE_UP_RATIO, 2, 0, 1000, 1)                                                          \
    X(PROOF_GIVE_UP_NODES, 1094, 1, 100000, 200)                                                   \
    /* Time is planned for this many turns ahead, or fewer if the next time control is nearer.     \
     * Most games last longer, but towards their end most turns are forced. Worth about 110 Elo    \
     * compared with 30 turns and smaller shares. */                                               \
    X(TIME_MOVES_TO_GO, 12, 4, 40, 1)                                                              \
    /* The soft and the hard limit, as percentages of one turn's equal share of the clock. */      \
    X(TIME_SOFT_PERCENT, 80, 20, 200, 5)                                                           \
    X(TIME_HARD_PERCENT, 400, 100, 1000, 25)

/* TUNABLE_OPTIONS(X): the rows of those that are options, which are all or none. */
#ifdef TUNE
#define TUNABLE_VARIABLE(name, value, minimum, maximum, step) extern int name;
TUNABLES(TUNABLE_VARIABLE)
#define TUNABLE_OPTIONS(X) TUNABLES(X)
#else
#define TUNABLE_CONSTANT(name, value, minimum, maximum, step) name = (value),
enum { TUNABLES(TUNABLE_CONSTANT) };
#define TUNABLE_OPTIONS(X)
#endif

#endif
