#include "files/pgn_read.h"

#include "base/text.h"
#include "base/utf8.h"
#include "files/pgn_turn.h"
#include "files/pgn_write.h"

#include <string.h>

enum {
    WORD_SIZE = 64,
    BLANKS_MAX = 64,                 /* before the ']' of a tag */
    VALUE_SIZE = 2 * GAMES_TAG_SIZE, /* of ISO-8859-1 as UTF-8 */
};

/* A game in the making. */
typedef struct {
    GamesInput *input;
    const Ruleset *fallback;
    StoredGame *record;
    GamesInfo *info;
    Error *error;
    char variant[GAMES_TAG_SIZE], fen[GAMES_TAG_SIZE];
    char white[GAMES_TAG_SIZE], black[GAMES_TAG_SIZE];
    char result_tag[GAMES_TAG_SIZE];
    char comment[GAMES_TAG_SIZE]; /* the last since the last turn; empty if there is none */
    int annotations;
    long variant_line, fen_line, variation_line;
    long depth;       /* of variations that are open */
    uint64_t first;   /* byte of the file */
    bool began;       /* something of the game was there */
    bool in_movetext; /* its tags are over */
    bool bad;         /* `error` says why; what is left is passed over */
} PgnReader;

/* What is wrong first is what is said. */
static void fail(PgnReader *r, long line, const char *reason) {
    if (!r->bad)
        games_input_error(r->input, line, reason, r->error);
    r->bad = r->began = true;
}

/* --- text --- */

static bool is_utf8(const char *text) {
    uint32_t character;
    for (int length; *text; text += length)
        if ((length = utf8_decode(text, &character)) == 0)
            return false;
    return true;
}

/* A text of limited length; what does not fit is left out. */
typedef struct {
    char bytes[GAMES_TAG_SIZE];
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

/* Where a text was cut there may be a part of a UTF-8 character, or a last whole one. */
static void drop_last_character(BoundedText *text) {
    while (text->length > 0 && ((unsigned char)text->bytes[text->length - 1] & 0xc0) == 0x80)
        text->length--;
    if (text->length > 0 && (unsigned char)text->bytes[text->length - 1] >= 0xc0)
        text->length--;
    text->bytes[text->length] = '\0';
}

/* Copies the text as UTF-8. */
static void copy_text(char to[GAMES_TAG_SIZE], BoundedText *text) {
    char utf8[VALUE_SIZE], *out = utf8;
    if (text->is_cut)
        drop_last_character(text);
    if (is_utf8(text->bytes)) {
        memcpy(to, text->bytes, text->length + 1);
        return;
    }
    for (const unsigned char *in = (const unsigned char *)text->bytes; *in; in++)
        if (*in < 0x80) {
            *out++ = (char)*in;
        } else {
            *out++ = (char)(0xc0 | *in >> 6);
            *out++ = (char)(0x80 | (*in & 0x3f));
        }
    *out = '\0';
    utf8_copy(to, GAMES_TAG_SIZE, utf8);
}

/* --- what is passed over --- */

/* Ctrl-Z is how some old files end. */
static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1a;
}

static void skip_line(PgnReader *r) {
    int c;
    do
        c = games_input_take(r->input);
    while (c != '\n' && c != EOF);
}

/* Keeps a comment's text, each run of white space as one blank, none at its ends. */
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

/* A comment that is never closed ends where another game seems to begin. */
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
            fail(r, line, "a comment that does not end");
            return;
        }
        if (c == '}')
            break;
        add_to_comment(&text, c, &blank);
    }
    r->annotations++;
    if (r->depth == 0)
        copy_text(r->comment, &text);
}

static void begin_variation(PgnReader *r) {
    games_input_take(r->input);
    if (r->depth++ == 0)
        r->variation_line = r->input->line;
    r->annotations++;
}

