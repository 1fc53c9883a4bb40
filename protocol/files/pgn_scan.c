#include "files/pgn_scan.h"

#include "base/array.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/pgn_word.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_MAX_BYTES = 255, /* so far ahead the name of a tag is looked for */
    WORD_MAX_BYTES = 64,  /* a longer word is no turn */
    DIGITS_MAX = 6,       /* of a glyph */
    FIRST_SIZE = 256,
};

typedef struct {
    GamesInput *input;
    PgnScan *scan;
    uint64_t first; /* offset in the file where the game begins */
    size_t text_capacity;
    long depth;            /* number of open variations */
    long variation_line;   /* of the outermost one */
    uint64_t closed_until; /* up to this offset a comment is known to be closed */
    bool began;            /* a tag or a turn has been read */
    bool in_movetext;
    bool after_blank_line;
} Scanner;

/* Reports only the first fault of a game. Then nothing more is kept. */
static void break_off(Scanner *s, long line, const char *reason) {
    if (!s->scan->broken) {
        s->scan->broken = reason;
        s->scan->broken_line = line;
    }
}

static void run_out_of_memory(Scanner *s) {
    break_off(s, s->input->line, "out of memory");
    s->scan->is_short_of_memory = true;
}

static void skip(const Scanner *s, SkippedKind kind, long line) {
    if (!s->scan->broken)
        pgn_skip(s->scan->skipped, kind, line);
}

/* --- the text of tokens --- */

/* Grows the buffer, if necessary, so that `count` more bytes fit. Returns false on failure. */
static bool make_room(Scanner *s, size_t count) {
    PgnScan *scan = s->scan;
    if (scan->broken)
        return false;
    if (scan->text_size + count <= s->text_capacity)
        return true;
    size_t capacity = s->text_capacity ? 2 * s->text_capacity : FIRST_SIZE;
    while (capacity < scan->text_size + count)
        capacity *= 2;
    char *text = realloc(scan->text, capacity);
    if (!text) {
        run_out_of_memory(s);
        return false;
    }
    scan->text = text;
    s->text_capacity = capacity;
    return true;
}

/* Appends bytes. Returns false on failure. */
static bool put_bytes(Scanner *s, const char *bytes, size_t count) {
    if (!make_room(s, count))
        return false;
    memcpy(s->scan->text + s->scan->text_size, bytes, count);
    s->scan->text_size += count;
    return true;
}

/* Appends a byte of a text. A NUL, which would end it, becomes another control character. */
static void put(Scanner *s, int c) {
    if (s->scan->text_size > PGN_GAME_MAX_BYTES)
        break_off(s, s->scan->line, "the game is too long");
    if (make_room(s, 1))
        s->scan->text[s->scan->text_size++] = (char)(c ? c : '\1');
}

/* Ends the text that begins at the offset, and makes it UTF-8. Returns it; "" after a fault. */
static char *finish_text(Scanner *s, size_t from) {
    static char nothing[1];
    PgnScan *scan = s->scan;
    if (!put_bytes(s, "", 1)) {
        *nothing = '\0';
        return nothing;
    }
    if (utf8_is_valid(scan->text + from))
        return scan->text + from;
    char *copy = utf8_from_windows_1252(scan->text + from);
    if (!copy)
        run_out_of_memory(s);
    scan->text_size = from;
    bool kept = copy && put_bytes(s, copy, strlen(copy) + 1);
    free(copy);
    *nothing = '\0';
    return kept ? scan->text + from : nothing;
}

static void add_token(Scanner *s, PgnTokenKind kind, size_t value, long line) {
    PgnScan *scan = s->scan;
    if (scan->broken)
        return;
    PgnToken *tokens = array_grow(scan->tokens, scan->count, sizeof *tokens);
    if (!tokens) {
        run_out_of_memory(s);
        return;
    }
    scan->tokens = tokens;
    scan->tokens[scan->count++] = (PgnToken){(uint8_t)kind, (uint32_t)value, (uint32_t)line};
}

/* --- blanks and lines --- */

/* Some old files end with Ctrl-Z (0x1a). */
static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1a;
}

/* How many bytes has the blank that comes next? 0 if none does. Texts from web pages have blanks
 * beyond ASCII: U+00A0, in windows-1252, too, U+2000 to U+200F, U+202F and U+3000. */
