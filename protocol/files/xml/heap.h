/* heap: libxml2's memory. In places libxml2 crashes if an allocation fails. Here none fails: what
 * the system refuses comes from a reserve, which is enough to come to an orderly end.
 *
 * Thread-safe; each thread may have one XmlHeap in use at a time. */
#ifndef MISERE_FILES_XML_HEAP_H
#define MISERE_FILES_XML_HEAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *reserve;
    size_t used;
} XmlHeap;

/* Makes libxml2 use this module. Call before any other function of libxml2. */
void xml_heap_install(void);

/* From now on libxml2's allocations in this thread may use the reserve of the heap, which must stay
 * in place. Returns false if there is no memory for one. */
bool xml_heap_begin(XmlHeap *heap);

/* Has the system refused an allocation? The caller should then stop soon, and free everything that
 * libxml2 has allocated since xml_heap_begin before xml_heap_end. */
bool xml_heap_is_exhausted(const XmlHeap *heap);

/* Frees the reserve. */
void xml_heap_end(XmlHeap *heap);

#endif
