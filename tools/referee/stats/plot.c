#include "referee/stats/plot.h"

#include "base/chart.h"
#include "base/ticks.h"
#include "referee/stats/crosstable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Dimensions, in pixels unless stated otherwise. */
enum {
    WIDTH = 960,
    LEFT = 84,
    TOP = 84,
    SCORES_HEIGHT = 380,
    GAP = 64, /* between the two panels */
    SPRT_HEIGHT = 150,
    BOTTOM = 48,
    COLUMN_WIDTH = 8, /* upper bound for a character of CHART_TEXT_SIZE */
    LABEL_HEIGHT = 16,
    LABEL_INDENT = 26, /* distance from the end of a curve to its label */
    TEXT_RISE = 4,     /* distance from the baseline up to the middle of the text */
    CAPTION_RISE = 14, /* distance from a panel up to its caption */
    TITLE_Y = 36,
    CAPTION_SIZE = 512,    /* in bytes */
    CAPTION_COLUMNS = 100, /* how many characters of CHART_TEXT_SIZE fit */
};

typedef struct {
    double x;               /* games so far */
    double y, lower, upper; /* value and interval; all three are equal if no interval is shown */
} PlotPoint;

typedef struct {
    int player;
    Tally tally; /* tally of all the player's games */
    int count;   /* number of points */
    PlotPoint points[PLOT_POINTS_MAX];
} Curve;

/* --- computing the curves --- */

static bool check_game(const Plot *plot, int64_t i, Error *error) {
    const PlotGame *game = &plot->games[i];
    int count = plot->player_count;
    if (game->white < 0 || game->white >= count || game->black < 0 || game->black >= count ||
        game->white == game->black)
        return error_set(error, "game %" PRId64 ": invalid player numbers %d and %d (players: %d)",
                         i + 1, game->white, game->black, count);
    if (game->white_points < 0 || game->white_points > 2)
        return error_set(error, "game %" PRId64 ": %d half-points instead of 0 to 2", i + 1,
                         game->white_points);
    return true;
}

static bool check(const Plot *plot, Error *error) {
    if (plot->player_count < 2)
        return error_set(error, "a plot needs at least two players");
    if (plot->sprt && plot->player_count > 2)
        return error_set(error, "a plot of %d players cannot show an SPRT", plot->player_count);
    if (plot->sprt && !sprt_check(plot->sprt, error))
        return false;
    for (int64_t i = 0; i < plot->game_count; i++)
        if (!check_game(plot, i, error))
            return false;
    return true;
}

/* The player's half-points in a game; -1 if the player did not take part. */
static int points_of(const PlotGame *game, int player) {
    if (game->white == player)
        return game->white_points;
    return game->black == player ? 2 - game->white_points : -1;
}

/* Is game i the second of a pair, and game i - 1 the first? */
static bool completes_pair(const Plot *plot, int64_t i) {
    return i > 0 && i < plot->game_count && plot->games[i].pair >= 0 &&
           plot->games[i].pair == plot->games[i - 1].pair;
}

/* A player who may get a curve. */
typedef struct {
    int player;
    int64_t games, half_points;
} Candidate;

/* The candidate's score, 0 to 1; -1 without games. */
static double score_of(const Candidate *candidate) {
    return candidate->games > 0 ? (double)candidate->half_points / 2 / (double)candidate->games
                                : -1;
}

static int compare_candidates(const void *left, const void *right) {
    const Candidate *a = left, *b = right;
    int order = (score_of(a) < score_of(b)) - (score_of(a) > score_of(b));
    return order ? order : a->player - b->player;
}

static void sort_by_score(const Plot *plot, Candidate *candidates) {
    for (int i = 0; i < plot->player_count; i++)
        candidates[i].player = i;
    for (int64_t i = 0; i < plot->game_count; i++) {
        const PlotGame *game = &plot->games[i];
        candidates[game->white].games++;
        candidates[game->black].games++;
        candidates[game->white].half_points += game->white_points;
        candidates[game->black].half_points += 2 - game->white_points;
    }
    qsort(candidates, (size_t)plot->player_count, sizeof *candidates, compare_candidates);
}

