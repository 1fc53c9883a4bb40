#include "referee/log_entry.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

static bool is_timed(const TournamentConfig *config, const GamePairing *pairing) {
    return time_control_is_timed(&config->players[pairing->white].tc) ||
           time_control_is_timed(&config->players[pairing->black].tc);
}

/* Centipawns, or "#3" for a win in three turns; null where nothing was said. */
static json_t *score_json(const TurnEvaluation *evaluation) {
    char text[16];
    if (!evaluation->has_score)
        return json_null();
    if (!evaluation->is_mate)
        return json_integer(evaluation->score);
    snprintf(text, sizeof text, "#%d", evaluation->score);
    return json_string(text);
}

static json_t *clock_json(int64_t clock_ms) {
    return clock_ms == GAME_NO_CLOCK ? json_null() : json_integer(clock_ms);
}

/* What is said of each turn, from the first that was not the opening's. */
typedef struct {
    const char *key;
    json_t *list;
    bool is_known; /* of some turn */
} TurnColumn;

static bool append(TurnColumn *column, json_t *value, bool is_known) {
    column->is_known |= is_known;
    return json_array_append_new(column->list, value) == 0;
}

/* Writes those of which something is known. */
static bool write_evaluations(json_t *line, const MatchGame *match_game, bool timed) {
    const Game *game = &match_game->record.game;
    TurnColumn scores = {"scores", json_array(), false}, depths = {"depths", json_array(), false};
    TurnColumn nodes = {"nodes", json_array(), false}, times = {"us", json_array(), false};
    TurnColumn clocks = {"clocks", json_array(), false};
    TurnColumn *const columns[] = {&scores, &depths, &nodes, &times, &clocks};
    bool ok = true;
    for (int i = match_game->opening_turns; i < game->count; i++) {
        TurnEvaluation evaluation =
            i < match_game->evaluation_capacity ? match_game->evaluations[i] : (TurnEvaluation){0};
        int64_t clock_ms = game->turns[i].clock_ms;
        ok &= append(&scores, score_json(&evaluation), evaluation.has_score);
        ok &= append(&depths, json_integer(evaluation.depth), evaluation.depth > 0);
        ok &= append(&nodes, json_integer(evaluation.nodes), evaluation.nodes > 0);
        ok &= append(&times, json_integer(evaluation.elapsed_us), timed);
        ok &= append(&clocks, clock_json(clock_ms), clock_ms != GAME_NO_CLOCK);
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (columns[i]->is_known)
            ok &= json_object_set(line, columns[i]->key, columns[i]->list) == 0;
        json_decref(columns[i]->list);
    }
    return ok;
}

