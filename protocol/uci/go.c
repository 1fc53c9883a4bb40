#include "uci/go.h"

#include "base/words.h"
#include "search/perft.h"

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

static bool read_number(GoNumber which, const char *word, int64_t *number, Error *error) {
    return (words_number(word, number) && *number >= GO_KEYWORDS[which].minimum &&
            *number <= GO_KEYWORDS[which].maximum) ||
           error_set(error, "%s is not a valid number for %s", QUOTE(word),
                     GO_KEYWORDS[which].word);
}

static bool read_searchmove(const Position *pos, const char *word, GoParams *go, Error *error) {
    Refusal refusal;
    if (go->searchmove_count == MULTIPV_MAX)
        return error_set(error, "searchmoves takes up to %d turns", MULTIPV_MAX);
    if (!notation_read_turn(pos, word, &go->searchmoves[go->searchmove_count], &refusal)) {
        refusal_error(&refusal, word, error);
        return false;
    }
    go->searchmove_count++;
    return true;
}

/* Reads all words but the numbers into *go. *given has the bit 1 << N for each number N read. */
static bool read_words(const Position *pos, char *rest, int64_t numbers[GO_NUMBERS],
                       unsigned *given, GoParams *go, Error *error) {
    bool searchmoves = false;
    char *word;
    for (int count = 2; (word = words_next(&rest)); count++) { /* `go` is word 1 */
        GoNumber which = find_keyword(word);
        bool good = true;
        if (strcmp(word, "infinite") == 0) {
            go->infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            go->ponder = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            searchmoves = true;
        } else if (which != GO_NUMBERS) {
            good = read_number(which, words_next(&rest), &numbers[which], error);
            *given |= 1U << which;
            count++;
        } else {
            good = searchmoves ? read_searchmove(pos, word, go, error)
                               : error_set(error, "unknown word %s", QUOTE(word));
        }
        if (!good)
            return error_wrap(error, "word %d", count);
    }
    return true;
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

bool uci_parse_go(const Game *game, char *words, GoParams *go, int *perft_depth, Error *error) {
    int64_t numbers[GO_NUMBERS] = {0};
    unsigned given = 0;
    *go = (GoParams){.infinite = false};
    if (!read_words(&game->now, words, numbers, &given, go, error))
        return false;
    Limits limits = limits_of(numbers, given, game_player(game));
    go->limits = limits;
    go->infinite |= !(limits.depth || limits.nodes || limits.mate || limits.time.movetime ||
                      limits.time.has_clock);
    *perft_depth = given & 1U << GO_PERFT ? (int)numbers[GO_PERFT] : -1;
    return true;
}
