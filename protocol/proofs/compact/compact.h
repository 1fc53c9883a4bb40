/* compact: writes and reads proofs in the compact format of docs/proofs.md, version 2: some two
 * bytes for each position, for proofs of any size. Thread-safe. */
#ifndef MISERE_PROOFS_COMPACT_COMPACT_H
#define MISERE_PROOFS_COMPACT_COMPACT_H

#include "proofs/compact_body.h"
#include "proofs/decider.h"

#include <stdio.h>

/* Writes a numbered graph, the proof that `winner` wins in *pos. Its height is at most
 * COMPACT_LENGTH_MAX. Write errors remain in the stream. Returns false if out of memory. */
bool compact_write(FILE *out, const Position *pos, Colour winner, const ProofGraph *graph);

/* Writes the proof of a decided position to a file, which is replaced atomically, or for the path
 * "-" to standard output. On failure sets *error and returns false. */
bool compact_save(const char *path, const Position *pos, const Decision *decision, Error *error);

/* Reads all proofs of a file one after another, and checks each but for positions that occur
 * twice: that needs the checker. Needs 16 bytes for each position of a proof. On failure sets
 * *error, which names the path, and returns false; what was visited before is right. */
bool compact_read(const char *path, CompactVisit *visit, void *context, Error *error);

#endif
