#include "prove/picture.h"

#include "base/os/atomic_file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 26, MARGIN = 52, LEGEND = 34 };

static const struct {
    const char *fill, *ink, *text;
} STYLES[] = {
    [OPENING_UNKNOWN] = {"#c9c4bb", "#555555", "not decided"},
    [OPENING_WHITE_WINS] = {"#fff6df", "#222222", "White wins"},
    [OPENING_BLACK_WINS] = {"#2f3b52", "#ffffff", "Black wins"},
};

typedef struct {
    char (*texts)[MOVE_TEXT_SIZE]; /* the half-moves as text, in ASCII order */
    int count;
} Labels;

static int label_index(const Labels *labels, const char *text) {
    char(*found)[MOVE_TEXT_SIZE] =
        bsearch(text, labels->texts, (size_t)labels->count, sizeof *labels->texts, text_compare);
    return (int)(found - labels->texts);
}

/* The different half-moves of White or of Black. The caller frees labels->texts. */
static bool make_labels(Labels *labels, const OpeningTable *table, bool replies) {
    *labels = (Labels){.texts = calloc((size_t)table->count + 1, sizeof *labels->texts)};
    if (!labels->texts)
        return false;
    for (int i = 0; i < table->count; i++)
        strcpy(labels->texts[i], replies ? table->list[i].reply : table->list[i].first);
    qsort(labels->texts, (size_t)table->count, sizeof *labels->texts, text_compare);
    for (int i = 0; i < table->count; i++)
        if (labels->count == 0 || strcmp(labels->texts[labels->count - 1], labels->texts[i]) != 0)
            memmove(labels->texts[labels->count++], labels->texts[i], MOVE_TEXT_SIZE);
    return true;
}

static void draw_labels(FILE *out, const Labels *rows, const Labels *columns) {
    for (int i = 0; i < rows->count; i++)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", MARGIN - 5,
                MARGIN + i * CELL + 17, rows->texts[i]);
    for (int i = 0; i < columns->count; i++)
        fprintf(out, "<text transform=\"translate(%d %d) rotate(-90)\">%s</text>\n",
                MARGIN + i * CELL + 17, MARGIN - 5, columns->texts[i]);
}

static void draw_opening(FILE *out, const Opening *opening, int x, int y) {
    fprintf(out,
            "<g><title>%s %s: %s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "fill=\"%s\"/>",
            opening->first, opening->reply, STYLES[opening->result].text, x, y, CELL - 1, CELL - 1,
            STYLES[opening->result].fill);
    if (opening->result != OPENING_UNKNOWN)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%d</text>",
                x + CELL / 2, y + 17, STYLES[opening->result].ink, opening->length);
    fputs("</g>\n", out);
}

static void draw_legend(FILE *out, const OpeningTable *table, int y) {
    for (int i = OPENING_UNKNOWN; i <= OPENING_BLACK_WINS; i++) {
        int x = MARGIN + i * 150;
        fprintf(out,
                "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" fill=\"%s\" "
                "stroke=\"#777777\"/><text x=\"%d\" y=\"%d\">%s: %d</text>\n",
                x, y, STYLES[i].fill, x + 20, y + 11, STYLES[i].text,
                opening_table_count(table, (OpeningResult)i));
    }
}

static void draw(FILE *out, const OpeningTable *table, const Labels *rows, const Labels *columns) {
    int width = MARGIN + columns->count * CELL + 10;
    int bottom = MARGIN + rows->count * CELL;
    if (width < MARGIN + 3 * 150)
        width = MARGIN + 3 * 150;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<title>%s: who wins after which first half-moves</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, bottom + LEGEND, width, bottom + LEGEND, table->rules->name);
    draw_labels(out, rows, columns);
    for (int i = 0; i < table->count; i++) {
        const Opening *opening = &table->list[i];
        draw_opening(out, opening, MARGIN + label_index(columns, opening->reply) * CELL,
                     MARGIN + label_index(rows, opening->first) * CELL);
    }
    draw_legend(out, table, bottom + 10);
    fputs("</svg>\n", out);
}

bool picture_save(const OpeningTable *table, const char *path, Error *error) {
    Labels rows = {0}, columns = {0};
    AtomicFile file;
    bool has_memory = make_labels(&rows, table, false) && make_labels(&columns, table, true);
    bool saved = has_memory ? atomic_file_open(&file, path, error)
                            : error_set(error, "%s: out of memory", path);
    if (saved) {
        draw(file.file, table, &rows, &columns);
        saved = atomic_file_commit(&file, error);
    }
    free(rows.texts);
    free(columns.texts);
    return saved;
}
