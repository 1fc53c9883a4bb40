#include "files/pgn_read.h"

#include "base/text.h"
#include "base/utf8.h"
#include "files/model/result.h"
#include "files/pgn_commands.h"
#include "files/pgn_variant.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD_SIZE = 64,
    BLANKS_MAX = 64, /* blanks skipped before the ']' of a tag */
    TEXT_SIZE = 4096,
    CLOCK_DIGITS = 12, /* maximum number of digits of a time in a time control */
};

/* A game that is being read. */
typedef struct {
    GamesInput *input;
    const Ruleset *fallback;
    StoredGame *stored;
    Error *error;
    char variant[GAME_TAG_SIZE], fen[GAME_TAG_SIZE];
    char white[GAME_TAG_SIZE], black[GAME_TAG_SIZE];
    char result_tag[GAME_TAG_SIZE];
    char comment[TEXT_SIZE]; /* the last one after the last turn, not yet kept; empty: none */
    Colour player;           /* who made the last turn */
    bool has_clocks;         /* has a comment given a player's clock? */
    bool is_comment_full;    /* the last turn's comment has no room for more */
    int dropped;             /* comments, variations and marks that are not kept */
    long variant_line, fen_line, variation_line;
    long depth;       /* number of open variations */
    uint64_t first;   /* offset in the file where the game begins */
    bool began;       /* a part of the game has been read */
    bool in_movetext; /* the tags have ended */
    bool bad;         /* `error` is set; the rest of the game is skipped */
} PgnReader;

/* Reports only the first error in a game. */
static void fail(PgnReader *r, long line, const char *reason) {
    if (!r->bad)
        games_input_error(r->input, line, reason, r->error);
    r->bad = r->began = true;
}

/* --- text --- */

/* A text of limited length; what does not fit is dropped. */
typedef struct {
    char bytes[TEXT_SIZE];
    size_t length;
    bool is_cut;
} BoundedText;

static void add_byte(BoundedText *text, int c) {
    if (text->length + 1 < sizeof text->bytes)
        text->bytes[text->length++] = (char)(c ? c : '\1');
    else
        text->is_cut = true;
    text->bytes[text->length] = '\0';
}

/* Drops the last character, which may be an incomplete UTF-8 sequence. */
static void drop_last_character(BoundedText *text) {
    while (text->length > 0 && ((unsigned char)text->bytes[text->length - 1] & 0xc0) == 0x80)
        text->length--;
    if (text->length > 0 && (unsigned char)text->bytes[text->length - 1] >= 0xc0)
        text->length--;
    text->bytes[text->length] = '\0';
}

/* Converts ISO-8859-1 to UTF-8. What does not fit into `size` bytes is cut off. */
static void copy_latin1(char *to, size_t size, const char *text) {
    const char *end = to + size - 2; /* leaves room for two bytes and a NUL */
    for (const unsigned char *in = (const unsigned char *)text; *in && to < end; in++)
        if (*in < 0x80) {
            *to++ = (char)*in;
        } else {
            *to++ = (char)(0xc0 | *in >> 6);
            *to++ = (char)(0x80 | (*in & 0x3f));
        }
    *to = '\0';
}

/* Copies the text, converted to UTF-8 if it is ISO-8859-1. What does not fit into `size` bytes is
 * cut off. */
static void copy_text(char *to, size_t size, BoundedText *text) {
    if (text->is_cut)
        drop_last_character(text);
    if (utf8_is_valid(text->bytes))
        utf8_copy(to, size, text->bytes);
    else
        copy_latin1(to, size, text->bytes);
}

/* --- blanks, comments and variations --- */

/* Some old files end with Ctrl-Z (0x1a). */
static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1a;
}

static void skip_line(PgnReader *r) {
    int c;
    do
        c = games_input_take(r->input);
    while (c != '\n' && c != EOF);
}

/* Adds a byte of a comment. Each run of white space becomes one blank; white space at the ends is
 * dropped. */
static void add_to_comment(BoundedText *text, int c, bool *blank) {
    if (is_blank(c)) {
        *blank = text->length > 0;
        return;
    }
    if (*blank)
        add_byte(text, ' ');
    *blank = false;
    add_byte(text, c);
}

/* Appends to the comment of the last turn. Returns false if there is no room. */
static bool append_comment(PgnReader *r, int turn, const char *more) {
    char both[TEXT_SIZE];
    const char *before = stored_game_comment(r->stored, turn);
    if (!before)
        return stored_game_set_comment(r->stored, turn, more);
    int length = r->is_comment_full ? TEXT_SIZE : snprintf(both, TEXT_SIZE, "%s %s", before, more);
    r->is_comment_full = length >= TEXT_SIZE;
    return !r->is_comment_full && stored_game_set_comment(r->stored, turn, both);
}

