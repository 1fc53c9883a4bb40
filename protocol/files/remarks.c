#include "files/remarks.h"

#include "base/array.h"
#include "files/input.h"
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

void remarks_add_game(Remarks *remarks, const StoredGame *stored) {
    char text[TEXT_SIZE];
    const char *by_rules = stored_game_contradiction(stored);
    const char *tag = stored_game_other_result(stored);
    which_game_explain(stored, text);
    if (*text)
        add(remarks, (Remark){text, stored->line, 1, false});
    if (by_rules) {
        snprintf(text, sizeof text, "the result is %s, but by the rules of %s it is %s",
                 stored->result, stored->game.start.rules->name, by_rules);
        add(remarks, (Remark){text, stored->line, 1, false});
    }
    if (tag) {
        snprintf(text, sizeof text, "the result is %s, but in the tag Result it is %s",
                 stored->result, tag);
        add(remarks, (Remark){text, stored->line, 1, false});
    }
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
