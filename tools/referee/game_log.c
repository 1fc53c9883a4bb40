#include "referee/game_log.h"

#include "base/hash.h"
#include "files/log/log_entry.h"
#include "files/model/result.h"

#include <string.h>

static const PlayerSpec *player_of(const TournamentConfig *config, const GamePairing *pairing,
                                   Colour colour) {
    return &config->players[colour == WHITE ? pairing->white : pairing->black];
}

/* Has either player a time limit? */
static bool is_timed(const TournamentConfig *config, const GamePairing *pairing) {
    return time_control_is_timed(&player_of(config, pairing, WHITE)->tc) ||
           time_control_is_timed(&player_of(config, pairing, BLACK)->tc);
}

char *game_log_write(const StoredGame *stored, const TournamentConfig *config, int number,
                     const GamePairing *pairing) {
    LogPosition position = {.number = number, .round = pairing->round};
    return log_entry_write(stored, &position, is_timed(config, pairing));
}

static bool check_players(const StoredGame *stored, const TournamentConfig *config,
                          const GamePairing *pairing, Error *error) {
    for (Colour c = WHITE; c <= BLACK; c++) {
        const char *expected = player_of(config, pairing, c)->name;
        const char *name = stored_game_name(stored, c);
        if (strcmp(name, expected) != 0)
            return error_set(error, "%s is %s, not %s", outcome_colour_name(c), QUOTE(name),
                             QUOTE(expected));
    }
    return true;
}

bool game_log_read_result(const char *line, const TournamentConfig *config,
                          const GamePairing *pairing, int *white_points,
                          TerminationKind *termination, Error *error) {
    StoredGame stored;
    stored_game_init(&stored, config->rules);
    bool read = log_entry_read_result(line, &stored, error) &&
                check_players(&stored, config, pairing, error);
    *white_points = result_white_points(stored.result);
    *termination = stored.termination.kind;
    stored_game_free(&stored);
    return read;
}

bool game_log_read_digest(const char *line, const TournamentConfig *config,
                          const GamePairing *pairing, uint64_t *digest, Error *error) {
    const int players[] = {pairing->white, pairing->black};
    *digest = 0;
    if (is_timed(config, pairing))
        return true;
    if (!log_entry_read_digest(line, config->rules, digest, error))
        return false;
    *digest = hash_bytes(*digest, players, sizeof players);
    *digest += *digest == 0;
    return true;
}

bool game_log_read(const char *line, const TournamentConfig *config, const GamePairing *pairing,
                   StoredGame *stored, Error *error) {
    stored_game_init(stored, config->rules);
    stored->game.tournament_draws = config->tournament_draws;
    for (Colour c = WHITE; c <= BLACK; c++) {
        const ClientTimeControl *tc = &player_of(config, pairing, c)->tc;
        if (time_control_has_clock(tc)) {
            stored->timed = true;
            stored->initial_ms[c] = stored->current_ms[c] = tc->clock_ms;
        }
    }
    if (log_entry_read(line, stored, error))
        return true;
    stored_game_free(stored);
    return false;
}
