#include "files/model/stored_game.h"

void stored_game_init(StoredGame *record, const Ruleset *rules) {
    *record = (StoredGame){.initial_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                           .current_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK}};
    game_init(&record->game, rules);
}

void stored_game_free(StoredGame *record) {
    game_free(&record->game);
    if (record->extensions)
        record->free_foreign(record->extensions);
    record->extensions = NULL;
}

static bool clock_shows_zero(const StoredGame *record, Colour player) {
    int64_t ms = record->current_ms[player];
    return ms != GAME_NO_CLOCK && ms <= 0;
}

bool stored_game_out_of_time(const StoredGame *record, Colour *player) {
    Colour first = game_player(&record->game);
    *player = clock_shows_zero(record, first) ? first : other(first);
    return clock_shows_zero(record, *player);
}
