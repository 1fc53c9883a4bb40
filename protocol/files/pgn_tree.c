#include "files/pgn_tree.h"

#include "base/array.h"
#include "files/pgn_commands.h"

#include <stdlib.h>
#include <string.h>

/* --- replaying --- */

bool pgn_tree_start(const PgnScan *scan, const Ruleset *rules, Position *start, Error *error) {
    const char *fen = tags_known_value(&scan->tags, "FEN");
    position_start(start, rules);
    return !*fen || position_from_fen(start, rules, fen, error);
}

/* Must the side to move pass before it plays the turn that the word says? */
static bool needs_pass(const Position *pos, const char *word) {
    return !notation_is_any_pass(word) && outcome_pass_is_forced(pos);
}

static void apply(Position *pos, Turn turn) {
    Position before = *pos;
    turn_apply(pos, &before, turn);
}

/* Replays a turn, after a forced pass if one is due. Returns false if it is not legal. */
static bool replay_turn(Position *pos, const char *word) {
    Turn turn;
    bool is_legal = notation_read_recorded_turn(pos, word, &turn, NULL);
    if (!is_legal && needs_pass(pos, word)) {
        apply(pos, turn_single(MOVE_PASS));
        is_legal = notation_read_recorded_turn(pos, word, &turn, NULL);
    }
    if (is_legal)
        apply(pos, turn);
    return is_legal;
}

GameReplay pgn_tree_replay(const void *game, const Ruleset *rules) {
    const PgnScan *scan = game;
    GameReplay replay = {.turns = 0, .is_whole = true};
    Position pos;
    int depth = 0;
    if (!pgn_tree_start(scan, rules, &pos, NULL))
        return (GameReplay){.turns = -1};
    for (size_t i = 0; i < scan->count && replay.is_whole; i++) {
        const PgnToken *token = &scan->tokens[i];
        depth += (token->kind == PGN_OPEN) - (token->kind == PGN_CLOSE);
        if (token->kind != PGN_TURN || depth > 0)
            continue;
        replay.is_whole = replay_turn(&pos, pgn_token_text(scan, token));
        replay.turns += replay.is_whole;
    }
    replay.outcome = outcome_of(&pos);
    return replay;
}

/* --- building --- */

/* A line that is being read: the main line, or a variation in one. */
typedef struct {
    Position before, now; /* before and after its last turn */
    TurnNotes *instead;   /* of the turn that the variation replaces */
    Variation *variation; /* NULL: the main line, or no turn yet */
    CommentList comments; /* before the next turn */
    bool has_turn;        /* has the line a turn? */
    bool is_before;       /* does a comment now belong to the next turn? */
    bool is_skipped;      /* the rest does not count: a turn is illegal */
} LineBuilder;

typedef struct {
    const PgnScan *scan;
    StoredGame *stored;
    LineBuilder *lines; /* from the main line to the innermost variation */
    int depth;
    bool has_clocks;
    bool is_short_of_memory;
    long line; /* of the token in the file */
    Error *error;
} Builder;

static LineBuilder *top(const Builder *b) {
    return &b->lines[b->depth - 1];
}

/* Notes a lack of memory if `done` is false. */
static bool check(Builder *b, bool done) {
    b->is_short_of_memory = b->is_short_of_memory || !done;
    return done;
}

static void skip(const Builder *b, SkippedKind kind) {
    pgn_skip(b->stored->skipped, kind, b->line);
}

/* The notes of the line's last turn; NULL if out of memory. */
static TurnNotes *last_notes(Builder *b) {
    const LineBuilder *line = top(b);
    TurnNotes *notes = b->depth == 1
                           ? stored_game_edit_notes(b->stored, b->stored->game.count - 1)
                           : variation_edit_notes(line->variation, line->variation->count - 1);
    check(b, notes != NULL);
    return notes;
}

/* Appends a legal turn to the line. Returns false if that is impossible, with an error. */
static bool add_turn(Builder *b, Turn turn) {
    LineBuilder *line = top(b);
    line->before = line->now;
    if (b->depth == 1) {
        if (!game_play(&b->stored->game, turn, GAME_NO_CLOCK)) {
            check(b, b->stored->game.count >= GAME_TURNS_MAX);
            return error_set(b->error, "the game has too many turns");
        }
        line->now = b->stored->game.now;
    } else {
        if (!line->variation)
            line->variation = notes_add_variation(line->instead);
        if (!check(b, line->variation && variation_add(line->variation, turn)))
            return error_set_out_of_memory(b->error);
        apply(&line->now, turn);
    }
    line->has_turn = true;
    line->is_before = false;
    return true;
}

/* Gives the comments before the line's last turn to it. */
static void settle_comments(Builder *b) {
    LineBuilder *line = top(b);
    TurnNotes *notes = line->comments.count > 0 ? last_notes(b) : NULL;
    if (!notes)
        return;
    notes_clear_comments(&notes->before);
    notes->before = line->comments;
    line->comments = (CommentList){0};
}

/* Plays a turn in the line. Returns false, with an error, if it is not legal. */
static bool play(Builder *b, const char *word) {
    LineBuilder *line = top(b);
    Turn turn;
    Position now = line->now;
    bool passes = false;
    Refusal refusal;
    /* Most turns are legal at once, so whether a pass is due is asked only if not. */
    bool is_legal = notation_read_recorded_turn(&now, word, &turn, &refusal);
    if (!is_legal && needs_pass(&now, word)) {
        passes = true;
        apply(&now, turn_single(MOVE_PASS));
        is_legal = notation_read_recorded_turn(&now, word, &turn, &refusal);
    }
    if (!is_legal)
        return refusal_error(&refusal, word, b->error);
    if ((passes && !add_turn(b, turn_single(MOVE_PASS))) || !add_turn(b, turn))
        return false;
    settle_comments(b);
    return true;
}

