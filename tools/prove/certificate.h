/* certificate: writes a proof as a text file, which docs/proofs.md describes. Thread-safe. */
#ifndef MISERE_PROVE_CERTIFICATE_H
#define MISERE_PROVE_CERTIFICATE_H

#include "prove/decider.h"

#include <stdio.h>

/* Writes the proof of a decided position. Errors of the stream are for the caller to check. */
void certificate_write(FILE *out, const Position *pos, const Decision *decision);

/* Writes it to a file, which is replaced atomically. On failure sets *error and returns false. */
bool certificate_save(const char *path, const Position *pos, const Decision *decision,
                      Error *error);

#endif
