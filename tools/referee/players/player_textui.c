#include "referee/players/player_kinds.h"

#include "client/textui.h"

#include <stdlib.h>

typedef struct {
    const Contest *contest;
    ClientTextUi *client;
    Colour side;
    int told;                /* turns of the game that the program knows */
    int64_t opponent_had_ms; /* on its clock when the program was last told */
} TextUiPlayer;

static void stop(void *self) {
    TextUiPlayer *textui = self;
    client_textui_stop(&textui->client);
    free(textui);
}

static void *start(const PlayerSetup *setup, Error *error) {
    TextUiPlayer *textui = calloc(1, sizeof *textui);
    if (!textui) {
        error_set(error, "out of memory");
        return NULL;
    }
    textui->contest = setup->contest;
    textui->client = client_textui_start(
        &setup->client,
        setup->spec->fall_2003 ? CLIENT_TEXTUI_FALL_2003 : CLIENT_TEXTUI_SPRING_2007, error);
    if (textui->client)
        return textui;
    stop(textui);
    return NULL;
}

static bool new_game(void *self, const Record *record, const Clocks *clocks, Colour side,
                     uint64_t seed, Error *error) {
    (void)seed;
    TextUiPlayer *textui = self;
    textui->side = side;
    textui->told = record->game.count;
    textui->opponent_had_ms = clocks_left_ms(clocks, other(side));
    return client_textui_new_game(textui->client, record, side, (int)textui->contest->patience_ms,
                                  error);
}

/* What the opponent has used since the program was last told, as far as its clock shows it. */
static int64_t opponent_used(TextUiPlayer *textui, const Clocks *clocks) {
    int64_t left = clocks_left_ms(clocks, other(textui->side));
    int64_t used = left == GAME_NO_CLOCK ? 0 : textui->opponent_had_ms - left;
    textui->opponent_had_ms = left;
    return used > 0 ? used : 0;
}

/* Tells the program the opponent's turns. Its own it knows, and passes it makes by itself. */
static bool catch_up(TextUiPlayer *textui, const Game *game, int64_t used_ms, Error *error) {
    Position pos = game->start, before;
    for (int i = 0; i < game->count; i++) {
        char text[TURN_TEXT_SIZE];
        bool is_news =
            i >= textui->told && pos.player != textui->side && !game->turns[i].is_forced_pass;
        notation_write_turn(&pos, game->turns[i].turn, STYLE_COURSE, text);
        if (is_news && !client_textui_play(textui->client, text, used_ms, error))
            return false;
        if (is_news)
            used_ms = 0; /* it was all for the first of them */
        before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    textui->told = game->count;
    return true;
}

static bool choose(void *self, const Record *record, const Clocks *clocks, ClientAnswer *answer,
                   Error *error) {
    TextUiPlayer *textui = self;
    *answer = (ClientAnswer){.bestmove = ""};
    return catch_up(textui, &record->game, opponent_used(textui, clocks), error) &&
           client_textui_go(textui->client, clocks_deadline_ms(clocks, textui->side), answer,
                            error);
}

static ClientFailure failure(const void *self) {
    const TextUiPlayer *textui = self;
    return client_textui_failure(textui->client);
}

const PlayerCalls PLAYER_TEXTUI_CALLS = {
    .start = start, .stop = stop, .new_game = new_game, .choose = choose, .failure = failure};
