#include "files/games.h"

#include "files/gamefile.h"
#include "files/list.h"
#include "files/pgn_read.h"
#include "files/pgn_word.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 128, PEEK_MAX = GAMES_LOOK_AHEAD - 1 };

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";
enum { MARK_LENGTH = sizeof BYTE_ORDER_MARK - 1 };

struct Games {
    GamesFormat format;
    bool is_foreign; /* XML with another root element than a game's */
    const Ruleset *chosen;
    bool ended;
    GamesInput input;
};

/* --- which format? --- */

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_blanks(GamesInput *in, size_t at) {
    while (at < PEEK_MAX && is_blank(games_input_peek(in, at)))
        at++;
    return at;
}

static size_t skip_line(GamesInput *in, size_t at) {
    int c;
    while (at < PEEK_MAX && (c = games_input_peek(in, at)) != '\n' && c != EOF)
        at++;
    return at;
}

/* Copies the word that begins at *at, truncated to fit, and moves *at past it. */
static void peek_word(GamesInput *in, size_t *at, char word[WORD_SIZE]) {
    size_t length = 0;
    int c;
    while (*at < PEEK_MAX && (c = games_input_peek(in, *at)) > ' ') {
        if (length < WORD_SIZE - 1)
            word[length++] = (char)c;
        ++*at;
    }
    word[length] = '\0';
}

/* A 1994 board begins with a line that holds only the side to move. */
static bool begins_board1994(GamesInput *in, size_t at, const char *word) {
    if (strcmp(word, "W") != 0 && strcmp(word, "B") != 0)
        return false;
    while (games_input_peek(in, at) == ' ' || games_input_peek(in, at) == '\t')
        at++;
    int c = games_input_peek(in, at);
    return c == '\n' || c == '\r' || c == EOF;
}

/* Is the word a move number or a result? */
static bool begins_movetext(const char *word) {
    char spelt[WORD_SIZE];
    strcpy(spelt, word);
    pgn_word_spell(spelt);
    size_t digits = strspn(spelt, "0123456789");
    return (digits > 0 && (spelt[digits] == '.' || spelt[digits] == '\0')) ||
           pgn_word_result(spelt);
}

/* Is this UTF-16 that begins with a '<'? Then libxml2 reads it. */
static bool is_xml_in_utf16(GamesInput *in) {
    int first = games_input_peek(in, 0);
    bool has_mark = first == 0xfe || first == 0xff;
    size_t at = has_mark ? 2 : 0;
    while (at + 1 < PEEK_MAX &&
           (is_blank(games_input_peek(in, at)) || is_blank(games_input_peek(in, at + 1))))
        at += 2;
    int a = games_input_peek(in, at), b = games_input_peek(in, at + 1);
    bool is_utf32 = has_mark && a == '\0' && b == '\0'; /* which libxml2 refuses */
    return (a == '<' && (b == '\0' || (b == EOF && has_mark))) || (a == '\0' && b == '<') ||
           is_utf32;
}

/* Is the root element of this XML certainly not a game's? In UTF-16 that is not found out. */
static bool is_foreign_xml(GamesInput *in) {
    char name[sizeof "games"];
    size_t length = 0,
           at = skip_blanks(in, games_input_starts(in, BYTE_ORDER_MARK) ? MARK_LENGTH : 0);
    int c;
    while (games_input_peek(in, at) == '<' &&
           ((c = games_input_peek(in, at + 1)) == '?' || c == '!')) {
        bool is_comment = c == '!' && games_input_peek(in, at + 2) == '-';
        while (at < PEEK_MAX && (games_input_peek(in, at) != '>' ||
                                 (is_comment && games_input_peek(in, at - 1) != '-')))
            at++;
        at = skip_blanks(in, at + 1);
    }
    if (at >= PEEK_MAX || games_input_peek(in, at) != '<')
        return false;
    while (length < sizeof name - 1 && at + 1 < PEEK_MAX && isalnum(c = games_input_peek(in, ++at)))
        name[length++] = (char)c;
    name[length] = '\0';
    return length > 0 && strcmp(name, "game") != 0;
}

