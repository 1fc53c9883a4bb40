#include "referee/players/player_interface.h"

#include "client/textui.h"

#include <stdlib.h>

typedef struct {
    const TournamentConfig *config;
    TextUiClient *client;
    Colour side;
    int turns_sent;            /* turns of the game that the program knows */
    int64_t opponent_clock_ms; /* on its clock when the program was last told */
} TextUiPlayer;

static void stop(void *self) {
    TextUiPlayer *textui = self;
    textui_client_stop(&textui->client);
    free(textui);
}

static void *start(const PlayerSetup *setup, Error *error) {
    TextUiPlayer *textui = calloc(1, sizeof *textui);
    if (!textui) {
        error_set(error, "out of memory");
        return NULL;
    }
    textui->config = setup->config;
    textui->client = textui_client_start(
        &setup->client,
        setup->spec->fall_2003 ? TEXTUI_CLIENT_FALL_2003 : TEXTUI_CLIENT_SPRING_2007, error);
    if (textui->client)
        return textui;
    stop(textui);
    return NULL;
}

static bool new_game(void *self, const StoredGame *record, const MatchClocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)seed;
    TextUiPlayer *textui = self;
    textui->side = side;
    textui->turns_sent = record->game.count;
    textui->opponent_clock_ms = clocks_left_ms(clocks, other(side));
    return textui_client_new_game(textui->client, record, side,
                                  (int)textui->config->response_timeout_ms, error);
}

/* What the opponent has used since the program was last told, as far as its clock shows it. */
static int64_t opponent_used(TextUiPlayer *textui, const MatchClocks *clocks) {
    int64_t left = clocks_left_ms(clocks, other(textui->side));
    int64_t used = left == GAME_NO_CLOCK ? 0 : textui->opponent_clock_ms - left;
    textui->opponent_clock_ms = left;
    return used > 0 ? used : 0;
}

/* Tells the program the opponent's turns. Its own it knows, and passes it makes by itself. */
static bool send_turns(TextUiPlayer *textui, const Game *game, int64_t used_ms, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        bool is_new =
            i >= textui->turns_sent && pos.player != textui->side && !game->turns[i].is_forced_pass;
        notation_write_turn(&pos, game->turns[i].turn, STYLE_COURSE, text);
        if (is_new && !textui_client_send_turn(textui->client, text, used_ms, error))
            return false;
        if (is_new)
            used_ms = 0; /* it was all for the first of them */
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    textui->turns_sent = game->count;
    return true;
}

static bool choose(void *self, const StoredGame *record, const MatchClocks *clocks,
                   ClientBestMove *answer, Error *error) {
    TextUiPlayer *textui = self;
    *answer = (ClientBestMove){.bestmove = ""};
    return send_turns(textui, &record->game, opponent_used(textui, clocks), error) &&
           textui_client_go(textui->client, clocks_deadline_ms(clocks, textui->side), answer,
                            error);
}

static ClientFailure failure(const void *self) {
    const TextUiPlayer *textui = self;
    return textui_client_failure(textui->client);
}

const PlayerInterface PLAYER_TEXTUI_INTERFACE = {
    .start = start, .stop = stop, .new_game = new_game, .choose = choose, .failure = failure};
