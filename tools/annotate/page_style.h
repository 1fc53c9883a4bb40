/* page_style: the page's style sheet and script. Neither needs escaping in XHTML. */
#ifndef MISERE_ANNOTATE_PAGE_STYLE_H
#define MISERE_ANNOTATE_PAGE_STYLE_H

extern const char PAGE_STYLE[];  /* CSS; the classes m1 to m6 are for the values of Mark */
extern const char PAGE_SCRIPT[]; /* JavaScript for the arrow keys; the page works without it */

#endif
