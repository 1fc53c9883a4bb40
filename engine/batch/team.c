#include "batch/team.h"

#include "base/os/thread.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    Team *team;
    Thread thread;
    int index;
} TeamMember;

struct Team {
    Mutex mutex; /* protects all members below, except `members` */
    Condition job_begins, job_ends;
    TeamJob *job; /* NULL: the threads end */
    void *context;
    uint64_t jobs; /* so far */
    int busy;      /* threads that have not done their share of the job */
    int threads;
    TeamMember members[TEAM_THREADS_MAX]; /* the first one is the caller's thread */
};

static void *work(void *argument) {
    TeamMember *member = argument;
    Team *team = member->team;
    uint64_t jobs = 0;
    mutex_lock(&team->mutex);
    for (;;) {
        while (team->jobs == jobs)
            condition_wait(&team->job_begins, &team->mutex);
        jobs = team->jobs;
        TeamJob *job = team->job;
        void *context = team->context;
        if (!job)
            break;
        mutex_unlock(&team->mutex);
        job(context, member->index);
        mutex_lock(&team->mutex);
        if (--team->busy == 0)
            condition_signal(&team->job_ends);
    }
    mutex_unlock(&team->mutex);
    return NULL;
}

static void begin(Team *team, TeamJob *job, void *context) {
    mutex_lock(&team->mutex);
    team->job = job;
    team->context = context;
    team->jobs++;
    team->busy = team->threads - 1;
    condition_broadcast(&team->job_begins);
    mutex_unlock(&team->mutex);
}

Team *team_new(int threads) {
    Team *team = calloc(1, sizeof *team);
    if (!team)
        return NULL;
    mutex_init(&team->mutex);
    condition_init(&team->job_begins);
    condition_init(&team->job_ends);
    for (team->threads = 1; team->threads < threads; team->threads++) {
        TeamMember *member = &team->members[team->threads];
        *member = (TeamMember){.team = team, .index = team->threads};
        if (!thread_start(&member->thread, work, member)) {
            team_free(team);
            return NULL;
        }
    }
    return team;
}

void team_run(Team *team, TeamJob *job, void *context) {
    if (team->threads > 1)
        begin(team, job, context);
    job(context, 0);
    mutex_lock(&team->mutex);
    while (team->busy > 0)
        condition_wait(&team->job_ends, &team->mutex);
    mutex_unlock(&team->mutex);
}

void team_free(Team *team) {
    if (!team)
        return;
    begin(team, NULL, NULL);
    for (int i = 1; i < team->threads; i++)
        thread_join(&team->members[i].thread);
    condition_destroy(&team->job_begins);
    condition_destroy(&team->job_ends);
    mutex_destroy(&team->mutex);
    free(team);
}