/* Does a text that begins with a brace here look like an object of JSON, not like a comment? */
static bool is_json(GamesInput *in, size_t at) {
    at = skip_blanks(in, at + 1);
    if (games_input_peek(in, at) != '"')
        return false;
    do
        at++;
    while (at < PEEK_MAX && games_input_peek(in, at) > ' ' && games_input_peek(in, at) != '"');
    return games_input_peek(in, at) == '"' && games_input_peek(in, skip_blanks(in, at + 1)) == ':';
}

static bool is_start(const char *word) {
    return strcmp(word, "startpos") == 0 || (strchr(word, '/') && games_list_begins(word));
}

/* Has a line from `at` on a start position as its first or second word? */
static bool has_start(GamesInput *in, size_t at) {
    char first[WORD_SIZE], second[WORD_SIZE];
    for (; at < PEEK_MAX && games_input_peek(in, at) != EOF; at = skip_line(in, at)) {
        at = skip_blanks(in, at);
        peek_word(in, &at, first);
        while (games_input_peek(in, at) == ' ')
            at++;
        peek_word(in, &at, second);
        if (is_start(first) || is_start(second))
            return true;
    }
    return false;
}

static GamesFormat find_format(GamesInput *in) {
    if (is_xml_in_utf16(in))
        return GAMES_XML;
    games_input_decode(in);
    size_t at = skip_blanks(in, games_input_starts(in, BYTE_ORDER_MARK) ? MARK_LENGTH : 0);
    char word[WORD_SIZE];
    int c = games_input_peek(in, at);
    if (c == '<')
        return GAMES_XML;
    if (games_input_starts(in, "{\"log\":"))
        return GAMES_LOG;
    bool is_pgn = c == '%' || c == ';';
    while (at < PEEK_MAX && c != EOF && c != '\0' && strchr("#%;", c)) {
        at = skip_blanks(in, skip_line(in, at));
        c = games_input_peek(in, at);
    }
    if (c == EOF || at == PEEK_MAX) /* empty, or with very long comments */
        return is_pgn ? GAMES_PGN : GAMES_LIST;
    if (c == '{' && is_json(in, at))
        return GAMES_UNKNOWN;
    if (c != '\0' && strchr("[{(", c))
        return GAMES_PGN;
    size_t line = at;
    peek_word(in, &at, word);
    if (begins_board1994(in, at, word))
        return GAMES_1994;
    if (begins_movetext(word) && !notation_is_any_pass(word))
        return GAMES_PGN;
    return games_list_begins(word) || has_start(in, line) ? GAMES_LIST : GAMES_UNKNOWN;
}

/* --- reading games --- */

/* Recognises the format, and prepares for the first game. */
static Games *begin(Games *games, const Ruleset *chosen) {
    games->format = find_format(&games->input);
    games->is_foreign = games->format == GAMES_XML && is_foreign_xml(&games->input);
    if (games->format == GAMES_LIST && games_input_starts(&games->input, BYTE_ORDER_MARK))
        for (size_t i = 0; i < MARK_LENGTH; i++)
            games_input_take(&games->input);
    games->chosen = chosen;
    games->ended = false;
    return games;
}

Games *games_open(const char *path, const Ruleset *chosen, Error *error) {
    Games *games = malloc(sizeof *games);
    if (!games)
        error_set_at(error, path, 0, "out of memory");
    else if (games_input_open(&games->input, path, error))
        return begin(games, chosen);
    free(games);
    return NULL;
}

Games *games_open_bytes(const char *name, const char *bytes, size_t size, const Ruleset *chosen,
                        Error *error) {
    Games *games = malloc(sizeof *games);
    if (!games)
        error_set_at(error, name, 0, "out of memory");
    else if (games_input_open_bytes(&games->input, name, bytes, size, error))
        return begin(games, chosen);
    free(games);
    return NULL;
}

void games_close(Games *games) {
    games_input_close(&games->input);
    free(games);
}

