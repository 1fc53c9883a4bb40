/* player_words: a player as the command line describes it, a word at a time. Pure; any thread. */
#ifndef MISERE_REFEREE_CONTEST_PLAYER_OPTIONS_H
#define MISERE_REFEREE_CONTEST_PLAYER_OPTIONS_H

#include "referee/contest/contest.h"

#include <stdio.h>

/* Takes the name of one of our own players, or KEY=VALUE; `engine` is what runs for our engine. On
 * failure says what is wrong with the word. The words must outlive the spec. */
bool player_words_take(PlayerSpec *spec, const char *word, const char *engine, Error *error);

/* Takes the value of a key of player_words_help. On failure says what is wrong with it. */
bool player_words_set(PlayerSpec *spec, const char *key, const char *value, Error *error);

/* What may be said. */
void player_words_help(FILE *out);

#endif
