#include "cecp/cecp.h"

#include "base/os/clock.h"
#include "base/text.h"
#include "base/words.h"
#include "cecp/cecp_session.h"
#include "cecp/highlight.h"
#include "cecp/variants.h"
#include "server/server_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_LIMIT = 1 << 16,
    DRAW_ACCEPT_SCORE = -50, /* centipawns; the engine accepts a draw at this or less */
};

/* Prints "KIND (REASON): INPUT". */
static void send_refusal(Cecp *cecp, const char *kind, const char *reason, const char *input) {
    Error printable;
    error_set(&printable, "%s", input);
    cecp_say(cecp, "%s (%s): %s", kind, reason, printable.text);
}

static void send_error(Cecp *cecp, const char *reason, const char *command) {
    send_refusal(cecp, "Error", reason, command);
}

static void do_nothing(Cecp *cecp, char *rest) {
    (void)cecp, (void)rest;
}

/* --- the engine and its options --- */

static void do_protover(Cecp *cecp, char *rest) {
    int64_t version;
    if (!words_number(words_next(&rest), &version) || version < 2)
        return;
    transcript_lock(cecp->out);
    transcript_print(
        cecp->out, "feature done=0\n"
                   "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 "
                   "sigterm=0 reuse=1 analyze=1 colors=0 nps=0 debug=1 memory=1 smp=1 "
                   "highlight=1 egt=\"syzygy\"\n"
                   "feature myname=\"Misere " MISERE_VERSION "\"\n"
                   "feature variants=\"");
    cecp_variants_print(cecp->out);
    transcript_print(cecp->out, "\"\n");
    server_options_print_cecp(cecp->engine, cecp->out);
    transcript_print(cecp->out, "feature done=1\n");
    transcript_unlock(cecp->out);
}

/* Tells the user what there is to say about the option that has just been set. */
static void say_remark(Cecp *cecp) {
    Error remark;
    if (engine_take_remark(cecp->engine, &remark))
        cecp_say(cecp, "telluser %s", remark.text);
}

static void set_option(Cecp *cecp, const char *command, const char *name, const char *value) {
    Error error;
    cecp_move_now(cecp);
    cecp_learn(cecp, false);
    if (!server_options_set(cecp->engine, cecp->out, name, value, &error))
        send_error(cecp, error.text, command);
    else
        say_remark(cecp);
    cecp_resume_analysis(cecp);
}

static void do_option(Cecp *cecp, char *rest) {
    char *value = strchr(rest, '=');
    if (value)
        *value++ = '\0';
    const char *name = text_squeeze(rest);
    if (text_equal_ignoring_case(name, "UCI_Variant")) {
        send_error(cecp, "use the variant command", "option");
        return;
    }
    set_option(cecp, "option", name, value);
}

static void do_memory(Cecp *cecp, char *rest) {
    set_option(cecp, "memory", "Hash", words_next(&rest));
}

static void do_egtpath(Cecp *cecp, char *rest) {
    const char *kind = words_next(&rest);
    if (!kind || !text_equal_ignoring_case(kind, "syzygy"))
        send_error(cecp, "only Syzygy tables are read", "egtpath");
    else
        set_option(cecp, "egtpath", "SyzygyPath", text_trim(rest + strspn(rest, " \t")));
}

static void do_cores(Cecp *cecp, char *rest) {
    set_option(cecp, "cores", "Threads", words_next(&rest));
}

/* During a search for a move, the first CECP_PONGS_MAX pings are answered after the move. Any more
 * are answered immediately. */
static void do_ping(Cecp *cecp, char *rest) {
    int64_t number;
    if (!words_number(words_next(&rest), &number)) {
        send_error(cecp, "expected a number", "ping");
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
    Error error;
    if (!cecp_begin_game(cecp, ruleset_default(), &error)) {
        send_error(cecp, error.text, "new");
        return;
    }
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
        send_error(cecp, "not one of the announced variants", "variant");
        return;
    }
    Error error;
    if (!cecp_begin_game(cecp, ruleset, &error)) {
        send_error(cecp, error.text, "variant");
        return;
    }
    transcript_lock(cecp->out);
    cecp_variants_print_setup(cecp->out, name);
    transcript_unlock(cecp->out);
    say_remark(cecp);
    cecp_resume_analysis(cecp);
}

static void do_setboard(Cecp *cecp, char *rest) {
    Position start;
    Game game;
    Error error;
    cecp_abort_search(cecp);
    cecp_learn(cecp, false);
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
    cecp_forget_info(cecp);
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
    cecp_learn(cecp, false);
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

/* XBoard sends `go` right after the user's first move, before it knows whether the move is legal.
 * After an illegal move the engine takes the other colour, because the user will send another
 * move. */
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
    if (cecp->purpose == PURPOSE_MOVE)
        engine_stop(cecp->engine); /* the event queue is notified when the search has its move */
}

