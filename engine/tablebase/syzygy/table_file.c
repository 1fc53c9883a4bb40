#include "tablebase/syzygy/table_file.h"

#include "base/os/mapped_file.h"
#include "tablebase/syzygy/checksum.h"
#include "tablebase/syzygy/packed.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 4, MAPS = 4 };

/* Numbers that stand for those of a DTZ table. */
typedef struct {
    const unsigned char *values;
    int count;
} ValueMap;

struct TableFile {
    MappedFile mapped;
    bool is_mapped;          /* else the bytes are somebody else's */
    SyzygyMaterial material; /* as the file has it */
    bool is_exchanged;       /* has the file the colours exchanged, compared with its name? */
    int files; /* 4 with pawns: one array for each of the leading pawn's files; else 1 */
    int sides; /* of each array: 2, or 1 in symmetric WDL tables and in DTZ tables */
    SyzygyLayout layouts[FILES][COLOURS];
    Packed packed[FILES][COLOURS];
    ValueMap maps[FILES][MAPS];
};

static const char *const SUFFIXES[SYZYGY_GAMES][2] = {{".gtbw", ".gtbz"}, {".stbw", ".stbz"}};
static const unsigned char MAGICS[SYZYGY_GAMES][2][TABLE_MAGIC_SIZE] = {
    {{0xbc, 0x55, 0xbc, 0x21}, {0xd6, 0xf5, 0x1b, 0x50}},
    {{0x7b, 0xf6, 0x93, 0x15}, {0xe4, 0xcf, 0xe7, 0x23}}};

bool table_file_find_game(const Ruleset *rules, SyzygyGame *game) {
    const int promotions = 1 << KNIGHT | 1 << BISHOP | 1 << ROOK | 1 << QUEEN | 1 << KING;
    *game = rules->stalemate == STALEMATE_FEWER_WINS ? GAME_SUICIDE : GAME_GIVEAWAY;
    return !rules->royal_king && !rules->antiking && rules->bare_at == 0 &&
           rules->halfmoves_per_turn == 1 && !rules->pass_chips && rules->double_step &&
           rules->en_passant && rules->promotions == promotions &&
           (rules->stalemate == STALEMATE_WINS || rules->stalemate == STALEMATE_FEWER_WINS);
}

void table_file_write_name(char name[TABLE_NAME_SIZE], const SyzygyMaterial *material) {
    for (int colour = WHITE; colour < COLOURS; colour++) {
        for (int type = KING; type >= PAWN; type--)
            for (int i = 0; i < material->counts[colour][type]; i++)
                *name++ = PIECE_LETTERS[type];
        if (colour == WHITE)
            *name++ = 'v';
    }
    *name = '\0';
}

const char *table_file_suffix(SyzygyGame game, TableKind kind) {
    return SUFFIXES[game][kind];
}

const unsigned char *table_file_magic(SyzygyGame game, TableKind kind) {
    return MAGICS[game][kind];
}

/* --- opening --- */

/* Reads the layouts of the arrays with the leading pawn on a file. */
static bool read_layouts(TableFile *file, SyzygyReader *reader, int number) {
    const SyzygyMaterial *material = &file->material;
    bool has_second_pawns = material->counts[WHITE][PAWN] > 0 && material->counts[BLACK][PAWN] > 0;
    int orders = has_second_pawns ? 2 : 1;
    const unsigned char *bytes = syzygy_take(reader, (uint64_t)(orders + material->total));
    for (int side = 0; bytes && side < file->sides; side++) {
        int shift = 4 * side, order[2] = {0};
        uint8_t codes[SYZYGY_PIECES_MAX];
        for (int i = 0; i < orders; i++)
            order[i] = bytes[i] >> shift & 15;
        for (int i = 0; i < material->total; i++)
            codes[i] = bytes[orders + i] >> shift & 15;
        if (!syzygy_layout_init(&file->layouts[number][side], material, codes, order, number))
            return false;
    }
    return bytes != NULL;
}

/* Reads the maps of one array of a DTZ table. */
static bool read_maps(TableFile *file, SyzygyReader *reader, int number) {
    int flags = file->packed[number][0].flags;
    if (!(flags & TABLE_IS_MAPPED))
        return true;
    int size = flags & TABLE_MAP_IS_WIDE ? 2 : 1;
    if (size == 2)
        syzygy_align(reader, 2);
    for (int i = 0; i < MAPS; i++) {
        const unsigned char *count = syzygy_take(reader, (uint64_t)size);
        if (!count)
            return false;
        ValueMap *map = &file->maps[number][i];
        map->count = size == 2 ? count[0] | count[1] << 8 : count[0];
        map->values = syzygy_take(reader, (uint64_t)(size * map->count));
        if (!map->values)
            return false;
    }
    return true;
}

