#include "uci/go.h"

#include "base/minmax.h"
#include "base/words.h"
#include "search/perft.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The keywords that are followed by a number. */
typedef enum {
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MOVETIME,
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_PERFT,
    GO_NUMBERS,
} GoNumber;

static const struct {
    const char *word;
    int64_t minimum, maximum;
} GO_KEYWORDS[GO_NUMBERS] = {
    [GO_WTIME] = {"wtime", INT64_MIN, INT64_MAX},
    [GO_BTIME] = {"btime", INT64_MIN, INT64_MAX},
    [GO_WINC] = {"winc", 0, INT64_MAX},
    [GO_BINC] = {"binc", 0, INT64_MAX},
    [GO_MOVESTOGO] = {"movestogo", 0, 1000000},
    [GO_MOVETIME] = {"movetime", 1, INT64_MAX},
    [GO_DEPTH] = {"depth", 1, 1000000},
    [GO_NODES] = {"nodes", 1, INT64_MAX},
    [GO_MATE] = {"mate", 1, 1000000},
    [GO_PERFT] = {"perft", 0, PERFT_DEPTH_MAX},
};

static GoNumber find_keyword(const char *word) {
    int i = 0;
    while (i < GO_NUMBERS && strcmp(GO_KEYWORDS[i].word, word) != 0)
        i++;
    return (GoNumber)i;
}

static bool is_keyword(const char *word) {
    return find_keyword(word) != GO_NUMBERS || strcmp(word, "infinite") == 0 ||
           strcmp(word, "ponder") == 0 || strcmp(word, "searchmoves") == 0;
}

enum { REMARKS_MAX = 100 };

/* The words after `go`, one at a time. */
typedef struct {
    char *rest;
    const char *word; /* the current word; NULL: there are no more */
    int place;        /* its number; `go` is word 1 */
    int remarks;      /* number of remarks made */
    GoRemark *remark;
    void *context;
} Words;

/* The rest of a line with REMARKS_MAX faults is skipped. */
static void next_word(Words *words) {
    words->word = words->remarks < REMARKS_MAX ? words_next(&words->rest) : NULL;
    words->place++;
}

static void remark(Words *words, Error *error) {
    error_wrap(error, "word %d", words->place);
    words->remark(words->context, error->text);
    if (++words->remarks == REMARKS_MAX)
        words->remark(words->context, "too many faults: the rest of the line is ignored");
}

/* Reads a decimal number, also one with a fraction or beyond 64 bits, as the nearest integer.
 * Returns false if the word is no number. */
static bool read_decimal(const char *word, int64_t *number) {
    if (words_number(word, number))
        return true;
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end || strspn(word, "+-.0123456789") != (size_t)(end - word))
        return false;
    value += value < 0 ? -0.5 : 0.5;
    *number = value >= 0x1p63 ? INT64_MAX : value < -0x1p63 ? INT64_MIN : (int64_t)value;
    return true;
}

/* Reads the current word as the number that follows a keyword: the nearest that can be, or the
 * smallest one from 0 if the word is no number. Skips the word unless it is a keyword. */
static int64_t read_number(Words *words, GoNumber which) {
    int64_t minimum = GO_KEYWORDS[which].minimum, maximum = GO_KEYWORDS[which].maximum;
    int64_t number = 0, exact;
    const char *word = words->word ? words->word : "";
    read_decimal(word, &number);
    number = max64(minimum, min64(maximum, number));
    if (!words_number(word, &exact) || exact != number) {
        Error error;
        error_set(&error, "%s is not a valid number for %s; %" PRId64 " is used", QUOTE(word),
                  GO_KEYWORDS[which].word, number);
        remark(words, &error);
    }
    if (!is_keyword(word))
        next_word(words);
    return number;
}

