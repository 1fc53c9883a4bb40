#include "cecp/cecp.h"

#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/text.h"
#include "base/words.h"
#include "cecp/highlight.h"
#include "cecp/session.h"
#include "cecp/variants.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_LIMIT = 1 << 16,
    DRAW_ACCEPT_SCORE = -50, /* whoever stands so badly accepts a draw */
};

/* Answers a command that cannot be obeyed. */
static void send_error(Cecp *cecp, const char *why, const char *command) {
    Error line;
    error_set(&line, "Error (%.150s): %.80s", why, command);
    cecp_say(cecp, "%s", line.text);
}

static void do_nothing(Cecp *cecp, char *rest) {
    (void)cecp, (void)rest;
}

/* --- the engine and its options --- */

static void do_protover(Cecp *cecp, char *rest) {
    int64_t version;
    if (!words_number(words_next(&rest), &version) || version < 2)
        return;
    stream_lock(cecp->out);
    fputs("feature done=0\n"
          "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 "
          "sigterm=0 reuse=1 analyze=1 colors=0 nps=0 debug=1 memory=1 smp=1 "
          "highlight=1\n"
          "feature myname=\"Misere " MISERE_VERSION "\"\n"
          "feature variants=\"",
          cecp->out);
    cecp_variants_print(cecp->out);
    fputs("\"\n", cecp->out);
    options_print_cecp(cecp->out);
    fputs("feature done=1\n", cecp->out);
    stream_unlock(cecp->out);
}

static void set_option(Cecp *cecp, const char *command, const char *name, const char *value) {
    Error error;
    cecp_move_now(cecp);
    cecp_learn(cecp);
    if (!engine_set_option(cecp->engine, name, value, &error))
        send_error(cecp, error.text, command);
    cecp_resume_analysis(cecp);
}

static void do_option(Cecp *cecp, char *rest) {
    char *name = rest + strspn(rest, " \t");
    char *value = strchr(name, '=');
    if (value)
        *value++ = '\0';
    if (text_equal_ignoring_case(name, "UCI_Variant")) {
        send_error(cecp, "use variant", "option");
        return;
    }
    set_option(cecp, "option", name, value);
}

static void do_memory(Cecp *cecp, char *rest) {
    set_option(cecp, "memory", "Hash", words_next(&rest));
}

static void do_cores(Cecp *cecp, char *rest) {
    set_option(cecp, "cores", "Threads", words_next(&rest));
}

/* While it thinks about its turn it answers later, but not to any number of pings. */
static void do_ping(Cecp *cecp, char *rest) {
    int64_t number;
    if (!words_number(words_next(&rest), &number)) {
        send_error(cecp, "it has no number", "ping");
    } else if (cecp->purpose == PURPOSE_MOVE && cecp->pong_count < CECP_PONGS_MAX) {
        cecp->pongs[cecp->pong_count++] = number;
    } else {
        cecp_say(cecp, "pong %" PRId64, number);
    }
}

static void do_post(Cecp *cecp, char *rest) {
    (void)rest;
    atomic_store(&cecp->posts, true);
}

static void do_nopost(Cecp *cecp, char *rest) {
    (void)rest;
    atomic_store(&cecp->posts, false);
}

static void do_hard(Cecp *cecp, char *rest) {
    (void)rest;
    cecp->ponders = true;
}

static void do_easy(Cecp *cecp, char *rest) {
    (void)rest;
    cecp->ponders = false;
    if (cecp->purpose == PURPOSE_PONDERING)
        cecp_abort_search(cecp);
}

/* --- games and positions --- */

static void do_new(Cecp *cecp, char *rest) {
    (void)rest;
    cecp_begin_game(cecp, ruleset_default());
    cecp_clock_reset(&cecp->clock);
    cecp->opponent_is_computer = false;
    cecp->side = BLACK;
    if (cecp->mode != MODE_ANALYZE)
        cecp->mode = MODE_PLAY;
    cecp_resume_analysis(cecp);
}

static void do_variant(Cecp *cecp, char *rest) {
    char *name = words_next(&rest);
    const Ruleset *ruleset = cecp_variants_find(name ? name : "");
    if (!ruleset) {
        send_error(cecp, "it is not among those announced", "variant");
        return;
    }
    cecp_begin_game(cecp, ruleset);
    stream_lock(cecp->out);
    cecp_variants_print_setup(cecp->out, name);
    stream_unlock(cecp->out);
    cecp_resume_analysis(cecp);
}

