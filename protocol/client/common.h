/* common: what the clients share: how an engine is started, how it can fail, what it answers, and
 * how its lines are split into words. Pure and thread-safe. */
#ifndef MISERE_CLIENT_COMMON_H
#define MISERE_CLIENT_COMMON_H

#include "client/textui_dialect.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Sizes in bytes, with the NUL. */
enum {
    CLIENT_NAME_SIZE = 128,
    CLIENT_MOVE_SIZE = 64,
    CLIENT_PV_SIZE = 1024,
    CLIENT_CLAIM_SIZE = 64,
    CLIENT_ERRORS_MAX = 16 * 1024 * 1024,
};

typedef enum { CLIENT_UCI, CLIENT_CECP, CLIENT_TEXTUI, CLIENT_PROTOCOLS } ClientProtocol;

/* How to start an engine. */
typedef struct {
    ClientProtocol protocol;
    TextUiDialect dialect;   /* for TextUI */
    bool passes_with_king;   /* UCI: write a forced pass as the king's move to its own square */
    const char *const *argv; /* ends with NULL; [0] is a path, or a name to look up in PATH */
    int start_timeout_ms;    /* time for starting the program and for the handshake, together */
    /* A file for the transcript, or NULL. Its lines are "SECONDS NAME[PID] -> LINE", where "->"
     * marks a line sent, "<-" a line received, "<!" one of stderr and "!!" a failure. What the
     * program writes after a request, to stdout and stderr together, takes at most 1 MiB. */
    FILE *transcript;
    FILE *errors; /* the same, but only with the lines of stderr, and no more once the file has
                     CLIENT_ERRORS_MAX bytes; or NULL. Several clients may share these files, which
                     must stay open until they are stopped. Without either, stderr is discarded */
    const char *directory; /* the program's working directory; NULL: the caller's. A relative
                              argv[0] is always looked up in the caller's */
    int processor;         /* see SubprocessPlan; 0: any */
    /* A flag, or NULL. Any thread or a signal handler may set it; every wait then fails within 100
     * ms. It must stay valid until the client is stopped. */
    const atomic_bool *cancel;
} ClientConfig;

typedef enum {
    CLIENT_FAILURE_NONE,
    CLIENT_FAILURE_DIED, /* the process ended, or closed its stdin or stdout */
    CLIENT_FAILURE_HUNG, /* no answer before the deadline, or the program does not read its stdin */
    CLIENT_FAILURE_FLOODED,   /* over 32 MiB of output without an answer to the request; that of
                                 stderr counts, too, unless it is discarded */
    CLIENT_FAILURE_PROTOCOL,  /* the program sent something that its protocol does not allow */
    CLIENT_FAILURE_CANCELLED, /* ClientConfig.cancel was set, or the caller is out of memory; not
                                 the program's fault */
} ClientFailure;

/* The limits of a search. Start from CLIENT_LIMITS_NONE and set at least one member. */
typedef struct {
    int64_t clock_ms[2];     /* [0] White, [1] Black; negative: no clock */
    int64_t increment_ms[2]; /* sent with a clock, if positive */
    int moves_to_go;         /* moves until more time is added to the clock; 0: not sent */
    int64_t movetime_ms;     /* 0: not sent */
    int depth;               /* 0: not sent */
    int64_t nodes;           /* 0: not sent */
    bool infinite;           /* search until stopped */
} ClientLimits;

#define CLIENT_LIMITS_NONE ((ClientLimits){.clock_ms = {-1, -1}})

/* The limits of all of a player's searches in a game. Unset members are 0. */
typedef struct {
    int moves_to_go;      /* clock_ms is added again after this many turns; 0: never */
    int64_t clock_ms;     /* for the whole game; for moves_to_go turns if that is set */
    int64_t increment_ms; /* for each turn, only with clock_ms */
    int64_t movetime_ms;  /* for each turn, instead of a clock */
    int depth;            /* in half-moves */
    int64_t nodes;
} ClientTimeControl;

/* An engine's answer to a request for a move. The members from depth to nodes are the engine's own
 * claims. */
typedef struct {
    char bestmove[CLIENT_MOVE_SIZE]; /* one word as sent, legal or not; "": none */
    char ponder[CLIENT_MOVE_SIZE];   /* "" if none, or if too long */
    int depth; /* depth at which the last exact score or PV was found; 0: unknown */
    bool has_score;
    bool is_mate;
    int score; /* the score from the program's point of view: centipawns, or moves until mate if
                  is_mate */
    char pv[CLIENT_PV_SIZE];       /* cut after a whole move if it is too long */
    int64_t nodes;                 /* 0: unknown */
    int64_t elapsed_us;            /* time from just before the request until the answer was read */
    bool resigned;                 /* the program resigned instead of moving; never in UCI */
    char claim[CLIENT_CLAIM_SIZE]; /* the line by which the program claims that the game is over,
                                      truncated; "": none. Never in UCI */
} ClientBestMove;

/* A word of a line. */
typedef struct {
    const char *text;
    size_t length; /* 0 at the end of the line */
} ClientWord;

/* Cuts the next word, delimited by spaces, off *rest. */
ClientWord client_word(const char **rest);

bool client_word_is(ClientWord word, const char *text);

/* Copies the word. If it does not fit, sets `to` to "" and returns false. */
bool client_word_copy(char *to, size_t size, ClientWord word);

/* Reads the next word as a number. If it is not a number, leaves *number unchanged and returns
 * false. */
bool client_number(const char **rest, int64_t *number);

/* What a program says about its search. */
typedef struct {
    int64_t depth; /* 0: unknown */
    bool has_score;
    bool is_mate;
    int64_t score;  /* the score, as in ClientBestMove */
    const char *pv; /* NULL: none */
} ClientSearchInfo;

/* Copies the info into the answer. A score or PV that the info lacks stays unchanged in the
 * answer. */
void client_bestmove_set_info(ClientBestMove *answer, const ClientSearchInfo *search_info);

#endif