static size_t blank_size(GamesInput *in) {
    int c = games_input_peek(in, 0);
    if (c < 0x80)
        return is_blank(c);
    if (c == 0xa0)
        return 1;
    int second = games_input_peek(in, 1), third = games_input_peek(in, 2);
    if (c == 0xc2 && second == 0xa0)
        return 2;
    bool is_space = (c == 0xe2 && second == 0x80 && (third <= 0x8f || third == 0xaf)) ||
                    (c == 0xe3 && second == 0x80 && third == 0x80);
    return is_space ? 3 : 0;
}

/* Also skips byte order marks, which may stand in mid-file, and notes empty lines. */
static void skip_blanks(Scanner *s) {
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";
    GamesInput *in = s->input;
    int line_ends = in->at_line_start;
    for (size_t size; (size = blank_size(in)) > 0;)
        while (size-- > 0)
            line_ends += games_input_take(in) == '\n';
    s->after_blank_line = s->after_blank_line || line_ends > 1;
    if (in->at_line_start && games_input_starts(in, BYTE_ORDER_MARK)) {
        for (size_t i = 0; i < strlen(BYTE_ORDER_MARK); i++)
            games_input_take(in);
        in->at_line_start = true;
    }
}

static void skip_line(Scanner *s) {
    int c;
    do
        c = games_input_take(s->input);
    while (c != '\n' && c != EOF);
}

static void skip_blanks_of_line(GamesInput *in) {
    while (games_input_peek(in, 0) == ' ' || games_input_peek(in, 0) == '\t')
        games_input_take(in);
}

/* --- comments --- */

/* Is a '[' in a comment the first tag of another game, and the comment one that nobody has closed?
 * Then the next brace, if it is near, opens another comment. */
static bool is_comment_unclosed(Scanner *s) {
    GamesInput *in = s->input;
    if (!in->at_line_start || !games_input_starts(in, "[Event \"") || in->taken < s->closed_until)
        return false;
    size_t ahead = 0;
    int c = EOF;
    while (ahead < GAMES_LOOK_AHEAD - 1 && (c = games_input_peek(in, ahead)) != EOF && c != '}')
        if (c == '{')
            return true;
        else
            ahead++;
    s->closed_until = in->taken + ahead;
    return c == EOF;
}

/* Appends a byte of a comment. Each run of white space becomes one blank; white space at the ends
 * is dropped. */
static void put_in_comment(Scanner *s, size_t from, int c, bool *blank) {
    if (is_blank(c)) {
        *blank = s->scan->text_size > from;
        return;
    }
    if (*blank)
        put(s, ' ');
    *blank = false;
    put(s, c);
}

static void add_comment(Scanner *s, size_t from, long line) {
    finish_text(s, from);
    if (s->depth <= PGN_DEPTH_MAX)
        add_token(s, PGN_COMMENT, from, line);
    else
        s->scan->text_size = from;
}

static void take_comment(Scanner *s) {
    GamesInput *in = s->input;
    size_t from = s->scan->text_size;
    long line = in->line;
    bool blank = false;
    games_input_take(in);
    for (;;) {
        int c = is_comment_unclosed(s) ? EOF : games_input_take(in);
        if (c == '}')
            break;
        if (c == EOF) {
            break_off(s, line, "the comment is not closed");
            s->began = true;
            return;
        }
        put_in_comment(s, from, c, &blank);
    }
    add_comment(s, from, line);
}

/* Takes a comment that ends with its line. */
static void take_line_comment(Scanner *s) {
    GamesInput *in = s->input;
    size_t from = s->scan->text_size;
    long line = in->line;
    bool blank = false;
    games_input_take(in);
    for (int c; (c = games_input_take(in)) != '\n' && c != EOF;)
        put_in_comment(s, from, c, &blank);
    add_comment(s, from, line);
}

/* --- variations --- */

static void open_variation(Scanner *s) {
    long line = s->input->line;
    games_input_take(s->input);
    if (s->depth++ == 0)
        s->variation_line = line;
    if (s->depth <= PGN_DEPTH_MAX)
        add_token(s, PGN_OPEN, 0, line);
    else if (s->depth == PGN_DEPTH_MAX + 1)
        skip(s, SKIPPED_VARIATIONS, line);
}

