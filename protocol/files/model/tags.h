/* tags: PGN's tags: an ordered list of names and values. One thread at a time may use a TagList. */
#ifndef MISERE_FILES_MODEL_TAGS_H
#define MISERE_FILES_MODEL_TAGS_H

#include <stdbool.h>

typedef struct {
    char *name;  /* UTF-8, not empty */
    char *value; /* UTF-8; may be empty */
} Tag;

/* A zeroed TagList is empty. The list owns its texts. */
typedef struct {
    Tag *tags;
    int count;
} TagList;

void tags_free(TagList *list);

/* The value of the first tag with this name; NULL if there is none. Valid until the list changes.
 */
const char *tags_find(const TagList *list, const char *name);

/* The same, but "" if there is none. */
const char *tags_value(const TagList *list, const char *name);

/* The same, but "" also for PGN's "?" (unknown) and "-" (not applicable). */
const char *tags_known_value(const TagList *list, const char *name);

/* Appends a tag, also if there is one with this name. Returns false if out of memory. */
bool tags_add(TagList *list, const char *name, const char *value);

/* Changes the value of the first tag with this name, or appends it. An empty value removes it.
 * Returns false, and changes nothing, if out of memory. */
bool tags_set(TagList *list, const char *name, const char *value);

#endif
