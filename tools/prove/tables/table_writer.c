#include "prove/tables/table_writer.h"

#include "base/os/atomic_file.h"
#include "prove/tables/packer.h"
#include "tablebase/syzygy/checksum.h"

enum { ALIGNMENT = 64 };

typedef struct {
    PackedBytes bytes;
    PackedArray arrays[ENDING_FILES][COLOURS];
    size_t sizes[COLOURS]; /* a measure of the size of a side's arrays */
    int first, sides;      /* which are written */
} TableWriter;

/* Codes of pieces have four bits; those of Black's array are in the upper half of a byte. */
static void add_layout(TableWriter *w, const SyzygyLayout *layout) {
    bool has_second_pawns =
        layout->has_pawns && (layout->pieces[layout->groups[0].count] & 7) == PAWN;
    packed_bytes_add(&w->bytes, (uint64_t)(layout->group_count - 1) * 0x11, 1);
    if (has_second_pawns)
        packed_bytes_add(&w->bytes, (uint64_t)(layout->group_count - 2) * 0x11, 1);
    for (int i = 0; i < layout->total; i++)
        packed_bytes_add(&w->bytes, (uint64_t)(layout->pieces[i] + 1) * 0x11, 1);
}

/* Packs the arrays of both sides; White's only, if both colours have the same pieces. */
static bool pack_arrays(TableWriter *w, Ending *ending, TableKind kind) {
    int sides = syzygy_is_symmetric(&ending->material) ? 1 : COLOURS;
    for (int file = 0; file < ending->files; file++)
        for (int side = 0; side < sides; side++) {
            uint64_t size = ending->layouts[file].size;
            PackedArray *array = &w->arrays[file][side];
            bool ok = kind == TABLE_WDL
                          ? packer_pack(array, ending->wdl[file][side], size, 0, true)
                          : packer_pack(array, ending->dtz[file][side], size,
                                        TABLE_WINS_IN_HALFMOVES | TABLE_LOSSES_IN_HALFMOVES |
                                            (side == BLACK ? TABLE_BLACK_TO_MOVE : 0),
                                        false);
            if (!ok)
                return false;
            w->sizes[side] += array->sizes.size;
        }
    return true;
}

/* A DTZ table has one side's numbers, those of fewer blocks. If both colours have the same pieces,
 * White's results are also Black's. */
static void choose_sides(TableWriter *w, const Ending *ending, TableKind kind) {
    bool is_symmetric = syzygy_is_symmetric(&ending->material);
    w->sides = kind == TABLE_WDL && !is_symmetric ? COLOURS : 1;
    w->first =
        kind == TABLE_DTZ && !is_symmetric && w->sizes[BLACK] < w->sizes[WHITE] ? BLACK : WHITE;
}

/* Adds the parts of the arrays one after the other: all heads, all indices and so on. */
static void add_arrays(TableWriter *w, int files, TableKind kind) {
    PackedBytes *to = &w->bytes;
    int count = files * w->sides;
    PackedArray *arrays[ENDING_FILES * COLOURS];
    for (int i = 0; i < count; i++)
        arrays[i] = &w->arrays[i / w->sides][w->first + i % w->sides];
    packed_bytes_align(to, 2);
    for (int i = 0; i < count; i++)
        packed_bytes_append(to, &arrays[i]->head);
    if (kind == TABLE_DTZ)
        packed_bytes_align(to, 2);
    for (int i = 0; i < count; i++)
        packed_bytes_append(to, &arrays[i]->index);
    for (int i = 0; i < count; i++)
        packed_bytes_append(to, &arrays[i]->sizes);
    for (int i = 0; i < count; i++) {
        packed_bytes_align(to, ALIGNMENT);
        packed_bytes_append(to, &arrays[i]->blocks);
    }
    packed_bytes_align(to, ALIGNMENT);
}

static bool make_table(TableWriter *w, Ending *ending, SyzygyGame game, TableKind kind) {
    unsigned char checksum[CHECKSUM_SIZE];
    if (!pack_arrays(w, ending, kind))
        return false;
    choose_sides(w, ending, kind);
    for (int i = 0; i < TABLE_MAGIC_SIZE; i++)
        packed_bytes_add(&w->bytes, table_file_magic(game, kind)[i], 1);
    packed_bytes_add(&w->bytes,
                     (w->sides == COLOURS ? TABLE_HAS_BOTH_SIDES : 0) |
                         (syzygy_has_pawns(&ending->material) ? TABLE_HAS_FILES : 0),
                     1);
    for (int file = 0; file < ending->files; file++)
        add_layout(w, &ending->layouts[file]);
    add_arrays(w, ending->files, kind);
    if (w->bytes.out_of_memory || w->bytes.size > CHECKSUM_BYTES_MAX)
        return false;
    checksum_make(w->bytes.bytes, w->bytes.size, checksum);
    for (int i = 0; i < CHECKSUM_SIZE; i++)
        packed_bytes_add(&w->bytes, checksum[i], 1);
    return !w->bytes.out_of_memory;
}

bool table_write(const char *path, Ending *ending, SyzygyGame game, TableKind kind, Error *error) {
    TableWriter writer = {.sides = 0};
    bool ok =
        make_table(&writer, ending, game, kind)
            ? atomic_file_write(path, (const char *)writer.bytes.bytes, writer.bytes.size, error)
            : error_set_at(error, path, 0, "out of memory");
    for (int file = 0; file < ENDING_FILES; file++)
        for (int side = 0; side < COLOURS; side++)
            packed_array_free(&writer.arrays[file][side]);
    packed_bytes_free(&writer.bytes);
    return ok;
}
