/* random_tree: random trees of turns with all that can be said about them, and the comparison of
 * two trees. */
#ifndef MISERE_UNIT_FILES_RANDOM_TREE_H
#define MISERE_UNIT_FILES_RANDOM_TREE_H

#include "unit/positions.h"

#include "files/model/stored_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 10, COMMENTS_MAX = 20, TAG_MAX_BYTES = 10000, GLYPH_MAX = 255 };

static uint64_t tree_seed = 41;

static inline int below(int bound) {
    return (int)(random_next(&tree_seed) % (uint64_t)bound);
}

static inline bool one_in(int chances) {
    return below(chances) == 0;
}

/* --- a deep tree --- */

/* A game of one turn, with a variation that has one instead of its own turn, and so on. */
static inline void make_deep_tree(StoredGame *deep, int depth) {
    stored_game_init(deep, ruleset_default());
    Turn turns[] = {turn_of(&deep->game.now, "e2e4"), turn_of(&deep->game.now, "d2d4")};
    assert_true(game_play(&deep->game, turns[0], GAME_NO_CLOCK));
    TurnNotes *notes = stored_game_edit_notes(deep, 0);
    for (int i = 0; i < depth; i++) {
        Variation *variation = notes_add_variation(notes);
        assert_true(variation && variation_add(variation, turns[i % 2]));
        notes = variation_edit_notes(variation, 0);
        assert_non_null(notes);
    }
}

static inline int depth_of(const StoredGame *deep) {
    int depth = 0;
    for (const TurnNotes *notes = stored_game_notes(deep, 0); notes && notes->variations; depth++)
        notes = notes->variations->turns[0].notes;
    return depth;
}

/* --- random trees --- */

static inline char *random_text(int size) {
    static const char *const WORDS[] = {
        "a",   "{",   "}",    "{}", ";", "%",        "[Event",       "\"x\"]",
        "(1.", "e4)", "1-0",  "$4", "*", "\xc3\xa9", "\xe2\x99\x9e", "\xf0\x9f\x91\x91",
        "\\",  "\"",  "\\\"", "--", "]", "word"};
    char *text = malloc((size_t)size + 16), *out = text;
    assert_non_null(text);
    do
        out +=
            sprintf(out, "%s%s", out > text ? " " : "", WORDS[below(sizeof WORDS / sizeof *WORDS)]);
    while (out - text < size);
    return text;
}

static inline void add_comments(CommentList *list, int most) {
    for (int count = below(most + 1); count > 0; count--) {
        char *text = random_text(1 + below(one_in(50) ? 5000 : 40));
        assert_true(notes_add_comment(list, text));
        free(text);
    }
}

static inline TurnEvaluation random_evaluation(void) {
    TurnEvaluation evaluation = {0};
    if (one_in(4)) {
        evaluation.has_score = true;
        evaluation.is_mate = one_in(4);
        evaluation.score = evaluation.is_mate ? 1 + below(50) : below(5000) - 2500;
        evaluation.depth = below(40);
    }
    if (one_in(4))
        evaluation.elapsed_us = (int64_t)below(100000) * 1000;
    return evaluation;
}

static inline int64_t random_clock(void) {
    return one_in(4) ? 1 + below(10000000) : GAME_NO_CLOCK;
}

static inline void fill_notes(TurnNotes *notes, int depth) {
    int most = one_in(20) ? COMMENTS_MAX : 2 - depth / 5;
    notes->evaluation = random_evaluation();
    add_comments(&notes->before, most);
    add_comments(&notes->after, most);
    for (int count = one_in(3) ? below(4) : 0; count > 0; count--)
        assert_true(notes_add_glyph(notes, below(GLYPH_MAX + 1)));
}

static inline bool random_turn(const Position *pos, Turn *turn) {
    TurnList list;
    if (outcome_is_over(outcome_of(pos)))
        return false;
    assert_true(turn_list_make(pos, &list));
    *turn = list.turns[below(list.count)];
    turn_list_free(&list);
    return true;
}

