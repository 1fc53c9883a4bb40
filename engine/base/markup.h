/* markup: text and attributes as XML has them. Any thread, if the streams differ. */
#ifndef MISERE_BASE_MARKUP_H
#define MISERE_BASE_MARKUP_H

#include <inttypes.h>
#include <stdio.h>

/* Writes text so that it may stand between tags or in an attribute's quotes. A byte that is no part
 * of a UTF-8 character, and a character that XML does not allow, becomes '?'. */
void markup_write_text(FILE *out, const char *text);

/* Writes ` name="value"`. */
void markup_write_attribute(FILE *out, const char *name, const char *value);

/* Writes ` prefix:name="value"`; without a prefix (NULL) as above. */
void markup_write_qualified(FILE *out, const char *prefix, const char *name, const char *value);

void markup_write_number(FILE *out, const char *name, int64_t value);

#endif
