#include "files/log/log_reader.h"

#include "base/os/atomic_file.h"
#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "base/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 64 * 1024 * 1024 };

struct LogReader {
    FILE *file;
    char *path;
    char *text; /* the line that was read last */
    size_t capacity;
    long line;
    const Ruleset *rules;
};

/* --- lines --- */

/* Reads a whole line as JSON; NULL at the end, or if it is none, with a reason in *why, which is
 * empty at the end. */
static json_t *read_line(LogReader *log, json_error_t *why) {
    size_t length = stream_get_line(log->file, &log->text, &log->capacity);
    *why = (json_error_t){.line = 0};
    if (length == 0 || log->text[length - 1] != '\n')
        return NULL;
    log->line++;
    if (length <= LINE_MAX_BYTES)
        return json_loadb(log->text, length, 0, why);
    snprintf(why->text, sizeof why->text, "the line is too long");
    return NULL;
}

/* "" for what is no text. */
static const char *text_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text ? text : "";
}

/* The ruleset among the words of a log's first line; NULL if there is none of that name. */
static const Ruleset *ruleset_of(const json_t *header) {
    const json_t *words = json_object_get(header, "arguments");
    for (size_t i = 0; i + 1 < json_array_size(words); i++)
        if (strcmp(text_of(json_array_get(words, i)), "--ruleset") == 0)
            return ruleset_find(text_of(json_array_get(words, i + 1)));
    return ruleset_default();
}

/* --- opening --- */

static bool read_header(LogReader *log, Error *error) {
    json_error_t why;
    json_t *header = read_line(log, &why);
    bool is_log = json_is_string(json_object_get(header, "log"));
    log->rules = is_log ? ruleset_of(header) : NULL;
    json_decref(header);
    return log->rules ||
           error_set_at(error, log->path, 0,
                        is_log ? "no log of a known ruleset" : "no log of misere-referee");
}

static bool open_file(LogReader *log, Error *error) {
    size_t size;
    Error why;
    log->file = regular_file_open(log->path, &size, &why);
    return log->file || error_set_at(error, log->path, 0, why.text);
}

LogReader *log_reader_open(const char *path, Error *error) {
    LogReader *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path)))
        error_set(error, "out of memory");
    else if (open_file(log, error) && read_header(log, error))
        return log;
    log_reader_close(log);
    return NULL;
}

void log_reader_close(LogReader *log) {
    if (!log)
        return;
    if (log->file)
        fclose(log->file);
    free(log->text);
    free(log->path);
    free(log);
}

const Ruleset *log_reader_rules(const LogReader *log) {
    return log->rules;
}

/* --- games --- */

static bool read_points(const json_t *line, int *white_points, Error *error) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    const char *result = text_of(json_object_get(line, "result"));
    for (*white_points = 0; *white_points <= 2; ++*white_points)
        if (strcmp(result, results[*white_points]) == 0)
            return true;
    return error_set(error, "'%.20s' is no result", result);
}

static bool play_turns(Game *game, const char *turns, Error *error) {
    char *copy = strdup(turns), *rest = copy;
    bool sound = copy || error_set(error, "out of memory");
    for (char *word; sound && (word = text_split(&rest, ' '));)
        sound = !*word || game_play_text(game, word, GAME_NO_CLOCK, error);
    free(copy);
    return sound;
}

static bool read_game(const json_t *line, const Ruleset *rules, LoggedGame *logged, Error *error) {
    Position start;
    json_int_t opening = json_integer_value(json_object_get(line, "opening"));
    if (!read_points(line, &logged->white_points, error) ||
        !position_from_fen(&start, rules, text_of(json_object_get(line, "fen")), error))
        return false;
    game_init_from(&logged->game, &start);
    if (play_turns(&logged->game, text_of(json_object_get(line, "turns")), error)) {
        logged->opening_turns = (int)opening;
        if (opening >= 0 && opening <= logged->game.count)
            return true;
        error_set(error, "'opening' is no number of its turns");
    }
    game_free(&logged->game);
    return false;
}

LogReaderResult log_reader_next(LogReader *log, LoggedGame *logged, Error *error) {
    json_error_t why;
    Error reason;
    json_t *line = read_line(log, &why);
    if (!line && !why.text[0])
        return LOG_READER_END;
    bool read =
        line ? read_game(line, log->rules, logged, &reason) : error_set(&reason, "%s", why.text);
    json_decref(line);
    if (read)
        return LOG_READER_GAME;
    error_set_at(error, log->path, log->line, reason.text);
    return LOG_READER_BAD;
}
