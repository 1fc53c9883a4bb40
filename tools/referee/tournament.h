/* tournament: the referee's commands: playing a tournament, merging logs, rewriting results. Main
 * thread only. */
#ifndef MISERE_REFEREE_TOURNAMENT_H
#define MISERE_REFEREE_TOURNAMENT_H

#include "files/log/log_header.h"
#include "referee/config/arguments.h"

/* Each command returns the exit status, and reports any error on stderr. */

/* Plays the games that are not in the log yet, writes the result files and prints the crosstable.
 */
int tournament_play(const Arguments *arguments);

/* Merges the logs of several folders, and that in the output folder if there is one, into one log,
 * and writes the result files. The exit status is 3 if games are still missing. */
int tournament_merge(Arguments *arguments);

/* Writes the result files of an existing log again. */
int tournament_report(Arguments *arguments);

/* Reads the tournament's configuration from the log in a folder. *header is the log's first line,
 * or NULL; the caller releases it, after `arguments`, which point into it. */
bool tournament_load_config(Arguments *arguments, const char *folder, LogHeader **header,
                            Error *error);

#endif
