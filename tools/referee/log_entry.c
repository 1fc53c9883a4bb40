#include "referee/log_entry.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

static bool is_timed(const Contest *contest, const Fixture *fixture) {
    return pace_is_timed(&contest->players[fixture->white].pace) ||
           pace_is_timed(&contest->players[fixture->black].pace);
}

/* Centipawns, or "#3" for a win in three turns; null where nothing was said. */
static json_t *score_json(const Thought *thought) {
    char text[16];
    if (!thought->has_score)
        return json_null();
    if (!thought->is_mate)
        return json_integer(thought->score);
    snprintf(text, sizeof text, "#%d", thought->score);
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
} Column;

static bool append(Column *column, json_t *value, bool is_known) {
    column->is_known |= is_known;
    return json_array_append_new(column->list, value) == 0;
}

/* Writes those of which something is known. */
static bool write_thoughts(json_t *line, const Duel *duel, bool timed) {
    const Game *game = &duel->record.game;
    Column scores = {"scores", json_array(), false}, depths = {"depths", json_array(), false};
    Column nodes = {"nodes", json_array(), false}, times = {"us", json_array(), false};
    Column clocks = {"clocks", json_array(), false};
    Column *const columns[] = {&scores, &depths, &nodes, &times, &clocks};
    bool sound = true;
    for (int i = duel->opening_turns; i < game->count; i++) {
        Thought thought = i < duel->thought_capacity ? duel->thoughts[i] : (Thought){0};
        int64_t clock_ms = game->turns[i].clock_ms;
        sound &= append(&scores, score_json(&thought), thought.has_score);
        sound &= append(&depths, json_integer(thought.depth), thought.depth > 0);
        sound &= append(&nodes, json_integer(thought.nodes), thought.nodes > 0);
        sound &= append(&times, json_integer(thought.elapsed_us), timed);
        sound &= append(&clocks, clock_json(clock_ms), clock_ms != GAME_NO_CLOCK);
    }
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (columns[i]->is_known)
            sound &= json_object_set(line, columns[i]->key, columns[i]->list) == 0;
        json_decref(columns[i]->list);
    }
    return sound;
}

