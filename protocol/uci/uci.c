#include "uci/uci.h"

#include "base/lines.h"
#include "base/text.h"
#include "base/words.h"
#include "eval/evaluate.h"
#include "search/bench.h"
#include "search/perft.h"
#include "server/event_queue.h"
#include "server/line_queue.h"
#include "server/server_options.h"
#include "uci/go.h"
#include "uci/info.h"
#include "uci/node_counts.h"
#include "uci/parse_position.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_LIMIT = 8 << 20,
    QUEUE_LIMIT = 2 * LINE_LIMIT, /* has room for more commands even after the longest line */
};

struct Uci {
    Transcript *out;
    Engine *engine;
    LineQueue waiting;       /* commands that wait for a search */
    EventQueue *event_queue; /* notified at the end of a search or task; NULL outside uci_loop */
    void (*task)(Uci *uci, const Signals *signals); /* the running perft or bench */
    int depth;                                      /* its depth */
    bool is_debugging;                              /* the last `debug` was `debug on` */
    bool has_no_position; /* the last `position` was refused; the engine still has the one before */
    Error why_no_position;
    bool is_perft_or_bench; /* was the last task a perft or bench rather than a search? */
    atomic_int error_count;
};

static const Game *game_of(const Uci *uci) {
    return engine_game(uci->engine);
}

static const Position *board_of(const Uci *uci) {
    return &game_of(uci)->now;
}

static bool is_finished(const Uci *uci) {
    return outcome_is_over(game_outcome(game_of(uci)));
}

/* Waits until the engine is idle. Returns false without waiting if only a command can end the
 * search. */
static bool wait_for_search(Uci *uci) {
    if (!engine_wait(uci->engine))
        return false;
    if (uci->event_queue)
        event_queue_clear(uci->event_queue); /* drop the search's notification */
    return true;
}

/* Prints an error; `about` names the command. Thread-safe. */
static void report_error(Uci *uci, const char *about, const char *text) {
    transcript_print(uci->out, "info string error: %s: %s\n", about, text);
    atomic_fetch_add(&uci->error_count, 1);
}

/* --- uci, isready, options --- */

static void do_uci(Uci *uci, char *rest) {
    (void)rest;
    transcript_lock(uci->out);
    transcript_print(uci->out, "id name Misere " MISERE_VERSION "\nid author the Misere authors\n");
    server_options_print_uci(uci->engine, uci->out);
    transcript_print(uci->out, "uciok\n");
    transcript_unlock(uci->out);
}

static void do_debug(Uci *uci, char *rest) {
    char *word = words_next(&rest);
    if (word && (strcmp(word, "on") == 0 || strcmp(word, "off") == 0))
        uci->is_debugging = strcmp(word, "on") == 0;
    else
        report_error(uci, "debug", "use `debug on` or `debug off`");
}

static void do_isready(Uci *uci, char *rest) {
    (void)rest;
    transcript_print(uci->out, "readyok\n");
}

/* Is `word` the first word of the line `text`? */
static bool is_word(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t", text[length]);
}

static char *skip_blanks(char *text) {
    return text + strspn(text, " \t");
}

/* Parses "name NAME [value VALUE]". NAME and VALUE may contain spaces; *name and *value point into
 * `text`, which is modified. *value is NULL if there is no `value`. */
static bool split_setoption(char *text, char **name, char **value) {
    *value = NULL;
    text = skip_blanks(text);
    if (!is_word(text, "name"))
        return false;
    *name = skip_blanks(text + strlen("name"));
    for (char *end = *name; !*value && (end = strpbrk(end, " \t")); end = skip_blanks(end))
        if (is_word(skip_blanks(end), "value")) {
            *value = text_trim(skip_blanks(end) + strlen("value"));
            *end = '\0';
        }
    *name = text_squeeze(*name);
    return **name != '\0';
}

/* Learns from the game if it is over. UCI does not announce the end of a game, so call this when
 * the next command shows that the last `position` was the end of the game. */
