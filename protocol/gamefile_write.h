/* gamefile_write: a record as the course's XML. */
#ifndef MISERE_GAMEFILE_WRITE_H
#define MISERE_GAMEFILE_WRITE_H

#include "record.h"

#include <stdio.h>

/* Writes the document. The same record is always written the same. Returns false without memory,
 * or if `out` has failed. */
bool gamefile_write_xml(FILE *out, const Record *record);

#endif
