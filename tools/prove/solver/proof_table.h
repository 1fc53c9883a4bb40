/* proof_table: what a solver knows about positions, in bounded memory. A position's key stands for
 * it.
 *
 * Of the four entries in a bucket, the one with the least work below it is replaced, so that large
 * subtrees stay (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002, removes small trees in
 * the same way, but all at once). Thread-safe without locks: a torn entry is not found. */
#ifndef MISERE_PROVE_SOLVER_PROOF_TABLE_H
#define MISERE_PROVE_SOLVER_PROOF_TABLE_H

#include "base/error.h"
#include "rules/position.h"

#include <stdio.h>

typedef struct ProofTable ProofTable;

enum {
    NUMBER_INFINITY = (1 << 27) - 1, /* the proof number of a disproven position */
    NUMBER_MAX = NUMBER_INFINITY - 1,
    HEIGHT_MAX = (1 << 12) - 1,
    QUIET_MAX = (1 << 7) - 1,
};

typedef enum { ENTRY_NONE, ENTRY_OPEN, ENTRY_PROVEN, ENTRY_DISPROVEN } EntryKind;

typedef struct {
    EntryKind kind;
    uint64_t work; /* nodes searched below the position, rounded, 7.5 thousand million at most; 0 if
                      it was not searched itself */
    /* ENTRY_OPEN: */
    uint32_t proof, disproof;     /* from 1 to NUMBER_MAX */
    bool has_disproofs_on_a_path; /* positions on the path disproved it; see df_pn.c */
    /* ENTRY_PROVEN: */
    Move move;  /* the winner's half-move, or MOVE_NONE where the loser decides */
    int height; /* the win takes at most this many half-moves, 0 to HEIGHT_MAX */
    int quiet;  /* half-moves before the clock of the fifty-move rule is first reset, at most */
} ProofEntry;

/* Creates an empty table of about this size. NULL if out of memory. The caller frees it. */
ProofTable *proof_table_new(int megabytes);

/* NULL is allowed. */
void proof_table_free(ProofTable *table);

/* Forgets everything. Not during a search. */
void proof_table_clear(ProofTable *table);

/* Loads the key's bucket into the processor's cache. */
void proof_table_prefetch(const ProofTable *table, uint64_t key);

/* Finds the entry of a key. Returns false if there is none. */
bool proof_table_probe(const ProofTable *table, uint64_t key, ProofEntry *entry);

/* Stores an entry; the work is added to that of the entry that the key has. An open entry does not
 * replace a proof or a disproof, and a proof replaces only a longer proof. An entry of a position
 * that was not searched itself never displaces that of one that was. */
void proof_table_store(ProofTable *table, uint64_t key, const ProofEntry *entry);

/* The share of the table that is used, 0 to 1; estimated. */
double proof_table_fill(const ProofTable *table);

int proof_table_megabytes(const ProofTable *table);

/* Writes all entries to a stream, and reads them into an empty table of the same size, which then
 * behaves as the one that was written. A checksum follows them, which also covers what `sum` is a
 * hash of. Not during a search. Errors of the stream remain in it; proof_table_read returns false
 * if the stream does not end just there, if an entry is invalid or if the checksum is wrong. */
void proof_table_write(const ProofTable *table, uint64_t sum, FILE *out);
bool proof_table_read(ProofTable *table, uint64_t sum, FILE *in);

#endif
