#include "files/list.h"

#include "base/os/stream.h"
#include "base/text.h"
#include "base/words.h"
#include "files/model/variant.h"
#include "files/which_game.h"

#include <ctype.h>
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
    return (*rest)[strspn(*rest, " \t")] == '#' ? NULL : words_next(rest);
}

/* Is the whole line a comment, as in other programs' lists of positions? */
static bool is_comment(const char *line) {
    return *line == '%' || *line == ';';
}

/* --- EPD operations --- */

/* The text after the operation that begins here. */
static const char *skip_operation(const char *text) {
    bool is_quoted = false;
    for (; *text && (is_quoted || *text != ';'); text++)
        is_quoted ^= *text == '"';
    return text;
}

static const char *next_operation(const char *text) {
    return text + strspn(text, " \t;");
}

/* The text after the name in the first operation with this name; NULL if there is none. */
static const char *find_operation(const char *text, const char *name) {
    size_t length = strlen(name);
    for (; *(text = next_operation(text)); text = skip_operation(text))
        if (strncmp(text, name, length) == 0 && text[length] == ' ')
            return text + length + 1;
    return NULL;
}

static int count_operations(const char *text) {
    int count = 0;
    for (; *(text = next_operation(text)); text = skip_operation(text))
        count++;
    return count;
}

/* --- positions and turns --- */

/* Is the word the piece placement of a FEN? Anything that looks like eight ranks counts, even with
 * characters that no ruleset uses: position_from_fen then says what is wrong. */
static bool is_board(const char *word) {
    bool is_known = word[strspn(word, "pnbrqkaPNBRQKA12345678/")] == '\0';
    bool is_plain = word[0] != '/';
    int ranks = 1;
    for (; *word; word++) {
        ranks += *word == '/';
        is_plain &= isalnum((unsigned char)*word) || strchr("/[]+~-", *word);
    }
    return is_known ? ranks > 1 : is_plain && ranks == 8;
}

bool games_list_begins(const char *word) {
    return is_board(word) || variant_find(word) || strcmp(word, "startpos") == 0 ||
           strcmp(word, "moves") == 0 || notation_looks_like_turn(word);
}

enum { FIELDS_MAX = 7 };

/* Could the word be field number `index` (from 0) of a FEN? Only the first is required. */
static bool fits_field(const char *word, int index) {
    size_t digits = strspn(word, "0123456789");
    if (index == 1)
        return strcmp(word, "moves") != 0 && word[0] != '\0' && word[1] == '\0';
    if (index == 2)
        return strcmp(word, "-") == 0 || word[strspn(word, "KQkqABCDEFGHabcdefgh")] == '\0';
    if (index == 3)
        return strcmp(word, "-") == 0 || (strlen(word) == 2 && word[0] >= 'a' && word[0] <= 'h');
    if (index < 6)
        return digits > 0 && word[digits] == '\0';
    return text_starts(word, "chips:");
}

/* The FEN's numbers, fields 4 and 5, as EPD's operations, and their values if there are none. */
static const struct {
    const char *operation, *otherwise;
} NUMBERS[] = {{"hmvc", "0"}, {"fmvn", "1"}};

/* Appends the FEN's numbers from field `index` on, which EPD's operations hold, to the FEN of this
 * length, in a buffer of FEN_SIZE. Returns the new length; *used grows by the operations used. */
static size_t put_numbers(char *fen, size_t length, int index, const char *operations, int *used) {
    for (; index < 6; index++) {
        const char *number = find_operation(operations, NUMBERS[index - 4].operation);
        *used += number != NULL;
        if (!number)
            number = NUMBERS[index - 4].otherwise;
        if (length < FEN_SIZE)
            length += (size_t)snprintf(fen + length, FEN_SIZE - length, " %.*s",
                                       (int)strcspn(number, ";"), number);
    }
    return length;
}

/* Joins the fields of the FEN that begins with `board`, and cuts them off *rest. *used becomes the
 * number of EPD operations after it that hold fields. */
static bool read_fen(const char *board, char **rest, const Ruleset *rules, Position *pos, int *used,
                     Error *error) {
    char fen[FEN_SIZE];
    size_t length = (size_t)snprintf(fen, sizeof fen, "%s", board);
    bool has_operations = false;
    *used = 0;
    for (int i = 1; i < FIELDS_MAX; i++) {
        *rest += strspn(*rest, " \t");
        char *end = *rest + strcspn(*rest, " \t;");
        char saved = *end;
        *end = '\0';
        bool fits = !has_operations && **rest && fits_field(*rest, i);
        if (fits && length < sizeof fen)
            length += (size_t)snprintf(fen + length, sizeof fen - length, " %s", *rest);
        *end = saved;
        if (!fits && !has_operations && (i == 4 || i == 5) && strchr(*rest, ';')) {
            length = put_numbers(fen, length, i, *rest, used);
            has_operations = true;
        }
        if (!fits && i >= 4)
            continue; /* any of the later fields may be missing */
        if (!fits)
            break;
        *rest = end;
    }
    return length < sizeof fen ? position_from_fen(pos, rules, fen, error)
                               : error_set(error, "the FEN is too long");
}

