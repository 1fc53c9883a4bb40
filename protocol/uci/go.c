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

typedef struct {
    int64_t numbers[GO_NUMBERS];
    bool given[GO_NUMBERS];
    bool infinite, ponder, searchmoves;
    int word_number; /* number of the last word read; `go` is word 1 */
} ParsedGo;

static GoNumber find_keyword(const char *word) {
    int i = 0;
    while (i < GO_NUMBERS && strcmp(GO_KEYWORDS[i].word, word) != 0)
        i++;
    return (GoNumber)i;
}

/* The flag that a keyword without a number sets; NULL for other words. */
static bool *find_flag(ParsedGo *parsed, const char *word) {
    return strcmp(word, "infinite") == 0      ? &parsed->infinite
           : strcmp(word, "ponder") == 0      ? &parsed->ponder
           : strcmp(word, "searchmoves") == 0 ? &parsed->searchmoves
                                              : NULL;
}

static bool parse_number(ParsedGo *parsed, GoNumber which, char **rest, Error *error) {
    int64_t *number = &parsed->numbers[which];
    char *word = words_next(rest);
    parsed->word_number++;
    if (!words_number(word, number) || *number < GO_KEYWORDS[which].minimum ||
        *number > GO_KEYWORDS[which].maximum)
        return error_set(error, "word %d: %s is not a valid number for %s", parsed->word_number,
                         QUOTE(word), GO_KEYWORDS[which].word);
    parsed->given[which] = true;
    return true;
}

static bool parse_searchmove(const ParsedGo *parsed, const Position *pos, const char *word,
                             GoCommand *go, Error *error) {
    if (go->params.searchmove_count == MULTIPV_MAX)
        return error_set(error, "word %d: searchmoves takes up to %d turns", parsed->word_number,
                         MULTIPV_MAX);
    Refusal refusal;
    if (!notation_read_turn(pos, word, &go->searchmoves[go->params.searchmove_count], &refusal)) {
        refusal_error(&refusal, word, error);
        return error_wrap(error, "word %d", parsed->word_number);
    }
    go->params.searchmove_count++;
    return true;
}

static bool parse_words(const Position *pos, char *rest, ParsedGo *parsed, GoCommand *go,
                        Error *error) {
    char *word;
    *parsed = (ParsedGo){.word_number = 1};
    while ((word = words_next(&rest))) {
        parsed->word_number++;
        bool *flag = find_flag(parsed, word);
        GoNumber which = find_keyword(word);
        bool good = true;
        if (flag)
            *flag = true;
        else if (which != GO_NUMBERS)
            good = parse_number(parsed, which, &rest, error);
        else if (parsed->searchmoves)
            good = parse_searchmove(parsed, pos, word, go, error);
        else
            good = error_set(error, "word %d: unknown word %s", parsed->word_number, QUOTE(word));
        if (!good)
            return false;
    }
    return true;
}

static bool is_any_given(const ParsedGo *parsed, const GoNumber *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (parsed->given[numbers[i]])
            return true;
    return false;
}

/* Does the player's clock limit the search? If `go` has clock words, but neither this player's
 * clock nor any other limit, the clock counts as 0: a GUI that wants no limit says `infinite`. */
static bool has_clock(const ParsedGo *parsed, GoNumber own_clock) {
    static const GoNumber CLOCKS[] = {GO_WTIME, GO_BTIME, GO_WINC, GO_BINC, GO_MOVESTOGO};
    static const GoNumber OTHERS[] = {GO_MOVETIME, GO_DEPTH, GO_NODES, GO_MATE};
    return parsed->given[own_clock] ||
           (is_any_given(parsed, CLOCKS, sizeof CLOCKS / sizeof *CLOCKS) &&
            !is_any_given(parsed, OTHERS, sizeof OTHERS / sizeof *OTHERS));
}

static Limits limits_of(const ParsedGo *parsed, Colour player) {
    const int64_t *numbers = parsed->numbers;
    GoNumber clock = player == BLACK ? GO_BTIME : GO_WTIME;
    GoNumber increment = player == BLACK ? GO_BINC : GO_WINC;
    return (Limits){.depth = (int)numbers[GO_DEPTH],
                    .nodes = (uint64_t)numbers[GO_NODES],
                    .mate = (int)numbers[GO_MATE],
                    .time = {.has_clock = has_clock(parsed, clock),
                             .clock = numbers[clock],
                             .increment = numbers[increment],
                             .moves_to_go = (int)numbers[GO_MOVESTOGO],
                             .movetime = numbers[GO_MOVETIME]}};
}

bool uci_parse_go(const Game *game, char *text, GoCommand *go, Error *error) {
    ParsedGo parsed;
    go->params = (GoParams){.searchmoves = go->searchmoves};
    if (!parse_words(&game->now, text, &parsed, go, error))
        return false;
    Limits limits = limits_of(&parsed, game_player(game));
    bool limited = limits.depth || limits.nodes || limits.mate || limits.time.movetime ||
                   limits.time.has_clock;
    go->perft_depth = parsed.given[GO_PERFT] ? (int)parsed.numbers[GO_PERFT] : -1;
    go->params.limits = limits;
    go->params.ponder = parsed.ponder;
    go->params.infinite = parsed.infinite || !limited;
    return true;
}
