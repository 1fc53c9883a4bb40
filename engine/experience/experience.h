/* experience: results of finished games, by position. The search prefers turns that lead to
 * positions with good results, and avoids turns that lead to bad ones. Proven scores are not
 * affected.
 *
 * The file format is big-endian: "MISEREXP"; version 1 (4 bytes); number of games learned (4);
 * checksum (8), the 64-bit FNV-1a hash of all other bytes; then 16-byte records, sorted by key: the
 * position's key (8, see book.h), the number of games in which it occurred (2), White's points in
 * them (2; a win is 2, a draw 1), and the number of the last of these games, counted from 1 (4).
 * Games and points are halved when they no longer fit. */
#ifndef MISERE_EXPERIENCE_EXPERIENCE_H
#define MISERE_EXPERIENCE_EXPERIENCE_H

#include "eval/score.h"
#include "rules/game.h"

enum { EXPERIENCE_BYTES_MIN = 1024, EXPERIENCE_BYTES_MAX = 1 << 28 };

typedef struct {
    uint64_t key;
    uint16_t games;
    uint16_t points; /* scored by White */
    uint32_t last;   /* the number of the last game in which the position occurred */
} ExperienceRecord;

/* Initialise to zeros. A thread may change it only while no other thread uses it. */
typedef struct {
    ExperienceRecord *records;
    size_t count;
    uint32_t games; /* games learned, at most UINT32_MAX */
} Experience;

/* Replaces *experience with the contents of a file. On failure sets *error, leaves *experience
 * unchanged, and returns false. */
bool experience_read(Experience *experience, const unsigned char *bytes, size_t size, Error *error);

/* Returns the contents of a file, which the caller frees, and sets *size to their size in bytes.
 * NULL if out of memory. */
unsigned char *experience_write(const Experience *experience, size_t *size);

/* Learns from a finished game: from each distinct position between two turns. This excludes the
 * initial and the final position. `white_points` is 2 if White won, 1 for a draw, else 0. The file
 * will have at most `max_bytes`, which is at least EXPERIENCE_BYTES_MIN: rare and old positions are
 * forgotten, and one game takes up at most a quarter of the file. Returns false, and changes
 * nothing, if out of memory. */
bool experience_learn(Experience *experience, const Game *game, int white_points, size_t max_bytes);

/* Forgets rare and old positions until the file will have at most `max_bytes`, which is at least
 * EXPERIENCE_BYTES_MIN. Returns whether any was forgotten. */
bool experience_shrink(Experience *experience, size_t max_bytes);

/* The bonus, in centipawns from -EXPERIENCE_BONUS_MAX to EXPERIENCE_BONUS_MAX, for a player whose
 * turn has led to the position; 0 if the position is unknown. Several threads may call this at the
 * same time. */
enum { EXPERIENCE_BONUS_MAX = 100 };
Score experience_bonus(const Experience *experience, const Position *pos, Colour player);

/* Frees the records, and forgets all games. */
void experience_free(Experience *experience);

#endif
