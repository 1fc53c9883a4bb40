#include "player_kinds.h"

#include <stdlib.h>
#include <string.h>

enum { HALT_MS = 1000, PASS_TEXT_SIZE = 5 };

typedef struct {
    const Contest *contest;
    const PlayerSpec *spec;
    Client *client;
} UciPlayer;

/* What the rules of the tournament ask for comes first, so that the player's own options may say
 * otherwise; the ruleset last, because an option may bring its definition. */
static bool set_options(const UciPlayer *uci, Error *error) {
    const Contest *contest = uci->contest;
    const PlayerSpec *spec = uci->spec;
    char charge[24];
    snprintf(charge, sizeof charge, "%lld", (long long)contest->minimum_charge_ms);
    if ((contest->tournament_draws &&
         !client_suggest_option(uci->client, "Tournament Draws", "true", error)) ||
        (contest->minimum_charge_ms > 0 &&
         !client_suggest_option(uci->client, "Minimum Move Charge", charge, error)))
        return false;
    for (int i = 0; i < spec->option_count; i++)
        if (!client_set_option(uci->client, spec->options[i].name, spec->options[i].value, error))
            return false;
    return client_set_option(uci->client, "UCI_Variant",
                             spec->variant ? spec->variant : contest->rules->name, error) &&
           client_ready(uci->client, (int)contest->patience_ms, error);
}

static void stop(void *self) {
    UciPlayer *uci = self;
    client_stop_process(&uci->client);
    free(uci);
}

static void *start(const PlayerSetup *setup, Error *error) {
    UciPlayer *uci = calloc(1, sizeof *uci);
    if (!uci) {
        error_set(error, "out of memory");
        return NULL;
    }
    *uci = (UciPlayer){setup->contest, setup->spec, client_start(&setup->client, error)};
    if (uci->client && set_options(uci, error))
        return uci;
    stop(uci);
    return NULL;
}

static bool new_game(void *self, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)record, (void)clocks, (void)side, (void)seed;
    const UciPlayer *uci = self;
    return client_new_game(uci->client, (int)uci->contest->patience_ms, error);
}

/* The king's move to where it stands. */
static void write_king_pass(const Position *pos, char text[PASS_TEXT_SIZE]) {
    Square king = position_king(pos, (Colour)pos->side);
    char file = (char)('a' + square_file(king)), row = (char)('1' + square_row(king));
    snprintf(text, PASS_TEXT_SIZE, "%c%c%c%c", file, row, file, row);
}

/* As game_turns_text, but forced passes are the king's. */
static char *turns_text(const Game *game) {
    char *text = malloc((size_t)game->count * TURN_TEXT_SIZE + 1), *out = text;
    if (!text)
        return NULL;
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        if (i > 0)
            *out++ = ' ';
        if (game->turns[i].is_forced_pass)
            write_king_pass(&pos, out);
        else
            notation_write_turn(&pos, game->turns[i].turn, STYLE_LINE, out);
        out += strlen(out);
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    *out = '\0';
    return text;
}

static bool send_position(const UciPlayer *uci, const Game *game, Error *error) {
    char fen[FEN_SIZE];
    if (!uci->spec->passes_with_king)
        return client_position_of(uci->client, game, error);
    position_to_fen(&game->start, fen);
    char *turns = turns_text(game);
    if (!turns)
        return error_set(error, "out of memory");
    bool sent = client_position(uci->client, game_starts_as_usual(game) ? NULL : fen, turns, error);
    free(turns);
    return sent;
}

static bool choose(void *self, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error) {
    const UciPlayer *uci = self;
    const Game *game = &record->game;
    Colour player = (Colour)game->now.player;
    ClientGo go = clocks_limits(clocks, player);
    *answer = (ClientAnswer){.bestmove = ""};
    if (!send_position(uci, game, error) ||
        !client_go(uci->client, &go, clocks_deadline_ms(clocks, player), answer, error))
        return false;
    char pass[PASS_TEXT_SIZE];
    write_king_pass(&game->now, pass);
    if (uci->spec->passes_with_king && strcmp(answer->bestmove, pass) == 0)
        strcpy(answer->bestmove, "0000");
    return true;
}

static ClientFailure failure(const void *self) {
    const UciPlayer *uci = self;
    return client_failure(uci->client);
}

static void recover(void *self) {
    const UciPlayer *uci = self;
    client_halt(uci->client, HALT_MS, NULL, NULL);
}

const PlayerCalls PLAYER_UCI_CALLS = {.start = start,
                                      .stop = stop,
                                      .new_game = new_game,
                                      .choose = choose,
                                      .failure = failure,
                                      .recover = recover};