GamesFormat games_format(const Games *games) {
    return games->format;
}

bool games_are_known(const Games *games) {
    return games->format != GAMES_UNKNOWN && games->format != GAMES_LOG && !games->is_foreign;
}

uint64_t games_offset(const Games *games) {
    return games->input.taken;
}

static GamesResult fail_unreadable(const Games *games, long line, Error *error) {
    games_input_error(&games->input, line, "the rest of the file cannot be read", error);
    return GAMES_BAD;
}

/* Reads a file of a format that holds one game. */
static GamesResult read_single_game(Games *games, StoredGame *stored, Error *error) {
    size_t size;
    games->ended = true;
    char *bytes = games_input_take_all(&games->input, GAMEFILE_MAX_BYTES, &size);
    if (!bytes) {
        error_set_at(error, games->input.path, 0, "out of memory");
        return GAMES_BAD;
    }
    if (ferror(games->input.file)) {
        free(bytes);
        return fail_unreadable(games, 0, error);
    }
    bool read = gamefile_parse(games->input.path, bytes, size, stored, error);
    free(bytes);
    if (read)
        stored->line = 1;
    return read ? GAMES_READ : GAMES_BAD;
}

static GamesResult fail_format(Games *games, const char *reason, Error *error) {
    games->ended = true;
    games_input_error(&games->input, 1, reason, error);
    return GAMES_BAD;
}

static GamesResult end(Games *games, Error *error) {
    games->ended = true;
    return ferror(games->input.file) ? fail_unreadable(games, games->input.line, error) : GAMES_END;
}

GamesResult games_next(Games *games, StoredGame *stored, Error *error) {
    GamesResult result = GAMES_END;
    if (games->ended)
        return GAMES_END;
    switch (games->format) {
    case GAMES_XML:
    case GAMES_1994:
        return read_single_game(games, stored, error);
    case GAMES_PGN:
        result = pgn_read(&games->input, games->chosen, stored, error);
        break;
    case GAMES_LIST:
        result = games_list_read(&games->input, games->chosen, stored, error);
        break;
    case GAMES_LOG:
        return fail_format(games, "a log of misere-referee; games.pgn beside it has its games",
                           error);
    case GAMES_UNKNOWN:
        return fail_format(games, "not XML, a 1994 board, PGN or a list of positions", error);
    }
    return result == GAMES_END ? end(games, error) : result;
}

static bool find_game(Games *games, int number, StoredGame *stored, Error *cut, Error *error) {
    for (int i = 1;; i++) {
        GamesResult result = games_next(games, stored, error);
        if (result == GAMES_END) {
            char which[16] = "";
            if (number > 1)
                snprintf(which, sizeof which, " %d", number);
            error_set(error, "the file has no game%s", which);
            return error_wrap(error, "%s", games->input.path);
        }
        bool is_cut = result == GAMES_CUT && cut;
        if (i == number && is_cut)
            *cut = *error;
        if (i == number && (is_cut || result == GAMES_READ))
            return true;
        if (result != GAMES_BAD)
            stored_game_free(stored);
        if (i == number)
            return false;
    }
}

bool games_load_part(const char *path, const Ruleset *chosen, int number, StoredGame *stored,
                     Error *cut, Error *error) {
    Games *games = games_open(path, chosen, error);
    if (!games)
        return false;
    bool found = find_game(games, number, stored, cut, error);
    games_close(games);
    return found;
}

bool games_load(const char *path, const Ruleset *chosen, int number, StoredGame *stored,
                Error *error) {
    return games_load_part(path, chosen, number, stored, NULL, error);
}

bool games_load_for_course(const char *path, StoredGame *stored, Error *error) {
    Games *games = games_open(strcmp(path, "-") == 0 ? "./-" : path, NULL, error);
    if (!games)
        return false;
    bool is_known = games->format == GAMES_XML || games->format == GAMES_1994;
    bool found = is_known ? find_game(games, 1, stored, NULL, error)
                          : error_set_at(error, path, 0, "neither XML nor a 1994 board");
    games_close(games);
    return found;
}
