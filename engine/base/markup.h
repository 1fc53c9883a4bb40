/* markup: writes XML text and attributes, and JSON strings. Any thread may call these functions,
 * each with its own stream. */
#ifndef MISERE_BASE_MARKUP_H
#define MISERE_BASE_MARKUP_H

#include <inttypes.h>
#include <stdio.h>

/* Writes text escaped for use between tags or in an attribute's quotes. Invalid UTF-8 and
 * characters that XML does not allow become '?'. */
void markup_write_text(FILE *out, const char *text);

/* Writes ` name="value"`. */
void markup_write_attribute(FILE *out, const char *name, const char *value);

/* Writes ` prefix:name="value"`, or ` name="value"` if the prefix is NULL. */
void markup_write_qualified(FILE *out, const char *prefix, const char *name, const char *value);

/* Writes ` name="value"`, the value in decimal. */
void markup_write_number(FILE *out, const char *name, int64_t value);

/* Writes a UTF-8 text as a JSON string in quotes. `<` is escaped, too, so that in HTML the string
 * cannot end its element. */
void markup_write_json(FILE *out, const char *text);

#endif
