#include "tablebase/syzygy/syzygy.h"

#include "base/os/path.h"
#include "base/os/thread.h"
#include "base/random.h"
#include "rules/outcome.h"
#include "tablebase/syzygy/table_file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1 << 14, /* there are 8,400 kinds of up to six pieces */
    KEY_BITS = 4,    /* for the number of pieces of a type */
    THREATS_FROM =
        6, /* from so many pieces on a table leaves out positions that a threat decides */
    CURSED_DTZ = 100, /* is added where the fifty-move rule draws */
};

/* The tables of some pieces. What follows `material` is written once, under the mutex. */
typedef struct {
    uint64_t key;
    SyzygyMaterial material; /* in the order of the files' names */
    TableFile *wdl;          /* NULL: there is none */
    _Atomic(TableFile *) dtz;
    atomic_bool is_dtz_tried;
    atomic_bool is_damaged; /* answers nothing any more */
} Tables;

struct Syzygy {
    const Ruleset *rules;
    SyzygyGame game;
    char **folders; /* ends with NULL */
    Mutex mutex;
    _Atomic(Tables *) slots[SLOTS];
    bool has_error, is_error_taken;
    Error error;
};

/* --- pieces --- */

static SyzygyMaterial material_of(const Position *pos) {
    SyzygyMaterial material = {.total = popcount(position_occupied(pos))};
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = PAWN; type < SYZYGY_TYPES; type++)
            material.counts[colour][type] =
                popcount(position_pieces(pos, (Colour)colour, (PieceType)type));
    return material;
}

static uint64_t key_of(const SyzygyMaterial *material, Colour first) {
    uint64_t key = 0;
    for (int i = 0; i < COLOURS; i++)
        for (int type = PAWN; type < SYZYGY_TYPES; type++)
            key = key << KEY_BITS | (uint64_t)material->counts[i == 0 ? first : other(first)][type];
    return key;
}

/* --- files --- */

/* Finds a table's file in the folders. Without pawns both games have the same results, and the
 * table of either will do. Sets *game to that of the file. */
static bool find_file(const Syzygy *s, const SyzygyMaterial *material, TableKind kind,
                      char path[PATH_MAX], SyzygyGame *game) {
    char name[TABLE_NAME_SIZE];
    table_file_write_name(name, material);
    for (char **folder = s->folders; *folder; folder++)
        for (int i = 0; i < (syzygy_has_pawns(material) ? 1 : SYZYGY_GAMES); i++) {
            *game = (SyzygyGame)((int)s->game ^ i);
            int length =
                snprintf(path, PATH_MAX, "%s/%s%s", *folder, name, table_file_suffix(*game, kind));
            if (length < PATH_MAX && path_exists(path))
                return true;
        }
    return false;
}

/* Keeps the first error. The mutex must be held. */
static void keep_error(Syzygy *s, const Error *error) {
    if (!s->has_error)
        s->error = *error;
    s->has_error = true;
}

/* Opens a table's file. NULL if there is none, or if it is damaged. The mutex must be held. */
static TableFile *open_file(Syzygy *s, const SyzygyMaterial *material, TableKind kind) {
    char path[PATH_MAX];
    SyzygyGame game;
    Error error;
    if (!find_file(s, material, kind, path, &game))
        return NULL;
    TableFile *file = table_file_open(path, game, kind, material, &error);
    if (!file)
        keep_error(s, &error);
    return file;
}

/* --- tables --- */

/* Finds the tables of a key, or the slot for them. */
static _Atomic(Tables *) *find_slot(Syzygy *s, uint64_t key) {
    uint64_t i = random_mix(key) % SLOTS;
    Tables *tables;
    while ((tables = atomic_load_explicit(&s->slots[i], memory_order_acquire)) &&
           tables->key != key)
        i = (i + 1) % SLOTS;
    return &s->slots[i];
}

/* Opens the WDL table of some pieces, under the name that the file has. */
static void open_wdl(Syzygy *s, Tables *tables) {
    tables->wdl = open_file(s, &tables->material, TABLE_WDL);
    if (tables->wdl || syzygy_is_symmetric(&tables->material))
        return;
    SyzygyMaterial exchanged = syzygy_exchange_colours(&tables->material);
    if ((tables->wdl = open_file(s, &exchanged, TABLE_WDL)))
        tables->material = exchanged;
}

/* The tables of the position's pieces; NULL if there are none. Sets *flipped: have their files the
 * colours exchanged? */
