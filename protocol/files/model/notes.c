#include "files/model/notes.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* --- comments and glyphs --- */

bool notes_add_comment(CommentList *list, const char *text) {
    if (!*text)
        return true;
    char *copy = strdup(text);
    char **texts = copy ? array_grow(list->texts, (size_t)list->count, sizeof *texts) : NULL;
    if (!texts) {
        free(copy);
        return false;
    }
    list->texts = texts;
    list->texts[list->count++] = copy;
    return true;
}

void notes_clear_comments(CommentList *list) {
    for (int i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (CommentList){0};
}

bool notes_add_glyph(TurnNotes *notes, int glyph) {
    int *glyphs = array_grow(notes->glyphs, (size_t)notes->glyph_count, sizeof *glyphs);
    if (!glyphs)
        return false;
    notes->glyphs = glyphs;
    notes->glyphs[notes->glyph_count++] = glyph;
    return true;
}

bool notes_has_glyph(const TurnNotes *notes, int glyph) {
    for (int i = 0; i < notes->glyph_count; i++)
        if (notes->glyphs[i] == glyph)
            return true;
    return false;
}

/* --- variations --- */

Variation *notes_add_variation(TurnNotes *notes) {
    Variation *variation = calloc(1, sizeof *variation);
    if (!variation)
        return NULL;
    if (notes->last_variation)
        notes->last_variation->next = variation;
    else
        notes->variations = variation;
    notes->last_variation = variation;
    return variation;
}

bool variation_add(Variation *variation, Turn turn) {
    VariationTurn *turns = array_grow(variation->turns, (size_t)variation->count, sizeof *turns);
    if (!turns)
        return false;
    variation->turns = turns;
    variation->turns[variation->count++] = (VariationTurn){turn, GAME_NO_CLOCK, NULL};
    return true;
}

TurnNotes *variation_edit_notes(Variation *variation, int index) {
    VariationTurn *turn = &variation->turns[index];
    if (!turn->notes)
        turn->notes = calloc(1, sizeof *turn->notes);
    return turn->notes;
}

/* --- freeing; a tree may be too deep for recursion --- */

/* Frees the notes, but appends their variations to the list that ends with *end. */
static void free_and_detach(TurnNotes *notes, Variation **end) {
    if (!notes)
        return;
    if (notes->variations) {
        (*end)->next = notes->variations;
        *end = notes->last_variation;
    }
    notes_clear_comments(&notes->before);
    notes_clear_comments(&notes->after);
    free(notes->glyphs);
    free(notes);
}

void notes_free(TurnNotes *notes) {
    Variation head = {0}, *last = &head;
    free_and_detach(notes, &last);
    for (Variation *variation = head.next; variation;) {
        for (int i = 0; i < variation->count; i++)
            free_and_detach(variation->turns[i].notes, &last);
        Variation *next = variation->next;
        free(variation->turns);
        free(variation);
        variation = next;
    }
}

bool notes_are_empty(const TurnNotes *notes) {
    return !notes || (!notes->evaluation.has_score && notes->evaluation.depth == 0 &&
                      notes->evaluation.nodes == 0 && notes->evaluation.elapsed_us == 0 &&
                      notes->before.count == 0 && notes->after.count == 0 &&
                      notes->glyph_count == 0 && !notes->variations);
}
