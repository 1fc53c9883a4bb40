/* misere-train: plays games of the engine against itself, and fits a network or the WDL model to
 * them. */
#include "base/os/atomic_file.h"
#include "base/os/open_files.h"
#include "base/os/output.h"
#include "base/os/signals.h"
#include "base/os/startup.h"
#include "base/os/thread.h"
#include "cli/command_line.h"
#include "eval/evaluate.h"
#include "files/gamefile.h"
#include "train/calibrate.h"
#include "train/checkpoint.h"
#include "train/data/merge.h"
#include "train/data/text_file.h"
#include "train/output_lock.h"
#include "train/selfplay.h"
#include "train/trainer.h"
#include "train/wdl_model.h"
#include "train/weights.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    CliGiven given;
    const Ruleset *rules; /* NULL: not given */
    const char *out, *from;
    int games, threads, epochs, memory, width;
    uint64_t nodes, seed;
    double lambda, rate;
} TrainArguments;

static const char *const USAGE[] = {"misere-train play --ruleset NAME --out FILE [OPTION]...",
                                    "misere-train merge --out FILE [OPTION]... FILE...",
                                    "misere-train calibrate --out FILE FILE...",
                                    "misere-train fit --out NETWORK [OPTION]... FILE...",
                                    "misere-train average --out NETWORK NETWORK...",
                                    "misere-train export --out TEXT FILE...",
                                    "misere-train import --ruleset NAME --out FILE FILE...",
                                    "misere-train wdl FILE...",
                                    "misere-train families",
                                    NULL};

static const char *const DESCRIPTION[] = {
    "Trains networks for the engine.",
    "play: the engine plays itself, and the positions in which nobody had to capture are written "
    "to a file, each with the score of a search and the result of the game. So are some of the "
    "positions that these searches evaluated; each has the score of a search of its own, but no "
    "result. While it plays, the finished games are in FILE.part; if it is interrupted, the same "
    "command continues, and the file is the same as without the interruption. A file of other "
    "games is never replaced.",
    "merge: merges such files, which must all be from rulesets of one family. Positions with the "
    "same ruleset, board (or its mirror image) and player to move become one, with the mean of "
    "their scores and results. --out may be one of the files.",
    "calibrate: rescales the scores of such positions, separately for each range of piece counts, "
    "to match the results of their games. When networks are trained on their own searches again "
    "and again, their scores become too large or too small, by an amount that depends on the "
    "number of pieces. Calibrate the positions of each engine separately before you merge them. "
    "--out may be one of the files.",
    "fit: trains a network that predicts the results of such positions, which must all be "
    "from rulesets of one family. If it is interrupted, the same command continues; after the end "
    "it only says that the network is complete. The engine's option EvalFile loads a network; a "
    "network in engine/eval/networks is built in.",
    "average: makes a network of the mean weights of others. The mean of a network and of what "
    "further training made of it sometimes plays better than either (stochastic weight "
    "averaging).",
    "export: writes positions as text, one a line: FEN | score | result, both from White's point "
    "of view, as other trainers read them. If a position has no result, or one that says little, "
    "the result that its score predicts is written instead.",
    "import: reads such lines, or games whose turns have scores, such as the referee's logs and "
    "PGN, and writes their positions. Those in which a capture is forced are left out.",
    "wdl: fits, to such positions, the WDL model, which turns a score into the probabilities of a "
    "win, a draw and a loss; it takes at least 10,000 of them. Prints the model's two parameters: "
    "the scale and the margin, in "
    "centipawns, under which the results are most likely (see wdl.h).",
    NULL};

#define INTO(member) CLI_INTO(TrainArguments, member), .take = cli_note

static const CliOption PLAY_OPTIONS[] = {
    {"--ruleset", "NAME", "the ruleset to play", INTO(rules)},
    {"--out", "FILE", "the file of positions to write", INTO(out)},
    {"--games", "N", "games to play (default 1000)", INTO(games), CLI_RANGE(1, 100000000)},
    {"--nodes", "N", "nodes to search for each turn (default 1000)", INTO(nodes),
     CLI_RANGE(1, INT64_MAX)},
    {"--threads", "N", "games played at the same time (default: one per core)", INTO(threads),
     CLI_RANGE(1, TEAM_THREADS_MAX)},
    {"--from", "NETWORK", "plays with this network instead of the built-in one", INTO(from)},
    {"--seed", "N", "the seed of the openings, which are 4 to 12 random turns (default 1)",
     INTO(seed), CLI_RANGE(0, INT64_MAX)},
    {0}};