static Tables *find_tables(Syzygy *s, const Position *pos, bool *flipped) {
    SyzygyMaterial material = material_of(pos);
    uint64_t white = key_of(&material, WHITE), black = key_of(&material, BLACK);
    uint64_t key = white > black ? white : black;
    _Atomic(Tables *) *slot = find_slot(s, key);
    Tables *tables = atomic_load_explicit(slot, memory_order_acquire);
    if (!tables) {
        mutex_lock(&s->mutex);
        slot = find_slot(s, key);
        tables = atomic_load_explicit(slot, memory_order_relaxed);
        if (!tables && (tables = calloc(1, sizeof *tables))) {
            tables->key = key;
            tables->material = material;
            open_wdl(s, tables);
            atomic_store_explicit(slot, tables, memory_order_release);
        }
        mutex_unlock(&s->mutex);
    }
    if (!tables || !tables->wdl || atomic_load_explicit(&tables->is_damaged, memory_order_relaxed))
        return NULL;
    *flipped = white == black ? pos->side == BLACK : key_of(&tables->material, WHITE) != white;
    return tables;
}

static TableFile *dtz_of(Syzygy *s, Tables *tables) {
    if (!atomic_load_explicit(&tables->is_dtz_tried, memory_order_acquire)) {
        mutex_lock(&s->mutex);
        if (!atomic_load_explicit(&tables->is_dtz_tried, memory_order_relaxed)) {
            atomic_store_explicit(&tables->dtz, open_file(s, &tables->material, TABLE_DTZ),
                                  memory_order_relaxed);
            atomic_store_explicit(&tables->is_dtz_tried, true, memory_order_release);
        }
        mutex_unlock(&s->mutex);
    }
    return atomic_load_explicit(&tables->dtz, memory_order_relaxed);
}

/* Reports a table in which a result cannot be read. Returns false. */
static bool refuse(Syzygy *s, Tables *tables, TableKind kind) {
    char name[TABLE_NAME_SIZE];
    Error error;
    table_file_write_name(name, &tables->material);
    mutex_lock(&s->mutex);
    atomic_store_explicit(&tables->is_damaged, true, memory_order_relaxed);
    error_set(&error, "%s%s: a damaged Syzygy table", name, table_file_suffix(s->game, kind));
    keep_error(s, &error);
    mutex_unlock(&s->mutex);
    return false;
}

/* --- creation --- */

