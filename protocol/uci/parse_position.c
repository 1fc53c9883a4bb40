#include "uci/parse_position.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

enum { FEN_TEXT_SIZE = 256 }; /* more than any valid FEN needs */

/* Joins the words before `moves` into a FEN, truncated to fit. Returns the word after the FEN:
 * `moves`, or NULL at the end of the line. */
static char *take_fen(char **rest, char fen[FEN_TEXT_SIZE]) {
    char *word;
    size_t length = 0;
    fen[0] = '\0';
    while ((word = words_next(rest)) && strcmp(word, "moves") != 0)
        if (length < FEN_TEXT_SIZE)
            length += (size_t)snprintf(fen + length, FEN_TEXT_SIZE - length, "%s%s",
                                       length ? " " : "", word);
    return word;
}

static bool start_position(Game *game, const Ruleset *ruleset, char **rest, char **next,
                           Error *error) {
    char *word = words_next(rest);
    Position start;
    if (word && strcmp(word, "startpos") == 0) {
        position_start(&start, ruleset);
        *next = words_next(rest);
    } else if (word && strcmp(word, "fen") == 0) {
        char fen[FEN_TEXT_SIZE];
        *next = take_fen(rest, fen);
        if (strlen(fen) == FEN_TEXT_SIZE - 1)
            return error_set(error, "the FEN is too long");
        if (!position_from_fen(&start, ruleset, fen, error))
            return false;
    } else {
        return error_set(error, "word 2: expected startpos or fen, not %s", QUOTE(word));
    }
    game_init_from(game, &start);
    return true;
}

static bool play_moves(Game *game, char **rest, Error *error) {
    char *word;
    for (int number = 1; (word = words_next(rest)); number++)
        if (!game_play_text(game, word, GAME_NO_CLOCK, error))
            return error_wrap(error, "move %d", number);
    return true;
}

bool uci_parse_position(const Ruleset *ruleset, char *words, Game *game, Error *error) {
    char *next = NULL;
    *game = (Game){0};
    bool good = start_position(game, ruleset, &words, &next, error);
    if (good && next && strcmp(next, "moves") != 0)
        good = error_set(error, "word 3: expected moves, not %s", QUOTE(next));
    if (good && next)
        good = play_moves(game, &words, error);
    if (!good)
        game_free(game);
    return good;
}
