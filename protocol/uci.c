#include "uci.h"

#include "bench.h"
#include "evaluate.h"
#include "lines.h"
#include "perft.h"
#include "thinker.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LIMIT = 8 << 20 };

struct Uci {
    Transcript *transcript;
    FILE *out; /* the transcript's */
    Thinker *thinker;
    int depth;     /* of the perft or bench that runs */
    bool counting; /* perft or bench was the last to run: what it finds is the whole result */
    atomic_int complaints;
};

static const Game *game_of(const Uci *uci) {
    return thinker_game(uci->thinker);
}

static const Position *board_of(const Uci *uci) {
    return &game_of(uci)->now;
}

static bool is_finished(const Uci *uci) {
    return outcome_is_over(game_outcome(game_of(uci)));
}

/* Says what is wrong with a command; `about` names it. */
static void complain(Uci *uci, const char *about, const char *text) {
    fprintf(uci->out, "info string error: %s: %s\n", about, text);
    atomic_fetch_add(&uci->complaints, 1);
}

/* --- uci, isready, options --- */

static void do_uci(Uci *uci, char *rest) {
    (void)rest;
    flockfile(uci->out);
    fprintf(uci->out, "id name Misere " MISERE_VERSION "\nid author the Misere authors\n");
    options_print(uci->out);
    fprintf(uci->out, "uciok\n");
    funlockfile(uci->out);
}

static void do_debug(Uci *uci, char *rest) {
    (void)uci, (void)rest;
}

static void do_isready(Uci *uci, char *rest) {
    (void)rest;
    fprintf(uci->out, "readyok\n");
}

/* Is the word at `text` this one? */
static bool is_word(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t", text[length]);
}

static char *skip_blanks(char *text) {
    return text + strspn(text, " \t");
}

static void trim_end(char *text) {
    for (size_t n = strlen(text); n > 0 && strchr(" \t", text[n - 1]); n--)
        text[n - 1] = '\0';
}

/* Finds "name NAME [value VALUE]", cutting the text in two; *value is NULL if there is none. */
static bool split_setoption(char *text, char **name, char **value) {
    *value = NULL;
    text = skip_blanks(text);
    if (!is_word(text, "name"))
        return false;
    *name = skip_blanks(text + strlen("name"));
    for (char *end = *name; !*value && (end = strpbrk(end, " \t")); end = skip_blanks(end))
        if (is_word(skip_blanks(end), "value")) {
            *value = skip_blanks(skip_blanks(end) + strlen("value"));
            *end = '\0';
            trim_end(*value);
        }
    trim_end(*name);
    return **name != '\0';
}

static void do_setoption(Uci *uci, char *rest) {
    char *name, *value;
    Error error;
    if (!split_setoption(rest, &name, &value))
        complain(uci, "setoption", "it is `setoption name NAME [value VALUE]`");
    else if (!thinker_set_option(uci->thinker, name, value, &error))
        complain(uci, "setoption", error.text);
}

static void do_ucinewgame(Uci *uci, char *rest) {
    (void)rest;
    thinker_forget(uci->thinker);
}

/* --- position --- */

enum { FEN_TEXT_SIZE = 256 }; /* longer than any FEN */

/* Joins the words before `moves` into a FEN, as far as they fit. Returns the word that ended them:
 * `moves`, or NULL at the end. */
static char *take_fen(char **rest, char fen[FEN_TEXT_SIZE]) {
    char *word;
    size_t length = 0;
    fen[0] = '\0';
    while ((word = lines_next_word(rest)) && strcmp(word, "moves") != 0)
        if (length < FEN_TEXT_SIZE)
            length += (size_t)snprintf(fen + length, FEN_TEXT_SIZE - length, "%s%s",
                                       length ? " " : "", word);
    return word;
}

static bool start_position(Game *game, const Ruleset *ruleset, char **rest, char **next,
                           Error *error) {
    char *word = lines_next_word(rest);
    Position start;
    if (word && strcmp(word, "startpos") == 0) {
        position_start(&start, ruleset);
        *next = lines_next_word(rest);
    } else if (word && strcmp(word, "fen") == 0) {
        char fen[FEN_TEXT_SIZE];
        *next = take_fen(rest, fen);
        if (strlen(fen) == FEN_TEXT_SIZE - 1)
            return error_set(error, "the FEN is too long");
        if (!position_from_fen(&start, ruleset, fen, error))
            return false;
    } else {
        return error_set(error, "word 2 '%.40s' is not startpos or fen", word ? word : "");
    }
    game_init_from(game, &start);
    return true;
}