static void do_setboard(Cecp *cecp, char *rest) {
    Position start;
    Game game;
    Error error;
    cecp_abort_search(cecp);
    cecp_learn(cecp);
    if (cecp->mode != MODE_ANALYZE)
        cecp->mode = MODE_FORCE;
    const Ruleset *ruleset = engine_options(cecp->engine)->ruleset;
    cecp->is_position_illegal = !position_from_fen(&start, ruleset, rest, &error);
    if (cecp->is_position_illegal) {
        cecp_say(cecp, "tellusererror Illegal position: %s", error.text);
        return;
    }
    game_init_from(&game, &start);
    engine_set_game(cecp->engine, &game);
    cecp->clock.session_start = 0;
    cecp_resume_analysis(cecp);
}

static void do_computer(Cecp *cecp, char *rest) {
    (void)rest;
    cecp->opponent_is_computer = true;
}

static void do_result(Cecp *cecp, char *rest) {
    (void)rest;
    cecp_abort_search(cecp);
    cecp_learn(cecp);
    cecp->mode = MODE_FORCE;
}

/* --- who plays --- */

static void do_force(Cecp *cecp, char *rest) {
    (void)rest;
    cecp_abort_search(cecp);
    cecp->mode = MODE_FORCE;
}

static void play_side(Cecp *cecp, Colour side, const char *command) {
    if (cecp->is_position_illegal) {
        send_error(cecp, "command not legal now", command);
        return;
    }
    cecp_abort_search(cecp);
    cecp->mode = MODE_PLAY;
    cecp->side = side;
    cecp_resume(cecp);
}

/* XBoard sends `go` right behind the first move without waiting whether that is refused: the
 * engine is then to play the other colour, once the move has been made. */
static void do_go(Cecp *cecp, char *rest) {
    (void)rest;
    Colour player = (Colour)cecp_board(cecp)->player;
    if (cecp->purpose != PURPOSE_MOVE)
        play_side(cecp, cecp->was_illegal_move ? other(player) : player, "go");
}

static void do_playother(Cecp *cecp, char *rest) {
    (void)rest;
    play_side(cecp, other((Colour)cecp_board(cecp)->player), "playother");
}

static void do_move_now(Cecp *cecp, char *rest) {
    (void)rest;
    cecp_stop_search(cecp);
}

/* --- moves --- */

static void do_usermove(Cecp *cecp, char *rest) {
    char *move = words_next(&rest);
    Error error, line;
    if (!move) {
        send_error(cecp, "it has no move", "usermove");
    } else if (!cecp_play(cecp, move, &error)) {
        error_set(&line, "Illegal move (%.150s): %.40s", error.text, move);
        cecp_say(cecp, "%s\ntellusererror %s", line.text, error.text);
        cecp->is_illegal_move = true;
    }
}

/* How many turns have been played on the GUI's board. */
static int count_turns(const Cecp *cecp) {
    return engine_game(cecp->engine)->count - (cecp->purpose == PURPOSE_PONDERING);
}

/* Refused, it changes nothing and returns false. */
static bool take_back(Cecp *cecp, int moves, const char *command) {
    if (count_turns(cecp) < moves) {
        send_error(cecp, "command not legal now", command);
        return false;
    }
    cecp_abort_search(cecp);
    for (int i = 0; i < moves; i++)
        engine_take_back(cecp->engine);
    cecp_resume_analysis(cecp);
    return true;
}

/* It is sent in force mode, or to take back a move that came too late: then force is to follow. */
static void do_undo(Cecp *cecp, char *rest) {
    (void)rest;
    if (take_back(cecp, 1, "undo") && cecp->mode == MODE_PLAY)
        cecp->mode = MODE_FORCE;
}

static void do_remove(Cecp *cecp, char *rest) {
    (void)rest;
    take_back(cecp, 2, "remove");
}