/* Keeps every interval-th point of a curve and its last one, so that at most PLOT_POINTS_MAX - 1
 * are kept. */
typedef struct {
    int64_t interval, skipped;
} Downsampler;

static Downsampler downsample(int64_t point_count) {
    return (Downsampler){.interval = point_count / (PLOT_POINTS_MAX - 2) + 1};
}

static bool keeps_point(Downsampler *downsampler, bool is_last) {
    if (++downsampler->skipped < downsampler->interval && !is_last)
        return false;
    downsampler->skipped = 0;
    return true;
}

static void append(Curve *curve, int64_t games, double y, double lower, double upper) {
    curve->points[curve->count++] = (PlotPoint){(double)games, y, lower, upper};
}

/* A player's score after each of its games, extended to the end of the tournament. */
static void build_score_curve(const Plot *plot, const Candidate *candidate, Curve *curve) {
    Tally *tally = &curve->tally;
    Downsampler downsampler = downsample(candidate->games);
    curve->player = candidate->player;
    for (int64_t i = 0; i < plot->game_count; i++) {
        int points = points_of(&plot->games[i], curve->player);
        if (points < 0)
            continue;
        tally_add_game(tally, points);
        int before = completes_pair(plot, i) ? points_of(&plot->games[i - 1], curve->player) : -1;
        if (before >= 0)
            tally_add_pair(tally, before, points);
        if (completes_pair(plot, i + 1) ||
            !keeps_point(&downsampler, tally_games(tally) == candidate->games))
            continue;
        Estimate estimate = statistics_elo(tally);
        if (plot->player_count == 2)
            append(curve, i + 1, estimate.score, estimate.score_lower, estimate.score_upper);
        else
            append(curve, i + 1, estimate.score, estimate.score, estimate.score);
    }
    if (curve->count > 0) {
        PlotPoint last = curve->points[curve->count - 1];
        append(curve, plot->game_count, last.y, last.lower, last.upper);
    }
}

/* The SPRT's log-likelihood ratio after each pair, up to its verdict or the first missing pair. */
static void build_llr_curve(const Plot *plot, Sprt *sprt, Curve *curve) {
    sprt_start(sprt, plot->sprt);
    Downsampler downsampler = downsample(plot->game_count);
    for (int64_t i = 1; i < plot->game_count && sprt->verdict == SPRT_UNDECIDED; i += 2) {
        if (!completes_pair(plot, i) || plot->games[i].pair != i / 2)
            return;
        sprt_add_pair(sprt, points_of(&plot->games[i], 0) + points_of(&plot->games[i - 1], 0));
        bool is_last = i + 2 >= plot->game_count || sprt->verdict != SPRT_UNDECIDED;
        if (keeps_point(&downsampler, is_last))
            append(curve, i + 1, sprt->llr, sprt->llr, sprt->llr);
    }
}

/* --- scales --- */

static double clamp(double value, double least, double most) {
    return fmin(fmax(value, least), most);
}

/* Widens the panel's y range to include the curve, except for the first tenth of the games, where
 * the score still fluctuates widely. */
static void expand_range(Chart *panel, const Curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        const PlotPoint *point = &curve->points[i];
        if (point->x < panel->x_max / 10 && i + 1 < curve->count)
            continue;
        panel->y_min = fmin(panel->y_min, point->lower);
        panel->y_max = fmax(panel->y_max, point->upper);
    }
}

/* Widens the panel's y range so that it ends at round scores, at least 0.1 apart. Returns the step
 * between ticks. */
