#include "files/log/puzzle_entry.h"

#include "base/text.h"
#include "files/log/log_json.h"

#include <stdlib.h>
#include <string.h>

/* A list of the words of a text; NULL if out of memory. */
static json_t *words_json(const char *text) {
    json_t *list = json_array();
    char *copy = strdup(text), *rest = copy;
    bool ok = list && copy;
    for (char *word; ok && (word = text_split(&rest, ' '));)
        ok = json_array_append_new(list, json_string(word)) == 0;
    free(copy);
    if (ok)
        return list;
    json_decref(list);
    return NULL;
}

char *puzzle_entry_write(const PuzzleEntry *entry) {
    json_t *solution = words_json(entry->solution);
    if (!solution)
        return NULL;
    json_t *json =
        json_pack("{ss ss si so ss si sb s{ss sI si}}", "ruleset", entry->ruleset, "fen",
                  entry->fen, "length", entry->length, "solution", solution, "reason",
                  entry->reason, "difficulty", entry->difficulty, "proven", (int)entry->is_proven,
                  "game", "log", entry->log, "line", (json_int_t)entry->line, "turn", entry->turn);
    char *text = log_json_text(json);
    json_decref(json);
    return text;
}
