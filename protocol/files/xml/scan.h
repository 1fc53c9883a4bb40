/* scan: checks a document before it is parsed, and refuses a document that would cost a parser too
 * much time, or that a parser would decode differently from this scan. */
#ifndef MISERE_FILES_XML_SCAN_H
#define MISERE_FILES_XML_SCAN_H

#include <stddef.h>

/* Limits on the depth of elements, and on the total number of attributes of an element and its
 * enclosing elements. A parser may compare each of these attributes with every other one. */
enum { XML_SCAN_DEPTH_MAX = 200, XML_SCAN_ATTRIBUTES_MAX = 256 };

/* Returns NULL; or the reason why the document must not be parsed, with its line in *line. A
 * document that is not well formed is scanned as far as a parser would read it. Takes time linear
 * in the size, and allocates nothing. Pure and thread-safe. */
const char *xml_scan_check(const char *bytes, size_t size, int *line);

#endif
