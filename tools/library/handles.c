#include "library/handles.h"

#include <stdio.h>
#include <stdlib.h>

const char *misere_version(void) {
    return MISERE_VERSION;
}

void misere_free(char *text) {
    free(text);
}

bool handles_fail(MisereError *error, const char *reason) {
    if (error)
        snprintf(error->text, sizeof error->text, "%s", reason);
    return false;
}

char *handles_text(char *text, MisereError *error) {
    if (!text)
        handles_fail(error, "out of memory");
    return text;
}

const Ruleset *handles_find_ruleset(const char *name, MisereError *error) {
    const Ruleset *rules = ruleset_find(name);
    if (!rules) {
        Error unknown;
        error_set(&unknown, "no ruleset is named %s", QUOTE(name));
        handles_fail(error, unknown.text);
    }
    return rules;
}

MisereGame *handles_own_game(StoredGame *stored, MisereError *error) {
    MisereGame *game = malloc(sizeof *game);
    if (game) {
        game->stored = *stored;
    } else {
        stored_game_free(stored);
        handles_fail(error, "out of memory");
    }
    return game;
}

bool handles_refuse(const Refusal *refusal, const char *written, MisereError *error) {
    Error refused;
    refusal_error(refusal, written, &refused);
    return handles_fail(error, refused.text);
}

void handles_write_refusal(const Refusal *refusal, MisereRefusal *written) {
    _Static_assert(sizeof written->text == REFUSAL_TEXT_SIZE, "the text has room");
    written->reason = refusal_name(refusal->reason);
    written->squares = refusal->squares;
    refusal_text(refusal, written->text);
}
