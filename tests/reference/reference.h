/* reference: a second implementation of the rules, as simple as possible, which tests compare with
 * engine/rules. It is slow, and uses no code of the engine. Thread-safe. */
#ifndef MISERE_REFERENCE_REFERENCE_H
#define MISERE_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No board has more half-moves: 64 queens with 27 targets each, and a pass. */
enum { REF_MAX_MOVES = 64 * 27 + 1 };

/* The size of a buffer for the texts that ref_fen and ref_status write. */
enum { REF_TEXT_SIZE = 192 };

typedef enum { REF_WHITE, REF_BLACK } RefColour;
typedef enum { REF_KINGSIDE, REF_QUEENSIDE } RefWing;

/* One row of the table of rulesets. */
typedef struct RefRuleset RefRuleset;

typedef struct {
    const RefRuleset *ruleset;
    char board[8][8];      /* [rank][file], from a1: FEN letters, '.' for an empty square */
    RefColour to_move;     /* the colour whose piece moves next */
    RefColour player;      /* the player who decides; differs from to_move in mind control only */
    bool may_castle[2][2]; /* [colour][wing] */
    int double_step_file;  /* file of the pawn that has just made a double step, or -1 */
    int half_move_clock;   /* half-moves since the last pawn move or capture */
    int move_number;       /* the FEN's fullmove number; in mind control it counts turns */
    int chips[2];          /* [colour] */
} RefPosition;

/* A half-move. Ranks and files are counted from 0; a pass has no squares. */
typedef struct {
    int from_rank, from_file;
    int to_rank, to_file;
    char promotion; /* 'q', 'r', 'b', 'n', 'k', or '\0' for none */
    bool pass;
} RefMove;

/*
 * Sets up a FEN, or the initial position if `fen` is NULL. Returns false, with the reason in `why`,
 * if the ruleset is unknown, the FEN malformed or the position not playable.
 */
bool ref_set(RefPosition *pos, const char *ruleset, const char *fen, char *why, size_t size);

/*
 * Writes the FEN. In the middle of a turn, which a FEN cannot describe, the text ends with
 * " mid-turn", and ref_set refuses it.
 */
void ref_fen(const RefPosition *pos, char *out, size_t size);

/* Lists the half-moves that continue the game, including passes; none if it is over. Writes at most
 * `max` of them, and returns how many it wrote. */
int ref_moves(const RefPosition *pos, RefMove *out, int max);

/* Plays a half-move that ref_moves has listed for the position. */
void ref_play(RefPosition *pos, RefMove move);

/* Writes the half-move in UCI notation: "e2e4", "e7e8q", "0000". */
void ref_move_text(RefMove move, char out[6]);

/* Writes the answer to the command `status`, without the word `status`: "playing white", "won black
 * checkmate", "drawn stalemate". Draws that depend on the game's history are ignored. */
void ref_status(const RefPosition *pos, char *out, size_t size);

/* Is this a draw under tournament rules because nothing can ever be taken? */
bool ref_insufficient_material(const RefPosition *pos);

/* The number of sequences of `depth` half-moves, including passes, that the rules allow. */
uint64_t ref_perft(const RefPosition *pos, int depth);

#endif
