/* tournament: plays what the command line asks for, from the log on disk to the files at its end.
 * Used by the main thread. */
#ifndef MISERE_REFEREE_TOURNAMENT_H
#define MISERE_REFEREE_TOURNAMENT_H

#include "files/log/log_header.h"
#include "referee/config/arguments.h"

/* Each returns an exit status, and has said on stderr what went wrong. */

/* Plays what has not been played yet, writes the results, prints the table. */
int tournament_play(const Arguments *arguments);

/* Makes one log and its results of several, and of that in the folder for them, if there is one.
 * 3: not all games have been played. */
int tournament_merge(Arguments *arguments);

/* Makes the results of a log again. */
int tournament_report(Arguments *arguments);

/* Takes the tournament out of the log in a folder. *header is its first line, or NULL: the caller
 * gives it back, but not before the arguments, whose texts are in it. */
bool tournament_load_config(Arguments *arguments, const char *folder, LogHeader **header,
                            Error *error);

#endif
