#include "files/log/log_entry.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/log/log_json.h"
#include "files/model/result.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

/* Centipawns, or "#3" for a win in three turns; null if unknown. */
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

/* A list with a value for each turn after the opening. */
typedef struct {
    const char *key;
    json_t *list;
    bool is_known; /* is the value known for at least one turn? */
} TurnColumn;

static bool append(TurnColumn *column, json_t *value, bool is_known) {
    column->is_known |= is_known;
    return json_array_append_new(column->list, value) == 0;
}

/* Writes the columns that have at least one known value. */
static bool write_evaluations(json_t *line, const StoredGame *stored, bool with_times) {
    const Game *game = &stored->game;
    TurnColumn scores = {"scores", json_array(), false}, depths = {"depths", json_array(), false};
    TurnColumn nodes = {"nodes", json_array(), false}, times = {"us", json_array(), false};
    TurnColumn clocks = {"clocks", json_array(), false};
    TurnColumn *const columns[] = {&scores, &depths, &nodes, &times, &clocks};
    bool ok = true;
    for (int i = stored->opening_turns; i < game->count; i++) {
        TurnEvaluation evaluation = stored_game_evaluation(stored, i);
        int64_t clock_ms = game->turns[i].clock_ms;
        ok &= append(&scores, score_json(&evaluation), evaluation.has_score);
        ok &= append(&depths, json_integer(evaluation.depth), evaluation.depth > 0);
        ok &= append(&nodes, json_integer(evaluation.nodes), evaluation.nodes > 0);
        ok &= append(&times, json_integer(evaluation.elapsed_us), with_times);
        ok &= append(&clocks, clock_json(clock_ms), clock_ms != GAME_NO_CLOCK);
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (columns[i]->is_known)
            ok &= json_object_set(line, columns[i]->key, columns[i]->list) == 0;
        json_decref(columns[i]->list);
    }
    return ok;
}

static bool set(json_t *line, const char *key, json_t *value) {
    return json_object_set_new(line, key, value) == 0;
}

static bool set_text(json_t *line, const char *key, const char *text) {
    return set(line, key, json_string(text));
}

/* A program's message may not be UTF-8, which JSON requires. */
static bool write_detail(json_t *line, const char *detail) {
    return !*detail || set_text(line, "detail", utf8_is_valid(detail) ? detail : "?");
}

static bool write_fields(json_t *line, const StoredGame *stored, const LogPosition *position,
                         bool with_times) {
    char fen[FEN_SIZE];
    position_to_fen(&stored->game.start, fen);
    char *turns = game_turns_text(&stored->game, STYLE_UCI);
    bool ok = turns && set(line, "game", json_integer(position->number + 1)) &&
              set(line, "round", json_integer(position->round + 1)) &&
              set_text(line, "white", stored_game_name(stored, WHITE)) &&
              set_text(line, "black", stored_game_name(stored, BLACK)) &&
              set_text(line, "result", stored_game_result(stored)) &&
              set_text(line, "reason", stored_game_reason(stored)) &&
              write_detail(line, stored->termination.detail) && set_text(line, "fen", fen) &&
              set(line, "opening", json_integer(stored->opening_turns)) &&
              set_text(line, "turns", turns) && write_evaluations(line, stored, with_times);
    free(turns);
    return ok;
}

char *log_entry_write(const StoredGame *stored, const LogPosition *position, bool with_times) {
    json_t *line = json_object();
    bool is_complete = line && write_fields(line, stored, position, with_times);
    char *text = is_complete ? log_json_text(line) : NULL;
    json_decref(line);
    return text;
}

/* --- reading --- */

bool log_entry_read_number(const char *line, size_t length, int64_t *number, Error *error) {
    json_t *json = log_json_parse(line, length, error);
    *number = json_integer_value(json_object_get(json, "game"));
    json_decref(json);
    return json != NULL;
}

/* The text at `key`; empty if there is none. */
static const char *text_of(const json_t *line, const char *key) {
    const char *text = json_string_value(json_object_get(line, key));
    return text ? text : "";
}

static bool read_result(const json_t *line, StoredGame *stored, Error *error) {
    const char *result = text_of(line, "result");
    int points = result_white_points(result);
    if (points == RESULT_UNDECIDED)
        return error_set(error, "%s is not a result", QUOTE(result));
    strcpy(stored->result, result);
    return (stored_game_set_name(stored, WHITE, text_of(line, "white")) &&
            stored_game_set_name(stored, BLACK, text_of(line, "black"))) ||
           error_set_out_of_memory(error);
}

/* Call this last: a game that is over accepts no further turns. A flag that falls in a draw is that
 * of the player to move. */
static void read_termination(const json_t *line, StoredGame *stored) {
    TerminationKind kind = termination_find(text_of(line, "reason"));
    int points = result_white_points(stored->result);
    Colour loser = points == 0 ? WHITE : points == 2 ? BLACK : (Colour)stored->game.now.player;
    if (kind != TERMINATION_BY_RULES)
        stored_game_terminate(stored, kind, loser, text_of(line, "detail"));
}

