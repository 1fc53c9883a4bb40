#include "files/json/game_from_json.h"

#include "base/minmax.h"
#include "base/utf8.h"
#include "files/gamefile.h"
#include "files/json/game_to_json.h"
#include "files/json/json_tree.h"
#include "files/model/result.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    JsonTree tree;
    StoredGame *stored;
    Error *error;
    bool is_wrong; /* the error is set */
} JsonGameReader;

static bool fail(JsonGameReader *r, const char *what, const char *name) {
    if (!r->is_wrong)
        error_set(r->error, "%s: %s", name, what);
    r->is_wrong = true;
    return false;
}

static bool check_memory(JsonGameReader *r, bool done) {
    if (!done && !r->is_wrong)
        error_set_out_of_memory(r->error);
    r->is_wrong = r->is_wrong || !done;
    return done;
}

/* --- members --- */

/* The index of the member's value; -1 if it is missing, null or, which is an error, not of one of
 * the kinds from `first` to `last`. */
static int find(JsonGameReader *r, int object, const char *name, JsonKind first, JsonKind last) {
    int index = json_tree_member(&r->tree, object, name);
    JsonKind kind = index < 0 ? JSON_KIND_NULL : r->tree.values[index].kind;
    if (kind == JSON_KIND_NULL)
        return -1;
    if (kind >= first && kind <= last)
        return index;
    fail(r, "not what it should be", name);
    return -1;
}

static int find_array(JsonGameReader *r, int object, const char *name) {
    return find(r, object, name, JSON_KIND_ARRAY, JSON_KIND_ARRAY);
}

static int find_object(JsonGameReader *r, int object, const char *name) {
    return find(r, object, name, JSON_KIND_OBJECT, JSON_KIND_OBJECT);
}

/* NULL if there is none. */
static const char *read_text(JsonGameReader *r, int object, const char *name) {
    return json_tree_string(&r->tree, find(r, object, name, JSON_KIND_STRING, JSON_KIND_STRING));
}

static bool read_boolean(JsonGameReader *r, int object, const char *name) {
    int index = find(r, object, name, JSON_KIND_FALSE, JSON_KIND_TRUE);
    return index >= 0 && r->tree.values[index].kind == JSON_KIND_TRUE;
}

/* The number times `scale`, rounded, and the nearest that there is; `unknown` if there is none. An
 * integer is exact if `scale` is 1. */
static int64_t read_scaled(JsonGameReader *r, int object, const char *name, int64_t unknown,
                           int scale) {
    int index = find(r, object, name, JSON_KIND_NUMBER, JSON_KIND_NUMBER);
    if (index < 0)
        return unknown;
    const JsonValue *value = &r->tree.values[index];
    char *end;
    long long exact = strtoll(value->text, &end, 10);
    bool is_integer = scale == 1 && *end != '.' && *end != 'e' && *end != 'E';
    double number = round(value->number * scale);
    if (is_integer && exact > -INT64_MAX)
        return exact;
    return number >= 0x1p63 ? INT64_MAX : number <= -0x1p63 ? -INT64_MAX : (int64_t)number;
}

static int64_t read_number(JsonGameReader *r, int object, const char *name, int64_t unknown) {
    return read_scaled(r, object, name, unknown, 1);
}

static int read_int(JsonGameReader *r, int object, const char *name) {
    int64_t number = read_number(r, object, name, 0);
    if (number < INT_MIN || number > INT_MAX)
        return fail(r, "too great a number", name);
    return (int)number;
}

