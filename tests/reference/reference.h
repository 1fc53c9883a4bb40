/*
 * The reference: MIT Antichess written straight from its rules, with a board of letters
 * and no cleverness at all. It is slow on purpose. Tests compare the engine's generator with it, so
 * it includes nothing of the engine.
 */
#ifndef MISERE_REFERENCE_REFERENCE_H
#define MISERE_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More half-moves than any board can have: 64 queens that all see 27 squares, and a pass. */
enum { REF_MAX_MOVES = 64 * 27 + 1 };

/* Room for any text that ref_fen or ref_status writes. */
enum { REF_TEXT_SIZE = 192 };

typedef enum { REF_WHITE, REF_BLACK } RefColour;
typedef enum { REF_KINGSIDE, REF_QUEENSIDE } RefWing;

/* One row of the table in rules.md. */
typedef struct RefRuleset RefRuleset;

typedef struct {
    const RefRuleset *ruleset;
    char board[8][8];      /* [rank][file] from a1; FEN letters, '.' where nothing stands */
    RefColour to_move;     /* the colour whose piece moves next */
    RefColour player;      /* who decides; differs from to_move in mind control only */
    bool may_castle[2][2]; /* [colour][wing]: the king and that rook are unmoved */
    int double_step_file;  /* of the pawn that has just double-stepped, or -1 */
    int half_move_clock;   /* half-moves since the last pawn move or capture */
    int move_number;       /* in mind control it counts turns */
    int chips[2];          /* [colour] */
} RefPosition;

/* Ranks and files count from 0. A pass has no squares; a move that does not promote has '\0'. */
typedef struct {
    int from_rank, from_file;
    int to_rank, to_file;
    char promotion; /* 'q', 'r', 'b' or 'n' */
    bool pass;
} RefMove;

/*
 * Sets up `fen`, or the start position where `fen` is NULL. Where the ruleset is unknown, the FEN
 * malformed or the position not playable: false, `why` says why, and `pos` is not to be used.
 */
bool ref_set(RefPosition *pos, const char *ruleset, const char *fen, char *why, size_t size);

/*
 * Writes the FEN. In the middle of a mind-control turn, for which there is no FEN, the text ends
 * with " mid-turn", and ref_set refuses it.
 */
void ref_fen(const RefPosition *pos, char *out, size_t size);

/*
 * All half-moves that continue the game, passes included; 0 when the game is over. Writes the first
 * `max` of them at most, and returns how many it wrote.
 */
int ref_moves(const RefPosition *pos, RefMove *out, int max);

/* Plays a half-move that came from ref_moves for this very position. */
void ref_play(RefPosition *pos, RefMove move);

/* The half-move as the line protocol writes it: "e2e4", "e7e8q", "0000". */
void ref_move_text(RefMove move, char out[6]);

/*
 * What the line protocol's `status` answers, without that word: "playing white", "won black
 * checkmate", "drawn stalemate". Draws that need the game's history are not known here.
 */
void ref_status(const RefPosition *pos, char *out, size_t size);

/* The number of sequences of `depth` half-moves; a pass is one, and a finished game has none. */
uint64_t ref_perft(const RefPosition *pos, int depth);

#endif
