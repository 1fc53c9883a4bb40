#include "files/list.h"

#include "base/os/stream.h"
#include "files/pgn_variant.h"

#include <stdlib.h>
#include <string.h>

/* --- splitting a line into words --- */

/* Takes a line, without the newline; the caller frees it. Returns NULL with an error if out of
 * memory, or if the line is longer than GAMES_LINE_MAX_BYTES; it is then skipped. */
static char *take_line(GamesInput *input, Error *error) {
    MemoryStream line;
    bool has_memory = memory_stream_open(&line);
    int c;
    size_t length = 0;
    while ((c = games_input_take(input)) != EOF && c != '\n')
        if (has_memory && length++ < GAMES_LINE_MAX_BYTES)
            stream_put(line.file, c ? (char)c : '\1');
    bool is_complete = has_memory && memory_stream_close(&line);
    if (is_complete && length <= GAMES_LINE_MAX_BYTES)
        return line.bytes;
    free(line.bytes);
    error_set(error, is_complete ? "the line is too long" : "out of memory");
    return NULL;
}

/* Cuts the next word off *rest; NULL at the end of the line, or where a comment begins. */
static char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0' || *word == '#')
        return NULL;
    *rest = word + strcspn(word, " \t");
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

/* --- positions and turns --- */

enum { FIELDS_MAX = 7 };

/* Could the word be field number `index` (from 0) of a FEN? Any word could be one of the first
 * four, which are required. */
static bool fits_field(const char *word, int index) {
    size_t digits = strspn(word, "0123456789");
    if (index < 4)
        return true;
    if (index < 6)
        return digits > 0 && word[digits] == '\0';
    return strncmp(word, "chips:", strlen("chips:")) == 0;
}

/* Joins the fields of the FEN that begins with `board`, and cuts them off *rest. */
static bool read_fen(const char *board, char **rest, const Ruleset *rules, Position *pos,
                     Error *error) {
    char fen[FEN_SIZE];
    size_t length = (size_t)snprintf(fen, sizeof fen, "%s", board);
    for (int i = 1; i < FIELDS_MAX; i++) {
        *rest += strspn(*rest, " \t");
        char *end = *rest + strcspn(*rest, " \t;");
        char saved = *end;
        *end = '\0';
        bool fits = **rest && fits_field(*rest, i);
        if (fits && length < sizeof fen)
            length += (size_t)snprintf(fen + length, sizeof fen - length, " %s", *rest);
        *end = saved;
        if (!fits && i >= 4)
            continue; /* the later fields are optional */
        if (!fits)
            break;
        *rest = end;
    }
    return length < sizeof fen ? position_from_fen(pos, rules, fen, error)
                               : error_set(error, "the FEN is too long");
}

static bool play_turns(Game *game, char **rest, Error *error) {
    for (char *word; (word = next_word(rest));)
        if (!game_play_any_text(game, word, GAME_NO_CLOCK, error))
            return false;
    return true;
}

/* Reads what follows a FEN: `moves` and turns, or EPD operations. */
static bool read_after_fen(Game *game, char **rest, Error *error) {
    char *word = next_word(rest);
    if (!word || strcmp(word, "moves") == 0)
        return !word || play_turns(game, rest, error);
    if (strchr(word, ';') || strchr(*rest, ';'))
        return true;
    return error_set(error, "%s after a FEN is neither 'moves' nor an EPD operation", QUOTE(word));
}

/* Reads a line whose first word is `word`. */
static bool read_line(char *word, char *rest, const Ruleset *rules, Game *game, Error *error) {
    const Ruleset *named = pgn_variant_find(word);
    Position start;
    if (named) {
        rules = named;
        word = next_word(&rest);
    }
    if (word && strchr(word, '/')) {
        if (!read_fen(word, &rest, rules, &start, error))
            return false;
        game_init_from(game, &start);
        return read_after_fen(game, &rest, error);
    }
    game_init(game, rules);
    if (word && strcmp(word, "startpos") == 0)
        word = next_word(&rest);
    if (word && strcmp(word, "moves") == 0)
        word = next_word(&rest);
    return !word ||
           (game_play_any_text(game, word, GAME_NO_CLOCK, error) && play_turns(game, &rest, error));
}

GamesResult games_list_read(GamesInput *input, const Ruleset *fallback, StoredGame *stored,
                            Error *error) {
    Error why = {.text = ""};
    char *line = NULL, *rest = NULL, *word = NULL;
    long line_number = input->line;
    while (!word) {
        if (games_input_peek(input, 0) == EOF)
            return GAMES_END;
        line_number = input->line;
        line = rest = take_line(input, &why);
        if (!line)
            break;
        word = next_word(&rest);
        if (!word)
            free(line);
    }
    stored_game_init(stored, fallback);
    bool read = line && read_line(word, rest, fallback, &stored->game, &why);
    free(line);
    stored->line = line_number;
    if (read)
        return GAMES_READ;
    stored_game_free(stored);
    games_input_error(input, line_number, why.text, error);
    return GAMES_BAD;
}

bool games_list_write(FILE *out, const StoredGame *stored, const Ruleset *usual, Error *error) {
    const Position *pos = &stored->game.now;
    char fen[FEN_SIZE];
    if (!position_begins_turn(pos))
        return error_set(error,
                         "the game ended in the middle of a turn, which a FEN cannot express");
    position_to_fen(pos, fen);
    if (pos->rules == usual)
        fprintf(out, "%s\n", fen);
    else
        fprintf(out, "%s %s\n", pos->rules->name, fen);
    return true;
}
