#include "files/json/game_to_json.h"

#include "base/markup.h"
#include "base/os/stream.h"
#include "files/gamefile.h"
#include "files/losses.h"
#include "files/remarks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const JSON_RULESET_SOURCES[RULESET_FURTHEST + 1] = {
    [RULESET_NAMED] = "named", [RULESET_CHOSEN] = "chosen",       [RULESET_FROM_EVENT] = "event",
    [RULESET_FITS] = "fits",   [RULESET_LIKELIEST] = "likeliest", [RULESET_FURTHEST] = "furthest"};

const char *const JSON_SKIPPED[SKIPPED_KINDS] = {
    [SKIPPED_WORDS] = "words",           [SKIPPED_TAGS] = "tags",
    [SKIPPED_COMMENTS] = "comments",     [SKIPPED_GLYPHS] = "glyphs",
    [SKIPPED_VARIATIONS] = "variations", [SKIPPED_OPERATIONS] = "operations",
    [SKIPPED_HISTORY] = "history"};

/* --- values --- */

/* A member after another one. */
static void begin_member(FILE *out, const char *name) {
    fprintf(out, ",\"%s\":", name);
}

static void write_text_member(FILE *out, const char *name, const char *text) {
    begin_member(out, name);
    markup_write_json(out, text);
}

static void write_number_member(FILE *out, const char *name, int64_t number) {
    fprintf(out, ",\"%s\":%" PRId64, name, number);
}

static void write_boolean_member(FILE *out, const char *name, bool value) {
    fprintf(out, ",\"%s\":%s", name, value ? "true" : "false");
}

/* Writes an array's comma, or an object's, before each part but the first. */
static void separate(FILE *out, bool *is_first) {
    if (!*is_first)
        putc(',', out);
    *is_first = false;
}

static void write_text_part(FILE *out, bool *is_first, const char *text) {
    separate(out, is_first);
    markup_write_json(out, text);
}

/* --- turns --- */

/* A line that is to be written. */
typedef struct {
    const Variation *variation; /* NULL: the main line */
    Position start;
    int instead; /* index of the turn that its first one replaces */
} PendingLine;

typedef struct {
    FILE *out;
    const StoredGame *stored;
    PendingLine *lines; /* in the order in which they are written */
    int next, line_count, capacity;
    int written; /* turns */
} TurnsWriter;

static bool add_line(TurnsWriter *w, PendingLine line) {
    if (w->line_count == w->capacity) {
        /* Drops the lines that have been written, if these are many. */
        int done = w->next > w->capacity / 2 ? w->next : 0;
        int capacity = done ? w->capacity : w->capacity ? 2 * w->capacity : 16;
        if (done)
            memmove(w->lines, w->lines + done, (size_t)(w->line_count - done) * sizeof line);
        PendingLine *lines = done ? w->lines : realloc(w->lines, (size_t)capacity * sizeof line);
        if (!lines)
            return false;
        w->lines = lines;
        w->capacity = capacity;
        w->next -= done;
        w->line_count -= done;
    }
    w->lines[w->line_count++] = line;
    return true;
}

static void write_comments(FILE *out, const char *name, const CommentList *list) {
    bool is_first = true;
    if (list->count == 0)
        return;
    begin_member(out, name);
    putc('[', out);
    for (int i = 0; i < list->count; i++)
        write_text_part(out, &is_first, list->texts[i]);
    putc(']', out);
}

static void write_evaluation(FILE *out, const TurnEvaluation *evaluation) {
    if (evaluation->has_score)
        fprintf(out, ",\"score\":{\"%s\":%d}", evaluation->is_mate ? "mate" : "cp",
                evaluation->score);
    if (evaluation->depth)
        write_number_member(out, "depth", evaluation->depth);
    if (evaluation->nodes)
        write_number_member(out, "nodes", evaluation->nodes);
    if (evaluation->elapsed_us)
        fprintf(out, ",\"time\":%" PRId64 ".%03d", evaluation->elapsed_us / 1000,
                (int)(evaluation->elapsed_us % 1000));
}

static void write_notes(FILE *out, const TurnNotes *notes) {
    write_comments(out, "before", &notes->before);
    for (int i = 0; i < notes->glyph_count; i++)
        fprintf(out, "%s%d", i == 0 ? ",\"glyphs\":[" : ",", notes->glyphs[i]);
    if (notes->glyph_count > 0)
        putc(']', out);
    write_evaluation(out, &notes->evaluation);
    write_comments(out, "after", &notes->after);
}

