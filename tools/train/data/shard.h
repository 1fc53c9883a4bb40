/* shard: the file that self-play writes. While games are being played, the finished ones are
 * in FILE.part, in any order; when all are finished, they are written to FILE in the order of their
 * numbers, and FILE.part is removed. So a process that is killed loses only unfinished games, and
 * the next one continues; a system crash may also lose the games of about the last second.
 * Only one thread at a time may use a Shard. The errors name the file. */
#ifndef MISERE_TRAIN_DATA_SHARD_H
#define MISERE_TRAIN_DATA_SHARD_H

#include "batch/job_file.h"
#include "files/samples/sample_file.h"

typedef struct {
    const char *path; /* FILE, borrowed */
    JobFile part;     /* the games; their number and that of their samples is valid, too, if
                         is_complete */
    SampleOrigin origin;
    bool is_complete; /* FILE exists */
} Shard;

/* Opens the shard: a new one, an unfinished one, or a complete one. Fails if FILE or FILE.part
 * exists and was not made with these settings, and leaves it as it is. Fails if another process
 * is writing the shard, or if FILE could not be written. Samples of a game that was not written
 * completely are removed. */
bool shard_open(Shard *shard, const char *path, const SampleOrigin *origin, Error *error);

/* Completes the shard once all games are finished. */
bool shard_complete(Shard *shard, Error *error);

/* Waits until all games are on disk, and closes the shard. */
void shard_close(Shard *shard);

#endif