static bool push(Builder *b, LineBuilder line) {
    LineBuilder *lines = array_grow(b->lines, (size_t)b->depth, sizeof *lines);
    if (!check(b, lines != NULL))
        return false;
    b->lines = lines;
    b->lines[b->depth++] = line;
    return true;
}

static void open_variation(Builder *b) {
    const LineBuilder *line = top(b);
    LineBuilder inner = {.is_before = true, .now = line->before, .before = line->before};
    inner.is_skipped = line->is_skipped || !line->has_turn;
    if (!inner.is_skipped)
        inner.instead = last_notes(b);
    else if (!line->is_skipped)
        skip(b, SKIPPED_VARIATIONS);
    push(b, inner);
}

/* Keeps what a comment after the line's last turn says: commands, an opening turn, text. */
static void keep_comment(Builder *b, const char *text) {
    LineBuilder *line = top(b);
    Game *game = &b->stored->game;
    TurnNotes *notes = last_notes(b);
    char *copy = strdup(text);
    if (!check(b, notes && copy)) {
        free(copy);
        return;
    }
    bool is_main = b->depth == 1;
    int64_t *clock = is_main ? &game->turns[game->count - 1].clock_ms
                             : &line->variation->turns[line->variation->count - 1].clock_ms;
    PgnTurnInfo info = {notes->evaluation, *clock};
    Colour player = (Colour)line->before.player;
    pgn_commands_take(copy, player, &info);
    notes->evaluation = info.evaluation;
    if (is_main && info.clock_ms != GAME_NO_CLOCK) {
        b->stored->current_ms[player] = info.clock_ms;
        b->has_clocks = true;
    }
    *clock = info.clock_ms;
    bool is_opening = is_main && strcmp(copy, PGN_OPENING_COMMENT) == 0 &&
                      stored_game_extend_opening(b->stored, game->count - 1);
    check(b, is_opening || notes_add_comment(&notes->after, copy));
    free(copy);
}

/* Attaches the comments at the end of a line to its last turn. If a game has no turns, they are
 * kept as those before its first turn; if a variation has none, they are skipped. */
static void end_comments(Builder *b) {
    LineBuilder *line = top(b);
    CommentList *comments = &line->comments;
    TurnNotes *first = NULL;
    if (comments->count == 0)
        return;
    if (!line->has_turn && b->depth == 1)
        check(b, (first = stored_game_edit_notes(b->stored, 0)) != NULL);
    else if (!line->has_turn)
        skip(b, SKIPPED_COMMENTS);
    for (int i = 0; i < comments->count; i++) {
        if (line->has_turn)
            keep_comment(b, comments->texts[i]);
        else if (first)
            check(b, notes_add_comment(&first->before, comments->texts[i]));
    }
    notes_clear_comments(comments);
}

static void close_variation(Builder *b) {
    const LineBuilder *line = top(b);
    if (!line->is_skipped && !line->has_turn)
        skip(b, SKIPPED_VARIATIONS);
    end_comments(b);
    b->depth--;
    top(b)->is_before = top(b)->is_before || top(b)->has_turn;
}

static void take_comment(Builder *b, const char *text) {
    LineBuilder *line = top(b);
    if (line->is_before)
        check(b, notes_add_comment(&line->comments, text));
    else
        keep_comment(b, text);
}

static void take_glyph(Builder *b, int glyph) {
    TurnNotes *notes = top(b)->has_turn ? last_notes(b) : NULL;
    if (notes)
        check(b, notes_add_glyph(notes, glyph));
    else
        skip(b, SKIPPED_GLYPHS);
}

/* Takes a token. Returns false if it ends the tree. */
static bool take_token(Builder *b, const PgnToken *token) {
    LineBuilder *line = top(b);
    const char *text = pgn_token_text(b->scan, token);
    b->line = (long)token->line;
    if (token->kind == PGN_OPEN)
        open_variation(b);
    else if (token->kind == PGN_CLOSE)
        close_variation(b);
    else if (line->is_skipped)
        return true;
    else if (token->kind == PGN_NUMBER)
        line->is_before = true;
    else if (token->kind == PGN_GLYPH)
        take_glyph(b, (int)token->value);
    else if (token->kind == PGN_COMMENT)
        take_comment(b, text);
    else if (!play(b, text)) {
        if (b->depth == 1)
            return false;
        skip(b, SKIPPED_VARIATIONS);
        line->is_skipped = true;
    }
    return !b->is_short_of_memory;
}

PgnTreeResult pgn_tree_build(const PgnScan *scan, StoredGame *stored, bool *has_clocks, long *line,
                             Error *error) {
    Builder b = {.scan = scan, .stored = stored, .error = error};
    bool is_whole = push(&b, (LineBuilder){.now = stored->game.start, .is_before = true});
    for (size_t i = 0; is_whole && i < scan->count; i++)
        is_whole = take_token(&b, &scan->tokens[i]);
    for (; b.depth > 0; b.depth--)
        end_comments(&b);
    free(b.lines);
    *has_clocks = b.has_clocks;
    *line = b.line;
    return b.is_short_of_memory ? PGN_TREE_NO_MEMORY : is_whole ? PGN_TREE_WHOLE : PGN_TREE_CUT;
}
