#include "referee/tournament.h"

#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/directory.h"
#include "base/os/entropy.h"
#include "base/os/open_files.h"
#include "base/os/regular_file.h"
#include "base/os/signals.h"
#include "base/os/subprocess.h"
#include "base/os/tty.h"
#include "base/words.h"
#include "cli/command_line.h"
#include "referee/display.h"
#include "referee/game_log.h"
#include "referee/identity.h"
#include "referee/players/player.h"
#include "referee/results.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    EXIT_INCOMPLETE = 3,
    EXIT_INTERRUPTED = 130,
    DATE_SIZE = 40,
    PROGRAM_DESCRIPTORS = 8, /* maximum number of open files per program */
    SPARE_DESCRIPTORS = 64   /* open files for everything else */
};

/* Everything that is open while a tournament is played. */
typedef struct {
    const TournamentConfig *config;
    const Settings *settings;
    LogHeader *header;
    Openings *openings;
    Identities *identities;
    Schedule *schedule;
    Journal *journal;
    FILE *transcript;
    FILE *errors; /* stderr.log */
} Tournament;

static int report_error(const Error *error) {
    command_line_report(error->text);
    return EXIT_FAILURE;
}

static void log_path(const char *folder, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/log.jsonl", folder);
}

static void errors_path(const char *folder, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/stderr.log", folder);
}

/* --- the log's header --- */

static LogHeader *make_header(const Tournament *tournament, const Arguments *arguments,
                              Error *error) {
    char date[DATE_SIZE], digest[20];
    const Settings *run = &arguments->settings;
    ClockDate today = clock_today();
    snprintf(date, sizeof date, "%d.%02d.%02d", today.year, today.month, today.day);
    snprintf(digest, sizeof digest, "%016llx",
             (unsigned long long)openings_digest(tournament->openings));
    LogHeaderFields fields = {.date = date,
                              .openings = digest,
                              .arguments = (const char *const *)arguments->tournament_args,
                              .argument_count = arguments->tournament_arg_count,
                              .players = identities_players(tournament->identities),
                              .player_count = arguments->config.player_count,
                              /* Shards differ in it, and are not continued with --resume. */
                              .concurrency =
                                  run->shards == 1 && run->concurrency > 1 ? run->concurrency : 0};
    return log_header_new(&fields, error);
}

static bool check_version(const LogHeader *header, const char *path, Error *error) {
    return log_header_check_version(header, error) || error_wrap(error, "%s", path);
}

/* Do two log headers describe the same tournament between the same programs? Their dates may
 * differ. */
static bool check_same_tournament(const LogHeader *a, const LogHeader *b, const char *path,
                                  Error *error) {
    Error why;
    if (!check_version(a, path, error))
        return false;
    if (!log_headers_have_same_arguments(a, b))
        return error_set_at(
            error, path, 0,
            "this is the log of another tournament; choose another folder with --out");
    if (!log_headers_have_same_openings(a, b))
        return error_set_at(error, path, 0,
                            "the openings file or the book has changed since this log was started");
    return log_headers_check_players(a, b, &why) || error_set_at(error, path, 0, why.text);
}

bool tournament_load_config(Arguments *arguments, const char *folder, LogHeader **header,
                            Error *error) {
    char path[PATH_MAX];
    log_path(folder, path);
    *header = journal_header(path, error);
    if (!*header || !check_version(*header, path, error))
        return false;
    int count = log_header_argument_count(*header);
    char **words = calloc((size_t)count + 1, sizeof *words);
    bool ok = words || error_set(error, "out of memory");
    for (int i = 0; i < count && ok; i++) {
        const char *word = log_header_argument(*header, i);
        words[i] = (char *)(uintptr_t)word;
        ok = word || error_set_at(error, path, 0, "\"arguments\" must be strings");
    }
    if (ok && !arguments_parse_tournament(arguments, count, words, error))
        ok = error_wrap(error, "%s", path);
    free(words);
    return ok;
}

/* --- the schedule --- */

/* Enters the results of a log into the schedule, in game order, because later rounds depend on
 * earlier ones. */
