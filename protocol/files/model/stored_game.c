#include "files/model/stored_game.h"

#include "base/text.h"
#include "base/utf8.h"
#include "files/model/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stored_game_init(StoredGame *stored, const Ruleset *rules) {
    *stored = (StoredGame){.initial_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                           .current_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK}};
    game_init(&stored->game, rules);
}

void stored_game_free(StoredGame *stored) {
    game_free(&stored->game);
    tags_free(&stored->tags);
    for (int i = 0; i < stored->notes_capacity; i++)
        notes_free(stored->notes[i]);
    free(stored->notes);
    stored->notes = NULL;
    stored->notes_capacity = 0;
    if (stored->extensions)
        stored->free_extensions(stored->extensions);
    stored->extensions = NULL;
}

static bool clock_has_run_out(const StoredGame *stored, Colour player) {
    int64_t ms = stored->current_ms[player];
    return ms != GAME_NO_CLOCK && ms <= 0;
}

bool stored_game_out_of_time(const StoredGame *stored, Colour *player) {
    Colour first = game_player(&stored->game);
    *player = clock_has_run_out(stored, first) ? first : other(first);
    return clock_has_run_out(stored, *player);
}

/* --- the result --- */

bool stored_game_is_forfeited(const StoredGame *stored) {
    return stored->forfeit.reason[0] && !outcome_is_over(game_outcome(&stored->game));
}

bool stored_game_is_decided(const StoredGame *stored) {
    return stored->forfeit.reason[0] || outcome_is_over(game_outcome(&stored->game));
}

static bool is_resigned(const StoredGame *stored) {
    return stored_game_is_forfeited(stored) &&
           strcmp(stored->forfeit.reason, termination_words(TERMINATION_RESIGNATION)) == 0;
}

static const char *won_by(Colour winner) {
    return result_text(winner == WHITE ? 2 : 0);
}

static const char *result_of(Outcome outcome) {
    return result_text(outcome_white_points(outcome));
}

static bool states_result(const StoredGame *stored) {
    return result_white_points(stored->result) != RESULT_UNDECIDED;
}

const char *stored_game_result(const StoredGame *stored) {
    Outcome outcome = game_outcome(&stored->game);
    TerminationKind kind = stored->termination.kind;
    bool is_drawn = outcome.drawn || result_white_points(stored->result) == 1;
    if (kind == TERMINATION_TIME_FORFEIT && is_drawn)
        return result_text(1);
    if (kind >= TERMINATION_TIME_FORFEIT)
        return won_by(other(stored->termination.loser));
    if (kind != TERMINATION_BY_RULES)
        return result_text(1);
    if (states_result(stored))
        return stored->result;
    if (outcome_is_over(outcome))
        return result_of(outcome);
    return stored->forfeit.reason[0] ? won_by(other(stored->forfeit.loser)) : "*";
}

const char *stored_game_contradiction(const StoredGame *stored) {
    Outcome outcome = game_outcome(&stored->game);
    bool differs = outcome_is_over(outcome) && states_result(stored) &&
                   strcmp(stored->result, result_of(outcome)) != 0;
    return differs ? result_of(outcome) : NULL;
}

const char *stored_game_other_result(const StoredGame *stored) {
    const char *tag = stored_game_tag(stored, "Result");
    bool differs = result_white_points(tag) != RESULT_UNDECIDED && states_result(stored) &&
                   strcmp(tag, stored->result) != 0;
    return differs ? tag : NULL;
}

const char *stored_game_reason(const StoredGame *stored) {
    if (stored->termination.kind != TERMINATION_BY_RULES)
        return termination_name(stored->termination.kind);
    return outcome_reason_name(game_outcome(&stored->game).reason);
}

bool stored_game_is_decided_by_play(const StoredGame *stored) {
    TerminationKind kind = stored->termination.kind;
    const char *tag = stored_game_tag(stored, "Termination");
    int white_points = result_white_points(stored_game_result(stored));
    if (white_points == 1 || white_points == RESULT_UNDECIDED)
        return white_points == 1;
    return is_resigned(stored) || kind == TERMINATION_ADJUDICATED_LOSS ||
           outcome_is_over(outcome_of(&stored->game.now)) ||
           text_equal_ignoring_case(tag, "normal") || text_equal_ignoring_case(tag, "adjudication");
}