static VariationTurn turn_of(const TurnsWriter *w, const Variation *variation, int index) {
    if (variation)
        return variation->turns[index];
    const GameTurn *played = &w->stored->game.turns[index];
    return (VariationTurn){played->turn, played->clock_ms,
                           stored_game_find_notes(w->stored, index)};
}

/* Writes a line, and lists its variations. Returns false if out of memory. */
static bool write_line(TurnsWriter *w, const PendingLine *line) {
    Position before, now = line->start;
    int count = line->variation ? line->variation->count : w->stored->game.count;
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        VariationTurn played = turn_of(w, line->variation, i);
        notation_write_turn(&now, played.turn, STYLE_UCI, text);
        fprintf(w->out, "%s{\"turn\":\"%s\"", w->written ? "," : "", text);
        if (i == 0 && line->variation)
            write_number_member(w->out, "instead", line->instead);
        if (played.clock_ms != GAME_NO_CLOCK)
            write_number_member(w->out, "clock", played.clock_ms);
        if (played.notes)
            write_notes(w->out, played.notes);
        putc('}', w->out);
        for (const Variation *v = played.notes ? played.notes->variations : NULL; v; v = v->next)
            if (!add_line(w, (PendingLine){v, now, w->written}))
                return false;
        w->written++;
        before = now;
        turn_apply(&now, &before, played.turn);
    }
    return true;
}

static bool write_turns(FILE *out, const StoredGame *stored) {
    TurnsWriter w = {.out = out, .stored = stored};
    begin_member(out, "turns");
    putc('[', out);
    bool done = add_line(&w, (PendingLine){.start = stored->game.start});
    while (done && w.next < w.line_count) {
        PendingLine line = w.lines[w.next++];
        done = write_line(&w, &line);
    }
    putc(']', out);
    free(w.lines);
    if (stored->game.count == 0)
        write_comments(out, "comments", &stored_game_notes(stored, 0)->before);
    return done;
}

/* --- the ruleset, the start, tags --- */

static void write_ruleset(FILE *out, const StoredGame *stored) {
    bool is_first = true;
    fprintf(out, "\"ruleset\":\"%s\"", stored->game.start.rules->name);
    write_text_member(out, "rulesetSource", JSON_RULESET_SOURCES[stored->ruleset_source]);
    begin_member(out, "otherRulesets");
    putc('[', out);
    for (int i = 0; i < ruleset_count(); i++)
        if (stored->other_rulesets >> i & 1)
            write_text_part(out, &is_first, ruleset_at(i)->name);
    putc(']', out);
}

/* A game that began in the middle of a turn has no FEN; `xml` says how it began. */
static void write_start(FILE *out, const StoredGame *stored) {
    char fen[FEN_SIZE];
    begin_member(out, "fen");
    if (position_begins_turn(&stored->game.start)) {
        position_to_fen(&stored->game.start, fen);
        markup_write_json(out, fen);
    } else {
        fputs("null", out);
    }
    write_boolean_member(out, "tournamentDraws", stored->game.tournament_draws);
}

static void write_tags(FILE *out, const StoredGame *stored) {
    const TagList *list = &stored->tags;
    begin_member(out, "tags");
    for (int i = 0; i < list->count; i++) {
        fputs(i == 0 ? "[[" : ",[", out);
        markup_write_json(out, list->tags[i].name);
        putc(',', out);
        markup_write_json(out, list->tags[i].value);
        putc(']', out);
    }
    fputs(list->count == 0 ? "[]" : "]", out);
    write_boolean_member(out, "hasAllTags", stored->has_all_tags);
}

/* --- clocks and the end --- */

static void write_clock(FILE *out, const char *name, int64_t ms) {
    if (ms == GAME_NO_CLOCK)
        fprintf(out, "\"%s\":null", name);
    else
        fprintf(out, "\"%s\":%" PRId64, name, ms);
}

static void write_clocks(FILE *out, const StoredGame *stored) {
    write_boolean_member(out, "timed", stored->timed);
    begin_member(out, "clocks");
    for (Colour c = WHITE; c <= BLACK; c++) {
        fprintf(out, "%c\"%s\":{", c == WHITE ? '{' : ',', outcome_colour_name(c));
        write_clock(out, "initial", stored->initial_ms[c]);
        putc(',', out);
        write_clock(out, "current", stored->current_ms[c]);
        putc('}', out);
    }
    putc('}', out);
    write_number_member(out, "increment", stored->increment_ms);
}