static bool load_results(const Tournament *tournament, const Journal *journal, const char *path,
                         Error *error) {
    Schedule *schedule = tournament->schedule;
    for (int i = 0; i < schedule_size(schedule); i++) {
        GamePairing pairing;
        int points;
        uint64_t digest = 0;
        TerminationKind termination;
        Error why = {.text = "the game does not belong to this tournament"};
        if (!journal_has(journal, i) || schedule_points(schedule, i) != SCHEDULE_UNPLAYED)
            continue;
        char *line = journal_line(journal, i, error);
        if (!line)
            return false;
        GamePairingState state = schedule_pairing(schedule, i, &pairing);
        if (state == PAIRING_UNKNOWN)
            error_set(&why, "its pairing depends on games that are missing; give their log with "
                            "--after, or --merge all shards");
        bool loaded =
            state == PAIRING_READY &&
            game_log_read_result(line, tournament->config, &pairing, &points, &termination, &why) &&
            game_log_read_digest(line, tournament->config, &pairing, &digest, &why) &&
            (schedule_set_result(schedule, i, points, termination) ||
             error_set(&why, "out of memory"));
        free(line);
        if (loaded)
            schedule_set_digest(schedule, i, digest);
        if (!loaded) {
            error_set(error, "%s", why.text);
            return error_wrap(error, "%s: game %d", path, i + 1);
        }
    }
    return true;
}

/* Enters the results of games that were played elsewhere. */
static bool load_folder(const Tournament *tournament, const char *folder, Error *error) {
    char path[PATH_MAX];
    log_path(folder, path);
    LogHeader *header = journal_header(path, error);
    Journal *journal = NULL;
    bool loaded = header && check_same_tournament(header, tournament->header, path, error) &&
                  (journal = journal_open(path, JOURNAL_READ, NULL,
                                          schedule_size(tournament->schedule), error)) &&
                  load_results(tournament, journal, path, error);
    journal_close(journal);
    log_header_free(header);
    return loaded;
}

/* --- opening and closing --- */

/* Closes what programs have written to stderr. If that is nothing, removes the file, unless another
 * referee uses the folder. */
static void close_errors(const Tournament *tournament) {
    char path[PATH_MAX];
    bool is_empty = ftell(tournament->errors) == 0;
    fclose(tournament->errors);
    errors_path(tournament->settings->out, path);
    if (is_empty && tournament->journal)
        remove(path);
}

static void close_tournament(Tournament *tournament) {
    if (tournament->errors)
        close_errors(tournament);
    journal_close(tournament->journal);
    schedule_free(tournament->schedule);
    identities_free(tournament->identities);
    openings_free(tournament->openings);
    log_header_free(tournament->header);
    if (tournament->transcript)
        fclose(tournament->transcript);
}

/* Sets or replaces the header: a new one for a new log, otherwise the header of the existing log.
 */
static bool resolve_header(Tournament *tournament, const Arguments *arguments, const char *path,
                           bool is_new, Error *error) {
    log_header_free(tournament->header);
    tournament->header = make_header(tournament, arguments, error);
    if (!tournament->header)
        return false;
    if (is_new)
        return true;
    LogHeader *found = journal_header(path, error);
    if (!found || !check_same_tournament(found, tournament->header, path, error)) {
        log_header_free(found);
        return false;
    }
    log_header_free(tournament->header);
    tournament->header = found;
    return true;
}

static bool open_dialogues(Tournament *tournament, Error *error) {
    const char *transcript = tournament->settings->transcript;
    char path[PATH_MAX];
    errors_path(tournament->settings->out, path);
    if (!(tournament->errors = regular_file_append(path, error)) ||
        (transcript && !(tournament->transcript = regular_file_append(transcript, error))))
        return false;
    return fseek(tournament->errors, 0, SEEK_END) == 0 || error_set_errno(error, path);
}

/* Starts every player once, so that a player that cannot start is reported before the first game
 * instead of forfeiting all of its games, and learns the name of each program. */