typedef bool ReadPart(Packed *packed, SyzygyReader *reader);

/* Reads a part of all arrays. */
static bool read_part(TableFile *file, SyzygyReader *reader, ReadPart *read) {
    for (int number = 0; number < file->files; number++)
        for (int side = 0; side < file->sides; side++)
            if (!read(&file->packed[number][side], reader))
                return false;
    return true;
}

static bool read_table(TableFile *file, SyzygyReader *reader, TableKind kind) {
    for (int number = 0; number < file->files; number++)
        if (!read_layouts(file, reader, number))
            return false;
    syzygy_align(reader, 2);
    for (int number = 0; number < file->files; number++)
        for (int side = 0; side < file->sides; side++)
            if (!packed_read_head(&file->packed[number][side], reader,
                                  file->layouts[number][side].size))
                return false;
    for (int number = 0; kind == TABLE_DTZ && number < file->files; number++)
        if (!read_maps(file, reader, number))
            return false;
    if (kind == TABLE_DTZ)
        syzygy_align(reader, 2);
    return read_part(file, reader, packed_read_index) &&
           read_part(file, reader, packed_read_sizes) &&
           read_part(file, reader, packed_read_blocks);
}

static void free_packed(TableFile *file) {
    for (int number = 0; number < FILES; number++)
        for (int side = 0; side < COLOURS; side++)
            packed_free(&file->packed[number][side]);
}

/* Reads the table with the colours as in its name or, as some files have them, exchanged. */
static bool read_either_way(TableFile *file, const SyzygyReader *start, TableKind kind) {
    SyzygyReader reader = *start;
    if (read_table(file, &reader, kind))
        return true;
    free_packed(file);
    reader = *start;
    file->is_exchanged = true;
    file->material = syzygy_exchange_colours(&file->material);
    return read_table(file, &reader, kind);
}

/* Large files are not read. */
static bool has_right_checksum(const MappedFile *mapped) {
    unsigned char checksum[CHECKSUM_SIZE];
    size_t size = mapped->size - CHECKSUM_SIZE;
    if (size > CHECKSUM_BYTES_MAX)
        return true;
    checksum_make(mapped->bytes, size, checksum);
    return memcmp(checksum, mapped->bytes + size, CHECKSUM_SIZE) == 0;
}

/* What is wrong with the file; NULL if nothing. */
static const char *read_file(TableFile *file, SyzygyGame game, TableKind kind) {
    const MappedFile *mapped = &file->mapped;
    bool is_symmetric = syzygy_is_symmetric(&file->material);
    bool has_pawns = syzygy_has_pawns(&file->material);
    SyzygyReader reader = {mapped->bytes, mapped->size, TABLE_MAGIC_SIZE + 1};
    if (mapped->size < TABLE_MAGIC_SIZE ||
        memcmp(mapped->bytes, MAGICS[game][kind], TABLE_MAGIC_SIZE) != 0)
        return "not a Syzygy table of this kind";
    if (mapped->size % 64 != CHECKSUM_SIZE || mapped->size < 64)
        return "a damaged Syzygy table: its size is wrong";
    reader.size -= CHECKSUM_SIZE;
    if (!has_right_checksum(mapped))
        return "a damaged Syzygy table: its checksum is wrong";
    int flags = mapped->bytes[TABLE_MAGIC_SIZE];
    file->files = has_pawns ? FILES : 1;
    file->sides = kind == TABLE_WDL && !is_symmetric ? 2 : 1;
    if (((flags & TABLE_HAS_FILES) != 0) != has_pawns ||
        (kind == TABLE_WDL && ((flags & TABLE_HAS_BOTH_SIDES) != 0) == is_symmetric) ||
        !read_either_way(file, &reader, kind))
        return "a damaged Syzygy table";
    return NULL;
}

/* Reads a table; sets *reason and returns NULL if it cannot. */
static TableFile *read_mapped(MappedFile mapped, const SyzygyMaterial *material, SyzygyGame game,
                              TableKind kind, const char **reason) {
    TableFile *file = calloc(1, sizeof *file);
    *reason = "out of memory";
    if (!file)
        return NULL;
    file->mapped = mapped;
    file->material = *material;
    *reason = read_file(file, game, kind);
    if (!*reason)
        return file;
    table_file_close(file);
    return NULL;
}

