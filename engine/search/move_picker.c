#include "search/move_picker.h"

void move_picker_init(MovePicker *picker, const MoveList *list, BusyTable *busy, uint64_t key) {
    picker->list = list;
    picker->busy = busy;
    picker->key = key;
    picker->next = picker->deferred_next = picker->deferred_count = 0;
}

static uint64_t hash_at(const MovePicker *picker, int index) {
    return abdada_move_hash(picker->key, picker->list->moves[index]);
}

static bool is_busy(const MovePicker *picker, int index) {
    return picker->busy && abdada_is_busy(picker->busy, hash_at(picker, index));
}

int move_picker_next(MovePicker *picker) {
    while (picker->next < picker->list->count) {
        int index = picker->next++;
        if (index == 0 || !is_busy(picker, index))
            return index;
        picker->deferred[picker->deferred_count++] = (uint16_t)index;
    }
    if (picker->deferred_next < picker->deferred_count)
        return picker->deferred[picker->deferred_next++];
    return MOVE_PICKER_END;
}

void move_picker_start(const MovePicker *picker, int index) {
    if (picker->busy)
        abdada_start(picker->busy, hash_at(picker, index));
}

void move_picker_finish(const MovePicker *picker, int index) {
    if (picker->busy)
        abdada_finish(picker->busy, hash_at(picker, index));
}
