/* convert: games from files into files of another format. One thread. */
#ifndef MISERE_CONVERT_CONVERT_H
#define MISERE_CONVERT_CONVERT_H

#include "convert/inputs.h"
#include "rules/ruleset.h"

typedef enum {
    CONVERT_XML,
    CONVERT_1994,
    CONVERT_FEN,
    CONVERT_PGN,
    CONVERT_BIN,
    CONVERT_FORMATS,
} ConvertFormat;

typedef struct {
    ConvertFormat format;
    const Ruleset *rules; /* of games that do not say; FENs do not name it */
    const char *out;      /* a file, "-", or a folder */
    bool to_folder;
    int plies; /* of a game that a book gets */
    unsigned min_games;
} ConvertOptions;

/* "xml", "1994", "fen", "pgn", "bin": also the extensions of their files. Ends with NULL. */
extern const char *const CONVERT_FORMAT_NAMES[CONVERT_FORMATS + 1];

/* Converts them all. What is wrong is complained of on standard error and left out; at the end a
 * line there says what has been done. False if anything was wrong, or nothing was written. */
bool convert_run(const ConvertOptions *options, const ConvertInputs *inputs);

#endif
