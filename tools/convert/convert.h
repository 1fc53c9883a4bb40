/* convert: converts games between file formats. Not thread-safe. */
#ifndef MISERE_CONVERT_CONVERT_H
#define MISERE_CONVERT_CONVERT_H

#include "convert/inputs.h"
#include "rules/ruleset.h"

typedef enum {
    CONVERT_XML,
    CONVERT_1994,
    CONVERT_FEN,
    CONVERT_PGN,
    CONVERT_FORMATS,
} ConvertFormat;

typedef struct {
    ConvertFormat format;
    const Ruleset *rules; /* of games that name none; omitted from FEN output; NULL: unknown */
    const char *out;      /* a file, "-", or a folder */
    bool to_folder;
    bool coordinates; /* PGN: moves as e2e4, not e4 */
} ConvertOptions;

/* "xml", "1994", "fen", "pgn": also the extensions of their files. Ends with NULL. */
extern const char *const CONVERT_FORMAT_NAMES[CONVERT_FORMATS + 1];

/* Converts all inputs. Bad games are reported on standard error and skipped; a summary is printed
 * there at the end. Returns false if there was any error, or if nothing was written. */
bool convert_run(const ConvertOptions *options, const ConvertInputs *inputs);

#endif
