/* page: an annotated game as one self-contained XHTML page. Any thread, if the streams and
 * annotations differ. */
#ifndef MISERE_ANNOTATE_PAGE_H
#define MISERE_ANNOTATE_PAGE_H

#include "annotate/analysis.h"
#include "files/games.h"

typedef struct {
    const StoredGame *record;
    const Annotation *annotation; /* of the record's game, after annotation_mark_turns */
    const AnalysisConfig *config;
    const AnalysisReport *report;
    const char *title; /* NULL: the players' names */
} Page;

/* Writes the page. It depends on nothing but `page`: no date, no time. */
void page_write(FILE *out, const Page *page);

#endif
