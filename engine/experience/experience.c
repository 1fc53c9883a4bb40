#include "experience/experience.h"

#include "base/big_endian.h"
#include "base/hash.h"
#include "base/minmax.h"
#include "book/book.h"

#include <stdlib.h>
#include <string.h>

/* Where the members of a file's header are, and its size. */
enum { VERSION_AT = 8, GAMES_AT = 12, CHECKSUM_AT = 16, HEADER_SIZE = 24 };

enum {
    RECORD_SIZE = 16,
    VERSION = 1,
    GAME_SHARE = 4,                 /* one game takes up at most 1/4 of the file */
    KEEP_GAMES_PER_OCCURRENCE = 16, /* each occurrence keeps a position for 16 more games */
    PRIOR_GAMES = 2, /* draws added to a position's games (Laplace's rule of succession) */
};

static const char MAGIC[] = "MISEREXP"; /* stored in files without its NUL */

/* --- bytes --- */

/* The hash of all bytes except the checksum, which is at the end of the header. */
static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, bytes, CHECKSUM_AT);
    return hash_bytes(hash, bytes + HEADER_SIZE, size - HEADER_SIZE);
}

unsigned char *experience_write(const Experience *experience, size_t *size) {
    *size = HEADER_SIZE + experience->count * RECORD_SIZE;
    unsigned char *bytes = malloc(*size);
    if (!bytes)
        return NULL;
    memcpy(bytes, MAGIC, strlen(MAGIC));
    big_endian_write(bytes + VERSION_AT, 4, VERSION);
    big_endian_write(bytes + GAMES_AT, 4, experience->games);
    for (size_t i = 0; i < experience->count; i++) {
        const ExperienceRecord *record = &experience->records[i];
        unsigned char *out = bytes + HEADER_SIZE + i * RECORD_SIZE;
        big_endian_write(out, 8, record->key);
        big_endian_write(out + 8, 2, record->games);
        big_endian_write(out + 10, 2, record->points);
        big_endian_write(out + 12, 4, record->last);
    }
    big_endian_write(bytes + CHECKSUM_AT, 8, checksum(bytes, *size));
    return bytes;
}

static bool check_header(const unsigned char *bytes, size_t size, Error *error) {
    if (size < HEADER_SIZE || memcmp(bytes, MAGIC, strlen(MAGIC)) != 0)
        return error_set(error, "not an experience file");
    if (big_endian_read(bytes + VERSION_AT, 4) != VERSION)
        return error_set(error, "unsupported version of experience file");
    if ((size - HEADER_SIZE) % RECORD_SIZE != 0 ||
        big_endian_read(bytes + CHECKSUM_AT, 8) != checksum(bytes, size))
        return error_set(error, "damaged experience file");
    return true;
}

/* Are the records consistent? A forged file can have a correct checksum. */
static bool is_valid(const Experience *experience) {
    for (size_t i = 0; i < experience->count; i++) {
        const ExperienceRecord *record = &experience->records[i];
        if (record->games == 0 || record->points > 2 * record->games ||
            record->last > experience->games || (i > 0 && record[-1].key >= record->key))
            return false;
    }
    return true;
}

bool experience_read(Experience *experience, const unsigned char *bytes, size_t size,
                     Error *error) {
    if (!check_header(bytes, size, error))
        return false;
    Experience read = {.count = (size - HEADER_SIZE) / RECORD_SIZE};
    read.records = calloc(read.count + 1, sizeof *read.records);
    if (!read.records)
        return error_set(error, "out of memory");
    read.games = (uint32_t)big_endian_read(bytes + GAMES_AT, 4);
    for (size_t i = 0; i < read.count; i++) {
        const unsigned char *in = bytes + HEADER_SIZE + i * RECORD_SIZE;
        read.records[i] = (ExperienceRecord){.key = big_endian_read(in, 8),
                                             .games = (uint16_t)big_endian_read(in + 8, 2),
                                             .points = (uint16_t)big_endian_read(in + 10, 2),
                                             .last = (uint32_t)big_endian_read(in + 12, 4)};
    }
    if (!is_valid(&read)) {
        experience_free(&read);
        return error_set(error, "damaged experience file");
    }
    experience_free(experience);
    *experience = read;
    return true;
}

