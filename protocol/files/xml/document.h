/* document: from bytes to the tree of a valid game document. Nothing else is touched: no
 * network, no other file, no entity, no DTD; nothing is printed.
 *
 * Between xml_init and xml_quit several threads may read. */
#ifndef MISERE_FILES_XML_DOCUMENT_H
#define MISERE_FILES_XML_DOCUMENT_H

#include "base/error.h"

#include <stddef.h>

#include <libxml/tree.h>

/* Reads a document that the schema of its ruleset accepts; the caller frees it with xmlFreeDoc.
 * Otherwise says "NAME:LINE: why" and returns NULL. */
xmlDoc *xml_document_read(const char *name, const char *bytes, size_t size, Error *error);

#endif
