#include "prove/picture.h"

#include "base/os/atomic_file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 26, MARGIN = 52, LEGEND = 34 };

static const struct {
    const char *fill, *ink, *text;
} STYLES[] = {
    [PAIR_UNKNOWN] = {"#c9c4bb", "#555555", "not decided"},
    [PAIR_WHITE_WINS] = {"#fff6df", "#222222", "White wins"},
    [PAIR_BLACK_WINS] = {"#2f3b52", "#ffffff", "Black wins"},
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
static bool make_labels(Labels *labels, const PairTable *table, bool replies) {
    *labels = (Labels){.texts = calloc((size_t)table->count + 1, sizeof *labels->texts)};
    if (!labels->texts)
        return false;
    for (int i = 0; i < table->count; i++)
        strcpy(labels->texts[i], replies ? table->pairs[i].reply : table->pairs[i].first);
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

static void draw_pair(FILE *out, const Pair *pair, int x, int y) {
    fprintf(out,
            "<g><title>%s %s: %s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "fill=\"%s\"/>",
            pair->first, pair->reply, STYLES[pair->result].text, x, y, CELL - 1, CELL - 1,
            STYLES[pair->result].fill);
    if (pair->result != PAIR_UNKNOWN)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%d</text>",
                x + CELL / 2, y + 17, STYLES[pair->result].ink, pair->length);
    fputs("</g>\n", out);
}

static void draw_legend(FILE *out, const PairTable *table, int y) {
    for (int i = PAIR_UNKNOWN; i <= PAIR_BLACK_WINS; i++) {
        int x = MARGIN + i * 150;
        fprintf(out,
                "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" fill=\"%s\" "
                "stroke=\"#777777\"/><text x=\"%d\" y=\"%d\">%s: %d</text>\n",
                x, y, STYLES[i].fill, x + 20, y + 11, STYLES[i].text,
                pairs_count(table, (PairResult)i));
    }
}

static void draw(FILE *out, const PairTable *table, const Labels *rows, const Labels *columns) {
    int width = MARGIN + columns->count * CELL + 10;
    int bottom = MARGIN + rows->count * CELL;
    if (width < MARGIN + 3 * 150)
        width = MARGIN + 3 * 150;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<title>%s: who wins after each pair of first half-moves</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, bottom + LEGEND, width, bottom + LEGEND, table->rules->name);
    draw_labels(out, rows, columns);
    for (int i = 0; i < table->count; i++) {
        const Pair *pair = &table->pairs[i];
        draw_pair(out, pair, MARGIN + label_index(columns, pair->reply) * CELL,
                  MARGIN + label_index(rows, pair->first) * CELL);
    }
    draw_legend(out, table, bottom + 10);
    fputs("</svg>\n", out);
}

bool picture_save(const PairTable *table, const char *path, Error *error) {
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