static bool check_players(const Tournament *tournament, Error *error) {
    const TournamentConfig *config = tournament->config;
    atomic_bool cancel = false;
    PlayerRun run = {tournament->transcript, tournament->errors, &cancel, 0};
    if (tournament->settings->unchecked || schedule_is_complete(tournament->schedule))
        return true;
    for (int i = 0; i < config->player_count; i++) {
        Player *player = player_start(config, &config->players[i], &run, error);
        if (!player)
            return error_wrap(error, "player %s", QUOTE(config->players[i].name));
        const char *id = player_id(player);
        bool is_known = !id || identities_set_id(tournament->identities, i, id);
        player_stop(&player);
        if (!is_known)
            return error_set_out_of_memory(error);
    }
    return true;
}

/* Checks that enough files may be open for `concurrency` games: an engine that cannot be started
 * for lack of descriptors would forfeit its game. */
static bool check_descriptors(int concurrency, Error *error) {
    uint64_t allowed;
    uint64_t needed = SPARE_DESCRIPTORS + (uint64_t)concurrency * COLOURS * PROGRAM_DESCRIPTORS;
    return !open_files_limit(&allowed) || allowed >= needed ||
           error_set(error, "--concurrency %d needs %llu open files, but only %llu are allowed",
                     concurrency, (unsigned long long)needed, (unsigned long long)allowed);
}

static bool check_processors(const Settings *settings, Error *error) {
    int processors = subprocess_processors();
    if (!settings->affinity || settings->concurrency <= processors)
        return true;
    return processors == 0 ? error_set(error, "--affinity: this system has no way to do that")
                           : error_set(error,
                                       "--affinity: %d games at once need as many "
                                       "processors, but there are only %d",
                                       settings->concurrency, processors);
}

/* Opens everything that is needed to play. If that fails, no new log is left behind: a corrected
 * command line can then use the same folder. */
static bool open_tournament(Tournament *tournament, const Arguments *arguments, Error *error) {
    char path[PATH_MAX];
    log_path(arguments->settings.out, path);
    *tournament = (Tournament){.config = &arguments->config, .settings = &arguments->settings};
    if (!check_descriptors(arguments->settings.concurrency, error) ||
        !check_processors(&arguments->settings, error))
        return false;
    tournament->openings = openings_new(tournament->config, error);
    bool is_new = journal_is_new(path);
    if (!tournament->openings ||
        !(tournament->identities = identities_new(tournament->config, error)) ||
        !directory_create_all(arguments->settings.out, error) ||
        (!is_new && !resolve_header(tournament, arguments, path, false, error)) ||
        !open_dialogues(tournament, error))
        return false;
    tournament->schedule = schedule_new(tournament->config);
    if (!tournament->schedule)
        return error_set(error, "out of memory");
    if (is_new && (!check_players(tournament, error) ||
                   !resolve_header(tournament, arguments, path, true, error)))
        return false;
    tournament->journal = journal_open(path, JOURNAL_WRITE, tournament->header,
                                       schedule_size(tournament->schedule), error);
    if (!tournament->journal)
        return false;
    const char *after = arguments->settings.after;
    return (!after || load_folder(tournament, after, error)) &&
           load_results(tournament, tournament->journal, path, error) &&
           (is_new || (check_players(tournament, error) &&
                       resolve_header(tournament, arguments, path, false, error)));
}

/* --- playing --- */

/* Shows the progress until all workers have ended. Returns whether a signal interrupted them. */
static bool watch_pool(const Tournament *tournament, WorkerPool *pool,
                       WorkerPoolStatus *pool_status) {
    Display display;
    bool interrupted = false;
    display_init(&display, stderr, tournament->config, tournament->settings);
    do {
        if (signals_await_termination(TICK_MS)) {
            interrupted = true;
            worker_pool_cancel(pool);
        }
        *pool_status = worker_pool_status(pool);
        display_update(&display, pool, pool_status->running == 0);
    } while (pool_status->running > 0);
    return interrupted;
}

/* --- results --- */

