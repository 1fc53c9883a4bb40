/* scan: checks a document before it is parsed, for what would cost a parser too much time or make
 * it read other characters than the scan. */
#ifndef MISERE_FILES_XML_SCAN_H
#define MISERE_FILES_XML_SCAN_H

#include <stddef.h>

/* Limits on nested elements, and on the attributes of an element and of those around it together:
 * a parser may compare each of them with every other one. */
enum { XML_SCAN_DEPTH_MAX = 200, XML_SCAN_ATTRIBUTES_MAX = 256 };

/* Returns NULL, or why the document must not be parsed, with the line. If a document is not well
 * formed, scans as far as a parser would. Takes time in proportion to the size, and allocates
 * nothing. Pure; any thread. */
const char *xml_scan_check(const char *bytes, size_t size, int *line);

#endif
