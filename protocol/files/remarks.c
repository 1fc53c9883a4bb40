#include "files/remarks.h"

#include "base/array.h"
#include "files/input.h"
#include "files/model/result.h"
#include "files/which_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = WHICH_GAME_TEXT_SIZE + 64 };

static Remark *find(Remarks *remarks, const char *text) {
    for (int i = 0; i < remarks->count; i++)
        if (strcmp(remarks->remarks[i].text, text) == 0)
            return &remarks->remarks[i];
    return NULL;
}

static void add(Remarks *remarks, Remark remark) {
    Remark *known = find(remarks, remark.text);
    if (known) {
        known->count += remark.count;
        return;
    }
    Remark *more = array_grow(remarks->remarks, (size_t)remarks->count, sizeof *more);
    if (!more)
        return;
    remarks->remarks = more;
    remark.text = strdup(remark.text);
    if (remark.text)
        remarks->remarks[remarks->count++] = remark;
}

static void add_skipped(Remarks *remarks, const StoredGame *stored) {
    static char NAMES[SKIPPED_KINDS][48] = {
        [SKIPPED_WORDS] = "words that are no turns",
        [SKIPPED_TAGS] = "tags without a name",
        [SKIPPED_COMMENTS] = "comments on no turn",
        [SKIPPED_GLYPHS] = "glyphs without turn or number",
        [SKIPPED_VARIATIONS] = "variations or their ends",
        [SKIPPED_OPERATIONS] = "EPD operations",
        [SKIPPED_HISTORY] = "moves that do not lead to the board",
    };
    for (int kind = 0; kind < SKIPPED_KINDS; kind++) {
        const Skipped *skipped = &stored->skipped[kind];
        if (skipped->count > 0)
            add(remarks, (Remark){NAMES[kind], skipped->line, skipped->count, true});
    }
}

static void add_text(Remarks *remarks, const StoredGame *stored, char *text) {
    add(remarks, (Remark){text, stored->line, 1, false});
}

/* Reports stated results that disagree with each other or with the rules. */
static void add_results(Remarks *remarks, const StoredGame *stored) {
    char text[TEXT_SIZE];
    const char *rules = stored->game.start.rules->name, *tag = stored_game_tag(stored, "Result");
    const char *by_rules = stored_game_contradiction(stored);
    const char *other_result = stored_game_other_result(stored);
    if (by_rules) {
        snprintf(text, sizeof text, "the result is %s, but by the rules of %s it is %s",
                 stored->result, rules, by_rules);
        add_text(remarks, stored, text);
    }
    if (other_result) {
        snprintf(text, sizeof text, "the result is %s, but in the tag Result it is %s",
                 stored->result, other_result);
        add_text(remarks, stored, text);
    } else if (*tag && !strchr("*?", *tag) && result_white_points(tag) == RESULT_UNDECIDED) {
        snprintf(text, sizeof text, "the tag Result is %s, which is no result", QUOTE(tag));
        add_text(remarks, stored, text);
    }
}

/* Reports a stated reason that contradicts the rules, or does not say who lost on time. */
static void add_reason(Remarks *remarks, const StoredGame *stored) {
    char text[TEXT_SIZE];
    Reason stated = stored->stated_reason;
    Outcome outcome = game_outcome(&stored->game);
    Colour player;
    bool names_loser = stored->result[0] || stored_game_out_of_time(stored, &player);
    if (stated == PLAYING || stored_game_contradiction(stored))
        return;
    if (outcome.reason != stated) {
        bool is_over = outcome_is_over(outcome);
        snprintf(text, sizeof text, "gameOver says %s, but by the rules of %s the game %s%s",
                 outcome_reason_name(stated), stored->game.start.rules->name,
                 is_over ? "ended by " : "goes on",
                 is_over ? outcome_reason_name(outcome.reason) : "");
        add_text(remarks, stored, text);
    } else if (stated == TIME_EXPIRED && !names_loser) {
        snprintf(text, sizeof text, "gameOver names no winner; %s, to move, has lost on time",
                 outcome_colour_name(stored->game.expired));
        add_text(remarks, stored, text);
    }
}

/* Reports tags that a game has more than once, with different values. */
static void add_repeated_tags(Remarks *remarks, const StoredGame *stored) {
    static const char *const USED[] = {"Variant", "FEN",         "Result",     "White",
                                       "Black",   "TimeControl", "Termination"};
    for (size_t i = 0; i < sizeof USED / sizeof *USED; i++) {
        const char *first = stored_game_tag(stored, USED[i]);
        bool differs = false;
        for (int j = 0; j < stored->tags.count; j++)
            differs |= strcmp(stored->tags.tags[j].name, USED[i]) == 0 &&
                       strcmp(stored->tags.tags[j].value, first) != 0;
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "the tag %s has several values; the first, %s, counts", USED[i],
                 QUOTE(first));
        if (differs)
            add_text(remarks, stored, text);
    }
}

void remarks_add_game(Remarks *remarks, const StoredGame *stored) {
    char text[TEXT_SIZE];
    which_game_explain(stored, text);
    if (*text)
        add_text(remarks, stored, text);
    add_results(remarks, stored);
    add_reason(remarks, stored);
    add_repeated_tags(remarks, stored);
    add_skipped(remarks, stored);
}

void remarks_print(const Remarks *remarks, const char *path,
                   void (*say)(void *context, const char *text), void *context) {
    for (int i = 0; i < remarks->count; i++) {
        const Remark *remark = &remarks->remarks[i];
        char text[TEXT_SIZE];
        Error error;
        if (remark->counts_things)
            snprintf(text, sizeof text, "ignored: %s (%ld)", remark->text, remark->count);
        else if (remark->count > 1)
            snprintf(text, sizeof text, "%s (%ld games)", remark->text, remark->count);
        else
            snprintf(text, sizeof text, "%s", remark->text);
        if (path)
            error_set_at(&error, games_input_name(path), remark->line, text);
        else
            error_set(&error, "%s", text);
        say(context, error.text);
    }
}

void remarks_free(Remarks *remarks) {
    for (int i = 0; i < remarks->count; i++)
        free(remarks->remarks[i].text);
    free(remarks->remarks);
    *remarks = (Remarks){0};
}
