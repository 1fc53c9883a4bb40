#include "files/model/stored_game.h"

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

static void clear_annotation(TurnAnnotation *annotation) {
    free(annotation->comment);
    free(annotation->variation);
    *annotation = (TurnAnnotation){.comment = NULL};
}

void stored_game_free(StoredGame *stored) {
    game_free(&stored->game);
    for (int i = 0; i < stored->annotation_capacity; i++)
        clear_annotation(&stored->annotations[i]);
    free(stored->annotations);
    stored->annotations = NULL;
    stored->annotation_capacity = 0;
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

static const char *won_by(Colour winner) {
    return result_text(winner == WHITE ? 2 : 0);
}

const char *stored_game_result(const StoredGame *stored) {
    Outcome outcome = game_outcome(&stored->game);
    TerminationKind kind = stored->termination.kind;
    if (kind >= TERMINATION_TIME_FORFEIT)
        return won_by(other(stored->termination.loser));
    if (kind != TERMINATION_BY_RULES)
        return result_text(1);
    if (outcome_is_over(outcome))
        return outcome.drawn ? result_text(1) : won_by(outcome.winner);
    if (stored->forfeit.reason[0])
        return won_by(other(stored->forfeit.loser));
    return stored->result[0] ? stored->result : "*";
}

const char *stored_game_reason(const StoredGame *stored) {
    if (stored->termination.kind != TERMINATION_BY_RULES)
        return termination_name(stored->termination.kind);
    return outcome_reason_name(game_outcome(&stored->game).reason);
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
        utf8_copy(stored->forfeit.reason, sizeof stored->forfeit.reason, termination_words(kind));
    }
}

void stored_game_reopen(StoredGame *stored) {
    stored->termination = (Termination){.kind = TERMINATION_BY_RULES};
    stored->forfeit.reason[0] = stored->result[0] = stored->tags.termination[0] = '\0';
}

bool stored_game_undo(StoredGame *stored) {
    bool forfeited = stored_game_is_forfeited(stored);
    if (!forfeited && !game_undo(&stored->game))
        return false;
    stored_game_reopen(stored);
    if (stored->opening_turns > stored->game.count)
        stored->opening_turns = stored->game.count;
    for (int i = stored->game.count; i < stored->annotation_capacity; i++)
        clear_annotation(&stored->annotations[i]);
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

/* --- evaluations and comments --- */

static bool reserve(StoredGame *stored, int turn) {
    if (turn < stored->annotation_capacity)
        return true;
    int capacity = 2 * turn + 64;
    TurnAnnotation *annotations =
        realloc(stored->annotations, (size_t)capacity * sizeof *annotations);
    if (!annotations)
        return false;
    for (int i = stored->annotation_capacity; i < capacity; i++)
        annotations[i] = (TurnAnnotation){.comment = NULL};
    stored->annotations = annotations;
    stored->annotation_capacity = capacity;
    return true;
}

TurnEvaluation stored_game_evaluation(const StoredGame *stored, int turn) {
    return turn < stored->annotation_capacity ? stored->annotations[turn].evaluation
                                              : (TurnEvaluation){0};
}

bool stored_game_set_evaluation(StoredGame *stored, int turn, const TurnEvaluation *evaluation) {
    if (!reserve(stored, turn))
        return false;
    stored->annotations[turn].evaluation = *evaluation;
    return true;
}

const char *stored_game_comment(const StoredGame *stored, int turn) {
    return turn < stored->annotation_capacity ? stored->annotations[turn].comment : NULL;
}

bool stored_game_set_comment(StoredGame *stored, int turn, const char *comment) {
    char *copy = *comment ? strdup(comment) : NULL;
    if ((*comment && !copy) || !reserve(stored, turn)) {
        free(copy);
        return false;
    }
    free(stored->annotations[turn].comment);
    stored->annotations[turn].comment = copy;
    return true;
}

int stored_game_nag(const StoredGame *stored, int turn) {
    return turn < stored->annotation_capacity ? stored->annotations[turn].nag : 0;
}

bool stored_game_set_nag(StoredGame *stored, int turn, int nag) {
    if (!reserve(stored, turn))
        return false;
    stored->annotations[turn].nag = nag;
    return true;
}

bool stored_game_set_variation(StoredGame *stored, int turn, const Turn *turns, int length) {
    size_t size = (size_t)length * sizeof *turns;
    Turn *copy = malloc(size);
    if (!copy || !reserve(stored, turn)) {
        free(copy);
        return false;
    }
    memcpy(copy, turns, size);
    free(stored->annotations[turn].variation);
    stored->annotations[turn].variation = copy;
    stored->annotations[turn].variation_length = length;
    return true;
}
