/* pgn_scan: divides PGN into games, and each game into its tags and the tokens of its movetext,
 * which need no ruleset. One thread at a time may use a PgnScan. */
#ifndef MISERE_FILES_PGN_SCAN_H
#define MISERE_FILES_PGN_SCAN_H

#include "files/input.h"

enum { PGN_GAME_MAX_BYTES = 10 * 1024 * 1024, PGN_DEPTH_MAX = 1000 };

typedef enum {
    PGN_TURN,    /* text: a turn, spelt in ASCII where possible, without marks */
    PGN_NUMBER,  /* a move number or dots */
    PGN_GLYPH,   /* value: a numeric annotation glyph */
    PGN_COMMENT, /* text: UTF-8 on one line, without blanks at its ends; may be empty */
    PGN_OPEN,    /* a variation begins */
    PGN_CLOSE,   /* it ends; each has a PGN_OPEN */
} PgnTokenKind;

typedef struct {
    uint8_t kind;   /* a PgnTokenKind */
    uint32_t value; /* the glyph, or the text's offset in PgnScan.text */
    uint32_t line;
} PgnToken;

/* The parts of a game. Variations that are nested deeper than PGN_DEPTH_MAX are skipped. */
typedef struct {
    TagList tags; /* in the file's order; one name may occur more than once */
    long line, variant_line, fen_line;
    char *text;
    size_t text_size;
    PgnToken *tokens;
    size_t count;
    char result[GAME_RESULT_SIZE]; /* at the movetext's end; empty if there is none */
    Skipped skipped[SKIPPED_KINDS];
    const char *broken; /* why the game could not be read to its end; NULL if it could */
    long broken_line;
    bool is_short_of_memory; /* that is why */
} PgnScan;

/* Takes the next game; the caller frees the scan with pgn_scan_free. Returns false, with nothing to
 * free, at the end of the file. What is longer than PGN_GAME_MAX_BYTES, or does not fit into
 * memory, is broken. */
bool pgn_scan(GamesInput *input, PgnScan *scan);

void pgn_scan_free(PgnScan *scan);

static inline const char *pgn_token_text(const PgnScan *scan, const PgnToken *token) {
    return scan->text + token->value;
}

/* Counts what was skipped, at a line of the file. */
static inline void pgn_skip(Skipped skipped[SKIPPED_KINDS], SkippedKind kind, long line) {
    if (skipped[kind].count++ == 0)
        skipped[kind].line = line;
}

#endif
