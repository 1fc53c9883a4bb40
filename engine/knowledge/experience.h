/* experience: what became of the games that went through a position. Learned from finished games,
 * it makes the search prefer turns into positions that were won, and shun those that were lost.
 * It never makes a turn legal, nor a proven score another one.
 *
 * As bytes, big-endian: "MISEREXP"; version 1 (4 bytes); how many games were learned (4); a
 * checksum (8): the 64-bit FNV-1a hash of all else; then records of 16 bytes, sorted by key: the
 * position's key (8, see book.h), the games that went through it (2) and White's points in them
 * (2; a win is 2, a draw 1), both halved when they no longer fit, and the number of the game that
 * was the last of them (4). */
#ifndef MISERE_KNOWLEDGE_EXPERIENCE_H
#define MISERE_KNOWLEDGE_EXPERIENCE_H

#include "eval/score.h"
#include "rules/game.h"

enum { EXPERIENCE_BYTES_MIN = 1024, EXPERIENCE_BYTES_MAX = 1 << 28 };

typedef struct {
    uint64_t key;
    uint16_t games;
    uint16_t points; /* of White */
    uint32_t last;
} ExperienceRecord;

/* All zero at first. One thread at a time may change it. */
typedef struct {
    ExperienceRecord *records;
    size_t count;
    uint32_t games; /* that were learned */
} Experience;

/* Reads what experience_write wrote, in place of what was known. If it is anything else, says why,
 * returns false and changes nothing. */
bool experience_read(Experience *experience, const unsigned char *bytes, size_t size, Error *error);

/* The bytes, which the caller frees, and their number; NULL without memory. */
unsigned char *experience_write(const Experience *experience, size_t *size);

/* Learns from a finished game in which White got so many points (2 for a win, 1 for a draw): from
 * its positions where a turn begins, but the first and the last, once from each. The bytes will be
 * no more than `max_bytes`, at least EXPERIENCE_BYTES_MIN: what occurred seldom and long ago is
 * forgotten, and one game fills no more than a quarter. False, with nothing changed, without
 * memory. */
bool experience_learn(Experience *experience, const Game *game, int white_points, size_t max_bytes);

/* What a position that the player has brought about is worth to it beyond what search finds:
 * centipawns, -EXPERIENCE_BONUS_MAX to EXPERIENCE_BONUS_MAX; 0 where nothing is known. Any threads
 * at once. */
enum { EXPERIENCE_BONUS_MAX = 100 };
Score experience_bonus(const Experience *experience, const Position *pos, Colour player);

/* Gives back the memory, and knows nothing. */
void experience_free(Experience *experience);

#endif
