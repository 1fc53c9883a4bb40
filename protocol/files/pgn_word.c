#include "files/pgn_word.h"

#include "base/text.h"
#include "base/utf8.h"
#include "files/model/result.h"
#include "rules/notation.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* --- spelling --- */

enum { WHITE_FIGURINE = 0x2654, BLACK_FIGURINE = 0x265a, FIGURINES = 6 };

/* What replaces the character; NULL: it stays. None is longer than the character itself. */
static const char *spell(uint32_t c) {
    static const char *const LETTERS[FIGURINES] = {"K", "Q", "R", "B", "N", "P"};
    static const struct {
        uint32_t from, to;
        const char *text;
    } OTHERS[] = {
        {0x2010, 0x2015, "-"},                          /* hyphens and dashes */
        {0x2212, 0x2212, "-"},                          /* minus */
        {0xd7, 0xd7, "x"},                              /* multiplication sign */
        {0x2026, 0x2026, "..."}, {0x2020, 0x2021, "+"}, /* daggers */
        {0xfe0e, 0xfe0f, ""},                           /* variation selectors */
        {0x203c, 0x203c, "!!"},  {0x2047, 0x2047, "??"},
        {0x2048, 0x2048, "?!"},  {0x2049, 0x2049, "!?"},
    };
    if (c >= WHITE_FIGURINE && c < WHITE_FIGURINE + FIGURINES)
        return LETTERS[c - WHITE_FIGURINE];
    if (c >= BLACK_FIGURINE && c < BLACK_FIGURINE + FIGURINES)
        return LETTERS[c - BLACK_FIGURINE];
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (c >= OTHERS[i].from && c <= OTHERS[i].to)
            return OTHERS[i].text;
    return NULL;
}

void pgn_word_spell(char *word) {
    char *out = word;
    uint32_t c;
    for (const char *in = word; *in;) {
        int length = utf8_decode(in, &c);
        const char *spelling = length > 1 ? spell(c) : NULL;
        if (spelling) {
            out = text_put(out, spelling);
        } else {
            memmove(out, in, length > 0 ? (size_t)length : 1);
            out += length > 0 ? length : 1;
        }
        in += length > 0 ? length : 1;
    }
    *out = '\0';
    char *slash = out - word > 2 ? out - 2 : word;
    if (*slash == '/' && slash > word && strchr("18", slash[-1]) &&
        isalpha((unsigned char)slash[1]))
        *slash = '=';
}

/* --- results and numbers --- */

const char *pgn_word_result(const char *word) {
    static const struct {
        const char *word;
        int white_points;
    } RESULTS[] = {{"1:0", 2},    {"0:1", 0},           {"1/2", 1},          {"1/2:1/2", 1},
                   {"\u00bd", 1}, {"\u00bd-\u00bd", 1}, {"\u00bd:\u00bd", 1}};
    if (strcmp(word, "*") == 0)
        return "*";
    if (*word != '0' && *word != '1' && (unsigned char)*word < 0x80)
        return NULL;
    int points = result_white_points(word);
    for (size_t i = 0; points == RESULT_UNDECIDED && i < sizeof RESULTS / sizeof *RESULTS; i++)
        if (strcmp(word, RESULTS[i].word) == 0)
            points = RESULTS[i].white_points;
    return points == RESULT_UNDECIDED ? NULL : result_text(points);
}

/* Of a move number without dots: 5254 is a move in the notation for correspondence, 00 castles. */
enum { DIGITS_MAX = 3 };

const char *pgn_word_after_number(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    bool is_number = *word != '0' && digits <= DIGITS_MAX && word[digits] == '\0';
    return dots > 0 || is_number ? word + digits + dots : word;
}

/* --- marks --- */

/* Longer marks come first, since some end like shorter ones. */
static const struct {
    const char *text;
    int glyph;
} MARKS[] = {
    {"!!", 3},       {"??", 4},       {"!?", 5},       {"?!", 6},       {"!", 1},
    {"?", 2},        {"+/-", 16},     {"-/+", 17},     {"+/=", 14},     {"=/+", 15},
    {"+-", 18},      {"-+", 19},      {"+=", 14},      {"=+", 15},      {"=", 10},
    {"\u25a1", 7},   {"\u221e", 13},  {"\u2a72", 14},  {"\u2a71", 15},  {"\u00b1", 16},
    {"\u2213", 17},  {"\u2a00", 22},  {"\u27f3", 32},  {"\u2191", 36},  {"\u2192", 40},
    {"\u21c6", 132}, {"\u21c4", 132}, {"\u2295", 138}, {"\u2206", 140}, {"\u2313", 142},
    {"N", 146},      {"D", 220},
};

/* Could the word end with a mark? Most words do not, and need no search. */
static bool may_end_with_mark(const char *word, size_t length) {
    unsigned char last = (unsigned char)(length > 0 ? word[length - 1] : 0);
    return last >= 0x80 || (last && strchr("!?=+-ND", last));
}

int pgn_word_glyph(const char *word) {
    if (isalnum((unsigned char)*word) && word[1])
        return 0;
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++)
        if (strcmp(word, MARKS[i].text) == 0)
            return MARKS[i].glyph;
    return 0;
}

/* Could the N or D at `at` be a part of the word rather than a mark: the piece that a pawn becomes,
 * or the last letter? */
static bool is_letter_of_word(const char *word, const char *at) {
    bool after_rank = at > word && at[-1] >= '1' && at[-1] <= '8';
    bool is_piece_move = isupper((unsigned char)*word);
    return !after_rank || (!is_piece_move && strchr("18", at[-1]));
}

int pgn_word_cut_glyph(char *word) {
    size_t length = strlen(word);
    bool may_end = may_end_with_mark(word, length);
    for (size_t i = 0; may_end && i < sizeof MARKS / sizeof *MARKS; i++) {
        size_t mark = strlen(MARKS[i].text);
        char *at = word + length - mark;
        if (mark >= length || strcmp(at, MARKS[i].text) != 0)
            continue;
        if (isalpha((unsigned char)*at) && is_letter_of_word(word, at))
            continue;
        *at = '\0';
        return MARKS[i].glyph;
    }
    return 0;
}

/* --- turns --- */

bool pgn_word_is_en_passant(const char *word) {
    return text_equal_ignoring_case(word, "e.p.") || text_equal_ignoring_case(word, "e.p") ||
           text_equal_ignoring_case(word, "ep");
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

/* Does the word begin as a turn does: with a square, perhaps after a letter for the piece, an
 * origin and a sign? Or with a piece and a square that the board does not have? */
static bool begins_as_turn(const char *word) {
    if (*word && strchr("KQRBN", *word) && is_file(word[1]) && isdigit((unsigned char)word[2]))
        return true;
    if (*word && strchr("Oo0", *word) && word[1] == '-')
        return true;
    for (const char *at = word; at < word + 5 && *at; at++) {
        if (is_file(*at) && at[1] >= '1' && at[1] <= '8')
            return true;
        bool is_piece = at == word && isalpha((unsigned char)*at);
        if (!is_piece && !strchr("abcdefgh12345678x:-", *at))
            return false;
    }
    return false;
}

bool pgn_word_is_turn(const char *word) {
    return begins_as_turn(word) || notation_looks_like_typed_turn(word);
}