void experience_free(Experience *experience) {
    free(experience->records);
    *experience = (Experience){0};
}

/* --- learning --- */

static int compare_keys(const void *a, const void *b) {
    const ExperienceRecord *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static uint64_t value_of(const ExperienceRecord *record) {
    return record->last + (uint64_t)KEEP_GAMES_PER_OCCURRENCE * record->games;
}

/* Sorts by descending value. */
static int compare_values(const void *a, const void *b) {
    const ExperienceRecord *x = a, *y = b;
    if (value_of(x) != value_of(y))
        return value_of(x) > value_of(y) ? -1 : 1;
    return compare_keys(a, b);
}

static void add_to(ExperienceRecord *sum, const ExperienceRecord *record) {
    uint32_t games = (uint32_t)sum->games + record->games;
    uint32_t points = (uint32_t)sum->points + record->points;
    while (games > UINT16_MAX || points > UINT16_MAX) {
        games = (games + 1) / 2; /* rounded up: at most 2 points a game */
        points /= 2;
    }
    sum->games = (uint16_t)games;
    sum->points = (uint16_t)points;
    sum->last = (uint32_t)max64(sum->last, record->last);
}

/* Sorts the records, and merges records of the same position. */
static void merge(Experience *experience) {
    size_t merged = 0;
    if (experience->count == 0)
        return;
    qsort(experience->records, experience->count, sizeof *experience->records, compare_keys);
    for (size_t i = 1; i < experience->count; i++) {
        ExperienceRecord *last = &experience->records[merged];
        if (last->key == experience->records[i].key)
            add_to(last, &experience->records[i]);
        else
            experience->records[++merged] = experience->records[i];
    }
    experience->count = merged + 1;
}

/* Sorts one game's records, and keeps one for each position. Returns how many are left. */
static size_t deduplicate(ExperienceRecord *records, size_t count) {
    size_t kept = 0;
    qsort(records, count, sizeof *records, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || records[i].key != records[kept - 1].key)
            records[kept++] = records[i];
    return kept;
}

static size_t room_in(size_t max_bytes) {
    return (max_bytes - HEADER_SIZE) / RECORD_SIZE;
}

/* Forgets the least valuable records. */
bool experience_shrink(Experience *experience, size_t max_bytes) {
    size_t room = room_in(max_bytes);
    if (experience->count <= room)
        return false;
    qsort(experience->records, experience->count, sizeof *experience->records, compare_values);
    experience->count = room;
    qsort(experience->records, room, sizeof *experience->records, compare_keys);
    return true;
}

bool experience_learn(Experience *experience, const Game *game, int white_points,
                      size_t max_bytes) {
    size_t turns =
        game->count > 0 ? (size_t)game->count - 1 : 0; /* the final position is left out */
    size_t count = (size_t)min64((int64_t)turns, (int64_t)(room_in(max_bytes) / GAME_SHARE));
    ExperienceRecord *records =
        realloc(experience->records, (experience->count + count + 1) * sizeof *records);
    if (!records)
        return false;
    experience->records = records;
    experience->games += experience->games < UINT32_MAX;
    size_t known = experience->count;
    Position pos = game->start;
    for (size_t i = 0; i < count; i++) {
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
        records[experience->count++] = (ExperienceRecord){.key = book_key(&pos),
                                                          .games = 1,
                                                          .points = (uint16_t)white_points,
                                                          .last = experience->games};
    }
    experience->count = known + deduplicate(records + known, count);
    merge(experience);
    experience_shrink(experience, max_bytes);
    return true;
}

/* --- probing --- */

Score experience_bonus(const Experience *experience, const Position *pos, Colour player) {
    ExperienceRecord wanted = {.key = book_key(pos)};
    const ExperienceRecord *found =
        experience->count == 0
            ? NULL
            : bsearch(&wanted, experience->records, experience->count, sizeof wanted, compare_keys);
    if (!found)
        return 0;
    int games = found->games + PRIOR_GAMES, balance = found->points - found->games;
    Score bonus = EXPERIENCE_BONUS_MAX * balance / games;
    return player == WHITE ? bonus : -bonus;
}