/* Reads the evaluation at `index` in the lists. */
static TurnEvaluation read_evaluation(const json_t *line, size_t index) {
    const json_t *score = json_array_get(json_object_get(line, "scores"), index);
    const json_t *depth = json_array_get(json_object_get(line, "depths"), index);
    const json_t *nodes = json_array_get(json_object_get(line, "nodes"), index);
    const json_t *time = json_array_get(json_object_get(line, "us"), index);
    const char *mate = json_string_value(score);
    TurnEvaluation evaluation = {.depth = (int)json_integer_value(depth),
                                 .nodes = json_integer_value(nodes),
                                 .elapsed_us = json_integer_value(time)};
    if (mate && *mate == '#') {
        evaluation.has_score = evaluation.is_mate = true;
        evaluation.score = (int)strtol(mate + 1, NULL, 10);
    } else if (json_is_integer(score)) {
        evaluation.has_score = true;
        evaluation.score = (int)json_integer_value(score);
    }
    return evaluation;
}

/* Plays a turn, and records its evaluation and the player's clock after the turn. */
static bool read_turn(const json_t *line, const char *word, StoredGame *stored, Error *error) {
    Game *game = &stored->game;
    bool is_opening = game->count < stored->opening_turns;
    size_t index = is_opening ? 0 : (size_t)(game->count - stored->opening_turns);
    const json_t *clock = json_array_get(json_object_get(line, "clocks"), index);
    bool has_clock = !is_opening && json_is_integer(clock);
    int64_t clock_ms = has_clock ? json_integer_value(clock) : GAME_NO_CLOCK;
    Colour player = (Colour)game->now.player;
    if (!game_play_text(game, word, clock_ms, error))
        return false;
    if (has_clock)
        stored->current_ms[player] = clock_ms;
    TurnEvaluation evaluation = read_evaluation(line, index);
    return is_opening || stored_game_set_evaluation(stored, game->count - 1, &evaluation) ||
           error_set(error, "out of memory");
}

static bool read_turns(const json_t *line, StoredGame *stored, Error *error) {
    char *copy = strdup(text_of(line, "turns")), *rest = copy;
    bool ok = copy || error_set(error, "out of memory");
    for (char *word; ok && (word = text_split(&rest, ' '));)
        ok = !*word || read_turn(line, word, stored, error);
    free(copy);
    return ok;
}

static bool read_game(const json_t *line, StoredGame *stored, Error *error) {
    Position start;
    bool tournament_draws = stored->game.tournament_draws;
    json_int_t opening = json_integer_value(json_object_get(line, "opening"));
    if (!position_from_fen(&start, stored->game.start.rules, text_of(line, "fen"), error))
        return false;
    if (opening < 0 || opening > GAME_TURNS_MAX)
        return error_set(error, "'opening' is not a valid number of turns");
    stored->opening_turns = (int)opening;
    game_init_from(&stored->game, &start);
    stored->game.tournament_draws = tournament_draws;
    if (!read_turns(line, stored, error))
        return false;
    return opening <= stored->game.count ||
           error_set(error, "'opening' is greater than the number of turns");
}

static bool read_line(const char *line, bool whole, StoredGame *stored, Error *error) {
    json_t *json = log_json_parse(line, strlen(line), error);
    bool read =
        json && read_result(json, stored, error) && (!whole || read_game(json, stored, error));
    if (read)
        read_termination(json, stored);
    json_decref(json);
    return read;
}

bool log_entry_read_result(const char *line, StoredGame *stored, Error *error) {
    return read_line(line, false, stored, error);
}

bool log_entry_read(const char *line, StoredGame *stored, Error *error) {
    return read_line(line, true, stored, error);
}

static bool digest_game(const json_t *line, const Ruleset *rules, uint64_t *digest, Error *error) {
    Position start;
    Game game;
    if (!position_from_fen(&start, rules, text_of(line, "fen"), error))
        return false;
    json_int_t opening = json_integer_value(json_object_get(line, "opening"));
    char *copy = strdup(text_of(line, "turns")), *rest = copy;
    bool ok = copy || error_set_out_of_memory(error);
    game_init_from(&game, &start);
    for (json_int_t i = 0; ok && i < opening && rest; i++)
        ok = game_play_text(&game, text_split(&rest, ' '), GAME_NO_CLOCK, error);
    if (ok) {
        const char *turns = rest ? rest : "";
        *digest = hash_bytes(HASH_OFFSET_BASIS, &game.now.key, sizeof game.now.key);
        *digest = hash_bytes(*digest, turns, strlen(turns));
    }
    game_free(&game);
    free(copy);
    return ok;
}

bool log_entry_read_digest(const char *line, const Ruleset *rules, uint64_t *digest, Error *error) {
    json_t *json = log_json_parse(line, strlen(line), error);
    bool read = json && digest_game(json, rules, digest, error);
    json_decref(json);
    return read;
}