/* Takes what programs say about the last turn out of the pending comment, and keeps it. */
static void take_commands(PgnReader *r) {
    Game *game = &r->stored->game;
    int turn = game->count - 1;
    if (turn < 0)
        return;
    PgnTurnInfo info = {stored_game_evaluation(r->stored, turn), game->turns[turn].clock_ms};
    pgn_commands_take(r->comment, r->player, &info);
    r->dropped += !stored_game_set_evaluation(r->stored, turn, &info.evaluation);
    if (info.clock_ms == GAME_NO_CLOCK)
        return;
    game->turns[turn].clock_ms = r->stored->current_ms[r->player] = info.clock_ms;
    r->has_clocks = true;
}

/* Keeps the pending comment with the last turn's others. */
static void keep_comment(PgnReader *r) {
    int turn = r->stored->game.count - 1;
    if (!r->comment[0])
        return;
    bool is_opening = strcmp(r->comment, PGN_OPENING_COMMENT) == 0;
    if (!is_opening || turn < 0 || !stored_game_extend_opening(r->stored, turn))
        r->dropped += turn < 0 || !append_comment(r, turn, r->comment);
    r->comment[0] = '\0';
}

/* An unclosed comment ends where another game seems to begin. */
static void take_comment(PgnReader *r) {
    GamesInput *in = r->input;
    BoundedText text = {.length = 0};
    bool blank = false;
    long line = in->line;
    games_input_take(in);
    for (;;) {
        bool new_game = in->at_line_start && games_input_starts(in, "[Event \"");
        int c = new_game ? EOF : games_input_take(in);
        if (c == EOF) {
            fail(r, line, "the comment is not closed");
            return;
        }
        if (c == '}')
            break;
        add_to_comment(&text, c, &blank);
    }
    r->dropped += text.is_cut;
    if (r->depth == 0) {
        keep_comment(r);
        copy_text(r->comment, sizeof r->comment, &text);
        take_commands(r);
    }
}

static void begin_variation(PgnReader *r) {
    games_input_take(r->input);
    if (r->depth++ == 0)
        r->variation_line = r->input->line;
    r->dropped++;
}

static void end_variation(PgnReader *r) {
    games_input_take(r->input);
    if (r->depth == 0)
        fail(r, r->input->line, "a ')' without a '('");
    else
        r->depth--;
}

/* --- tags --- */

static void keep_tag(PgnReader *r, const char *name, BoundedText *value, long line) {
    const struct {
        const char *name;
        char *to;
        long *line;
    } KEPT[] = {
        {"Event", r->stored->tags.event, NULL},
        {"Site", r->stored->tags.site, NULL},
        {"Date", r->stored->tags.date, NULL},
        {"Round", r->stored->tags.round, NULL},
        {"White", r->white, NULL},
        {"Black", r->black, NULL},
        {"Result", r->result_tag, NULL},
        {"Variant", r->variant, &r->variant_line},
        {"FEN", r->fen, &r->fen_line},
        {"Termination", r->stored->tags.termination, NULL},
        {"TimeControl", r->stored->tags.time_control, NULL},
    };
    for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
        if (strcmp(name, KEPT[i].name) == 0) {
            copy_text(KEPT[i].to, GAME_TAG_SIZE, value);
            if (KEPT[i].line)
                *KEPT[i].line = line;
        }
}

static void skip_blanks_of_line(GamesInput *in) {
    while (games_input_peek(in, 0) == ' ' || games_input_peek(in, 0) == '\t')
        games_input_take(in);
}

/* Takes the ']' if it comes next, possibly after blanks. Returns whether it did. */
static bool take_tag_end(GamesInput *in) {
    size_t blanks = 0;
    while (blanks < BLANKS_MAX && games_input_peek(in, blanks) == ' ')
        blanks++;
    if (games_input_peek(in, blanks) != ']')
        return false;
    for (size_t i = 0; i <= blanks; i++)
        games_input_take(in);
    return true;
}

/* Reads a value up to the quotation mark before the ']'. Quotation marks inside should be escaped,
 * but many programs do not escape them. */
static bool take_value(GamesInput *in, BoundedText *value) {
    for (;;) {
        int c = games_input_peek(in, 0), next = games_input_peek(in, 1);
        if (c == EOF || c == '\n' || c == '\r')
            return false;
        games_input_take(in);
        if (c == '\\' && (next == '"' || next == '\\'))
            c = games_input_take(in);
        else if (c == '"' && take_tag_end(in))
            return true;
        add_byte(value, c);
    }
}

