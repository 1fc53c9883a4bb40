/* The referee's logs, as --resume, --report and the tools that take logs read them. Input: a file.
 *
 * A game that is read is the same when it is written and read again; an error names the file and
 * the line; the journal and the reader of single games find the same lines. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"

#include "files/log/journal.h"
#include "files/log/log_entry.h"
#include "files/log/log_reader.h"

#include <stdio.h>

enum { GAMES_MAX = 4, JOURNAL_SIZE = 8 };

static const LogPosition SOMEWHERE = {.number = 3, .round = 1};

/* Writes the game, reads it, and writes it again. */
static void check_entry(const StoredGame *stored) {
    StoredGame again;
    Error error;
    char *line = log_entry_write(stored, &SOMEWHERE, true);
    FUZZ_CHECK(line, "out of memory");
    int64_t number;
    FUZZ_CHECK(log_entry_read_number(line, strlen(line), &number, &error), "%s", error.text);
    FUZZ_CHECK(number == SOMEWHERE.number + 1, "game %d", (int)number);
    stored_game_init(&again, stored->game.start.rules);
    FUZZ_CHECK(log_entry_read(line, &again, &error), "%s:\n%s", error.text, line);
    fuzz_check_equal("the result", stored_game_result(&again), stored_game_result(stored));
    char *second = log_entry_write(&again, &SOMEWHERE, true);
    FUZZ_CHECK(second, "out of memory");
    fuzz_check_equal("what is written again", second, line);
    stored_game_free(&again);
    free(second);
    free(line);
}

static void check_games(const char *path) {
    Error error;
    StoredGame stored;
    LogReader *log = log_reader_open(path, &error);
    if (!log) {
        fuzz_check_error(&error, path);
        return;
    }
    LogReaderResult result = LOG_READER_GAME;
    for (long line = 2; line < 2 + GAMES_MAX && result == LOG_READER_GAME; line++) {
        result = log_reader_next(log, &stored, &error);
        if (result == LOG_READER_GAME) {
            FUZZ_CHECK(stored.line == line, "line %ld", stored.line);
            check_entry(&stored);
            fuzz_check_game(&stored, GAMES_UNKNOWN, false);
            stored_game_free(&stored);
        } else if (result == LOG_READER_BAD) {
            char place[64];
            snprintf(place, sizeof place, "%s:%ld: ", path, line);
            fuzz_check_error(&error, place);
        }
    }
    log_reader_close(log);
}

/* What a header says is the same after it was written and read again. */
static LogHeader *check_header(const char *path) {
    Error error;
    LogHeader *header = journal_header(path, &error);
    if (!header) {
        fuzz_check_error(&error, path);
        return NULL;
    }
    char *text = log_header_text(header);
    FUZZ_CHECK(text, "out of memory");
    LogHeader *again = log_header_parse(text, strlen(text), &error);
    FUZZ_CHECK(again, "%s:\n%s", error.text, text);
    FUZZ_CHECK(log_headers_equal(header, again), "the header differs:\n%s", text);
    for (int i = 0; i < log_header_argument_count(header); i++) {
        const char *word = log_header_argument(header, i), *same = log_header_argument(again, i);
        FUZZ_CHECK(word ? same && strcmp(word, same) == 0 : !same, "argument %d differs", i);
    }
    log_header_free(again);
    free(text);
    return header;
}

static void check_journal(const char *path) {
    Error error;
    LogHeader *header = check_header(path);
    Journal *journal = journal_open(path, JOURNAL_READ, NULL, JOURNAL_SIZE, &error);
    if (!journal)
        fuzz_check_error(&error, path);
    for (int i = 0; journal && i < JOURNAL_SIZE; i++) {
        if (!journal_has(journal, i))
            continue;
        int64_t number = 0;
        StoredGame stored;
        char *line = journal_line(journal, i, &error);
        FUZZ_CHECK(line, "%s", error.text);
        FUZZ_CHECK(log_entry_read_number(line, strlen(line), &number, &error) && number == i + 1,
                   "the line of game %d says game %d", i, (int)number);
        stored_game_init(&stored, ruleset_default());
        if (!log_entry_read_result(line, &stored, &error))
            fuzz_check_error(&error, "");
        stored_game_free(&stored);
        free(line);
    }
    journal_close(journal);
    log_header_free(header);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_file(data, size);
    check_games(path);
    check_journal(path);
    return 0;
}
