/* move_picker: hands out a node's half-moves one by one. Those that other threads are searching
 * come last (see abdada.h). A picker belongs to one node and one thread. */
#ifndef MISERE_SEARCH_MOVE_PICKER_H
#define MISERE_SEARCH_MOVE_PICKER_H

#include "rules/movegen.h"
#include "search/abdada.h"

typedef struct {
    const MoveList *list; /* sorted by move_ordering_sort */
    BusyTable *busy;      /* NULL: no half-move is put off or marked as busy */
    uint64_t key;         /* the node's key */
    int next;
    int deferred_next;
    int deferred_count;
    uint16_t deferred[MOVES_MAX]; /* indices of half-moves that were busy */
} MovePicker;

/* Initialises a picker for the node whose position has the key `key`. The list must not change
 * while the picker is in use. `busy` is NULL if the search has only one thread, or if too little
 * depth remains. */
void move_picker_init(MovePicker *picker, const MoveList *list, BusyTable *busy, uint64_t key);

/* Returns the next half-move's index in the list, or MOVE_PICKER_END after the last one. The first
 * half-move is never deferred. */
enum { MOVE_PICKER_END = -1 };
int move_picker_next(MovePicker *picker);

/* Mark the half-move at `index` as busy before it is searched, and as no longer busy afterwards. */
void move_picker_start(const MovePicker *picker, int index);
void move_picker_finish(const MovePicker *picker, int index);

#endif
