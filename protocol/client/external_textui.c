#include "client/external_protocol.h"
#include "client/textui.h"

#include <stdlib.h>

typedef struct {
    TextUiClient *client;
    Colour side;
    int turns_sent; /* number of the game's turns that the program knows */
    /* The opponent's clock when the program was last sent a turn; GAME_NO_CLOCK: none. */
    int64_t opponent_clock_ms;
} ExternalTextUi;

static void stop(void *self) {
    ExternalTextUi *textui = self;
    textui_client_stop(&textui->client);
    free(textui);
}

static void *start(const ExternalEngineConfig *config, Error *error) {
    ExternalTextUi *textui = calloc(1, sizeof *textui);
    if (!textui) {
        error_set_out_of_memory(error);
        return NULL;
    }
    textui->client = textui_client_start(&config->client, config->dialect, error);
    if (textui->client)
        return textui;
    stop(textui);
    return NULL;
}

static const char *name(const void *self) {
    const ExternalTextUi *textui = self;
    return textui_client_name(textui->client);
}

static ClientFailure failure(const void *self) {
    const ExternalTextUi *textui = self;
    return textui_client_failure(textui->client);
}

static bool new_game(void *self, const ExternalGame *game, int timeout_ms, Error *error) {
    ExternalTextUi *textui = self;
    const StoredGame *stored = game->stored;
    textui->side = game->side;
    textui->turns_sent = stored->game.count;
    textui->opponent_clock_ms = stored->current_ms[other(game->side)];
    return textui_client_new_game(textui->client, stored, game->side, timeout_ms, error);
}

/* The time that the opponent's clock has used since the program was last sent a turn. */
static int64_t opponent_used(ExternalTextUi *textui, const ExternalSearch *search) {
    int64_t before = textui->opponent_clock_ms, left = search->clock_ms[other(textui->side)];
    textui->opponent_clock_ms = left;
    return before == GAME_NO_CLOCK || left == GAME_NO_CLOCK || left > before ? 0 : before - left;
}

/* Sends the opponent's turns. The program knows its own, and makes forced passes by itself. */
static bool send_turns(ExternalTextUi *textui, const Game *game, int64_t used_ms, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        bool is_new =
            i >= textui->turns_sent && pos.player != textui->side && !game->turns[i].is_forced_pass;
        notation_write_turn(&pos, game->turns[i].turn, STYLE_COURSE, text);
        if (is_new && !textui_client_send_turn(textui->client, text, used_ms, error))
            return false;
        if (is_new)
            used_ms = 0; /* the first of these turns is charged all the time */
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    textui->turns_sent = game->count;
    return true;
}

static bool go(void *self, const ExternalSearch *search, ClientBestMove *answer, Error *error) {
    ExternalTextUi *textui = self;
    return send_turns(textui, search->game, opponent_used(textui, search), error) &&
           textui_client_go(textui->client, search->timeout_ms, answer, error);
}

const ExternalOperations EXTERNAL_TEXTUI_OPERATIONS = {
    .start = start, .stop = stop, .name = name, .failure = failure, .new_game = new_game, .go = go};