static double round_range(Chart *panel) {
    double deficit = fmax(0.1 - (panel->y_max - panel->y_min), 0);
    panel->y_min = clamp(panel->y_min - deficit / 2, 0, 0.9);
    panel->y_max = clamp(panel->y_max + deficit / 2, 0.1, 1);
    double step = tick_step(panel->y_max - panel->y_min, 6);
    panel->y_min = fmax(floor(panel->y_min / step) * step, 0);
    panel->y_max = fmin(ceil(panel->y_max / step) * step, 1);
    return step;
}

/* --- drawing the parts --- */

/* Draws text, truncated to fit. */
static void draw_text(FILE *out, double x, double y, int size, const char *text) {
    char truncated[CAPTION_SIZE];
    crosstable_truncate(text, CAPTION_COLUMNS * CHART_TEXT_SIZE / size, truncated,
                        sizeof truncated);
    chart_text(out, x, y, size, CHART_START, truncated);
}

static void draw_games_axis(FILE *out, const Chart *panel) {
    chart_x_axis(out, panel, fmax(tick_step(panel->x_max, 8), 1)); /* a whole number of games */
}

static void draw_score_axis(FILE *out, const Chart *panel, double step) {
    int ticks = (int)lround((panel->y_max - panel->y_min) / step);
    for (int i = 0; i <= ticks; i++) {
        char label[32];
        double score = panel->y_min + i * step;
        snprintf(label, sizeof label, "%.0f%%", 100 * score);
        chart_level(out, panel, score, CHART_FAINT, label);
    }
    double middle = chart_y(panel, 0.5);
    chart_line(out, (double[]){panel->left, middle}, (double[]){panel->right, middle},
               CHART_MIDDLE_GREY);
}

/* Draws the confidence interval around a curve. */
static void draw_band(FILE *out, const Chart *panel, const Curve *curve) {
    fprintf(out, "<polygon fill=\"%s\" fill-opacity=\"0.16\" points=\"", CHART_PALETTE[0]);
    for (int i = 0; i < curve->count; i++)
        chart_point(out, panel, curve->points[i].x, curve->points[i].upper);
    for (int i = curve->count - 1; i >= 0; i--)
        chart_point(out, panel, curve->points[i].x, curve->points[i].lower);
    fputs("\"/>\n", out);
}

static const char *style_colour(int style) {
    return CHART_PALETTE[style % CHART_COLOURS];
}

static const char *style_dashes(int style) {
    return style < CHART_COLOURS ? "none" : "6 4";
}

static void draw_curve(FILE *out, const Chart *panel, const Curve *curve, int style) {
    chart_begin_curve(out, style_colour(style), style_dashes(style));
    for (int i = 0; i < curve->count; i++)
        chart_point(out, panel, curve->points[i].x, curve->points[i].y);
    const PlotPoint *last = &curve->points[curve->count - 1];
    chart_end_curve(out, panel, last->x, last->y, style_colour(style));
}

/* Clips what follows to the panel, with a margin so that curves along its edge stay whole. */
static void begin_clip(FILE *out, const Chart *panel, const char *name) {
    fprintf(out,
            "<clipPath id=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
            "</clipPath>\n<g clip-path=\"url(#%s)\">\n",
            name, panel->left - CHART_DOT, panel->top - CHART_DOT,
            panel->right - panel->left + 2 * CHART_DOT, panel->bottom - panel->top + 2 * CHART_DOT,
            name);
}

static void end_clip(FILE *out) {
    fputs("</g>\n", out);
}

/* --- putting the picture together --- */

typedef struct {
    Chart scores;
    int curve_count;
    Curve curves[PLOT_CURVES_MAX]; /* best player first; each has at least one point */
    Chart sprt_panel;
    Sprt sprt;
    Curve llr; /* log-likelihood ratio of the SPRT */
} Picture;

/* A match has only the first player's curve. */
static void build_score_curves(const Plot *plot, Candidate *candidates, Picture *picture) {
    sort_by_score(plot, candidates);
    bool is_match = plot->player_count == 2;
    for (int i = 0; i < plot->player_count && picture->curve_count < PLOT_CURVES_MAX; i++)
        if (candidates[i].games > 0 && (!is_match || candidates[i].player == 0))
            build_score_curve(plot, &candidates[i], &picture->curves[picture->curve_count++]);
}

