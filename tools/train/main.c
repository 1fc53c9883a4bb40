/* misere-train: plays games of the engine against itself, and fits a network or the WDL model to
 * them. */
#include "base/os/atomic_file.h"
#include "base/os/stream.h"
#include "cli/command_line.h"
#include "train/selfplay.h"
#include "train/trainer.h"
#include "train/wdl_model.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "usage: misere-train play --ruleset NAME --out FILE [--games N] [--nodes N] [--threads N]\n"
    "                         [--from NETWORK] [--seed N]\n"
    "       misere-train fit --out NETWORK [--epochs N] [--lambda X] [--from NETWORK] [--seed N]\n"
    "                        FILE...\n"
    "       misere-train chances FILE...\n"
    "\n"
    "play lets the engine play against itself and writes the positions in which nobody had to\n"
    "capture, with the search's score and the game's result.\n"
    "\n"
    "  --games N     how many games (default 1000)\n"
    "  --nodes N     how many positions a turn may take (default 1000)\n"
    "  --threads N   how many are played at once (default 1)\n"
    "  --from FILE   play with this network instead of the one built in\n"
    "  --seed N      of the openings, 4 to 12 random half-moves (default 1)\n"
    "\n"
    "fit makes a network that foretells what came of such positions, all of rulesets of one\n"
    "family. The option EvalFile takes it; to build it in, put it in engine/search/networks.\n"
    "\n"
    "  --epochs N    how often the positions are gone through (default 8)\n"
    "  --lambda X    0 to 1: learn from the search's scores, or from the results (default 0.3)\n"
    "  --from FILE   begin with this network instead of a random one\n"
    "  --seed N      of the random network and the order of positions (default 1)\n"
    "\n"
    "chances tells how the scores of such positions come to wins, draws and losses: the scale and\n"
    "the margin, in centipawns, with which the results are most likely (see wdl.h).\n"
    "\n"
    "  --help, --version\n";

typedef struct {
    const char *ruleset, *out, *from;
    int64_t games, nodes, threads, epochs;
    uint64_t seed;
    double lambda;
} TrainArguments;

/* Ends the program with a message about a file, or in general if `path` is NULL. */
static _Noreturn void fail(const char *path, const char *reason) {
    fprintf(stderr, "misere-train: %s%s%s\n", path ? path : "", path ? ": " : "", reason);
    exit(EXIT_FAILURE);
}

static _Noreturn void usage_error(const char *what, const char *word) {
    command_line_error(what, word);
    exit(2);
}

static int64_t read_number(const char *option, const char *text, int64_t minimum, int64_t maximum) {
    int64_t number;
    if (!command_line_number(option, text, minimum, maximum, &number))
        exit(2);
    return number;
}

static double read_fraction(const char *text) {
    char *end;
    double fraction = strtod(text, &end);
    if (*end || end == text || !(fraction >= 0 && fraction <= 1))
        usage_error("--lambda: not a number from 0 to 1:", text);
    return fraction;
}

static void read_option(TrainArguments *a, int which, const char *name, const char *text) {
    switch (which) {
    case 'r':
        a->ruleset = text;
        break;
    case 'o':
        a->out = text;
        break;
    case 'f':
        a->from = text;
        break;
    case 'g':
        a->games = read_number(name, text, 1, 100000000);
        break;
    case 'n':
        a->nodes = read_number(name, text, 1, INT64_MAX);
        break;
    case 't':
        a->threads = read_number(name, text, 1, SELFPLAY_THREADS_MAX);
        break;
    case 'e':
        a->epochs = read_number(name, text, 1, 100000);
        break;
    case 's':
        a->seed = (uint64_t)read_number(name, text, 0, INT64_MAX);
        break;
    case 'l':
        a->lambda = read_fraction(text);
        break;
    case 'h':
        command_line_print(USAGE);
    case 'v':
        command_line_print_version();
    default:
        exit(2); /* getopt has complained */
    }
}

