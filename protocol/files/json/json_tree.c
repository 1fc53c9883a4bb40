#include "files/json/json_tree.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT = 0xfffd /* stands for a character that cannot be written */ };

typedef struct {
    JsonTree *tree;
    char *next;     /* the rest of tree->text, in which strings are decoded in place */
    int *open;      /* the arrays and objects around the next value, the outermost first */
    int open_count; /* the array has room for tree->capacity */
    Error *error;
} JsonParser;

static bool fail(const JsonParser *p, const char *what) {
    return error_set(p->error, "JSON: %s after %ld bytes", what, (long)(p->next - p->tree->text));
}

static void skip_blanks(JsonParser *p) {
    p->next += strspn(p->next, " \t\r\n");
}

/* Skips blanks and this character; false if there is another one. */
static bool take(JsonParser *p, char c) {
    skip_blanks(p);
    if (*p->next != c)
        return false;
    p->next++;
    return true;
}

/* --- strings --- */

/* Reads four hexadecimal digits; -1 if there is something else. */
static long take_hex(JsonParser *p) {
    if (strspn(p->next, "0123456789abcdefABCDEF") < 4)
        return -1;
    char digits[5] = {p->next[0], p->next[1], p->next[2], p->next[3]};
    p->next += 4;
    return strtol(digits, NULL, 16);
}

/* Reads the rest of "\uXXXX", and the other half of a surrogate pair. */
static bool take_unicode(JsonParser *p, char **out) {
    long high = take_hex(p), character = high;
    if (high <= 0)
        return fail(p, high == 0 ? "a NUL" : "a wrong escape");
    if (high >= 0xd800 && high < 0xdc00 && strncmp(p->next, "\\u", 2) == 0) {
        char *before = p->next;
        p->next += 2;
        long low = take_hex(p);
        if (low >= 0xdc00 && low < 0xe000)
            character = 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
        else
            p->next = before;
    }
    if (character >= 0xd800 && character < 0xe000)
        character = REPLACEMENT;
    *out += utf8_write((uint32_t)character, *out);
    return true;
}

static bool take_escape(JsonParser *p, char **out) {
    static const char LETTERS[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    char letter = *p->next;
    const char *found = letter ? strchr(LETTERS, letter) : NULL;
    if (letter != 'u' && !found)
        return fail(p, "a wrong escape");
    p->next++;
    if (!found)
        return take_unicode(p, out);
    *(*out)++ = MEANINGS[found - LETTERS];
    return true;
}

/* Reads a string after its opening quote. An escape is never shorter than what it stands for. */
static const char *take_string(JsonParser *p) {
    char *text = p->next, *out = text;
    while (*p->next != '"') {
        if ((unsigned char)*p->next < ' ') {
            fail(p, *p->next ? "a control character" : "a string without its end");
            return NULL;
        }
        if (*p->next != '\\') {
            *out++ = *p->next++;
            continue;
        }
        p->next++;
        if (!take_escape(p, &out))
            return NULL;
    }
    p->next++;
    *out = '\0';
    return text;
}

/* --- values --- */

/* Appends a value, and makes room for it to be open. */
static JsonValue *add(JsonParser *p, JsonKind kind) {
    JsonTree *tree = p->tree;
    if (tree->count == tree->capacity) {
        int capacity = tree->capacity ? 2 * tree->capacity : 64;
        JsonValue *values = realloc(tree->values, (size_t)capacity * sizeof *values);
        tree->values = values ? values : tree->values;
        int *open = values ? realloc(p->open, (size_t)capacity * sizeof *open) : NULL;
        p->open = open ? open : p->open;
        if (!open) {
            error_set_out_of_memory(p->error);
            return NULL;
        }
        tree->capacity = capacity;
    }
    JsonValue *value = &tree->values[tree->count++];
    *value = (JsonValue){.kind = kind, .end = tree->count};
    return value;
}

static bool add_string(JsonParser *p) {
    const char *text = take_string(p);
    JsonValue *value = text ? add(p, JSON_KIND_STRING) : NULL;
    if (value)
        value->text = text;
    return value != NULL;
}

/* JSON's numbers are those of C without hexadecimal ones, words, leading zeros and a bare point. */
static bool add_number(JsonParser *p) {
    char *digits = p->next + (*p->next == '-');
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || (length > 1 && *digits == '0') ||
        (digits[length] == '.' && !isdigit((unsigned char)digits[length + 1])))
        return fail(p, "no value");
    JsonValue *value = add(p, JSON_KIND_NUMBER);
    if (!value)
        return false;
    char *end;
    value->text = p->next;
    value->number = strtod(p->next, &end);
    if (*digits == '0' && strchr("xX", digits[1]) && digits[1])
        end = digits + 1;
    p->next = end;
    return true;
}

