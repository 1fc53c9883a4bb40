#include "core/lessons.h"

#include "base/os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { LOCK_WAIT_MS = 2000, PAUSE_MS = 20000 };

static void drop_first(Lessons *lessons) {
    game_free(&lessons->waiting[0].game);
    lessons->count--;
    memmove(lessons->waiting, lessons->waiting + 1,
            (size_t)lessons->count * sizeof *lessons->waiting);
}

bool lessons_add(Lessons *lessons, const Game *game, int white_points) {
    size_t size = (size_t)game->count * sizeof *game->turns;
    GameTurn *turns = malloc(size + 1);
    if (!turns)
        return false;
    if (size > 0)
        memcpy(turns, game->turns, size);
    if (lessons->count == LESSONS_MAX)
        drop_first(lessons);
    Lesson *lesson = &lessons->waiting[lessons->count++];
    *lesson = (Lesson){*game, white_points};
    lesson->game.turns = turns;
    lesson->game.capacity = game->count;
    return true;
}

bool lessons_learn(Lessons *lessons, const char *path, size_t max_bytes, Experience *experience,
                   Error *error) {
    bool may_wait = clock_now_ms() >= lessons->patient_ms;
    ExperienceFile file = {path, max_bytes, may_wait ? LOCK_WAIT_MS : 0};
    while (lessons->count > 0) {
        const Lesson *lesson = &lessons->waiting[0];
        if (!experience_file_learn(&file, experience, &lesson->game, lesson->white_points, error)) {
            if (may_wait)
                lessons->patient_ms = clock_now_ms() + PAUSE_MS;
            return false;
        }
        drop_first(lessons);
    }
    return true;
}

void lessons_be_patient(Lessons *lessons) {
    lessons->patient_ms = 0;
}

void lessons_free(Lessons *lessons) {
    while (lessons->count > 0)
        drop_first(lessons);
}