/* --- moves --- */

static void do_usermove(Cecp *cecp, char *rest) {
    char *move = words_next(&rest);
    Error error;
    if (!move) {
        send_error(cecp, "expected a move", "usermove");
    } else if (cecp_play(cecp, move, &error)) {
        return;
    } else if (error.is_shortage) {
        send_error(cecp, "out of memory", move);
        cecp_say(cecp, "tellusererror Cannot play %s", error.text);
    } else {
        send_refusal(cecp, "Illegal move", error.text, move);
        cecp_say(cecp, "tellusererror %s", error.text);
        cecp->is_illegal_move = true;
    }
}

/* The number of turns in the GUI's game, which does not include the turn being pondered. */
static int count_turns(const Cecp *cecp) {
    return engine_game(cecp->engine)->count - (cecp->purpose == PURPOSE_PONDERING);
}

/* Takes back `moves` moves. If there are fewer, prints an error, changes nothing, and returns
 * false. */
static bool take_back(Cecp *cecp, int moves, const char *command) {
    if (count_turns(cecp) < moves) {
        send_error(cecp, "command not legal now", command);
        return false;
    }
    cecp_abort_search(cecp);
    for (int i = 0; i < moves; i++)
        engine_take_back(cecp->engine);
    cecp_forget_info(cecp);
    cecp_resume_analysis(cecp);
    return true;
}

/* GUIs send `undo` in force mode, or to take back an engine move that came too late. */
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
        send_error(cecp, "expected a square", "lift");
        return;
    }
    transcript_lock(cecp->out);
    cecp_highlight_print(cecp->out, cecp_board(cecp), square);
    transcript_unlock(cecp->out);
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
    if (cecp_clock_time(&cecp->clock, rest, &error))
        engine_note_clock(cecp->engine, cecp->clock.left_ms);
    else
        send_error(cecp, error.text, "time");
}

/* --- advice --- */

static void say_hint(Cecp *cecp, Turn hint) {
    char text[TURN_TEXT_SIZE];
    cecp_write_move(cecp_board(cecp), hint, text);
    cecp_say(cecp, "Hint: %s", text);
}

/* While pondering, the hint is the expected turn. */
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

/* Each line of the answer begins with a space; an empty line ends it. */
static void do_bk(Cecp *cecp, char *rest) {
    (void)rest;
    const Position *board = cecp_board(cecp);
    BookMove moves[MOVES_MAX];
    int count = engine_probe_book(cecp->engine, board, moves, MOVES_MAX);
    transcript_lock(cecp->out);
    if (count == 0)
        transcript_print(cecp->out, " No book move for this position.\n");
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        cecp_write_move(board, turn_single(moves[i].move), text);
        transcript_print(cecp->out, " %s weight %d\n", text, moves[i].weight);
    }
    transcript_print(cecp->out, "\n");
    transcript_unlock(cecp->out);
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

/* Prints TIME NODES PLY LEFT TOTAL. LEFT is the number of root moves still to be searched in this
 * iteration, TOTAL the number of all root moves. */
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

static void do_help(Cecp *cecp, char *rest);

typedef struct {
    const char *name;
    void (*execute)(Cecp *cecp, char *rest); /* NULL: the command ends the program */
    const char *help;
} CecpCommand;

static const char IGNORED[] = "accepted, but has no effect";

