/* client_options: the options that a program has announced, and the values that they take. One
 * thread at a time may use a ClientOptions. */
#ifndef MISERE_CLIENT_CLIENT_OPTIONS_H
#define MISERE_CLIENT_CLIENT_OPTIONS_H

#include "base/error.h"
#include "client/common.h"

#include <stddef.h>

enum { CLIENT_OPTIONS_SIZE = 64 * 1024 };

/* Initialise to zeros. */
typedef struct {
    char text[CLIENT_OPTIONS_SIZE]; /* of each, its name, a tab, its declaration and a NUL */
    size_t length;
    bool may_have_grown; /* has a text been set? It may name a file that adds to the lists */
} ClientOptions;

/* Adds a name, unless it is empty or does not fit. The declaration is what follows it: in UCI
 * "spin default 16 min 1 max 64", in CECP "-spin 16 1 64". */
void client_options_add(ClientOptions *options, const char *name, size_t length,
                        const char *declaration);

/* Has the program announced an option with that name? Case is ignored. */
bool client_options_have(const ClientOptions *options, const char *name);

/* Is the option, which must exist, a button? */
bool client_options_is_button(const ClientOptions *options, const char *name);

/* An option's name and value, in the program's own spelling. */
typedef struct {
    ClientWord name, value;
} ClientSetting;

/* May the option, which the program has announced, be set to this value? NULL is no value. If so,
 * sets *setting, in which the name, a choice, true and false are spelt as announced. If the value
 * is not of the declared type, range or list, sets *error to "option NAME: 'VALUE' is not ..." and
 * returns false. What is declared in no form that we know takes any value; so does a list once an
 * option has been set that may name a file, as Fairy-Stockfish's VariantPath does. */
bool client_options_check(ClientOptions *options, const char *name, const char *value,
                          ClientSetting *setting, Error *error);

#endif
