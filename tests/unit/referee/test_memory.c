/* The referee's results, schedules and openings while each allocation in turn fails: they are
 * complete, or the error says why not, and no game is lost. */
#include "unit/errors.h"
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "base/os/path.h"
#include "files/gamefile.h"
#include "referee/openings.h"
#include "referee/players/match_game.h"
#include "referee/schedule.h"
#include "referee/tournament.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 4, FILE_SIZE_MAX = 1 << 16 };

static Arguments arguments; /* large */

/* --- files: helpers that allocate nothing, as allocations would be counted --- */

/* The files that a tournament writes. */
static struct {
    const char *path;
    char bytes[FILE_SIZE_MAX];
    ssize_t size;
} files[FILES] = {{.path = "t/log.jsonl"},
                  {.path = "t/games.pgn"},
                  {.path = "t/crosstable.txt"},
                  {.path = "t/scores.svg"}};

/* Returns the size; -1 if there is no such file. */
static ssize_t read_bytes(const char *path, char bytes[FILE_SIZE_MAX]) {
    int fd = open(path, O_RDONLY);
    ssize_t size = fd < 0 ? -1 : read(fd, bytes, FILE_SIZE_MAX);
    if (fd >= 0)
        close(fd);
    assert_true(size < FILE_SIZE_MAX);
    return size;
}

/* Does the file have the same content as before? */
static bool is_unchanged(int i) {
    static char bytes[FILE_SIZE_MAX];
    ssize_t size = read_bytes(files[i].path, bytes);
    return size == files[i].size && memcmp(bytes, files[i].bytes, (size_t)size) == 0;
}

static void send_to_file(int stream, const char *path) {
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, stream);
    close(file);
}

/* --- commands --- */

typedef int Command(Arguments *arguments);

/* Runs a command with its output in files. Returns false with what it says on standard error if its
 * status is not 0. */
static bool run(Command *command, const char *line, Error *error) {
    static char text[256], said[FILE_SIZE_MAX];
    char *words[32], *rest = text;
    int count = 0, kept[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    snprintf(text, sizeof text, "%s", line);
    for (char *word; (word = strtok_r(NULL, " ", &rest));)
        words[count++] = word;
    fflush(stdout);
    send_to_file(STDOUT_FILENO, "stdout");
    send_to_file(STDERR_FILENO, "stderr");
    bool is_valid = arguments_read(&arguments, count, words, error);
    int status = is_valid ? command(&arguments) : 2;
    fflush(stdout);
    dup2(kept[0], STDOUT_FILENO);
    dup2(kept[1], STDERR_FILENO);
    close(kept[0]);
    close(kept[1]);
    arguments_free(&arguments);
    if (is_valid && status != 0) {
        ssize_t size = read_bytes("stderr", said);
        assert_true(size > 0);
        said[size] = '\0';
        error_set(error, "%s", said);
    }
    return status == 0;
}

static int play(Arguments *args) {
    return tournament_play(args);
}

static int play_tournament(const char *settings) {
    char line[256];
    Error error;
    snprintf(line, sizeof line, "--quiet --ruleset losers --out t %s", settings);
    if (enter_folder(NULL))
        return -1;
    assert_done(run(play, line, &error), &error);
    for (int i = 0; i < FILES; i++) {
        files[i].size = read_bytes(files[i].path, files[i].bytes);
        assert_true(files[i].size > 0);
    }
    return 0;
}

static int set_up_match(void **state) {
    return play_tournament("--games 2 --longest 4 --player random --player greedy");
}

static int set_up_swiss(void **state) {
    return play_tournament("--format swiss --rounds 2 --games 1 --longest 1 --player random "
                           "--player random --player random --player random");
}

/* Writes the results again. */
static bool report(ScenarioResult *result, Error *error) {
    unlink(files[FILES - 1].path);
    bool done = run(tournament_report, "--report t", error);
    assert_true(is_unchanged(0));
    for (int i = 1; i < FILES - 1; i++)
        assert_true(is_unchanged(i));
    if (done) {
        assert_true(is_unchanged(FILES - 1));
        for (int i = 0; i < FILES; i++)
            scenario_note_file(result, files[i].path);
    }
    return done;
}

static void test_report(void **state) {
    each_allocation_fails(report, NULL);
}

/* Merges the log with itself. */
static bool merge(ScenarioResult *result, Error *error) {
    unlink("merged/log.jsonl");
    bool done = run(tournament_merge, "--merge t t --out merged", error);
    assert_true(is_unchanged(0));
    static char bytes[FILE_SIZE_MAX];
    if (done) {
        assert_int_equal(read_bytes("merged/log.jsonl", bytes), files[0].size);
        assert_memory_equal(bytes, files[0].bytes, (size_t)files[0].size);
        scenario_note_file(result, "merged/log.jsonl");
    }
    return done;
}

static void test_merge(void **state) {
    each_allocation_fails(merge, NULL);
}

/* --- schedules --- */

static TournamentFormat format;

/* The player with the lower index wins every game. */
static bool finish(Schedule *schedule, ScenarioResult *result) {
    for (int number; (number = schedule_next(schedule, INT_MAX, 0, 1)) >= 0;) {
        GamePairing pairing;
        schedule_pairing(schedule, number, &pairing);
        int points = pairing.white < pairing.black ? 2 : 0;
        if (!schedule_set_result(schedule, number, points, TERMINATION_BY_RULES))
            return false;
        scenario_note(result, "game %d: %d-%d, round %d, opening %d", number, pairing.white,
                      pairing.black, pairing.round, pairing.opening);
    }
    assert_true(schedule_is_complete(schedule));
    return true;
}

static bool schedule_games(ScenarioResult *result, Error *error) {
    static TournamentConfig config;
    config = (TournamentConfig){.rules = ruleset_default(),
                                .format = format,
                                .player_count = 5,
                                .games = 2,
                                .rounds = 3,
                                .scoring = {1, 0.5, 0}};
    Schedule *schedule = schedule_new(&config);
    bool done = schedule && finish(schedule, result);
    schedule_free(schedule);
    return done || error_set(error, "out of memory");
}

static void test_schedules(void **state) {
    static const TournamentFormat FORMATS[] = {FORMAT_ROUND_ROBIN, FORMAT_SWISS, FORMAT_KNOCKOUT};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        format = FORMATS[i];
        each_allocation_fails(schedule_games, NULL);
    }
}

