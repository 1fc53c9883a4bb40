#include "convert/convert.h"

#include "base/os/directory.h"
#include "base/os/output.h"
#include "base/os/path.h"
#include "base/os/signals.h"
#include "cli/command_line.h"
#include "cli/progress.h"
#include "convert/names.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/games.h"
#include "files/input.h"
#include "files/list.h"
#include "files/losses.h"
#include "files/pgn_write.h"
#include "files/remarks.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const CONVERT_FORMAT_NAMES[CONVERT_FORMATS + 1] = {
    [CONVERT_XML] = "xml",
    [CONVERT_1994] = "1994",
    [CONVERT_FEN] = "fen",
    [CONVERT_PGN] = "pgn",
};

static const struct {
    bool one_game; /* a file holds only one game */
    LossesFormat losses;
} FORMATS[CONVERT_FORMATS] = {
    [CONVERT_XML] = {true, LOSSES_XML},
    [CONVERT_1994] = {true, LOSSES_1994},
    [CONVERT_FEN] = {false, LOSSES_FEN},
    [CONVERT_PGN] = {false, LOSSES_PGN},
};

typedef struct {
    const ConvertOptions *options;
    const ConvertInputs *inputs;
    const ConvertInput *input; /* the input being read */
    Progress progress;
    /* The work done so far. */
    size_t files;
    long games_read;
    uint64_t bytes;
    long bad, skipped, written;
    long dropped[LOSS_KINDS];
    bool stopped; /* has this output been given up? Then no more games are read for it or written to
                     it */
    ConvertNames written_paths;
    /* The current output: one file, or one file per game. */
    Output output;
    long games; /* games written to this output so far */
    /* The last game read, if it has not been written yet, and its input. */
    bool has_pending;
    StoredGame pending;
    const ConvertInput *pending_input;
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
    progress_clear(&job->progress);
    command_line_report(error.text);
    job->bad++;
}

static void complain_of_game(Job *job, const StoredGame *stored, const char *reason) {
    Error error;
    error_set_at(&error, games_input_name(job->input->path), stored->line, reason);
    complain(job, "%s", error.text);
}

/* Reports an error in a game, and gives up on this output. */
static void stop(Job *job, const StoredGame *stored, const char *reason) {
    complain_of_game(job, stored, reason);
    job->stopped = true;
}

/* --- content that the format cannot store --- */

static void count_dropped(Job *job, const StoredGame *stored) {
    int missing = losses_find(FORMATS[job->options->format].losses, stored);
    for (int i = 0; i < LOSS_KINDS; i++)
        job->dropped[i] += missing >> i & 1;
}

/* --- writing a game in a format --- */

static bool print_game(const Job *job, FILE *out, const StoredGame *stored, Error *error) {
    const Ruleset *usual = job->options->rules;
    switch (job->options->format) {
    case CONVERT_XML:
        return gamefile_print(out, stored, error);
    case CONVERT_1994:
        return board1994_print(out, stored, error);
    case CONVERT_FEN:
        return games_list_write(out, stored, usual ? usual : ruleset_default(), error);
    default:
        return pgn_write(out, stored, job->options->coordinates ? STYLE_UCI : STYLE_SAN, error);
    }
}

/* --- output files --- */

/* The path of an output file: OUT itself, or the input's name in the folder OUT, with `number`
 * appended unless it is 0. The caller frees it; NULL if out of memory. */
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

/* Creates the folder in which the file will be, and all folders above it that are missing. */
static bool make_folder_of(const char *path, Error *error) {
    char *folder = path_folder(path);
    bool made = folder ? directory_create_all(folder, error) : error_set(error, "out of memory");
    free(folder);
    return made;
}

/* Begins a file, unless it would overwrite an input or a file that this run has written. */
static bool begin_file(Job *job, long number, Error *error) {
    char *path = make_path(job, number);
    bool begun;
    if (!path)
        begun = error_set(error, "out of memory");
    else if (convert_names_has(&job->written_paths, path))
        begun =
            error_set_at(error, path, 0, "this file has already been written for another input");
    else if (convert_inputs_has(job->inputs, path))
        begun = error_set_at(error, path, 0, "the file is one of the inputs");
    else if (!convert_names_add(&job->written_paths, path))
        begun = error_set(error, "out of memory");
    else
        begun = (!job->options->to_folder || make_folder_of(path, error)) &&
                output_open(&job->output, path, error);
    free(path);
    return begun;
}

static bool commit(Job *job, Error *error) {
    if (!output_commit(&job->output, error))
        return false;
    job->written++;
    return true;
}

/* --- formats with one game per file --- */

/* Writes the pending game, to a path with `number` appended unless it is 0. */
static void write_pending(Job *job, long number) {
    Error error;
    job->input = job->pending_input;
    bool begun = begin_file(job, number, &error);
    bool written = begun && print_game(job, job->output.file, &job->pending, &error);
    if (written && ftell(job->output.file) > GAMEFILE_MAX_BYTES)
        written = error_set(&error, "the game is too long for a file");
    if (written && commit(job, &error))
        count_dropped(job, &job->pending);
    else
        complain_of_game(job, &job->pending, error.text);
    output_discard(&job->output);
    stored_game_free(&job->pending);
    job->has_pending = false;
}

/* Takes ownership of a game, and keeps it until it is known whether another follows. */
static void defer_game(Job *job, StoredGame *stored) {
    if (job->has_pending && !job->options->to_folder) {
        stop(job, stored, "this format holds only one game per file: the output must be a folder");
        stored_game_free(stored);
        return;
    }
    if (job->has_pending)
        write_pending(job, ++job->games);
    job->pending = *stored;
    job->pending_input = job->input;
    job->has_pending = true;
}