static bool play_moves(Game *game, char **rest, Error *error) {
    char *word;
    for (int number = 1; (word = lines_next_word(rest)); number++) {
        Error reason;
        if (!game_play_text(game, word, GAME_NO_CLOCK, &reason))
            return error_set(error, "move %d %s", number, reason.text);
    }
    return true;
}

static void do_position(Uci *uci, char *rest) {
    Game game = {0};
    Error error;
    char *next = NULL;
    const Ruleset *ruleset = thinker_options(uci->thinker)->ruleset;
    bool good = start_position(&game, ruleset, &rest, &next, &error);
    if (good && next && strcmp(next, "moves") != 0)
        good = error_set(&error, "word 3 '%.40s' is not moves", next);
    if (good && next)
        good = play_moves(&game, &rest, &error);
    if (!good) {
        game_free(&game);
        complain(uci, "position", error.text);
        return;
    }
    thinker_set_game(uci->thinker, &game);
}

/* --- go --- */

/* One line for each thing that `go` may be told; each is followed by a number. */
typedef enum {
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MOVETIME,
    GO_DEPTH,
    GO_NODES,
    GO_PERFT,
    GO_NUMBERS,
} GoWord;

static const struct {
    const char *word;
    int64_t minimum, maximum;
} GO_WORDS[GO_NUMBERS] = {
    [GO_WTIME] = {"wtime", INT64_MIN, INT64_MAX}, [GO_BTIME] = {"btime", INT64_MIN, INT64_MAX},
    [GO_WINC] = {"winc", 0, INT64_MAX},           [GO_BINC] = {"binc", 0, INT64_MAX},
    [GO_MOVESTOGO] = {"movestogo", 0, 1000000},   [GO_MOVETIME] = {"movetime", 1, INT64_MAX},
    [GO_DEPTH] = {"depth", 1, 1000000},           [GO_NODES] = {"nodes", 1, INT64_MAX},
    [GO_PERFT] = {"perft", 0, PERFT_DEPTH_MAX},
};

static GoWord find_go_word(const char *word) {
    int i = 0;
    while (i < GO_NUMBERS && strcmp(GO_WORDS[i].word, word) != 0)
        i++;
    return (GoWord)i;
}

/* Reads what follows `go`. given[i] says whether numbers[i] was. */
static bool read_go_words(char *rest, int64_t numbers[GO_NUMBERS], bool given[GO_NUMBERS],
                          bool *infinite, Error *error) {
    char *word;
    for (int place = 2; (word = lines_next_word(&rest)); place++) {
        if (strcmp(word, "infinite") == 0) {
            *infinite = true;
            continue;
        }
        GoWord which = find_go_word(word);
        if (which == GO_NUMBERS)
            return error_set(error, "word %d '%.40s' is not known", place, word);
        char *number = lines_next_word(&rest);
        place++;
        if (!lines_number(number, &numbers[which]) || numbers[which] < GO_WORDS[which].minimum ||
            numbers[which] > GO_WORDS[which].maximum)
            return error_set(error, "word %d '%.40s' is no number for %s", place,
                             number ? number : "", GO_WORDS[which].word);
        given[which] = true;
    }
    return true;
}

static bool read_go(const Uci *uci, char *rest, Assignment *assignment, int *perft_depth,
                    Error *error) {
    int64_t numbers[GO_NUMBERS] = {0};
    bool given[GO_NUMBERS] = {false};
    bool infinite = false;
    if (!read_go_words(rest, numbers, given, &infinite, error))
        return false;
    bool black = game_player(game_of(uci)) == BLACK;
    bool has_clock = given[black ? GO_BTIME : GO_WTIME];
    bool limited = given[GO_DEPTH] || given[GO_NODES] || given[GO_MOVETIME] || has_clock;
    *perft_depth = given[GO_PERFT] ? (int)numbers[GO_PERFT] : -1;
    *assignment = (Assignment){.infinite = infinite || !limited,
                               .limits = {.depth = (int)numbers[GO_DEPTH],
                                          .nodes = (uint64_t)numbers[GO_NODES],
                                          .time = {.has_clock = has_clock,
                                                   .clock = numbers[black ? GO_BTIME : GO_WTIME],
                                                   .increment = numbers[black ? GO_BINC : GO_WINC],
                                                   .moves_to_go = (int)numbers[GO_MOVESTOGO],
                                                   .movetime = numbers[GO_MOVETIME]}}};
    return true;
}

