/* chart: draws curves over axes as SVG. Positions are in pixels. Thread-safe if the streams differ.
 */
#ifndef MISERE_BASE_CHART_H
#define MISERE_BASE_CHART_H

#include <stdio.h>

/* Where a chart is in the picture, and the values at its edges. */
typedef struct {
    double left, right, top, bottom;
    double x_min, x_max, y_min, y_max;
} Chart;

typedef enum { CHART_START, CHART_MIDDLE, CHART_END } ChartAnchor;

enum { CHART_TEXT_SIZE = 13, CHART_TITLE_SIZE = 20, CHART_DOT = 3 /* radius at a curve's end */ };

/* Colours of text, of lines across a chart, and of those that matter. */
extern const char CHART_INK[], CHART_FAINT[], CHART_MIDDLE_GREY[];

/* A palette that colour-blind readers can distinguish: Okabe and Ito, "Color Universal Design"
 * (2008), with grey in place of yellow, which is hard to see on white. */
enum { CHART_COLOURS = 8 };
extern const char *const CHART_PALETTE[CHART_COLOURS];

/* Begins and ends a white picture. */
void chart_begin_picture(FILE *out, int width, int height);
void chart_end_picture(FILE *out);

/* The place of a value. */
double chart_x(const Chart *chart, double x);
double chart_y(const Chart *chart, double y);

/* Writes text, which may hold any bytes. */
void chart_text(FILE *out, double x, double y, int size, ChartAnchor anchor, const char *text);

void chart_line(FILE *out, const double from[2], const double to[2], const char *colour);

/* Draws a horizontal line at a value, with a label on its left. */
void chart_level(FILE *out, const Chart *chart, double y, const char *colour, const char *label);

/* Draws the x axis with a tick and a number at each multiple of `step`. */
void chart_x_axis(FILE *out, const Chart *chart, double step);

/* Draws a curve: begin it, write its points, and end it at the last one, with a dot. */
void chart_begin_curve(FILE *out, const char *colour, const char *dashes);
void chart_point(FILE *out, const Chart *chart, double x, double y);
void chart_end_curve(FILE *out, const Chart *chart, double x, double y, const char *colour);

#endif
