#include "annotate/graph_svg.h"

#include "annotate/prose.h"

enum {
    DENSE_POINTS = 100, /* if there are more points than this, they are drawn smaller */
    HALF_HEIGHT = 470, /* a decided game's distance from the middle, in thousandths of the height */
};

static const struct {
    int centipawns;
    const char *name;
} LEVELS[] = {{1000, "+10"}, {300, "+3"}, {0, "0"}, {-300, "\u22123"}, {-1000, "\u221210"}};

enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

/* A score's distance from the top, in thousandths of the graph's height. */
static double score_y(WhiteScore score) {
    return 500 - HALF_HEIGHT * white_score_height(score);
}

/* A position's distance from the left, in thousandths of the graph's width. Each position has a
 * column, with its point in the middle. */
static double index_x(const Annotation *annotation, double index) {
    return 1000 * (index + 0.5) / annotation->count;
}

/* --- the y axis --- */

static double level_y(int level) {
    return score_y((WhiteScore){.kind = WHITE_SCORE_CENTIPAWNS, .value = LEVELS[level].centipawns});
}

static void write_scale(FILE *out) {
    fputs("<svg class=\"scale\" aria-hidden=\"true\">", out);
    for (int i = 0; i < LEVEL_COUNT; i++)
        fprintf(out, "<text x=\"95%%\" y=\"%.1f%%\" dy=\"4\">%s</text>", level_y(i) / 10,
                LEVELS[i].name);
    fputs("</svg>\n", out);
}

static void write_levels(FILE *out) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        fprintf(out,
                "<line class=\"%s\" x1=\"0\" x2=\"100%%\" y1=\"%.1f%%\" "
                "y2=\"%.1f%%\"/>",
                LEVELS[i].centipawns == 0 ? "zero" : "level", level_y(i) / 10, level_y(i) / 10);
    fputc('\n', out);
}

/* --- the curve --- */

static bool is_known(const Annotation *annotation, int index) {
    return index < annotation->count &&
           annotation->positions[index].score.kind != WHITE_SCORE_UNKNOWN;
}

/* Writes the curve's vertices from position `first` up to the next position with an unknown score.
 * Returns that position's index. The curve is extended by half a column at both ends. */
static int write_corners(FILE *out, const Annotation *annotation, int first) {
    int i = first;
    fprintf(out, "%.1f %.1f", index_x(annotation, i - 0.5),
            score_y(annotation->positions[i].score));
    for (; is_known(annotation, i); i++)
        fprintf(out, "L%.1f %.1f", index_x(annotation, i), score_y(annotation->positions[i].score));
    fprintf(out, "L%.1f %.1f", index_x(annotation, i - 0.5),
            score_y(annotation->positions[i - 1].score));
    return i;
}

/* Fills White's area below the curve and Black's above it, with gaps where scores are unknown. */
static void write_curve(FILE *out, const Annotation *annotation) {
    fputs("<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">", out);
    for (int i = 0; i < annotation->count; i++) {
        if (!is_known(annotation, i))
            continue;
        int first = i;
        double from = index_x(annotation, first - 0.5);
        fputs("<path class=\"black\" d=\"M", out);
        i = write_corners(out, annotation, first);
        fprintf(out, "V0H%.1fz\"/><path class=\"white\" d=\"M", from);
        write_corners(out, annotation, first);
        fprintf(out, "V1000H%.1fz\"/><path class=\"curve\" d=\"M", from);
        write_corners(out, annotation, first);
        fputs("\"/>", out);
    }
    fputs("</svg>\n", out);
}

/* --- the points --- */

static void write_title(FILE *out, const Annotation *annotation, int index) {
    const AnnotatedPosition *annotated = &annotation->positions[index];
    char score[WHITE_SCORE_TEXT_SIZE], turn[PROSE_TURN_SIZE] = "The start";
    const char *sign = "";
    if (index > 0) {
        prose_turn(&annotated[-1].position, annotation->game->turns[index - 1].turn, turn);
        sign = annotation_mark_sign(annotated[-1].mark);
    }
    white_score_write(annotated->score, score);
    fprintf(out, "<title>%s%s%s: %s</title>", turn, *sign ? " " : "", sign, score);
}

static const char *point_class(const Annotation *annotation, int index) {
    static const char *const BLAMED[MARKS] = {
        [MARK_DUBIOUS] = "m4", [MARK_MISTAKE] = "m5", [MARK_BLUNDER] = "m6"};
    const char *blamed = index > 0 ? BLAMED[annotation->positions[index - 1].mark] : NULL;
    WhiteScoreKind kind = annotation->positions[index].score.kind;
    return blamed                                                           ? blamed
           : kind == WHITE_SCORE_FORCED_WIN || kind == WHITE_SCORE_GAME_WON ? "sure"
                                                                            : "point";
}

static double point_size(const Annotation *annotation, const char *class) {
    bool is_fine = annotation->count > DENSE_POINTS;
    if (*class == 'm')
        return is_fine ? 3.5 : 5;
    return is_fine ? 1.2 : 2.5;
}

static void write_point(FILE *out, const Annotation *annotation, int index) {
    const char *class = point_class(annotation, index);
    fprintf(out,
            "<a href=\"#turn-%d\" tabindex=\"-1\"><rect x=\"%.3f%%\" width=\"%.3f%%\" "
            "height=\"100%%\"/>",
            index, index_x(annotation, index - 0.5) / 10, 100.0 / annotation->count);
    if (is_known(annotation, index))
        fprintf(out, "<circle class=\"%s\" cx=\"%.3f%%\" cy=\"%.1f%%\" r=\"%.1f\"/>", class,
                index_x(annotation, index) / 10, score_y(annotation->positions[index].score) / 10,
                point_size(annotation, class));
    write_title(out, annotation, index);
    fputs("</a>\n", out);
}

void graph_svg_write(FILE *out, const Annotation *annotation) {
    fputs("<div class=\"graph\">\n", out);
    write_scale(out);
    fputs("<svg class=\"plot\" role=\"img\" aria-label=\"Graph of the score after each turn\">\n",
          out);
    write_curve(out, annotation);
    write_levels(out);
    for (int i = 0; i < annotation->count; i++)
        write_point(out, annotation, i);
    fputs("</svg>\n</div>\n", out);
}