static void read_arguments(TrainArguments *a, int argc, char **argv) {
    static const struct option OPTIONS[] = {
        {"ruleset", required_argument, NULL, 'r'}, {"out", required_argument, NULL, 'o'},
        {"from", required_argument, NULL, 'f'},    {"games", required_argument, NULL, 'g'},
        {"nodes", required_argument, NULL, 'n'},   {"threads", required_argument, NULL, 't'},
        {"epochs", required_argument, NULL, 'e'},  {"seed", required_argument, NULL, 's'},
        {"lambda", required_argument, NULL, 'l'},  {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},       {NULL, 0, NULL, 0}};
    int which, index = 0;
    while ((which = getopt_long(argc, argv, "", OPTIONS, &index)) != -1)
        read_option(a, which, OPTIONS[index].name, optarg);
}

static const char *required_out(const TrainArguments *a) {
    if (!a->out)
        usage_error("--out is missing", NULL);
    return a->out;
}

/* Reads the network of --from; NULL if the path is. The caller frees it. */
static Network *read_network(const char *path) {
    Error error;
    if (!path)
        return NULL;
    Network *network = malloc(sizeof *network);
    if (!network)
        fail(NULL, "out of memory");
    if (!network_read(network, path, &error))
        fail("--from", error.text);
    return network;
}

static int play(const TrainArguments *a) {
    const Ruleset *rules;
    if (!a->ruleset)
        usage_error("--ruleset is missing", NULL);
    if (!command_line_ruleset(a->ruleset, &rules))
        exit(2);
    Network *network = read_network(a->from);
    if (network && network->family != rules->family)
        fail(a->from, "this network is of another family of rulesets");
    FILE *out = stream_open(required_out(a), "wb");
    if (!out)
        fail(a->out, strerror(errno));
    SelfplayConfig config = {.rules = rules,
                             .network = network,
                             .games = (int)a->games,
                             .nodes = (uint64_t)a->nodes,
                             .threads = (int)a->threads,
                             .seed = a->seed,
                             .out = out};
    bool done = selfplay_run(&config);
    if (fclose(out) != 0 || !done)
        fail(a->out, "cannot be written, or out of memory, or cannot start a thread");
    free(network);
    return EXIT_SUCCESS;
}

static void write_network(const Network *network, const char *path) {
    Error error;
    if (!atomic_file_write(path, (const char *)network, sizeof *network, &error))
        fail(NULL, error.text);
}

/* Reads the positions of all files, which must be of one family. The caller frees them. */
static Samples read_samples(char **files) {
    Samples samples = {0};
    Error error;
    for (; *files; files++)
        if (!samples_read(&samples, *files, &error))
            fail(*files, error.text);
    if (samples.count == 0)
        usage_error("no positions to train on", NULL);
    if (!samples_are_of_one_family(&samples))
        fail(NULL, "the positions are of more than one family of rulesets");
    fprintf(stderr, "%zu positions\n", samples.count);
    return samples;
}

static int fit(const TrainArguments *a, char **files) {
    Error error;
    const char *out = required_out(a);
    Network *start = read_network(a->from), *network = calloc(1, sizeof *network);
    Samples samples = read_samples(files);
    TrainingConfig config = {
        .epochs = (int)a->epochs, .lambda = a->lambda, .seed = a->seed, .start = start};
    if (!network)
        fail(NULL, "out of memory");
    if (!train_network(network, &samples, &config, &error))
        fail(NULL, error.text);
    write_network(network, out);
    samples_free(&samples);
    free(network);
    free(start);
    return EXIT_SUCCESS;
}

static int fit_wdl_model(char **files) {
    Samples samples = read_samples(files);
    WdlModel model;
    if (!wdl_model_fit(&samples, &model))
        fail(NULL, "out of memory");
    printf("scale %.0f, margin %.0f\n", model.scale, model.margin);
    samples_free(&samples);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs(USAGE, stderr);
        return 2;
    }
    int words = argv[1][0] == '-' ? 0 : 1; /* arguments before the options: the command */
    TrainArguments a = {
        .games = 1000, .nodes = 1000, .threads = 1, .epochs = 8, .seed = 1, .lambda = 0.3};
    read_arguments(&a, argc - words, argv + words);
    char **files = argv + words + optind;
    if (strcmp(argv[1], "fit") == 0)
        return fit(&a, files);
    if (strcmp(argv[1], "chances") == 0)
        return fit_wdl_model(files);
    if (strcmp(argv[1], "play") == 0 && *files)
        usage_error("play takes no files: unexpected", *files);
    if (strcmp(argv[1], "play") == 0)
        return play(&a);
    usage_error("the command is play, fit or chances, not", argv[1]);
}
