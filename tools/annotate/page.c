#include "annotate/page.h"

#include "annotate/board_svg.h"
#include "annotate/graph_svg.h"
#include "annotate/page_style.h"
#include "annotate/prose.h"
#include "base/markup.h"

#include <stdlib.h>
#include <string.h>

/* --- players and result --- */

static void write_player(FILE *out, const Page *page, Colour player) {
    const char *name = stored_game_name(page->stored, player);
    markup_write_text(out, *name ? name : position_colour_name(player));
}

static void write_title(FILE *out, const Page *page, const char *versus) {
    if (page->title) {
        markup_write_text(out, page->title);
        return;
    }
    write_player(out, page, WHITE);
    fputs(versus, out);
    write_player(out, page, BLACK);
}

/* Writes a result that only the file states: it follows neither from the rules nor from the
 * clocks. */
static void write_claim(FILE *out, const Page *page) {
    const char *result = stored_game_result(page->stored),
               *termination = stored_game_tag(page->stored, "Termination");
    fputs(strcmp(result, "1-0") == 0   ? "White wins"
          : strcmp(result, "0-1") == 0 ? "Black wins"
                                       : "Drawn",
          out);
    fputs(" according to the file", out);
    fputs(*termination ? ": " : "", out);
    markup_write_text(out, termination);
    fprintf(out, ". On the board %s is to play.",
            position_colour_name(game_player(&page->stored->game)));
}

static void write_forfeit(FILE *out, const Forfeit *forfeit) {
    fprintf(out, "%s wins, %s forfeits the game: ", position_colour_name(other(forfeit->loser)),
            position_colour_name(forfeit->loser));
    markup_write_text(out, forfeit->reason);
    fputs(".", out);
}

static void write_result(FILE *out, const Page *page) {
    const StoredGame *stored = page->stored;
    bool is_over = outcome_is_over(game_outcome(&stored->game));
    if (!is_over && stored->forfeit.reason[0])
        write_forfeit(out, &stored->forfeit);
    else if (!is_over && strcmp(stored_game_result(page->stored), "*") != 0)
        write_claim(out, page);
    else
        prose_result(out, &stored->game);
    if (stored_game_contradiction(stored))
        fprintf(out, " The file states another result: %s.", stored->result);
}

/* --- header --- */

static void write_head(FILE *out, const Page *page) {
    fputs("<!DOCTYPE html>\n"
          "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"generator\" content=\"misere-annotate " MISERE_VERSION "\"/>\n<title>",
          out);
    write_title(out, page, " \u2013 ");
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", PAGE_STYLE);
}

/* Writes whichever of event, site, round and date are known. In PGN a question mark stands for an
 * unknown value. */
static void write_event(FILE *out, const StoredGame *stored) {
    static const char *const FACTS[][2] = {
        {"Event", ""}, {"Site", ""}, {"Round", "round "}, {"Date", ""}};
    fputs("<p class=\"occasion\">", out);
    for (size_t i = 0, known = 0; i < sizeof FACTS / sizeof *FACTS; i++) {
        const char *fact = stored_game_tag(stored, FACTS[i][0]);
        if (!*fact || *fact == '?')
            continue;
        fputs(known++ ? ", " : "", out);
        fputs(FACTS[i][1], out);
        markup_write_text(out, fact);
    }
    fputs("</p>\n", out);
}

static void write_header(FILE *out, const Page *page) {
    const Game *game = page->annotation->game;
    fputs("<header>\n<h1>", out);
    write_title(out, page, " <span class=\"versus\">\u2013</span> ");
    fputs("</h1>\n", out);
    write_event(out, page->stored);
    fputs("<p class=\"result\">", out);
    write_result(out, page);
    fprintf(out, "</p>\n<p class=\"rules\"><b>%s</b>: ", game->start.rules->name);
    prose_rules(out, game->start.rules);
    fputs("</p>\n", out);
    int missing = annotation_missing(page->annotation);
    if (missing > 0) {
        fprintf(out, "<p class=\"failure\">%d of %d positions could not be analysed: ", missing,
                page->annotation->count);
        markup_write_text(out, page->report->first_failure.text);
        fputs("</p>\n", out);
    }
    fputs("</header>\n", out);
}

