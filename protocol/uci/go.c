#include "uci/go.h"

#include "base/lines.h"
#include "search/perft.h"

#include <string.h>

/* One line for each thing that is followed by a number. */
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
} GO_WORDS[GO_NUMBERS] = {
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

/* What has been read. */
typedef struct {
    int64_t numbers[GO_NUMBERS];
    bool given[GO_NUMBERS];
    bool infinite, ponder, searchmoves;
    int place; /* of the last word read; `go` is word 1 */
} Words;

static GoNumber find_number(const char *word) {
    int i = 0;
    while (i < GO_NUMBERS && strcmp(GO_WORDS[i].word, word) != 0)
        i++;
    return (GoNumber)i;
}

/* The words that stand alone. */
static bool *find_flag(Words *words, const char *word) {
    return strcmp(word, "infinite") == 0      ? &words->infinite
           : strcmp(word, "ponder") == 0      ? &words->ponder
           : strcmp(word, "searchmoves") == 0 ? &words->searchmoves
                                              : NULL;
}

static bool take_number(Words *words, GoNumber which, char **rest, Error *error) {
    int64_t *number = &words->numbers[which];
    char *word = lines_next_word(rest);
    words->place++;
    if (!lines_number(word, number) || *number < GO_WORDS[which].minimum ||
        *number > GO_WORDS[which].maximum)
        return error_set(error, "word %d '%.40s' is no number for %s", words->place,
                         word ? word : "", GO_WORDS[which].word);
    words->given[which] = true;
    return true;
}

static bool take_turn(const Words *words, const Position *pos, const char *word, UciGo *go,
                      Error *error) {
    Error reason;
    if (go->assignment.only_count == LINES_MAX)
        return error_set(error, "word %d: searchmoves takes up to %d turns", words->place,
                         LINES_MAX);
    if (!notation_read_turn(pos, word, &go->only[go->assignment.only_count], &reason))
        return error_set(error, "word %d %s", words->place, reason.text);
    go->assignment.only_count++;
    return true;
}

static bool read_words(const Position *pos, char *rest, Words *words, UciGo *go, Error *error) {
    char *word;
    *words = (Words){.place = 1};
    while ((word = lines_next_word(&rest))) {
        words->place++;
        bool *flag = find_flag(words, word);
        GoNumber which = find_number(word);
        bool good = true;
        if (flag)
            *flag = true;
        else if (which != GO_NUMBERS)
            good = take_number(words, which, &rest, error);
        else if (words->searchmoves)
            good = take_turn(words, pos, word, go, error);
        else
            good = error_set(error, "word %d '%.40s' is not known", words->place, word);
        if (!good)
            return false;
    }
    return true;
}

static bool is_any_given(const Words *words, const GoNumber *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (words->given[numbers[i]])
            return true;
    return false;
}

/* Is the player's clock what limits the search? It is empty if only the other's is given, or what
 * is added to it, and nothing else is said that ends the search. */
static bool has_clock(const Words *words, GoNumber own_clock) {
    static const GoNumber CLOCKS[] = {GO_WTIME, GO_BTIME, GO_WINC, GO_BINC, GO_MOVESTOGO};
    static const GoNumber OTHERS[] = {GO_MOVETIME, GO_DEPTH, GO_NODES, GO_MATE};
    return words->given[own_clock] ||
           (is_any_given(words, CLOCKS, sizeof CLOCKS / sizeof *CLOCKS) &&
            !is_any_given(words, OTHERS, sizeof OTHERS / sizeof *OTHERS));
}

static Limits limits_of(const Words *words, Colour player) {
    const int64_t *numbers = words->numbers;
    GoNumber clock = player == BLACK ? GO_BTIME : GO_WTIME;
    GoNumber increment = player == BLACK ? GO_BINC : GO_WINC;
    return (Limits){.depth = (int)numbers[GO_DEPTH],
                    .nodes = (uint64_t)numbers[GO_NODES],
                    .mate = (int)numbers[GO_MATE],
                    .time = {.has_clock = has_clock(words, clock),
                             .clock = numbers[clock],
                             .increment = numbers[increment],
                             .moves_to_go = (int)numbers[GO_MOVESTOGO],
                             .movetime = numbers[GO_MOVETIME]}};
}

bool uci_go_read(const Game *game, char *text, UciGo *go, Error *error) {
    Words words;
    go->assignment = (Assignment){.only = go->only};
    if (!read_words(&game->now, text, &words, go, error))
        return false;
    Limits limits = limits_of(&words, game_player(game));
    bool limited = limits.depth || limits.nodes || limits.mate || limits.time.movetime ||
                   limits.time.has_clock;
    go->perft_depth = words.given[GO_PERFT] ? (int)words.numbers[GO_PERFT] : -1;
    go->assignment.limits = limits;
    go->assignment.ponder = words.ponder;
    go->assignment.infinite = words.infinite || !limited;
    return true;
}
