#include "train/loss_plot.h"

#include "base/markup.h"
#include "base/ticks.h"

#include <math.h>

/* Dimensions in pixels. */
enum {
    WIDTH = 960,
    HEIGHT = 520,
    LEFT = 84,
    RIGHT = 850,
    TOP = 64,
    BOTTOM = 460,
    LEVELS_MAX = 6,  /* about how many lines cross the picture */
    EPOCHS_SHOWN = 8 /* about how many epochs are numbered below the picture */
};

/* Two colours that colour-blind readers can distinguish: Okabe and Ito, "Color Universal Design"
 * (2008). */
static const char TRAINING_COLOUR[] = "#d55e00", VALIDATION_COLOUR[] = "#0072b2";

typedef struct {
    double low, high; /* range of the errors */
    int epochs;
} Scales;

static double x_of(const Scales *scales, double epoch) {
    return scales->epochs > 1 ? LEFT + (RIGHT - LEFT) * (epoch - 1) / (scales->epochs - 1) : LEFT;
}

static double y_of(const Scales *scales, double error) {
    return BOTTOM - (BOTTOM - TOP) * (error - scales->low) / (scales->high - scales->low);
}

static void draw_text(FILE *out, double x, double y, const char *attributes, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    markup_write_text(out, text);
    fputs("</text>\n", out);
}

/* Widens the range to round errors, and draws and labels lines at these. */
static void draw_levels(FILE *out, Scales *scales) {
    double step = tick_step(fmax(scales->high - scales->low, 1e-4), LEVELS_MAX);
    long first = lround(floor(scales->low / step)), last = lround(ceil(scales->high / step));
    last += last == first;
    scales->low = (double)first * step;
    scales->high = (double)last * step;
    for (long i = first; i <= last; i++) {
        char label[32];
        double error = (double)i * step, y = y_of(scales, error);
        snprintf(label, sizeof label, "%.5f", error);
        fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"#e4e4e4\"/>\n", LEFT, y, RIGHT);
        draw_text(out, LEFT - 8, y + 4, "text-anchor=\"end\"", label);
    }
}

static void draw_epochs(FILE *out, const Scales *scales) {
    int step = (int)fmax(tick_step(scales->epochs, EPOCHS_SHOWN), 1);
    for (int epoch = step; epoch <= scales->epochs; epoch += step) {
        char label[32];
        snprintf(label, sizeof label, "%d", epoch);
        draw_text(out, x_of(scales, epoch), BOTTOM + 20, "text-anchor=\"middle\"", label);
    }
    draw_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 44, "text-anchor=\"middle\"", "epoch");
}

typedef double ErrorOf(const EpochErrors *errors);

static double training_error(const EpochErrors *errors) {
    return errors->training;
}

static double validation_error(const EpochErrors *errors) {
    return errors->validation;
}

static void draw_curve(FILE *out, const Scales *scales, const EpochErrors *errors,
                       ErrorOf *error_of, const char *colour) {
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (int i = 0; i < scales->epochs; i++)
        fprintf(out, "%.1f,%.1f ", x_of(scales, i + 1), y_of(scales, error_of(&errors[i])));
    const EpochErrors *last = &errors[scales->epochs - 1];
    fprintf(out, "\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
            x_of(scales, scales->epochs), y_of(scales, error_of(last)), colour);
}

static void draw_legend(FILE *out, const EpochErrors *last) {
    char text[64], attributes[32];
    snprintf(text, sizeof text, "training error %.5f", last->training);
    snprintf(attributes, sizeof attributes, "fill=\"%s\"", TRAINING_COLOUR);
    draw_text(out, LEFT, TOP - 12, attributes, text);
    snprintf(text, sizeof text, "validation error %.5f", last->validation);
    snprintf(attributes, sizeof attributes, "fill=\"%s\"", VALIDATION_COLOUR);
    draw_text(out, LEFT + 220, TOP - 12, attributes, text);
}

void loss_plot_write(FILE *out, const char *title, const EpochErrors *errors, int epochs) {
    Scales scales = {.low = INFINITY, .high = -INFINITY, .epochs = epochs};
    for (int i = 0; i < epochs; i++) {
        scales.low = fmin(scales.low, fmin(errors[i].training, errors[i].validation));
        scales.high = fmax(scales.high, fmax(errors[i].training, errors[i].validation));
    }
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_text(out, LEFT, 30, "font-size=\"20\"", title);
    draw_levels(out, &scales);
    draw_epochs(out, &scales);
    draw_curve(out, &scales, errors, training_error, TRAINING_COLOUR);
    draw_curve(out, &scales, errors, validation_error, VALIDATION_COLOUR);
    draw_legend(out, &errors[epochs - 1]);
    fputs("</svg>\n", out);
}
