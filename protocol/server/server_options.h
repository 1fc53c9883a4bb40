/* server_options: the options as the engine's protocols list and set them: those of the engine, and
 * `Debug Log File`, which sets the log of the server's transcript. One thread at a time may call
 * these functions. */
#ifndef MISERE_SERVER_SERVER_OPTIONS_H
#define MISERE_SERVER_SERVER_OPTIONS_H

#include "core/engine.h"
#include "server/transcript.h"

/* Prints a UCI `option` line for each option. */
void server_options_print_uci(const Engine *engine, Transcript *out);

/* Prints a CECP `feature option` line for each option, except those for which CECP has a command of
 * its own and those that it does not need. */
void server_options_print_cecp(const Engine *engine, Transcript *out);

/* Sets an option from text, like engine_set_option. For an option that names a file, "<empty>"
 * means no file. */
bool server_options_set(Engine *engine, Transcript *out, const char *name, const char *value,
                        Error *error);

#endif
