#include "files/log/log_header.h"

#include "base/utf8.h"
#include "files/log/log_json.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char FORMAT[] = "misere-referee 1";

struct LogHeader {
    json_t *json; /* an object whose member "log" is a string */
};

/* Takes ownership of `json`. */
static LogHeader *wrap(json_t *json, Error *error) {
    LogHeader *header = malloc(sizeof *header);
    if (!header) {
        json_decref(json);
        error_set(error, "out of memory");
        return NULL;
    }
    header->json = json;
    return header;
}

static json_t *arguments_json(const LogHeaderFields *fields) {
    json_t *arguments = json_array();
    for (int i = 0; i < fields->argument_count; i++)
        if (json_array_append_new(arguments, json_string(fields->arguments[i])) != 0) {
            json_decref(arguments);
            return NULL;
        }
    return arguments;
}

static json_t *files_json(const LogPlayer *player) {
    json_t *files = json_object();
    for (int i = 0; files && i < player->file_count; i++) {
        char hash[20];
        snprintf(hash, sizeof hash, "%016" PRIx64, player->files[i].hash);
        if (json_object_set_new(files, player->files[i].role, json_string(hash)) != 0) {
            json_decref(files);
            return NULL;
        }
    }
    return files;
}

static json_t *player_json(const LogPlayer *player) {
    json_t *files = files_json(player);
    json_t *json = json_pack("{ss so}", "name", player->name, "files", files);
    if (!player->id || !json || json_object_set_new(json, "id", json_string(player->id)) == 0)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *players_json(const LogHeaderFields *fields) {
    json_t *players = json_array();
    for (int i = 0; players && i < fields->player_count; i++)
        if (json_array_append_new(players, player_json(&fields->players[i])) != 0) {
            json_decref(players);
            return NULL;
        }
    return players;
}

static bool are_utf8(const LogHeaderFields *fields) {
    int valid = 0;
    while (valid < fields->argument_count && utf8_is_valid(fields->arguments[valid]))
        valid++;
    return valid == fields->argument_count;
}

LogHeader *log_header_new(const LogHeaderFields *fields, Error *error) {
    json_t *arguments = arguments_json(fields), *players = players_json(fields);
    json_t *json = json_pack("{ss ss so ss so}", "log", FORMAT, "date", fields->date, "arguments",
                             arguments, "openings", fields->openings, "players", players);
    if (json && (fields->concurrency == 0 ||
                 json_object_set_new(json, "concurrency", json_integer(fields->concurrency)) == 0))
        return wrap(json, error);
    json_decref(json);
    error_set(error,
              are_utf8(fields) ? "out of memory" : "an argument on the command line is not UTF-8");
    return NULL;
}

LogHeader *log_header_parse(const char *line, size_t length, Error *error) {
    json_t *json = log_json_parse(line, length, error);
    if (json_is_string(json_object_get(json, "log")))
        return wrap(json, error);
    if (json)
        error_set(error, "not a misere-referee log");
    else
        error_wrap(error, "not a misere-referee log");
    json_decref(json);
    return NULL;
}

void log_header_free(LogHeader *header) {
    if (!header)
        return;
    json_decref(header->json);
    free(header);
}

char *log_header_text(const LogHeader *header) {
    return log_json_text(header->json);
}

bool log_header_check_version(const LogHeader *header, Error *error) {
    const char *version = json_string_value(json_object_get(header->json, "log"));
    return strcmp(version, FORMAT) == 0 ||
           error_set(error, "the log's format is %s, not '%s'", QUOTE(version), FORMAT);
}

const char *log_header_date(const LogHeader *header) {
    return json_string_value(json_object_get(header->json, "date"));
}

int log_header_argument_count(const LogHeader *header) {
    return (int)json_array_size(json_object_get(header->json, "arguments"));
}

const char *log_header_argument(const LogHeader *header, int index) {
    const json_t *arguments = json_object_get(header->json, "arguments");
    return json_string_value(json_array_get(arguments, (size_t)index));
}

int log_header_concurrency(const LogHeader *header) {
    json_int_t number = json_integer_value(json_object_get(header->json, "concurrency"));
    return number > 0 && number <= INT_MAX ? (int)number : 1;
}

const Ruleset *log_header_rules(const LogHeader *header) {
    for (int i = 0; i + 1 < log_header_argument_count(header); i++) {
        const char *option = log_header_argument(header, i);
        const char *value = log_header_argument(header, i + 1);
        if (option && strcmp(option, "--ruleset") == 0)
            return ruleset_find(value ? value : "");
    }
    return ruleset_default();
}

bool log_headers_equal(const LogHeader *a, const LogHeader *b) {
    return json_equal(a->json, b->json);
}

static bool same(const LogHeader *a, const LogHeader *b, const char *key) {
    return json_equal(json_object_get(a->json, key), json_object_get(b->json, key));
}

bool log_headers_have_same_arguments(const LogHeader *a, const LogHeader *b) {
    return same(a, b, "arguments");
}

bool log_headers_have_same_openings(const LogHeader *a, const LogHeader *b) {
    return same(a, b, "openings");
}

bool log_header_has_players(const LogHeader *header) {
    return json_is_array(json_object_get(header->json, "players"));
}

/* Sets the error if the two values are known and differ. */
static bool check_value(const char *name, const char *what, const json_t *log, const json_t *now,
                        Error *error) {
    const char *before = json_string_value(log), *after = json_string_value(now);
    return !before || !after || strcmp(before, after) == 0 ||
           error_set(error, "player %s: %s is %s now, and was %s when this log was started",
                     QUOTE(name), what, QUOTE(after), QUOTE(before));
}

static bool check_files(const char *name, json_t *log, const json_t *now, Error *error) {
    const char *role;
    json_t *hash;
    json_object_foreach(log, role, hash) {
        const json_t *found = json_object_get(now, role);
        char what[80];
        snprintf(what, sizeof what, "the hash of %s", role);
        if (!found)
            return error_set(error,
                             "player %s: the file of %s, in use when this log was started, "
                             "is missing",
                             QUOTE(name), role);
        if (!check_value(name, what, hash, found, error))
            return false;
    }
    return true;
}

bool log_headers_check_players(const LogHeader *log, const LogHeader *now, Error *error) {
    const json_t *before = json_object_get(log->json, "players");
    const json_t *after = json_object_get(now->json, "players");
    for (size_t i = 0; i < json_array_size(before) && i < json_array_size(after); i++) {
        const json_t *a = json_array_get(before, i), *b = json_array_get(after, i);
        const char *name = json_string_value(json_object_get(b, "name"));
        if (!check_files(name, json_object_get(a, "files"), json_object_get(b, "files"), error) ||
            !check_value(name, "the program's own name", json_object_get(a, "id"),
                         json_object_get(b, "id"), error))
            return false;
    }
    return true;
}
