/* Random games as PGN in the manner of FICS, which names the ruleset in the tag Event only, of
 * Lichess and of XBoard, and back: the same games by the right ruleset, and nothing skipped.
 *
 * With a number the program plays so many games of each ruleset, and prints how often the ruleset
 * is found if neither Variant nor Event names it. */
#include "unit/testing.h"

#include "base/random.h"
#include "files/games.h"
#include "files/pgn_write.h"
#include "files/which_game.h"
#include "rules/turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULESETS_MAX = 32, TURNS_MAX = 400 };

static int game_count = 5;
static uint64_t seed = 2007;

static void play_randomly(StoredGame *stored) {
    Game *game = &stored->game;
    TurnList list;
    while (!outcome_is_over(game_outcome(game)) && game->count < TURNS_MAX) {
        if (game_pass_if_forced(game))
            continue;
        assert_true(turn_list_make(&game->now, &list));
        Turn turn = list.turns[random_next(&seed) % (unsigned)list.count];
        turn_list_free(&list);
        assert_true(game_play(game, turn, GAME_NO_CLOCK));
    }
}

/* Removes the line of a tag. */
static void remove_tag(char *pgn, const char *begin) {
    char *line = strstr(pgn, begin);
    assert_non_null(line);
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
}

/* The caller frees the text. */
static char *write_pgn(const StoredGame *stored) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    Error error;
    assert_non_null(out);
    if (!pgn_write(out, stored, STYLE_SAN, &error))
        fail_msg("%s", error.text);
    fclose(out);
    return text;
}

/* Reads the only game of a text, which the caller frees. */
static void read_pgn(const char *pgn, StoredGame *read) {
    StoredGame another;
    Error error;
    Games *games = games_open_bytes("x.pgn", pgn, strlen(pgn), NULL, &error);
    assert_non_null(games);
    if (games_next(games, read, &error) != GAMES_READ)
        fail_msg("%s: %s", error.text, pgn);
    assert_int_equal(games_next(games, &another, &error), GAMES_END);
    games_close(games);
}

static void check_same(const StoredGame *stored, const char *pgn, RulesetSource source) {
    StoredGame read;
    read_pgn(pgn, &read);
    const Game *expected = &stored->game, *game = &read.game;
    if (game->start.rules != expected->start.rules)
        fail_msg("%s, not %s: %s", game->start.rules->name, expected->start.rules->name, pgn);
    assert_int_equal(read.ruleset_source, source);
    assert_int_equal(game->count, expected->count);
    for (int i = 0; i < game->count; i++)
        assert_true(turn_equal(game->turns[i].turn, expected->turns[i].turn));
    assert_int_equal(game->now.key, expected->now.key);
    for (int kind = 0; kind < SKIPPED_KINDS; kind++)
        assert_int_equal(read.skipped[kind].count, 0);
    assert_null(stored_game_contradiction(&read));
    stored_game_free(&read);
}

/* --- the manners --- */

/* Does FICS or ICC play it? */
static bool has_event(const Ruleset *rules) {
    static const char *const NAMES[] = {"losers", "suicide", "giveaway", "antichess"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(rules->name, NAMES[i]) == 0)
            return true;
    return false;
}

static void set_tag(StoredGame *stored, const char *name, const char *value) {
    assert_true(tags_set(&stored->tags, name, value));
}

static void check_fics(StoredGame *stored) {
    char event[100];
    snprintf(event, sizeof event, "FICS rated %s game", stored->game.start.rules->name);
    set_tag(stored, "Event", event);
    set_tag(stored, "Site", "FICS freechess.org");
    char *pgn = write_pgn(stored);
    remove_tag(pgn, "[Variant ");
    check_same(stored, pgn, RULESET_FROM_EVENT);
    free(pgn);
}

static void check_lichess(StoredGame *stored) {
    set_tag(stored, "Event", "Rated game");
    set_tag(stored, "Site", "https://lichess.org/abcdefgh");
    char *pgn = write_pgn(stored);
    check_same(stored, pgn, RULESET_NAMED);
    free(pgn);
}

/* XBoard writes scores as comments, and how the game ended as the last one. */
static void check_xboard(StoredGame *stored) {
    set_tag(stored, "Event", "Computer Chess Game");
    set_tag(stored, "Site", "home");
    char *pgn = write_pgn(stored), *moves = strstr(pgn, "\n\n") + 2, *text = NULL;
    size_t size;
    remove_tag(pgn, "[Variant ");
    moves = strstr(pgn, "\n\n") + 2;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "%.*s[Variant \"%s\"]\n\n", (int)(moves - 1 - pgn), pgn,
            stored->game.start.rules->name);
    char *result = strrchr(moves, ' ');
    result = result ? result + 1 : moves;
    for (char *word = moves; word < result; word += strcspn(word, " \n") + 1)
        fprintf(out, "%.*s%s", (int)strcspn(word, " \n"), word,
                strchr(word, '.') == word + strspn(word, "0123456789") ? " " : " {+0.67/25 8}\n");
    fprintf(out, "{Xboard adjudication: Checkmate} %s", result);
    fclose(out);
    check_same(stored, text, RULESET_NAMED);
    free(text);
    free(pgn);
}

static void test_manners(void **state) {
    (void)state;
    for (int i = 0; i < ruleset_count(); i++)
        for (int n = 0; n < game_count; n++) {
            StoredGame stored;
            stored_game_init(&stored, ruleset_at(i));
            play_randomly(&stored);
            if (has_event(ruleset_at(i)))
                check_fics(&stored);
            check_lichess(&stored);
            check_xboard(&stored);
            stored_game_free(&stored);
        }
}

/* --- neither Variant nor Event --- */

/* Which rulesets are found for games of `rules`: found[i] counts ruleset_at(i). */
static void find_rulesets(const Ruleset *rules, int found[RULESETS_MAX]) {
    for (int n = 0; n < game_count; n++) {
        StoredGame stored, read;
        stored_game_init(&stored, rules);
        play_randomly(&stored);
        char *pgn = write_pgn(&stored);
        remove_tag(pgn, "[Variant ");
        read_pgn(pgn, &read);
        for (int i = 0; i < ruleset_count(); i++) {
            bool is_named = read.game.start.rules == ruleset_at(i);
            found[i] += is_named;
            /* What is not found is named as one that fits, too. */
            if (rules == ruleset_at(i))
                assert_true(is_named || read.other_rulesets & 1U << i);
        }
        stored_game_free(&read);
        stored_game_free(&stored);
        free(pgn);
    }
}

static void test_neither(void **state) {
    (void)state;
    int right = 0;
    assert_in_range(ruleset_count(), 1, RULESETS_MAX);
    for (int i = 0; i < ruleset_count(); i++) {
        int found[RULESETS_MAX] = {0};
        find_rulesets(ruleset_at(i), found);
        right += found[i];
        print_message("# | `%s` | %.1f |", ruleset_at(i)->name, 100.0 * found[i] / game_count);
        for (int j = 0; j < ruleset_count(); j++)
            if (j != i && found[j] > 0)
                print_message(" `%s` %.1f", ruleset_at(j)->name, 100.0 * found[j] / game_count);
        print_message(" |\n");
    }
    assert_in_range(right, game_count, INT32_MAX);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_manners),
        cmocka_unit_test(test_neither),
    };
    if (argc > 1)
        game_count = atoi(argv[1]);
    return game_count > 0 ? test_run("servers", tests) : 1;
}