/* Adds the current word to the turns to search, if it is a legal one. */
static void read_searchmove(Words *words, const Position *pos, GoParams *go) {
    Refusal refusal;
    Turn turn;
    Error error;
    if (!notation_read_turn(pos, words->word, &turn, &refusal)) {
        refusal_error(&refusal, words->word, &error);
        remark(words, &error);
    } else if (turn_is_among(go->searchmoves, go->searchmove_count, turn)) {
        return;
    } else if (go->searchmove_count < MULTIPV_MAX) {
        go->searchmoves[go->searchmove_count++] = turn;
    } else {
        error_set(&error, "searchmoves takes up to %d turns", MULTIPV_MAX);
        remark(words, &error);
    }
}

/* Reads all words into *go, but the numbers into `numbers`. Returns the numbers given: the bit
 * 1 << N for number N. */
static unsigned read_words(Words *words, const Position *pos, int64_t numbers[GO_NUMBERS],
                           GoParams *go) {
    unsigned given = 0;
    bool in_searchmoves = false, has_searchmoves = false;
    next_word(words);
    while (words->word) {
        GoNumber which = find_keyword(words->word);
        if (which != GO_NUMBERS) {
            next_word(words);
            numbers[which] = read_number(words, which);
            given |= 1U << which;
            continue;
        }
        if (strcmp(words->word, "infinite") == 0) {
            go->infinite = true;
        } else if (strcmp(words->word, "ponder") == 0) {
            go->ponder = true;
        } else if (strcmp(words->word, "searchmoves") == 0) {
            in_searchmoves = true;
        } else if (in_searchmoves) {
            read_searchmove(words, pos, go);
            has_searchmoves = true;
        } else {
            Error error;
            error_set(&error, "unknown word %s", QUOTE(words->word));
            remark(words, &error);
        }
        next_word(words);
    }
    go->answers_none = has_searchmoves && go->searchmove_count == 0;
    return given;
}

/* Does the player's clock limit the search? If `go` has clock words, but neither this player's
 * clock nor any other limit, the clock counts as 0: a GUI that wants no limit says `infinite`. */
static bool has_clock(unsigned given, GoNumber own_clock) {
    static const unsigned CLOCKS =
        1U << GO_WTIME | 1U << GO_BTIME | 1U << GO_WINC | 1U << GO_BINC | 1U << GO_MOVESTOGO;
    static const unsigned OTHERS =
        1U << GO_MOVETIME | 1U << GO_DEPTH | 1U << GO_NODES | 1U << GO_MATE;
    return given & 1U << own_clock || (given & CLOCKS && !(given & OTHERS));
}

static Limits limits_of(const int64_t numbers[GO_NUMBERS], unsigned given, Colour player) {
    GoNumber clock = player == BLACK ? GO_BTIME : GO_WTIME;
    GoNumber increment = player == BLACK ? GO_BINC : GO_WINC;
    return (Limits){.depth = (int)numbers[GO_DEPTH],
                    .nodes = (uint64_t)numbers[GO_NODES],
                    .mate = (int)numbers[GO_MATE],
                    .time = {.has_clock = has_clock(given, clock),
                             .clock = numbers[clock],
                             .increment = numbers[increment],
                             .moves_to_go = (int)numbers[GO_MOVESTOGO],
                             .movetime = numbers[GO_MOVETIME]}};
}

int uci_parse_go(const Game *game, char *words, GoParams *go, GoRemark *remark_on, void *context) {
    int64_t numbers[GO_NUMBERS] = {0};
    Words reader = {.rest = words, .place = 1, .remark = remark_on, .context = context};
    *go = (GoParams){0};
    unsigned given = read_words(&reader, &game->now, numbers, go);
    Limits limits = limits_of(numbers, given, game_player(game));
    go->limits = limits;
    go->infinite |= !(limits.depth || limits.nodes || limits.mate || limits.time.movetime ||
                      limits.time.has_clock);
    return given & 1U << GO_PERFT ? (int)numbers[GO_PERFT] : -1;
}