static void end_variation(PgnReader *r) {
    games_input_take(r->input);
    if (r->depth == 0)
        fail(r, r->input->line, "a ')' without its '('");
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
        {"Event", r->info->event, NULL},
        {"Site", r->info->site, NULL},
        {"Date", r->info->date, NULL},
        {"Round", r->info->round, NULL},
        {"White", r->white, NULL},
        {"Black", r->black, NULL},
        {"Result", r->result_tag, NULL},
        {"Variant", r->variant, &r->variant_line},
        {"FEN", r->fen, &r->fen_line},
        {"Termination", r->info->termination, NULL},
        {"TimeControl", r->info->time_control, NULL},
    };
    for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
        if (strcmp(name, KEPT[i].name) == 0) {
            copy_text(KEPT[i].to, value);
            if (KEPT[i].line)
                *KEPT[i].line = line;
        }
}

static void skip_blanks_of_line(GamesInput *in) {
    while (games_input_peek(in, 0) == ' ' || games_input_peek(in, 0) == '\t')
        games_input_take(in);
}

/* Takes the ']' if it comes next. */
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

/* Reads a value up to the quotation mark before the ']'. Others should be escaped, but many a
 * program does not. */
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
        fail(r, line, "a tag is [Name \"value\"]");
        skip_line(r);
    }
}

/* --- the game --- */

const Ruleset *pgn_find_ruleset(const char *name) {
    static const char *const LOSERS[] = {"losers", "wild/17", "wild 17", "wild17"};
    for (int i = 0; i < ruleset_count(); i++)
        if (text_equal_ignoring_case(name, ruleset_at(i)->name))
            return ruleset_at(i);
    for (size_t i = 0; i < sizeof LOSERS / sizeof *LOSERS; i++)
        if (text_equal_ignoring_case(name, LOSERS[i]))
            return ruleset_find(LOSERS[0]);
    return NULL;
}

/* The tags are over: sets the board up. */
static void begin_movetext(PgnReader *r) {
    const Ruleset *rules = r->variant[0] ? pgn_find_ruleset(r->variant) : r->fallback;
    Position start;
    Error why;
    r->began = r->in_movetext = true;
    if (!rules) {
        error_set(&why, "no ruleset is called '%.60s'", r->variant);
        fail(r, r->variant_line, why.text);
        return;
    }
    position_start(&start, rules);
    if (r->fen[0] && !position_from_fen(&start, rules, r->fen, &why))
        fail(r, r->fen_line, why.text);
    game_init_from(&r->record->game, &start);
}

static bool is_result(const char *text) {
    return strcmp(text, "1-0") == 0 || strcmp(text, "0-1") == 0 || strcmp(text, "1/2-1/2") == 0 ||
           strcmp(text, "*") == 0;
}

/* The word without a move number; empty if it is none but that, or a mark. */
static const char *strip_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    size_t dots = strspn(word + digits, ".");
    if (word[digits + dots] == '\0' || dots > 0)
        word += digits + dots;
    bool is_mark = word[strspn(word, "!?+-=/#")] == '\0' || strcmp(word, "e.p.") == 0;
    return is_mark ? "" : word;
}

static void play(PgnReader *r, const char *word, long line) {
    const char *turn = pgn_turn_is_pass(word) ? word : strip_number(word);
    Error why;
    r->annotations += *turn == '$';
    if (*turn == '\0' || *turn == '$')
        return;
    if (pgn_turn_play(&r->record->game, turn, &why))
        r->comment[0] = '\0';
    else
        fail(r, line, why.text);
}

/* Reads a word of at least one byte. False if it is too long for any that means something. */
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

/* Takes a word. Says whether the game ends with it. */
static bool take_word(PgnReader *r) {
    char word[WORD_SIZE];
    long line = r->input->line;
    bool fits = read_word(r->input, word);
    if (r->depth > 0)
        return false;
    if (!r->in_movetext)
        begin_movetext(r);
    if (is_result(word)) {
        strcpy(r->info->result, word);
        return true;
    }
    if (!fits)
        fail(r, line, "a word that is too long for a move");
    if (!r->bad)
        play(r, word, line);
    return false;
}

