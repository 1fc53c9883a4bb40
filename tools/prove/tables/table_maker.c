#include "prove/tables/table_maker.h"

#include "base/os/directory.h"
#include "base/os/path.h"
#include "base/os/thread.h"
#include "cli/progress.h"
#include "prove/tables/table_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDINGS_MAX = 714 /* of two to four pieces */ };

typedef struct {
    SyzygyMaterial material;
    bool is_wanted;
    bool is_there; /* as files that are whole */
} PlannedEnding;

typedef struct {
    const TableMakerOptions *options;
    SyzygyGame game;
    Tablebase *tablebase;
    PlannedEnding endings[ENDINGS_MAX]; /* each after those that it leads to */
    int count;
    uint64_t total; /* positions of the endings to be made */
    Progress progress;
    Mutex mutex; /* guards what follows */
    Condition changed;
    int next;    /* the next ending to be made */
    int running; /* how many are being made */
    int made;
    uint64_t done; /* positions */
    int longest;   /* half-moves to a capture, pawn move or win in the endings made */
    char longest_name[TABLE_NAME_SIZE];
    bool failed;
    Error error;
} TableMaker;

/* --- endings --- */

/* Compares two colours' pieces: more pieces before fewer, and kings before queens and so on. */
static int compare_sides(const SyzygyMaterial *a, Colour colour_a, const SyzygyMaterial *b,
                         Colour colour_b) {
    int difference = 0;
    for (int type = PAWN; type < SYZYGY_TYPES; type++)
        difference += b->counts[colour_b][type] - a->counts[colour_a][type];
    for (int type = KING; type >= PAWN && difference == 0; type--)
        difference = b->counts[colour_b][type] - a->counts[colour_a][type];
    return difference;
}

/* As the files' names have it: the better pieces come first. */
static SyzygyMaterial normalised(const SyzygyMaterial *material) {
    return compare_sides(material, WHITE, material, BLACK) > 0 ? syzygy_exchange_colours(material)
                                                               : *material;
}

static int pawns_of(const SyzygyMaterial *material) {
    return material->counts[WHITE][PAWN] + material->counts[BLACK][PAWN];
}

/* Endings of which none leads to another: these have as many pieces and pawns. */
static int stage_of(const SyzygyMaterial *material) {
    return material->total * (ENDING_PIECES_MAX + 1) + pawns_of(material);
}

static int compare_endings(const void *left, const void *right) {
    const SyzygyMaterial *a = &((const PlannedEnding *)left)->material;
    const SyzygyMaterial *b = &((const PlannedEnding *)right)->material;
    int difference = stage_of(a) - stage_of(b);
    if (difference == 0)
        difference = compare_sides(a, WHITE, b, WHITE);
    return difference != 0 ? difference : compare_sides(a, BLACK, b, BLACK);
}

/* Adds the endings that have these pieces and more, from piece number `first` on: White's pawn to
 * king are 0 to 5, Black's 6 to 11. */
static void add_endings(TableMaker *m, SyzygyMaterial *material, int first) {
    int white = 0;
    for (int type = PAWN; type < SYZYGY_TYPES; type++)
        white += material->counts[WHITE][type];
    if (white > 0 && white < material->total &&
        compare_sides(material, WHITE, material, BLACK) <= 0)
        m->endings[m->count++].material = *material;
    if (material->total == ENDING_PIECES_MAX)
        return;
    material->total++;
    for (int piece = first; piece < COLOURS * SYZYGY_TYPES; piece++) {
        int *count = &material->counts[piece / SYZYGY_TYPES][piece % SYZYGY_TYPES];
        ++*count;
        add_endings(m, material, piece);
        --*count;
    }
    material->total--;
}

static PlannedEnding *find_ending(TableMaker *m, const SyzygyMaterial *material) {
    SyzygyMaterial wanted = normalised(material);
    for (int i = 0; i < m->count; i++)
        if (memcmp(&m->endings[i].material, &wanted, sizeof wanted) == 0)
            return &m->endings[i];
    return NULL;
}

