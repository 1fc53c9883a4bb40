/* player_options: a player as the command line describes it, a word at a time. Pure; any thread. */
#ifndef MISERE_REFEREE_CONFIG_PLAYER_OPTIONS_H
#define MISERE_REFEREE_CONFIG_PLAYER_OPTIONS_H

#include "referee/config/config.h"

#include <stdio.h>

/* Takes the name of one of our own players, or KEY=VALUE; `engine` is what runs for our engine. On
 * failure says what is wrong with the word. The words must outlive the spec. */
bool player_options_parse(PlayerSpec *spec, const char *word, const char *engine, Error *error);

/* Takes the value of a key of player_options_help. On failure says what is wrong with it. */
bool player_options_set(PlayerSpec *spec, const char *key, const char *value, Error *error);

/* What may be said. */
void player_options_help(FILE *out);

#endif
