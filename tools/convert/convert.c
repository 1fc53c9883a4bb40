#include "convert/convert.h"

#include "base/os/path.h"
#include "base/os/signals.h"
#include "convert/names.h"
#include "convert/output.h"
#include "convert/progress.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/games.h"
#include "files/pgn_write.h"
#include "knowledge/book.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What a game may have that a format cannot hold. */
enum {
    MOVES = 1,
    NAMES = 2,
    CLOCKS = 4,
    RESULT = 8, /* one that does not follow from what is written */
    TAGS = 16,
    ANNOTATIONS = 32,
    EXTENSIONS = 64, /* what other programs wrote into an XML file */
    CONTENT_KINDS = 7,
};

static const char *const CONTENT_NAMES[CONTENT_KINDS] = {
    "moves", "names", "clocks", "results", "tags", "annotations", "additions of other programs"};

const char *const CONVERT_FORMAT_NAMES[CONVERT_FORMATS + 1] = {
    [CONVERT_XML] = "xml", [CONVERT_1994] = "1994", [CONVERT_FEN] = "fen",
    [CONVERT_PGN] = "pgn", [CONVERT_BIN] = "bin",
};

static const struct {
    bool one_game; /* a file holds no more */
    int holds;
} FORMATS[CONVERT_FORMATS] = {
    [CONVERT_XML] = {true, MOVES | NAMES | CLOCKS | EXTENSIONS},
    [CONVERT_1994] = {true, CLOCKS},
    [CONVERT_FEN] = {false, 0},
    [CONVERT_PGN] = {false, MOVES | NAMES | RESULT | TAGS},
    [CONVERT_BIN] = {false, (1 << CONTENT_KINDS) - 1}, /* it is no copy, and nobody takes it so */
};

typedef struct {
    const ConvertOptions *options;
    const ConvertInputs *inputs;
    const ConvertInput *input; /* that is being read */
    ConvertProgress progress;
    ConvertCounters counters;
    long bad, skipped, written, undecided;
    long dropped[CONTENT_KINDS];
    bool stopped; /* nothing more is to be read for this output, or written to it */
    ConvertNames written_paths;
    /* What goes into one file, or into one for each game. */
    ConvertOutput output;
    BookBuilder book;
    long games; /* that are in it, or in files before */
    /* If has_pending, the last game, which is not written yet. */
    StoredGame pending;
    const ConvertInput *pending_input;
    GamesInfo pending_info;
    bool has_pending;
} Job;

