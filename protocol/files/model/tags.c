#include "files/model/tags.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static void free_tag(Tag *tag) {
    free(tag->name);
    free(tag->value);
}

void tags_free(TagList *list) {
    for (int i = 0; i < list->count; i++)
        free_tag(&list->tags[i]);
    free(list->tags);
    *list = (TagList){0};
}

static Tag *find(const TagList *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->tags[i].name, name) == 0)
            return &list->tags[i];
    return NULL;
}

const char *tags_find(const TagList *list, const char *name) {
    const Tag *tag = find(list, name);
    return tag ? tag->value : NULL;
}

const char *tags_value(const TagList *list, const char *name) {
    const char *value = tags_find(list, name);
    return value ? value : "";
}

const char *tags_known_value(const TagList *list, const char *name) {
    const char *value = tags_value(list, name);
    return strcmp(value, "?") == 0 || strcmp(value, "-") == 0 ? "" : value;
}

bool tags_add(TagList *list, const char *name, const char *value) {
    Tag tag = {strdup(name), strdup(value)};
    Tag *tags =
        tag.name && tag.value ? array_grow(list->tags, (size_t)list->count, sizeof *tags) : NULL;
    if (!tags) {
        free_tag(&tag);
        return false;
    }
    list->tags = tags;
    list->tags[list->count++] = tag;
    return true;
}

static void remove_tag(TagList *list, Tag *tag) {
    int index = (int)(tag - list->tags);
    free_tag(tag);
    memmove(tag, tag + 1, (size_t)(list->count - index - 1) * sizeof *tag);
    list->count--;
}

bool tags_set(TagList *list, const char *name, const char *value) {
    Tag *tag = find(list, name);
    if (!*value) {
        if (tag)
            remove_tag(list, tag);
        return true;
    }
    if (!tag)
        return tags_add(list, name, value);
    char *copy = strdup(value);
    if (!copy)
        return false;
    free(tag->value);
    tag->value = copy;
    return true;
}
