#include "train/trainer.h"

#include "base/hash.h"
#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/regular_file.h"
#include "base/os/signals.h"
#include "cli/progress.h"
#include "train/checkpoint.h"
#include "train/gradient.h"
#include "train/loss_plot.h"
#include "train/sampler.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 1024,
    CHECKPOINT_MS = 60000,               /* time between two checkpoints */
    STRIDE = CACHE_LINE / sizeof(float), /* threads share no cache line of weights */
};

/* Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019) and cosine
 * annealing of the learning rate (Loshchilov and Hutter, 2017). */
static const float FINAL_RATE_FACTOR = 0.02f, WEIGHT_DECAY = 0.005f;
/* If the validation error grows to this many times that of the initial network, the training has
 * diverged. */
static const double DIVERGENCE_FACTOR = 1.5;
static const float ADAM_BETA1 = 0.9f, ADAM_BETA2 = 0.999f, ADAM_EPSILON = 1e-8f;

/* What one thread has found on its share of a batch or of the validation set. */
typedef struct {
    _Alignas(CACHE_LINE) Weights gradient;
    double target_error, result_error; /* sums of squared errors */
    uint64_t results;                  /* number of terms of the second sum */
} ThreadSums;

typedef struct {
    const TrainingConfig *config;
    Sampler sampler;
    Team *team;
    TrainingState *state;
    EpochErrors *errors;      /* errors of the finished epochs */
    ThreadSums *sums;         /* the sums of each thread */
    size_t first, last;       /* the current batch, in the sampler's chunk */
    float rate;               /* the current learning rate */
    float bias_correction[2]; /* Adam's bias corrections of the two moments */
    Progress progress;
    double done_before; /* epochs done before this run */
    int64_t checkpoint_ms;
    char checkpoint[PATH_MAX], plot[PATH_MAX], record[PATH_MAX];
} Trainer;

/* --- jobs of all threads --- */

static void find_share(const Trainer *trainer, int thread, size_t *first, size_t *last) {
    size_t count = trainer->last - trainer->first, threads = (size_t)trainer->config->threads;
    *first = trainer->first + count * (size_t)thread / threads;
    *last = trainer->first + count * ((size_t)thread + 1) / threads;
}

static double square(double value) {
    return value * value;
}

/* Computes the gradient of a thread's share of the batch. */
static void add_gradients(void *context, int thread) {
    Trainer *trainer = context;
    ThreadSums *sums = &trainer->sums[thread];
    const Weights *weights = &trainer->state->weights;
    size_t first, last;
    find_share(trainer, thread, &first, &last);
    sums->target_error = 0;
    for (size_t i = first; i < last; i++) {
        TrainingExample example;
        Activations activations;
        example_unpack(&example, &trainer->sampler.samples[i],
                       sampler_mirrors(&trainer->sampler, i), trainer->config->lambda);
        forward_pass(weights, &example, &activations);
        backward_pass(weights, &example, &activations, &sums->gradient);
        sums->target_error += square(activations.points - example.target);
    }
}

/* Takes an Adam step for the weights from index `first` to `last`, with the gradient of the batch,
 * and resets that to 0. */
static void adam_step(Trainer *trainer, float *gradient, size_t first, size_t last) {
    float *weights = (float *)&trainer->state->weights;
    float *first_moment = (float *)&trainer->state->first_moment;
    float *second_moment = (float *)&trainer->state->second_moment;
    float rate = trainer->rate, scale = 1 / (float)(trainer->last - trainer->first);
    float correction1 = trainer->bias_correction[0], correction2 = trainer->bias_correction[1];
    for (size_t i = first; i < last; i++) {
        float slope = gradient[i] * scale;
        first_moment[i] += (1 - ADAM_BETA1) * (slope - first_moment[i]);
        second_moment[i] += (1 - ADAM_BETA2) * (slope * slope - second_moment[i]);
        float change =
            first_moment[i] / correction1 / (sqrtf(second_moment[i] / correction2) + ADAM_EPSILON);
        float weight = weights[i] - rate * (change + WEIGHT_DECAY * weights[i]);
        weight = weight > WEIGHT_MAX ? WEIGHT_MAX : weight;
        weights[i] = weight < -WEIGHT_MAX ? -WEIGHT_MAX : weight;
        gradient[i] = 0;
    }
}