static const CecpCommand COMMANDS[] = {
    {"protover", do_protover, "VERSION: list the features"},
    {"option", do_option, "NAME[=VALUE]: set an option"},
    {"memory", do_memory, "MB: set the size of the hash table"},
    {"cores", do_cores, "N: set the number of search threads"},
    {"egtpath", do_egtpath, "syzygy FOLDERS: read Syzygy tables in these folders"},
    {"ping", do_ping, "N: answer pong N once all earlier commands are done"},
    {"post", do_post, "show thinking output"},
    {"nopost", do_nopost, "hide thinking output"},
    {"hard", do_hard, "think on the opponent's time"},
    {"easy", do_easy, "do not think on the opponent's time"},
    {"new", do_new, "start a game of the variant normal; the engine plays black"},
    {"variant", do_variant, "NAME: start a game of this variant"},
    {"setboard", do_setboard, "FEN: set the position"},
    {"computer", do_computer, "note that the opponent is a computer"},
    {"result", do_result, "RESULT: end the game and play neither side"},
    {"force", do_force, "play neither side"},
    {"go", do_go, "play the side to move"},
    {"playother", do_playother, "play the side that is not to move"},
    {"?", do_move_now, "move now"},
    {"usermove", do_usermove, "MOVE: play the opponent's move; @@@@ is a pass"},
    {"undo", do_undo, "take back the last move"},
    {"remove", do_remove, "take back the last move of each player"},
    {"lift", do_lift, "SQUARE: mark the squares that the piece on SQUARE may move to"},
    {"level", do_level, "MOVES MINUTES[:SECONDS] INCREMENT: set the time control"},
    {"st", do_st, "SECONDS: set a fixed time for each move"},
    {"sd", do_sd, "DEPTH: limit the search depth, in half-moves"},
    {"time", do_time, "CENTISECONDS: set the engine's clock"},
    {"hint", do_hint, "suggest a move"},
    {"bk", do_bk, "show the book moves"},
    {"draw", do_draw, "offer the engine a draw"},
    {"analyze", do_analyze, "analyze the position"},
    {"exit", do_exit, "leave analyze mode"},
    {".", do_dot, "show the progress of the analysis"},
    {"help", do_help, "list the commands"},
    {"quit", NULL, "end the program"},
    {"xboard", do_nothing, IGNORED},
    {"accepted", do_nothing, IGNORED},
    {"rejected", do_nothing, IGNORED},
    {"random", do_nothing, IGNORED},
    {"otim", do_nothing, IGNORED},
    {"white", do_nothing, IGNORED},
    {"black", do_nothing, IGNORED},
    {"name", do_nothing, IGNORED},
    {"rating", do_nothing, IGNORED},
    {"ics", do_nothing, IGNORED},
    {"put", do_nothing, IGNORED},
    {"hover", do_nothing, IGNORED},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

/* The lines begin with #, so GUIs ignore them. */
static void do_help(Cecp *cecp, char *rest) {
    (void)rest;
    transcript_lock(cecp->out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        transcript_print(cecp->out, "# %-9s %s\n", COMMANDS[i].name, COMMANDS[i].help);
    transcript_unlock(cecp->out);
}

static const CecpCommand *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

/* Is the line a bare move, without `usermove`, as in protocol version 1? */
static bool is_bare_move(const char *word) {
    size_t length = strlen(word);
    return (length == 4 || length == 5) &&
           (strcmp(word, "@@@@") == 0 ||
            (strspn(word, "abcdefgh") == 1 && strspn(word + 1, "12345678") == 1 &&
             strspn(word + 2, "abcdefgh") == 1 && strspn(word + 3, "12345678") == 1));
}

/* Executes a line; returns false for `quit`. */
static bool execute(Cecp *cecp, char *line) {
    char *rest = line;
    transcript_log_input(cecp->out, line);
    char *name = words_next(&rest);
    if (!name)
        return true;
    const CecpCommand *command = find_command(name);
    if (command && !command->execute)
        return false;
    cecp->was_illegal_move = cecp->is_illegal_move;
    cecp->is_illegal_move = false;
    if (command)
        command->execute(cecp, rest);
    else if (is_bare_move(name))
        do_usermove(cecp, name);
    else
        send_error(cecp, "unknown command", name);
    return true;
}

/* Executes lines and handles the ends of searches, until `quit` or the end of the input. Returns
 * false if out of memory. */
static bool run_loop(Cecp *cecp) {
    char *line = NULL;
    LineKind kind = LINE_TEXT;
    for (;;) {
        switch (event_queue_wait(cecp->event_queue, &line, &kind)) {
        case EVENT_NOTIFICATION:
            cecp_play_bestmove(cecp);
            break;
        case EVENT_END_OF_INPUT:
            cecp_move_now(cecp);
            return kind == LINE_END;
        case EVENT_LINE:
            if (kind != LINE_TEXT)
                send_error(cecp, kind == LINE_BINARY ? "contains a NUL byte" : "too long", "line");
            else if (!execute(cecp, line))
                return true;
        }
    }
}

static bool init_cecp(Cecp *cecp, FILE *in, FILE *out, FileAccess files) {
    cecp->out = transcript_new(out);
    if (!cecp->out)
        return false;
    cecp->engine = engine_new(files);
    cecp->event_queue = event_queue_new(in, LINE_LIMIT);
    return cecp->engine && cecp->event_queue;
}

bool cecp_loop(FILE *in, FILE *out, FileAccess files) {
    Cecp *cecp = calloc(1, sizeof *cecp);
    if (!cecp)
        return false;
    mutex_init(&cecp->lock);
    cecp_clock_init(&cecp->clock);
    bool is_done = init_cecp(cecp, in, out, files);
    if (is_done) {
        do_new(cecp, NULL);
        is_done = run_loop(cecp);
        cecp_abort_search(cecp);
        cecp_learn(cecp, true);
    }
    engine_free(cecp->engine);
    event_queue_free(cecp->event_queue);
    transcript_free(cecp->out);
    mutex_destroy(&cecp->lock);
    free(cecp);
    return is_done;
}
