#include "referee/stats/crosstable.h"

#include "base/escape.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Tally *tally_between(const Crosstable *crosstable, int i, int j) {
    return &crosstable->tallies[(size_t)i * (size_t)crosstable->count + (size_t)j];
}

static double points_of(const Scoring *scoring, int64_t wins, int64_t draws, int64_t losses) {
    return (double)wins * scoring->win + (double)draws * scoring->draw +
           (double)losses * scoring->loss;
}

/* --- ranking --- */

static void sum_results(const Crosstable *crosstable, CrosstableRow *row) {
    for (int j = 0; j < crosstable->count; j++) {
        if (j == row->index)
            continue;
        const Tally *tally = tally_between(crosstable, row->index, j);
        row->wins += tally->wins;
        row->draws += tally->draws;
        row->losses += tally->losses;
    }
    row->points =
        points_of(&crosstable->scoring, row->wins + row->entrant->byes, row->draws, row->losses);
}

/* Adds the tie-breaks of entrant `i` to its row. All rows must have their points already, and must
 * still be in the order of the entrants. */
static void add_tie_breaks(const Crosstable *crosstable, CrosstableRow *rows, int i) {
    for (int j = 0; j < crosstable->count; j++) {
        if (j == i)
            continue;
        const Tally *tally = tally_between(crosstable, i, j);
        double opponent_points = rows[j].points;
        rows[i].sonneborn_berger +=
            opponent_points * ((double)tally->wins + (double)tally->draws / 2);
        if (crosstable->swiss)
            rows[i].buchholz += opponent_points * (double)tally_games(tally);
    }
}

static int descending(double a, double b) {
    return (a < b) - (a > b);
}

static int compare_results(const CrosstableRow *a, const CrosstableRow *b) {
    int order = descending(a->points, b->points);
    if (order == 0)
        order = descending(a->buchholz, b->buchholz);
    if (order == 0)
        order = descending(a->sonneborn_berger, b->sonneborn_berger);
    return order;
}

static int compare_rows(const void *left, const void *right) {
    const CrosstableRow *a = left, *b = right;
    int order = compare_results(a, b);
    if (order == 0)
        order = strcmp(a->entrant->name, b->entrant->name);
    return order ? order : a->index - b->index;
}

void crosstable_rank(const Crosstable *crosstable, CrosstableRow *rows) {
    int count = crosstable->count;
    for (int i = 0; i < count; i++) {
        rows[i] = (CrosstableRow){.entrant = &crosstable->entrants[i], .index = i};
        sum_results(crosstable, &rows[i]);
    }
    for (int i = 0; i < count; i++)
        add_tie_breaks(crosstable, rows, i);
    qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    for (int i = 0; i < count; i++) {
        bool shares = i > 0 && compare_results(&rows[i - 1], &rows[i]) == 0;
        rows[i].rank = shares ? rows[i - 1].rank : i + 1;
    }
}

CrosstableRow *crosstable_rows(const Crosstable *crosstable) {
    size_t count = (size_t)crosstable->count;
    CrosstableRow *rows = calloc(count, sizeof *rows);
    Rating *ratings = calloc(count, sizeof *ratings);
    if (!rows || !ratings ||
        !statistics_ratings(crosstable->count, crosstable->evidence, ratings, NULL)) {
        free(rows);
        free(ratings);
        return NULL;
    }
    crosstable_rank(crosstable, rows);
    for (size_t i = 0; i < count; i++)
        rows[i].rating = ratings[rows[i].index];
    free(ratings);
    return rows;
}

/* --- truncating names --- */

/* The width of a character on a terminal, from the Unicode blocks of combining marks (0) and wide
 * characters (2; UAX #11). */
