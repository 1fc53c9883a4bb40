/* schemas: the texts of the files in schemas/, compiled in by the Makefile. */
#ifndef MISERE_FILES_XML_SCHEMAS_H
#define MISERE_FILES_XML_SCHEMAS_H

extern const char SCHEMA_ANTICHESS[];
extern const char SCHEMA_ANTICHESS_2003[];

#endif