static const CliOption MERGE_OPTIONS[] = {
    {"--out", "FILE", "the merged file to write", INTO(out)},
    {"--memory", "MB",
     "memory for finding equal positions (default 4096), of which the largest power of two is "
     "used; the files are read twice for every 13,000 positions per MB of that",
     INTO(memory), CLI_RANGE(1, 1 << 20)},
    {0}};

static const CliOption CALIBRATE_OPTIONS[] = {
    {"--out", "FILE", "the file of positions to write", INTO(out)}, {0}};

static const CliOption FIT_OPTIONS[] = {
    {"--out", "NETWORK", "the network to write", INTO(out)},
    {"--epochs", "N", "passes over the positions (default 8)", INTO(epochs),
     CLI_RANGE(1, EPOCHS_MAX)},
    {"--lambda", "X",
     "weight of the game's result, 0 to 1; the search's score has the remaining weight (default "
     "0.3)",
     INTO(lambda), CLI_RANGE(0, 1)},
    {"--rate", "X",
     "the learning rate at the beginning; at the end it is a fiftieth (default 0.0015; with "
     "--from, less is often better)",
     INTO(rate), CLI_RANGE(0, 1)},
    {"--from", "NETWORK", "starts from this network instead of a random one", INTO(from)},
    {"--width", "N",
     "neurons of the first layer for each side: 64 or 128 (default 64, or as many as --from has); "
     "added ones start at random",
     INTO(width), CLI_RANGE(NETWORK_SLICE, NETWORK_WIDTH)},
    {"--threads", "N", "threads that train (default: one per core)", INTO(threads),
     CLI_RANGE(1, TEAM_THREADS_MAX)},
    {"--memory", "MB",
     "memory for positions (default 1024); more of them are read in random blocks, and shuffled in "
     "parts of this size",
     INTO(memory), CLI_RANGE(1, 1 << 20)},
    {"--seed", "N", "the seed of the random network and of the order of positions (default 1)",
     INTO(seed), CLI_RANGE(0, INT64_MAX)},
    {0}};

static const CliOption AVERAGE_OPTIONS[] = {
    {"--out", "NETWORK", "the network to write; it may be one of the others", INTO(out)}, {0}};

static const CliOption EXPORT_OPTIONS[] = {{"--out", "TEXT", "the text to write", INTO(out)}, {0}};

static const CliOption IMPORT_OPTIONS[] = {
    {"--ruleset", "NAME", "the ruleset of the positions", INTO(rules)},
    {"--out", "FILE", "the file of positions to write", INTO(out)},
    {0}};