/* The first `length` bytes of a text, as Windows has no strndup(); NULL if out of memory. */
static char *copy_part(const char *text, size_t length) {
    char *copy = calloc(1, length + 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

/* Splits the text at the separators. Returns false if out of memory. */
static bool split_folders(Syzygy *s, const char *text) {
    const char separator = path_list_separator();
    size_t count = 0, parts = 2;
    for (const char *at = text; *at; at++)
        parts += *at == separator;
    s->folders = calloc(parts, sizeof *s->folders);
    if (!s->folders)
        return false;
    while (*text) {
        const char *end = strchr(text, separator);
        size_t length = end ? (size_t)(end - text) : strlen(text);
        if (length > 0 && !(s->folders[count++] = copy_part(text, length)))
            return false;
        text += length + (end != NULL);
    }
    return true;
}

bool syzygy_new(const Ruleset *rules, const char *folders, Syzygy **syzygy) {
    SyzygyGame game;
    *syzygy = NULL;
    if (!*folders || !table_file_find_game(rules, &game))
        return true;
    Syzygy *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->rules = rules;
    s->game = game;
    mutex_init(&s->mutex);
    if (!split_folders(s, folders)) {
        syzygy_free(s);
        return false;
    }
    *syzygy = s;
    return true;
}

void syzygy_free(Syzygy *syzygy) {
    if (!syzygy)
        return;
    for (int i = 0; i < SLOTS; i++) {
        Tables *tables = atomic_load_explicit(&syzygy->slots[i], memory_order_relaxed);
        if (tables) {
            table_file_close(tables->wdl);
            table_file_close(atomic_load_explicit(&tables->dtz, memory_order_relaxed));
            free(tables);
        }
    }
    for (char **folder = syzygy->folders; folder && *folder; folder++)
        free(*folder);
    free(syzygy->folders);
    mutex_destroy(&syzygy->mutex);
    free(syzygy);
}

bool syzygy_has_tables(const Syzygy *syzygy) {
    char path[PATH_MAX];
    SyzygyGame game;
    for (int a = PAWN; syzygy && a < SYZYGY_TYPES; a++)
        for (int b = PAWN; b < SYZYGY_TYPES; b++)
            for (int c = PAWN; c <= SYZYGY_TYPES; c++) { /* SYZYGY_TYPES: no third piece */
                SyzygyMaterial material = {.total = c == SYZYGY_TYPES ? 2 : 3};
                material.counts[WHITE][a]++;
                material.counts[BLACK][b]++;
                if (c < SYZYGY_TYPES)
                    material.counts[WHITE][c]++;
                if (find_file(syzygy, &material, TABLE_WDL, path, &game))
                    return true;
            }
    return false;
}

bool syzygy_take_error(Syzygy *syzygy, Error *error) {
    if (!syzygy)
        return false;
    mutex_lock(&syzygy->mutex);
    bool is_new = syzygy->has_error && !syzygy->is_error_taken;
    if (is_new)
        *error = syzygy->error;
    syzygy->is_error_taken |= is_new;
    mutex_unlock(&syzygy->mutex);
    return is_new;
}

/* --- who wins --- */

/* What a result comes from. */
typedef enum { FROM_RULES, FROM_CAPTURE, FROM_THREAT, FROM_TABLE } WdlSource;

typedef struct {
    int wdl;
    WdlSource source;
} Found;

static bool find_wdl(Syzygy *s, const Position *pos, int alpha, int beta, bool with_threats,
                     Found *found);

/* The best of the captures, at least alpha. */
static bool find_best_capture(Syzygy *s, const Position *pos, const MoveList *captures, int alpha,
                              int beta, int *wdl) {
    *wdl = alpha;
    for (int i = 0; i < captures->count && *wdl < beta; i++) {
        Position after;
        Found found;
        position_apply(&after, pos, captures->moves[i]);
        if (!find_wdl(s, &after, -beta, -*wdl, false, &found))
            return false;
        *wdl = -found.wdl > *wdl ? -found.wdl : *wdl;
    }
    return true;
}

/* The best of the half-moves, not of pawns, after which the opponent has to capture: raises alpha
 * if one is better. */
static bool find_best_threat(Syzygy *s, const Position *pos, const MoveList *list, int *alpha,
                             int beta) {
    for (int i = 0; i < list->count && *alpha < beta; i++) {
        Position after;
        MoveList captures;
        int wdl;
        if (piece_type(pos->board[move_from(list->moves[i])]) == PAWN)
            continue;
        position_apply(&after, pos, list->moves[i]);
        if (outcome_is_over(outcome_find(&after, &captures)) ||
            !movelist_is_captures(&after, &captures))
            continue;
        if (!find_best_capture(s, &after, &captures, -beta, -*alpha, &wdl))
            return false;
        *alpha = -wdl > *alpha ? -wdl : *alpha;
    }
    return true;
}

static bool read_wdl(Syzygy *s, const Position *pos, int *wdl) {
    bool flipped;
    Tables *tables = find_tables(s, pos, &flipped);
    if (!tables)
        return false;
    *wdl = table_file_wdl(tables->wdl, pos, flipped);
    return *wdl != TABLE_DAMAGED || refuse(s, tables, TABLE_WDL);
}

/* Finds the result, or one of the bounds if that is beyond it. Tables have no results where the
 * side to move has to capture and, of many pieces, not where a threat wins. */
static bool find_wdl(Syzygy *s, const Position *pos, int alpha, int beta, bool with_threats,
                     Found *found) {
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome)) {
        *found = (Found){syzygy_wdl_of_end(pos, outcome.drawn, outcome.winner), FROM_RULES};
        return true;
    }
    found->source = FROM_CAPTURE;
    if (movelist_is_captures(pos, &list))
        return find_best_capture(s, pos, &list, alpha, beta, &found->wdl);
    *found = (Found){alpha, FROM_TABLE};
    if (with_threats || popcount(position_occupied(pos)) >= THREATS_FROM) {
        if (!find_best_threat(s, pos, &list, &found->wdl, beta))
            return false;
        if (found->wdl > alpha)
            found->source = FROM_THREAT;
        if (found->wdl >= beta)
            return true;
    }
    int wdl;
    if (!read_wdl(s, pos, &wdl))
        return false;
    if (wdl > found->wdl)
        *found = (Found){wdl, FROM_TABLE};
    return true;
}

static bool has_few_pieces(const Position *pos) {
    return !pos->castling && popcount(position_occupied(pos)) <= SYZYGY_PIECES_MAX;
}

