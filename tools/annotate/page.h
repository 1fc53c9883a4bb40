/* page: an annotated game as one self-contained XHTML page. Thread-safe if the streams and
 * annotations differ. */
#ifndef MISERE_ANNOTATE_PAGE_H
#define MISERE_ANNOTATE_PAGE_H

#include "annotate/analysis.h"
#include "annotate/viewer.h"
#include "files/games.h"

typedef struct {
    const StoredGame *stored;
    const Annotation *annotation; /* of the stored game, after annotation_mark_turns */
    const AnalysisConfig *config;
    const AnalysisReport *report;
    const char *title;        /* NULL: the players' names */
    const ViewerBoard *board; /* shows the game on screens where scripts run; NULL: diagrams only */
} Page;

/* Writes the page. The output depends only on `page`, not on the date or time. Fails if the board
 * cannot show the game (see viewer_write). */
bool page_write(FILE *out, const Page *page, Error *error);

#endif
