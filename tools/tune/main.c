/* misere-tune: fits the evaluation's weights to the results of games. */
#include "evaluate.h"
#include "gamelog.h"
#include "wholefile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "usage: misere-tune LOG...\n"
    "Finds the weights of the evaluation that best foretell the results of the games in the\n"
    "referee's logs (log.jsonl), all of rulesets of one family, and prints them beside the ones "
    "in\n"
    "use: centipawns, with the standard error that comes of the number of positions. Positions "
    "are\n"
    "those of the players' own turns in which nobody has to capture.\n";

enum { STEPS_MAX = 30 };

/* A share of 1 / (1 + 10^(-score/400)) of the points is expected of a score. */
static const double PER_CENTIPAWN = 2.302585092994046 / 400;
static const double RIDGE = 1e-4; /* for each weight squared, so that what never occurs gets none */

typedef struct {
    short features[FEATURES];
    float points; /* of White, 0..1 */
} Sample;

typedef struct {
    Sample *samples;
    size_t count, capacity;
    Family family;
    bool has_family;
} Samples;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "misere-tune: %s\n", what);
    exit(EXIT_FAILURE);
}

/* --- positions --- */

static void add_sample(Samples *samples, const Position *pos, double points) {
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 4096;
        samples->samples = realloc(samples->samples, samples->capacity * sizeof(Sample));
        if (!samples->samples)
            fail("out of memory");
    }
    int features[FEATURES];
    evaluate_features(pos, features);
    Sample *sample = &samples->samples[samples->count++];
    for (int i = 0; i < FEATURES; i++)
        sample->features[i] = (short)features[i];
    sample->points = (float)points;
}

static bool is_quiet(const Position *pos) {
    MoveList list;
    outcome_find(pos, &list);
    return movelist_is_quiet(pos, &list);
}

/* Adds the positions of a game after its opening. */
static void add_game(Samples *samples, const LoggedGame *logged) {
    const Game *game = &logged->game;
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        Position before = pos;
        if (i >= logged->opening_turns && is_quiet(&pos))
            add_sample(samples, &pos, logged->white_points / 2.0);
        turn_apply(&pos, &before, game->turns[i].turn);
    }
}

static void read_log(Samples *samples, const char *path) {
    Error error;
    LoggedGame logged;
    GameLogResult result;
    GameLog *log = gamelog_open(path, &error);
    if (!log)
        fail(error.text);
    Family family = gamelog_rules(log)->family;
    if (samples->has_family && samples->family != family) {
        wholefile_error(&error, path, 0, "is of another family of rulesets");
        fail(error.text);
    }
    samples->family = family;
    samples->has_family = true;
    while ((result = gamelog_next(log, &logged, &error)) == GAMELOG_GAME) {
        add_game(samples, &logged);
        game_free(&logged.game);
    }
    gamelog_close(log);
    if (result == GAMELOG_BAD)
        fail(error.text);
}

/* --- the fit --- */

typedef struct {
    double weights[FEATURES];
    double gradient[FEATURES];
    double curvature[FEATURES][FEATURES];
    double loss; /* the mean logarithmic loss */
} Fit;

/* Gradient and curvature of the loss at the weights (logistic regression). */
static void look(const Samples *samples, Fit *fit) {
    memset(fit->gradient, 0, sizeof fit->gradient);
    memset(fit->curvature, 0, sizeof fit->curvature);
    fit->loss = 0;
    for (size_t n = 0; n < samples->count; n++) {
        const Sample *sample = &samples->samples[n];
        double sum = 0;
        for (int i = 0; i < FEATURES; i++)
            sum += fit->weights[i] * sample->features[i];
        double p = 1 / (1 + exp(-PER_CENTIPAWN * sum));
        double q = fmin(fmax(p, 1e-9), 1 - 1e-9);
        fit->loss -= sample->points * log(q) + (1 - sample->points) * log(1 - q);
        for (int i = 0; i < FEATURES; i++) {
            fit->gradient[i] += PER_CENTIPAWN * (p - sample->points) * sample->features[i];
            for (int j = 0; j <= i; j++)
                fit->curvature[i][j] += PER_CENTIPAWN * PER_CENTIPAWN * p * (1 - p) *
                                        sample->features[i] * sample->features[j];
        }
    }
    for (int i = 0; i < FEATURES; i++) {
        fit->gradient[i] += RIDGE * fit->weights[i];
        fit->curvature[i][i] += RIDGE;
        for (int j = 0; j < i; j++)
            fit->curvature[j][i] = fit->curvature[i][j];
    }
    fit->loss /= (double)samples->count;
}

/* Inverts a symmetric positive matrix in place (Gauss and Jordan). */
static void invert(double matrix[FEATURES][FEATURES]) {
    for (int k = 0; k < FEATURES; k++) {
        double pivot = matrix[k][k];
        matrix[k][k] = 1;
        for (int j = 0; j < FEATURES; j++)
            matrix[k][j] /= pivot;
        for (int i = 0; i < FEATURES; i++) {
            double factor = matrix[i][k];
            if (i == k)
                continue;
            matrix[i][k] = 0;
            for (int j = 0; j < FEATURES; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
}

/* Newton's method; leaves the inverse curvature, whose diagonal has the squared errors. */
static void fit_weights(const Samples *samples, Fit *fit) {
    double last = INFINITY;
    for (int step = 0; step < STEPS_MAX; step++) {
        look(samples, fit);
        invert(fit->curvature);
        if (fabs(last - fit->loss) < 1e-9)
            return;
        last = fit->loss;
        for (int i = 0; i < FEATURES; i++)
            for (int j = 0; j < FEATURES; j++)
                fit->weights[i] -= fit->curvature[i][j] * fit->gradient[j];
    }
}

static void report(const Samples *samples, const Fit *fit, double loss_in_use) {
    printf("%zu positions, loss %.5f, with the weights in use %.5f\n", samples->count, fit->loss,
           loss_in_use);
    printf("%-18s %8s %8s %8s\n", "feature", "in use", "fitted", "+-");
    for (int i = 0; i < FEATURES; i++)
        printf("%-18s %8d %8.1f %8.1f\n", evaluate_feature_name((Feature)i),
               evaluate_weight(samples->family, (Feature)i), fit->weights[i],
               sqrt(fit->curvature[i][i]));
    printf("{");
    for (int i = 0; i < FEATURES; i++)
        printf("%s%.0f", i ? ", " : "", fit->weights[i]);
    printf("}\n");
}

int main(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        fputs(USAGE, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : EXIT_SUCCESS;
    }
    Samples samples = {0};
    Fit fit = {0};
    for (int i = 1; i < argc; i++)
        read_log(&samples, argv[i]);
    if (samples.count == 0)
        fail("the logs hold no position in which nobody has to capture");
    for (int i = 0; i < FEATURES; i++)
        fit.weights[i] = evaluate_weight(samples.family, (Feature)i);
    look(&samples, &fit);
    double in_use = fit.loss;
    memset(fit.weights, 0, sizeof fit.weights); /* from where Newton's method converges */
    fit_weights(&samples, &fit);
    report(&samples, &fit, in_use);
    free(samples.samples);
    return EXIT_SUCCESS;
}
