#include "referee/results_json.h"

#include "base/markup.h"

#include <math.h>
#include <stdlib.h>

/* Writes `,"name":number`; null for a number that is not finite, which JSON cannot hold. */
static void write_number(FILE *out, const char *name, double number) {
    if (isfinite(number))
        fprintf(out, ",\"%s\":%.9g", name, number);
    else
        fprintf(out, ",\"%s\":null", name);
}

static void write_tally(FILE *out, int64_t wins, int64_t draws, int64_t losses) {
    fprintf(out, "\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64, wins, draws,
            losses);
}

static void write_player(FILE *out, const CrosstableRow *row) {
    const int64_t *forfeits = row->entrant->forfeits;
    fputs("{\"name\":", out);
    markup_write_json(out, row->entrant->name);
    fprintf(out, ",\"rank\":%d,", row->rank);
    write_tally(out, row->wins, row->draws, row->losses);
    write_number(out, "points", row->points);
    write_number(out, "elo", row->rating.elo);
    write_number(out, "eloError", row->rating.error);
    fprintf(out,
            ",\"byes\":%" PRId64 ",\"forfeits\":{\"time\":%" PRId64 ",\"illegal\":%" PRId64
            ",\"crash\":%" PRId64 "}}",
            row->entrant->byes, forfeits[FORFEIT_TIME], forfeits[FORFEIT_ILLEGAL],
            forfeits[FORFEIT_CRASH]);
}

/* How many games ended in which way. */
static void write_reasons(FILE *out, const Schedule *schedule, int end) {
    int64_t counts[TERMINATION_KINDS] = {0};
    const char *comma = "";
    for (int i = 0; i < end; i++)
        if (schedule_points(schedule, i) != SCHEDULE_UNPLAYED)
            counts[schedule_termination(schedule, i)]++;
    fputs(",\n\"reasons\":{", out);
    for (int kind = 0; kind < TERMINATION_KINDS; kind++)
        if (counts[kind] > 0) {
            const char *name = termination_name((TerminationKind)kind);
            fprintf(out, "%s\"%s\":%" PRId64, comma, kind == TERMINATION_BY_RULES ? "rules" : name,
                    counts[kind]);
            comma = ",";
        }
    fputc('}', out);
}

static void write_match(FILE *out, const Tally *tally) {
    Estimate estimate = statistics_elo(tally);
    fputs(",\n\"match\":{", out);
    write_tally(out, tally->wins, tally->draws, tally->losses);
    write_number(out, "score", estimate.score);
    write_number(out, "scoreLower", estimate.score_lower);
    write_number(out, "scoreUpper", estimate.score_upper);
    write_number(out, "elo", estimate.elo);
    write_number(out, "eloLower", estimate.elo_lower);
    write_number(out, "eloUpper", estimate.elo_upper);
    write_number(out, "eloError", estimate.elo_error);
    write_number(out, "los", estimate.los);
    write_number(out, "normalizedElo", estimate.normalised_elo);
    write_number(out, "normalizedEloError", estimate.normalised_error);
    fprintf(out, ",\"varianceOf\":\"%s\",\"pentanomial\":[",
            estimate.from_pairs ? "pairs" : "games");
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        fprintf(out, "%s%" PRId64, i ? "," : "", tally->pentanomial[i]);
    fprintf(out, "],\"winLossPairs\":%" PRId64 "}", tally->win_loss_pairs);
}

static void write_sprt(FILE *out, const Sprt *sprt) {
    static const char *const VERDICTS[] = {"undecided", "H0", "H1"};
    fprintf(out, ",\n\"sprt\":{\"verdict\":\"%s\",\"pairs\":%" PRId64, VERDICTS[sprt->verdict],
            sprt->count);
    write_number(out, "llr", sprt->llr);
    write_number(out, "lower", sprt->lower);
    write_number(out, "upper", sprt->upper);
    fprintf(out, ",\"model\":\"%s\"", sprt->params.normalised ? "normalized" : "logistic");
    write_number(out, "elo0", sprt->params.elo0);
    write_number(out, "elo1", sprt->params.elo1);
    write_number(out, "alpha", sprt->params.alpha);
    write_number(out, "beta", sprt->params.beta);
    fputc('}', out);
}

bool results_json_write(FILE *out, const TournamentConfig *config, const Schedule *schedule,
                        const TournamentStandings *standings) {
    const Crosstable *crosstable = &standings->crosstable;
    CrosstableRow *rows = crosstable_rows(crosstable);
    if (!rows)
        return false;
    fprintf(out, "{\"ruleset\":\"%s\",\"format\":\"%s\",\"seed\":%" PRIu64, config->rules->name,
            tournament_format_name(config->format), config->seed);
    fprintf(out, ",\"games\":%d,\"repeats\":%" PRId64 ",\n\"players\":[",
            schedule_played(schedule, standings->end, 0, 1), crosstable->repeats);
    for (int i = 0; i < crosstable->count; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_player(out, &rows[i]);
    }
    fputc(']', out);
    write_reasons(out, schedule, standings->end);
    if (crosstable->count == 2)
        write_match(out, &crosstable->evidence[1]);
    if (crosstable->sprt)
        write_sprt(out, crosstable->sprt);
    fputs("}\n", out);
    free(rows);
    return true;
}
