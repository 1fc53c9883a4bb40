#include "train/loss_plot.h"

#include "base/chart.h"
#include "base/ticks.h"

#include <math.h>

enum {
    WIDTH = 960, /* in pixels, as the others */
    HEIGHT = 520,
    TITLE_Y = 30,
    LEGEND_Y = 52,
    LEGEND_WIDTH = 240,
    LEVELS_MAX = 6,   /* about how many lines cross the picture */
    EPOCHS_SHOWN = 8, /* about how many epochs are numbered below the picture */
};

typedef double ErrorOf(const EpochErrors *errors);

static double training_error(const EpochErrors *errors) {
    return errors->training;
}

static double validation_error(const EpochErrors *errors) {
    return errors->validation;
}

static const struct {
    const char *name;
    ErrorOf *error_of;
} CURVES[] = {{"validation error", validation_error}, {"training error", training_error}};

enum { CURVE_COUNT = sizeof CURVES / sizeof *CURVES };

/* Widens the range to round errors, and draws and labels lines at these. */
static void draw_levels(FILE *out, Chart *chart) {
    double step = tick_step(fmax(chart->y_max - chart->y_min, 1e-4), LEVELS_MAX);
    long first = lround(floor(chart->y_min / step)), last = lround(ceil(chart->y_max / step));
    last += last == first;
    chart->y_min = (double)first * step;
    chart->y_max = (double)last * step;
    for (long i = first; i <= last; i++) {
        char label[32];
        snprintf(label, sizeof label, "%.5f", (double)i * step);
        chart_level(out, chart, (double)i * step, CHART_FAINT, label);
    }
}

/* Draws a curve and, above the picture, its name with the last error. */
static void draw_curve(FILE *out, const Chart *chart, const EpochErrors *errors, int epochs,
                       int curve) {
    const char *colour = CHART_PALETTE[curve];
    double x = chart->left + curve * LEGEND_WIDTH,
           last = CURVES[curve].error_of(errors + epochs - 1);
    char text[64];
    snprintf(text, sizeof text, "%s %.5f", CURVES[curve].name, last);
    chart_line(out, (double[]){x, LEGEND_Y - 4}, (double[]){x + 20, LEGEND_Y - 4}, colour);
    chart_text(out, x + 26, LEGEND_Y, CHART_TEXT_SIZE, CHART_START, text);
    chart_begin_curve(out, colour, "none");
    for (int i = 0; i < epochs; i++)
        chart_point(out, chart, i + 1, CURVES[curve].error_of(&errors[i]));
    chart_end_curve(out, chart, epochs, last, colour);
}

void loss_plot_write(FILE *out, const char *title, const EpochErrors *errors, int epochs) {
    Chart chart = {.left = 84,
                   .right = 850,
                   .top = 64,
                   .bottom = 460,
                   .x_min = 1,
                   .x_max = fmax(epochs, 2),
                   .y_min = INFINITY,
                   .y_max = -INFINITY};
    for (int i = 0; i < epochs; i++) {
        chart.y_min = fmin(chart.y_min, fmin(errors[i].training, errors[i].validation));
        chart.y_max = fmax(chart.y_max, fmax(errors[i].training, errors[i].validation));
    }
    chart_begin_picture(out, WIDTH, HEIGHT);
    chart_text(out, chart.left, TITLE_Y, CHART_TITLE_SIZE, CHART_START, title);
    draw_levels(out, &chart);
    chart_x_axis(out, &chart, fmax(tick_step(epochs, EPOCHS_SHOWN), 1));
    for (int curve = CURVE_COUNT - 1; curve >= 0; curve--)
        draw_curve(out, &chart, errors, epochs, curve);
    chart_text(out, (chart.left + chart.right) / 2, chart.bottom + 44, CHART_TEXT_SIZE,
               CHART_MIDDLE, "epoch");
    chart_end_picture(out);
}