static const CliOption COMMON_OPTIONS[] = {CLI_COMMON_OPTIONS, {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-train play --ruleset losers --games 20000 --out positions",
     .help = "plays games and writes their positions"},
    {.name = "misere-train merge --out positions shard1 shard2",
     .help = "merges two files of positions"},
    {.name = "misere-train fit --out losers.net positions",
     .help = "trains a network for the engine's option EvalFile"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options of play", .rows = PLAY_OPTIONS},
    {.heading = "Options of merge", .rows = MERGE_OPTIONS},
    {.heading = "Options of calibrate", .rows = CALIBRATE_OPTIONS},
    {.heading = "Options of fit", .rows = FIT_OPTIONS},
    {.heading = "Options of average", .rows = AVERAGE_OPTIONS},
    {.heading = "Options of export", .rows = EXPORT_OPTIONS},
    {.heading = "Options of import", .rows = IMPORT_OPTIONS},
    {.heading = "Other options", .rows = COMMON_OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static const char OTHER_FAMILY[] = "this network is for another family of rulesets";

/* Prints an error message, preceded by `path` unless it is NULL, and exits. */
static _Noreturn void fail(const char *path, const char *reason) {
    fprintf(stderr, "misere-train: %s%s%s\n", path ? path : "", path ? ": " : "", reason);
    exit(EXIT_FAILURE);
}

static _Noreturn void usage_error(const char *what, const char *word) {
    if (word)
        command_line_error("%s %s", what, QUOTE(word));
    else
        command_line_error("%s", what);
    exit(2);
}

static const char *required_out(const TrainArguments *a) {
    if (!a->out)
        usage_error("--out is missing", NULL);
    if (output_is_standard(a->out))
        usage_error("--out must be a file, not standard output", NULL);
    return a->out;
}

/* Reads a network. The caller frees it. */
static Network *read_network(const char *option, const char *path) {
    Error error;
    Network *network = malloc(sizeof *network);
    if (!network)
        fail(NULL, "out of memory");
    if (!network_read(network, path, &error))
        fail(option, error.text);
    return network;
}

/* Reads the network given by --from; NULL if there is none. The caller frees it. */
static Network *read_start(const TrainArguments *a) {
    return a->from ? read_network("--from", a->from) : NULL;
}

/* The number of threads given, or else one per core. */
static int threads_of(const TrainArguments *a, int most) {
    int threads = a->threads ? a->threads : thread_processors();
    return threads < most ? threads : most;
}

/* The memory given, or else this many MB, in bytes. */
static uint64_t memory_of(const TrainArguments *a, int usual_mb) {
    return (uint64_t)(a->memory ? a->memory : usual_mb) << 20;
}

static void check_family(const Network *network, const Ruleset *rules, const char *path) {
    if (network && network->family != rules->family)
        fail(path, OTHER_FAMILY);
}

static int play(const TrainArguments *a, char **files) {
    if (*files)
        usage_error("play reads no files: unexpected argument", *files);
    const Ruleset *rules = a->rules;
    const char *out = required_out(a);
    Error error;
    if (!rules)
        usage_error("--ruleset is missing", NULL);
    Network *network = read_start(a);
    check_family(network, rules, a->from);
    SelfplayConfig config = {.rules = rules,
                             .network = network ? network : evaluate_builtin_network(rules->family),
                             .games = a->games,
                             .nodes = a->nodes,
                             .threads = threads_of(a, TEAM_THREADS_MAX),
                             .seed = a->seed};
    SampleOrigin origin;
    Shard shard;
    if (!selfplay_origin(&config, &origin, &error) || !shard_open(&shard, out, &origin, &error))
        fail(NULL, error.text);
    if (shard.is_complete)
        fprintf(stderr, "%s is complete already\n", out);
    else if (shard.part.done > 0)
        fprintf(stderr, "continuing after %" PRIu64 " of %d games\n", shard.part.done, a->games);
    if (!shard.is_complete &&
        (!selfplay_run(&config, &shard, &error) || !shard_complete(&shard, &error))) {
        fprintf(stderr, "the same command continues after %" PRIu64 " of %d games\n",
                shard.part.done, a->games);
        shard_close(&shard);
        fail(NULL, error.text);
    }
    fprintf(stderr, "%" PRIu64 " games, %" PRIu64 " positions\n", shard.part.done,
            shard.part.items);
    shard_close(&shard);
    free(network);
    return EXIT_SUCCESS;
}

static void require_positions(char **files) {
    if (!*files)
        usage_error("no files of positions are given", NULL);
}

/* Opens the files of positions, which must be of one family. The caller closes the dataset. */
static bool open_dataset(Dataset *dataset, char **files, Error *error) {
    if (!dataset_open(dataset, files, error))
        return false;
    fprintf(stderr, "%" PRIu64 " positions\n", dataset->count);
    return true;
}

/* Exits if another process has locked the output. */
static void lock_output(OutputLock *lock, const char *out) {
    Error error;
    if (!output_lock_take(lock, out, &error))
        fail(NULL, error.text);
}

static bool merge_dataset(const TrainArguments *a, Dataset *dataset, Error *error) {
    MergeCounts counts;
    if (!merge_samples(dataset, a->out, memory_of(a, 4096), &counts, error))
        return false;
    printf("%d files, %" PRIu64 " positions, %" PRIu64 " duplicates dropped, %" PRIu64 " written\n",
           dataset->file_count, counts.read, counts.read - counts.written, counts.written);
    return true;
}

static void print_calibration(const ScoreScale found[NETWORK_PIECE_BUCKETS]) {
    for (int i = 0; i < NETWORK_PIECE_BUCKETS; i++) {
        int least = i * NETWORK_BUCKET_PIECES + 1;
        if (i < NETWORK_PIECE_BUCKETS - 1)
            printf("%d to %d pieces: ", least, least + NETWORK_BUCKET_PIECES - 1);
        else
            printf("%d pieces or more: ", least);
        if (found[i].scale > 0)
            printf("scale %.0f, %" PRIu64 " results\n", found[i].scale, found[i].results);
        else
            printf("%" PRIu64 " results are fewer than %d, so the scores stay\n", found[i].results,
                   WDL_SAMPLES_MIN);
    }
}

static bool calibrate_dataset(const TrainArguments *a, Dataset *dataset, Error *error) {
    ScoreScale found[NETWORK_PIECE_BUCKETS];
    if (!calibrate_samples(dataset, a->out, found, error))
        return false;
    print_calibration(found);
    return true;
}

/* Writes a dataset to the output. */
typedef bool WriteDataset(const TrainArguments *a, Dataset *dataset, Error *error);

/* Opens the files and writes their dataset. Returns even if that fails, so that the caller can
 * release the lock on the output. */
static bool rewrite(const TrainArguments *a, char **files, WriteDataset *write, Error *error) {
    Dataset dataset;
    if (!atomic_file_check_sole_writer(a->out, error) || !open_dataset(&dataset, files, error))
        return false;
    bool good = write(a, &dataset, error);
    dataset_close(&dataset);
    return good;
}

static int rewrite_locked(const TrainArguments *a, char **files, WriteDataset *write) {
    OutputLock lock;
    Error error;
    const char *out = required_out(a);
    require_positions(files);
    lock_output(&lock, out);
    bool good = rewrite(a, files, write, &error);
    output_lock_release(&lock);
    if (!good)
        fail(NULL, error.text);
    return EXIT_SUCCESS;
}

static int merge(const TrainArguments *a, char **files) {
    return rewrite_locked(a, files, merge_dataset);
}

static int calibrate(const TrainArguments *a, char **files) {
    return rewrite_locked(a, files, calibrate_dataset);
}

static int export_text(const TrainArguments *a, char **files) {
    Dataset dataset;
    SampleCounts counts;
    Error error;
    const char *out = required_out(a);
    require_positions(files);
    if (!open_dataset(&dataset, files, &error))
        fail(NULL, error.text);
    bool good = text_file_write(&dataset, out, &counts, &error);
    dataset_close(&dataset);
    if (!good)
        fail(NULL, error.text);
    printf("%" PRIu64 " positions written, %" PRIu64 " in the middle of a turn left out\n",
           counts.kept, counts.dropped);
    return EXIT_SUCCESS;
}

static void say(const char *text) {
    command_line_report(text);
}

static int import_files(const TrainArguments *a, char **files) {
    SampleCounts counts;
    Error error;
    const char *out = required_out(a);
    if (!a->rules)
        usage_error("--ruleset is missing", NULL);
    require_positions(files);
    if (!gamefile_init())
        fail(NULL, "out of memory");
    bool good = text_file_read(a->rules, files, out, &counts, say, &error);
    gamefile_quit();
    if (!good)
        fail(NULL, error.text);
    printf("%" PRIu64 " positions written, %" PRIu64 " left out, in which a capture is forced or "
           "the game is over or was not decided by play\n",
           counts.kept, counts.dropped);
    return EXIT_SUCCESS;
}

/* The width given, or else that of the network `start`, or else the smallest. */
static int width_of(const TrainArguments *a, const Network *start) {
    int least = start ? (int)start->width : NETWORK_SLICE, width = a->width ? a->width : least;
    if (width % NETWORK_SLICE != 0)
        usage_error("--width is not a multiple of 64", NULL);
    if (width < least)
        fail("--width", "the network given by --from has more neurons");
    return width;
}

/* Trains, from the network `start` unless it is NULL. Termination requests must be held. */
static bool fit_dataset(const TrainArguments *a, const Network *start, Dataset *dataset,
                        Error *error) {
    TrainingConfig config = {.out = a->out,
                             .epochs = a->epochs,
                             .lambda = a->lambda,
                             .rate = a->rate,
                             .seed = a->seed,
                             .memory = memory_of(a, 1024),
                             .threads = threads_of(a, TEAM_THREADS_MAX),
                             .start = start,
                             .width = width_of(a, start)};
    if (start && start->family != dataset->family)
        return error_set_at(error, a->from, 0, OTHER_FAMILY);
    bool interrupted;
    bool good = train_network(&config, dataset, &interrupted, error);
    if (good && interrupted)
        fprintf(stderr, "misere-train: interrupted; the same command continues\n");
    return good;
}

static int fit(const TrainArguments *a, char **files) {
    Dataset dataset;
    OutputLock lock;
    Error error;
    const char *out = required_out(a);
    Network *start = read_start(a);
    require_positions(files);
    lock_output(&lock, out);
    bool good = train_check_files(out, &error) && open_dataset(&dataset, files, &error);
    int held = signals_hold_termination();
    if (good) {
        good = fit_dataset(a, start, &dataset, &error);
        dataset_close(&dataset);
    }
    output_lock_release(&lock);
    free(start);
    if (!good)
        fail(NULL, error.text);
    signals_release_termination(held);
    return EXIT_SUCCESS;
}

static int average(const TrainArguments *a, char **files) {
    const char *out = required_out(a);
    Error error;
    if (!*files)
        usage_error("no networks are given", NULL);
    if (!atomic_file_check(out, &error))
        fail(NULL, error.text);
    Network *result = NULL;
    Weights *sum = calloc(1, sizeof *sum), *other = malloc(sizeof *other);
    if (!sum || !other)
        fail(NULL, "out of memory");
    int count = 0;
    for (; files[count]; count++) {
        Network *network = read_network(NULL, files[count]);
        if (result && network->family != result->family)
            fail(files[count], OTHER_FAMILY);
        weights_dequantise(other, network);
        weights_add(sum, other);
        free(result);
        result = network;
    }
    weights_multiply(sum, 1 / (float)count);
    weights_quantise(sum, (Family)result->family, result);
    if (!atomic_file_write(out, (const char *)result, sizeof *result, &error))
        fail(NULL, error.text);
    free(other);
    free(sum);
    free(result);
    return EXIT_SUCCESS;
}

static int list_families(const TrainArguments *a, char **files) {
    (void)a;
    if (*files)
        usage_error("families reads no files: unexpected argument", *files);
    for (int family = 0; family < FAMILIES; family++) {
        fputs(ruleset_family_name((Family)family), stdout);
        for (int i = 0; i < ruleset_count(); i++)
            if (ruleset_at(i)->family == (Family)family)
                printf(" %s", ruleset_at(i)->name);
        putchar('\n');
    }
    return EXIT_SUCCESS;
}

static bool count_results(void *context, const DatasetBlock *block) {
    wdl_counts_add(context, block->samples, block->count);
    return true;
}

static int fit_wdl_model(const TrainArguments *a, char **files) {
    (void)a;
    Dataset dataset;
    Error error;
    require_positions(files);
    if (!open_dataset(&dataset, files, &error))
        fail(NULL, error.text);
    WdlCounts *counts = calloc(1, sizeof *counts);
    if (!counts)
        fail(NULL, "out of memory");
    if (!dataset_visit(&dataset, NULL, count_results, counts, &error))
        fail(NULL, error.text);
    uint64_t total = wdl_counts_total(counts);
    if (total < WDL_SAMPLES_MIN) {
        error_set(&error,
                  "%" PRIu64 " positions that tell how a game ends are too few: the model needs %d",
                  total, WDL_SAMPLES_MIN);
        fail(NULL, error.text);
    }
    WdlModel model = wdl_model_fit(counts);
    printf("scale %.0f, margin %.0f\n", model.scale, model.margin);
    free(counts);
    dataset_close(&dataset);
    return EXIT_SUCCESS;
}

typedef struct {
    const char *name;
    int (*run)(const TrainArguments *a, char **files);
    const CliOption *options;
} TrainCommand;

static const CliOption NO_OPTIONS[] = {{0}};

static const TrainCommand COMMANDS[] = {{"play", play, PLAY_OPTIONS},
                                        {"merge", merge, MERGE_OPTIONS},
                                        {"calibrate", calibrate, CALIBRATE_OPTIONS},
                                        {"fit", fit, FIT_OPTIONS},
                                        {"average", average, AVERAGE_OPTIONS},
                                        {"export", export_text, EXPORT_OPTIONS},
                                        {"import", import_files, IMPORT_OPTIONS},
                                        {"wdl", fit_wdl_model, NO_OPTIONS},
                                        {"families", list_families, NO_OPTIONS}};

#define COMMAND_NAMES "play, merge, calibrate, fit, average, export, import, wdl or families"

int main(int argc, char **argv) {
    TrainArguments a = {
        .games = 1000, .nodes = 1000, .epochs = 8, .seed = 1, .lambda = 0.3, .rate = 0.0015};
    startup_init();
    int count = command_line_read(&TABLE, &a, argc, argv);
    if (count < 0)
        return 2;
    if (count == 0)
        usage_error("a command is missing: " COMMAND_NAMES, NULL);
    open_files_raise_limit();
    argv[count + 1] = NULL;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (strcmp(argv[1], COMMANDS[i].name) != 0)
            continue;
        if (!command_line_check(&a.given, COMMANDS[i].name, COMMANDS[i].options))
            return 2;
        return command_line_status(COMMANDS[i].run(&a, argv + 2));
    }
    usage_error("expected " COMMAND_NAMES ", not", argv[1]);
}
