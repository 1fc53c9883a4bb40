/* player_options: parses the words that describe a player after --player. Thread-safe. */
#ifndef MISERE_REFEREE_CONFIG_PLAYER_OPTIONS_H
#define MISERE_REFEREE_CONFIG_PLAYER_OPTIONS_H

#include "cli/option_table.h"
#include "referee/config/config.h"

/* The maximum values of a player's limits. */
enum { PLAYER_TIME_MAX_MS = 1000 * 1000 * 1000, PLAYER_DEPTH_MAX = 1000 };

/* The keys of a program, as --help lists them. */
extern const CliOption PLAYER_KEYS[];

/* Applies a word to the player: the name of a built-in player, misere, or KEY=VALUE. `engine` is
 * the program that misere stands for. The words must outlive the spec. */
bool player_options_parse(PlayerSpec *spec, char *word, const char *engine, Error *error);

#endif