static void end_variation(Scanner *s, long line) {
    if (s->depth-- <= PGN_DEPTH_MAX)
        add_token(s, PGN_CLOSE, 0, line);
}

static void close_variation(Scanner *s) {
    long line = s->input->line;
    games_input_take(s->input);
    if (s->depth > 0)
        end_variation(s, line);
    else
        skip(s, SKIPPED_WORDS, line);
}

/* --- tags --- */

/* Copies the name of the tag that begins here. Returns its length; 0 if no tag begins here. Away
 * from the start of a line a tag must have a quotation mark. */
static size_t peek_tag_name(Scanner *s, char name[NAME_MAX_BYTES + 1]) {
    GamesInput *in = s->input;
    size_t at = 1, length = 0;
    if (games_input_peek(in, 0) != '[')
        return 0;
    while (at < NAME_MAX_BYTES && (games_input_peek(in, at) == ' '))
        at++;
    for (int c; length < NAME_MAX_BYTES && (c = games_input_peek(in, at)) != EOF &&
                (isalnum(c) || c == '_');
         at++)
        name[length++] = (char)c;
    name[length] = '\0';
    size_t blanks = 0;
    while (blanks < NAME_MAX_BYTES && games_input_peek(in, at + blanks) == ' ')
        blanks++;
    bool has_quote = games_input_peek(in, at + blanks) == '"';
    return has_quote || (in->at_line_start && blanks > 0) ? length : 0;
}

