/* tournament: the referee's commands: playing a tournament, merging logs, rewriting results. Main
 * thread only. */
#ifndef MISERE_REFEREE_TOURNAMENT_H
#define MISERE_REFEREE_TOURNAMENT_H

#include "files/log/log_header.h"
#include "referee/config/arguments.h"

/* Each command returns the exit status, and reports any error on stderr. */

/* Plays the games that are not in the log yet, writes the result files and prints the crosstable.
 */
int tournament_play(Arguments *arguments);

/* Merges the logs of several folders, and any log already in the output folder, into one log there,
 * and writes the result files. The exit status is 3 if games are still missing. */
int tournament_merge(Arguments *arguments);

/* Writes the result files of an existing log again. */
int tournament_report(Arguments *arguments);

/* Reads the tournament's configuration from the log in a folder. Sets *header to the log's first
 * line, or to NULL if that cannot be read. `arguments` point into the header, so the caller frees
 * it after them. */
bool tournament_load_config(Arguments *arguments, const char *folder, LogHeader **header,
                            Error *error);

#endif