/* --- openings --- */

static TournamentConfig openings_config;

/* Opening number 1, twice: the second one may come from a cache. */
static bool make_openings(ScenarioResult *result, Error *error) {
    Openings *openings = openings_new(&openings_config, error);
    bool done = openings;
    for (int i = 0; done && i < 2; i++) {
        Game game;
        done = openings_game(openings, 1, &game, error);
        if (done) {
            scenario_note(result, "%d turns, key %016" PRIx64, game.count, game.now.key);
            game_free(&game);
        }
    }
    openings_free(openings);
    return done;
}

static void test_openings(void **state) {
    openings_config.rules = ruleset_find("losers");
    openings_config.seed = 1;
    openings_config.openings = OPENINGS_RANDOM;
    openings_config.opening_plies = 4;
    each_allocation_fails(make_openings, NULL);
    FILE *file = fopen("openings.txt", "w");
    assert_non_null(file);
    fputs("losers startpos moves e2e3 b7b5\nlosers startpos moves d2d3 g7g5\n", file);
    assert_int_equal(fclose(file), 0);
    openings_config.openings = OPENINGS_FILE;
    openings_config.opening_path = "openings.txt";
    openings_config.openings_shuffled = true;
    openings_config.opening_start = 1;
    each_allocation_fails(make_openings, NULL);
}

/* --- games --- */

/* White must pass; at most three more turns follow. */
static bool play_game(ScenarioResult *result, Error *error) {
    static TournamentConfig config;
    config = (TournamentConfig){.rules = ruleset_find("6170-spring-2007"),
                                .player_count = 2,
                                .players = {{.kind = PLAYER_RANDOM, .tc.clock_ms = 60000},
                                            {.kind = PLAYER_GREEDY, .tc.clock_ms = 60000}},
                                .max_turns = 4};
    atomic_bool cancel = false;
    Position start;
    Game opening;
    StoredGame game;
    PlayerRun run = {.cancel = &cancel};
    Player *players[COLOURS] = {player_start(&config, &config.players[0], &run, error),
                                player_start(&config, &config.players[1], &run, error)};
    assert_true(
        position_from_fen(&start, config.rules, "8/8/p6p/P6P/8/1k6/2q5/K7 w - - 0 1", NULL));
    game_init_from(&opening, &start);
    match_game_init(&game, &config, &opening, &config.players[0], &config.players[1]);
    bool done = players[WHITE] && players[BLACK];
    done = done && match_game_play(&game, &config, players, 1, &cancel, error);
    if (done) {
        scenario_note(result, "%d turns, key %016" PRIx64 ", %s", game.game.count,
                      game.game.now.key, stored_game_result(&game));
        assert_true(game.game.turns[0].is_forced_pass);
        assert_int_equal(game.game.turns[0].clock_ms,
                         GAME_NO_CLOCK); /* no turn has been asked for */
    }
    stored_game_free(&game);
    player_stop(&players[WHITE]);
    player_stop(&players[BLACK]);
    return done;
}

static void test_games(void **state) {
    each_allocation_fails(play_game, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_report, set_up_match, leave_folder),
        cmocka_unit_test_setup_teardown(test_report, set_up_swiss, leave_folder),
        cmocka_unit_test_setup_teardown(test_merge, set_up_match, leave_folder),
        cmocka_unit_test(test_schedules),
        cmocka_unit_test_setup_teardown(test_openings, set_up_match, leave_folder),
        cmocka_unit_test(test_games),
    };
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", false); /* thousands of files are flushed to disk */
    if (!gamefile_init())
        return 1;
    int failed = test_run("memory of the referee", tests);
    gamefile_quit();
    return failed;
}