static bool add_word(JsonParser *p, const char *word, JsonKind kind) {
    if (strncmp(p->next, word, strlen(word)) != 0)
        return fail(p, "no value");
    p->next += strlen(word);
    return add(p, kind) != NULL;
}

/* Adds an array or object that is now open. */
static bool add_open(JsonParser *p, JsonKind kind) {
    p->next++;
    if (!add(p, kind))
        return false;
    p->open[p->open_count++] = p->tree->count - 1;
    return true;
}

static bool add_value(JsonParser *p) {
    skip_blanks(p);
    switch (*p->next) {
    case '{':
        return add_open(p, JSON_KIND_OBJECT);
    case '[':
        return add_open(p, JSON_KIND_ARRAY);
    case '"':
        p->next++;
        return add_string(p);
    case 't':
        return add_word(p, "true", JSON_KIND_TRUE);
    case 'f':
        return add_word(p, "false", JSON_KIND_FALSE);
    case 'n':
        return add_word(p, "null", JSON_KIND_NULL);
    default:
        return add_number(p);
    }
}

/* Reads the name before a member's value. */
static bool add_name(JsonParser *p) {
    if (!take(p, '"'))
        return fail(p, "no name");
    return add_string(p) && (take(p, ':') || fail(p, "no colon"));
}

/* Reads what comes next in the innermost open array or object: its end, or a value in it. */
static bool take_next(JsonParser *p) {
    JsonTree *tree = p->tree;
    int inner = p->open[p->open_count - 1];
    bool is_object = tree->values[inner].kind == JSON_KIND_OBJECT;
    bool is_first = tree->count == inner + 1;
    if (take(p, is_object ? '}' : ']')) {
        tree->values[inner].end = tree->count;
        p->open_count--;
        return true;
    }
    if (!is_first && !take(p, ','))
        return fail(p, "no comma");
    return (!is_object || add_name(p)) && add_value(p);
}

static bool parse(JsonParser *p) {
    bool parsed = add_value(p);
    while (parsed && p->open_count > 0)
        parsed = take_next(p);
    if (!parsed)
        return false;
    skip_blanks(p);
    return *p->next == '\0' || fail(p, "more text");
}

bool json_tree_parse(JsonTree *tree, const char *text, Error *error) {
    JsonParser p = {.tree = tree, .error = error};
    *tree = (JsonTree){.text = strdup(text)};
    p.next = tree->text;
    bool parsed = tree->text ? utf8_is_valid(text) || error_set(error, "JSON: not UTF-8")
                             : error_set_out_of_memory(error);
    parsed = parsed && parse(&p);
    free(p.open);
    if (!parsed)
        json_tree_free(tree);
    return parsed;
}

void json_tree_free(JsonTree *tree) {
    free(tree->values);
    free(tree->text);
    *tree = (JsonTree){0};
}

/* --- looking up --- */

int json_tree_member(const JsonTree *tree, int object, const char *name) {
    int found = -1;
    if (object < 0 || tree->values[object].kind != JSON_KIND_OBJECT)
        return -1;
    for (int i = object + 1; i < tree->values[object].end; i = tree->values[i + 1].end)
        if (strcmp(tree->values[i].text, name) == 0)
            found = i + 1;
    return found;
}

const char *json_tree_string(const JsonTree *tree, int index) {
    bool is_string = index >= 0 && tree->values[index].kind == JSON_KIND_STRING;
    return is_string ? tree->values[index].text : NULL;
}

int json_tree_first(const JsonTree *tree, int array) {
    bool is_array = array >= 0 && tree->values[array].kind == JSON_KIND_ARRAY;
    return is_array && tree->values[array].end > array + 1 ? array + 1 : -1;
}

int json_tree_next(const JsonTree *tree, int array, int index) {
    int next = tree->values[index].end;
    return next < tree->values[array].end ? next : -1;
}