/* Turns as text, each after a blank. */
static void print_turns(FILE *out, const Position *root, const Turn *turns, int count) {
    Position now = *root;
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        Position after;
        notation_write_turn(&now, turns[i], STYLE_LINE, text);
        fprintf(out, " %s", text);
        turn_apply(&after, &now, turns[i]);
        now = after;
    }
}

static void print_progress(void *context, const Progress *p) {
    Uci *uci = context;
    const Position *root = board_of(uci);
    int64_t ms = p->elapsed_ms > 0 ? p->elapsed_ms : 1;
    flockfile(uci->out);
    fprintf(uci->out, "info depth %d seldepth %d multipv %d score ", p->depth, p->selective_depth,
            p->line);
    if (score_is_decided(p->score))
        fprintf(uci->out, "mate %d", search_turns_to_end(root->rules, p->score));
    else
        fprintf(uci->out, "cp %d", p->score);
    fprintf(uci->out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits 0 time %" PRId64 " pv",
            p->nodes, p->nodes * 1000 / (uint64_t)ms, p->hashfull, p->elapsed_ms);
    print_turns(uci->out, root, p->pv, p->pv_count);
    fprintf(uci->out, "\n");
    funlockfile(uci->out);
}

static void print_answer(void *context, const Answer *answer) {
    Uci *uci = context;
    flockfile(uci->out);
    fprintf(uci->out, "bestmove");
    if (answer->turn.count > 0)
        print_turns(uci->out, board_of(uci), &answer->turn, 1);
    else
        fprintf(uci->out, " (none)");
    fprintf(uci->out, "\n");
    funlockfile(uci->out);
}

static int compare_moves(const void *a, const void *b) {
    return strcmp(a, b);
}

static void run_perft(void *context, Pool *pool, const Signals *signals) {
    (void)pool;
    Uci *uci = context;
    const Position *root = board_of(uci);
    MoveList list;
    char lines[MOVES_MAX][48];
    uint64_t total = 0;
    outcome_find(root, &list);
    if (uci->depth == 0) {
        list.count = 0;
        total = 1;
    }
    for (int i = 0; i < list.count; i++) {
        Position after;
        char move[MOVE_TEXT_SIZE];
        position_apply(&after, root, list.moves[i]);
        uint64_t nodes = perft(&after, uci->depth - 1, &signals->stop);
        notation_write_move(root, list.moves[i], STYLE_LINE, move);
        snprintf(lines[i], sizeof lines[i], "%s: %" PRIu64, move, nodes);
        total += nodes;
    }
    if (atomic_load(&signals->stop)) {
        complain(uci, "go perft", "stopped before the end");
        return;
    }
    qsort(lines, (size_t)list.count, sizeof *lines, compare_moves);
    flockfile(uci->out);
    for (int i = 0; i < list.count; i++)
        fprintf(uci->out, "%s\n", lines[i]);
    fprintf(uci->out, "Nodes searched: %" PRIu64 "\n", total);
    funlockfile(uci->out);
}

static void start_counting(Uci *uci, PoolTask *task, int depth) {
    uci->depth = depth;
    uci->counting = true;
    thinker_run(uci->thinker, task, uci);
}

static void do_go(Uci *uci, char *rest) {
    Error error;
    Assignment assignment;
    int perft_depth;
    if (!read_go(uci, rest, &assignment, &perft_depth, &error)) {
        complain(uci, "go", error.text);
        return;
    }
    if (perft_depth >= 0) {
        start_counting(uci, run_perft, perft_depth);
        return;
    }
    Listener listener = {.reports = {.progress = print_progress, .context = uci},
                         .answer = print_answer};
    uci->counting = false;
    if (!thinker_go(uci->thinker, &assignment, &listener))
        complain(uci, "go", "out of memory");
}