static void do_lift(Cecp *cecp, char *rest) {
    Square square;
    char *word = words_next(&rest);
    if (!word || !cecp_highlight_read_square(word, &square)) {
        send_error(cecp, "it has no square", "lift");
        return;
    }
    stream_lock(cecp->out);
    cecp_highlight_print(cecp->out, cecp_board(cecp), square);
    stream_unlock(cecp->out);
}

/* --- time --- */

static void do_level(Cecp *cecp, char *rest) {
    Error error;
    if (!cecp_clock_level(&cecp->clock, rest, engine_game(cecp->engine)->count, &error))
        send_error(cecp, error.text, "level");
}

static void do_st(Cecp *cecp, char *rest) {
    Error error;
    if (!cecp_clock_st(&cecp->clock, rest, &error))
        send_error(cecp, error.text, "st");
}

static void do_sd(Cecp *cecp, char *rest) {
    Error error;
    if (!cecp_clock_sd(&cecp->clock, rest, &error))
        send_error(cecp, error.text, "sd");
}

static void do_time(Cecp *cecp, char *rest) {
    Error error;
    if (!cecp_clock_time(&cecp->clock, rest, &error))
        send_error(cecp, error.text, "time");
}

/* --- advice --- */

static void say_hint(Cecp *cecp, Turn hint) {
    char text[TURN_TEXT_SIZE];
    cecp_write_move(cecp_board(cecp), hint, text);
    cecp_say(cecp, "Hint: %s", text);
}

/* On the opponent's time, the turn that is expected. */
static void do_hint(Cecp *cecp, char *rest) {
    (void)rest;
    if (cecp->purpose == PURPOSE_MOVE || cecp->is_position_illegal || cecp_is_over(cecp))
        return;
    if (cecp->purpose == PURPOSE_PONDERING) {
        say_hint(cecp, cecp->ponder_turn);
        return;
    }
    cecp_abort_search(cecp);
    Turn hint = cecp_find_hint(cecp);
    if (hint.count > 0)
        say_hint(cecp, hint);
    cecp_resume_analysis(cecp);
}

/* Each line begins with a blank; an empty one is the end. */
static void do_bk(Cecp *cecp, char *rest) {
    (void)rest;
    const Position *board = cecp_board(cecp);
    BookMove moves[MOVES_MAX];
    int count = engine_probe_book(cecp->engine, board, moves, MOVES_MAX);
    stream_lock(cecp->out);
    if (count == 0)
        fputs(" The book has nothing.\n", cecp->out);
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        cecp_write_move(board, turn_single(moves[i].move), text);
        fprintf(cecp->out, " %s weight %d\n", text, moves[i].weight);
    }
    fputc('\n', cecp->out);
    stream_unlock(cecp->out);
}

static void do_draw(Cecp *cecp, char *rest) {
    (void)rest;
    const Options *options = engine_options(cecp->engine);
    bool can_be_drawn = options->tournament_draws || options->ruleset->stalemate != STALEMATE_WINS;
    LastInfo last_info = cecp_last_info(cecp);
    if (cecp->mode == MODE_PLAY && can_be_drawn && last_info.depth > 0 &&
        last_info.score <= DRAW_ACCEPT_SCORE)
        cecp_say(cecp, "offer draw");
}

static void do_analyze(Cecp *cecp, char *rest) {
    (void)rest;
    cecp_abort_search(cecp);
    cecp->mode = MODE_ANALYZE;
    cecp_resume_analysis(cecp);
}

static void do_exit(Cecp *cecp, char *rest) {
    if (cecp->mode == MODE_ANALYZE)
        do_force(cecp, rest);
}

/* How far the analysis is: TIME NODES PLY, and how many moves are left of how many. */
static void do_dot(Cecp *cecp, char *rest) {
    (void)rest;
    if (cecp->purpose != PURPOSE_ANALYSIS)
        return;
    LastInfo last_info = cecp_last_info(cecp);
    int moves = outcome_count_moves(cecp_board(cecp));
    cecp_say(cecp, "stat01: %" PRId64 " %" PRIu64 " %d %d %d",
             (clock_now_ms() - cecp->started) / 10, last_info.nodes, last_info.depth,
             moves - last_info.currmove_number, moves);
}

/* --- the commands --- */

typedef struct {
    const char *name;
    void (*execute)(Cecp *cecp, char *rest);
} CecpCommand;

