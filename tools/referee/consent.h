/* consent: the user's consent to running the programs that a log names. Main thread only. */
#ifndef MISERE_REFEREE_CONSENT_H
#define MISERE_REFEREE_CONSENT_H

#include "referee/config/arguments.h"

/* May the programs of this tournament, which was read from a log, be run? Built-in players and the
 * engine beside the referee, without options, need no consent. For others, with --trust the answer
 * is yes; else they are shown and the user is asked, if there is a terminal. If not, or if the user
 * says no, sets *error and returns false. */
bool consent_to_programs(const Arguments *arguments, Error *error);

#endif