/* What ended the game, if not the rules. */
static void write_end(FILE *out, const StoredGame *stored) {
    const Termination *termination = &stored->termination;
    if (stored->result[0])
        write_text_member(out, "result", stored->result);
    if (stored->stated_reason != PLAYING)
        write_text_member(out, "statedReason", outcome_reason_name(stored->stated_reason));
    if (stored->game.time_expired)
        write_text_member(out, "expired", outcome_colour_name(stored->game.expired));
    if (stored->forfeit.reason[0]) {
        fprintf(out, ",\"forfeit\":{\"loser\":\"%s\"", outcome_colour_name(stored->forfeit.loser));
        write_text_member(out, "reason", stored->forfeit.reason);
        if (stored->forfeit.is_told)
            write_boolean_member(out, "told", true);
        putc('}', out);
    }
    if (termination->kind != TERMINATION_BY_RULES) {
        fprintf(out, ",\"verdict\":{\"loser\":\"%s\"", outcome_colour_name(termination->loser));
        write_text_member(out, "kind", termination_name(termination->kind));
        write_text_member(out, "detail", termination->detail);
        putc('}', out);
    }
}

/* --- what the reader says --- */

static void write_skipped(FILE *out, const StoredGame *stored) {
    bool is_first = true;
    begin_member(out, "skipped");
    putc('{', out);
    for (int kind = 0; kind < SKIPPED_KINDS; kind++) {
        const Skipped *skipped = &stored->skipped[kind];
        if (skipped->count == 0)
            continue;
        separate(out, &is_first);
        fprintf(out, "\"%s\":{\"count\":%d,\"line\":%ld}", JSON_SKIPPED[kind], skipped->count,
                skipped->line);
    }
    putc('}', out);
}

/* The file as XML, which has what other programs added to it. */
static bool write_xml(FILE *out, const StoredGame *stored, Error *error) {
    MemoryStream xml;
    if (!stored->extensions && position_begins_turn(&stored->game.start))
        return true;
    if (!memory_stream_open(&xml))
        return error_set_out_of_memory(error);
    bool printed = gamefile_print(xml.file, stored, error);
    if (!memory_stream_close(&xml))
        printed = error_set_out_of_memory(error);
    if (printed)
        write_text_member(out, "xml", xml.bytes);
    free(xml.bytes);
    return printed;
}

/* --- what follows from the rest --- */

static void write_outcome(FILE *out, const StoredGame *stored) {
    const char *contradiction = stored_game_contradiction(stored);
    const char *reason = stored_game_is_forfeited(stored) ? stored->forfeit.reason
                         : stored_game_is_decided(stored) ? stored_game_reason(stored)
                                                          : "";
    fprintf(out, ",\"outcome\":{\"result\":\"%s\"", stored_game_result(stored));
    write_text_member(out, "reason", reason);
    if (contradiction)
        write_text_member(out, "byRules", contradiction);
    putc('}', out);
}

static void write_losses(FILE *out, const StoredGame *stored) {
    static const struct {
        const char *name;
        LossesFormat format;
    } FORMATS[] = {{"xml", LOSSES_XML}, {"pgn", LOSSES_PGN}, {"1994", LOSSES_1994}};
    begin_member(out, "losses");
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        int losses = losses_find(FORMATS[i].format, stored);
        bool is_first = true;
        fprintf(out, "%s\"%s\":[", i == 0 ? "{" : ",", FORMATS[i].name);
        for (int kind = 0; kind < LOSS_KINDS; kind++)
            if (losses >> kind & 1)
                write_text_part(out, &is_first, LOSS_NAMES_OF_KINDS[kind]);
        putc(']', out);
    }
    putc('}', out);
}

typedef struct {
    FILE *out;
    bool is_first;
} RemarksWriter;

static void write_remark(void *context, const char *text) {
    RemarksWriter *writer = context;
    write_text_part(writer->out, &writer->is_first, text);
}

static void write_remarks(FILE *out, const StoredGame *stored) {
    Remarks remarks = {0};
    RemarksWriter writer = {out, true};
    begin_member(out, "remarks");
    putc('[', out);
    remarks_add_game(&remarks, stored);
    remarks_print(&remarks, NULL, write_remark, &writer);
    remarks_free(&remarks);
    putc(']', out);
}

bool game_to_json(FILE *out, const StoredGame *stored, Error *error) {
    putc('{', out);
    write_ruleset(out, stored);
    write_start(out, stored);
    write_tags(out, stored);
    write_clocks(out, stored);
    if (!write_turns(out, stored))
        return error_set_out_of_memory(error);
    write_number_member(out, "openingTurns", stored->opening_turns);
    write_end(out, stored);
    write_skipped(out, stored);
    write_number_member(out, "line", stored->line);
    if (!write_xml(out, stored, error))
        return false;
    write_outcome(out, stored);
    write_losses(out, stored);
    write_remarks(out, stored);
    putc('}', out);
    return !ferror(out) || error_set(error, "cannot write the game");
}