/* Marks the ending, unless one colour has no pieces, and all that it leads to. */
static void want(TableMaker *m, const SyzygyMaterial *material) {
    PlannedEnding *ending = find_ending(m, material);
    if (!ending || ending->is_wanted)
        return;
    ending->is_wanted = true;
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = PAWN; type < SYZYGY_TYPES; type++) {
            SyzygyMaterial left = *material;
            if (left.counts[colour][type]-- == 0)
                continue;
            for (int promoted = KNIGHT; type == PAWN && promoted < SYZYGY_TYPES; promoted++) {
                left.counts[colour][promoted]++;
                want(m, &left);
                left.counts[colour][promoted]--;
            }
            left.total--;
            want(m, &left);
        }
}

/* Reads an ending's name. Returns false if no ending of up to four pieces is named so. */
static bool read_name(const char *name, SyzygyMaterial *material) {
    Colour colour = WHITE;
    int counts[COLOURS] = {0};
    *material = (SyzygyMaterial){.total = 0};
    for (; *name; name++) {
        const char *letter = strchr(PIECE_LETTERS, *name);
        if (*name == 'v' && colour == WHITE) {
            colour = BLACK;
            continue;
        }
        if (!letter || letter - PIECE_LETTERS >= SYZYGY_TYPES)
            return false;
        material->counts[colour][letter - PIECE_LETTERS]++;
        counts[colour]++;
    }
    material->total = counts[WHITE] + counts[BLACK];
    return counts[WHITE] > 0 && counts[BLACK] > 0 && material->total <= ENDING_PIECES_MAX;
}

/* --- plan --- */

static bool make_path(const TableMaker *m, const SyzygyMaterial *material, TableKind kind,
                      char path[PATH_MAX], Error *error) {
    char name[TABLE_NAME_SIZE];
    table_file_write_name(name, material);
    int length = snprintf(path, PATH_MAX, "%s/%s%s", m->options->folder, name,
                          table_file_suffix(m->game, kind));
    return length < PATH_MAX || error_set_at(error, m->options->folder, 0, "the path is too long");
}

/* Sets whether both tables of an ending are in the folder. Returns false if one is damaged. */
static bool look_for(const TableMaker *m, PlannedEnding *ending, Error *error) {
    ending->is_there = true;
    for (int kind = TABLE_WDL; kind <= TABLE_DTZ; kind++) {
        char path[PATH_MAX];
        if (!make_path(m, &ending->material, (TableKind)kind, path, error))
            return false;
        if (!path_exists(path)) {
            ending->is_there = false;
            continue;
        }
        TableFile *file = table_file_open(path, m->game, (TableKind)kind, &ending->material, error);
        table_file_close(file);
        if (!file)
            return false;
    }
    return true;
}

/* Lists the endings that are wanted, in the order in which they can be made. */
static bool plan(TableMaker *m, Error *error) {
    const TableMakerOptions *options = m->options;
    SyzygyMaterial material = {.total = 0};
    int count = 0;
    add_endings(m, &material, 0);
    for (int i = 0; i < options->name_count; i++) {
        if (!read_name(options->names[i], &material))
            return error_set(error, "%s is no ending of up to four pieces, as KRvK",
                             QUOTE(options->names[i]));
        want(m, &material);
    }
    for (int i = 0; i < m->count; i++)
        if (options->name_count == 0 || m->endings[i].is_wanted)
            m->endings[count++] = m->endings[i];
    m->count = count;
    qsort(m->endings, (size_t)count, sizeof *m->endings, compare_endings);
    for (int i = 0; i < count; i++) {
        if (!look_for(m, &m->endings[i], error))
            return false;
        m->total += m->endings[i].is_there ? 0 : ending_size(&m->endings[i].material);
    }
    return true;
}

/* --- work --- */

static void show(TableMaker *m) {
    mutex_lock(&m->mutex);
    int made = m->made;
    double done = (double)m->done / (double)m->total;
    mutex_unlock(&m->mutex);
    progress_show(&m->progress, done, "%d endings made, %.1f%%", made, 100 * done);
}

static void note_progress(void *context, uint64_t positions) {
    TableMaker *m = context;
    mutex_lock(&m->mutex);
    m->done += positions;
    mutex_unlock(&m->mutex);
}

/* The same in the main thread. */
static void show_progress(void *context, uint64_t positions) {
    TableMaker *m = context;
    note_progress(m, positions);
    if (progress_is_due(&m->progress))
        show(m);
}

static bool write_tables(TableMaker *m, Ending *ending, Error *error) {
    char path[PATH_MAX];
    for (int kind = TABLE_DTZ; kind >= TABLE_WDL; kind--)
        if (!make_path(m, &ending->material, (TableKind)kind, path, error) ||
            !table_write(path, ending, m->game, (TableKind)kind, error))
            return false;
    return true;
}

