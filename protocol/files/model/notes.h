/* notes: what a file says about a turn, and the turns that could have been played instead of it.
 *
 * A game is a tree. Its main line is a Game; each of its turns has TurnNotes, whose variations are
 * lines of turns that have TurnNotes in their turn. All lists and texts are owned by what contains
 * them. Functions that return bool or a pointer return false or NULL, and change nothing, if out of
 * memory. One thread at a time may use the notes of a game. */
#ifndef MISERE_FILES_MODEL_NOTES_H
#define MISERE_FILES_MODEL_NOTES_H

#include "rules/game.h"

/* What a player reported about its turn, and how long the turn took. */
typedef struct {
    bool has_score;
    bool is_mate;
    int score; /* from the player's point of view: centipawns or, if is_mate, turns until the forced
                  end */
    int depth; /* half-moves; 0 if unknown */
    int64_t nodes;
    int64_t elapsed_us; /* 0 if unknown */
} TurnEvaluation;

/* Comments: UTF-8, not empty. */
typedef struct {
    char **texts;
    int count;
} CommentList;

/* PGN's numeric annotation glyphs for !, ?, !!, ??, !? and ?!. There are many others. */
enum { NAG_GOOD = 1, NAG_MISTAKE, NAG_BRILLIANT, NAG_BLUNDER, NAG_INTERESTING, NAG_DUBIOUS };

typedef struct Variation Variation;

/* Zeroed: nothing is known. */
typedef struct {
    TurnEvaluation evaluation;
    CommentList before, after;
    int *glyphs; /* PGN's numeric annotation glyphs, in the file's order */
    int glyph_count;
    Variation *variations; /* the first; each begins instead of this turn */
    Variation *last_variation;
} TurnNotes;

typedef struct {
    Turn turn;
    int64_t clock_ms; /* as in GameTurn */
    TurnNotes *notes; /* NULL: nothing is known */
} VariationTurn;

struct Variation {
    VariationTurn *turns; /* legal turns, at least one */
    int count;
    Variation *next; /* the next one instead of the same turn */
};

void notes_free(TurnNotes *notes); /* NULL is allowed */

/* Appends a copy of the text, unless it is empty. */
bool notes_add_comment(CommentList *list, const char *text);
void notes_clear_comments(CommentList *list);

bool notes_add_glyph(TurnNotes *notes, int glyph);
bool notes_has_glyph(const TurnNotes *notes, int glyph);

/* Appends a variation without turns; the caller adds at least one. */
Variation *notes_add_variation(TurnNotes *notes);

/* Appends a turn without notes. */
bool variation_add(Variation *variation, Turn turn);

/* The notes of a turn, made if there are none yet. */
TurnNotes *variation_edit_notes(Variation *variation, int index);

/* Do the notes say nothing? NULL is allowed. */
bool notes_are_empty(const TurnNotes *notes);

#endif