/* --- its end --- */

/* Explains a result that the rules do not. */
static void explain_result(PgnReader *r) {
    StoredGame *record = r->record;
    const char *termination = r->info->termination;
    const char *result = r->info->result;
    Colour loser = strcmp(result, "1-0") == 0 ? BLACK : WHITE;
    bool decided = strcmp(result, "1-0") == 0 || strcmp(result, "0-1") == 0;
    if (strcmp(result, "1/2-1/2") == 0) {
        record->game.tournament_draws = true;
        record->game.tournament_draws = outcome_is_over(game_outcome(&record->game));
    } else if (decided && text_equal_ignoring_case(termination, "time forfeit")) {
        game_expire(&record->game, loser);
    } else if (decided && (text_equal_ignoring_case(termination, "rules infraction") ||
                           text_equal_ignoring_case(termination, "abandoned"))) {
        record->forfeit.loser = loser;
        r->annotations -= r->comment[0] != '\0';
        utf8_copy(record->forfeit.reason, FORFEIT_REASON_SIZE,
                  r->comment[0] ? r->comment : termination);
    }
}

static void copy_name(StoredGame *record, Colour colour, const char *name) {
    bool known = strcmp(name, "?") != 0;
    utf8_copy(record->names[colour], PLAYER_NAME_SIZE, known ? name : "");
}

static void complete(PgnReader *r) {
    StoredGame *record = r->record;
    GamesInfo *info = r->info;
    bool says_nothing = !is_result(info->result) || strcmp(info->result, "*") == 0;
    copy_name(record, WHITE, r->white);
    copy_name(record, BLACK, r->black);
    if (says_nothing && is_result(r->result_tag))
        strcpy(info->result, r->result_tag);
    if (!outcome_is_over(game_outcome(&record->game)))
        explain_result(r);
    if (!is_result(info->result))
        strcpy(info->result, pgn_result(record));
    info->annotated = r->annotations > 0;
}

/* --- one thing after another --- */

static void skip_blanks(GamesInput *in) {
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf"; /* where files were put together */
    while (is_blank(games_input_peek(in, 0)))
        games_input_take(in);
    if (in->at_line_start && games_input_starts(in, BYTE_ORDER_MARK)) {
        for (size_t i = 0; i < strlen(BYTE_ORDER_MARK); i++)
            games_input_take(in);
        in->at_line_start = true;
    }
}

/* Does another game begin here, though this one has not ended? */
static bool is_next_game(const PgnReader *r) {
    if (!r->input->at_line_start || games_input_peek(r->input, 0) != '[')
        return false;
    return r->in_movetext || (r->began && games_input_starts(r->input, "[Event "));
}

/* Takes the next thing. Says whether the game has ended. */
static bool take_token(PgnReader *r) {
    skip_blanks(r->input);
    int c = games_input_peek(r->input, 0);
    if (!r->began)
        r->info->line = r->input->line;
    if (c == EOF || is_next_game(r))
        return true;
    if (r->input->taken - r->first > PGN_GAME_MAX_BYTES)
        fail(r, r->info->line, "the game is too long");
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

GamesResult pgn_read(GamesInput *input, const Ruleset *fallback, StoredGame *record,
                     GamesInfo *info, Error *error) {
    PgnReader r = {.input = input,
                   .fallback = fallback,
                   .record = record,
                   .info = info,
                   .error = error,
                   .first = input->taken};
    *info = (GamesInfo){.line = input->line};
    stored_game_init(record, fallback);
    while (!take_token(&r))
        ;
    if (!r.began)
        return GAMES_END;
    if (!r.in_movetext)
        begin_movetext(&r);
    if (r.depth > 0)
        fail(&r, r.variation_line, "a variation that does not end");
    if (!r.bad) {
        complete(&r);
        return GAMES_READ;
    }
    stored_game_free(record);
    return GAMES_BAD;
}
