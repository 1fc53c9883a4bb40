/* contest: what is to be played, by whom and how: all that decides the games of a tournament and
 * nothing that does not. Made once from the command line; constant from then on; any thread. */
#ifndef MISERE_REFEREE_CONTEST_CONTEST_H
#define MISERE_REFEREE_CONTEST_CONTEST_H

#include "files/model/stored_game.h"
#include "referee/stats/statistics.h"

#include <stddef.h>

enum {
    CONTEST_PLAYERS_MAX = 256,
    CONTEST_OPTIONS_MAX = 32, /* of one player */
    CONTEST_WORDS_MAX = 32,   /* of one player's command line */
    CONTEST_GAMES_MAX = 10000000,
};

/* What limits a player's thinking. Exactly one of clock, time a turn, depth and nodes is set. */
typedef struct {
    int moves_to_go; /* turns until the clock is filled up by clock_ms again; 0: never */
    int64_t clock_ms;
    int64_t increment_ms;
    int64_t movetime_ms;
    int depth; /* in half-moves */
    int64_t nodes;
} Pace;

/* Is real time measured, and losing by it possible? */
static inline bool pace_has_clock(const Pace *pace) {
    return pace->clock_ms > 0;
}
static inline bool pace_is_timed(const Pace *pace) {
    return pace->clock_ms > 0 || pace->movetime_ms > 0;
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

/* All texts are the caller's, and outlive the contest. */
typedef struct {
    char name[PLAYER_NAME_SIZE];
    PlayerKind kind;
    const char *words[CONTEST_WORDS_MAX + 1]; /* program and arguments; ends with NULL */
    const char *directory;                    /* where it runs; NULL: where we do */
    const char *variant;                      /* its name for the ruleset; NULL: ours */
    bool passes_with_king; /* is a forced pass written as the king's move to its own square? */
    bool restarts;         /* is the program started anew for each game? */
    bool fall_2003;        /* TextUI: of that dialect */
    PlayerOption options[CONTEST_OPTIONS_MAX];
    int option_count;
    Pace pace;
} PlayerSpec;

typedef enum {
    FORMAT_ROUND_ROBIN, /* for two players: a match */
    FORMAT_GAUNTLET,    /* the first player against each other one */
    FORMAT_SWISS,
    FORMAT_KNOCKOUT,
} Format;

enum { BALANCE_NODES = 10000 /* if nobody says how many */ };

typedef enum { OPENINGS_NONE, OPENINGS_RANDOM, OPENINGS_FILE, OPENINGS_BOOK } OpeningSource;

typedef struct {
    const Ruleset *rules;
    PlayerSpec players[CONTEST_PLAYERS_MAX];
    int player_count;
    Format format;
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
    int longest; /* turns after which a game is drawn */
    int64_t minimum_charge_ms;
    int64_t margin_ms;   /* by how much a limit of time may be missed */
    int64_t patience_ms; /* how long to wait where no limit of time is set, and to start */
    Scoring scoring;
    uint64_t seed;
    bool has_sprt;
    SprtTest sprt;
    Pace pace; /* of players that have none of their own */
} Contest;

/* Can it be played? Completes what follows from the rest: names, rounds, paces. */
bool contest_settle(Contest *contest, Error *error);

/* Has nothing been set that limits thinking? */
bool pace_is_unset(const Pace *pace);

/* "10+0.1", "40/5:00", "8 ms", "depth 6", "5000 nodes", "no limit". */
enum { PACE_TEXT_SIZE = 48 };
void pace_print(const Pace *pace, char text[PACE_TEXT_SIZE]);

/* The same as PGN's tag TimeControl has it: "10+0.1", "40/300"; "?" for what that cannot say. */
void pace_print_pgn(const Pace *pace, char text[PACE_TEXT_SIZE]);

/* Reads "[MOVES/]TIME[+INCREMENT]", times in seconds or M:SS or H:MM:SS, with a fraction or not,
 * into a pace that has nothing set. On failure says why and returns false. */
bool pace_read_clock(Pace *pace, const char *text, Error *error);

/* A format's name, and the format of a name; false if there is none. */
const char *contest_format_name(Format format);
bool contest_find_format(const char *name, Format *format);

#endif
