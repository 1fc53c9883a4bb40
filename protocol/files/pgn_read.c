#include "files/pgn_read.h"

#include "files/model/variant.h"
#include "files/pgn_end.h"
#include "files/pgn_tree.h"
#include "files/pgn_word.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLOCK_DIGITS = 12,    /* the longest time that a time control is read with */
    TAG_RESULT_SIZE = 32, /* no way to write a result is as long */
};

/* --- clocks --- */

/* Reads seconds, which end at `end` or at the end of the text, as milliseconds. */
static int64_t read_seconds(const char *text, char end) {
    size_t length = strspn(text, "0123456789.");
    if (length == 0 || length > CLOCK_DIGITS || (text[length] && text[length] != end))
        return GAME_NO_CLOCK;
    return (int64_t)(1000 * strtod(text, NULL) + 0.5);
}

/* Reads the time that both players begin with from the tag: "300", "300+5" or "40/300". */
static int64_t initial_clock(const char *time_control) {
    const char *slash = strchr(time_control, '/');
    return read_seconds(slash ? slash + 1 : time_control, '+');
}

/* Reads the increment from the tag; 0 if it has none. */
static int64_t read_increment(const char *time_control) {
    const char *plus = strchr(time_control, '+');
    int64_t ms = plus ? read_seconds(plus + 1, '\0') : GAME_NO_CLOCK;
    return ms == GAME_NO_CLOCK ? 0 : ms;
}

/* Sets the clocks, which comments tell. */
static void set_clocks(StoredGame *stored) {
    const char *time_control = stored_game_tag(stored, "TimeControl");
    int64_t initial = initial_clock(time_control);
    stored->timed = true;
    stored->increment_ms = read_increment(time_control);
    for (Colour c = WHITE; c <= BLACK; c++) {
        stored->initial_ms[c] = initial;
        if (stored->current_ms[c] == GAME_NO_CLOCK)
            stored->current_ms[c] = initial;
    }
    if (stored->game.time_expired)
        stored->current_ms[stored->game.expired] = 0;
}

/* --- the game --- */

/* The result that the tag means, as PGN writes it; NULL if it means none. */
static const char *tag_result(const TagList *tags) {
    char word[TAG_RESULT_SIZE];
    const char *tag = tags_value(tags, "Result");
    size_t length = 0;
    for (; *tag && length < sizeof word - 1; tag++)
        if (*tag != ' ' && *tag != '\t')
            word[length++] = *tag;
    word[length] = '\0';
    pgn_word_spell(word);
    return *tag ? NULL : pgn_word_result(word);
}

/* The result at the end of the movetext; if that is open or missing, the one of the tag. */
static const char *stated_result(const PgnScan *scan) {
    const char *tag = tag_result(&scan->tags);
    bool is_open = !scan->result[0] || strcmp(scan->result, "*") == 0;
    return is_open && tag ? tag : scan->result;
}

static bool fail(const GamesInput *input, long line, const char *reason, Error *error) {
    return games_input_error(input, line, reason, error);
}

/* Finds the ruleset. Returns false, with an error, if the file names one that we do not know. */
static bool find_ruleset(const GamesInput *input, const PgnScan *scan, const Ruleset *chosen,
                         GameAnswer *answer, Error *error) {
    const char *variant = tags_known_value(&scan->tags, "Variant");
    GameClues clues = {.named = *variant ? variant_find(variant) : NULL,
                       .chosen = chosen,
                       .event = tags_value(&scan->tags, "Event"),
                       .result = stated_result(scan),
                       .replay = pgn_tree_replay,
                       .game = scan};
    if (*variant && !clues.named) {
        Error why;
        error_set(&why, "unknown ruleset %s", QUOTE(variant));
        return fail(input, scan->variant_line, why.text, error);
    }
    *answer = which_game(&clues);
    return true;
}

/* Begins the game, with the tags of the scan, which it takes. A result in a tag is rewritten as PGN
 * writes it. */
static bool begin(const GamesInput *input, PgnScan *scan, const GameAnswer *answer,
                  StoredGame *stored, Error *error) {
    const char *result = tag_result(&scan->tags);
    Position start;
    Error why;
    if (result && !tags_set(&scan->tags, "Result", result))
        return fail(input, scan->line, "out of memory", error);
    if (!pgn_tree_start(scan, answer->rules, &start, &why))
        return fail(input, scan->fen_line, why.text, error);
    strcpy(stored->result, stated_result(scan));
    game_init_from(&stored->game, &start);
    stored->ruleset_source = answer->source;
    stored->other_rulesets = answer->others;
    stored->line = scan->line;
    stored->has_all_tags = true;
    stored->tags = scan->tags;
    scan->tags = (TagList){0};
    memcpy(stored->skipped, scan->skipped, sizeof stored->skipped);
    return true;
}

/* Says which turn does not fit. If the ruleset was looked for, says so, too. */
static GamesResult cut(const GamesInput *input, const GameAnswer *answer, long line, Error *why,
                       Error *error) {
    if (!answer->fits) {
        Error copy = *why;
        error_set(why, "%s (no ruleset fits; %s comes furthest)", copy.text, answer->rules->name);
    }
    fail(input, line, why->text, error);
    return GAMES_CUT;
}

static GamesResult read_game(const GamesInput *input, PgnScan *scan, const Ruleset *chosen,
                             StoredGame *stored, Error *error) {
    GameAnswer answer;
    bool has_clocks;
    long line;
    Error why;
    if (!find_ruleset(input, scan, chosen, &answer, error))
        return GAMES_BAD;
    stored_game_init(stored, answer.rules);
    if (!begin(input, scan, &answer, stored, error))
        return GAMES_BAD;
    PgnTreeResult built = pgn_tree_build(scan, stored, &has_clocks, &line, &why);
    if (built == PGN_TREE_NO_MEMORY || scan->is_short_of_memory) {
        stored_game_free(stored);
        fail(input, line, "out of memory", error);
        return GAMES_BAD;
    }
    if (built == PGN_TREE_WHOLE && !scan->broken && !outcome_is_over(game_outcome(&stored->game)))
        pgn_end_explain(stored);
    if (has_clocks)
        set_clocks(stored);
    if (built == PGN_TREE_CUT)
        return cut(input, &answer, line, &why, error);
    if (!scan->broken)
        return GAMES_READ;
    fail(input, scan->broken_line, scan->broken, error);
    return GAMES_CUT;
}

GamesResult pgn_read(GamesInput *input, const Ruleset *chosen, StoredGame *stored, Error *error) {
    PgnScan scan;
    if (!pgn_scan(input, &scan))
        return GAMES_END;
    GamesResult result = read_game(input, &scan, chosen, stored, error);
    pgn_scan_free(&scan);
    return result;
}