TableFile *table_file_read(const unsigned char *bytes, size_t size, SyzygyGame game, TableKind kind,
                           const SyzygyMaterial *material) {
    const char *reason;
    return read_mapped((MappedFile){bytes, size}, material, game, kind, &reason);
}

TableFile *table_file_open(const char *path, SyzygyGame game, TableKind kind,
                           const SyzygyMaterial *material, Error *error) {
    MappedFile mapped;
    const char *reason;
    if (!mapped_file_open(&mapped, path, error))
        return NULL;
    TableFile *file = read_mapped(mapped, material, game, kind, &reason);
    if (file) {
        file->is_mapped = true;
        return file;
    }
    mapped_file_close(&mapped);
    error_set_at(error, path, 0, reason);
    return NULL;
}

void table_file_close(TableFile *file) {
    if (!file)
        return;
    free_packed(file);
    if (file->is_mapped)
        mapped_file_close(&file->mapped);
    free(file);
}

/* --- probing --- */

static Bitboard pieces_of(const Position *pos, uint8_t piece, bool flipped) {
    Colour colour = piece_colour(piece);
    return position_pieces(pos, flipped ? other(colour) : colour, piece_type(piece));
}

static int leading_file(const TableFile *file, const Position *pos, bool flipped) {
    uint8_t piece = file->layouts[0][0].pieces[0];
    /* Turning the board upside down changes ranks. */
    Bitboard pawns = pieces_of(pos, piece, flipped);
    return file->files == 1 ? 0 : syzygy_leading_file(flipped ? __builtin_bswap64(pawns) : pawns);
}

/* Reads a number of an array. */
static int read_value(const TableFile *file, const Position *pos, bool flipped, int number,
                      int side) {
    const SyzygyLayout *layout = &file->layouts[number][side];
    Square squares[SYZYGY_PIECES_MAX];
    for (int i = 0; i < layout->total;)
        for (Bitboard set = pieces_of(pos, layout->pieces[i], flipped); set; i++)
            squares[i] = pop_lsb(&set) ^ (flipped ? 56 : 0);
    return packed_at(&file->packed[number][side], syzygy_layout_index(layout, squares));
}

/* The side to move in a table: 0 for the colour that its name lists first. */
static int side_in_table(const Position *pos, bool flipped) {
    return (pos->side == BLACK) != flipped;
}

int table_file_wdl(const TableFile *file, const Position *pos, bool flipped) {
    flipped ^= file->is_exchanged;
    int side = file->sides == 1 ? 0 : side_in_table(pos, flipped);
    int value = read_value(file, pos, flipped, leading_file(file, pos, flipped), side);
    return value < 0 || value > 4 ? TABLE_DAMAGED : value - 2;
}

/* Replaces a number by what it stands for. */
static int map_value(const ValueMap *map, bool is_wide, int value) {
    if (value >= map->count)
        return TABLE_DAMAGED;
    return is_wide ? map->values[2 * value] | map->values[2 * value + 1] << 8 : map->values[value];
}

int table_file_dtz(const TableFile *file, const Position *pos, bool flipped, int wdl) {
    static const int MAP_OF[] = {1, 3, 0, 2, 0}; /* by wdl + 2 */
    flipped ^= file->is_exchanged;
    int number = leading_file(file, pos, flipped);
    int flags = file->packed[number][0].flags;
    if (!syzygy_is_symmetric(&file->material) &&
        ((flags & TABLE_BLACK_TO_MOVE) != 0) != side_in_table(pos, flipped))
        return TABLE_OTHER_SIDE;
    if (file->packed[number][0].is_single)
        return TABLE_SINGLE;
    int value = read_value(file, pos, flipped, number, 0);
    if (value >= 0 && (flags & TABLE_IS_MAPPED))
        value = map_value(&file->maps[number][MAP_OF[wdl + 2]], flags & TABLE_MAP_IS_WIDE, value);
    if (value < 0)
        return TABLE_DAMAGED;
    bool in_halfmoves = (wdl == 2 && (flags & TABLE_WINS_IN_HALFMOVES)) ||
                        (wdl == -2 && (flags & TABLE_LOSSES_IN_HALFMOVES));
    return in_halfmoves ? value : 2 * value;
}