static void write_guide(FILE *out, const Ruleset *rules) {
    fprintf(
        out,
        "<p class=\"reading\">Scores are in pawns, from White\u2019s point of view: +1.00 is an "
        "advantage of a pawn for White.</p>\n"
        "<details>\n<summary>How to read this page</summary>\n"
        "<p>A turn\u2019s mark says how many expected points the turn cost its player, where a win "
        "is 1 point and a draw 0.5: ?! from %.2f, ? from %.2f, ?? from %.2f. \u2713 is the turn "
        "that the engine would have played; \u25a1 is the only legal turn. Opening turns that were "
        "chosen at random or taken from a book are not judged.</p>\n"
        "<p>On the boards, the squares of a move are yellow for a white piece and violet for a "
        "black "
        "piece. A ring marks a capture. A king in check stands on red",
        ANNOTATION_DUBIOUS, ANNOTATION_MISTAKE, ANNOTATION_BLUNDER);
    fprintf(out,
            "%s.</p>\n<p>The graph shows the scores; the light area is White\u2019s. The curve "
            "reaches the edge once the game is decided. Each point links to its turn; the keys "
            "\u2190 and \u2192 "
            "step through the turns.</p>\n</details>\n",
            rules->antiking ? ", an unattacked anti-king on blue" : "");
}

/* --- summary --- */

typedef struct {
    int turns; /* turns where the player had a choice and the scores before and after are known */
    int marks[MARKS];
    double loss; /* expected points lost in these turns */
} PlayerSummary;

static PlayerSummary summarise(const Annotation *annotation, Colour player) {
    PlayerSummary summary = {0};
    for (int i = 0; i < annotation->count - 1; i++) {
        const AnnotatedPosition *annotated = &annotation->positions[i];
        bool is_judged = annotated[0].score.kind != WHITE_SCORE_UNKNOWN &&
                         annotated[1].score.kind != WHITE_SCORE_UNKNOWN;
        bool is_choice = annotated->is_analysed && annotated->mark != MARK_ONLY &&
                         annotated->mark != MARK_OPENING && is_judged;
        if (annotated->position.player != player || !is_choice)
            continue;
        summary.turns++;
        summary.marks[annotated->mark]++;
        summary.loss += annotated->loss;
    }
    return summary;
}

static void write_player_summary(FILE *out, const Page *page, Colour player) {
    PlayerSummary summary = summarise(page->annotation, player);
    fputs("<tr><th scope=\"row\">", out);
    write_player(out, page, player);
    fprintf(out, "</th><td>%d</td>", summary.turns);
    for (Mark mark = MARK_BEST; mark < MARKS; mark++)
        fprintf(out, "<td>%d</td>", summary.marks[mark]);
    fprintf(out, "<td>%.3f</td></tr>\n", summary.turns ? summary.loss / summary.turns : 0);
}

static void write_summary(FILE *out, const Page *page) {
    fputs("<div class=\"sums\">\n<table>\n<thead><tr><th scope=\"col\">Player</th>"
          "<th scope=\"col\">Choices</th>",
          out);
    for (Mark mark = MARK_BEST; mark < MARKS; mark++)
        fprintf(out,
                "<th scope=\"col\"><span class=\"mark m%d\">%s "
                "<span class=\"word\">%s</span></span></th>",
                mark, annotation_mark_sign(mark), annotation_mark_word(mark));
    fputs("<th scope=\"col\">Average cost</th></tr></thead>\n<tbody>\n", out);
    write_player_summary(out, page, WHITE);
    write_player_summary(out, page, BLACK);
    fputs("</tbody>\n</table>\n</div>\n", out);
}

/* --- the article on a turn --- */

static void write_mark(FILE *out, const AnnotatedPosition *annotated) {
    const char *sign = annotation_mark_sign(annotated->mark);
    if (annotated->mark != MARK_NONE)
        fprintf(out, " <span class=\"mark m%d\">%s%s%s</span>", annotated->mark, sign,
                *sign ? " " : "", annotation_mark_word(annotated->mark));
}

static void write_scores(FILE *out, const AnnotatedPosition *before,
                         const AnnotatedPosition *after) {
    char had[WHITE_SCORE_TEXT_SIZE], has[WHITE_SCORE_TEXT_SIZE];
    white_score_write(before->score, had);
    white_score_write(after->score, has);
    fprintf(out, "<p class=\"score\">%s", had);
    if (strcmp(had, has) != 0)
        fprintf(out, " \u2192 %s", has);
    if (before->mark >= MARK_DUBIOUS)
        fprintf(out, " <span class=\"cost\">costs %.2f points</span>", before->loss);
    fputs("</p>\n", out);
}

static void write_pv(FILE *out, const char *what, const AnnotatedPosition *annotated) {
    fprintf(out, "<p class=\"line\"><b>%s:</b> ", what);
    prose_line(out, annotated->position, annotated->pv, annotated->pv_length);
    fputs("</p>\n", out);
}

