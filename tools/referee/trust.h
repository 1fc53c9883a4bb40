/* trust: asks before programs are run that only a log names. Main thread only. */
#ifndef MISERE_REFEREE_TRUST_H
#define MISERE_REFEREE_TRUST_H

#include "referee/config/arguments.h"

/* May the programs of this tournament, which was read from a log, be run? Built-in players and the
 * engine beside the referee, without options, always may. Others may with --trust; without it they
 * are shown, and the user is asked. If there is no terminal, or if the user says no, sets *error
 * and returns false. */
bool trust_programs(const Arguments *arguments, Error *error);

#endif