/* Reads `[Name "value"]`. */
static void take_tag(PgnReader *r) {
    GamesInput *in = r->input;
    BoundedText name = {.length = 0}, value = {.length = 0};
    long line = in->line;
    r->began = true;
    games_input_take(in);
    skip_blanks_of_line(in);
    for (int c = games_input_peek(in, 0); c != EOF && !is_blank(c) && c != '"' && c != ']';
         c = games_input_peek(in, 0))
        add_byte(&name, games_input_take(in));
    skip_blanks_of_line(in);
    bool is_tag = games_input_peek(in, 0) == '"';
    if (is_tag)
        games_input_take(in);
    if (is_tag && take_value(in, &value)) {
        keep_tag(r, name.bytes, &value, line);
    } else {
        fail(r, line, "a tag must be [Name \"value\"]");
        skip_line(r);
    }
}

/* --- the game --- */

/* Sets up the board, after the last tag. */
static void begin_movetext(PgnReader *r) {
    const Ruleset *rules = r->variant[0] ? pgn_variant_find(r->variant) : r->fallback;
    Position start;
    Error why;
    r->began = r->in_movetext = true;
    if (!rules) {
        error_set(&why, "unknown ruleset %s", QUOTE(r->variant));
        fail(r, r->variant_line, why.text);
        return;
    }
    position_start(&start, rules);
    if (r->fen[0] && !position_from_fen(&start, rules, r->fen, &why))
        fail(r, r->fen_line, why.text);
    game_init_from(&r->stored->game, &start);
}

/* The word without its move number; empty if nothing is left but an annotation mark. */
static const char *strip_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    size_t dots = strspn(word + digits, ".");
    if (word[digits + dots] == '\0' || dots > 0)
        word += digits + dots;
    bool is_mark = word[strspn(word, "!?+-=/#")] == '\0' || strcmp(word, "e.p.") == 0;
    return is_mark ? "" : word;
}

/* Keeps the numeric annotation glyph $1 to $6 of the last turn. */
static void keep_nag(PgnReader *r, const char *word) {
    int turn = r->stored->game.count - 1;
    bool is_known = word[1] >= '0' + NAG_GOOD && word[1] <= '0' + NAG_DUBIOUS && !word[2];
    r->dropped += !is_known || turn < 0 || !stored_game_set_nag(r->stored, turn, word[1] - '0');
}

static void play(PgnReader *r, const char *word, long line) {
    const char *turn = notation_is_any_pass(word) ? word : strip_number(word);
    Error why;
    if (*turn == '$')
        keep_nag(r, turn);
    if (*turn == '\0' || *turn == '$')
        return;
    keep_comment(r);
    r->is_comment_full = false;
    r->player = game_player(&r->stored->game);
    if (!game_play_any_text(&r->stored->game, turn, GAME_NO_CLOCK, &why))
        fail(r, line, why.text);
}

/* Reads a word of at least one byte, truncated to fit. Returns false if it was truncated. */
static bool read_word(GamesInput *in, char word[WORD_SIZE]) {
    size_t length = 0;
    int c = games_input_take(in);
    for (;;) {
        if (length < WORD_SIZE - 1)
            word[length] = (char)(c ? c : '\1');
        length++;
        c = games_input_peek(in, 0);
        if (c == EOF || is_blank(c) || (c && strchr("{}()[];$", c)))
            break;
        games_input_take(in);
    }
    word[length < WORD_SIZE ? length : WORD_SIZE - 1] = '\0';
    return length < WORD_SIZE;
}

/* Takes a word. Returns whether it ends the game. */
static bool take_word(PgnReader *r) {
    char word[WORD_SIZE];
    long line = r->input->line;
    bool fits = read_word(r->input, word);
    if (r->depth > 0)
        return false;
    if (!r->in_movetext)
        begin_movetext(r);
    if (result_is_valid(word)) {
        strcpy(r->stored->result, word);
        return true;
    }
    if (!fits)
        fail(r, line, "the word is too long for a move");
    if (!r->bad)
        play(r, word, line);
    return false;
}

/* --- the end of the game --- */

/* Finds the reason for a result that does not follow from the moves. */
static void explain_result(PgnReader *r) {
    StoredGame *stored = r->stored;
    const char *termination = stored->tags.termination;
    const char *result = stored->result;
    Colour loser = strcmp(result, "1-0") == 0 ? BLACK : WHITE;
    bool decided = strcmp(result, "1-0") == 0 || strcmp(result, "0-1") == 0;
    if (strcmp(result, "1/2-1/2") == 0) {
        stored->game.tournament_draws = true;
        stored->game.tournament_draws = outcome_is_over(game_outcome(&stored->game));
    } else if (decided && text_equal_ignoring_case(termination, "time forfeit")) {
        game_expire(&stored->game, loser);
    } else if (decided && (text_equal_ignoring_case(termination, "adjudication") ||
                           text_equal_ignoring_case(termination, "rules infraction") ||
                           text_equal_ignoring_case(termination, "abandoned"))) {
        stored->forfeit.loser = loser;
        utf8_copy(stored->forfeit.reason, FORFEIT_REASON_SIZE,
                  r->comment[0] ? r->comment : termination);
        r->comment[0] = '\0';
    }
}

