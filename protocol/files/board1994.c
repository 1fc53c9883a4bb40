#include "files/board1994.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const char RULESET[] = "6170-spring-1994";

/* --- reading --- */

typedef struct {
    const char *name;
    const char *at;
    const char *end;
    int line; /* number of the last line taken, from 1 */
    Error *error;
} LineCursor;

static bool error_at_line(const LineCursor *lines, const char *reason) {
    return error_set_at(lines->error, lines->name, lines->line, reason);
}

/* Reads the next line, without blanks before and after it. After the last line, returns empty
 * lines. */
static const char *next_line(LineCursor *lines, size_t *length) {
    const char *start = lines->at;
    size_t left = (size_t)(lines->end - start);
    const char *newline = left ? memchr(start, '\n', left) : NULL;
    const char *end = newline ? newline : lines->end;
    lines->at = newline ? newline + 1 : lines->end;
    lines->line++;
    while (start < end && (*start == ' ' || *start == '\t'))
        start++;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    *length = (size_t)(end - start);
    return start;
}

static bool read_side(LineCursor *lines, Position *pos) {
    size_t length;
    const char *line;
    do
        line = next_line(lines, &length);
    while (length == 0 && lines->at < lines->end);
    if (length != 1 || (*line != 'W' && *line != 'B'))
        return error_at_line(lines, "neither XML nor a 1994 board, which begins with W or B");
    pos->side = pos->player = *line == 'W' ? WHITE : BLACK;
    return true;
}

static bool is_digit(const char *text, const char *end) {
    return text < end && *text >= '0' && *text <= '9';
}

/* Reads the digits after a decimal point as milliseconds, rounded up. */
static int64_t read_fraction(const char **text, const char *end) {
    int64_t ms = 0;
    bool rest = false;
    for (int unit = 100; is_digit(*text, end); ++*text, unit /= 10) {
        ms += unit * (**text - '0');
        rest = rest || (unit == 0 && **text != '0');
    }
    return ms + rest;
}

/* Reads `12`, `12.5` or `.5` seconds as milliseconds. strtod would also accept words, hexadecimal
 * numbers and a locale's decimal point. */
static bool read_seconds(const char **text, const char *end, int64_t *ms) {
    const char *start = *text;
    int64_t seconds = 0;
    for (; is_digit(*text, end); ++*text)
        if (seconds < BOARD1994_UNLIMITED_S)
            seconds = seconds * 10 + (**text - '0');
    *ms = seconds * 1000;
    bool digits = *text > start;
    if (*text < end && **text == '.') {
        ++*text;
        digits = digits || is_digit(*text, end);
        *ms += read_fraction(text, end);
    }
    if (seconds >= BOARD1994_UNLIMITED_S)
        *ms = GAME_NO_CLOCK;
    return digits;
}

static bool read_clocks(LineCursor *lines, StoredGame *stored) {
    size_t length;
    const char *text = next_line(lines, &length);
    const char *end = text + length;
    bool read = read_seconds(&text, end, &stored->current_ms[WHITE]);
    const char *gap = text;
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    read = read && text > gap && read_seconds(&text, end, &stored->current_ms[BLACK]);
    if (!read || text != end)
        return error_at_line(lines, "expected two clock times in seconds");
    stored->timed =
        stored->current_ms[WHITE] != GAME_NO_CLOCK || stored->current_ms[BLACK] != GAME_NO_CLOCK;
    return true;
}

static bool read_rank(LineCursor *lines, Position *pos, int rank) {
    static const char LETTERS[] = "PNBRQK"; /* in the order of PieceType */
    size_t length;
    const char *line = next_line(lines, &length);
    if (length != 8)
        return error_at_line(lines, "a rank must have eight characters");
    for (int file = 0; file < 8; file++) {
        unsigned char c = (unsigned char)line[file];
        const char *letter = c ? strchr(LETTERS, toupper(c)) : NULL;
        if (letter)
            position_put(pos, square_of(file, rank),
                         piece_make(isupper(c) ? WHITE : BLACK, (PieceType)(letter - LETTERS)));
        else if (c != '-')
            return error_at_line(lines, "a rank may contain only the characters -PNBRQKpnbrqk");
    }
    return true;
}

static bool read_end(LineCursor *lines) {
    while (lines->at < lines->end) {
        size_t length;
        next_line(lines, &length);
        if (length > 0)
            return error_at_line(lines, "unexpected text after the eighth rank");
    }
    return true;
}

bool board1994_parse(const char *name, const char *bytes, size_t size, StoredGame *stored,
                     Error *error) {
    LineCursor lines = {.name = name, .at = bytes, .end = bytes + size, .error = error};
    Position pos;
    Colour loser;
    Error why;
    stored_game_init(stored, ruleset_find(RULESET));
    position_clear(&pos, stored->game.start.rules);
    if (!read_side(&lines, &pos) || !read_clocks(&lines, stored))
        return false;
    for (int rank = 7; rank >= 0; rank--)
        if (!read_rank(&lines, &pos, rank))
            return false;
    if (!read_end(&lines))
        return false;
    if (!position_finish(&pos, &why))
        return error_set_at(error, name, 0, why.text);
    game_init_from(&stored->game, &pos);
    if (stored_game_out_of_time(stored, &loser) && !outcome_is_over(outcome_of(&pos)))
        game_expire(&stored->game, loser);
    return true;
}

/* --- writing --- */

static void print_seconds(FILE *out, const StoredGame *stored, Colour player) {
    const Game *game = &stored->game;
    int64_t ms = stored->timed ? stored->current_ms[player] : GAME_NO_CLOCK;
    if (game->time_expired && game->expired == player)
        ms = 0;
    if (ms == GAME_NO_CLOCK)
        ms = BOARD1994_UNLIMITED_S * INT64_C(1000);
    ms = ms < 0 ? 0 : ms;
    int digits = 3, fraction = (int)(ms % 1000);
    for (; digits > 1 && fraction % 10 == 0; digits--)
        fraction /= 10;
    fprintf(out, "%" PRId64 ".%0*d", ms / 1000, digits, fraction);
}

bool board1994_print(FILE *out, const StoredGame *stored, Error *error) {
    const Position *pos = &stored->game.now;
    if (strcmp(pos->rules->name, RULESET) != 0)
        return error_set(error, "a 1994 board can only hold a game of %s, not of %s", RULESET,
                         pos->rules->name);
    fputs(pos->side == WHITE ? "W\n" : "B\n", out);
    print_seconds(out, stored, WHITE);
    fputc(' ', out);
    print_seconds(out, stored, BLACK);
    fputc('\n', out);
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) {
            uint8_t piece = position_piece(pos, square_of(file, rank));
            fputc(piece == NO_PIECE ? '-' : position_letter(piece), out);
        }
        fputc('\n', out);
    }
    return !ferror(out) || error_set(error, "cannot write the board");
}
