#include "experience/pending_games.h"

#include "base/os/clock.h"

#include <string.h>

enum { PAUSE_MS = 20000 };

static void drop_first(PendingGames *pending) {
    game_free(&pending->waiting[0].game);
    pending->count--;
    memmove(pending->waiting, pending->waiting + 1,
            (size_t)pending->count * sizeof *pending->waiting);
}

bool pending_games_add(PendingGames *pending, const Game *game, int white_points) {
    Game copy;
    if (!game_copy(&copy, game))
        return false;
    if (pending->count == PENDING_GAMES_MAX)
        drop_first(pending);
    pending->waiting[pending->count++] = (PendingGame){copy, white_points};
    return true;
}

bool pending_games_learn(PendingGames *pending, const char *path, size_t max_bytes,
                         Experience *experience, Error *error) {
    bool may_wait = clock_now_ms() >= pending->patient_ms;
    ExperienceFile file = {path, max_bytes, may_wait ? EXPERIENCE_LOCK_WAIT_MS : 0};
    while (pending->count > 0) {
        const PendingGame *first = &pending->waiting[0];
        if (!experience_file_learn(&file, experience, &first->game, first->white_points, error)) {
            if (may_wait)
                pending->patient_ms = clock_now_ms() + PAUSE_MS;
            return false;
        }
        drop_first(pending);
    }
    return true;
}

void pending_games_be_patient(PendingGames *pending) {
    pending->patient_ms = 0;
}

void pending_games_free(PendingGames *pending) {
    while (pending->count > 0)
        drop_first(pending);
}
