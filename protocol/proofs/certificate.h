/* certificate: writes a proof as a text file, which docs/proofs.md describes. Thread-safe. */
#ifndef MISERE_PROOFS_CERTIFICATE_H
#define MISERE_PROOFS_CERTIFICATE_H

#include "proofs/decider.h"

#include <stdio.h>

enum { CERTIFICATE_POSITIONS_MAX = 4000000 }; /* the format's limit */

/* Writes the proof of a decided position. */
void certificate_write(FILE *out, const Position *pos, const Decision *decision);

/* Writes the proof of a decided position to a file, which is replaced atomically, or for the path
 * "-" to standard output. On failure sets *error and returns false; a proof of more than
 * CERTIFICATE_POSITIONS_MAX positions is refused. */
bool certificate_save(const char *path, const Position *pos, const Decision *decision,
                      Error *error);

#endif
