#include "files/losses.h"

#include "base/text.h"
#include "files/model/result.h"

#include <string.h>

const char *const LOSS_NAMES_OF_KINDS[LOSS_KINDS] = {
    "moves", "names", "clocks", "results", "tags", "annotations", "additions by other programs"};

/* What each format can hold. */
static const int HOLDS[] = {
    [LOSSES_XML] = LOSS_MOVES | LOSS_NAMES | LOSS_CLOCKS | LOSS_EXTENSIONS,
    [LOSSES_1994] = LOSS_CLOCKS,
    [LOSSES_FEN] = 0,
    [LOSSES_PGN] = LOSS_MOVES | LOSS_NAMES | LOSS_RESULT | LOSS_TAGS | LOSS_ANNOTATIONS,
};

static bool is_known(const char *tag) {
    return *tag && *tag != '?' && *tag != '-';
}

static bool shows_result(LossesFormat format, const StoredGame *stored) {
    Outcome board = outcome_of(&stored->game.now);
    if (format == LOSSES_XML && stored->stated_reason != PLAYING)
        return true;
    if (stored_game_contradiction(stored))
        return false;
    switch (format) {
    case LOSSES_XML:
        return stored_game_is_decided(stored);
    case LOSSES_1994:
        return outcome_is_over(board) || stored->game.time_expired;
    default:
        return outcome_is_over(board);
    }
}

static bool has_annotations(const StoredGame *stored) {
    bool has = false;
    for (int i = 0; i <= stored->game.count && !has; i++) {
        TurnNotes notes = *stored_game_notes(stored, i);
        notes.evaluation.nodes = 0; /* no format for people has them */
        notes.evaluation.depth = 0; /* nor a depth without a score */
        has = !notes_are_empty(&notes);
    }
    return has;
}

/* Does a tag say something that the game itself does not say? */
static bool has_tags(const StoredGame *stored) {
    static const char *const OWN[] = {"White", "Black", "Result",     "Variant",
                                      "SetUp", "FEN",   "Termination"};
    for (int i = 0; i < stored->tags.count; i++) {
        const Tag *tag = &stored->tags.tags[i];
        bool is_own = false;
        for (size_t j = 0; j < sizeof OWN / sizeof *OWN; j++)
            is_own = is_own || strcmp(tag->name, OWN[j]) == 0;
        if (!is_own && is_known(tag->value))
            return true;
    }
    return false;
}

/* Are there clocks that PGN cannot store? It has one initial time for both players, and a player's
 * clock after each of its turns. */
static bool has_clocks_beyond_pgn(const StoredGame *stored) {
    const Game *game = &stored->game;
    int64_t clocks[COLOURS] = {stored->initial_ms[WHITE], stored->initial_ms[BLACK]};
    bool is_told = false;
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        int64_t clock_ms = game->turns[i].clock_ms;
        if (clock_ms != GAME_NO_CLOCK)
            clocks[pos.player] = clock_ms;
        is_told = is_told || clock_ms != GAME_NO_CLOCK;
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    if (game->time_expired)
        clocks[game->expired] = 0;
    return !is_told || stored->initial_ms[WHITE] != stored->initial_ms[BLACK] ||
           clocks[WHITE] != stored->current_ms[WHITE] || clocks[BLACK] != stored->current_ms[BLACK];
}

static bool lacks_clocks(LossesFormat format, const StoredGame *stored) {
    return stored->timed && (format != LOSSES_PGN || has_clocks_beyond_pgn(stored));
}

int losses_find(LossesFormat format, const StoredGame *stored) {
    bool is_named = *stored_game_name(stored, WHITE) || *stored_game_name(stored, BLACK);
    bool has_result = strcmp(stored_game_result(stored), "*") != 0;
    int has = 0;
    has |= stored->game.count > 0 ? LOSS_MOVES : 0;
    has |= is_named ? LOSS_NAMES : 0;
    has |= lacks_clocks(format, stored) ? LOSS_CLOCKS : 0;
    has |= has_result && !shows_result(format, stored) ? LOSS_RESULT : 0;
    has |= has_tags(stored) ? LOSS_TAGS : 0;
    has |= has_annotations(stored) ? LOSS_ANNOTATIONS : 0;
    has |= stored->extensions ? LOSS_EXTENSIONS : 0;
    return has & ~HOLDS[format];
}

void losses_explain(int losses, char text[LOSSES_TEXT_SIZE]) {
    const char *separator = "; the file does not keep ";
    char *end = text;
    *text = '\0';
    for (int i = 0; i < LOSS_KINDS; i++)
        if (losses >> i & 1) {
            end = text_put(text_put(end, separator), LOSS_NAMES_OF_KINDS[i]);
            separator = ", ";
        }
}
