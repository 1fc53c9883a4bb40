/* hall: where the games of a tournament are played, several at once, each at a table that is a
 * thread with its own players. */
#ifndef MISERE_REFEREE_WORKER_POOL_H
#define MISERE_REFEREE_WORKER_POOL_H

#include "base/os/thread.h"
#include "referee/journal.h"
#include "referee/openings.h"
#include "referee/standing.h"

#include <stdatomic.h>

typedef struct Hall Hall;

/* What is played, and where it is written. All of it must outlive the hall. */
typedef struct {
    const Contest *contest;
    Openings *openings;
    Schedule *schedule;
    Journal *journal;
    FILE *transcript; /* of what engines are told and say; or NULL */
    int tables;       /* games at once */
    int shard, shards;
    int first; /* only games numbered below this */
} HallPlan;

/* What goes on. */
typedef struct {
    int running;                   /* tables that have not closed */
    int finished;                  /* games, since the hall was opened */
    char last[320];                /* the latest result, in words */
    char trouble[ERROR_TEXT_SIZE]; /* why the hall closed early; "" if it did not */
} HallNews;

/* Opens the tables. NULL without memory or threads. */
Hall *hall_open(const HallPlan *plan);

/* What goes on now. */
HallNews hall_news(Hall *hall);

/* Sees the results so far, and the test or NULL, while nobody changes them. */
typedef void HallLook(void *context, const Schedule *schedule, const RunningTest *test);
void hall_look(Hall *hall, HallLook *look, void *context);

/* Breaks off all games; those in progress leave no trace. */
void hall_cancel(Hall *hall);

/* Waits until all tables have closed, and gives everything back. */
void hall_close(Hall *hall);

#endif