/* Updates a thread's share of the weights, with the sum of all threads' gradients. */
static void update_weights(void *context, int thread) {
    Trainer *trainer = context;
    size_t threads = (size_t)trainer->config->threads, lines = WEIGHT_COUNT / STRIDE + 1;
    size_t first = lines * (size_t)thread / threads * STRIDE;
    size_t last = lines * ((size_t)thread + 1) / threads * STRIDE;
    float *gradient = (float *)&trainer->sums[0].gradient;
    last = last < WEIGHT_COUNT ? last : WEIGHT_COUNT;
    for (size_t other = 1; other < threads; other++) {
        float *part = (float *)&trainer->sums[other].gradient;
        for (size_t i = first; i < last; i++) {
            gradient[i] += part[i];
            part[i] = 0;
        }
    }
    adam_step(trainer, gradient, first, last);
}

/* Sums the errors of a thread's share of the samples of the validation set. */
static void add_errors(void *context, int thread) {
    Trainer *trainer = context;
    ThreadSums *sums = &trainer->sums[thread];
    size_t first, last;
    find_share(trainer, thread, &first, &last);
    sums->target_error = sums->result_error = 0;
    sums->results = 0;
    for (size_t i = first; i < last; i++) {
        TrainingExample example;
        Activations activations;
        example_unpack(&example, &trainer->sampler.samples[i], false, trainer->config->lambda);
        forward_pass(&trainer->state->weights, &example, &activations);
        sums->target_error += square(activations.points - example.target);
        if (trainer->sampler.samples[i].deviates)
            continue;
        sums->result_error += square(activations.points - example.result);
        sums->results++;
    }
}

/* --- training --- */

/* Epochs done so far, as a fraction. */
static double epochs_done(const Trainer *trainer) {
    const TrainingState *state = trainer->state;
    return (double)state->epoch + (double)state->samples / (double)trainer->sampler.training_count;
}

static void show_progress(Trainer *trainer) {
    double done = epochs_done(trainer), all = trainer->config->epochs;
    double speed = (done - trainer->done_before) * (double)trainer->sampler.training_count /
                   progress_seconds(&trainer->progress);
    const TrainingState *state = trainer->state;
    progress_show(&trainer->progress, (done - trainer->done_before) / (all - trainer->done_before),
                  "epoch %d of %d, %.0f%% of it, %.0f positions/s, training error %.5f",
                  (int)state->epoch + 1, trainer->config->epochs, 100 * fmod(done, 1), speed,
                  state->error_sum / (double)state->samples);
}

/* Removes the checkpoint, with which the same would happen again. */
static bool diverged(const Trainer *trainer, const char *how, Error *error) {
    remove(trainer->checkpoint);
    return error_set(error, "the training has diverged: %s; a smaller --rate may help", how);
}

static bool check_finite(const Trainer *trainer, Error *error) {
    const TrainingState *state = trainer->state;
    return (weights_are_finite(&state->weights) && isfinite(state->error_sum)) ||
           diverged(trainer, "its weights or errors are no longer numbers", error);
}

static bool write_checkpoint(Trainer *trainer, Error *error) {
    if (!check_finite(trainer, error))
        return false;
    trainer->checkpoint_ms = clock_now_ms() + CHECKPOINT_MS;
    return checkpoint_write(trainer->checkpoint, trainer->state, trainer->errors, error);
}

/* Trains on the samples from trainer->first to trainer->last. */
static void run_batch(Trainer *trainer) {
    TrainingState *state = trainer->state;
    double done = epochs_done(trainer) / trainer->config->epochs;
    float annealing =
        FINAL_RATE_FACTOR + (1 - FINAL_RATE_FACTOR) * 0.5f * (1 + cosf((float)(3.14159265 * done)));
    state->steps++;
    trainer->rate = (float)trainer->config->rate * annealing;
    trainer->bias_correction[0] = 1 - powf(ADAM_BETA1, (float)state->steps);
    trainer->bias_correction[1] = 1 - powf(ADAM_BETA2, (float)state->steps);
    team_run(trainer->team, add_gradients, trainer);
    team_run(trainer->team, update_weights, trainer);
    for (int i = 0; i < trainer->config->threads; i++)
        state->error_sum += trainer->sums[i].target_error;
    state->samples += trainer->last - trainer->first;
    state->batch++;
}

