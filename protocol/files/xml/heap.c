#include "files/xml/heap.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/xmlmemory.h>

/* Size of the reserve: more than libxml2 needs for the rest of a piece of input, or to compile a
 * schema. */
enum { RESERVE_BYTES = 1 << 20 };

/* Precedes each allocated block. */
typedef struct {
    _Alignas(max_align_t) size_t size;
    bool is_reserve;
} Header;

static _Thread_local XmlHeap *current;

static void *allocate_from_reserve(size_t size) {
    size_t whole = (sizeof(Header) + size + sizeof(Header) - 1) / sizeof(Header) * sizeof(Header);
    if (!current || whole > RESERVE_BYTES - current->used)
        return NULL;
    Header *header = (Header *)(void *)(current->reserve + current->used);
    current->used += whole;
    *header = (Header){size, true};
    return header + 1;
}

static void *allocate(size_t size) {
    Header *header = size <= PTRDIFF_MAX ? malloc(sizeof *header + size) : NULL;
    if (!header)
        return allocate_from_reserve(size);
    *header = (Header){size, false};
    return header + 1;
}

static void release(void *block) {
    Header *header = block;
    if (header && !header[-1].is_reserve)
        free(header - 1);
}

static void *reallocate(void *block, size_t size) {
    void *larger = allocate(size);
    if (!block || !larger)
        return larger;
    size_t old = ((Header *)block)[-1].size;
    memcpy(larger, block, old < size ? old : size);
    release(block);
    return larger;
}

static char *duplicate(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = allocate(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void xml_heap_install(void) {
    xmlMemSetup(release, allocate, reallocate, duplicate);
}

bool xml_heap_begin(XmlHeap *heap) {
    *heap = (XmlHeap){.reserve = malloc(RESERVE_BYTES)};
    current = heap->reserve ? heap : NULL;
    return current != NULL;
}

bool xml_heap_is_exhausted(const XmlHeap *heap) {
    return heap->used > 0;
}

void xml_heap_end(XmlHeap *heap) {
    free(heap->reserve);
    current = NULL;
}