static void do_stop(Uci *uci, char *rest) {
    (void)rest;
    thinker_stop(uci->thinker);
}

static void do_wait(Uci *uci, char *rest) {
    (void)rest;
    if (!uci_wait(uci))
        complain(uci, "wait", "this search ends only when it is told to stop");
}

/* --- for people and scripts --- */

static void run_bench(void *context, Pool *pool, const Signals *signals) {
    (void)pool;
    Uci *uci = context;
    int64_t started = timing_now();
    uint64_t total = 0;
    for (int i = 0; i < bench_count() && !atomic_load(&signals->stop); i++) {
        uint64_t nodes = bench_run(i, uci->depth, signals);
        fprintf(uci->out, "%2d/%d %-28s %10" PRIu64 "\n", i + 1, bench_count(),
                bench_position(i)->ruleset, nodes);
        total += nodes;
    }
    if (atomic_load(&signals->stop)) {
        complain(uci, "bench", "stopped before the end");
        return;
    }
    int64_t ms = timing_now() - started;
    flockfile(uci->out);
    fprintf(uci->out, "Total time (ms) : %" PRId64 "\nNodes searched  : %" PRIu64 "\n", ms, total);
    fprintf(uci->out, "Nodes/second    : %" PRIu64 "\n",
            total * 1000 / (uint64_t)(ms > 0 ? ms : 1));
    funlockfile(uci->out);
}

static void do_bench(Uci *uci, char *rest) {
    int64_t depth = BENCH_DEPTH;
    char *word = lines_next_word(&rest);
    if (word && (!lines_number(word, &depth) || depth < 1 || depth >= PLY_MAX)) {
        Error error;
        error_set(&error, "word 2 '%.40s' is no depth from 1 to %d", word, PLY_MAX - 1);
        complain(uci, "bench", error.text);
        return;
    }
    start_counting(uci, run_bench, (int)depth);
}

static void print_status(Uci *uci) {
    Outcome outcome = game_outcome(game_of(uci));
    if (!outcome_is_over(outcome))
        fprintf(uci->out, "status playing %s\n", outcome_colour_name(game_player(game_of(uci))));
    else if (outcome.drawn)
        fprintf(uci->out, "status drawn %s\n", outcome_reason_name(outcome.reason));
    else
        fprintf(uci->out, "status won %s %s\n", outcome_colour_name(outcome.winner),
                outcome_reason_name(outcome.reason));
}

static void do_status(Uci *uci, char *rest) {
    (void)rest;
    flockfile(uci->out);
    print_status(uci);
    funlockfile(uci->out);
}

static void do_moves(Uci *uci, char *rest) {
    (void)rest;
    TurnTexts turns = {0};
    if (!is_finished(uci) && !notation_all_turns(board_of(uci), STYLE_LINE, &turns)) {
        complain(uci, "moves", "out of memory");
        return;
    }
    flockfile(uci->out);
    fprintf(uci->out, "moves");
    for (int i = 0; i < turns.count; i++)
        fprintf(uci->out, " %s", turns.texts[i]);
    fprintf(uci->out, "\n");
    funlockfile(uci->out);
    notation_free_turns(&turns);
}

static void do_d(Uci *uci, char *rest) {
    (void)rest;
    const Position *pos = board_of(uci);
    char picture[PICTURE_SIZE], fen[FEN_SIZE] = "none: the game ended in the middle of a turn";
    position_draw(pos, picture);
    if (position_begins_turn(pos))
        position_to_fen(pos, fen);
    flockfile(uci->out);
    fprintf(uci->out, "%s\nFen: %s\nKey: %016" PRIX64 "\nRuleset: %s\n", picture, fen, pos->key,
            pos->rules->name);
    print_status(uci);
    funlockfile(uci->out);
}

static void do_eval(Uci *uci, char *rest) {
    (void)rest;
    if (is_finished(uci)) {
        do_status(uci, rest);
        return;
    }
    const Position *pos = board_of(uci);
    int features[FEATURES];
    evaluate_features(pos, features);
    flockfile(uci->out);
    fprintf(uci->out, "%-18s %6s %8s\n", "White's less Black's", "count", "worth");
    for (int i = 0; i < FEATURES; i++) {
        Score weight = evaluate_weight(pos->rules->family, (Feature)i);
        fprintf(uci->out, "%-20s %6d %+8d\n", evaluate_feature_name((Feature)i), features[i],
                weight * features[i]);
    }
    fprintf(uci->out, "For %s       %+6d centipawns\n", outcome_colour_name((Colour)pos->player),
            evaluate(pos));
    funlockfile(uci->out);
}

