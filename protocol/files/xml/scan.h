/* scan: a first look over a document, for what a parser would spend too much on or read
 * otherwise than it is written. */
#ifndef MISERE_FILES_XML_SCAN_H
#define MISERE_FILES_XML_SCAN_H

#include <stddef.h>

/* Nested elements, and attributes of an element and all those around it: what a parser compares
 * each with each. */
enum { XML_SCAN_DEPTH_MAX = 200, XML_SCAN_ATTRIBUTES_MAX = 256 };

/* Returns NULL, or why the document must not be parsed, with the line. In a document that is not
 * well formed it sees as far as a parser would. It takes time in proportion to the size, and no
 * memory. Pure; any thread. */
const char *xml_scan_check(const char *bytes, size_t size, int *line);

#endif
