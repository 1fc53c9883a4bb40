/* config: everything that determines the games of a tournament: format, players, time controls,
 * openings. Set up from the command line; constant after tournament_config_complete, so any thread
 * may read it. */
#ifndef MISERE_REFEREE_CONFIG_CONFIG_H
#define MISERE_REFEREE_CONFIG_CONFIG_H

#include "client/common.h"
#include "files/model/stored_game.h"
#include "referee/stats/statistics.h"

#include <stddef.h>

enum {
    TOURNAMENT_PLAYERS_MAX = 256,
    PLAYER_OPTIONS_MAX = 32, /* engine options of one player */
    PLAYER_ARGV_MAX = 32,    /* words of one player's command line */
    TOURNAMENT_GAMES_MAX = 10000000,
};

/* A player's time control: at most one of clock_ms, movetime_ms, depth and nodes is set (built-in
 * players may have none). */
static inline bool time_control_has_clock(const ClientTimeControl *tc) {
    return tc->clock_ms > 0;
}

/* Can the player lose on time? */
static inline bool time_control_is_timed(const ClientTimeControl *tc) {
    return tc->clock_ms > 0 || tc->movetime_ms > 0;
}

typedef enum {
    PLAYER_UCI,
    PLAYER_CECP,
    PLAYER_TEXTUI,
    PLAYER_RANDOM,
    PLAYER_GREEDY,
    PLAYER_MINIMAX2,
} PlayerKind;

typedef struct {
    char name[PLAYER_NAME_SIZE];
    const char *value;
} PlayerOption;

/* When a program that has not failed is restarted for the next game: if it asks for it (CECP's
 * feature reuse=0), always, or never. */
typedef enum { RESTART_AUTO, RESTART_ON, RESTART_OFF } RestartPolicy;

/* A player as configured. The strings are borrowed and must outlive the tournament. */
typedef struct {
    char name[PLAYER_NAME_SIZE];
    PlayerKind kind;
    const char *argv[PLAYER_ARGV_MAX + 1]; /* program and arguments; ends with NULL */
    const char *directory; /* the program's working directory; NULL: the referee's */
    const char *variant;   /* the engine's name for the ruleset; NULL: our name */
    bool passes_with_king; /* forced passes are written as a king's move to its own square: e1e1 */
    RestartPolicy restart;
    bool ponders;          /* it thinks in its opponent's time, too */
    TextUiDialect dialect; /* for PLAYER_TEXTUI */
    PlayerOption options[PLAYER_OPTIONS_MAX];
    int option_count;
    ClientTimeControl tc;
    bool has_margin;
    int64_t margin_ms; /* if has_margin: the player's own, instead of the tournament's */
} PlayerSpec;

/* Is the player a program, rather than built in? */
static inline bool player_spec_is_program(const PlayerSpec *spec) {
    return spec->kind == PLAYER_UCI || spec->kind == PLAYER_CECP || spec->kind == PLAYER_TEXTUI;
}

/* --resign: a player has lost once its score was -score_cp or less in each of its last `turns`
 * turns; if is_two_sided, only if the opponent's score was also score_cp or more in each of its
 * last `turns` turns. */
typedef struct {
    int turns; /* 0: no such rule */
    int score_cp;
    bool is_two_sided;
} ResignRule;

/* --draw: a game is drawn once each player has made first_turn turns and its scores in its last
 * `turns` turns were all from -score_cp to score_cp. */
typedef struct {
    int first_turn;
    int turns; /* 0: no such rule */
    int score_cp;
} DrawRule;

typedef enum {
    FORMAT_ROUND_ROBIN, /* a match if there are two players */
    FORMAT_GAUNTLET,    /* the first player against each of the others */
    FORMAT_SWISS,
    FORMAT_KNOCKOUT,
} TournamentFormat;

/* How uneven an opening may be. At most one of the two limits is set; 0 means no limit. */
typedef struct {
    int max_cp;      /* the highest score, in centipawns, that a player may have */
    int max_percent; /* how far the expected points may be from 50 %, in percentage points */
    int nodes;       /* nodes of the search that finds the score */
} BalanceRule;

/* Is either limit set? */
bool balance_has_limit(const BalanceRule *rule);

enum { OPENINGS_MAX = 1000000 /* in a file */ };

enum { BALANCE_NODES = 10000 /* the default for BalanceRule.nodes */ };

typedef enum { OPENINGS_NONE, OPENINGS_RANDOM, OPENINGS_FILE, OPENINGS_BOOK } OpeningSource;

typedef struct {
    const Ruleset *rules;
    PlayerSpec players[TOURNAMENT_PLAYERS_MAX];
    int player_count;
    TournamentFormat format;
    int rounds;          /* Swiss only */
    int games;           /* per encounter; in a round robin or a gauntlet, total per pairing */
    int tie_break_games; /* knock-out: maximum number of games, played in pairs, to break a tie */
    OpeningSource openings;
    const char *opening_path; /* a file of openings, or a book */
    int opening_plies;   /* the number of half-moves; file: at most so many of each opening, or 0 */
    BalanceRule balance; /* only for openings that are random or from a book */
    bool openings_shuffled; /* file only */
    int opening_start;      /* file only: the first opening, from 1, once they are shuffled */
    int chips[COLOURS];     /* pass chips at the start */
    bool tournament_draws;  /* threefold repetition and the fifty-move rule draw the game */
    int max_turns;          /* turns after which a game is drawn */
    ResignRule resign;
    DrawRule draw;
    int64_t minimum_charge_ms; /* minimum time charged for a turn */
    int64_t nodes_per_ms;      /* if not 0, clocks count nodes: a millisecond is this many */
    int64_t margin_ms; /* by how many milliseconds a time limit may be exceeded; negative: the
                          default */
    int64_t response_timeout_ms; /* longest wait for a program to start, or for a turn without a
                                    time limit */
    Scoring scoring;
    const char *event, *site; /* for PGN; NULL: the title of the tournament, and unknown */
    uint64_t seed;            /* seed of all random choices */
    bool has_chosen_seed;     /* was it not given, but chosen for this tournament? */
    bool has_sprt;
    SprtParams sprt;
    ClientTimeControl tc; /* for players without their own */
    bool has_default_tc;  /* `tc` is DEFAULT_TIME_CONTROL, because a program had no limit */
} TournamentConfig;

/* The time control of programs for which none is given. */
#define DEFAULT_TIME_CONTROL "10+0.1"

/* Checks that the tournament can be played, and fills in defaults: unique names, games, rounds, the
 * players' time controls. */
bool tournament_config_complete(TournamentConfig *config, Error *error);

/* Is no limit set? */
bool time_control_is_unset(const ClientTimeControl *tc);

/* Writes "10+0.1", "40/5:00", "8 ms", "depth 6", "5000 nodes" or "no limit". */
enum { TIME_CONTROL_TEXT_SIZE = 48 };
void time_control_print(const ClientTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]);

/* Writes the value of PGN's tag TimeControl: "10+0.1", "40/300"; or "?" for a time control that the
 * tag cannot express. */
void time_control_print_pgn(const ClientTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]);

/* Reads "[MOVES/]TIME[+INCREMENT]"; times are seconds, M:SS or H:MM:SS, optionally with a fraction.
 * *tc is set only on success. */
bool time_control_read_clock(ClientTimeControl *tc, const char *text, Error *error);

/* A format's name as on the command line. The array ends with NULL. */
const char *tournament_format_name(TournamentFormat format);
extern const char *const TOURNAMENT_FORMAT_NAMES[];

#endif