static bool play_turns(Game *game, char **rest, Error *error) {
    for (char *word; (word = next_word(rest));)
        if (!game_play_recorded_text(game, word, GAME_NO_CLOCK, error))
            return false;
    return true;
}

/* Reads what follows a FEN: `moves` and turns, or EPD operations. *operations, the number of those
 * that were used, becomes the number of the others. */
static bool read_after_fen(Game *game, char **rest, int *operations, Error *error) {
    int count = count_operations(*rest) - *operations; /* before next_word() changes the text */
    *operations = 0;
    char *word = next_word(rest);
    if (!word || strcmp(word, "moves") == 0)
        return !word || play_turns(game, rest, error);
    if (!strchr(word, ';') && !strchr(*rest, ';'))
        return error_set(error, "%s after a FEN is neither 'moves' nor an EPD operation",
                         QUOTE(word));
    *operations = count;
    return true;
}

/* Reads a line whose first word is `word`; *operations becomes the number of EPD operations that
 * are skipped. */
static bool read_line(char *word, char *rest, const Ruleset *rules, Game *game, int *operations,
                      Error *error) {
    const Ruleset *named = variant_find(word);
    Position start;
    *operations = 0;
    if (named) {
        rules = named;
        word = next_word(&rest);
    }
    if (word && strchr(word, '/')) {
        if (!read_fen(word, &rest, rules, &start, operations, error))
            return false;
        game_init_from(game, &start);
        return read_after_fen(game, &rest, operations, error);
    }
    game_init(game, rules);
    if (word && strcmp(word, "startpos") == 0)
        word = next_word(&rest);
    if (word && strcmp(word, "moves") == 0)
        word = next_word(&rest);
    return !word || (game_play_recorded_text(game, word, GAME_NO_CLOCK, error) &&
                     play_turns(game, &rest, error));
}

/* A line that names no ruleset: its first word, and the rest. */
typedef struct {
    const char *word, *rest;
} UnnamedLine;

/* A ReplayGame for an UnnamedLine. If memory runs out, the line fits no ruleset. */
static GameReplay replay_line(const void *unnamed, const Ruleset *rules) {
    const UnnamedLine *line = unnamed;
    char *word = strdup(line->word), *rest = strdup(line->rest);
    Game game = {0};
    int operations;
    GameReplay replay = {.turns = -1};
    replay.is_whole = word && rest && read_line(word, rest, rules, &game, &operations, NULL);
    if (game.start.rules) {
        replay.turns = game.count;
        replay.outcome = outcome_of(&game.now);
    }
    game_free(&game);
    free(rest);
    free(word);
    return replay;
}

/* Reads a line that may name no ruleset. */
static bool read_any_line(char *word, char *rest, const Ruleset *chosen, StoredGame *stored,
                          Error *error) {
    if (!strchr(word, '/') && !games_list_begins(word))
        return error_set(error, "%s is neither a ruleset, startpos, a FEN nor a turn", QUOTE(word));
    UnnamedLine line = {word, rest};
    GameClues clues = {.named = variant_find(word),
                       .chosen = chosen,
                       .event = "",
                       .result = "",
                       .replay = replay_line,
                       .game = &line};
    GameAnswer answer = which_game(&clues);
    stored->ruleset_source = answer.source;
    stored->other_rulesets = answer.others;
    Error why;
    int operations;
    if (read_line(word, rest, answer.rules, &stored->game, &operations, &why)) {
        stored->skipped[SKIPPED_OPERATIONS].count = operations;
        return true;
    }
    if (answer.fits)
        return error_set(error, "%s", why.text);
    return error_set(error, "%s (no ruleset fits; %s comes furthest)", why.text,
                     answer.rules->name);
}

GamesResult games_list_read(GamesInput *input, const Ruleset *chosen, StoredGame *stored,
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
        word = is_comment(line) ? NULL : next_word(&rest);
        if (!word)
            free(line);
    }
    stored_game_init(stored, ruleset_default());
    bool read = line && read_any_line(word, rest, chosen, stored, &why);
    free(line);
    stored->line = line_number;
    if (stored->skipped[SKIPPED_OPERATIONS].count > 0)
        stored->skipped[SKIPPED_OPERATIONS].line = line_number;
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
