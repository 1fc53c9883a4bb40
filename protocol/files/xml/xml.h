/* xml: stored games as the course's XML. This is the room's interface, which hides libxml2. Between
 * xml_init and xml_quit several threads may read and write different games. */
#ifndef MISERE_FILES_XML_XML_H
#define MISERE_FILES_XML_XML_H

#include "files/model/stored_game.h"

#include <stddef.h>
#include <stdio.h>

/* Prepares libxml2 and the schemas. Call once, from the main thread. Returns false if out of
 * memory; then no document can be read. */
bool xml_init(void);

/* Frees what xml_init allocated. Call last, from the main thread. */
void xml_quit(void);

/* Reads a document into `stored`, which is uninitialised or freed. On failure sets *error to
 * "NAME:LINE: REASON" and returns false; then `stored` needs no freeing. */
bool xml_read(const char *name, const char *bytes, size_t size, StoredGame *stored, Error *error);

/* Writes the document; equal games give equal bytes. Returns false if out of memory, or if writing
 * fails. */
bool xml_write(FILE *out, const StoredGame *stored);

#endif
