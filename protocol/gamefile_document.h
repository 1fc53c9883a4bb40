/* gamefile_document: from bytes to the tree of a valid game document. Nothing else is touched: no
 * network, no other file, no entity, no DTD; nothing is printed.
 *
 * Between document_init and document_quit several threads may read. */
#ifndef MISERE_GAMEFILE_DOCUMENT_H
#define MISERE_GAMEFILE_DOCUMENT_H

#include "error.h"

#include <stddef.h>

#include <libxml/tree.h>

/* Prepares libxml2 and the schemas; from the main thread, once. */
void document_init(void);

/* Gives back what they hold; last of all, from the main thread. */
void document_quit(void);

/* Reads a document that the schema of its ruleset accepts; the caller frees it with xmlFreeDoc.
 * Otherwise says "NAME:LINE: why" and returns NULL. */
xmlDoc *document_read(const char *name, const char *bytes, size_t size, Error *error);

#endif
