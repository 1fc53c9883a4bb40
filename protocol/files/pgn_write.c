#include "files/pgn_write.h"

#include "base/array.h"
#include "base/os/stream.h"
#include "base/text.h"
#include "files/model/variant.h"
#include "files/pgn_commands.h"
#include "files/which_game.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, NUMBER_SIZE = 16, SECONDS_SIZE = 32 };

/* --- tags --- */

static void write_tag(FILE *out, const char *name, const char *value) {
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        if (c == '"' || c == '\\')
            putc('\\', out);
        putc(c < ' ' || c == 0x7f ? ' ' : c, out);
    }
    fputs("\"]\n", out);
}

static const char *value_or(const char *value, const char *unknown) {
    return *value ? value : unknown;
}

static const char *find_termination(const StoredGame *stored, const char *result) {
    TerminationKind kind = stored->termination.kind;
    if (kind == TERMINATION_MAX_TURNS || kind == TERMINATION_ADJUDICATED_DRAW)
        return "adjudication";
    if (stored_game_is_forfeited(stored)) {
        const char *reason = stored->forfeit.reason;
        return text_starts(reason, termination_words(TERMINATION_ADJUDICATED_LOSS)) ? "adjudication"
               : text_starts(reason, termination_words(TERMINATION_ILLEGAL_MOVE))
                   ? "rules infraction"
               : strcmp(reason, termination_words(TERMINATION_RESIGNATION)) == 0 ? "normal"
                                                                                 : "abandoned";
    }
    if (game_outcome(&stored->game).reason == TIME_EXPIRED || stored->stated_reason == TIME_EXPIRED)
        return "time forfeit";
    return strcmp(result, "*") == 0 ? "unterminated" : "normal";
}