bool syzygy_probe_wdl(Syzygy *syzygy, const Position *pos, int *wdl) {
    Found found;
    if (!syzygy || !has_few_pieces(pos) ||
        !find_wdl(syzygy, pos, SYZYGY_LOSS, SYZYGY_WIN, false, &found))
        return false;
    *wdl = found.wdl;
    return true;
}

/* --- how soon --- */

/* The distance of a result whose first half-move captures or moves a pawn. */
static int dtz_before_zeroing(int wdl) {
    int distance = abs(wdl) == 1 ? 1 + CURSED_DTZ : 1;
    return wdl > 0 ? distance : wdl < 0 ? -distance : 0;
}

/* The distance of a result with so many half-moves before that one. */
static int dtz_after(int wdl, int more) {
    return dtz_before_zeroing(wdl) + (wdl > 0 ? more : -more);
}

static bool find_dtz(Syzygy *s, const Position *pos, int *dtz);

/* The distance if this half-move is made, which is the first that it counts. */
static bool find_dtz_of_move(Syzygy *s, const Position *pos, Move move, int *dtz) {
    Position after;
    Found found;
    position_apply(&after, pos, move);
    Outcome outcome = outcome_of(&after);
    if (outcome_is_over(outcome)) {
        *dtz = dtz_before_zeroing(-syzygy_wdl_of_end(&after, outcome.drawn, outcome.winner));
        return true;
    }
    if (after.halfmove_clock == 0) {
        bool ok = find_wdl(s, &after, SYZYGY_LOSS, SYZYGY_WIN, false, &found);
        *dtz = ok ? dtz_before_zeroing(-found.wdl) : 0;
        return ok;
    }
    if (!find_dtz(s, &after, dtz))
        return false;
    *dtz = *dtz > 0 ? -*dtz - 1 : *dtz < 0 ? 1 - *dtz : 0;
    return true;
}

/* Looks at the positions that follow, as the table has those of the other side to move. */
static bool find_dtz_of_moves(Syzygy *s, const Position *pos, const MoveList *list, int wdl,
                              int *dtz) {
    int best = wdl > 0 ? INT_MAX : 0;
    for (int i = 0; i < list->count; i++) {
        int of_move;
        if (!find_dtz_of_move(s, pos, list->moves[i], &of_move))
            return false;
        if (wdl > 0 ? of_move > 0 && of_move < best : of_move < best)
            best = of_move;
    }
    *dtz = best;
    return best != 0 && best != INT_MAX;
}

/* Does a pawn's half-move keep the result, a win? */
static bool wins_with_pawn(Syzygy *s, const Position *pos, const MoveList *list, int wdl,
                           bool *wins) {
    *wins = false;
    for (int i = 0; i < list->count && !*wins; i++) {
        Position after;
        Found found;
        if (piece_type(pos->board[move_from(list->moves[i])]) != PAWN)
            continue;
        position_apply(&after, pos, list->moves[i]);
        if (!find_wdl(s, &after, SYZYGY_LOSS, SYZYGY_WIN, false, &found))
            return false;
        *wins = -found.wdl == wdl;
    }
    return true;
}

/* How many half-moves come before the last one of a lost position, at most two: none if each ends
 * the game or moves a pawn; one if the winner then has to capture or can win by moving a pawn. */
static bool count_before_loss(Syzygy *s, const Position *pos, const MoveList *list, int *count) {
    *count = 0;
    for (int i = 0; i < list->count && *count < 2; i++) {
        Position after;
        MoveList replies;
        Found found;
        bool wins = true;
        position_apply(&after, pos, list->moves[i]);
        if (outcome_is_over(outcome_find(&after, &replies)) || after.halfmove_clock == 0)
            continue;
        if (!movelist_is_captures(&after, &replies) &&
            (!find_wdl(s, &after, SYZYGY_LOSS, SYZYGY_WIN, false, &found) ||
             !wins_with_pawn(s, &after, &replies, found.wdl, &wins)))
            return false;
        *count = wins ? 1 : 2;
    }
    return true;
}

/* Can the side to move only move pawns? Tables are wrong about the distance if its pieces are
 * blocked. */
static bool moves_pawns_only(const Position *pos, const MoveList *list) {
    for (int i = 0; i < list->count; i++)
        if (piece_type(pos->board[move_from(list->moves[i])]) != PAWN)
            return false;
    return true;
}