static void learn(Uci *uci, bool is_last) {
    Error error;
    if (!engine_learn(uci->engine, is_last, &error))
        report_error(uci, "Experience File", error.text);
}

static void do_setoption(Uci *uci, char *rest) {
    char *name, *value;
    Error error;
    learn(uci, false);
    if (!split_setoption(rest, &name, &value))
        report_error(uci, "setoption", "use `setoption name NAME [value VALUE]`");
    else if (!server_options_set(uci->engine, uci->out, name, value, &error))
        report_error(uci, "setoption", error.text);
    else if (engine_take_remark(uci->engine, &error))
        transcript_print(uci->out, "info string %s\n", error.text);
}

static void do_ucinewgame(Uci *uci, char *rest) {
    (void)rest;
    learn(uci, false);
    engine_clear(uci->engine);
}

/* --- position --- */

static void refuse_position(Uci *uci, const Error *error) {
    report_error(uci, "position", error->text);
    uci->has_no_position = true;
    uci->why_no_position = *error;
    error_wrap(&uci->why_no_position, "there is no position");
}

static void do_position(Uci *uci, char *rest) {
    Game game;
    Error error;
    if (!uci_parse_position(engine_options(uci->engine)->ruleset, rest, &game, &error)) {
        refuse_position(uci, &error);
        return;
    }
    uci->has_no_position = false;
    engine_set_game(uci->engine, &game);
}

/* --- go --- */

static void print_info(void *context, const SearchInfo *info) {
    Uci *uci = context;
    transcript_lock(uci->out);
    uci_print_info(uci->out, board_of(uci), info, engine_options(uci->engine)->show_wdl);
    transcript_unlock(uci->out);
}

static void print_currmove(void *context, int depth, Move move, int number) {
    Uci *uci = context;
    transcript_lock(uci->out);
    uci_print_currmove(uci->out, board_of(uci), depth, move, number);
    transcript_unlock(uci->out);
}

/* Called last by a search or task, on its thread. */
static void notify_end(Uci *uci) {
    if (uci->event_queue)
        event_queue_notify(uci->event_queue);
}

static void print_bestmove(void *context, const BestMove *bestmove) {
    Uci *uci = context;
    transcript_lock(uci->out);
    uci_print_bestmove(uci->out, board_of(uci), bestmove);
    transcript_unlock(uci->out);
    notify_end(uci);
}

/* Answers `go` in a game that is over. */
static void print_outcome(Uci *uci) {
    Outcome outcome = game_outcome(game_of(uci));
    if (uci->has_no_position || !outcome_is_over(outcome))
        return;
    transcript_lock(uci->out);
    uci_print_outcome(uci->out, game_of(uci), outcome);
    transcript_unlock(uci->out);
}

static void run_perft(Uci *uci, const Signals *signals) {
    if (!uci_perft(uci->out, board_of(uci), uci->depth, signals))
        report_error(uci, "go perft", "stopped before the end");
}

static void run_task(void *context, Threads *threads, const Signals *signals) {
    (void)threads;
    Uci *uci = context;
    uci->task(uci, signals);
    notify_end(uci);
}

static void start_perft_or_bench(Uci *uci, void (*task)(Uci *uci, const Signals *signals),
                                 int depth) {
    uci->task = task;
    uci->depth = depth;
    uci->is_perft_or_bench = true;
    engine_run_task(uci->engine, run_task, uci);
}

static void remark_on_go(void *context, const char *text) {
    Uci *uci = context;
    if (!uci->has_no_position)
        report_error(uci, "go", text);
}

static void start_search(Uci *uci, const GoParams *params) {
    Listener listener = {
        .reports = {.info = print_info, .currmove = print_currmove, .context = uci},
        .bestmove = print_bestmove};
    uci->is_perft_or_bench = false;
    if (params->limits.time.has_clock)
        engine_note_clock(uci->engine, params->limits.time.clock);
    transcript_lock(uci->out); /* so that the error is printed before `bestmove` */
    if (!engine_go(uci->engine, params, &listener))
        report_error(uci, "go", "out of memory: searching without the game's earlier turns");
    transcript_unlock(uci->out);
}

