/* config: what is to be played, by whom and how: all that decides the games of a tournament and
 * nothing that does not. Made once from the command line; constant from then on; any thread. */
#ifndef MISERE_REFEREE_CONFIG_CONFIG_H
#define MISERE_REFEREE_CONFIG_CONFIG_H

#include "files/model/stored_game.h"
#include "referee/stats/statistics.h"

#include <stddef.h>

enum {
    TOURNAMENT_PLAYERS_MAX = 256,
    PLAYER_OPTIONS_MAX = 32, /* of one player */
    PLAYER_ARGV_MAX = 32,    /* of one player's command line */
    TOURNAMENT_GAMES_MAX = 10000000,
};

/* What limits a player's thinking. Exactly one of clock, time a turn, depth and nodes is set. */
typedef struct {
    int moves_to_go; /* turns until the clock is filled up by clock_ms again; 0: never */
    int64_t clock_ms;
    int64_t increment_ms;
    int64_t movetime_ms;
    int depth; /* in half-moves */
    int64_t nodes;
} MatchTimeControl;

/* Is real time measured, and losing by it possible? */
static inline bool time_control_has_clock(const MatchTimeControl *tc) {
    return tc->clock_ms > 0;
}
static inline bool time_control_is_timed(const MatchTimeControl *tc) {
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

/* All texts are the caller's, and outlive the tournament. */
typedef struct {
    char name[PLAYER_NAME_SIZE];
    PlayerKind kind;
    const char *argv[PLAYER_ARGV_MAX + 1]; /* program and arguments; ends with NULL */
    const char *directory;                 /* where it runs; NULL: where we do */
    const char *variant;                   /* its name for the ruleset; NULL: ours */
    bool passes_with_king; /* is a forced pass written as the king's move to its own square? */
    bool restarts;         /* is the program started anew for each game? */
    bool fall_2003;        /* TextUI: of that dialect */
    PlayerOption options[PLAYER_OPTIONS_MAX];
    int option_count;
    MatchTimeControl tc;
} PlayerSpec;

typedef enum {
    FORMAT_ROUND_ROBIN, /* for two players: a match */
    FORMAT_GAUNTLET,    /* the first player against each other one */
    FORMAT_SWISS,
    FORMAT_KNOCKOUT,
} TournamentFormat;

enum { BALANCE_NODES = 10000 /* if nobody says how many */ };

typedef enum { OPENINGS_NONE, OPENINGS_RANDOM, OPENINGS_FILE, OPENINGS_BOOK } OpeningSource;

typedef struct {
    const Ruleset *rules;
    PlayerSpec players[TOURNAMENT_PLAYERS_MAX];
    int player_count;
    TournamentFormat format;
    int rounds;          /* Swiss only */
    int games;           /* of each pairing, in each round */
    int tie_break_games; /* knock-out: at most so many more, two at a time, if a match is level */
    OpeningSource openings;
    const char *opening_path; /* a file of openings, or a book */
    int opening_plies;        /* random or book: how many half-moves */
    int balance_cp;    /* random or book: nobody is to stand better by more centipawns; 0: any */
    int balance_nodes; /* as a search of so many nodes sees it */
    bool openings_shuffled;
    int chips[COLOURS];
    bool tournament_draws;
    int max_turns; /* turns after which a game is drawn */
    int64_t minimum_charge_ms;
    int64_t margin_ms;           /* by how much a limit of time may be missed */
    int64_t response_timeout_ms; /* how long to wait where no limit of time is set, and to start */
    Scoring scoring;
    uint64_t seed;
    bool has_sprt;
    SprtParams sprt;
    MatchTimeControl tc; /* of players that have none of their own */
} TournamentConfig;

/* Can it be played? Completes what follows from the rest: names, rounds, time controls. */
bool tournament_config_complete(TournamentConfig *config, Error *error);

/* Has nothing been set that limits thinking? */
bool time_control_is_unset(const MatchTimeControl *tc);

/* "10+0.1", "40/5:00", "8 ms", "depth 6", "5000 nodes", "no limit". */
enum { TIME_CONTROL_TEXT_SIZE = 48 };
void time_control_print(const MatchTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]);

/* The same as PGN's tag TimeControl has it: "10+0.1", "40/300"; "?" for what that cannot say. */
void time_control_print_pgn(const MatchTimeControl *tc, char text[TIME_CONTROL_TEXT_SIZE]);

/* Reads "[MOVES/]TIME[+INCREMENT]", times in seconds or M:SS or H:MM:SS, with a fraction or not,
 * into a time control that has nothing set. On failure says why and returns false. */
bool time_control_read_clock(MatchTimeControl *tc, const char *text, Error *error);

/* A format's name as on the command line. The array ends with NULL. */
const char *tournament_format_name(TournamentFormat format);
extern const char *const TOURNAMENT_FORMAT_NAMES[];

#endif
