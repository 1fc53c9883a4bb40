/* page_style: how the page looks, and its keys. Both texts may stand as they are in XHTML. */
#ifndef MISERE_ANNOTATE_PAGE_STYLE_H
#define MISERE_ANNOTATE_PAGE_STYLE_H

extern const char PAGE_STYLE[];  /* CSS; the classes m1 to m5 are the marks, by number */
extern const char PAGE_SCRIPT[]; /* JavaScript; the page can do without */

#endif