static int character_columns(uint32_t c) {
    static const Utf8Range COMBINING[] = {
        {0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};
    static const Utf8Range WIDE[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                                     {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                     {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
                                     {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (utf8_is_in(c, COMBINING, sizeof COMBINING / sizeof *COMBINING))
        return 0;
    return utf8_is_in(c, WIDE, sizeof WIDE / sizeof *WIDE) ? 2 : 1;
}

int crosstable_truncate(const char *text, int columns, char *truncated, size_t size) {
    static const char CUT[] = "..";
    enum { CUT_COLUMNS = sizeof CUT - 1 };
    /* What was copied, and how much of it is kept if the text must be cut: bytes, columns. */
    size_t length = 0, kept_length = 0;
    int taken = 0, kept_taken = 0;
    while (*text) {
        uint32_t c;
        int bytes = utf8_decode(text, &c);
        bool is_shown = bytes > 0 && !escape_is_hidden(c);
        int width = is_shown ? character_columns(c) : 1;
        size_t more = is_shown ? (size_t)bytes : 1;
        if (taken + width > columns || length + more >= size) {
            memcpy(truncated + kept_length, CUT, sizeof CUT);
            return kept_taken + CUT_COLUMNS;
        }
        memcpy(truncated + length, is_shown ? text : "?", more);
        length += more;
        taken += width;
        text += bytes ? bytes : 1;
        if (taken + CUT_COLUMNS <= columns && length + sizeof CUT <= size) {
            kept_length = length;
            kept_taken = taken;
        }
    }
    truncated[length] = '\0';
    return taken;
}

/* --- printing the table --- */

typedef enum {
    COLUMN_RANK,
    COLUMN_NAME,
    COLUMN_ELO,
    COLUMN_ERROR,
    COLUMN_POINTS,
    COLUMN_GAMES,
    COLUMN_WINS,
    COLUMN_DRAWS,
    COLUMN_LOSSES,
    COLUMN_SCORE,
    COLUMN_TIME, /* this and the next two: forfeits, in the order of ForfeitKind */
    COLUMN_ILLEGAL,
    COLUMN_CRASH,
    COLUMN_BUCHHOLZ,
    COLUMN_SONNEBORN_BERGER,
    COLUMN_CROSS, /* the first of up to CROSSTABLE_CROSS_MAX columns */
    COLUMNS = COLUMN_CROSS + CROSSTABLE_CROSS_MAX
} CrosstableColumn;

enum { CELL_SIZE = CROSSTABLE_NAME_SIZE, GAP = 2 /* blanks between columns */ };

typedef struct {
    const Crosstable *crosstable;
    const CrosstableRow *rows;
    int decimals; /* decimal places printed for points */
} PrintContext;

/* The number of decimal places, at most 2, needed to print the points for a win, a draw and a
 * loss. */
static int decimals_of(const Scoring *scoring) {
    const double values[] = {scoring->win, scoring->draw, scoring->loss};
    int decimals = 0;
    for (int i = 0; i < 3; i++)
        while (decimals < 2 && fabs(remainder(values[i] * pow(10, decimals), 1)) > 1e-6)
            decimals++;
    return decimals;
}

static bool anybody_forfeited(const Crosstable *crosstable, ForfeitKind kind) {
    for (int i = 0; i < crosstable->count; i++)
        if (crosstable->entrants[i].forfeits[kind] > 0)
            return true;
    return false;
}

static bool column_is_shown(const PrintContext *context, int column) {
    const Crosstable *crosstable = context->crosstable;
    bool is_match = crosstable->count == 2;
    switch (column) {
    case COLUMN_ELO:
    case COLUMN_ERROR:
    case COLUMN_SONNEBORN_BERGER:
        return !is_match;
    case COLUMN_BUCHHOLZ:
        return !is_match && crosstable->swiss;
    case COLUMN_TIME:
    case COLUMN_ILLEGAL:
    case COLUMN_CRASH:
        return anybody_forfeited(crosstable, (ForfeitKind)(column - COLUMN_TIME));
    default:
        return column < COLUMN_CROSS || (!is_match && crosstable->count <= CROSSTABLE_CROSS_MAX &&
                                         column - COLUMN_CROSS < crosstable->count);
    }
}

static void print_heading(int column, char text[CELL_SIZE]) {
    static const char *const HEADINGS[] = {
        "#", "Player", "Elo",  "+-",      "Points", "Games",    "+",  "=",
        "-", "Score",  "Time", "Illegal", "Crash",  "Buchholz", "SB",
    };
    if (column < COLUMN_CROSS)
        snprintf(text, CELL_SIZE, "%s", HEADINGS[column]);
    else
        snprintf(text, CELL_SIZE, "%d", column - COLUMN_CROSS + 1);
}

static void print_cross(const PrintContext *context, int row, int column, char text[CELL_SIZE]) {
    const Tally *tally =
        tally_between(context->crosstable, context->rows[row].index, context->rows[column].index);
    double points =
        points_of(&context->crosstable->scoring, tally->wins, tally->draws, tally->losses);
    if (row == column)
        snprintf(text, CELL_SIZE, "-");
    else if (tally_games(tally) == 0)
        snprintf(text, CELL_SIZE, ".");
    else
        snprintf(text, CELL_SIZE, "%.*f/%" PRId64, context->decimals, points, tally_games(tally));
}

static void print_score(const CrosstableRow *row, char text[CELL_SIZE]) {
    int64_t games = row->wins + row->draws + row->losses;
    double score = (double)row->wins + (double)row->draws / 2;
    if (games == 0)
        snprintf(text, CELL_SIZE, "-");
    else
        snprintf(text, CELL_SIZE, "%.1f%%", 100 * score / (double)games);
}

static void print_cell(const PrintContext *context, int row, int column, char text[CELL_SIZE]) {
    const CrosstableRow *player = &context->rows[row];
    const Rating *rating = &player->rating;
    switch (column) {
    case COLUMN_RANK:
        snprintf(text, CELL_SIZE, "%d", player->rank);
        break;
    case COLUMN_NAME:
        crosstable_truncate(player->entrant->name, CROSSTABLE_NAME_COLUMNS, text, CELL_SIZE);
        break;
    case COLUMN_ELO:
        snprintf(text, CELL_SIZE, "%+.1f", rating->elo);
        break;
    case COLUMN_ERROR:
        snprintf(text, CELL_SIZE, "%.1f", rating->error);
        break;
    case COLUMN_POINTS:
        snprintf(text, CELL_SIZE, "%.*f", context->decimals, player->points);
        break;
    case COLUMN_GAMES:
        snprintf(text, CELL_SIZE, "%" PRId64, player->wins + player->draws + player->losses);
        break;
    case COLUMN_WINS:
        snprintf(text, CELL_SIZE, "%" PRId64, player->wins);
        break;
    case COLUMN_DRAWS:
        snprintf(text, CELL_SIZE, "%" PRId64, player->draws);
        break;
    case COLUMN_LOSSES:
        snprintf(text, CELL_SIZE, "%" PRId64, player->losses);
        break;
    case COLUMN_SCORE:
        print_score(player, text);
        break;
    case COLUMN_TIME:
    case COLUMN_ILLEGAL:
    case COLUMN_CRASH:
        snprintf(text, CELL_SIZE, "%" PRId64, player->entrant->forfeits[column - COLUMN_TIME]);
        break;
    case COLUMN_BUCHHOLZ:
        snprintf(text, CELL_SIZE, "%.*f", context->decimals, player->buchholz);
        break;
    case COLUMN_SONNEBORN_BERGER:
        snprintf(text, CELL_SIZE, "%.2f", player->sonneborn_berger);
        break;
    default:
        print_cross(context, row, column - COLUMN_CROSS, text);
    }
}

/* The width of a text on a terminal. The text must be valid UTF-8. */
static int text_columns(const char *text) {
    int columns = 0;
    for (uint32_t c; *text; columns += character_columns(c))
        text += utf8_decode(text, &c);
    return columns;
}

/* Prints a cell; row -1 is the heading. */
static void print_any_cell(const PrintContext *context, int row, int column, char text[CELL_SIZE]) {
    if (row < 0)
        print_heading(column, text);
    else
        print_cell(context, row, column, text);
}

static int column_width(const PrintContext *context, int column) {
    int width = 0;
    for (int row = -1; row < context->crosstable->count; row++) {
        char text[CELL_SIZE];
        print_any_cell(context, row, column, text);
        int columns = text_columns(text);
        width = columns > width ? columns : width;
    }
    return width;
}

static void print_row(FILE *out, const PrintContext *context, int row, const int widths[COLUMNS]) {
    for (int column = 0; column < COLUMNS; column++) {
        if (widths[column] == 0)
            continue;
        char text[CELL_SIZE];
        print_any_cell(context, row, column, text);
        int blanks = widths[column] - text_columns(text);
        bool is_left = column == COLUMN_NAME;
        fprintf(out, "%*s%s%*s", (column > 0 ? GAP : 0) + (is_left ? 0 : blanks), "", text,
                is_left ? blanks : 0, "");
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const PrintContext *context, int columns) {
    int widths[COLUMNS] = {0}; /* the width of each column; 0: it is not shown */
    int total = -GAP;
    for (int column = 0; column < COLUMNS; column++)
        if (column_is_shown(context, column)) {
            widths[column] = column_width(context, column);
            total += GAP + widths[column];
        }
    for (int column = COLUMN_CROSS; columns > 0 && total > columns && column < COLUMNS; column++)
        widths[column] = 0;
    for (int row = -1; row < context->crosstable->count; row++)
        print_row(out, context, row, widths);
}

/* --- the summary of a match --- */

static void print_pairs(FILE *out, const Tally *tally) {
    static const char *const POINTS[PENTANOMIAL_SIZE] = {"0", "1/2", "1", "3/2", "2"};
    fputs("  Pairs ", out);
    for (int i = 0; i < PENTANOMIAL_SIZE; i++) {
        fprintf(out, "%s %s: %" PRId64, i > 0 ? "," : "", POINTS[i], tally->pentanomial[i]);
        if (i == 2 && tally->pentanomial[i] > 0)
            fprintf(out, " (%" PRId64 " of a win and a loss)", tally->win_loss_pairs);
    }
    fputc('\n', out);
}

/* Prints "a against b" */
static void print_names(FILE *out, const Crosstable *crosstable) {
    char names[2][CROSSTABLE_NAME_SIZE];
    for (int i = 0; i < 2; i++)
        crosstable_truncate(crosstable->entrants[i].name, CROSSTABLE_NAME_COLUMNS, names[i],
                            sizeof names[i]);
    fprintf(out, "%s against %s", names[0], names[1]);
}

void crosstable_print_estimate(FILE *out, const Crosstable *crosstable) {
    Estimate estimate = statistics_elo(&crosstable->evidence[1]);
    char elo[ESTIMATE_TEXT_SIZE];
    estimate_print(&estimate, elo);
    print_names(out, crosstable);
    fprintf(out, ": Elo %s", elo);
    if (isfinite(estimate.normalised_elo))
        fprintf(out, ", nElo %+.1f +- %.1f", estimate.normalised_elo, estimate.normalised_error);
    fprintf(out, ", LOS %.1f%%", 100 * estimate.los);
    const Sprt *sprt = crosstable->sprt;
    if (sprt)
        fprintf(out, ", LLR %+.2f (%+.2f .. %+.2f)", sprt->llr, sprt->lower, sprt->upper);
    fputc('\n', out);
}

static void print_match(FILE *out, const Crosstable *crosstable) {
    const Tally *tally = &crosstable->evidence[1];
    Estimate estimate = statistics_elo(tally);
    char elo[ESTIMATE_TEXT_SIZE], sprt[SPRT_TEXT_SIZE];
    fputc('\n', out);
    print_names(out, crosstable);
    fputc('\n', out);
    if (estimate.games > 0) {
        estimate_print(&estimate, elo);
        fprintf(out, "  Score  %.1f%% (95%%: %.1f%% .. %.1f%%)\n", 100 * estimate.score,
                100 * estimate.score_lower, 100 * estimate.score_upper);
        fprintf(out, "  Elo    %s (95%%: %+.1f .. %+.1f), variance of %s\n", elo,
                estimate.elo_lower, estimate.elo_upper, estimate.from_pairs ? "pairs" : "games");
        if (isfinite(estimate.normalised_elo))
            fprintf(out, "  nElo   %+.1f +- %.1f\n", estimate.normalised_elo,
                    estimate.normalised_error);
        fprintf(out, "  LOS    %.1f%%\n", 100 * estimate.los);
        fprintf(out, "  Draws  %.1f%%\n", 100 * (double)tally->draws / (double)estimate.games);
    }
    print_pairs(out, tally);
    if (crosstable->sprt) {
        sprt_print(crosstable->sprt, sprt);
        fprintf(out, "  SPRT   %s\n", sprt);
    }
}

bool crosstable_print(FILE *out, const Crosstable *crosstable, int columns) {
    CrosstableRow *rows = crosstable_rows(crosstable);
    if (!rows)
        return false;
    print_table(out, &(PrintContext){crosstable, rows, decimals_of(&crosstable->scoring)}, columns);
    if (crosstable->count == 2)
        print_match(out, crosstable);
    if (crosstable->repeats > 0)
        fprintf(out,
                "\nWarning: %" PRId64 " games repeat earlier ones, turn for turn; Elo, SPRT and "
                "pairs count them once.\n",
                crosstable->repeats);
    free(rows);
    return true;
}