static void do_go(Uci *uci, char *rest) {
    GoParams go;
    int perft_depth = uci_parse_go(game_of(uci), rest, &go, remark_on_go, uci);
    if (uci->has_no_position) {
        go.answers_none = true;
        report_error(uci, "go", uci->why_no_position.text);
    } else if (perft_depth >= 0) {
        start_perft_or_bench(uci, run_perft, perft_depth);
        return;
    }
    learn(uci, false);
    print_outcome(uci);
    if (uci->is_debugging && !uci->has_no_position)
        uci_print_debug(uci->out, board_of(uci), &go);
    start_search(uci, &go);
}

static void do_ponderhit(Uci *uci, char *rest) {
    (void)rest;
    if (!engine_ponderhit(uci->engine))
        report_error(uci, "ponderhit", "nothing is being pondered");
}

static void do_stop(Uci *uci, char *rest);

static void do_wait(Uci *uci, char *rest) {
    (void)rest;
    if (!wait_for_search(uci))
        report_error(uci, "wait", "this search ends only when told to stop");
}

/* --- commands beyond UCI --- */

static void run_bench(Uci *uci, const Signals *signals) {
    if (!uci_bench(uci->out, uci->depth, signals))
        report_error(uci, "bench", "stopped before the end");
}

static void do_bench(Uci *uci, char *rest) {
    int64_t depth = BENCH_DEPTH;
    char *word = words_next(&rest);
    if (word && (!words_number(word, &depth) || depth < 1 || depth >= MAX_PLY)) {
        Error error;
        error_set(&error, "word 2: %s is not a depth from 1 to %d", QUOTE(word), MAX_PLY - 1);
        report_error(uci, "bench", error.text);
        return;
    }
    start_perft_or_bench(uci, run_bench, (int)depth);
}

static void print_status(Uci *uci) {
    Outcome outcome = game_outcome(game_of(uci));
    if (!outcome_is_over(outcome))
        transcript_print(uci->out, "status playing %s\n",
                         outcome_colour_name(game_player(game_of(uci))));
    else if (outcome.drawn)
        transcript_print(uci->out, "status drawn %s\n", outcome_reason_name(outcome.reason));
    else
        transcript_print(uci->out, "status won %s %s\n", outcome_colour_name(outcome.winner),
                         outcome_reason_name(outcome.reason));
}

static void do_status(Uci *uci, char *rest) {
    (void)rest;
    transcript_lock(uci->out);
    print_status(uci);
    transcript_unlock(uci->out);
}

static void do_moves(Uci *uci, char *rest) {
    (void)rest;
    TurnTexts turns = {0};
    if (!is_finished(uci) && !notation_all_turns(board_of(uci), STYLE_UCI, &turns)) {
        report_error(uci, "moves", "out of memory");
        return;
    }
    transcript_lock(uci->out);
    transcript_print(uci->out, "moves");
    for (int i = 0; i < turns.count; i++)
        transcript_print(uci->out, " %s", turns.texts[i]);
    transcript_print(uci->out, "\n");
    transcript_unlock(uci->out);
    notation_free_turns(&turns);
}

static void do_d(Uci *uci, char *rest) {
    (void)rest;
    const Position *pos = board_of(uci);
    char diagram[DIAGRAM_SIZE], fen[FEN_SIZE] = "none: the game ended in the middle of a turn";
    position_diagram(pos, diagram);
    if (position_begins_turn(pos))
        position_to_fen(pos, fen);
    transcript_lock(uci->out);
    transcript_print(uci->out, "%s\nFen: %s\nKey: %016" PRIX64 "\nRuleset: %s\n", diagram, fen,
                     pos->key, pos->rules->name);
    print_status(uci);
    transcript_unlock(uci->out);
}