/* Reads one of `count` words. Returns its number; -1 if there is none. */
static int read_word(JsonGameReader *r, int object, const char *name, const char *const *words,
                     int count) {
    const char *text = read_text(r, object, name);
    for (int i = 0; text && i < count; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    if (text)
        fail(r, "an unknown word", name);
    return -1;
}

static const char *const COLOUR_WORDS[COLOURS] = {"white", "black"};

static int read_colour(JsonGameReader *r, int object, const char *name) {
    return read_word(r, object, name, COLOUR_WORDS, COLOURS);
}

/* --- the ruleset and the start --- */

static const Ruleset *find_ruleset(JsonGameReader *r, const char *name) {
    const Ruleset *rules = name ? ruleset_find(name) : NULL;
    if (!rules && !r->is_wrong)
        error_set(r->error, "no ruleset is named %s", QUOTE(name));
    r->is_wrong = r->is_wrong || !rules;
    return rules;
}

/* Sets up the game with its ruleset. From the file as XML, if there is one, come other programs'
 * additions, and the start if there is no FEN. */
static bool init(JsonGameReader *r) {
    StoredGame *stored = r->stored;
    const Ruleset *rules = find_ruleset(r, read_text(r, 0, "ruleset"));
    const char *xml = read_text(r, 0, "xml"), *fen = read_text(r, 0, "fen");
    StoredGame from_xml = {0};
    Position start;
    if (r->is_wrong)
        return false;
    position_start(&start, rules);
    if (xml && !gamefile_parse("xml", xml, strlen(xml), &from_xml, r->error))
        return false;
    if (xml && from_xml.game.start.rules == rules)
        start = from_xml.game.start;
    if (fen && !position_from_fen(&start, rules, fen, r->error)) {
        stored_game_free(&from_xml);
        return false;
    }
    stored_game_init(stored, rules);
    game_init_from(&stored->game, &start);
    stored->extensions = from_xml.extensions;
    stored->free_extensions = from_xml.free_extensions;
    from_xml.extensions = NULL;
    stored_game_free(&from_xml);
    return true;
}

/* How the ruleset is known, and what the reader of a file skipped. */
static void read_reading(JsonGameReader *r) {
    StoredGame *stored = r->stored;
    int others = find_array(r, 0, "otherRulesets"), skipped = find_object(r, 0, "skipped");
    int source = read_word(r, 0, "rulesetSource", JSON_RULESET_SOURCES, RULESET_FURTHEST + 1);
    stored->ruleset_source = source < 0 ? RULESET_NAMED : (RulesetSource)source;
    for (int i = json_tree_first(&r->tree, others); i >= 0;
         i = json_tree_next(&r->tree, others, i)) {
        const Ruleset *rules = find_ruleset(r, json_tree_string(&r->tree, i));
        if (rules)
            stored->other_rulesets |= (uint32_t)1 << (rules - ruleset_at(0));
    }
    for (int kind = 0; kind < SKIPPED_KINDS; kind++) {
        int object = find_object(r, skipped, JSON_SKIPPED[kind]);
        stored->skipped[kind].count = read_int(r, object, "count");
        stored->skipped[kind].line = (long)read_int(r, object, "line");
    }
    stored->line = (long)read_int(r, 0, "line");
}

/* --- tags, clocks, the end --- */

static void read_tags(JsonGameReader *r) {
    const JsonTree *tree = &r->tree;
    int tags = find_array(r, 0, "tags");
    for (int i = json_tree_first(tree, tags); i >= 0; i = json_tree_next(tree, tags, i)) {
        int first = json_tree_first(tree, i);
        const char *name = json_tree_string(tree, first);
        const char *value =
            first < 0 ? NULL : json_tree_string(tree, json_tree_next(tree, i, first));
        if (!name || !value)
            fail(r, "a tag is a list of a name and a value", "tags");
        else if (!*name || strpbrk(name, " \t\n\v\f\r\"]"))
            fail(r, "a name is one word without '\"' and ']'", "tags");
        else
            check_memory(r, tags_add(&r->stored->tags, name, value));
    }
    r->stored->has_all_tags = read_boolean(r, 0, "hasAllTags");
}

static void read_clocks(JsonGameReader *r) {
    StoredGame *stored = r->stored;
    int clocks = find_object(r, 0, "clocks");
    stored->timed = read_boolean(r, 0, "timed");
    for (Colour c = WHITE; c <= BLACK; c++) {
        int clock = find_object(r, clocks, COLOUR_WORDS[c]);
        stored->initial_ms[c] = read_number(r, clock, "initial", GAME_NO_CLOCK);
        stored->current_ms[c] = read_number(r, clock, "current", GAME_NO_CLOCK);
    }
    stored->increment_ms = read_number(r, 0, "increment", 0);
}

static void read_forfeit(JsonGameReader *r) {
    Forfeit *forfeit = &r->stored->forfeit;
    int object = find_object(r, 0, "forfeit");
    int loser = read_colour(r, object, "loser");
    const char *reason = read_text(r, object, "reason");
    if (object < 0)
        return;
    if (loser < 0 || !reason || !*reason) {
        fail(r, "needs a loser and a reason", "forfeit");
        return;
    }
    forfeit->loser = (Colour)loser;
    forfeit->is_told = read_boolean(r, object, "told");
    utf8_copy(forfeit->reason, sizeof forfeit->reason, reason);
}

static void read_verdict(JsonGameReader *r) {
    Termination *termination = &r->stored->termination;
    int object = find_object(r, 0, "verdict");
    int loser = read_colour(r, object, "loser");
    const char *kind = read_text(r, object, "kind"), *detail = read_text(r, object, "detail");
    if (object < 0)
        return;
    termination->kind = termination_find(kind ? kind : "");
    termination->loser = loser == BLACK ? BLACK : WHITE;
    utf8_copy(termination->detail, sizeof termination->detail, detail ? detail : "");
    if (termination->kind == TERMINATION_BY_RULES)
        fail(r, "an unknown kind", "verdict");
}

static void read_end(JsonGameReader *r) {
    StoredGame *stored = r->stored;
    const char *result = read_text(r, 0, "result");
    const char *reason = read_text(r, 0, "statedReason");
    int expired = read_colour(r, 0, "expired");
    bool is_known = result && (!*result || strcmp(result, "*") == 0 ||
                               result_white_points(result) != RESULT_UNDECIDED);
    if (result && !is_known)
        fail(r, "not a result", "result");
    else if (result)
        strcpy(stored->result, result);
    stored->stated_reason = outcome_reason_find(reason ? reason : "");
    if (reason && stored->stated_reason == PLAYING)
        fail(r, "not a reason for the end of a game", "statedReason");
    if (expired >= 0)
        game_expire(&stored->game, (Colour)expired);
    read_forfeit(r);
    read_verdict(r);
}

/* --- turns --- */

/* A turn that has been read. */
typedef struct {
    Variation *variation; /* NULL: of the main line */
    int index;            /* in its line */
    Position before;
} JsonTurn;

typedef struct {
    JsonGameReader *game;
    JsonTurn *turns;
    int count;
    Position now;
    Variation *variation; /* the line that is read; NULL: the main line */
} TurnsReader;

static TurnNotes *edit_notes(TurnsReader *t, const JsonTurn *turn) {
    TurnNotes *notes = turn->variation ? variation_edit_notes(turn->variation, turn->index)
                                       : stored_game_edit_notes(t->game->stored, turn->index);
    check_memory(t->game, notes != NULL);
    return notes;
}

static void read_comments(JsonGameReader *r, int object, const char *name, CommentList *list) {
    int array = find_array(r, object, name);
    for (int i = json_tree_first(&r->tree, array); i >= 0; i = json_tree_next(&r->tree, array, i)) {
        const char *text = json_tree_string(&r->tree, i);
        if (text)
            check_memory(r, notes_add_comment(list, text));
        else
            fail(r, "not a text", name);
    }
}

static void read_glyphs(JsonGameReader *r, int object, TurnNotes *notes) {
    int array = find_array(r, object, "glyphs");
    for (int i = json_tree_first(&r->tree, array); i >= 0; i = json_tree_next(&r->tree, array, i)) {
        const JsonValue *glyph = &r->tree.values[i];
        if (glyph->kind != JSON_KIND_NUMBER || !(glyph->number >= 0 && glyph->number <= INT_MAX))
            fail(r, "not a glyph's number", "glyphs");
        else
            check_memory(r, notes_add_glyph(notes, (int)glyph->number));
    }
}

static void read_evaluation(JsonGameReader *r, int object, TurnEvaluation *evaluation) {
    int score = find_object(r, object, "score");
    bool has_cp = json_tree_member(&r->tree, score, "cp") >= 0;
    evaluation->is_mate = json_tree_member(&r->tree, score, "mate") >= 0;
    evaluation->has_score = has_cp || evaluation->is_mate;
    evaluation->score = read_int(r, score, evaluation->is_mate ? "mate" : "cp");
    evaluation->depth = read_int(r, object, "depth");
    evaluation->nodes = read_number(r, object, "nodes", 0);
    evaluation->elapsed_us = max64(read_scaled(r, object, "time", 0, 1000), 0);
}

/* Only a turn with notes gets them. */
static void read_notes(TurnsReader *t, int object) {
    TurnNotes read = {0};
    read_comments(t->game, object, "before", &read.before);
    read_comments(t->game, object, "after", &read.after);
    read_glyphs(t->game, object, &read);
    read_evaluation(t->game, object, &read.evaluation);
    TurnNotes *notes = notes_are_empty(&read) ? NULL : edit_notes(t, &t->turns[t->count - 1]);
    if (notes) {
        *notes = read;
        return;
    }
    notes_clear_comments(&read.before);
    notes_clear_comments(&read.after);
    free(read.glyphs);
}

/* Begins a variation if the turn has `instead`. */
static bool begin_line(TurnsReader *t, int object) {
    int64_t instead = read_number(t->game, object, "instead", -1);
    if (instead == -1)
        return !t->game->is_wrong;
    if (instead < 0 || instead >= t->count)
        return fail(t->game, "no turn has this number", "instead");
    const JsonTurn *replaced = &t->turns[instead];
    TurnNotes *notes = edit_notes(t, replaced);
    t->now = replaced->before;
    t->variation = notes ? notes_add_variation(notes) : NULL;
    return check_memory(t->game, t->variation != NULL);
}

/* Appends a turn to the line. */
static bool add_turn(TurnsReader *t, Turn turn, int64_t clock_ms) {
    Game *game = &t->game->stored->game;
    JsonTurn added = {t->variation, t->variation ? t->variation->count : game->count, t->now};
    if (!t->variation && game->count >= GAME_TURNS_MAX)
        return fail(t->game, "too many", "turns");
    bool done = t->variation ? variation_add(t->variation, turn) : game_play(game, turn, clock_ms);
    if (!check_memory(t->game, done))
        return false;
    if (t->variation)
        t->variation->turns[added.index].clock_ms = clock_ms;
    t->turns[t->count++] = added;
    turn_apply(&t->now, &added.before, turn);
    return true;
}

static bool read_turn(TurnsReader *t, int object) {
    JsonGameReader *r = t->game;
    const char *text = read_text(r, object, "turn");
    int64_t clock_ms = read_number(r, object, "clock", GAME_NO_CLOCK);
    Turn turn;
    Refusal refusal;
    if (!text)
        return fail(r, "a turn has no 'turn'", "turns");
    if (!begin_line(t, object))
        return false;
    if (!position_begins_turn(&t->now))
        return fail(r, "the game is over", "turns");
    if (!notation_read_turn(&t->now, text, &turn, &refusal)) {
        r->is_wrong = true;
        return refusal_error(&refusal, text, r->error);
    }
    if (!add_turn(t, turn, clock_ms))
        return false;
    read_notes(t, object);
    return !r->is_wrong;
}

static int count_parts(const JsonTree *tree, int array) {
    int count = 0;
    for (int i = json_tree_first(tree, array); i >= 0; i = json_tree_next(tree, array, i))
        count++;
    return count;
}

static void read_turns(JsonGameReader *r) {
    StoredGame *stored = r->stored;
    int turns = find_array(r, 0, "turns");
    size_t count = (size_t)count_parts(&r->tree, turns);
    TurnsReader t = {.game = r, .now = stored->game.start};
    t.turns = malloc((count + 1) * sizeof *t.turns);
    bool done = check_memory(r, t.turns != NULL);
    for (int i = json_tree_first(&r->tree, turns); done && i >= 0;
         i = json_tree_next(&r->tree, turns, i))
        done = read_turn(&t, i);
    free(t.turns);
    int opening = read_int(r, 0, "openingTurns");
    stored->opening_turns = opening < 0                    ? 0
                            : opening > stored->game.count ? stored->game.count
                                                           : opening;
    if (stored->game.count == 0) {
        TurnNotes *notes = stored_game_edit_notes(stored, 0);
        if (check_memory(r, notes != NULL))
            read_comments(r, 0, "comments", &notes->before);
    }
}

static bool read_game(JsonGameReader *r) {
    if (r->tree.values[0].kind != JSON_KIND_OBJECT)
        return fail(r, "not an object", "JSON");
    if (!init(r))
        return false;
    r->stored->game.tournament_draws = read_boolean(r, 0, "tournamentDraws");
    read_reading(r);
    read_tags(r);
    read_clocks(r);
    read_turns(r);
    read_end(r);
    if (r->is_wrong)
        stored_game_free(r->stored);
    return !r->is_wrong;
}

bool game_from_json(const char *text, StoredGame *stored, Error *error) {
    JsonGameReader r = {.stored = stored, .error = error};
    bool read = json_tree_parse(&r.tree, text, error) && read_game(&r);
    json_tree_free(&r.tree);
    return read;
}