/* The standard spelling of a tag that the reader uses; other names stay as they are. */
static const char *usual_name(const char *name) {
    static const char *const NAMES[] = {"Event", "Site",  "Date",        "Round",
                                        "White", "Black", "Result",      "Variant",
                                        "FEN",   "SetUp", "TimeControl", "Termination"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (text_equal_ignoring_case(name, NAMES[i]))
            return NAMES[i];
    return name;
}

/* Does another game begin here, before this one has ended? */
static bool is_next_game(Scanner *s) {
    char name[NAME_MAX_BYTES + 1];
    if (!s->began || !peek_tag_name(s, name))
        return false;
    return s->in_movetext || (s->after_blank_line && tags_find(&s->scan->tags, usual_name(name)));
}

/* Is the rest of the line, after `ahead` bytes, blank but for the ']' of a tag? */
static bool is_tag_end(GamesInput *in, size_t ahead, bool to_line_end) {
    int c;
    while ((c = games_input_peek(in, ahead)) == ' ' && ahead < NAME_MAX_BYTES)
        ahead++;
    if (c != ']' || !to_line_end)
        return c == ']';
    do
        c = games_input_peek(in, ++ahead);
    while (c == ' ' && ahead < NAME_MAX_BYTES);
    return c == '\n' || c == '\r' || c == EOF;
}

/* Cuts these bytes off the end of the value. */
static void trim_value(Scanner *s, size_t from, const char *bytes) {
    size_t *size = &s->scan->text_size;
    while (*size > from && s->scan->text[*size - 1] && strchr(bytes, s->scan->text[*size - 1]))
        --*size;
}

/* Puts a value up to the quotation mark before the ']', or to the end of the line. Quotation marks
 * inside should be escaped, but many programs do not escape them, and some escape the last one. */
static void put_quoted_value(Scanner *s, size_t from) {
    GamesInput *in = s->input;
    for (;;) {
        int c = games_input_peek(in, 0), next = games_input_peek(in, 1);
        if (c == EOF || c == '\n' || c == '\r') {
            trim_value(s, from, " \t]\"");
            return;
        }
        bool ends = (c == '"' && is_tag_end(in, 1, false)) ||
                    (c == '\\' && next == '"' && is_tag_end(in, 2, true));
        if (c == '\\' && ends) {
            put(s, games_input_take(in));
        } else if (c == '\\' && (next == '"' || next == '\\')) {
            games_input_take(in);
            c = games_input_peek(in, 0);
        }
        games_input_take(in);
        if (ends) {
            skip_blanks_of_line(in);
            games_input_take(in);
            return;
        }
        put(s, c);
    }
}

/* Puts a value without quotation marks: up to the ']' at the end of the line. */
static void put_bare_value(Scanner *s, size_t from) {
    GamesInput *in = s->input;
    for (int c; (c = games_input_peek(in, 0)) != EOF && c != '\n' && c != '\r';)
        put(s, games_input_take(in));
    trim_value(s, from, " \t]");
}

static void keep_tag(Scanner *s, const char *spelt, const char *value, long line) {
    PgnScan *scan = s->scan;
    const char *name = usual_name(spelt);
    if (strcmp(name, "Variant") == 0 && !tags_find(&scan->tags, name))
        scan->variant_line = line;
    if (strcmp(name, "FEN") == 0 && !tags_find(&scan->tags, name))
        scan->fen_line = line;
    if (!tags_add(&scan->tags, name, value))
        run_out_of_memory(s);
}

/* Reads `[Name "value"]`. */
static void take_tag(Scanner *s) {
    GamesInput *in = s->input;
    size_t from = s->scan->text_size;
    long line = in->line;
    s->began = true;
    s->after_blank_line = false;
    while (s->depth > 0) /* a parenthesis in the text before the game opens no variation */
        end_variation(s, line);
    games_input_take(in);
    skip_blanks_of_line(in);
    for (int c; (c = games_input_peek(in, 0)) != EOF && !is_blank(c) && c != '"' && c != ']';)
        put(s, games_input_take(in));
    bool has_name = s->scan->text_size > from;
    finish_text(s, from);
    size_t value = s->scan->text_size;
    skip_blanks_of_line(in);
    if (games_input_peek(in, 0) == '"') {
        games_input_take(in);
        put_quoted_value(s, value);
    } else {
        put_bare_value(s, value);
    }
    finish_text(s, value);
    if (!has_name)
        skip(s, SKIPPED_TAGS, line);
    else if (!s->scan->broken)
        keep_tag(s, s->scan->text + from, s->scan->text + value, line);
    s->scan->text_size = from;
}

/* --- words --- */

/* Takes `$` and a number. */
static void take_glyph(Scanner *s) {
    GamesInput *in = s->input;
    long line = in->line;
    size_t glyph = 0;
    int digits = 0;
    games_input_take(in);
    for (; isdigit(games_input_peek(in, 0)); digits++) {
        int digit = games_input_take(in) - '0';
        glyph = digits < DIGITS_MAX ? 10 * glyph + (size_t)digit : glyph;
    }
    if (digits == 0 || digits > DIGITS_MAX)
        skip(s, SKIPPED_GLYPHS, line);
    else if (s->depth <= PGN_DEPTH_MAX)
        add_token(s, PGN_GLYPH, glyph, line);
}

/* Does `(N)` come next, after a square where a pawn promotes? */
static bool is_promotion(const Scanner *s, int last) {
    static const char PIECES[] = "QRBNKqrbnk";
    int piece = games_input_peek(s->input, 1);
    return (last == '1' || last == '8') && games_input_peek(s->input, 0) == '(' && piece > 0 &&
           strchr(PIECES, piece) && games_input_peek(s->input, 2) == ')';
}

/* Does a word end before the next byte? `last` is its last one so far. */
static bool ends_word(const Scanner *s, int last) {
    int c = games_input_peek(s->input, 0);
    if (c >= 0x80)
        return (c != 0xa0 || last < 0x80) && blank_size(s->input) > 0;
    return c == EOF || is_blank(c) || (c && strchr("{}()[];$*", c));
}

/* Puts a word of at least one byte; of a long one only the beginning. */
static void put_word(Scanner *s, size_t from) {
    GamesInput *in = s->input;
    int c = games_input_take(in);
    put(s, c);
    while (c != '*' && !ends_word(s, c)) {
        c = games_input_take(in);
        if (s->scan->text_size - from <= WORD_MAX_BYTES)
            put(s, c);
    }
    if (is_promotion(s, c)) {
        games_input_take(in);
        put(s, '=');
        put(s, games_input_take(in));
        games_input_take(in);
    }
}

/* Adds the tokens of a turn and its marks. Returns whether the word is one. */
static bool add_turn(Scanner *s, char *word, long line) {
    enum { MARKS_MAX = 4 };
    int glyphs[MARKS_MAX], count = 0;
    if (!notation_is_any_pass(word))
        while (count < MARKS_MAX && (glyphs[count] = pgn_word_cut_glyph(word)) != 0)
            count++;
    if (!pgn_word_is_turn(word))
        return false;
    add_token(s, PGN_TURN, (size_t)(word - s->scan->text), line);
    while (count > 0)
        add_token(s, PGN_GLYPH, (size_t)glyphs[--count], line);
    return true;
}

/* Adds the tokens that a word stands for. Returns whether one of them points to its text. */
static bool add_word(Scanner *s, char *word, long line) {
    if (!notation_is_any_pass(word)) {
        char *rest = word + (pgn_word_after_number(word) - word);
        if (rest > word)
            add_token(s, PGN_NUMBER, 0, line);
        if (rest > word && *rest == '\0')
            return false;
        word = rest;
    }
    int glyph = pgn_word_glyph(word);
    if (glyph) {
        add_token(s, PGN_GLYPH, (size_t)glyph, line);
        return false;
    }
    if (pgn_word_is_en_passant(word))
        return false;
    if (strlen(word) < WORD_MAX_BYTES && add_turn(s, word, line))
        return true;
    skip(s, SKIPPED_WORDS, line);
    return false;
}

/* Takes a word. Returns whether it ends the game. */
static bool take_word(Scanner *s) {
    PgnScan *scan = s->scan;
    long line = s->input->line;
    size_t from = scan->text_size;
    put_word(s, from);
    char *word = finish_text(s, from);
    pgn_word_spell(word);
    const char *result = pgn_word_result(word);
    bool ends = result && s->depth == 0;
    bool is_kept = !scan->broken && !ends && s->depth <= PGN_DEPTH_MAX;
    size_t tokens = scan->count;
    if (is_kept && result)
        skip(s, SKIPPED_WORDS, line);
    bool is_turn = is_kept && !result && add_word(s, word, line);
    bool has_dot = strchr(word, '.');
    if (!is_turn && scan->text_size > from)
        scan->text_size = from;
    if (ends && s->began)
        strcpy(scan->result, result);
    else if (ends)
        skip(s, SKIPPED_WORDS, line);
    /* A lone number, perhaps of a page, begins no game. */
    s->began = s->began || (scan->count > tokens && (is_turn || has_dot));
    s->in_movetext = s->in_movetext || (s->began && (scan->count > tokens || scan->broken));
    return ends && s->began;
}

/* Takes the next token. Returns whether the game has ended. */
static bool take_token(Scanner *s) {
    GamesInput *in = s->input;
    skip_blanks(s);
    int c = games_input_peek(in, 0);
    if (!s->began)
        s->scan->line = in->line;
    if (c == EOF || is_next_game(s))
        return true;
    if (in->taken - s->first > PGN_GAME_MAX_BYTES)
        break_off(s, s->scan->line, "the game is too long");
    if (c == '%' && in->at_line_start)
        skip_line(s);
    else if (c == ';')
        take_line_comment(s);
    else if (c == '{')
        take_comment(s);
    else if (c == '(')
        open_variation(s);
    else if (c == ')')
        close_variation(s);
    else if (c == '$')
        take_glyph(s);
    else if (c == '[' && !s->in_movetext)
        take_tag(s);
    else
        return take_word(s);
    return false;
}

/* Takes the rest of a variation. */
static void take_variation(Scanner *s) {
    while (!take_token(s) && s->depth > 0)
        ;
}

/* Takes what is said about a game after its result, on the same line. */
static void take_last_remarks(Scanner *s) {
    for (;;) {
        skip_blanks_of_line(s->input);
        int c = games_input_peek(s->input, 0);
        if (c == '{')
            take_comment(s);
        else if (c == ';')
            take_line_comment(s);
        else if (c == '(')
            take_variation(s);
        else
            return;
    }
}

bool pgn_scan(GamesInput *input, PgnScan *scan) {
    Scanner s = {.input = input, .scan = scan, .first = input->taken};
    *scan = (PgnScan){.line = input->line};
    while (!take_token(&s))
        ;
    if (!s.began) {
        pgn_scan_free(scan);
        return false;
    }
    if (*scan->result)
        take_last_remarks(&s);
    if (s.depth > 0)
        break_off(&s, s.variation_line, "the variation is not closed");
    return true;
}

void pgn_scan_free(PgnScan *scan) {
    tags_free(&scan->tags);
    free(scan->text);
    free(scan->tokens);
    *scan = (PgnScan){.text = NULL};
}