static void do_eval(Uci *uci, char *rest) {
    (void)rest;
    if (is_finished(uci)) {
        do_status(uci, rest);
        return;
    }
    const Position *pos = board_of(uci);
    const Network *network = engine_network(uci->engine);
    const int16_t *weights = network->feature[network_output_bucket(pos)];
    Score score = evaluate(network, &(Accumulator){0}, pos);
    int features[FEATURES], sign = pos->player == WHITE ? 1 : -1, sum = 0;
    Bitboard attacked[COLOURS];
    feature_count(pos, features, attacked);
    transcript_lock(uci->out);
    transcript_print(uci->out, "%-22s %6s %8s\n", "White minus Black", "count", "score");
    for (int i = 0; i < FEATURES; i++) {
        int points = weights[i] * features[i] / NETWORK_FEATURE_SCALE;
        sum += points;
        transcript_print(uci->out, "%-22s %6d %+8d\n", feature_name((Feature)i), features[i],
                         points);
    }
    transcript_print(uci->out, "%-22s %6s %+8d\n", "The board (network)", "", sign * score - sum);
    transcript_print(uci->out, "For %s              %+6d centipawns\n",
                     outcome_colour_name((Colour)pos->player), score);
    transcript_unlock(uci->out);
}

/* --- the commands --- */

static void do_help(Uci *uci, char *rest);

/* When a command is executed, relative to those that wait for a search. */
typedef enum {
    AT_ONCE,       /* immediately, even while other commands wait */
    IN_TURN,       /* after the waiting commands */
    WITH_POSITION, /* the same; refused if there is no position */
    WHEN_IDLE, /* after the waiting commands and the running search; refused if only a command can
                  end that search, unless it is `go`, which ends it */
    BLOCKING,  /* in turn, and until it is done the server reads nothing else */
} UciCommandTime;

typedef struct {
    const char *name;
    void (*execute)(Uci *uci, char *rest); /* NULL: handled by uci_loop or uci_execute */
    UciCommandTime time;
    const char *help;
} UciCommand;