/* Trains on the rest of the current chunk. Returns early if a termination request is pending. */
static bool run_chunk(Trainer *trainer, bool *interrupted, Error *error) {
    size_t count = trainer->sampler.count;
    while (trainer->state->batch * BATCH < count) {
        trainer->first = trainer->state->batch * BATCH;
        trainer->last = trainer->first + BATCH < count ? trainer->first + BATCH : count;
        run_batch(trainer);
        *interrupted = signals_termination_is_pending();
        bool is_due = *interrupted || clock_now_ms() >= trainer->checkpoint_ms;
        if (is_due && !write_checkpoint(trainer, error))
            return false;
        if (*interrupted)
            return true;
        if (progress_is_due(&trainer->progress))
            show_progress(trainer);
    }
    trainer->state->batch = 0;
    trainer->state->chunk++;
    return true;
}

/* Computes the errors on the validation set. */
static bool validate(Trainer *trainer, EpochErrors *errors, Error *error) {
    uint64_t count = 0, results = 0;
    for (uint64_t block = 0;;) {
        if (!sampler_load_validation(&trainer->sampler, &block, error))
            return false;
        if (trainer->sampler.count == 0)
            break;
        trainer->first = 0;
        trainer->last = trainer->sampler.count;
        team_run(trainer->team, add_errors, trainer);
        for (int i = 0; i < trainer->config->threads; i++) {
            errors->validation += trainer->sums[i].target_error;
            errors->results += trainer->sums[i].result_error;
            results += trainer->sums[i].results;
        }
        count += trainer->sampler.count;
    }
    errors->validation /= (double)count;
    errors->results /= (double)(results > 0 ? results : 1);
    return true;
}

static bool write_plot(const Trainer *trainer, Error *error) {
    AtomicFile file;
    if (!atomic_file_open_sole_writer(&file, trainer->plot, error))
        return false;
    loss_plot_write(file.file, trainer->config->out, trainer->errors, (int)trainer->state->epoch);
    return atomic_file_commit(&file, error);
}

/* Ends an epoch: measures and shows the errors, and saves everything. */
static bool end_epoch(Trainer *trainer, Error *error) {
    TrainingState *state = trainer->state;
    EpochErrors errors = {.training = state->error_sum / (double)state->samples};
    if (!validate(trainer, &errors, error))
        return false;
    trainer->errors[state->epoch++] = errors;
    state->chunk = state->batch = state->samples = 0;
    state->error_sum = 0;
    progress_clear(&trainer->progress);
    fprintf(stderr,
            "epoch %2d of %d: training error %.5f, validation error %.5f (against results alone "
            "%.5f)\n",
            (int)state->epoch, trainer->config->epochs, errors.training, errors.validation,
            errors.results);
    if (!(errors.validation <= DIVERGENCE_FACTOR * state->initial_error))
        return diverged(trainer, "its error is much larger than at the beginning", error);
    return write_checkpoint(trainer, error) && write_plot(trainer, error);
}

/* Runs the rest of the current epoch. Returns early if a termination request is pending. */
static bool run_epoch(Trainer *trainer, bool *interrupted, Error *error) {
    sampler_begin_epoch(&trainer->sampler, (int)trainer->state->epoch);
    while (trainer->state->chunk < trainer->sampler.chunk_count) {
        if (!sampler_load_chunk(&trainer->sampler, trainer->state->chunk, error) ||
            !run_chunk(trainer, interrupted, error))
            return false;
        if (*interrupted)
            return true;
    }
    return end_epoch(trainer, error);
}

/* --- setting up --- */

static bool set_path(char path[PATH_MAX], const char *out, const char *ending, Error *error) {
    return (size_t)snprintf(path, PATH_MAX, "%s%s", out, ending) < PATH_MAX ||
           error_set_at(error, out, 0, "the path is too long");
}

static bool set_paths(Trainer *trainer, const char *out, Error *error) {
    return set_path(trainer->checkpoint, out, ".checkpoint", error) &&
           set_path(trainer->plot, out, ".svg", error) &&
           set_path(trainer->record, out, ".fit", error);
}

bool train_check_files(const char *out, Error *error) {
    Trainer trainer;
    return set_paths(&trainer, out, error) && atomic_file_check(out, error) &&
           atomic_file_check_sole_writer(trainer.checkpoint, error) &&
           atomic_file_check_sole_writer(trainer.plot, error) &&
           atomic_file_check_sole_writer(trainer.record, error);
}

static void init_state(Trainer *trainer) {
    const TrainingConfig *config = trainer->config;
    trainer->state->settings =
        (TrainingSettings){.data = trainer->sampler.dataset->fingerprint,
                           .seed = config->seed,
                           .start = config->start ? config->start->checksum : 0,
                           .memory = config->memory,
                           .width = config->width,
                           .lambda = config->lambda,
                           .epochs = config->epochs,
                           .rate = config->rate};
    if (config->start)
        weights_dequantise(&trainer->state->weights, config->start);
    weights_init(&trainer->state->weights, config->start ? (int)config->start->width : 0,
                 config->width, config->seed);
}

