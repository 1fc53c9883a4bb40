#include "files/log/log_reader.h"

#include "base/os/regular_file.h"
#include "files/log/log_entry.h"
#include "files/log/log_header.h"
#include "files/log/log_lines.h"

#include <stdlib.h>
#include <string.h>

struct LogReader {
    FILE *file;
    char *path;
    LogLine line;
    long line_number;
    const Ruleset *rules;
};

static bool open_file(LogReader *log, Error *error) {
    size_t size;
    log->file = regular_file_open(log->path, &size, error);
    return log->file != NULL;
}

static bool read_header(LogReader *log, Error *error) {
    LogLineResult result = log_line_read(log->file, &log->line);
    if (result == LOG_LINE_END)
        return error_set(error, "not a misere-referee log");
    if (result != LOG_LINE_READ)
        return error_set(error, "not a misere-referee log: %s", log_line_reason(result));
    LogHeader *header = log_header_parse(log->line.text, log->line.length, error);
    if (!header)
        return false;
    log->line_number = 1;
    log->rules = log_header_rules(header);
    log_header_free(header);
    return log->rules || error_set(error, "not a misere-referee log of a known ruleset");
}

LogReader *log_reader_open(const char *path, Error *error) {
    LogReader *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path)))
        error_set(error, "out of memory");
    else if (open_file(log, error) && read_header(log, error))
        return log;
    else
        error_wrap(error, "%s", path);
    log_reader_close(log);
    return NULL;
}

void log_reader_close(LogReader *log) {
    if (!log)
        return;
    if (log->file)
        fclose(log->file);
    log_line_free(&log->line);
    free(log->path);
    free(log);
}

LogReaderResult log_reader_next(LogReader *log, StoredGame *stored, Error *error) {
    LogLineResult result = log_line_read(log->file, &log->line);
    Error reason;
    error_set(&reason, "%s", log_line_reason(result));
    if (result == LOG_LINE_END)
        return LOG_READER_END;
    log->line_number++;
    stored_game_init(stored, log->rules);
    if (result == LOG_LINE_READ && log_entry_read(log->line.text, stored, &reason)) {
        stored->line = log->line_number;
        return LOG_READER_GAME;
    }
    stored_game_free(stored);
    error_set_at(error, log->path, log->line_number, reason.text);
    return LOG_READER_BAD;
}