static double last_y(const Curve *curve) {
    return curve->points[curve->count - 1].y;
}

static void draw_scores(FILE *out, const Plot *plot, Picture *picture) {
    Chart *panel = &picture->scores;
    for (int i = 0; i < picture->curve_count; i++)
        expand_range(panel, &picture->curves[i]);
    draw_score_axis(out, panel, round_range(panel));
    draw_games_axis(out, panel);
    begin_clip(out, panel, "scores");
    if (plot->player_count == 2 && picture->curve_count > 0)
        draw_band(out, panel, &picture->curves[0]);
    for (int i = picture->curve_count - 1; i >= 0; i--)
        draw_curve(out, panel, &picture->curves[i], i);
    end_clip(out);
}

/* Places the labels as near to the ends of their curves as possible without overlapping. */
static void place_labels(const Picture *picture, double ys[PLOT_CURVES_MAX]) {
    double free_from = picture->scores.top;
    for (int i = 0; i < picture->curve_count; i++) {
        ys[i] = fmax(chart_y(&picture->scores, last_y(&picture->curves[i])), free_from);
        free_from = ys[i] + LABEL_HEIGHT;
    }
    double free_to = picture->scores.bottom;
    for (int i = picture->curve_count - 1; i >= 0; i--) {
        ys[i] = fmin(ys[i], free_to);
        free_to = ys[i] - LABEL_HEIGHT;
    }
}

/* Draws the line from the end of a curve to its label. */
static void draw_connector(FILE *out, double end_x, double end_y, double label_y, int style) {
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
            "points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/>\n",
            style_colour(style), style_dashes(style), end_x, end_y, end_x + LABEL_INDENT / 2.0,
            label_y, end_x + LABEL_INDENT - 4.0, label_y);
}

static void draw_labels(FILE *out, const Plot *plot, const Picture *picture) {
    double ys[PLOT_CURVES_MAX], x = picture->scores.right;
    place_labels(picture, ys);
    for (int i = 0; i < picture->curve_count; i++) {
        const Curve *curve = &picture->curves[i];
        char name[CROSSTABLE_NAME_SIZE], label[CROSSTABLE_NAME_SIZE + 16];
        crosstable_truncate(plot->names[curve->player], CROSSTABLE_NAME_COLUMNS, name, sizeof name);
        snprintf(label, sizeof label, "%.1f%% %s", 100 * last_y(curve),
                 plot->player_count > 2 ? name : "");
        draw_connector(out, x, chart_y(&picture->scores, last_y(curve)), ys[i], i);
        draw_text(out, x + LABEL_INDENT, ys[i] + TEXT_RISE, CHART_TEXT_SIZE, label);
    }
}

static void draw_sprt(FILE *out, Picture *picture) {
    Chart *panel = &picture->sprt_panel;
    const Sprt *sprt = &picture->sprt;
    char label[32], caption[SPRT_TEXT_SIZE];
    panel->y_min = sprt->lower;
    panel->y_max = sprt->upper;
    expand_range(panel, &picture->llr);
    sprt_print(sprt, caption);
    draw_text(out, panel->left, panel->top - CAPTION_RISE, CHART_TEXT_SIZE, caption);
    chart_level(out, panel, 0, CHART_FAINT, "0");
    snprintf(label, sizeof label, "H0 %+.2f", sprt->lower);
    chart_level(out, panel, sprt->lower, CHART_MIDDLE_GREY, label);
    snprintf(label, sizeof label, "H1 %+.2f", sprt->upper);
    chart_level(out, panel, sprt->upper, CHART_MIDDLE_GREY, label);
    draw_games_axis(out, panel);
    begin_clip(out, panel, "test");
    if (picture->llr.count > 0)
        draw_curve(out, panel, &picture->llr, 1);
    end_clip(out);
}