/* Text that came from a program may be no UTF-8, which JSON must be. */
static json_t *text_json(const char *text) {
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

json_t *log_entry_write(const MatchGame *match_game, const TournamentConfig *config, int number,
                        const GamePairing *pairing) {
    const Game *game = &match_game->record.game;
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    char *turns = game_turns_text(game, STYLE_UCI);
    json_t *line = turns ? json_object() : NULL;
    if (!line) {
        free(turns);
        return NULL;
    }
    int failures = 0;
    failures += json_object_set_new(line, "game", json_integer(number + 1)) != 0;
    failures += json_object_set_new(line, "round", json_integer(pairing->round + 1)) != 0;
    failures +=
        json_object_set_new(line, "white", json_string(config->players[pairing->white].name)) != 0;
    failures +=
        json_object_set_new(line, "black", json_string(config->players[pairing->black].name)) != 0;
    failures += json_object_set_new(
                    line, "result",
                    json_string(termination_pgn_result(match_game_white_points(match_game)))) != 0;
    failures +=
        json_object_set_new(line, "reason", json_string(match_game_reason(match_game))) != 0;
    if (match_game->termination.detail[0])
        failures +=
            json_object_set_new(line, "detail", text_json(match_game->termination.detail)) != 0;
    failures += json_object_set_new(line, "fen", json_string(fen)) != 0;
    failures += json_object_set_new(line, "opening", json_integer(match_game->opening_turns)) != 0;
    failures += json_object_set_new(line, "turns", json_string(turns)) != 0;
    failures += !write_evaluations(line, match_game, is_timed(config, pairing));
    free(turns);
    if (failures == 0)
        return line;
    json_decref(line);
    return NULL;
}

/* --- reading --- */

static const char *text_of(const json_t *line, const char *key) {
    const char *text = json_string_value(json_object_get(line, key));
    return text ? text : "";
}

static bool read_points(const json_t *line, int *white_points, Error *error) {
    const char *result = text_of(line, "result");
    for (int points = 0; points <= 2; points++)
        if (strcmp(result, termination_pgn_result(points)) == 0) {
            *white_points = points;
            return true;
        }
    return error_set(error, "'%.20s' is no result", result);
}

bool log_entry_read_result(const json_t *line, const TournamentConfig *config,
                           const GamePairing *pairing, int *white_points,
                           TerminationKind *termination, Error *error) {
    const char *white = text_of(line, "white"), *black = text_of(line, "black");
    *termination = termination_find(text_of(line, "reason"));
    if (strcmp(white, config->players[pairing->white].name) != 0 ||
        strcmp(black, config->players[pairing->black].name) != 0)
        return error_set(error, "%.60s against %.60s should be %.60s against %.60s", white, black,
                         config->players[pairing->white].name,
                         config->players[pairing->black].name);
    return read_points(line, white_points, error);
}

static json_t *element(const json_t *line, const char *list, int index) {
    return json_array_get(json_object_get(line, list), (size_t)index);
}

/* Plays the turns again; each gets the clock after it. */
static bool read_turns(const json_t *line, GameLogEntry *log_entry, Error *error) {
    char *copy = strdup(text_of(line, "turns")), *rest = copy;
    Game *game = &log_entry->record.game;
    bool ok = copy || error_set(error, "out of memory");
    for (char *word; ok && (word = text_split(&rest, ' '));) {
        const json_t *clock = element(line, "clocks", game->count - log_entry->opening_turns);
        int64_t clock_ms = json_is_integer(clock) ? json_integer_value(clock) : GAME_NO_CLOCK;
        Colour player = (Colour)game->now.player;
        if (!*word)
            continue;
        ok = game_play_text(game, word, clock_ms, error);
        if (ok && clock_ms != GAME_NO_CLOCK)
            log_entry->record.current_ms[player] = clock_ms;
    }
    free(copy);
    return ok;
}

static char *comment_of(const json_t *line, int index) {
    const json_t *score = element(line, "scores", index), *time = element(line, "us", index);
    int depth = (int)json_integer_value(element(line, "depths", index));
    char *comment = NULL, score_text[32] = "", time_text[32] = "";
    if (json_is_integer(score))
        snprintf(score_text, sizeof score_text, "%+.2f/%d", (double)json_integer_value(score) / 100,
                 depth);
    else if (json_is_string(score))
        snprintf(score_text, sizeof score_text, "%.12s/%d", json_string_value(score), depth);
    if (json_integer_value(time) > 0)
        snprintf(time_text, sizeof time_text, "%s%.3fs", score_text[0] ? " " : "",
                 (double)json_integer_value(time) / 1e6);
    if (score_text[0] || time_text[0])
        if (asprintf(&comment, "%s%s", score_text, time_text) < 0)
            comment = NULL;
    return comment;
}

static bool read_comments(const json_t *line, GameLogEntry *log_entry, Error *error) {
    int count = log_entry->record.game.count;
    log_entry->comments = calloc((size_t)count + 1, sizeof *log_entry->comments);
    if (!log_entry->comments)
        return error_set(error, "out of memory");
    for (int i = log_entry->opening_turns; i < count; i++)
        log_entry->comments[i] = comment_of(line, i - log_entry->opening_turns);
    return true;
}

static void set_clocks(const TournamentConfig *config, GameLogEntry *log_entry) {
    StoredGame *record = &log_entry->record;
    for (int i = WHITE; i <= BLACK; i++)
        for (int j = 0; j < config->player_count; j++)
            if (strcmp(config->players[j].name, record->names[i]) == 0 &&
                time_control_has_clock(&config->players[j].tc)) {
                record->timed = true;
                record->initial_ms[i] = record->current_ms[i] = config->players[j].tc.clock_ms;
            }
}

static void set_termination(GameLogEntry *log_entry) {
    StoredGame *record = &log_entry->record;
    Colour loser = log_entry->white_points == 0 ? WHITE : BLACK;
    if (log_entry->termination == TERMINATION_TIME_FORFEIT) {
        game_expire(&record->game, loser);
        if (record->initial_ms[loser] != GAME_NO_CLOCK)
            record->current_ms[loser] = 0;
    } else if (log_entry->termination > TERMINATION_TIME_FORFEIT) {
        record->forfeit.loser = loser;
        utf8_copy(record->forfeit.reason, sizeof record->forfeit.reason,
                  termination_words(log_entry->termination));
    }
}

bool log_entry_read(const json_t *line, const TournamentConfig *config, GameLogEntry *log_entry,
                    Error *error) {
    Position start;
    *log_entry = (GameLogEntry){.termination = termination_find(text_of(line, "reason"))};
    if (!read_points(line, &log_entry->white_points, error) ||
        !position_from_fen(&start, config->rules, text_of(line, "fen"), error))
        return false;
    json_int_t opening = json_integer_value(json_object_get(line, "opening"));
    if (opening < 0 || opening > GAME_TURNS_MAX)
        return error_set(error, "'opening' is no number of turns");
    log_entry->opening_turns = (int)opening;
    stored_game_init(&log_entry->record, config->rules);
    game_init_from(&log_entry->record.game, &start);
    log_entry->record.game.tournament_draws = config->tournament_draws;
    utf8_copy(log_entry->record.names[WHITE], PLAYER_NAME_SIZE, text_of(line, "white"));
    utf8_copy(log_entry->record.names[BLACK], PLAYER_NAME_SIZE, text_of(line, "black"));
    set_clocks(config, log_entry);
    if (read_turns(line, log_entry, error) && read_comments(line, log_entry, error)) {
        set_termination(log_entry);
        return true;
    }
    log_entry_free(log_entry);
    return false;
}

void log_entry_free(GameLogEntry *log_entry) {
    for (int i = 0; log_entry->comments && i < log_entry->record.game.count; i++)
        free(log_entry->comments[i]);
    free(log_entry->comments);
    log_entry->comments = NULL;
    stored_game_free(&log_entry->record);
}
