/* common: what the clients share: how a program is started, how it may fail, what it
 * answers, and the words of its lines. Pure; any thread. */
#ifndef MISERE_CLIENT_COMMON_H
#define MISERE_CLIENT_COMMON_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    CLIENT_NAME_SIZE = 128,
    CLIENT_MOVE_SIZE = 64,
    CLIENT_PV_SIZE = 1024,
    CLIENT_CLAIM_SIZE = 64,
};

typedef struct {
    const char *const *argv; /* ends with NULL; [0] is a path, or a name to look up in PATH */
    int start_timeout_ms;    /* for the exec and the handshake together */
    /* NULL, or gets lines "SECONDS NAME[PID] -> LINE": "->" sent, "<-" received, "!!" a failure;
     * and whatever the program writes on stderr, which otherwise goes to /dev/null. Clients may
     * share one. Must stay open until the client is stopped. */
    FILE *transcript;
    const char
        *directory; /* where the program runs; NULL: where we do. argv[0] is seen from ours */
    /* NULL, or something that becomes true, from any thread or a signal handler, when nobody wants
     * answers any more: every wait then fails within 100 ms. Must last until the client is
     * stopped. */
    const atomic_bool *cancel;
} ClientConfig;

typedef enum {
    CLIENT_FAILURE_NONE,
    CLIENT_FAILURE_DIED,      /* the process ended, or closed its stdin or stdout */
    CLIENT_FAILURE_HUNG,      /* no answer before the deadline, or it does not read its stdin */
    CLIENT_FAILURE_FLOODED,   /* over 32 MiB of output for one request without the answer */
    CLIENT_FAILURE_PROTOCOL,  /* it said what its protocol does not allow there */
    CLIENT_FAILURE_CANCELLED, /* not its fault: ClientConfig.cancel became true */
} ClientFailure;

/* What limits a search. Start from CLIENT_LIMITS_NONE and set at least one member. */
typedef struct {
    int64_t clock_ms[2];     /* [0] White, [1] Black; negative: no clock */
    int64_t increment_ms[2]; /* sent with a clock, if positive */
    int moves_to_go;         /* until the clock is filled up; 0: not sent */
    int64_t movetime_ms;     /* 0: not sent */
    int depth;               /* 0: not sent */
    int64_t nodes;           /* 0: not sent */
    bool infinite;           /* until the search is stopped */
} ClientLimits;

#define CLIENT_LIMITS_NONE ((ClientLimits){.clock_ms = {-1, -1}})

/* What limits the searches of a whole game, for protocols that are told so when it begins. */
typedef struct {
    int moves_per_session; /* moves after which base_ms is added again; 0: never */
    int64_t base_ms;       /* 0: no clock */
    int64_t increment_ms;  /* needs a clock */
    int64_t move_ms;       /* for every move, instead of a clock; 0: none */
    int depth;             /* in half-moves; 0: no limit */
} ClientTimeControl;

/* What a program answers that is asked for a turn. All from depth to nodes is its own claim. */
typedef struct {
    char bestmove[CLIENT_MOVE_SIZE]; /* one word as sent, legal or not; "" if there was none */
    char ponder[CLIENT_MOVE_SIZE];   /* "" if none, or if too long */
    int depth;                       /* of the last exact score or pv; 0: not said */
    bool has_score;
    bool is_mate;
    int score;               /* of the program's side: centipawns, or moves until mate if is_mate */
    char pv[CLIENT_PV_SIZE]; /* cut after a whole move if long */
    int64_t nodes;           /* 0: not said */
    int64_t elapsed_us;      /* from just before it was asked until the answer was read */
    bool resigned;           /* instead of moving; never by UCI */
    char claim[CLIENT_CLAIM_SIZE]; /* the words that call the game over, cut; "": it goes on. Never
                                    * by UCI */
} ClientBestMove;

/* A word of a line. */
typedef struct {
    const char *text;
    size_t length; /* 0 at the end of the line */
} ClientWord;

/* Cuts the next word, delimited by blanks, off *rest. */
ClientWord client_word(const char **rest);

bool client_word_is(ClientWord word, const char *text);

/* False, and "", if the word does not fit. */
bool client_word_copy(char *to, size_t size, ClientWord word);

/* The next word as a number; *number is left alone, and false returned, if it is none. */
bool client_number(const char **rest, int64_t *number);

enum { CLIENT_OPTIONS_SIZE = 32 * 1024 };

/* The names of the options that a program has announced. Holds none when zeroed. */
typedef struct {
    char text[CLIENT_OPTIONS_SIZE]; /* each followed by a newline */
    size_t length;
} ClientOptions;

/* A name that is empty or does not fit any more is left out. */
void client_options_add(ClientOptions *options, const char *name, size_t length);

/* Upper and lower case are alike. */
bool client_options_have(const ClientOptions *options, const char *name);

/* What a thinking program says of its search. */
typedef struct {
    int64_t depth; /* 0: not said */
    bool has_score;
    bool is_mate;
    int64_t score;  /* as in ClientBestMove */
    const char *pv; /* NULL: none */
} ClientSearchInfo;

/* Puts a thought into the answer. */
void client_bestmove_set_info(ClientBestMove *answer, const ClientSearchInfo *thought);

#endif
