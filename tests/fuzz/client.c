/* What engines answer to our clients. Input: a byte that chooses the protocol and the ruleset, and
 * the engine's output; see support/program.h.
 *
 * Whatever an engine says, its turns are legal or refused; an answer's texts are single lines that
 * fit; a failure has a reason that begins with the engine's name, and stays. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/program.h"

#include "client/client.h"
#include "files/gamefile.h"

enum { TURNS_MAX = 4, PROTOCOLS = 4, TIMEOUT_MS = 1000, CLOCK_MS = 60000 };

/* --- what an engine said --- */

static void check_line(const char *what, const char *text, size_t size) {
    size_t length = strnlen(text, size);
    FUZZ_CHECK(length < size, "%s has no end", what);
    for (size_t i = 0; i < length; i++)
        FUZZ_CHECK(text[i] >= ' ' && text[i] <= '~', "byte %d in %s", text[i], what);
}

static void check_answer(const ClientBestMove *answer, bool is_good) {
    check_line("bestmove", answer->bestmove, sizeof answer->bestmove);
    check_line("ponder", answer->ponder, sizeof answer->ponder);
    check_line("pv", answer->pv, sizeof answer->pv);
    check_line("claim", answer->claim, sizeof answer->claim);
    FUZZ_CHECK(!strchr(answer->bestmove, ' '), "'%s' is not a word", answer->bestmove);
    FUZZ_CHECK(!strchr(answer->ponder, ' '), "'%s' is not a word", answer->ponder);
    FUZZ_CHECK(is_good || answer->bestmove[0] == '\0', "a failure with the move '%s'",
               answer->bestmove);
    FUZZ_CHECK(answer->depth >= 0 && answer->nodes >= 0 && answer->elapsed_us >= 0,
               "a negative number");
}

/* --- the engine --- */

typedef struct {
    Client *engine;
    Error failure; /* the first one */
} FuzzedClient;

/* Checks the result of a call: once a client has failed, all its calls fail for the same reason. */
static bool check_call(FuzzedClient *client, bool is_good, const Error *error) {
    bool has_failed = client_failure(client->engine) != CLIENT_FAILURE_NONE;
    const char *name = client_name(client->engine);
    check_line("the name", name, 256);
    FUZZ_CHECK(*name, "no name");
    FUZZ_CHECK(!is_good || !has_failed, "a good call has failed");
    if (!is_good)
        fuzz_check_error(error, has_failed ? name : "");
    if (has_failed && !client->failure.text[0])
        client->failure = *error;
    else if (has_failed)
        fuzz_check_equal("the failure", error->text, client->failure.text);
    return is_good;
}

static bool prepare(FuzzedClient *client, const StoredGame *stored, const ClientTimeControl *time) {
    Client *engine = client->engine;
    ClientGame game = {.stored = stored, .side = WHITE, .time = *time};
    Error error;
    return check_call(client, client_set_variant(engine, "losers", &error), &error) &&
           check_call(client,
                      client_set_option_if_supported(engine, "Hash", "16", &error) &&
                          client_set_option_if_supported(engine, "Threads", "2", &error) &&
                          client_set_option_if_supported(engine, "Style", "a b", &error) &&
                          client_wait_ready(engine, TIMEOUT_MS, &error),
                      &error) &&
           check_call(client, client_new_game(engine, &game, TIMEOUT_MS, &error), &error);
}

/* Lets the engine choose a turn. Returns false if it did not. */
static bool choose(FuzzedClient *client, const Game *game, Turn *turn) {
    Error error = {.text = ""};
    ClientBestMove answer;
    ClientSearch search = {.game = game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {CLOCK_MS, CLOCK_MS},
                           .timeout_ms = TIMEOUT_MS,
                           .stop_ms = TIMEOUT_MS,
                           .deadline_ms = INT64_MAX};
    search.limits.depth = 1;
    bool is_good = client_choose_turn(client->engine, &search, &answer, turn, &error);
    ClientFailure failure = client_failure(client->engine);
    check_answer(&answer, failure == CLIENT_FAILURE_NONE);
    if (is_good)
        FUZZ_CHECK(turn_is_legal(&game->now, *turn), "an illegal turn was accepted");
    else
        fuzz_check_error(&error, "");
    return is_good && failure == CLIENT_FAILURE_NONE;
}

static void play(FuzzedClient *client, Game *game) {
    for (int i = 0; i < TURNS_MAX; i++) {
        Turn turn;
        TurnList list;
        if (outcome_is_over(game_outcome(game)) || !choose(client, game, &turn))
            break;
        game_play(game, turn, GAME_NO_CLOCK);
        game_pass_if_forced(game);
        FUZZ_CHECK(turn_list_make(&game->now, &list), "out of memory");
        if (list.count > 0)
            game_play(game, list.turns[0], GAME_NO_CLOCK);
        game_pass_if_forced(game);
        turn_list_free(&list);
    }
    if (client_failure(client->engine) == CLIENT_FAILURE_NONE)
        client_game_over(client->engine, game, "1-0", "resignation");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const ARGV[] = {"engine", NULL};
    static bool is_ready;
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    int protocol = choice % PROTOCOLS;
    ClientConfig config = {.protocol = protocol == 0   ? CLIENT_UCI
                                       : protocol == 1 ? CLIENT_CECP
                                                       : CLIENT_TEXTUI,
                           .dialect = protocol == 2 ? TEXTUI_SPRING_2007 : TEXTUI_FALL_2003,
                           .argv = ARGV,
                           .start_timeout_ms = TIMEOUT_MS};
    FuzzedClient client = {.failure = {.text = ""}};
    ClientTimeControl time = {.clock_ms = CLOCK_MS};
    StoredGame stored;
    Error error;
    if (!is_ready)
        FUZZ_CHECK(gamefile_init(), "out of memory");
    is_ready = true;
    fuzz_program_set(input);
    stored_game_init(&stored, ruleset_at(choice / PROTOCOLS % ruleset_count()));
    stored.timed = true;
    for (Colour c = WHITE; c <= BLACK; c++)
        stored.initial_ms[c] = stored.current_ms[c] = CLOCK_MS;
    if ((client.engine = client_start(&config, &error))) {
        if (prepare(&client, &stored, &time))
            play(&client, &stored.game);
        client_stop(&client.engine);
    } else {
        fuzz_check_error(&error,
                         ""); /* the error begins with the engine's name, if that is known */
    }
    stored_game_free(&stored);
    return 0;
}
