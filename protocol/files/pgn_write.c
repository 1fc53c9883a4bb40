#include "files/pgn_write.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 80, NUMBER_SIZE = 16 };

static bool is_forfeited(const StoredGame *record) {
    return record->forfeit.reason[0] && !outcome_is_over(game_outcome(&record->game));
}

static const char *won_by(Colour winner) {
    return winner == WHITE ? "1-0" : "0-1";
}

const char *pgn_result(const StoredGame *record) {
    Outcome outcome = game_outcome(&record->game);
    if (is_forfeited(record))
        return won_by(other(record->forfeit.loser));
    if (!outcome_is_over(outcome))
        return "*";
    return outcome.drawn ? "1/2-1/2" : won_by(outcome.winner);
}

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
    return value && *value ? value : unknown;
}

static const char *find_termination(const StoredGame *record, const char *result) {
    static const char ILLEGAL[] = "illegal move";
    if (is_forfeited(record)) {
        bool illegal = strncmp(record->forfeit.reason, ILLEGAL, strlen(ILLEGAL)) == 0;
        return illegal ? "rules infraction" : "abandoned";
    }
    if (game_outcome(&record->game).reason == TIME_EXPIRED)
        return "time forfeit";
    return strcmp(result, "*") == 0 ? "unterminated" : "normal";
}

static void write_time_control(FILE *out, const StoredGame *record) {
    char text[40];
    int64_t ms = record->initial_ms[WHITE];
    if (!record->timed)
        write_tag(out, "TimeControl", "-");
    else if (ms <= 0 || ms != record->initial_ms[BLACK])
        write_tag(out, "TimeControl", "?");
    else {
        int length = snprintf(text, sizeof text, "%" PRId64 ".%03d", ms / 1000, (int)(ms % 1000));
        while (text[length - 1] == '0')
            text[--length] = '\0';
        if (text[length - 1] == '.')
            text[length - 1] = '\0';
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

static void write_tags(FILE *out, const StoredGame *record, const PgnTags *tags,
                       const char *result) {
    write_tag(out, "Event", value_or(tags->event, "?"));
    write_tag(out, "Site", value_or(tags->site, "?"));
    write_tag(out, "Date", value_or(tags->date, "????.??.??"));
    write_tag(out, "Round", value_or(tags->round, "?"));
    write_tag(out, "White", value_or(record->names[WHITE], "?"));
    write_tag(out, "Black", value_or(record->names[BLACK], "?"));
    write_tag(out, "Result", result);
    write_tag(out, "Variant", record->game.start.rules->name);
    write_start(out, &record->game);
    if (tags->time_control)
        write_tag(out, "TimeControl", tags->time_control);
    else
        write_time_control(out, record);
    write_tag(out, "Termination",
              tags->termination ? tags->termination : find_termination(record, result));
}

/* --- moves --- */

typedef struct {
    FILE *out;
    size_t column;
} MovetextWriter;

/* Makes a blank or a new line before a word. At the beginning of a line a '%' would hide it, and a
 * '[' could be taken for a tag. */
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

/* The braces are words of their own: so they never move a word of the comment. */
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

static void write_movetext(MovetextWriter *text, const Game *game, const char *const *comments) {
    Position pos = game->start;
    uint32_t number = pos.fullmove_number;
    bool needs_number = true;
    for (int i = 0; i < game->count; i++) {
        char turn[TURN_TEXT_SIZE];
        Colour player = (Colour)pos.player;
        if (needs_number || player == WHITE)
            write_number(text, number, player);
        notation_write_turn(&pos, game->turns[i].turn, STYLE_UCI, turn);
        write_word(text, turn);
        needs_number = comments && comments[i];
        if (needs_number)
            write_comment(text, comments[i]);
        number += player == BLACK;
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
}

bool pgn_write(FILE *out, const StoredGame *record, const PgnTags *tags, Error *error) {
    MovetextWriter text = {.out = out};
    const char *result = tags->result ? tags->result : pgn_result(record);
    if (!position_begins_turn(&record->game.start))
        return error_set(error, "the game starts in the middle of a turn, for which PGN has no "
                                "word");
    write_tags(out, record, tags, result);
    putc('\n', out);
    write_movetext(&text, &record->game, tags->comments);
    if (is_forfeited(record))
        write_comment(&text, record->forfeit.reason);
    write_word(&text, result);
    fputs("\n\n", out);
    return !ferror(out) || error_set(error, "cannot write the game");
}
