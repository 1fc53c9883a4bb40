#include "wasm/files/stored.h"

#include "base/os/stream.h"
#include "base/utf8.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/pgn_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

WasmStored *wasm_stored_new(void) {
    WasmStored *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    stored_game_init(&game->stored, ruleset_default());
    game->wasm.game = &game->stored.game;
    return game;
}

void wasm_stored_free(WasmStored *game) {
    if (!game)
        return;
    stored_game_free(&game->stored);
    wasm_answer_free(&game->wasm.answer);
    free(game);
}

static bool answer(WasmStored *game, const char *text) {
    return wasm_answer_copy(&game->wasm.answer, text);
}

static bool fail(WasmStored *game, const char *reason) {
    return wasm_answer_fail(&game->wasm.answer, reason);
}

/* --- times --- */

static double from_ms(int64_t ms) {
    return ms == GAME_NO_CLOCK ? (double)NAN : (double)ms;
}

/* Rounds a number that is not negative; returns `unknown` for NAN. */
static int64_t to_integer(double number, int64_t unknown) {
    static const double MAX = 9007199254740991.0; /* JavaScript's Number.MAX_SAFE_INTEGER */
    if (isnan(number))
        return unknown;
    return number < 0 ? 0 : (int64_t)(number < MAX ? number + 0.5 : MAX);
}

/* --- playing --- */

bool wasm_stored_play(WasmStored *game, const char *turn, double clock_ms) {
    Error error;
    if (!game_play_any_text(&game->stored.game, turn, to_integer(clock_ms, GAME_NO_CLOCK), &error))
        return fail(game, error.text);
    stored_game_reopen(&game->stored);
    return answer(game, "");
}

bool wasm_stored_take_back(WasmStored *game) {
    if (!stored_game_undo(&game->stored))
        return fail(game, "no turn has been played");
    return answer(game, "");
}

/* --- the end --- */

bool wasm_stored_result(WasmStored *game) {
    return answer(game, stored_game_result(&game->stored));
}

bool wasm_stored_reason(WasmStored *game) {
    const StoredGame *stored = &game->stored;
    if (stored_game_is_forfeited(stored))
        return answer(game, stored->forfeit.reason);
    return answer(game, stored_game_is_decided(stored) ? stored_game_reason(stored) : "");
}

/* False, with the reason as the answer, if the game is over. */
static bool check_undecided(WasmStored *game) {
    if (stored_game_is_decided(&game->stored))
        return fail(game, "the game is over");
    stored_game_reopen(&game->stored);
    return true;
}

bool wasm_stored_forfeit(WasmStored *game, int loser, const char *reason) {
    Forfeit *forfeit = &game->stored.forfeit;
    if (!*reason)
        return fail(game, "a forfeit needs a reason");
    if (!check_undecided(game))
        return false;
    forfeit->loser = (Colour)loser;
    utf8_copy(forfeit->reason, sizeof forfeit->reason, reason);
    return answer(game, "");
}

bool wasm_stored_resign(WasmStored *game, int loser) {
    return wasm_stored_forfeit(game, loser, termination_words(TERMINATION_RESIGNATION));
}

bool wasm_stored_expire(WasmStored *game, int loser) {
    if (!check_undecided(game))
        return false;
    game_expire(&game->stored.game, (Colour)loser);
    if (game->stored.timed)
        game->stored.current_ms[loser] = 0;
    return answer(game, "");
}

/* --- names, tags and clocks --- */

/* The tag of the property `name`; NULL if there is no such property. */
static const char *find_tag(const char *name) {
    static const char *const TAGS[][2] = {
        {"white", "White"},
        {"black", "Black"},
        {"event", "Event"},
        {"site", "Site"},
        {"date", "Date"},
        {"round", "Round"},
        {"termination", "Termination"},
        {"timeControl", "TimeControl"},
    };
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        if (strcmp(TAGS[i][0], name) == 0)
            return TAGS[i][1];
    return NULL;
}

static bool refuse_name(WasmStored *game, const char *name) {
    Error error;
    error_set(&error, "a game has no %s", QUOTE(name));
    return fail(game, error.text);
}

static bool answer_if(WasmStored *game, bool done) {
    return done ? answer(game, "") : fail(game, "out of memory");
}

/* The unknown name "?" is an empty one. */
bool wasm_stored_get(WasmStored *game, const char *name) {
    const StoredGame *stored = &game->stored;
    const char *tag = find_tag(name);
    if (!tag)
        return refuse_name(game, name);
    return answer(game, strcmp(name, "white") == 0   ? stored_game_name(stored, WHITE)
                        : strcmp(name, "black") == 0 ? stored_game_name(stored, BLACK)
                                                     : stored_game_tag(stored, tag));
}

bool wasm_stored_set(WasmStored *game, const char *name, const char *value) {
    const char *tag = find_tag(name);
    return tag ? answer_if(game, tags_set(&game->stored.tags, tag, value))
               : refuse_name(game, name);
}