/* Runs the tournament's SPRT over the results so far. Returns NULL if the tournament has none. */
static const RunningSprt *run_test(const Tournament *tournament, RunningSprt *test) {
    if (!tournament->config->has_sprt)
        return NULL;
    running_sprt_start(test, tournament->config);
    running_sprt_advance(test, tournament->schedule);
    return test;
}

/* Has every game been played, or has the SPRT been decided? */
static bool is_over(const Tournament *tournament) {
    RunningSprt test;
    const RunningSprt *run = run_test(tournament, &test);
    return schedule_is_complete(tournament->schedule) ||
           (run && run->sprt.verdict != SPRT_UNDECIDED);
}

/* What result files are made from. `test` is as run_test() returned it, or NULL. */
static Results results_of(const Tournament *tournament, const char *folder,
                          const RunningSprt *test) {
    return (Results){.config = tournament->config,
                     .schedule = tournament->schedule,
                     .journal = tournament->journal,
                     .test = test,
                     .directory = folder,
                     .date = log_header_date(tournament->header),
                     .coordinates = tournament->settings->coordinates};
}

/* Sorts the log by game number, so that it does not depend on which games ended first, writes the
 * result files and prints the standings, to a terminal no wider than it is. */
static bool finish(Tournament *tournament, const char *folder, Error *error) {
    char path[PATH_MAX];
    RunningSprt test;
    log_path(folder, path);
    Results results = results_of(tournament, folder, run_test(tournament, &test));
    JournalSources sources = {tournament->header, &tournament->journal, 1};
    if (!journal_merge(path, &sources, error) || !results_write(&results, error))
        return false;
    printf("\n");
    return results_print_crosstable(stdout, &results, tty_columns(stdout, 0), error);
}

/* Writes the games so far to games.pgn, and opens it for those to come. NULL on failure. */
static FILE *open_pgn(const Results *results, Error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/games.pgn", results->directory);
    return results_write_pgn(results, error) ? regular_file_append(path, error) : NULL;
}