static void complain(Job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(Job *job, const char *format, ...) {
    va_list arguments;
    char text[2 * ERROR_TEXT_SIZE];
    Error error;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(&error, "%s", text);
    convert_progress_clear(&job->progress);
    fprintf(stderr, "misere-convert: %s\n", error.text);
    job->bad++;
}

static void complain_of_game(Job *job, const GamesInfo *info, const char *reason) {
    complain(job, "%.150s:%ld: %s", job->input->path, info->line, reason);
}

/* With this output it makes no sense to go on. */
static void stop(Job *job, const GamesInfo *info, const char *reason) {
    complain_of_game(job, info, reason);
    job->stopped = true;
}

/* --- what is missing --- */

static bool is_known(const char *tag) {
    return *tag && *tag != '?' && *tag != '-';
}

static bool shows_result(ConvertFormat format, const StoredGame *record) {
    Outcome board = outcome_of(&record->game.now);
    switch (format) {
    case CONVERT_XML:
        return strcmp(pgn_result(record), "*") != 0;
    case CONVERT_1994:
        return outcome_is_over(board) || record->game.time_expired;
    default:
        return outcome_is_over(board);
    }
}

static int content_of(ConvertFormat format, const StoredGame *record, const GamesInfo *info) {
    int has = 0;
    has |= record->game.count > 0 ? MOVES : 0;
    has |= record->names[WHITE][0] || record->names[BLACK][0] ? NAMES : 0;
    has |= record->timed ? CLOCKS : 0;
    has |= strcmp(info->result, "*") != 0 && !shows_result(format, record) ? RESULT : 0;
    has |= is_known(info->event) || is_known(info->site) || is_known(info->date) ||
                   is_known(info->round) || is_known(info->time_control)
               ? TAGS
               : 0;
    has |= info->annotated ? ANNOTATIONS : 0;
    has |= record->extensions ? EXTENSIONS : 0;
    return has;
}

static void count_dropped(Job *job, const StoredGame *record, const GamesInfo *info) {
    ConvertFormat format = job->options->format;
    int missing = content_of(format, record, info) & ~FORMATS[format].holds;
    for (int i = 0; i < CONTENT_KINDS; i++)
        job->dropped[i] += missing >> i & 1;
}

/* --- the formats --- */

static const char *result_of(const StoredGame *record, const GamesInfo *info) {
    const char *result = pgn_result(record);
    return strcmp(result, "*") == 0 ? info->result : result;
}

static const char *text_or_null(const char *text) {
    return *text ? text : NULL;
}

static bool print_pgn(FILE *out, const StoredGame *record, const GamesInfo *info, Error *error) {
    PgnTags tags = {.event = info->event,
                    .site = info->site,
                    .date = info->date,
                    .round = info->round,
                    .result = result_of(record, info),
                    .termination = text_or_null(info->termination),
                    .time_control = text_or_null(info->time_control)};
    return pgn_write(out, record, &tags, error);
}

static bool print_fen(FILE *out, const StoredGame *record, const Ruleset *usual, Error *error) {
    const Position *pos = &record->game.now;
    char fen[FEN_SIZE];
    if (!position_begins_turn(pos))
        return error_set(error, "the game ended in the middle of a turn, where there is no FEN");
    position_to_fen(pos, fen);
    if (pos->rules == usual)
        fprintf(out, "%s\n", fen);
    else
        fprintf(out, "%s %s\n", pos->rules->name, fen);
    return true;
}

static bool print_game(const Job *job, FILE *out, const StoredGame *record, const GamesInfo *info,
                       Error *error) {
    switch (job->options->format) {
    case CONVERT_XML:
        return gamefile_print(out, record, error);
    case CONVERT_1994:
        return board1994_print(out, record, error);
    case CONVERT_FEN:
        return print_fen(out, record, job->options->rules, error);
    default:
        return print_pgn(out, record, info, error);
    }
}

/* --- files that are written --- */

/* Makes a path of the format: OUT itself, or the input's name in OUT, with a number unless it is 0.
 * NULL without memory. */
static char *make_path(const Job *job, long number) {
    const ConvertOptions *options = job->options;
    char *path = NULL;
    if (!options->to_folder)
        return strdup(options->out);
    const char *name = job->input->path + job->input->name;
    const char *base = path_base_name(name);
    const char *dot = strrchr(base, '.');
    int length = (int)(dot && dot > base ? (size_t)(dot - name) : strlen(name));
    if (strcmp(name, "-") == 0) {
        name = "stdin";
        length = (int)strlen(name);
    }
    const char *extension = CONVERT_FORMAT_NAMES[options->format];
    int made = number == 0 ? asprintf(&path, "%s/%.*s.%s", options->out, length, name, extension)
                           : asprintf(&path, "%s/%.*s-%06ld.%s", options->out, length, name, number,
                                      extension);
    return made < 0 ? NULL : path;
}

/* Begins a file, unless that would write over an input or over what has just been written. */
static bool begin_file(Job *job, long number, Error *error) {
    char *path = make_path(job, number);
    bool begun;
    if (!path)
        begun = error_set(error, "out of memory");
    else if (convert_names_has(&job->written_paths, path))
        begun = error_set(error, "%.120s has already been made of another input", path);
    else if (convert_inputs_has(job->inputs, path))
        begun = error_set(error, "%.120s is one of the inputs", path);
    else if (!convert_names_add(&job->written_paths, path))
        begun = error_set(error, "out of memory");
    else
        begun = convert_output_open(&job->output, path, job->options->to_folder, error);
    free(path);
    return begun;
}

static bool commit(Job *job, Error *error) {
    if (!convert_output_commit(&job->output, error))
        return false;
    job->written++;
    return true;
}

/* --- formats of which a file holds one game --- */

/* Writes the game that was held back, with a number unless it is 0. */
static void write_pending(Job *job, long number) {
    Error error;
    job->input = job->pending_input;
    bool begun = begin_file(job, number, &error);
    bool written =
        begun && print_game(job, job->output.file, &job->pending, &job->pending_info, &error);
    if (written && ftell(job->output.file) > GAMEFILE_MAX_BYTES)
        written = error_set(&error, "the game is too long for a file");
    if (written && commit(job, &error))
        count_dropped(job, &job->pending, &job->pending_info);
    else
        complain_of_game(job, &job->pending_info, error.text);
    convert_output_abandon(&job->output);
    stored_game_free(&job->pending);
    job->has_pending = false;
}

/* Holds a game back until it is known whether there are more. Takes the record over. */
static void defer_game(Job *job, StoredGame *record, const GamesInfo *info) {
    if (job->has_pending && !job->options->to_folder) {
        stop(job, info, "another game does not fit into one file of this format: name a folder");
        stored_game_free(record);
        return;
    }
    if (job->has_pending)
        write_pending(job, ++job->games);
    job->pending = *record;
    job->pending_info = *info;
    job->pending_input = job->input;
    job->has_pending = true;
}

/* --- formats of which a file holds many --- */

static void add_to_book(Job *job, const StoredGame *record, const GamesInfo *info) {
    const char *result = result_of(record, info);
    int white_points = strcmp(result, "1-0") == 0 ? 2 : strcmp(result, "0-1") == 0 ? 0 : 1;
    if (strcmp(result, "*") == 0)
        job->undecided++;
    else if (!book_builder_add_game(&job->book, &record->game, white_points, 0,
                                    job->options->plies))
        stop(job, info, "out of memory");
}

static void add_to_file(Job *job, const StoredGame *record, const GamesInfo *info) {
    Error error;
    if (!job->output.file && !begin_file(job, 0, &error)) {
        stop(job, info, error.text);
        return;
    }
    bool printed = print_game(job, job->output.file, record, info, &error);
    if (ferror(job->output.file))
        stop(job, info, "the output cannot be written");
    else if (printed)
        count_dropped(job, record, info);
    else
        complain_of_game(job, info, error.text);
}

static void write_book(Job *job) {
    unsigned char *bytes = NULL;
    size_t size;
    Error error;
    bool made = book_builder_make(&job->book, book_weigh_points, &job->options->min_games, &bytes,
                                  &size, &error);
    if (made && size == 0)
        made = error_set(&error, "no half-move is left for a book");
    made = made && begin_file(job, 0, &error);
    if (made) {
        fwrite(bytes, 1, size, job->output.file);
        made = commit(job, &error);
    }
    free(bytes);
    if (!made)
        complain(job, "%s", error.text);
}

/* --- one thing after another --- */

/* Takes a game over. */
static void convert_game(Job *job, StoredGame *record, const GamesInfo *info) {
    job->counters.games++;
    if (FORMATS[job->options->format].one_game) {
        defer_game(job, record, info);
        return;
    }
    if (job->options->format == CONVERT_BIN)
        add_to_book(job, record, info);
    else
        add_to_file(job, record, info);
    stored_game_free(record);
}

/* Finishes what belongs together: the games of one input, if the output is a folder, else all. */
static void finish(Job *job) {
    Error error;
    if (job->has_pending && job->stopped) {
        stored_game_free(&job->pending);
        job->has_pending = false;
    } else if (job->has_pending) {
        write_pending(job, job->games > 0 ? ++job->games : 0);
    } else if (job->book.count > 0 && !job->stopped) {
        write_book(job);
    } else if (job->output.file && !job->stopped && !commit(job, &error)) {
        complain(job, "%s", error.text);
    }
    convert_output_abandon(&job->output);
    book_builder_free(&job->book);
    job->games = 0;
    job->stopped = signals_termination_is_pending();
}

static void read_games(Job *job, Games *games) {
    uint64_t before = job->counters.bytes;
    while (!job->stopped) {
        StoredGame record;
        GamesInfo info;
        Error error;
        GamesResult result = games_next(games, &record, &info, &error);
        if (result == GAMES_END)
            break;
        if (result == GAMES_READ)
            convert_game(job, &record, &info);
        else
            complain(job, "%s", error.text);
        job->counters.bytes = before + games_offset(games);
        convert_progress_show(&job->progress, &job->counters);
        job->stopped = job->stopped || signals_termination_is_pending();
    }
    job->counters.bytes = before + job->input->bytes;
}

static void read_input(Job *job) {
    Error error;
    Games *games = games_open(job->input->path, job->options->rules, &error);
    if (!games)
        complain(job, "%s", error.text);
    else if (games_format(games) == GAMES_UNKNOWN && job->input->from_folder)
        job->skipped++;
    else
        read_games(job, games);
    if (games)
        games_close(games);
    job->counters.files++;
}

static void print_summary(const Job *job) {
    const char *before = "";
    fprintf(stderr, "misere-convert: games: %ld, files read: %zu, files written: %ld",
            job->counters.games, job->counters.files, job->written);
    if (job->skipped)
        fprintf(stderr, ", other files skipped: %ld", job->skipped);
    if (job->undecided)
        fprintf(stderr, ", games without a result: %ld", job->undecided);
    if (job->bad)
        fprintf(stderr, ", errors: %ld", job->bad);
    for (int i = 0; i < CONTENT_KINDS; i++)
        if (job->dropped[i]) {
            if (!*before)
                fprintf(stderr, "; left out of %s:", CONVERT_FORMAT_NAMES[job->options->format]);
            fprintf(stderr, "%s %s (games: %ld)", before, CONTENT_NAMES[i], job->dropped[i]);
            before = ",";
        }
    fputc('\n', stderr);
}

/* Not while we may have to wait for a game. */
static bool may_hold_signals(const ConvertInputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        if (strcmp(inputs->files[i].path, "-") == 0)
            return false;
    return true;
}

bool convert_run(const ConvertOptions *options, const ConvertInputs *inputs) {
    Job job = {.options = options,
               .inputs = inputs,
               .bad = inputs->unreadable,
               .counters = {.all_files = inputs->count, .all_bytes = inputs->bytes}};
    /* So that nothing half written stays behind, we look for signals between games. */
    int pending = may_hold_signals(inputs) ? signals_hold_termination() : 0;
    convert_progress_start(&job.progress);
    for (size_t i = 0; i < inputs->count && !job.stopped; i++) {
        job.input = &inputs->files[i];
        read_input(&job);
        if (options->to_folder)
            finish(&job);
    }
    finish(&job);
    convert_progress_clear(&job.progress);
    signals_release_termination(pending);
    print_summary(&job);
    convert_names_free(&job.written_paths);
    return job.bad == 0 && job.written > 0;
}
