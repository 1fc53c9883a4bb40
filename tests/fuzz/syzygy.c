/* Syzygy tables. Input: a byte that chooses pieces, one that chooses the kind of table, and the
 * file without its magic bytes and its checksum, which are made good.
 *
 * What is accepted answers each position with a result, or says that it is damaged. */
#include "fuzz/support/fuzz.h"

#include "base/random.h"
#include "rules/outcome.h"
#include "tablebase/syzygy/checksum.h"
#include "tablebase/syzygy/table_file.h"

enum { POSITIONS = 50 };

static const char *const NAMES[] = {"KvQ",  "KvK",   "RvP",    "BBvN",
                                    "PPvP", "KQRvK", "KKKvRN", "PPvPP"};

static SyzygyMaterial material_of(const char *name) {
    SyzygyMaterial material = {0};
    const char *second = strchr(name, 'v');
    for (const char *at = name; *at; at++)
        if (at != second) {
            const char *letter = strchr(PIECE_LETTERS, *at);
            material.counts[at > second][letter - PIECE_LETTERS]++;
            material.total++;
        }
    return material;
}

/* Puts the pieces on random squares. Returns false if that is no position. */
static bool set_up(const SyzygyMaterial *material, uint64_t *seed, Position *pos) {
    position_clear(pos, ruleset_find("antichess"));
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = PAWN; type < SYZYGY_TYPES; type++)
            for (int i = 0; i < material->counts[colour][type]; i++) {
                Square square = (Square)(random_next(seed) % SQUARES);
                if (pos->board[square] != NO_PIECE)
                    return false;
                position_put(pos, square, piece_make((Colour)colour, (PieceType)type));
            }
    pos->side = pos->player = random_next(seed) & 1;
    return position_finish(pos, NULL);
}

static void check_table(const TableFile *file, TableKind kind, const SyzygyMaterial *material) {
    uint64_t seed = 1;
    for (int i = 0; i < POSITIONS; i++) {
        Position pos;
        if (!set_up(material, &seed, &pos))
            continue;
        bool flipped = syzygy_is_symmetric(material) && pos.side == BLACK;
        int wdl = (int)(random_next(&seed) % 4) - 2, dtz = 0;
        wdl += wdl >= 0;
        if (kind == TABLE_WDL)
            wdl = table_file_wdl(file, &pos, flipped);
        else
            dtz = table_file_dtz(file, &pos, flipped, wdl);
        FUZZ_CHECK(wdl == TABLE_DAMAGED || (wdl >= -2 && wdl <= 2), "result %d", wdl);
        FUZZ_CHECK((dtz >= TABLE_DAMAGED && dtz <= TABLE_SINGLE) || (dtz >= 0 && dtz < 1 << 18),
                   "distance %d", dtz);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t MAGICS[] = {0x21bc55bc, 0x501bf5d6};
    FuzzInput input = {data, size};
    SyzygyMaterial material =
        material_of(NAMES[fuzz_byte(&input) % (sizeof NAMES / sizeof *NAMES)]);
    TableKind kind = fuzz_byte(&input) % 2 ? TABLE_DTZ : TABLE_WDL;
    size_t whole = (4 + input.size + 63) / 64 * 64;
    unsigned char *bytes = calloc(whole + CHECKSUM_SIZE, 1);
    FUZZ_CHECK(bytes, "out of memory");
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(MAGICS[kind] >> (8 * i));
    if (input.size > 0)
        memcpy(bytes + 4, input.bytes, input.size);
    checksum_make(bytes, whole, bytes + whole);
    TableFile *file = table_file_read(bytes, whole + CHECKSUM_SIZE, GAME_GIVEAWAY, kind, &material);
    if (file)
        check_table(file, kind, &material);
    table_file_close(file);
    free(bytes);
    return 0;
}