static int play_with(const Tournament *tournament, const Results *results, FILE *pgn) {
    const Settings *settings = tournament->settings;
    WorkerPoolSetup setup = {.config = tournament->config,
                             .openings = tournament->openings,
                             .schedule = tournament->schedule,
                             .journal = tournament->journal,
                             .results = results,
                             .pgn = pgn,
                             .transcript = tournament->transcript,
                             .errors = tournament->errors,
                             .has_affinity = settings->affinity,
                             .concurrency = settings->concurrency,
                             .shard = settings->shard,
                             .shards = settings->shards,
                             .game_limit = settings->first};
    WorkerPoolStatus pool_status;
    int held = signals_hold_termination(); /* before the workers start, because they inherit the
                                              signal mask */
    WorkerPool *pool = worker_pool_start(&setup);
    if (!pool) {
        signals_release_termination(held);
        return report_error(&(Error){.text = "out of memory, or cannot start a thread"});
    }
    bool interrupted = watch_pool(tournament, pool, &pool_status);
    worker_pool_join(pool);
    signals_release_termination(held);
    if (pool_status.error_text[0])
        command_line_report(pool_status.error_text);
    return interrupted ? EXIT_INTERRUPTED : pool_status.error_text[0] ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int play_games(const Tournament *tournament) {
    Error error;
    Results results = results_of(tournament, tournament->settings->out, NULL);
    FILE *pgn = open_pgn(&results, &error);
    if (!pgn)
        return report_error(&error);
    int status = play_with(tournament, &results, pgn);
    fclose(pgn);
    return status;
}

static int finish_and_print(Tournament *tournament, const char *folder) {
    Error error;
    if (!finish(tournament, folder, &error))
        return report_error(&error);
    printf("\nIn %s: log.jsonl, games.pgn, crosstable.txt, results.json, scores.svg\n", folder);
    return EXIT_SUCCESS;
}

static void print_remaining(const Tournament *tournament, int status) {
    const Settings *settings = tournament->settings;
    /* A merged log may be incomplete: it does not say which games were to be played here. */
    bool is_part = settings->shards > 1 || settings->after || settings->first < INT_MAX;
    if (status == EXIT_INTERRUPTED && is_part)
        fputs("Interrupted. To continue, give the same command again.\n", stderr);
    else if (status == EXIT_INTERRUPTED) {
        fprintf(stderr, "Interrupted. To continue: misere-referee --resume %s", settings->out);
        fputs(settings->coordinates ? " --coordinates\n" : "\n", stderr);
    } else if (status == EXIT_SUCCESS && settings->shards > 1 && !settings->quiet)
        fprintf(stderr,
                "This shard has played all games that it can. Combine the shards with --merge.\n");
}

/* A shard alone does not see the games that would end the SPRT. */
static bool check_shard(const Arguments *arguments, Error *error) {
    const Settings *settings = &arguments->settings;
    return !arguments->config.has_sprt || settings->shards == 1 || settings->first < INT_MAX ||
           error_set(error, "a shard cannot end an SPRT: add --first N, the games to play before "
                            "the shards are merged, or use misere-referee-many");
}

/* Says what a table alone would not. */
static void warn(const Tournament *tournament) {
    if (!log_header_has_players(tournament->header))
        fputs("Warning: an older referee began this log, which does not say which programs played; "
              "they may have changed since.\n",
              stderr);
    if (is_over(tournament))
        fputs("0 games played: this tournament is complete.\n", stderr);
}

/* Does the log have these arguments, apart from a seed that they lack? Then *seed is its place in
 * the log; -1: the log has none either. */
static bool has_arguments(const LogHeader *header, const Arguments *arguments, int *seed) {
    int count = log_header_argument_count(header), at = 0;
    *seed = -1;
    for (int i = 0; i < count; i++) {
        const char *word = log_header_argument(header, i);
        if (word && !arguments->has_seed && strcmp(word, "--seed") == 0)
            *seed = i++;
        else if (!word || at == arguments->tournament_arg_count ||
                 strcmp(word, arguments->tournament_args[at++]) != 0)
            return false;
    }
    return at == arguments->tournament_arg_count;
}

/* Is the log that of a tournament with other arguments? */
static bool is_of_another(const char *path, const Arguments *arguments) {
    int seed;
    LogHeader *header = journal_is_new(path) ? NULL : journal_header(path, NULL);
    bool is_other = header && !has_arguments(header, arguments, &seed);
    log_header_free(header);
    return is_other;
}

/* The seed in the log, at this place of its arguments. */
static uint64_t seed_in(const LogHeader *header, int place) {
    const char *word = log_header_argument(header, place + 1);
    int64_t seed;
    return word && words_number(word, &seed) ? (uint64_t)seed : 0;
}

/* If no seed is given, sets that of the tournament in the folder or, for a new one, another. */
static bool choose_seed(Arguments *arguments, Error *error) {
    enum { NEW_SEED_MAX = 999999999 };
    char path[PATH_MAX];
    int place = -1;
    log_path(arguments->settings.out, path);
    if (arguments->has_seed || arguments->settings.mode != MODE_PLAY)
        return true;
    if (arguments->settings.shards > 1 || arguments->settings.after)
        return error_set(error, "%s needs --seed, the same as for the other games",
                         arguments->settings.after ? "--after" : "--shard");
    LogHeader *header = journal_is_new(path) ? NULL : journal_header(path, NULL);
    bool is_same = header && has_arguments(header, arguments, &place);
    uint64_t seed = place >= 0 ? seed_in(header, place) : 1 + entropy_seed() % NEW_SEED_MAX;
    log_header_free(header);
    if (is_same && place < 0) /* an older log, without a seed */
        return true;
    arguments->config.has_chosen_seed = true;
    return arguments_set_seed(arguments, seed, is_same ? place : 0, error);
}

/* If no folder is given, chooses one: that of this tournament, or a new one. */
static void choose_folder(Arguments *arguments) {
    char path[PATH_MAX];
    if (arguments->settings.out)
        return;
    arguments->settings.out = strcpy(arguments->out, "tournament");
    log_path(arguments->out, path);
    for (int number = 2; is_of_another(path, arguments); number++) {
        snprintf(arguments->out, sizeof arguments->out, "tournament-%d", number);
        log_path(arguments->out, path);
    }
}

int tournament_play(Arguments *arguments) {
    choose_folder(arguments);
    Tournament tournament = {0};
    Error error;
    int status = EXIT_FAILURE;
    if (!check_shard(arguments, &error) || !choose_seed(arguments, &error) ||
        !open_tournament(&tournament, arguments, &error)) {
        report_error(&error);
    } else {
        warn(&tournament);
        status = play_games(&tournament);
        int finished = finish_and_print(&tournament, arguments->settings.out);
        print_remaining(&tournament, status);
        status = status == EXIT_SUCCESS ? finished : status;
    }
    close_tournament(&tournament);
    return status;
}

/* --- merging and reporting --- */

/* Opens the logs of all folders, which must be of the same tournament. */
static bool open_logs(Tournament *tournament, Journal **journals, Error *error) {
    const Settings *settings = tournament->settings;
    for (int i = 0; i < settings->folder_count; i++) {
        char path[PATH_MAX];
        log_path(settings->folders[i], path);
        LogHeader *header = journal_header(path, error);
        bool same = header && check_same_tournament(header, tournament->header, path, error);
        log_header_free(header);
        if (!same)
            return false;
        journals[i] =
            journal_open(path, JOURNAL_READ, NULL, schedule_size(tournament->schedule), error);
        if (!journals[i])
            return false;
    }
    return true;
}

/* Merges the logs into the folder's own log, which is locked meanwhile. `journals` must have room
 * for one more. */
static bool merge_logs(Tournament *tournament, Journal **journals, const char *folder,
                       Error *error) {
    char path[PATH_MAX];
    int size = schedule_size(tournament->schedule), count = tournament->settings->folder_count;
    log_path(folder, path);
    if (!directory_create_all(folder, error))
        return false;
    journals[count] = journal_open(path, JOURNAL_WRITE, tournament->header, size, error);
    JournalSources sources = {tournament->header, journals, count + 1};
    if (!journals[count] || !journal_merge(path, &sources, error))
        return false;
    tournament->journal = journal_open(path, JOURNAL_READ, NULL, size, error);
    return tournament->journal && load_results(tournament, tournament->journal, path, error);
}

/* Merges the logs of the folders in the settings into the log in `folder`, which may already
 * exist. */
static bool combine_logs(Tournament *tournament, Arguments *arguments, Journal **journals,
                         const char *folder, Error *error) {
    char path[PATH_MAX];
    log_path(folder, path);
    const char *reference_folder = journal_is_new(path) ? arguments->settings.folders[0] : folder;
    if (!tournament_load_config(arguments, reference_folder, &tournament->header, error))
        return false;
    tournament->config = &arguments->config;
    tournament->schedule = schedule_new(tournament->config);
    if (!tournament->schedule)
        return error_set(error, "out of memory");
    return open_logs(tournament, journals, error) &&
           merge_logs(tournament, journals, folder, error);
}

static int combine(Arguments *arguments, const char *folder) {
    Tournament tournament = {.settings = &arguments->settings};
    int count = arguments->settings.folder_count;
    Journal **journals = calloc((size_t)count + 1, sizeof *journals);
    Error error = {.text = "out of memory"};
    int status = journals && combine_logs(&tournament, arguments, journals, folder, &error)
                     ? finish_and_print(&tournament, folder)
                     : report_error(&error);
    if (status == EXIT_SUCCESS && arguments->settings.mode == MODE_MERGE && !is_over(&tournament))
        status = EXIT_INCOMPLETE;
    for (int i = 0; journals && i <= count; i++)
        journal_close(journals[i]);
    free(journals);
    close_tournament(&tournament);
    return status;
}

int tournament_merge(Arguments *arguments) {
    return combine(arguments, arguments->settings.out);
}

int tournament_report(Arguments *arguments) {
    return combine(arguments, arguments->settings.folders[0]);
}