static const UciCommand COMMANDS[] = {
    {"uci", do_uci, IN_TURN, "print the name, the options and uciok"},
    {"debug", do_debug, IN_TURN,
     "on | off: at each go, print the position and the limits of the search"},
    {"isready", do_isready, IN_TURN,
     "answer readyok: all commands before it have been executed, but a search may be running"},
    {"setoption", do_setoption, WHEN_IDLE, "name NAME [value VALUE]: set an option"},
    {"ucinewgame", do_ucinewgame, WHEN_IDLE, "clear the hash table and the search history"},
    {"position", do_position, WHEN_IDLE, "startpos | fen FEN [moves TURN...]: set the position"},
    {"go", do_go, WHEN_IDLE,
     "[depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] "
     "[movestogo N] [ponder] [infinite] [searchmoves TURN...]: search; perft N: count half-moves"},
    {"ponderhit", do_ponderhit, IN_TURN,
     "continue as a normal search: the pondered turn has been played"},
    {"stop", do_stop, AT_ONCE, "stop searching and answer immediately"},
    {"wait", do_wait, BLOCKING, "read no further command until the search has ended by itself"},
    {"d", do_d, WITH_POSITION, "print the board, its FEN, the ruleset and the state of the game"},
    {"moves", do_moves, WITH_POSITION, "print every legal turn"},
    {"status", do_status, WITH_POSITION, "print whose turn it is, or who has won and why"},
    {"eval", do_eval, WITH_POSITION, "print the static evaluation"},
    {"bench", do_bench, WHEN_IDLE,
     "[DEPTH]: search fixed positions with one thread and a hash table of its own, whatever the "
     "options; the node count is always the same"},
    {"help", do_help, IN_TURN, "list the commands"},
    {"xboard", NULL, IN_TURN, "on a line of its own: switch to CECP, the protocol of XBoard"},
    {"quit", NULL, AT_ONCE, "stop searching and quit, but finish a perft or bench first"},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void do_help(Uci *uci, char *rest) {
    (void)rest;
    transcript_lock(uci->out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        transcript_print(uci->out, "%-11s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    transcript_unlock(uci->out);
}

/* The line from its first word that is a command, or NULL: UCI ignores unknown words before a
 * command. */
static char *skip_to_command(char *line, const UciCommand **command) {
    for (; *line; line = skip_blanks(line + strcspn(line, " \t")))
        for (int i = 0; i < COMMAND_COUNT; i++)
            if (is_word(line, COMMANDS[i].name) && strcmp(COMMANDS[i].name, "xboard") != 0) {
                *command = &COMMANDS[i];
                return line;
            }
    *command = NULL;
    return NULL;
}

static const UciCommand *find_command(const char *line) {
    const UciCommand *command;
    skip_to_command((char *)line, &command);
    return command;
}

static void report_unknown(Uci *uci, char *word) {
    Error error;
    word[strcspn(word, " \t")] = '\0';
    error_set(&error, "unknown command %s; try help", QUOTE(word));
    report_error(uci, "word 1", error.text);
}

static void refuse_during_search(Uci *uci, const UciCommand *command) {
    Error error;
    error_set(&error, "not allowed during a search that ends only when told to stop");
    if (command->execute == do_position)
        refuse_position(uci, &error);
    else
        report_error(uci, command->name, error.text);
}

/* Ends a search that only a command can end, so that it is answered before the new `go`. */
static void end_endless_search(Uci *uci) {
    if (engine_awaits_command(uci->engine))
        engine_stop(uci->engine);
}

static void execute(Uci *uci, char *line) {
    const UciCommand *command;
    char *first = skip_blanks(line), *rest = skip_to_command(first, &command);
    if (*first && rest != first)
        report_unknown(uci, first);
    if (!rest)
        return;
    char *name = words_next(&rest);
    if (command->execute == do_go)
        end_endless_search(uci);
    if (command->time == WHEN_IDLE && !wait_for_search(uci))
        refuse_during_search(uci, command);
    else if (command->time == WITH_POSITION && uci->has_no_position)
        report_error(uci, name, uci->why_no_position.text);
    else
        command->execute(uci, rest);
}

/* --- waiting commands --- */

static bool must_wait(const Uci *uci, const UciCommand *command) {
    return command && command->time == WHEN_IDLE && engine_is_busy(uci->engine) &&
           !engine_awaits_command(uci->engine);
}

bool uci_resume(Uci *uci) {
    bool has_executed = false;
    const char *line;
    while ((line = line_queue_first(&uci->waiting)) && !must_wait(uci, find_command(line))) {
        execute(uci, line_queue_pop(&uci->waiting));
        has_executed = true;
    }
    return has_executed;
}

/* Executes all waiting commands, and waits for the searches among them. */
static void execute_waiting(Uci *uci) {
    while (!line_queue_is_empty(&uci->waiting))
        execute(uci, line_queue_pop(&uci->waiting));
}

/* Ends the running search, and executes the commands that wait; searches among them end at once, so
 * that a ponderhit comes too late. A perft or bench is ended only if `ends_tasks`. */
static void end_searches(Uci *uci, bool ends_tasks) {
    for (;;) {
        if (ends_tasks || !uci->is_perft_or_bench)
            engine_stop(uci->engine);
        if (line_queue_is_empty(&uci->waiting))
            return;
        char *line = line_queue_pop(&uci->waiting);
        const UciCommand *command = find_command(line);
        if (!command || command->execute != do_ponderhit)
            execute(uci, line);
    }
}

static void do_stop(Uci *uci, char *rest) {
    (void)rest;
    end_searches(uci, true);
}

static bool is_quit(const UciCommand *command) {
    return command && !command->execute;
}

/* Executes the waiting commands, and then this line; returns false for `quit`. */
static bool execute_now(Uci *uci, char *line) {
    execute_waiting(uci);
    if (is_quit(find_command(line)))
        return false;
    execute(uci, line);
    return true;
}

bool uci_execute(Uci *uci, char *line) {
    transcript_log_input(uci->out, line);
    return execute_now(uci, skip_blanks(line));
}

/* Puts a line into the queue. A full queue makes room by waiting for its first command. */
static bool put_into_queue(Uci *uci, const char *line) {
    while (!line_queue_push(&uci->waiting, line)) {
        if (line_queue_is_empty(&uci->waiting))
            return false;
        execute(uci, line_queue_pop(&uci->waiting));
    }
    return true;
}

bool uci_submit(Uci *uci, char *line) {
    transcript_log_input(uci->out, line);
    line = skip_blanks(line);
    const UciCommand *command = find_command(line);
    if (is_quit(command)) {
        end_searches(uci, false);
        return false;
    }
    if (command && command->time == AT_ONCE) {
        execute(uci, line);
        return true;
    }
    bool waits = must_wait(uci, command) || !line_queue_is_empty(&uci->waiting);
    bool may_wait = !command || command->time != BLOCKING;
    return (waits && may_wait && put_into_queue(uci, line)) || execute_now(uci, line);
}

bool uci_knows(const char *line) {
    const UciCommand *command;
    char *start = skip_blanks((char *)line);
    return !*start || skip_to_command(start, &command) == start;
}

static bool is_xboard(const char *line) {
    static const char WORD[] = "xboard";
    size_t length = sizeof WORD - 1;
    return strncmp(line, WORD, length) == 0 && line[length + strspn(line + length, " \t")] == '\0';
}

/* Executes a line that was read, or puts it into the queue; returns false for `quit`. */
static bool take_line(Uci *uci, LineKind kind, char *line) {
    if (kind == LINE_TEXT)
        return uci_submit(uci, line);
    report_error(uci, "line", kind == LINE_BINARY ? "contains a NUL byte" : "longer than 8 MiB");
    return true;
}

/* Executes lines until one ends the server. */
static UciEnd run_loop(Uci *uci) {
    char *line = NULL;
    LineKind kind = LINE_TEXT;
    for (;;) {
        switch (event_queue_wait(uci->event_queue, &line, &kind)) {
        case EVENT_NOTIFICATION:
            wait_for_search(uci); /* the search is about to end */
            uci_resume(uci);
            break;
        case EVENT_END_OF_INPUT:
            execute_waiting(uci);
            return kind == LINE_FAILED ? UCI_OUT_OF_MEMORY : UCI_ENDED;
        case EVENT_LINE:
            if (kind == LINE_TEXT && is_xboard(line)) {
                execute_waiting(uci);
                return UCI_XBOARD;
            }
            if (!take_line(uci, kind, line))
                return UCI_ENDED;
        }
    }
}

UciEnd uci_loop(Uci *uci, FILE *in) {
    uci->event_queue = event_queue_new(in, LINE_LIMIT);
    if (!uci->event_queue)
        return UCI_OUT_OF_MEMORY;
    UciEnd end = run_loop(uci);
    if (!uci->is_perft_or_bench)
        engine_stop(uci->engine);
    wait_for_search(uci);
    learn(uci, true); /* the experience must not change during a search */
    event_queue_free(uci->event_queue);
    uci->event_queue = NULL;
    return end;
}

bool uci_wait(Uci *uci) {
    execute_waiting(uci);
    return wait_for_search(uci);
}

bool uci_is_busy(const Uci *uci) {
    return engine_is_busy(uci->engine) || !line_queue_is_empty(&uci->waiting);
}

int uci_error_count(Uci *uci) {
    return atomic_load(&uci->error_count);
}

Uci *uci_new(FILE *out, FileAccess files) {
    Uci *uci = calloc(1, sizeof *uci);
    if (!uci)
        return NULL;
    uci->waiting.limit = QUEUE_LIMIT;
    uci->out = transcript_new(out);
    uci->engine = uci->out ? engine_new(files) : NULL;
    if (!uci->engine) {
        transcript_free(uci->out);
        free(uci);
        return NULL;
    }
    return uci;
}

void uci_free(Uci *uci) {
    if (!uci)
        return;
    engine_free(uci->engine);
    transcript_free(uci->out);
    line_queue_free(&uci->waiting);
    free(uci);
}
