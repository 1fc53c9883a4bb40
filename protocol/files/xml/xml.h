/* xml: stored games as the course's XML. What the room shows to the others; libxml2 stays inside.
 *
 * Between xml_init and xml_quit several threads may read and write different games. */
#ifndef MISERE_FILES_XML_XML_H
#define MISERE_FILES_XML_XML_H

#include "files/model/stored_game.h"

#include <stddef.h>
#include <stdio.h>

/* Prepares libxml2 and the schemas; once, from the main thread. */
void xml_init(void);

/* Frees what they hold; last of all, from the main thread. */
void xml_quit(void);

/* Reads a document into `record`, which holds nothing. On failure says "NAME:LINE: why" and
 * returns false; the record then needs no freeing. */
bool xml_read(const char *name, const char *bytes, size_t size, StoredGame *record, Error *error);

/* Writes the document. The same game is always written the same way. Returns false without memory,
 * or if `out` has failed. */
bool xml_write(FILE *out, const StoredGame *record);

#endif
