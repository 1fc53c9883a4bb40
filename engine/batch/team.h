/* team: threads that do the same job at the same time, again and again. One thread uses a Team. */
#ifndef MISERE_BATCH_TEAM_H
#define MISERE_BATCH_TEAM_H

enum { TEAM_THREADS_MAX = 256 };

typedef struct Team Team;

/* Does the share of thread `index`, from 0. */
typedef void TeamJob(void *context, int index);

/* Starts `threads` - 1 threads, to work besides the caller's. NULL if out of memory or if a thread
 * cannot be started. */
Team *team_new(int threads);

/* Runs the job in all threads, and waits until all have done their shares. */
void team_run(Team *team, TeamJob *job, void *context);

/* NULL is allowed. */
void team_free(Team *team);

#endif
