/* gamefile_read: a record from the course's XML. */
#ifndef MISERE_GAMEFILE_READ_H
#define MISERE_GAMEFILE_READ_H

#include "record.h"

#include <stddef.h>

/* Reads a document into `record`, which holds nothing. On failure says "NAME:LINE: why" and
 * returns false; the record then needs no freeing. */
bool gamefile_read_xml(const char *name, const char *bytes, size_t size, Record *record,
                       Error *error);

#endif