/* Writes milliseconds as seconds: "300", "0.1". */
static void print_seconds(char text[SECONDS_SIZE], int64_t ms) {
    int length = snprintf(text, SECONDS_SIZE, "%" PRId64 ".%03d", ms / 1000, (int)(ms % 1000));
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

static void write_time_control(FILE *out, const StoredGame *stored) {
    char initial[SECONDS_SIZE], increment[SECONDS_SIZE], text[2 * SECONDS_SIZE];
    int64_t ms = stored->initial_ms[WHITE];
    if (!stored->timed) {
        write_tag(out, "TimeControl", "-");
    } else if (ms <= 0 || ms != stored->initial_ms[BLACK]) {
        write_tag(out, "TimeControl", "?");
    } else {
        print_seconds(initial, ms);
        print_seconds(increment, stored->increment_ms);
        bool has_increment = stored->increment_ms > 0;
        snprintf(text, sizeof text, "%s%s%s", initial, has_increment ? "+" : "",
                 has_increment ? increment : "");
        write_tag(out, "TimeControl", text);
    }
}

/* --- all tags --- */

enum { ROSTER = 7 };

/* The tags that every game has, in this order, and their values if unknown. */
static const char *const ROSTER_TAGS[ROSTER][2] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", "*"}};

static bool is_in_roster(const char *name) {
    for (int i = 0; i < ROSTER; i++)
        if (strcmp(name, ROSTER_TAGS[i][0]) == 0)
            return true;
    return false;
}

static void write_roster(FILE *out, const StoredGame *stored, const char *result) {
    for (int i = 0; i < ROSTER - 1; i++)
        write_tag(out, ROSTER_TAGS[i][0],
                  value_or(stored_game_tag(stored, ROSTER_TAGS[i][0]), ROSTER_TAGS[i][1]));
    write_tag(out, ROSTER_TAGS[ROSTER - 1][0], result);
}

/* Is the tag about a start that is not the game's? */
static bool is_needless(const char *name, const Game *game) {
    return (strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0) &&
           game_starts_at_initial_position(game);
}

/* Writes a tag that says what the game itself says: the ruleset, and the start. Returns whether
 * `name` is one of them. */
static bool write_own_tag(FILE *out, const char *name, const Game *game) {
    char fen[FEN_SIZE];
    if (strcmp(name, "Variant") == 0)
        write_tag(out, name, variant_name(game->start.rules));
    else if (strcmp(name, "SetUp") == 0)
        write_tag(out, name, "1");
    else if (strcmp(name, "FEN") != 0)
        return false;
    else {
        position_to_fen(&game->start, fen);
        write_tag(out, name, fen);
    }
    return true;
}

/* Is this the first tag of its name? */
static bool is_first(const TagList *list, int index) {
    return tags_find(list, list->tags[index].name) == list->tags[index].value;
}

/* Writes the roster, then tags for what the game says and its source has no tags for, then the
 * tags of the source. */
static void write_tags(FILE *out, const StoredGame *stored, const char *result) {
    static const char *const OWN[] = {"Variant", "SetUp", "FEN"};
    const TagList *list = &stored->tags;
    write_roster(out, stored, result);
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (!tags_find(list, OWN[i]) && !is_needless(OWN[i], &stored->game))
            write_own_tag(out, OWN[i], &stored->game);
    for (int i = 0; i < list->count; i++) {
        const Tag *tag = &list->tags[i];
        if ((is_first(list, i) && is_in_roster(tag->name)) || is_needless(tag->name, &stored->game))
            continue;
        if (!is_first(list, i) || !write_own_tag(out, tag->name, &stored->game))
            write_tag(out, tag->name, tag->value);
    }
    if (!tags_find(list, "TimeControl") && (stored->timed || !stored->has_all_tags))
        write_time_control(out, stored);
    const char *termination = find_termination(stored, result);
    bool is_usual = strcmp(termination, "normal") == 0 || strcmp(termination, "unterminated") == 0;
    if (!tags_find(list, "Termination") && !(stored->has_all_tags && is_usual))
        write_tag(out, "Termination", termination);
}

/* --- moves --- */

typedef struct {
    FILE *out;
    size_t column;
} MovetextWriter;

/* Writes a blank or a newline before a word. Readers would skip a line that begins with '%', and
 * could take a '[' at the start of a line for a tag, so such a word gets a blank before it. */
static void begin_word(MovetextWriter *text, const char *word, size_t length) {
    if (text->column > 0) {
        bool fits = text->column + 1 + length <= COLUMNS;
        putc(fits ? ' ' : '\n', text->out);
        text->column = fits ? text->column + 1 : 0;
    }
    if (text->column == 0 && (*word == '%' || *word == '[')) {
        putc(' ', text->out);
        text->column++;
    }
    text->column += length;
}

static void write_word(MovetextWriter *text, const char *word) {
    begin_word(text, word, strlen(word));
    fputs(word, text->out);
}

/* Moves *text past white space. Returns the length of the word there, which is 0 at the end. */
static size_t find_word(const char **text) {
    static const char SPACE[] = " \t\n\v\f\r";
    *text += strspn(*text, SPACE);
    return strcspn(*text, SPACE);
}

/* A closing brace would end a comment in braces, so this one ends with its line. */
static void write_line_comment(MovetextWriter *text, const char *comment) {
    putc(text->column > 0 ? ' ' : ';', text->out);
    if (text->column > 0)
        putc(';', text->out);
    for (size_t length; (length = find_word(&comment)) > 0; comment += length) {
        putc(' ', text->out);
        fwrite(comment, 1, length, text->out);
    }
    putc('\n', text->out);
    text->column = 0;
}

/* Each brace is written as a separate word, so line breaks do not depend on the braces. */
static void write_comment(MovetextWriter *text, const char *comment) {
    if (strchr(comment, '}')) {
        write_line_comment(text, comment);
        return;
    }
    write_word(text, "{");
    for (size_t length; (length = find_word(&comment)) > 0; comment += length) {
        begin_word(text, comment, length);
        fwrite(comment, 1, length, text->out);
    }
    write_word(text, "}");
}

static void write_comments(MovetextWriter *text, const CommentList *list) {
    for (int i = 0; i < list->count; i++)
        write_comment(text, list->texts[i]);
}

static void write_number(MovetextWriter *text, uint32_t number, Colour player) {
    char word[NUMBER_SIZE];
    snprintf(word, sizeof word, "%" PRIu32 "%s", number, player == WHITE ? "." : "...");
    write_word(text, word);
}

/* Writes what programs read about a turn as one comment. Returns whether there is any. */
static bool write_commands(MovetextWriter *text, const PgnTurnInfo *info, Colour player) {
    char commands[PGN_COMMANDS_MAX][PGN_COMMAND_SIZE];
    int count = pgn_commands_print(info, player, commands);
    if (count == 0)
        return false;
    write_word(text, "{");
    for (int i = 0; i < count; i++)
        write_word(text, commands[i]);
    write_word(text, "}");
    return true;
}

/* A line of turns: the main line of a game, or a variation. */
typedef struct {
    const StoredGame *stored;   /* NULL: a variation */
    const Variation *variation; /* NULL: the main line */
    int index;                  /* of the next turn */
    Position before, now;       /* before and after the last turn */
    uint32_t number_before, number;
    bool needs_number;        /* for Black, too: at the start of a line, and after a comment */
    const Variation *instead; /* of the last turn: the next one to be written */
    bool had_variations;      /* has the last turn any? */
} LineWriter;

typedef struct {
    MovetextWriter text;
    Style style;
    LineWriter *lines; /* from the main line to the innermost variation */
    int depth;
} TreeWriter;

static int count_of(const LineWriter *line) {
    return line->stored ? line->stored->game.count : line->variation->count;
}

static const TurnNotes *notes_of(const LineWriter *line, int index) {
    static const TurnNotes NOTHING = {0};
    if (line->stored)
        return stored_game_notes(line->stored, index);
    const TurnNotes *notes = line->variation->turns[index].notes;
    return notes ? notes : &NOTHING;
}

static int64_t clock_of(const LineWriter *line, int index) {
    return line->stored ? line->stored->game.turns[index].clock_ms
                        : line->variation->turns[index].clock_ms;
}

/* Writes all that is known about a turn. Returns whether there is a comment. */
static bool write_notes(MovetextWriter *text, const LineWriter *line, const TurnNotes *notes) {
    bool is_opening = line->stored && line->index < line->stored->opening_turns;
    PgnTurnInfo info = {notes->evaluation, clock_of(line, line->index)};
    for (int i = 0; i < notes->glyph_count; i++) {
        char word[NUMBER_SIZE];
        snprintf(word, sizeof word, "$%d", notes->glyphs[i]);
        write_word(text, word);
    }
    bool has_commands = write_commands(text, &info, (Colour)line->before.player);
    if (is_opening)
        write_comment(text, PGN_OPENING_COMMENT);
    write_comments(text, &notes->after);
    return has_commands || is_opening || notes->after.count > 0;
}

/* Writes the turn's number where that is needed, and the comments before the turn. They come after
 * the number, so that they are not taken for comments on the turn before, unless that is impossible
 * here. */
static void begin_turn(MovetextWriter *text, LineWriter *line, const CommentList *comments) {
    Colour player = (Colour)line->now.player;
    bool is_clear = line->index == 0 || line->had_variations;
    if (is_clear)
        write_comments(text, comments);
    if (line->needs_number || player == WHITE || comments->count > 0)
        write_number(text, line->number, player);
    if (!is_clear)
        write_comments(text, comments);
}

static void write_turn(TreeWriter *w, LineWriter *line) {
    char word[TURN_TEXT_SIZE];
    const TurnNotes *notes = notes_of(line, line->index);
    Turn turn = line->stored ? line->stored->game.turns[line->index].turn
                             : line->variation->turns[line->index].turn;
    begin_turn(&w->text, line, &notes->before);
    notation_write_turn(&line->now, turn, w->style, word);
    write_word(&w->text, word);
    line->before = line->now;
    line->number_before = line->number;
    line->number += line->before.player == BLACK;
    turn_apply(&line->now, &line->before, turn);
    line->needs_number = write_notes(&w->text, line, notes);
    line->instead = notes->variations;
    line->had_variations = line->instead != NULL;
    line->index++;
}

static bool push(TreeWriter *w, LineWriter line) {
    LineWriter *lines = array_grow(w->lines, (size_t)w->depth, sizeof *lines);
    if (!lines)
        return false;
    w->lines = lines;
    w->lines[w->depth++] = line;
    return true;
}

/* Writes a variation's opening, a turn, or the end of a line. Returns false if out of memory. */
static bool write_next(TreeWriter *w) {
    LineWriter *line = &w->lines[w->depth - 1];
    if (line->instead) {
        LineWriter inner = {.variation = line->instead,
                            .now = line->before,
                            .number = line->number_before,
                            .needs_number = true};
        line->instead = line->instead->next;
        line->needs_number = true;
        write_word(&w->text, "(");
        return push(w, inner);
    }
    if (line->index < count_of(line)) {
        write_turn(w, line);
        return true;
    }
    if (line->stored && line->index == 0)
        write_comments(&w->text, &notes_of(line, 0)->before);
    if (line->variation)
        write_word(&w->text, ")");
    w->depth--;
    return true;
}

static bool write_movetext(TreeWriter *w, const StoredGame *stored) {
    const Position *start = &stored->game.start;
    bool done = push(w, (LineWriter){.stored = stored,
                                     .now = *start,
                                     .number = start->fullmove_number,
                                     .needs_number = true});
    while (done && w->depth > 0)
        done = write_next(w);
    free(w->lines);
    return done;
}

/* Returns false if out of memory. Other failures set the stream's error flag. */
static bool print(FILE *out, const StoredGame *stored, Style style) {
    TreeWriter writer = {.text = {.out = out}, .style = style};
    const char *result = stored_game_result(stored);
    write_tags(out, stored, result);
    putc('\n', out);
    if (!write_movetext(&writer, stored))
        return false;
    if (stored_game_is_forfeited(stored) && !stored->forfeit.is_told)
        write_comment(&writer.text, stored->forfeit.reason);
    write_word(&writer.text, result);
    fputs("\n\n", out);
    return true;
}

bool pgn_write(FILE *out, const StoredGame *stored, Style style, Error *error) {
    MemoryStream pgn;
    if (!position_begins_turn(&stored->game.start))
        return error_set(error,
                         "the game starts in the middle of a turn, which PGN cannot express");
    if (!memory_stream_open(&pgn))
        return error_set_out_of_memory(error);
    bool printed = print(pgn.file, stored, style);
    printed = memory_stream_close(&pgn) && printed;
    if (!printed)
        error_set_out_of_memory(error);
    else if (fwrite(pgn.bytes, 1, pgn.size, out) < pgn.size)
        printed = error_set(error, "cannot write the game");
    free(pgn.bytes);
    return printed;
}