/* Adds variations instead of a turn that is played in this position. */
static inline void add_variations(TurnNotes *notes, const Position *before, int depth) {
    int count = one_in(3) + one_in(9);
    for (; count > 0 && depth < DEPTH_MAX; count--) {
        Variation *variation = notes_add_variation(notes);
        Position pos = *before;
        Turn turn;
        assert_non_null(variation);
        for (int left = 1 + below(3); left > 0 && random_turn(&pos, &turn); left--) {
            assert_true(variation_add(variation, turn));
            variation->turns[variation->count - 1].clock_ms = random_clock();
            TurnNotes *inner = variation_edit_notes(variation, variation->count - 1);
            assert_non_null(inner);
            fill_notes(inner, depth + 1);
            add_variations(inner, &pos, depth + 1);
            Position last = pos;
            turn_apply(&pos, &last, turn);
        }
    }
}

static inline void add_tags(StoredGame *stored) {
    for (int count = below(6); count > 0; count--) {
        char name[32];
        char *value = random_text(one_in(4) ? TAG_MAX_BYTES : 1 + below(30));
        snprintf(name, sizeof name, "Tag%d", count);
        assert_true(tags_add(&stored->tags, name, value));
        free(value);
    }
    assert_true(tags_add(&stored->tags, "TimeControl", "60+1"));
    char *name = random_text(100);
    assert_true(stored_game_set_name(stored, WHITE, name));
    free(name);
    stored->has_all_tags = true;
}

static inline void make_tree(StoredGame *stored) {
    Turn turn;
    stored_game_init(stored, ruleset_at(below(ruleset_count())));
    add_tags(stored);
    for (int left = below(30); left > 0 && random_turn(&stored->game.now, &turn); left--) {
        Position before = stored->game.now;
        assert_true(game_play(&stored->game, turn, random_clock()));
        TurnNotes *notes = stored_game_edit_notes(stored, stored->game.count - 1);
        assert_non_null(notes);
        fill_notes(notes, 0);
        add_variations(notes, &before, 0);
    }
}

/* --- comparing --- */

static inline void assert_same_comments(const CommentList *a, const CommentList *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++)
        assert_string_equal(a->texts[i], b->texts[i]);
}

static inline void assert_same_notes(const TurnNotes *a, const TurnNotes *b);

static inline void assert_same_variations(const Variation *a, const Variation *b) {
    for (; a && b; a = a->next, b = b->next) {
        static const TurnNotes NOTHING = {0};
        assert_int_equal(a->count, b->count);
        for (int i = 0; i < a->count; i++) {
            const TurnNotes *of_a = a->turns[i].notes, *of_b = b->turns[i].notes;
            assert_true(turn_equal(a->turns[i].turn, b->turns[i].turn));
            assert_true(a->turns[i].clock_ms == b->turns[i].clock_ms);
            assert_same_notes(of_a ? of_a : &NOTHING, of_b ? of_b : &NOTHING);
        }
    }
    assert_true(!a && !b);
}

static inline void assert_same_notes(const TurnNotes *a, const TurnNotes *b) {
    assert_int_equal(a->evaluation.has_score, b->evaluation.has_score);
    assert_int_equal(a->evaluation.is_mate, b->evaluation.is_mate);
    assert_int_equal(a->evaluation.score, b->evaluation.score);
    assert_int_equal(a->evaluation.depth, b->evaluation.depth);
    assert_true(a->evaluation.elapsed_us == b->evaluation.elapsed_us);
    assert_same_comments(&a->before, &b->before);
    assert_same_comments(&a->after, &b->after);
    assert_int_equal(a->glyph_count, b->glyph_count);
    for (int i = 0; i < a->glyph_count; i++)
        assert_int_equal(a->glyphs[i], b->glyphs[i]);
    assert_same_variations(a->variations, b->variations);
}

static inline void assert_same_tree(const StoredGame *a, const StoredGame *b) {
    assert_ptr_equal(a->game.start.rules, b->game.start.rules);
    assert_int_equal(a->game.count, b->game.count);
    for (int i = 0; i < a->game.count; i++) {
        assert_true(turn_equal(a->game.turns[i].turn, b->game.turns[i].turn));
        assert_true(a->game.turns[i].clock_ms == b->game.turns[i].clock_ms);
        assert_same_notes(stored_game_notes(a, i), stored_game_notes(b, i));
    }
    for (int i = 0; i < a->tags.count; i++)
        assert_string_equal(stored_game_tag(a, a->tags.tags[i].name),
                            stored_game_tag(b, a->tags.tags[i].name));
}

#endif
