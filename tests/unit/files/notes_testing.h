/* notes_testing: what tests ask about the notes of a turn. */
#ifndef MISERE_UNIT_FILES_NOTES_TESTING_H
#define MISERE_UNIT_FILES_NOTES_TESTING_H

#include "unit/testing.h"

#include "files/model/stored_game.h"

#include <stdio.h>
#include <stdlib.h>

/* Has a reader skipped anything? */
static inline bool has_skipped(const StoredGame *stored) {
    int count = 0;
    for (int kind = 0; kind < SKIPPED_KINDS; kind++)
        count += stored->skipped[kind].count;
    return count > 0;
}

/* The only comment after a turn; NULL if there is none. */
static inline const char *only_comment(const StoredGame *stored, int turn) {
    const CommentList *list = &stored_game_notes(stored, turn)->after;
    assert_in_range(list->count, 0, 1);
    return list->count ? list->texts[0] : NULL;
}

/* Joins the texts with " | "; "none" if there is none. The caller frees the result. */
static inline char *join_comments(const CommentList *list) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < list->count; i++)
        fprintf(out, "%s%s", i > 0 ? " | " : "", list->texts[i]);
    if (list->count == 0)
        fputs("none", out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static inline void assert_comments(const CommentList *list, const char *expected) {
    char *text = join_comments(list);
    assert_string_equal(text, expected);
    free(text);
}

#endif
