/* document: parses and validates a game document. Loads no entity, no DTD and no other file, opens
 * no network connection, and prints nothing. Between xml_init and xml_quit several threads may
 * read. */
#ifndef MISERE_FILES_XML_DOCUMENT_H
#define MISERE_FILES_XML_DOCUMENT_H

#include "base/error.h"

#include <stddef.h>

#include <libxml/tree.h>

/* Reads a document, which must be valid by its ruleset's schema; the caller frees it with
 * xmlFreeDoc. On failure sets *error to "NAME:LINE: REASON" and returns NULL. */
xmlDoc *xml_document_read(const char *name, const char *bytes, size_t size, Error *error);

#endif