static void describe_match(const Plot *plot, const Picture *picture, char caption[CAPTION_SIZE]) {
    char names[2][CROSSTABLE_NAME_SIZE], elo[ESTIMATE_TEXT_SIZE];
    Estimate estimate = statistics_elo(&picture->curves[0].tally);
    estimate_print(&estimate, elo);
    for (int i = 0; i < 2; i++)
        crosstable_truncate(plot->names[i], CROSSTABLE_NAME_COLUMNS, names[i], sizeof names[i]);
    snprintf(caption, CAPTION_SIZE, "Score of %s against %s, with its 95%% interval; Elo %s",
             names[0], names[1], elo);
}

static void draw_captions(FILE *out, const Plot *plot, const Picture *picture) {
    char caption[CAPTION_SIZE];
    if (picture->curve_count == 0)
        snprintf(caption, sizeof caption, "No games yet");
    else if (plot->player_count == 2)
        describe_match(plot, picture, caption);
    else if (plot->player_count > PLOT_CURVES_MAX)
        snprintf(caption, sizeof caption, "Scores of the best %d of %d players",
                 picture->curve_count, plot->player_count);
    else
        snprintf(caption, sizeof caption, "Scores");
    draw_text(out, LEFT, TOP - CAPTION_RISE, CHART_TEXT_SIZE, caption);
    draw_text(out, LEFT, TITLE_Y, CHART_TITLE_SIZE, plot->title);
}

/* The width of the space for the labels on the right. */
static double label_width(const Plot *plot, const Picture *picture) {
    enum { SCORE_COLUMNS = sizeof "100.0% " };
    int widest = 0;
    for (int i = 0; i < picture->curve_count && plot->player_count > 2; i++) {
        char name[CROSSTABLE_NAME_SIZE];
        int columns = crosstable_truncate(plot->names[picture->curves[i].player],
                                          CROSSTABLE_NAME_COLUMNS, name, sizeof name);
        widest = columns > widest ? columns : widest;
    }
    return LABEL_INDENT + (SCORE_COLUMNS + widest) * COLUMN_WIDTH;
}

static void lay_out(const Plot *plot, Picture *picture) {
    double right = WIDTH - label_width(plot, picture), x_max = fmax((double)plot->game_count, 1);
    picture->scores = (Chart){LEFT, right, TOP, TOP + SCORES_HEIGHT, 0, x_max, 0.5, 0.5};
    double top = picture->scores.bottom + GAP;
    picture->sprt_panel = (Chart){LEFT, right, top, top + SPRT_HEIGHT, 0, x_max, 0, 0};
}

static void draw(FILE *out, const Plot *plot, Picture *picture) {
    lay_out(plot, picture);
    const Chart *lowest = plot->sprt ? &picture->sprt_panel : &picture->scores;
    int height = (int)lowest->bottom + BOTTOM;
    chart_begin_picture(out, WIDTH, height);
    draw_captions(out, plot, picture);
    draw_scores(out, plot, picture);
    draw_labels(out, plot, picture);
    if (plot->sprt)
        draw_sprt(out, picture);
    chart_text(out, (lowest->left + lowest->right) / 2, height - 8, CHART_TEXT_SIZE, CHART_MIDDLE,
               "games");
    chart_end_picture(out);
}

bool plot_scores(FILE *out, const Plot *plot, Error *error) {
    if (!check(plot, error))
        return false;
    Picture *picture = calloc(1, sizeof *picture);
    Candidate *candidates = calloc((size_t)plot->player_count, sizeof *candidates);
    bool has_memory = picture && candidates;
    if (has_memory) {
        build_score_curves(plot, candidates, picture);
        if (plot->sprt)
            build_llr_curve(plot, &picture->sprt, &picture->llr);
        draw(out, plot, picture);
    }
    free(picture);
    free(candidates);
    if (!has_memory)
        return error_set(error, "out of memory for the plot");
    return (fflush(out) == 0 && !ferror(out)) || error_set(error, "cannot write the plot");
}
