#include "files/which_game.h"

#include "files/model/result.h"
#include "files/model/variant.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 64 };

/* --- the tag Event --- */

/* Is the word one that FICS, ICC, PyChess, XBoard or Lichess put into `Event`? */
static const Ruleset *find_in_event(const char *word) {
    static const char *const WORDS[] = {"losers", "suicide", "giveaway", "antichess",
                                        "wild17", "w17",     "wild26",   "w26"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(word, WORDS[i]) == 0)
            return variant_find(word);
    return NULL;
}

/* Looks for a word, or "wild" and the number after it. */
static const Ruleset *read_event(const char *event) {
    char word[WORD_SIZE], pair[2 * WORD_SIZE], before[WORD_SIZE] = "";
    const Ruleset *rules = NULL;
    while (*event && !rules) {
        size_t length = 0;
        for (; isalnum((unsigned char)*event); event++)
            if (length < WORD_SIZE - 1)
                word[length++] = (char)tolower((unsigned char)*event);
        word[length] = '\0';
        snprintf(pair, sizeof pair, "%s%s", before, word);
        rules = find_in_event(word);
        if (!rules && strcmp(before, "wild") == 0)
            rules = find_in_event(pair);
        if (length > 0)
            strcpy(before, word);
        event += *event != '\0';
    }
    return rules;
}

/* --- what fits --- */

/* Likelier rulesets come first: ours, in which nobody else plays, then what most people play. */
static const char *const BY_LIKELIHOOD[] = {
    "6170-spring-2007",
    "antichess",
    "losers",
    "suicide",
    "giveaway",
    "6170-fall-2007",
    "6170-spring-2007-encastle",
    "6170-spring-2006",
    "6170-fall-2003",
    "6170-spring-1994",
    "6170-spring-2006-antiking",
    "6170-fall-2003-mindcontrol",
};

/* How well a game that fits agrees with its result. */
typedef enum { CONTRADICTED, POSSIBLE, CONFIRMED } Agreement;

static Agreement agreement(Outcome outcome, const char *result) {
    int points = result_white_points(result);
    if (!outcome_is_over(outcome) || points == RESULT_UNDECIDED)
        return POSSIBLE;
    int expected = outcome_white_points(outcome);
    return points == expected ? CONFIRMED : CONTRADICTED;
}

static uint32_t bit_of(const Ruleset *rules) {
    return UINT32_C(1) << (rules - ruleset_at(0));
}

/* The likeliest ruleset that fits. If none does, the one by which most turns can be played;
 * `preferred` if it is one of these. */
static GameAnswer find_fitting(const GameClues *clues, const Ruleset *preferred) {
    GameAnswer best = {.rules = preferred, .source = RULESET_FURTHEST};
    int furthest = preferred ? clues->replay(clues->game, preferred).turns : -2;
    int best_agreement = -1;
    for (size_t i = 0; i < sizeof BY_LIKELIHOOD / sizeof *BY_LIKELIHOOD; i++) {
        const Ruleset *rules = ruleset_find(BY_LIKELIHOOD[i]);
        GameReplay replay = clues->replay(clues->game, rules);
        int agrees = replay.is_whole ? (int)agreement(replay.outcome, clues->result) : -1;
        if (agrees > best_agreement) {
            best = (GameAnswer){.rules = rules, .source = RULESET_FITS, .fits = true};
            best_agreement = agrees;
        } else if (replay.is_whole && agrees == best_agreement) {
            best.others |= bit_of(rules);
            best.source = RULESET_LIKELIEST;
        } else if (!best.fits && replay.turns > furthest) {
            best.rules = rules;
            furthest = replay.turns;
        }
    }
    return best;
}

GameAnswer which_game(const GameClues *clues) {
    if (clues->named)
        return (GameAnswer){.rules = clues->named, .source = RULESET_NAMED, .fits = true};
    if (clues->chosen)
        return (GameAnswer){.rules = clues->chosen, .source = RULESET_CHOSEN, .fits = true};
    const Ruleset *played = read_event(clues->event);
    if (played && clues->replay(clues->game, played).is_whole)
        return (GameAnswer){.rules = played, .source = RULESET_FROM_EVENT, .fits = true};
    return find_fitting(clues, played);
}

/* --- saying so --- */

void which_game_explain(const StoredGame *stored, char text[WHICH_GAME_TEXT_SIZE]) {
    const char *name = stored->game.start.rules->name;
    *text = '\0';
    if (stored->ruleset_source == RULESET_FROM_EVENT)
        snprintf(text, WHICH_GAME_TEXT_SIZE, "ruleset %s, from the tag Event", name);
    if (stored->ruleset_source == RULESET_FITS)
        snprintf(text, WHICH_GAME_TEXT_SIZE, "ruleset %s, the only one that fits", name);
    if (stored->ruleset_source != RULESET_LIKELIEST)
        return;
    int length =
        snprintf(text, WHICH_GAME_TEXT_SIZE, "ruleset %s, the likeliest that fits; so do", name);
    const char *separator = " ";
    for (int i = 0; i < ruleset_count(); i++)
        if (stored->other_rulesets >> i & 1) {
            length += snprintf(text + length, WHICH_GAME_TEXT_SIZE - (size_t)length, "%s%s",
                               separator, ruleset_at(i)->name);
            separator = ", ";
        }
}
