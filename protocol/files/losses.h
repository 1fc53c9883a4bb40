/* losses: what a format cannot hold of a game. Thread-safe. */
#ifndef MISERE_FILES_LOSSES_H
#define MISERE_FILES_LOSSES_H

#include "files/model/stored_game.h"

typedef enum { LOSSES_XML, LOSSES_1994, LOSSES_FEN, LOSSES_PGN } LossesFormat;

/* Bits of a set. */
enum {
    LOSS_MOVES = 1,
    LOSS_NAMES = 2,
    LOSS_CLOCKS = 4,
    LOSS_RESULT = 8, /* a result that does not follow from the rest of the file */
    LOSS_TAGS = 16,
    LOSS_ANNOTATIONS = 32, /* comments, glyphs, evaluations, variations */
    LOSS_EXTENSIONS = 64,  /* additions to an XML file by other programs */
    LOSS_KINDS = 7,
};

/* The plural of what each bit stands for, indexed by the bit's number. */
extern const char *const LOSS_NAMES_OF_KINDS[LOSS_KINDS];

/* What a file of this format lacks once the game is written to it. */
int losses_find(LossesFormat format, const StoredGame *stored);

enum { LOSSES_TEXT_SIZE = 128 };

/* Says "; the file does not keep moves, names"; empty if nothing is lost. */
void losses_explain(int losses, char text[LOSSES_TEXT_SIZE]);

#endif
