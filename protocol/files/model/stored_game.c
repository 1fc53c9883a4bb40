#include "files/model/stored_game.h"

void record_init(Record *record, const Ruleset *rules) {
    *record = (Record){.initial_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                       .current_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK}};
    game_init(&record->game, rules);
}

void record_free(Record *record) {
    game_free(&record->game);
    if (record->foreign)
        record->free_foreign(record->foreign);
    record->foreign = NULL;
}

static bool clock_shows_zero(const Record *record, Colour player) {
    int64_t ms = record->current_ms[player];
    return ms != GAME_NO_CLOCK && ms <= 0;
}

bool record_out_of_time(const Record *record, Colour *player) {
    Colour first = game_player(&record->game);
    *player = clock_shows_zero(record, first) ? first : other(first);
    return clock_shows_zero(record, *player);
}