/* Text that came from a program may be no UTF-8, which JSON must be. */
static json_t *any_text(const char *text) {
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

json_t *sheet_write(const Duel *duel, const Contest *contest, int number, const Fixture *fixture) {
    const Game *game = &duel->record.game;
    char fen[FEN_SIZE];
    position_to_fen(&game->start, fen);
    char *turns = game_turns_text(game, STYLE_LINE);
    json_t *line = turns ? json_object() : NULL;
    if (!line) {
        free(turns);
        return NULL;
    }
    int failures = 0;
    failures += json_object_set_new(line, "game", json_integer(number + 1)) != 0;
    failures += json_object_set_new(line, "round", json_integer(fixture->round + 1)) != 0;
    failures +=
        json_object_set_new(line, "white", json_string(contest->players[fixture->white].name)) != 0;
    failures +=
        json_object_set_new(line, "black", json_string(contest->players[fixture->black].name)) != 0;
    failures += json_object_set_new(line, "result",
                                    json_string(ending_result(duel_white_points(duel)))) != 0;
    failures += json_object_set_new(line, "reason", json_string(duel_reason(duel))) != 0;
    if (duel->ending.detail[0])
        failures += json_object_set_new(line, "detail", any_text(duel->ending.detail)) != 0;
    failures += json_object_set_new(line, "fen", json_string(fen)) != 0;
    failures += json_object_set_new(line, "opening", json_integer(duel->opening_turns)) != 0;
    failures += json_object_set_new(line, "turns", json_string(turns)) != 0;
    failures += !write_thoughts(line, duel, is_timed(contest, fixture));
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
        if (strcmp(result, ending_result(points)) == 0) {
            *white_points = points;
            return true;
        }
    return error_set(error, "'%.20s' is no result", result);
}

bool sheet_read_result(const json_t *line, const Contest *contest, const Fixture *fixture,
                       int *white_points, EndKind *ending, Error *error) {
    const char *white = text_of(line, "white"), *black = text_of(line, "black");
    *ending = ending_find(text_of(line, "reason"));
    if (strcmp(white, contest->players[fixture->white].name) != 0 ||
        strcmp(black, contest->players[fixture->black].name) != 0)
        return error_set(error, "%.60s against %.60s should be %.60s against %.60s", white, black,
                         contest->players[fixture->white].name,
                         contest->players[fixture->black].name);
    return read_points(line, white_points, error);
}

static json_t *entry(const json_t *line, const char *list, int index) {
    return json_array_get(json_object_get(line, list), (size_t)index);
}

/* Plays the turns again; each gets the clock after it. */
static bool read_turns(const json_t *line, Sheet *sheet, Error *error) {
    char *copy = strdup(text_of(line, "turns")), *rest = copy;
    Game *game = &sheet->record.game;
    bool sound = copy || error_set(error, "out of memory");
    for (char *word; sound && (word = text_split(&rest, ' '));) {
        const json_t *clock = entry(line, "clocks", game->count - sheet->opening_turns);
        int64_t clock_ms = json_is_integer(clock) ? json_integer_value(clock) : GAME_NO_CLOCK;
        Colour player = (Colour)game->now.player;
        if (!*word)
            continue;
        sound = game_play_text(game, word, clock_ms, error);
        if (sound && clock_ms != GAME_NO_CLOCK)
            sheet->record.current_ms[player] = clock_ms;
    }
    free(copy);
    return sound;
}

static char *comment_of(const json_t *line, int index) {
    const json_t *score = entry(line, "scores", index), *time = entry(line, "us", index);
    int depth = (int)json_integer_value(entry(line, "depths", index));
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

static bool read_comments(const json_t *line, Sheet *sheet, Error *error) {
    int count = sheet->record.game.count;
    sheet->comments = calloc((size_t)count + 1, sizeof *sheet->comments);
    if (!sheet->comments)
        return error_set(error, "out of memory");
    for (int i = sheet->opening_turns; i < count; i++)
        sheet->comments[i] = comment_of(line, i - sheet->opening_turns);
    return true;
}

static void set_clocks(const Contest *contest, Sheet *sheet) {
    Record *record = &sheet->record;
    for (int i = WHITE; i <= BLACK; i++)
        for (int j = 0; j < contest->player_count; j++)
            if (strcmp(contest->players[j].name, record->names[i]) == 0 &&
                pace_has_clock(&contest->players[j].pace)) {
                record->timed = true;
                record->initial_ms[i] = record->current_ms[i] = contest->players[j].pace.clock_ms;
            }
}

static void set_ending(Sheet *sheet) {
    Record *record = &sheet->record;
    Colour loser = sheet->white_points == 0 ? WHITE : BLACK;
    if (sheet->ending == END_TIME) {
        game_expire(&record->game, loser);
        if (record->initial_ms[loser] != GAME_NO_CLOCK)
            record->current_ms[loser] = 0;
    } else if (sheet->ending > END_TIME) {
        record->forfeit.loser = loser;
        utf8_copy(record->forfeit.reason, sizeof record->forfeit.reason,
                  ending_words(sheet->ending));
    }
}

bool sheet_read(const json_t *line, const Contest *contest, Sheet *sheet, Error *error) {
    Position start;
    *sheet = (Sheet){.ending = ending_find(text_of(line, "reason"))};
    if (!read_points(line, &sheet->white_points, error) ||
        !position_from_fen(&start, contest->rules, text_of(line, "fen"), error))
        return false;
    json_int_t opening = json_integer_value(json_object_get(line, "opening"));
    if (opening < 0 || opening > GAME_TURNS_MAX)
        return error_set(error, "'opening' is no number of turns");
    sheet->opening_turns = (int)opening;
    record_init(&sheet->record, contest->rules);
    game_init_from(&sheet->record.game, &start);
    sheet->record.game.tournament_draws = contest->tournament_draws;
    utf8_copy(sheet->record.names[WHITE], PLAYER_NAME_SIZE, text_of(line, "white"));
    utf8_copy(sheet->record.names[BLACK], PLAYER_NAME_SIZE, text_of(line, "black"));
    set_clocks(contest, sheet);
    if (read_turns(line, sheet, error) && read_comments(line, sheet, error)) {
        set_ending(sheet);
        return true;
    }
    sheet_free(sheet);
    return false;
}

void sheet_free(Sheet *sheet) {
    for (int i = 0; sheet->comments && i < sheet->record.game.count; i++)
        free(sheet->comments[i]);
    free(sheet->comments);
    sheet->comments = NULL;
    record_free(&sheet->record);
}