/* --- the commands --- */

static void do_help(Uci *uci, char *rest);

typedef struct {
    const char *name;
    void (*obey)(Uci *uci, char *rest);
    bool only_when_idle; /* waits for a search to end; refused if that has no end */
    const char *help;
} Command;

static const Command COMMANDS[] = {
    {"uci", do_uci, false, "who we are, the options, uciok"},
    {"debug", do_debug, false, "on | off: accepted; there is nothing more to tell"},
    {"isready", do_isready, false, "answers readyok, also during a search"},
    {"setoption", do_setoption, true, "name NAME [value VALUE]: set an option"},
    {"ucinewgame", do_ucinewgame, true, "forget what was learned in the last game"},
    {"position", do_position, true, "startpos | fen FEN [moves TURN...]: set the position"},
    {"go", do_go, true,
     "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] "
     "[movestogo N] [infinite]: think; perft N: count half-moves"},
    {"stop", do_stop, false, "stop thinking and answer at once"},
    {"wait", do_wait, false, "read no command before the thinking has ended by itself"},
    {"d", do_d, false, "the board, its FEN, the ruleset and the state of the game"},
    {"moves", do_moves, false, "every legal turn"},
    {"status", do_status, false, "whose turn it is, or who has won and why"},
    {"eval", do_eval, false, "what the position is worth without searching"},
    {"bench", do_bench, true,
     "[DEPTH]: search fixed positions with one thread and a table of its own, whatever the "
     "options; the count of nodes must repeat"},
    {"help", do_help, false, "these lines"},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void do_help(Uci *uci, char *rest) {
    (void)rest;
    flockfile(uci->out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(uci->out, "%-11s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    fprintf(uci->out, "%-11s %s\n", "quit",
            "stop thinking and end; perft and bench are first done");
    funlockfile(uci->out);
}

static void obey(Uci *uci, const char *name, char *rest) {
    Error error;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(COMMANDS[i].name, name) != 0)
            continue;
        if (COMMANDS[i].only_when_idle && !uci_wait(uci))
            complain(uci, name, "not while a search runs that has no end; stop it first");
        else
            COMMANDS[i].obey(uci, rest);
        return;
    }
    error_set(&error, "'%.60s' is no command; try help", name);
    complain(uci, "word 1", error.text);
}

bool uci_obey(Uci *uci, char *line) {
    transcript_note(uci->transcript, line);
    char *name = lines_next_word(&line);
    if (name && strcmp(name, "quit") == 0)
        return false;
    if (name)
        obey(uci, name, line);
    return true;
}

void uci_loop(Uci *uci, FILE *in) {
    LineReader reader;
    char *line;
    LineKind kind;
    bool go_on = true;
    lines_init(&reader, in, LINE_LIMIT);
    while (go_on && (kind = lines_read(&reader, &line)) != LINE_END) {
        if (kind == LINE_TEXT)
            go_on = uci_obey(uci, line);
        else
            complain(uci, "line",
                     kind == LINE_BINARY ? "it holds a NUL byte" : "it is longer than 8 MiB");
    }
    lines_free(&reader);
    if (uci->counting)
        uci_wait(uci);
}

bool uci_wait(Uci *uci) {
    return thinker_wait(uci->thinker);
}

int uci_complaints(Uci *uci) {
    return atomic_load(&uci->complaints);
}

Uci *uci_new(FILE *out) {
    Uci *uci = calloc(1, sizeof *uci);
    if (!uci)
        return NULL;
    uci->transcript = transcript_new(out);
    uci->thinker = uci->transcript ? thinker_new(uci->transcript) : NULL;
    if (!uci->thinker) {
        transcript_free(uci->transcript);
        free(uci);
        return NULL;
    }
    uci->out = transcript_out(uci->transcript);
    return uci;
}

void uci_free(Uci *uci) {
    if (!uci)
        return;
    thinker_free(uci->thinker);
    transcript_free(uci->transcript);
    free(uci);
}