bool wasm_stored_is_timed(const WasmStored *game) {
    return game->stored.timed;
}

void wasm_stored_set_timed(WasmStored *game, bool timed) {
    game->stored.timed = timed;
}

double wasm_stored_initial_ms(const WasmStored *game, int player) {
    return from_ms(game->stored.initial_ms[player]);
}

double wasm_stored_current_ms(const WasmStored *game, int player) {
    return from_ms(game->stored.current_ms[player]);
}

void wasm_stored_set_clock(WasmStored *game, int player, double initial_ms, double current_ms) {
    game->stored.initial_ms[player] = to_integer(initial_ms, GAME_NO_CLOCK);
    game->stored.current_ms[player] = to_integer(current_ms, GAME_NO_CLOCK);
}

bool wasm_stored_has_dropped_annotations(const WasmStored *game) {
    const StoredGame *stored = &game->stored;
    bool has = stored_game_has_skipped(stored);
    for (int i = 0; i <= stored->game.count && !has; i++) {
        const TurnNotes *notes = stored_game_notes(stored, i);
        has = notes->variations || notes->glyph_count > 0 || notes->before.count > 0;
    }
    return has;
}

/* --- annotations --- */

int wasm_stored_turn_count(const WasmStored *game) {
    return game->stored.game.count;
}

double wasm_stored_turn_clock(const WasmStored *game, int turn) {
    return from_ms(game->stored.game.turns[turn].clock_ms);
}

int wasm_stored_score_kind(const WasmStored *game, int turn) {
    TurnEvaluation evaluation = stored_game_evaluation(&game->stored, turn);
    if (!evaluation.has_score)
        return WASM_SCORE_NONE;
    return evaluation.is_mate ? WASM_SCORE_MATE : WASM_SCORE_CP;
}

int wasm_stored_score(const WasmStored *game, int turn) {
    return stored_game_evaluation(&game->stored, turn).score;
}

int wasm_stored_depth(const WasmStored *game, int turn) {
    return stored_game_evaluation(&game->stored, turn).depth;
}

double wasm_stored_nodes(const WasmStored *game, int turn) {
    return (double)stored_game_evaluation(&game->stored, turn).nodes;
}

double wasm_stored_elapsed_ms(const WasmStored *game, int turn) {
    return (double)stored_game_evaluation(&game->stored, turn).elapsed_us / 1000;
}

bool wasm_stored_comment(WasmStored *game, int turn) {
    const CommentList *comments = &stored_game_notes(&game->stored, turn)->after;
    MemoryStream text;
    if (!memory_stream_open(&text))
        return fail(game, "out of memory");
    for (int i = 0; i < comments->count; i++)
        fprintf(text.file, "%s%s", i > 0 ? " " : "", comments->texts[i]);
    if (memory_stream_close(&text))
        return wasm_answer_take(&game->wasm.answer, text.bytes);
    free(text.bytes);
    return fail(game, "out of memory");
}

bool wasm_stored_set_score(WasmStored *game, int turn, int kind, int score) {
    TurnEvaluation evaluation = stored_game_evaluation(&game->stored, turn);
    evaluation.has_score = kind != WASM_SCORE_NONE;
    evaluation.is_mate = kind == WASM_SCORE_MATE;
    evaluation.score = score;
    return answer_if(game, stored_game_set_evaluation(&game->stored, turn, &evaluation));
}

bool wasm_stored_set_effort(WasmStored *game, int turn, int depth, double nodes,
                            double elapsed_ms) {
    TurnEvaluation evaluation = stored_game_evaluation(&game->stored, turn);
    evaluation.depth = depth;
    evaluation.nodes = to_integer(nodes, 0);
    evaluation.elapsed_us = to_integer(elapsed_ms * 1000, 0);
    return answer_if(game, stored_game_set_evaluation(&game->stored, turn, &evaluation));
}

bool wasm_stored_set_comment(WasmStored *game, int turn, const char *comment) {
    return answer_if(game, stored_game_set_comment(&game->stored, turn, comment));
}

/* --- files --- */

static bool print(const StoredGame *stored, int format, FILE *out, Error *error) {
    switch (format) {
    case WASM_FORMAT_PGN:
        return pgn_write(out, stored, STYLE_SAN, error);
    case WASM_FORMAT_1994:
        return board1994_print(out, stored, error);
    default:
        return gamefile_print(out, stored, error);
    }
}

bool wasm_stored_write(WasmStored *game, int format) {
    MemoryStream out;
    Error error;
    if (!memory_stream_open(&out))
        return fail(game, "out of memory");
    bool printed = print(&game->stored, format, out.file, &error);
    bool written = memory_stream_close(&out);
    if (printed && written)
        return wasm_answer_take(&game->wasm.answer, out.bytes);
    free(out.bytes);
    return fail(game, written ? error.text : "out of memory");
}