/* Is there a half-move after which the loser can only move pawns? A threat to be captured has
 * been looked for. */
static bool wins_at_once(Syzygy *s, const Position *pos, const MoveList *list, int wdl,
                         bool *wins) {
    *wins = false;
    for (int i = 0; i < list->count && !*wins; i++) {
        Position after;
        MoveList replies;
        Found found;
        position_apply(&after, pos, list->moves[i]);
        if (outcome_is_over(outcome_find(&after, &replies)) || !moves_pawns_only(&after, &replies))
            continue;
        if (!find_wdl(s, &after, SYZYGY_LOSS, SYZYGY_WIN, false, &found))
            return false;
        *wins = -found.wdl == wdl;
    }
    return true;
}

/* Where all results are the same, they are at most three half-moves. */
static bool find_single_dtz(Syzygy *s, const Position *pos, const MoveList *list, int wdl,
                            int *dtz) {
    bool wins;
    int more;
    if (wdl > 0 ? !wins_at_once(s, pos, list, wdl, &wins) : !count_before_loss(s, pos, list, &more))
        return false;
    if (wdl > 0)
        more = wins ? 1 : 2;
    *dtz = dtz_after(wdl, more);
    return true;
}

static bool read_dtz(Syzygy *s, const Position *pos, const MoveList *list, int wdl, int *dtz) {
    bool flipped;
    Tables *tables = find_tables(s, pos, &flipped);
    TableFile *file = tables ? dtz_of(s, tables) : NULL;
    if (!file)
        return false;
    int more = table_file_dtz(file, pos, flipped, wdl);
    if (more == TABLE_DAMAGED)
        return refuse(s, tables, TABLE_DTZ);
    if (more == TABLE_OTHER_SIDE)
        return find_dtz_of_moves(s, pos, list, wdl, dtz);
    if (more == TABLE_SINGLE)
        return find_single_dtz(s, pos, list, wdl, dtz);
    *dtz = dtz_after(wdl, more);
    return true;
}

/* The game is not over. */
static bool find_dtz(Syzygy *s, const Position *pos, int *dtz) {
    MoveList list;
    Found found;
    bool wins = false;
    outcome_find(pos, &list);
    if (!find_wdl(s, pos, SYZYGY_LOSS, SYZYGY_WIN, true, &found))
        return false;
    if (found.wdl == 0 || found.source == FROM_CAPTURE || moves_pawns_only(pos, &list)) {
        *dtz = dtz_before_zeroing(found.wdl);
        return true;
    }
    if (found.wdl > 0 && !wins_with_pawn(s, pos, &list, found.wdl, &wins))
        return false;
    bool has_threat = found.wdl > 0 && found.source == FROM_THREAT;
    *dtz = dtz_before_zeroing(found.wdl) + (!wins && has_threat);
    return wins || has_threat || read_dtz(s, pos, &list, found.wdl, dtz);
}

bool syzygy_probe_dtz(Syzygy *syzygy, const Position *pos, int *dtz) {
    return syzygy && has_few_pieces(pos) && find_dtz(syzygy, pos, dtz);
}

/* --- the best half-moves --- */

/* A number that is greater for a better half-move, by its distance. */
static int rank_of(int dtz, const Position *pos, bool tournament_draws) {
    enum { SURE = 100000 };
    int distance = abs(dtz);
    bool is_drawn = tournament_draws && (int)pos->halfmove_clock + distance >= FIFTY_MOVES;
    if (dtz == 0)
        return 0;
    if (is_drawn)
        return dtz > 0 ? 1 : -1;
    return dtz > 0 ? SURE - distance : distance - SURE;
}

int syzygy_best_moves(Syzygy *syzygy, const Position *pos, bool tournament_draws, MoveList *best) {
    MoveList list;
    int best_rank = INT_MIN;
    best->count = 0;
    if (!syzygy || !has_few_pieces(pos) || outcome_is_over(outcome_find(pos, &list)))
        return 0;
    for (int i = 0; i < list.count; i++) {
        int dtz;
        if (!find_dtz_of_move(syzygy, pos, list.moves[i], &dtz)) {
            best->count = 0;
            return 0;
        }
        int rank = rank_of(dtz, pos, tournament_draws);
        if (rank > best_rank)
            best->count = 0;
        best_rank = rank > best_rank ? rank : best_rank;
        if (rank == best_rank)
            best->moves[best->count++] = list.moves[i];
    }
    return best->count;
}