static bool allocate(Trainer *trainer, Error *error) {
    size_t threads = (size_t)trainer->config->threads;
    trainer->state = aligned_alloc(CACHE_LINE, sizeof *trainer->state);
    trainer->errors = calloc((size_t)trainer->config->epochs, sizeof *trainer->errors);
    trainer->sums = aligned_alloc(CACHE_LINE, threads * sizeof *trainer->sums);
    trainer->team = team_new(trainer->config->threads);
    if (!trainer->state || !trainer->errors || !trainer->sums || !trainer->team)
        return error_set(error, "out of memory, or cannot start a thread");
    memset(trainer->state, 0, sizeof *trainer->state);
    memset(trainer->sums, 0, threads * sizeof *trainer->sums);
    return true;
}

static bool begin(Trainer *trainer, Error *error) {
    if (!set_paths(trainer, trainer->config->out, error) || !allocate(trainer, error))
        return false;
    init_state(trainer);
    if (!checkpoint_read(trainer->checkpoint, trainer->state, trainer->errors, error))
        return false;
    trainer->done_before = epochs_done(trainer);
    if (trainer->done_before > 0)
        fprintf(stderr, "continuing after %.2f of %d epochs\n", trainer->done_before,
                trainer->config->epochs);
    trainer->checkpoint_ms = clock_now_ms() + CHECKPOINT_MS;
    progress_start(&trainer->progress);
    return true;
}

static bool find_initial_error(Trainer *trainer, Error *error) {
    EpochErrors errors = {0};
    if (trainer->done_before > 0)
        return true;
    bool good = validate(trainer, &errors, error);
    trainer->state->initial_error = errors.validation;
    return good;
}

/* What NETWORK.fit says: a hash of the settings and of the network that came out. */
static uint64_t record_of(const Trainer *trainer, uint64_t network) {
    const TrainingSettings *settings = &trainer->state->settings;
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, settings, sizeof *settings);
    return hash_bytes(hash, &network, sizeof network);
}

static bool write_record(const Trainer *trainer, uint64_t network, Error *error) {
    uint64_t record = record_of(trainer, network);
    return atomic_file_write(trainer->record, (const char *)&record, sizeof record, error);
}

static bool write_network(const Trainer *trainer, Error *error) {
    Network *network = calloc(1, sizeof *network);
    if (!network)
        return error_set(error, "out of memory");
    weights_quantise(&trainer->state->weights, trainer->sampler.dataset->family, network);
    bool good =
        atomic_file_write(trainer->config->out, (const char *)network, sizeof *network, error) &&
        write_record(trainer, network->checksum, error);
    free(network);
    if (good)
        remove(trainer->checkpoint);
    return good;
}

/* Is the network there already, from a training with the same settings? */
static bool is_complete(const Trainer *trainer) {
    Network *network = malloc(sizeof *network);
    uint64_t record = 0;
    char *there = NULL;
    size_t size = 0;
    if (network && network_read(network, trainer->config->out, NULL))
        record = record_of(trainer, network->checksum);
    bool is_read = regular_file_read(trainer->record, sizeof record, &there, &size, NULL);
    bool complete = is_read && size == sizeof record && memcmp(there, &record, size) == 0;
    free(there);
    free(network);
    return complete;
}

/* Trains until the end, or until a termination request is pending. */
static bool run(Trainer *trainer, bool *interrupted, Error *error) {
    if (is_complete(trainer)) {
        fprintf(stderr, "%s is complete already\n", trainer->config->out);
        return true;
    }
    bool good = find_initial_error(trainer, error);
    while (good && !*interrupted && trainer->state->epoch < trainer->config->epochs)
        good = run_epoch(trainer, interrupted, error);
    progress_clear(&trainer->progress);
    return good && (*interrupted || write_network(trainer, error));
}

bool train_network(const TrainingConfig *config, Dataset *dataset, bool *interrupted,
                   Error *error) {
    Trainer trainer = {.config = config};
    *interrupted = false;
    if (!sampler_init(&trainer.sampler, dataset, config->seed, config->memory, error))
        return false;
    bool good = begin(&trainer, error) && run(&trainer, interrupted, error);
    team_free(trainer.team);
    free(trainer.state);
    free(trainer.errors);
    free(trainer.sums);
    sampler_free(&trainer.sampler);
    return good;
}
