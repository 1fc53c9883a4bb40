/* identity: which programs play a tournament, as its log says it: the names that they give
 * themselves, and hashes of their files. One thread at a time may use an Identities. */
#ifndef MISERE_REFEREE_IDENTITY_H
#define MISERE_REFEREE_IDENTITY_H

#include "files/log/log_header.h"
#include "referee/config/config.h"

typedef struct Identities Identities;

/* Hashes each player's program, and the files that its arguments and options name when the
 * tournament begins; an option that names a file for a log, or for what the engine learns, is left
 * out. A program that does not exist has no hash. `config` must outlive the result, which the
 * caller frees. If a file cannot be read or memory runs out, sets *error and returns NULL. */
Identities *identities_new(const TournamentConfig *config, Error *error);

void identities_free(Identities *identities);

/* Sets the name that a program gives itself. Returns false if out of memory. */
bool identities_set_id(Identities *identities, int player, const char *id);

/* One for each player of the tournament. */
const LogPlayer *identities_players(const Identities *identities);

#endif