void stored_game_terminate(StoredGame *stored, TerminationKind kind, Colour loser,
                           const char *detail) {
    stored->termination = (Termination){.kind = kind, .loser = loser};
    snprintf(stored->termination.detail, sizeof stored->termination.detail, "%s", detail);
    if (kind == TERMINATION_TIME_FORFEIT) {
        if (stored->initial_ms[loser] != GAME_NO_CLOCK)
            stored->current_ms[loser] = 0;
        game_expire(&stored->game, loser);
    } else if (kind > TERMINATION_TIME_FORFEIT) {
        stored->forfeit.loser = loser;
        stored->forfeit.is_told = false;
        utf8_copy(stored->forfeit.reason, sizeof stored->forfeit.reason, termination_words(kind));
    }
}

void stored_game_reopen(StoredGame *stored) {
    stored->termination = (Termination){.kind = TERMINATION_BY_RULES};
    stored->forfeit.reason[0] = stored->result[0] = '\0';
    stored->stated_reason = PLAYING;
    tags_set(&stored->tags, "Termination", "");
}

/* Forgets what is known of turns from number `count` on, save the comments before it. */
static void forget_notes(StoredGame *stored, int count) {
    for (int i = count; i < stored->notes_capacity; i++) {
        TurnNotes *notes = stored->notes[i];
        CommentList before = {0};
        if (notes && i == count) {
            before = notes->before;
            notes->before = (CommentList){0};
        }
        notes_free(notes);
        stored->notes[i] = before.count ? calloc(1, sizeof *notes) : NULL;
        if (stored->notes[i])
            stored->notes[i]->before = before;
        else
            notes_clear_comments(&before);
    }
}

bool stored_game_undo(StoredGame *stored) {
    bool forfeited = stored_game_is_forfeited(stored);
    if (!forfeited && !game_undo(&stored->game))
        return false;
    stored_game_reopen(stored);
    if (stored->opening_turns > stored->game.count)
        stored->opening_turns = stored->game.count;
    forget_notes(stored, stored->game.count);
    return true;
}

bool stored_game_extend_opening(StoredGame *stored, int turn) {
    int end = stored->opening_turns;
    while (end < turn && game_turn_is_forced_pass(&stored->game, end))
        end++;
    if (end == turn)
        stored->opening_turns = turn + 1;
    return turn < stored->opening_turns;
}

/* --- tags --- */

const char *stored_game_tag(const StoredGame *stored, const char *name) {
    return tags_value(&stored->tags, name);
}

static const char *const PLAYER_TAGS[COLOURS] = {"White", "Black"};

const char *stored_game_name(const StoredGame *stored, Colour player) {
    const char *name = stored_game_tag(stored, PLAYER_TAGS[player]);
    return strcmp(name, "?") == 0 ? "" : name;
}

bool stored_game_set_name(StoredGame *stored, Colour player, const char *name) {
    return tags_set(&stored->tags, PLAYER_TAGS[player], name);
}

/* --- what is known about turns --- */

TurnNotes *stored_game_find_notes(const StoredGame *stored, int turn) {
    return turn >= 0 && turn < stored->notes_capacity ? stored->notes[turn] : NULL;
}

const TurnNotes *stored_game_notes(const StoredGame *stored, int turn) {
    static const TurnNotes NOTHING = {0};
    const TurnNotes *notes = stored_game_find_notes(stored, turn);
    return notes ? notes : &NOTHING;
}

static bool reserve(StoredGame *stored, int turn) {
    if (turn < stored->notes_capacity)
        return true;
    int capacity = 2 * turn + 64;
    TurnNotes **notes = realloc(stored->notes, (size_t)capacity * sizeof *notes);
    if (!notes)
        return false;
    for (int i = stored->notes_capacity; i < capacity; i++)
        notes[i] = NULL;
    stored->notes = notes;
    stored->notes_capacity = capacity;
    return true;
}

TurnNotes *stored_game_edit_notes(StoredGame *stored, int turn) {
    if (!reserve(stored, turn))
        return NULL;
    if (!stored->notes[turn])
        stored->notes[turn] = calloc(1, sizeof **stored->notes);
    return stored->notes[turn];
}

TurnEvaluation stored_game_evaluation(const StoredGame *stored, int turn) {
    return stored_game_notes(stored, turn)->evaluation;
}

bool stored_game_set_evaluation(StoredGame *stored, int turn, const TurnEvaluation *evaluation) {
    TurnNotes *notes = stored_game_edit_notes(stored, turn);
    if (notes)
        notes->evaluation = *evaluation;
    return notes != NULL;
}

bool stored_game_set_comment(StoredGame *stored, int turn, const char *comment) {
    TurnNotes *notes = stored_game_edit_notes(stored, turn);
    CommentList list = {0};
    if (!notes || !notes_add_comment(&list, comment))
        return false;
    notes_clear_comments(&notes->after);
    notes->after = list;
    return true;
}
