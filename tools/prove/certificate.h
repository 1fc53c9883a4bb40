/* certificate: writes a proof as a text file, which docs/proofs.md describes. Thread-safe. */
#ifndef MISERE_PROVE_CERTIFICATE_H
#define MISERE_PROVE_CERTIFICATE_H

#include "prove/decider.h"

enum { CERTIFICATE_POSITIONS_MAX = 4000000 }; /* the format's limit */

/* Writes the proof of a decided position to a file, which is replaced atomically, or for the path
 * "-" to standard output. On failure sets *error and returns false; a proof of more than
 * CERTIFICATE_POSITIONS_MAX positions is refused. */
bool certificate_save(const char *path, const Position *pos, const Decision *decision,
                      Error *error);

#endif
