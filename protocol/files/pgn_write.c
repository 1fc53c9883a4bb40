#include "files/pgn_write.h"

#include "files/pgn_commands.h"
#include "files/pgn_variant.h"

#include <inttypes.h>
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

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const char *find_termination(const StoredGame *stored, const char *result) {
    TerminationKind kind = stored->termination.kind;
    if (kind == TERMINATION_MAX_TURNS || kind == TERMINATION_ADJUDICATED_DRAW)
        return "adjudication";
    if (stored_game_is_forfeited(stored)) {
        const char *reason = stored->forfeit.reason;
        return starts_with(reason, termination_words(TERMINATION_ADJUDICATED_LOSS)) ? "adjudication"
               : starts_with(reason, termination_words(TERMINATION_ILLEGAL_MOVE))
                   ? "rules infraction"
                   : "abandoned";
    }
    if (game_outcome(&stored->game).reason == TIME_EXPIRED)
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

static void write_start(FILE *out, const Game *game) {
    char fen[FEN_SIZE];
    if (game_starts_at_initial_position(game))
        return;
    position_to_fen(&game->start, fen);
    write_tag(out, "SetUp", "1");
    write_tag(out, "FEN", fen);
}

static void write_tags(FILE *out, const StoredGame *stored, const char *result) {
    const GameTags *tags = &stored->tags;
    write_tag(out, "Event", value_or(tags->event, "?"));
    write_tag(out, "Site", value_or(tags->site, "?"));
    write_tag(out, "Date", value_or(tags->date, "????.??.??"));
    write_tag(out, "Round", value_or(tags->round, "?"));
    write_tag(out, "White", value_or(stored->names[WHITE], "?"));
    write_tag(out, "Black", value_or(stored->names[BLACK], "?"));
    write_tag(out, "Result", result);
    write_tag(out, "Variant", pgn_variant_name(stored->game.start.rules));
    write_start(out, &stored->game);
    if (tags->time_control[0])
        write_tag(out, "TimeControl", tags->time_control);
    else
        write_time_control(out, stored);
    write_tag(out, "Termination", value_or(tags->termination, find_termination(stored, result)));
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

/* A brace is a word of its own, so lines may also be broken next to it. */
static void write_comment(MovetextWriter *text, const char *comment) {
    static const char SPACE[] = " \t\n\v\f\r";
    write_word(text, "{");
    for (;;) {
        comment += strspn(comment, SPACE);
        size_t length = strcspn(comment, SPACE);
        if (length == 0)
            break;
        begin_word(text, comment, length);
        for (; length > 0; length--, comment++)
            putc(*comment == '{' ? '(' : *comment == '}' ? ')' : *comment, text->out);
    }
    write_word(text, "}");
}

static void write_number(MovetextWriter *text, uint32_t number, Colour player) {
    char word[NUMBER_SIZE];
    snprintf(word, sizeof word, "%" PRIu32 "%s", number, player == WHITE ? "." : "...");
    write_word(text, word);
}

static void write_nag(MovetextWriter *text, int nag) {
    char word[NUMBER_SIZE];
    snprintf(word, sizeof word, "$%d", nag);
    if (nag > 0)
        write_word(text, word);
}

/* Writes the commands about a turn that programs read, in one comment. Returns whether there are
 * any. */
static bool write_commands(MovetextWriter *text, const StoredGame *stored, int turn,
                           Colour player) {
    PgnTurnInfo info = {stored_game_evaluation(stored, turn), stored->game.turns[turn].clock_ms};
    char commands[PGN_COMMANDS_MAX][PGN_COMMAND_SIZE];
    int count = pgn_commands_print(&info, player, commands);
    if (count == 0)
        return false;
    write_word(text, "{");
    for (int i = 0; i < count; i++)
        write_word(text, commands[i]);
    write_word(text, "}");
    return true;
}

/* Writes all that is known about a turn. Returns whether there is a comment. */
static bool write_annotation(MovetextWriter *text, const StoredGame *stored, int turn,
                             Colour player) {
    const char *comment = stored_game_comment(stored, turn);
    bool is_opening = turn < stored->opening_turns;
    write_nag(text, stored_game_nag(stored, turn));
    bool has_commands = write_commands(text, stored, turn, player);
    if (is_opening)
        write_comment(text, PGN_OPENING_COMMENT);
    if (comment)
        write_comment(text, comment);
    return has_commands || is_opening || comment;
}

/* Where in a line of turns the writer is. */
typedef struct {
    Position pos;
    uint32_t number;
    Style style;
    bool needs_number; /* must a move of Black have its number? Yes at the start of a line and after
                          a comment */
} LineWriter;

static void write_turn(MovetextWriter *text, LineWriter *line, Turn turn) {
    char word[TURN_TEXT_SIZE];
    Colour player = (Colour)line->pos.player;
    if (line->needs_number || player == WHITE)
        write_number(text, line->number, player);
    notation_write_turn(&line->pos, turn, line->style, word);
    write_word(text, word);
    line->number += player == BLACK;
    line->needs_number = false;
    Position before = line->pos;
    turn_apply(&line->pos, &before, turn);
}

/* Writes the variation to a turn, beginning at `line`. Returns whether there is one. */
static bool write_variation(MovetextWriter *text, const StoredGame *stored, int turn,
                            LineWriter line) {
    if (turn >= stored->annotation_capacity || !stored->annotations[turn].variation)
        return false;
    const TurnAnnotation *annotation = &stored->annotations[turn];
    line.needs_number = true;
    write_word(text, "(");
    for (int i = 0; i < annotation->variation_length; i++)
        write_turn(text, &line, annotation->variation[i]);
    write_word(text, ")");
    return true;
}

static void write_movetext(MovetextWriter *text, const StoredGame *stored, Style style) {
    const Game *game = &stored->game;
    LineWriter line = {game->start, game->start.fullmove_number, style, true};
    for (int i = 0; i < game->count; i++) {
        LineWriter before = line;
        write_turn(text, &line, game->turns[i].turn);
        bool has_comment = write_annotation(text, stored, i, (Colour)before.pos.player);
        line.needs_number = write_variation(text, stored, i, before) || has_comment;
    }
}

bool pgn_write(FILE *out, const StoredGame *stored, Style style, Error *error) {
    MovetextWriter text = {.out = out};
    const char *result = stored_game_result(stored);
    if (!position_begins_turn(&stored->game.start))
        return error_set(error,
                         "the game starts in the middle of a turn, which PGN cannot express");
    write_tags(out, stored, result);
    putc('\n', out);
    write_movetext(&text, stored, style);
    if (stored_game_is_forfeited(stored))
        write_comment(&text, stored->forfeit.reason);
    write_word(&text, result);
    fputs("\n\n", out);
    return !ferror(out) || error_set(error, "cannot write the game");
}