static const CecpCommand COMMANDS[] = {
    {"protover", do_protover},
    {"option", do_option},
    {"memory", do_memory},
    {"cores", do_cores},
    {"ping", do_ping},
    {"post", do_post},
    {"nopost", do_nopost},
    {"hard", do_hard},
    {"easy", do_easy},
    {"new", do_new},
    {"variant", do_variant},
    {"setboard", do_setboard},
    {"computer", do_computer},
    {"result", do_result},
    {"force", do_force},
    {"go", do_go},
    {"playother", do_playother},
    {"?", do_move_now},
    {"usermove", do_usermove},
    {"undo", do_undo},
    {"remove", do_remove},
    {"lift", do_lift},
    {"level", do_level},
    {"st", do_st},
    {"sd", do_sd},
    {"time", do_time},
    {"hint", do_hint},
    {"bk", do_bk},
    {"draw", do_draw},
    {"analyze", do_analyze},
    {"exit", do_exit},
    {".", do_dot},
    /* There is nothing to do for these. */
    {"xboard", do_nothing},
    {"accepted", do_nothing},
    {"rejected", do_nothing},
    {"random", do_nothing},
    {"otim", do_nothing},
    {"white", do_nothing},
    {"black", do_nothing},
    {"name", do_nothing},
    {"rating", do_nothing},
    {"ics", do_nothing},
    {"put", do_nothing},
    {"hover", do_nothing},
};

/* Is this a move, as a GUI sends it that knows no `usermove`? */
static bool is_bare_move(const char *word) {
    size_t length = strlen(word);
    return (length == 4 || length == 5) &&
           (strcmp(word, "@@@@") == 0 ||
            (strspn(word, "abcdefgh") == 1 && strspn(word + 1, "12345678") == 1 &&
             strspn(word + 2, "abcdefgh") == 1 && strspn(word + 3, "12345678") == 1));
}

/* False: it was `quit`. */
static bool execute(Cecp *cecp, char *line) {
    char *rest = line;
    transcript_log_input(cecp->transcript, line);
    char *name = words_next(&rest);
    if (!name)
        return true;
    if (strcmp(name, "quit") == 0)
        return false;
    cecp->was_illegal_move = cecp->is_illegal_move;
    cecp->is_illegal_move = false;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strcmp(COMMANDS[i].name, name) == 0) {
            COMMANDS[i].execute(cecp, rest);
            return true;
        }
    if (is_bare_move(name))
        do_usermove(cecp, name);
    else
        send_error(cecp, "unknown command", name);
    return true;
}

static void run_loop(Cecp *cecp) {
    char *line = NULL;
    LineKind kind = LINE_TEXT;
    for (;;) {
        switch (event_queue_wait(cecp->event_queue, &line, &kind)) {
        case EVENT_NOTIFICATION:
            cecp_play_bestmove(cecp);
            break;
        case EVENT_END_OF_INPUT:
            cecp_move_now(cecp);
            return;
        case EVENT_LINE:
            if (kind != LINE_TEXT)
                send_error(cecp, kind == LINE_BINARY ? "it holds a NUL byte" : "it is too long",
                           "line");
            else if (!execute(cecp, line))
                return;
        }
    }
}

static bool init_cecp(Cecp *cecp, FILE *in, FILE *out) {
    cecp->transcript = transcript_new(out);
    if (!cecp->transcript)
        return false;
    cecp->out = transcript_out(cecp->transcript);
    cecp->engine = engine_new(cecp->transcript);
    cecp->event_queue = event_queue_new(in, LINE_LIMIT);
    return cecp->engine && cecp->event_queue;
}

bool cecp_loop(FILE *in, FILE *out) {
    Cecp *cecp = calloc(1, sizeof *cecp);
    if (!cecp)
        return false;
    mutex_init(&cecp->lock);
    cecp_clock_init(&cecp->clock);
    bool is_open = init_cecp(cecp, in, out);
    if (is_open) {
        do_new(cecp, NULL);
        run_loop(cecp);
        cecp_abort_search(cecp);
        cecp_learn(cecp);
    }
    engine_free(cecp->engine);
    event_queue_free(cecp->event_queue);
    transcript_free(cecp->transcript);
    mutex_destroy(&cecp->lock);
    free(cecp);
    return is_open;
}
