#include "base/chart.h"

#include "base/markup.h"

enum {
    TEXT_RISE = 4, /* from the baseline up to the middle of the text */
    TICK = 5,
};

const char CHART_INK[] = "#222222", CHART_FAINT[] = "#e4e4e4", CHART_MIDDLE_GREY[] = "#777777";

const char *const CHART_PALETTE[CHART_COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#000000", "#e69f00", "#56b4e9", "#8a8a8a"};

void chart_begin_picture(FILE *out, int width, int height) {
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            width, height, width, height);
}

void chart_end_picture(FILE *out) {
    fputs("</svg>\n", out);
}

double chart_x(const Chart *chart, double x) {
    double share = (x - chart->x_min) / (chart->x_max - chart->x_min);
    return chart->left + (chart->right - chart->left) * share;
}

double chart_y(const Chart *chart, double y) {
    double share = (y - chart->y_min) / (chart->y_max - chart->y_min);
    return chart->bottom - (chart->bottom - chart->top) * share;
}

void chart_text(FILE *out, double x, double y, int size, ChartAnchor anchor, const char *text) {
    static const char *const ANCHORS[] = {"start", "middle", "end"};
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">", x,
            y, size, ANCHORS[anchor], CHART_INK);
    markup_write_text(out, text);
    fputs("</text>\n", out);
}

void chart_line(FILE *out, const double from[2], const double to[2], const char *colour) {
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", from[0],
            from[1], to[0], to[1], colour);
}

void chart_level(FILE *out, const Chart *chart, double y, const char *colour, const char *label) {
    double at = chart_y(chart, y);
    chart_line(out, (double[]){chart->left, at}, (double[]){chart->right, at}, colour);
    chart_text(out, chart->left - 8, at + TEXT_RISE, CHART_TEXT_SIZE, CHART_END, label);
}

void chart_x_axis(FILE *out, const Chart *chart, double step) {
    for (int i = 0; i * step <= chart->x_max; i++) {
        char label[32];
        double x = chart_x(chart, i * step);
        if (i * step < chart->x_min)
            continue;
        snprintf(label, sizeof label, "%.0f", i * step);
        chart_line(out, (double[]){x, chart->bottom}, (double[]){x, chart->bottom + TICK},
                   CHART_MIDDLE_GREY);
        chart_text(out, x, chart->bottom + 20, CHART_TEXT_SIZE, CHART_MIDDLE, label);
    }
    chart_line(out, (double[]){chart->left, chart->bottom}, (double[]){chart->right, chart->bottom},
               CHART_MIDDLE_GREY);
}

void chart_begin_curve(FILE *out, const char *colour, const char *dashes) {
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
            "stroke-linejoin=\"round\" points=\"",
            colour, dashes);
}

void chart_point(FILE *out, const Chart *chart, double x, double y) {
    fprintf(out, "%.1f,%.1f ", chart_x(chart, x), chart_y(chart, y));
}

void chart_end_curve(FILE *out, const Chart *chart, double x, double y, const char *colour) {
    fprintf(out, "\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"/>\n",
            chart_x(chart, x), chart_y(chart, y), CHART_DOT, colour);
}