static void copy_name(StoredGame *stored, Colour colour, const char *name) {
    bool known = strcmp(name, "?") != 0;
    utf8_copy(stored->names[colour], PLAYER_NAME_SIZE, known ? name : "");
}

/* Reads seconds, which end at `end` or at the end of the text, as milliseconds. */
static int64_t read_seconds(const char *text, char end) {
    size_t length = strspn(text, "0123456789.");
    if (length == 0 || length > CLOCK_DIGITS || (text[length] && text[length] != end))
        return GAME_NO_CLOCK;
    return (int64_t)(1000 * strtod(text, NULL) + 0.5);
}

/* Reads the time that both players begin with from the tag: "300", "300+5" or "40/300". */
static int64_t initial_clock(const char *time_control) {
    const char *slash = strchr(time_control, '/');
    return read_seconds(slash ? slash + 1 : time_control, '+');
}

/* Reads the increment from the tag; 0 if it has none. */
static int64_t read_increment(const char *time_control) {
    const char *plus = strchr(time_control, '+');
    int64_t ms = plus ? read_seconds(plus + 1, '\0') : GAME_NO_CLOCK;
    return ms == GAME_NO_CLOCK ? 0 : ms;
}

/* Sets the clocks if comments give them. */
static void set_clocks(PgnReader *r) {
    StoredGame *stored = r->stored;
    int64_t initial = initial_clock(stored->tags.time_control);
    stored->timed = r->has_clocks;
    stored->increment_ms = r->has_clocks ? read_increment(stored->tags.time_control) : 0;
    for (Colour c = WHITE; r->has_clocks && c <= BLACK; c++) {
        stored->initial_ms[c] = initial;
        if (stored->current_ms[c] == GAME_NO_CLOCK)
            stored->current_ms[c] = initial;
    }
    if (stored->timed && stored->game.time_expired)
        stored->current_ms[stored->game.expired] = 0;
}

static void complete(PgnReader *r) {
    StoredGame *stored = r->stored;
    bool is_open = !stored->result[0] || strcmp(stored->result, "*") == 0;
    copy_name(stored, WHITE, r->white);
    copy_name(stored, BLACK, r->black);
    if (is_open && result_is_valid(r->result_tag))
        strcpy(stored->result, r->result_tag);
    if (!outcome_is_over(game_outcome(&stored->game)))
        explain_result(r);
    set_clocks(r);
    keep_comment(r);
    stored->has_dropped_annotations = r->dropped > 0;
}

/* --- tokens --- */

static void skip_blanks(GamesInput *in) {
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf"; /* also in the middle of a file */
    while (is_blank(games_input_peek(in, 0)))
        games_input_take(in);
    if (in->at_line_start && games_input_starts(in, BYTE_ORDER_MARK)) {
        for (size_t i = 0; i < strlen(BYTE_ORDER_MARK); i++)
            games_input_take(in);
        in->at_line_start = true;
    }
}

/* Does another game begin here, before this one has ended? */
static bool is_next_game(const PgnReader *r) {
    if (!r->input->at_line_start || games_input_peek(r->input, 0) != '[')
        return false;
    return r->in_movetext || (r->began && games_input_starts(r->input, "[Event "));
}

/* Takes the next token. Returns whether the game has ended. */
static bool take_token(PgnReader *r) {
    skip_blanks(r->input);
    int c = games_input_peek(r->input, 0);
    if (!r->began)
        r->stored->line = r->input->line;
    if (c == EOF || is_next_game(r))
        return true;
    if (r->input->taken - r->first > PGN_GAME_MAX_BYTES)
        fail(r, r->stored->line, "the game is too long");
    if (c == ';' || (c == '%' && r->input->at_line_start))
        skip_line(r);
    else if (c == '{')
        take_comment(r);
    else if (c == '(')
        begin_variation(r);
    else if (c == ')')
        end_variation(r);
    else if (c == '[' && !r->in_movetext)
        take_tag(r);
    else
        return take_word(r);
    return false;
}

GamesResult pgn_read(GamesInput *input, const Ruleset *fallback, StoredGame *stored, Error *error) {
    PgnReader r = {.input = input,
                   .fallback = fallback,
                   .stored = stored,
                   .error = error,
                   .first = input->taken};
    stored_game_init(stored, fallback);
    while (!take_token(&r))
        ;
    if (!r.began)
        return GAMES_END;
    if (!r.in_movetext)
        begin_movetext(&r);
    if (r.depth > 0)
        fail(&r, r.variation_line, "the variation is not closed");
    if (!r.bad) {
        complete(&r);
        return GAMES_READ;
    }
    stored_game_free(stored);
    return GAMES_BAD;
}
