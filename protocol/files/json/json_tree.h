/* json_tree: a JSON text as a tree of values. Nesting has no limit but memory's. Thread-safe if the
 * trees differ. */
#ifndef MISERE_FILES_JSON_JSON_TREE_H
#define MISERE_FILES_JSON_JSON_TREE_H

#include "base/error.h"

typedef enum {
    JSON_KIND_NULL,
    JSON_KIND_FALSE,
    JSON_KIND_TRUE,
    JSON_KIND_NUMBER,
    JSON_KIND_STRING,
    JSON_KIND_ARRAY,
    JSON_KIND_OBJECT,
} JsonKind;

/* A value is followed by the values in it, and these by the ones in them. In an object a string,
 * the name, comes before each member's value. */
typedef struct {
    JsonKind kind;
    int end;          /* index of the first value after this one and all in it */
    const char *text; /* of a string: UTF-8 without NUL; of a number: how it is written, with more
                         text after it */
    double number;
} JsonValue;

typedef struct {
    JsonValue *values; /* values[0] is the whole */
    int count;
    int capacity;
    char *text; /* holds the strings */
} JsonTree;

/* Parses a text. On failure sets *error to what is wrong, and where, or to "out of memory", and
 * returns false; otherwise the caller frees the tree. Halves of surrogate pairs become U+FFFD; a
 * NUL is refused. */
bool json_tree_parse(JsonTree *tree, const char *text, Error *error);

void json_tree_free(JsonTree *tree);

/* The index of the member's value; -1 if there is none, or if `object` is no object. Of several
 * members of that name this is the last. */
int json_tree_member(const JsonTree *tree, int object, const char *name);

/* The string at this index; NULL if there is none or the index is -1. */
const char *json_tree_string(const JsonTree *tree, int index);

/* Walks through an array: `for (i = json_tree_first(tree, array); i >= 0; i = json_tree_next(tree,
 * array, i))`. They return -1 at the end, and at once if `array` is -1 or no array. */
int json_tree_first(const JsonTree *tree, int array);
int json_tree_next(const JsonTree *tree, int array, int index);

#endif