static void write_clock(FILE *out, const AnnotatedPosition *annotated, int64_t ms) {
    if (ms == GAME_NO_CLOCK)
        return;
    int64_t seconds = ms > 0 ? ms / 1000 : 0;
    fprintf(out, "<p class=\"clock\">%s\u2019s clock: %" PRId64 ":%02d:%02d</p>\n",
            position_colour_name((Colour)annotated->position.player), seconds / 3600,
            (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/* Writes the notes that follow from the position alone. */
static void write_position_notes(FILE *out, const AnnotatedPosition *annotated) {
    prose_checks(out, &annotated->position);
    if (annotated->is_analysed && annotated->score.kind == WHITE_SCORE_UNKNOWN)
        fputs("The engine gave no score for this position. ", out);
}

static void write_start(FILE *out, const Annotation *annotation) {
    const AnnotatedPosition *annotated = &annotation->positions[0];
    char score[WHITE_SCORE_TEXT_SIZE];
    white_score_write(annotated->score, score);
    fprintf(out, "<h2>%s</h2>\n",
            game_starts_at_initial_position(annotation->game) ? "The start" : "Set-up position");
    board_svg_write(out, &annotated->position, NULL, (Turn){0});
    fprintf(out, "<p class=\"score\">%s</p>\n<p class=\"notes\">", score);
    write_position_notes(out, annotated);
    fputs("</p>\n", out);
}

static void write_turn(FILE *out, const GameTurn *played, const AnnotatedPosition *before) {
    const AnnotatedPosition *after = before + 1;
    char heading[PROSE_TURN_SIZE];
    prose_turn(&before->position, played->turn, heading);
    fprintf(out, "<h2>%s", heading);
    write_mark(out, before);
    fputs("</h2>\n", out);
    board_svg_write(out, &after->position, &before->position, played->turn);
    write_scores(out, before, after);
    bool is_other = before->pv_length > 0 && !turn_equal(before->pv[0], played->turn);
    if (is_other && before->mark != MARK_OPENING)
        write_pv(out, "Best", before);
    fputs("<p class=\"notes\">", out);
    prose_notes(out, &before->position, played->turn);
    write_position_notes(out, after);
    fputs("</p>\n", out);
    write_clock(out, before, played->clock_ms);
}

static void write_end(FILE *out, const Page *page) {
    const AnnotatedPosition *last = &page->annotation->positions[page->annotation->count - 1];
    if (last->pv_length > 0)
        write_pv(out, "Next", last);
    fputs("<p><b>", out);
    write_result(out, page);
    fputs("</b></p>\n", out);
}

static void write_game(FILE *out, const Page *page) {
    const Annotation *annotation = page->annotation;
    fputs("<main>\n", out);
    for (int i = 0; i < annotation->count; i++) {
        fprintf(out, "<article id=\"turn-%d\">\n", i);
        if (i == 0)
            write_start(out, annotation);
        else
            write_turn(out, &annotation->game->turns[i - 1], &annotation->positions[i - 1]);
        if (i == annotation->count - 1)
            write_end(out, page);
        fputs("</article>\n", out);
    }
    fputs("</main>\n", out);
}

/* --- the page --- */

static void write_footer(FILE *out, const Page *page) {
    const AnalysisConfig *config = page->config;
    fputs("<footer>Analysed by ", out);
    markup_write_text(out, page->report->engine);
    fputs(", each position with", out);
    if (config->depth)
        fprintf(out, " depth %d", config->depth);
    if (config->nodes)
        fprintf(out, " %" PRId64 " nodes", config->nodes);
    if (config->movetime_ms)
        fprintf(out, " %" PRId64 " ms", config->movetime_ms);
    if (!page->report->knows_rulesets)
        fputs("; the engine may not know these rules", out);
    fprintf(out, ".</footer>\n<script>\n%s</script>\n</body>\n</html>\n", PAGE_SCRIPT);
}

/* The board covers the page; a button leads back to it from the diagrams. */
static bool write_viewer(FILE *out, const Page *page, Error *error) {
    if (!page->board)
        return true;
    ViewerGame game = {page->stored, page->annotation, page->report->engine};
    fputs("<button type=\"button\" id=\"show-board\">Show the board</button>\n", out);
    return viewer_write(out, page->board, &game, error);
}

bool page_write(FILE *out, const Page *page, Error *error) {
    write_head(out, page);
    if (!write_viewer(out, page, error))
        return false;
    board_svg_define(out);
    write_header(out, page);
    graph_svg_write(out, page->annotation);
    write_guide(out, page->annotation->game->start.rules);
    write_summary(out, page);
    write_game(out, page);
    write_footer(out, page);
    return true;
}
