/* page: an annotated game as one XHTML page that needs no other file. Any thread, if the streams
 * and annotations differ. */
#ifndef MISERE_ANNOTATE_PAGE_H
#define MISERE_ANNOTATE_PAGE_H

#include "annotate/analysis.h"
#include "files/games.h"

typedef struct {
    const StoredGame *record;
    const Annotation *annotation; /* of the record's game; judged */
    const AnalysisConfig *config;
    const AnalysisReport *report;
    const char *title; /* NULL: the players' names */
} Page;

/* Writes the page. The same annotation and limits are always written the same. */
void page_write(FILE *out, const Page *page);

#endif
