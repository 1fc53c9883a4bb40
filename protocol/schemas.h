/* schemas: the texts of the schemas folder, made part of the program by the Makefile. */
#ifndef MISERE_SCHEMAS_H
#define MISERE_SCHEMAS_H

extern const char SCHEMA_ANTICHESS[];
extern const char SCHEMA_ANTICHESS_2003[];

#endif
