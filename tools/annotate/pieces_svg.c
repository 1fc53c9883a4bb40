#include "annotate/pieces_svg.h"

typedef struct {
    char id;
    const char *outline; /* filled and stroked */
    const char *details; /* stroked only */
} Piece;

#define FOOT "M11 29.5h18a2.5 2.5 0 0 1 2.5 2.5v3h-23v-3a2.5 2.5 0 0 1 2.5-2.5z"

static const Piece PIECES[] = {
    {'p',
     "M20 7.5a5.2 5.2 0 0 1 3.3 9.2h2.2v2.8h-2.2c.6 4 2.2 7.4 4.2 10h-15c2-2.6 3.6-6 4.2-10h-2.2"
     "v-2.8h2.2a5.2 5.2 0 0 1 3.3-9.2z" FOOT,
     "M16.7 19.5h6.6"},
    {'r', "M10 6.5h4.6v3h3.1v-3h4.6v3h3.1v-3h4.6v7.2l-3 2.8.9 13h-15.8l.9-13-3-2.8z" FOOT,
     "M13 16.5h14"},
    {'n',
     "M12.2 29.5c-.3-4.6 4.9-6.6 6-10.3-1.9 1.6-3.9 2-5.3 2.1-1 1.6-2.4 2.3-3.8 1.7-1.6-.7-2.1-2.6"
     "-1.1-4.2 2-3.2 3.2-7.2 6.9-9.2l.3-4.1 3.6 2.9c7.3.6 11.7 7.2 10.4 21.1z" FOOT,
     "M15.6 13.7v.6M21.5 11.5c3.3 2.3 4.6 6.5 4.6 12"},
    {'b',
     "M20 4a2.2 2.2 0 0 1 1.5 3.8c3.9 3 6.5 6.8 6.5 10.2 0 2.9-1.7 4.9-3.7 "
     "6.2l1.6 5.3h-11.8l1.6-5.3c-2-1.3-3.7-3.3-3.7-6.2 0-3.4 2.6-7.2 6.5-10.2"
     "a2.2 2.2 0 0 1 1.5-3.8z" FOOT,
     "M15.7 24.2h8.6M20 12.3v7.4M16.8 15.5h6.4"},
    {'q',
     "M12.3 29.5l-5-14.3a2.2 2.2 0 1 1 2.5-.6l4.3 4.4 1-8.2a2.2 2.2 0 1 1 2.5.2l"
     "2.4 7.3 2.4-7.3a2.2 2.2 0 1 1 2.5-.2l1 8.2 4.3-4.4a2.2 2.2 0 1 1 2.5.6l-5 "
     "14.3z" FOOT,
     "M11.5 25.5h17"},
    {'k',
     "M18.5 3h3v2.6h2.7v3h-2.7v3.9c2.3-2.8 9.6-3 11 2.1 1 3.9-2.3 7.2-4.3 10.4v4.5h"
     "-16.4v-4.5c-2-3.2-5.3-6.5-4.3-10.4 1.4-5.1 8.7-4.9 11-2.1v-3.9h-2.7v-3h2.7z" FOOT,
     "M11.8 25h16.4M20 13v12"},
};

void pieces_svg_define(FILE *out) {
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
        fprintf(out, "<g id=\"%c\"><path d=\"%s\"/><path d=\"%s\" fill=\"none\"/></g>\n",
                PIECES[i].id, PIECES[i].outline, PIECES[i].details);
    /* The anti-king is the king upside down. */
    fprintf(out, "<g id=\"a\"><use href=\"#k\" transform=\"rotate(180 %d %d)\"/></g>\n",
            PIECES_SVG_SQUARE / 2, PIECES_SVG_SQUARE / 2);
}