static bool make_ending(TableMaker *m, const SyzygyMaterial *material, bool is_main, Error *error) {
    Ending ending;
    EndingSources sources = {.rules = m->options->rules,
                             .tablebase = m->tablebase,
                             .note_progress = is_main ? show_progress : note_progress,
                             .context = m};
    if (!syzygy_new(sources.rules, m->options->folder, &sources.syzygy))
        return error_set(error, "out of memory");
    bool ok = ending_solve(&ending, material, &sources);
    if (!ok && !syzygy_take_error(sources.syzygy, error))
        error_set(error, "out of memory");
    ok = ok && write_tables(m, &ending, error);
    mutex_lock(&m->mutex);
    if (ok && ending.longest > m->longest) {
        m->longest = ending.longest;
        table_file_write_name(m->longest_name, material);
    }
    mutex_unlock(&m->mutex);
    ending_free(&ending);
    syzygy_free(sources.syzygy);
    return ok;
}

/* Waits until the next ending can be made. Returns NULL if there is none. The mutex must be held.
 */
static PlannedEnding *take_next(TableMaker *m) {
    while (m->next < m->count && m->endings[m->next].is_there)
        m->next++;
    while (m->next < m->count && !m->failed && m->running > 0 &&
           stage_of(&m->endings[m->next].material) != stage_of(&m->endings[m->next - 1].material))
        condition_wait(&m->changed, &m->mutex);
    return m->next < m->count && !m->failed ? &m->endings[m->next++] : NULL;
}

static void run_worker(TableMaker *m, bool is_main) {
    PlannedEnding *ending;
    Error error;
    mutex_lock(&m->mutex);
    while ((ending = take_next(m))) {
        m->running++;
        mutex_unlock(&m->mutex);
        bool ok = make_ending(m, &ending->material, is_main, &error);
        mutex_lock(&m->mutex);
        if (!ok && !m->failed)
            m->error = error;
        m->failed = m->failed || !ok;
        m->made += ok;
        m->running--;
        condition_broadcast(&m->changed);
    }
    mutex_unlock(&m->mutex);
}

static void *run_helper(void *context) {
    run_worker(context, false);
    return NULL;
}

static bool make_all(TableMaker *m, Error *error) {
    Thread threads[TABLE_MAKER_THREADS_MAX];
    int started = 1;
    progress_start(&m->progress);
    while (started < m->options->threads && thread_start(&threads[started], run_helper, m))
        started++;
    run_worker(m, true);
    for (int i = 1; i < started; i++)
        thread_join(&threads[i]);
    progress_clear(&m->progress);
    if (m->failed)
        *error = m->error;
    return !m->failed;
}

static void report(const TableMaker *m) {
    printf("%s: %d endings made, %d were there", m->options->folder, m->made, m->count - m->made);
    if (m->longest > 0)
        printf("; at most %d half-moves to a capture, pawn move or win, in %s", m->longest,
               m->longest_name);
    putchar('\n');
}

static bool run(TableMaker *m, Error *error) {
    if (!plan(m, error))
        return false;
    tablebase_compute(m->tablebase);
    if (!tablebase_wait(m->tablebase, NULL))
        return error_set(error, "out of memory");
    if (!make_all(m, error))
        return false;
    report(m);
    return true;
}

static bool can_run(TableMaker *m, Error *error) {
    const TableMakerOptions *options = m->options;
    if (!table_file_find_game(options->rules, &m->game))
        return error_set(error, "ruleset %s has no tables", options->rules->name);
    if (strchr(options->folder, path_list_separator()))
        return error_set_at(error, options->folder, 0, "would be several folders in SyzygyPath");
    return directory_create_all(options->folder, error) &&
           (tablebase_new(options->rules, &m->tablebase) || error_set(error, "out of memory"));
}

bool table_maker_run(const TableMakerOptions *options, Error *error) {
    TableMaker *m = calloc(1, sizeof *m);
    if (!m)
        return error_set(error, "out of memory");
    m->options = options;
    mutex_init(&m->mutex);
    condition_init(&m->changed);
    bool ok = can_run(m, error) && run(m, error);
    tablebase_free(m->tablebase);
    condition_destroy(&m->changed);
    mutex_destroy(&m->mutex);
    free(m);
    return ok;
}
