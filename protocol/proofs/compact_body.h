/* compact_body: reads the body of a proof in the compact format of docs/proofs.md, decompressed.
 * Thread-safe. */
#ifndef MISERE_PROOFS_COMPACT_BODY_H
#define MISERE_PROOFS_COMPACT_BODY_H

#include "proofs/proof_check.h"
#include "rules/movegen.h"

enum {
    COMPACT_LENGTH_MAX = 1000,          /* half-moves of a proof's longest line */
    COMPACT_CHECK_POSITIONS = 16000000, /* what compact_body_check can check */
};

/* The head of a proof. The game is not over in the first position. */
typedef struct {
    Position start;
    Colour winner;
    uint64_t positions;
} CompactHead;

/* A position of a proof. */
typedef struct {
    const Position *pos;
    Move move;  /* the winner's half-move; MOVE_NONE where the loser decides */
    int height; /* half-moves of the longest line from here */
    int quiet;  /* half-moves before the half-move clock is reset, at most */
} CompactPosition;

/* Called for each position after those to which its half-moves lead, with the head. */
typedef void CompactVisit(void *context, const CompactHead *head, const CompactPosition *position);

/* Takes the next byte. Returns EOF at the end, and if it cannot be read. */
typedef int CompactNext(void *source);

typedef struct {
    CompactHead head;
    CompactNext *next;
    void *source;        /* of `next` */
    CompactVisit *visit; /* NULL: none */
    void *context;       /* of `visit` */
    bool is_exact;       /* see compact_body_read */
} CompactBody;

/* Reads and checks a proof. Positions are compared by their keys, which are different for almost
 * all positions, and none is looked for twice; if `is_exact`, they are compared exactly, and no two
 * may be the same. That needs 64 bytes for each position, otherwise 16. Returns the length of the
 * longest line in half-moves; on failure sets *error and returns 0, and what was visited before is
 * right. */
int compact_body_read(const CompactBody *body, Error *error);

/* Checks a proof with these rules alone: the text of its head, of five lines, and the bytes that
 * follow it, decompressed. It may have COMPACT_CHECK_POSITIONS at most. On failure sets *error and
 * returns false. */
bool compact_body_check(const char *head, const unsigned char *bytes, size_t size,
                        CheckedProof *proof, Error *error);

#endif