/* --- formats with many games per file --- */

static void add_to_file(Job *job, const StoredGame *stored) {
    Error error;
    if (!job->output.file && !begin_file(job, 0, &error)) {
        stop(job, stored, error.text);
        return;
    }
    errno = EIO; /* used if the stream gives no reason */
    bool printed = print_game(job, job->output.file, stored, &error);
    if (ferror(job->output.file)) {
        error_set_errno(&error, output_name(job->options->out));
        stop(job, stored, error.text);
    } else if (printed) {
        job->games++;
        count_dropped(job, stored);
    } else {
        complain_of_game(job, stored, error.text);
    }
}

/* --- the conversion --- */

/* Takes ownership of the game. */
static void convert_game(Job *job, StoredGame *stored) {
    job->games_read++;
    if (FORMATS[job->options->format].one_game) {
        defer_game(job, stored);
        return;
    }
    add_to_file(job, stored);
    stored_game_free(stored);
}

/* Finishes the current output: writes what is still pending, and prepares for the next output. */
static void finish(Job *job) {
    Error error;
    if (job->has_pending && job->stopped) {
        stored_game_free(&job->pending);
        job->has_pending = false;
    } else if (job->has_pending) {
        write_pending(job, job->games > 0 ? ++job->games : 0);
    } else if (job->games > 0 && !job->stopped && !commit(job, &error)) {
        complain(job, "%s", error.text);
    }
    output_discard(&job->output);
    job->games = 0;
    job->stopped = signals_termination_is_pending();
}

static void show_progress(Job *job) {
    double done = job->inputs->bytes ? (double)job->bytes / (double)job->inputs->bytes : 0;
    progress_show(&job->progress, done, "%zu of %zu files, %ld games", job->files,
                  job->inputs->count, job->games_read);
}

/* Does the format have the turns of a game, so that the part of one is of use? */
static bool holds_turns(ConvertFormat format) {
    return format == CONVERT_PGN || format == CONVERT_XML;
}

static void remark(void *context, const char *text) {
    Job *job = context;
    progress_clear(&job->progress);
    command_line_report(text);
}

static void read_games(Job *job, Games *games) {
    uint64_t before = job->bytes;
    Remarks remarks = {0};
    while (!job->stopped) {
        StoredGame stored;
        Error error;
        GamesResult result = games_next(games, &stored, &error);
        if (result == GAMES_END)
            break;
        if (result != GAMES_READ)
            complain(job, "%s", error.text);
        if (result != GAMES_BAD)
            remarks_add_game(&remarks, &stored);
        if (result == GAMES_READ || (result == GAMES_CUT && holds_turns(job->options->format)))
            convert_game(job, &stored);
        else if (result == GAMES_CUT)
            stored_game_free(&stored);
        job->bytes = before + games_offset(games);
        if (progress_is_due(&job->progress))
            show_progress(job);
        job->stopped = job->stopped || signals_termination_is_pending();
    }
    job->bytes = before + job->input->bytes;
    remarks_print(&remarks, job->input->path, remark, job);
    remarks_free(&remarks);
}

static void read_input(Job *job) {
    Error error;
    Games *games = games_open(job->input->path, job->options->rules, &error);
    if (!games)
        complain(job, "%s", error.text);
    else if (!games_are_known(games) && job->input->from_folder)
        job->skipped++;
    else
        read_games(job, games);
    if (games)
        games_close(games);
    job->files++;
}

static void print_summary(const Job *job) {
    const char *before = "";
    fprintf(stderr, "misere-convert: games: %ld, files read: %zu, files written: %ld",
            job->games_read, job->files, job->written);
    if (job->skipped)
        fprintf(stderr, ", other files skipped: %ld", job->skipped);
    if (job->bad)
        fprintf(stderr, ", errors: %ld", job->bad);
    for (int i = 0; i < LOSS_KINDS; i++)
        if (job->dropped[i]) {
            if (!*before)
                fprintf(stderr, "; not stored in %s:", CONVERT_FORMAT_NAMES[job->options->format]);
            fprintf(stderr, "%s %s (%ld %s)", before, LOSS_NAMES_OF_KINDS[i], job->dropped[i],
                    job->dropped[i] == 1 ? "game" : "games");
            before = ",";
        }
    fputc('\n', stderr);
}

/* Can signals be held back until a game is finished? Not if standard input is read: reading may
 * block, and a signal must then end the program immediately. */
static bool may_hold_signals(const ConvertInputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        if (strcmp(inputs->files[i].path, "-") == 0)
            return false;
    return true;
}

bool convert_run(const ConvertOptions *options, const ConvertInputs *inputs) {
    Job job = {.options = options, .inputs = inputs, .bad = inputs->unreadable};
    Error error;
    if (!options->to_folder && !output_check(options->out, &error)) {
        complain(&job, "%s", error.text);
        return false;
    }
    /* Signals are checked between games, so that no temporary file is left behind. */
    int pending = may_hold_signals(inputs) ? signals_hold_termination() : 0;
    progress_start(&job.progress);
    for (size_t i = 0; i < inputs->count && !job.stopped; i++) {
        job.input = &inputs->files[i];
        read_input(&job);
        if (options->to_folder)
            finish(&job);
    }
    finish(&job);
    progress_clear(&job.progress);
    signals_release_termination(pending);
    print_summary(&job);
    convert_names_free(&job.written_paths);
    return job.bad == 0 && job.written > 0;
}
