#include "fuzz/support/games.h"

#include "base/os/stream.h"
#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/json/game_to_json.h"
#include "files/list.h"
#include "files/pgn_write.h"
#include "fuzz/support/fuzz.h"
#include "fuzz/support/positions.h"

enum { GAMES_MAX = 4 /* number of games read from a file */ };

static const char NAME[] = "file";

/* --- the game itself --- */

static void check_turns(const StoredGame *stored) {
    const Game *game = &stored->game;
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        Position before = pos;
        FUZZ_CHECK(turn_is_legal(&pos, game->turns[i].turn), "turn %d is not legal", i + 1);
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    fuzz_check_same_position(&pos, &game->now);
    if (position_begins_turn(&pos))
        fuzz_check_against_reference(&pos);
}

static void check_text(const char *text, size_t size) {
    FUZZ_CHECK(strnlen(text, size) < size, "a text without an end");
    fuzz_check_utf8(text);
}

static void check_comments(const CommentList *list) {
    for (int i = 0; i < list->count; i++)
        fuzz_check_utf8(list->texts[i]);
}

/* The reader bounds the depth. */
static void check_notes(const TurnNotes *notes) {
    check_comments(&notes->before);
    check_comments(&notes->after);
    for (const Variation *variation = notes->variations; variation; variation = variation->next) {
        FUZZ_CHECK(variation->count > 0, "a variation without turns");
        for (int i = 0; i < variation->count; i++)
            if (variation->turns[i].notes)
                check_notes(variation->turns[i].notes);
    }
}

static void check_texts(const StoredGame *stored) {
    for (int i = 0; i < stored->tags.count; i++) {
        fuzz_check_utf8(stored->tags.tags[i].name);
        fuzz_check_utf8(stored->tags.tags[i].value);
    }
    check_text(stored->forfeit.reason, sizeof stored->forfeit.reason);
    check_text(stored->result, sizeof stored->result);
    for (int i = 0; i <= stored->game.count; i++)
        check_notes(stored_game_notes(stored, i));
}

/* --- written and read again --- */

typedef bool WriteGame(FILE *out, const StoredGame *stored, Error *error);

static bool write_san(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_SAN, error);
}

static bool write_uci(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_UCI, error);
}

static bool write_list(FILE *out, const StoredGame *stored, Error *error) {
    return games_list_write(out, stored, NULL, error);
}

/* Writes the game; the caller frees the text. NULL if the writer refuses. */
static char *print(WriteGame *write, const StoredGame *stored, size_t *size) {
    MemoryStream stream;
    Error error;
    FUZZ_CHECK(memory_stream_open(&stream), "out of memory");
    bool is_written = write(stream.file, stored, &error);
    FUZZ_CHECK(memory_stream_close(&stream), "out of memory");
    *size = stream.size;
    if (is_written)
        return stream.bytes;
    fuzz_check_error(&error, "");
    free(stream.bytes);
    return NULL;
}

static void read_one(const char *text, size_t size, GamesFormat format, StoredGame *stored) {
    Error error;
    StoredGame none;
    Games *games = games_open_bytes(NAME, text, size, NULL, &error);
    FUZZ_CHECK(games, "%s", error.text);
    FUZZ_CHECK(games_format(games) == format, "written in format %d, read in format %d:\n%s",
               format, games_format(games), text);
    FUZZ_CHECK(games_next(games, stored, &error) == GAMES_READ, "%s:\n%s", error.text, text);
    FUZZ_CHECK(games_next(games, &none, &error) == GAMES_END, "more than one game:\n%s", text);
    games_close(games);
}

static bool is_same_history(const StoredGame *a, const StoredGame *b) {
    if (a->game.count != b->game.count)
        return false;
    for (int i = 0; i < a->game.count; i++)
        if (!turn_equal(a->game.turns[i].turn, b->game.turns[i].turn))
            return false;
    return true;
}

/* XML has no move counters unless the game begins at the initial position; a 1994 board has nothing
 * but the board and the side to move. */
static void check_now(const Position *now, const Position *expected, GamesFormat format) {
    if (format == GAMES_PGN || format == GAMES_LIST)
        fuzz_check_same_position(now, expected);
    FUZZ_CHECK(format == GAMES_1994 || now->key == expected->key, "keys differ");
    FUZZ_CHECK(memcmp(now->board, expected->board, sizeof now->board) == 0, "boards differ");
    FUZZ_CHECK(now->side == expected->side && now->player == expected->player,
               "sides to move differ");
}

typedef struct {
    WriteGame *write;
    GamesFormat format; /* that it writes */
    bool has_history;   /* does the format record the turns? */
} FormatWriter;

/* Writes a game and reads it into `again`. Returns the text, which the caller frees; NULL if the
 * writer refuses the game, and then `again` needs no freeing. */
static char *write_and_read(const FormatWriter *writer, const StoredGame *stored,
                            StoredGame *again) {
    size_t size;
    char *text = print(writer->write, stored, &size);
    if (!text)
        return NULL;
    read_one(text, size, writer->format, again);
    check_now(&again->game.now, &stored->game.now, writer->format);
    if (writer->has_history) {
        FUZZ_CHECK(is_same_history(again, stored), "the turns differ:\n%s", text);
        /* XML does not record a result that nothing in the game decides. */
        if (writer->format == GAMES_PGN || stored_game_is_decided(stored))
            fuzz_check_equal("the result", stored_game_result(again), stored_game_result(stored));
    }
    return text;
}

/* Removes from a text or JSON what PGN does not preserve: white space, control characters, and the
 * difference between braces and parentheses. */
static void normalise(char *text) {
    char *to = text;
    while (*text) {
        bool is_escape = *text == '\\' && text[1] && !strchr("\"\\", text[1]);
        if (is_escape)
            text += text[1] == 'u' ? 6 : 2;
        else if ((unsigned char)*text <= ' ' || *text == '\x7f')
            text++;
        else {
            const char *bracket = strchr("({)}", *text);
            *to++ = bracket ? "(())"[bracket - "({)}"] : *text;
            text++;
        }
    }
    *to = '\0';
}

/* The turns with annotations and variations as normalised JSON, which the caller frees. */
static char *print_turns(const StoredGame *stored) {
    size_t size;
    char *text = print(game_to_json, stored, &size);
    FUZZ_CHECK(text, "the game cannot be written as JSON");
    char *turns = strstr(text, ",\"turns\":"), *end = strstr(text, ",\"openingTurns\":");
    FUZZ_CHECK(turns && end, "no turns in %s", text);
    *end = '\0';
    memmove(text, turns, (size_t)(end - turns) + 1);
    normalise(text);
    return text;
}

/* Does the writer derive this tag's value from the game? */
static bool is_derived_tag(const char *name) {
    return strcmp(name, "Variant") == 0 || strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0 ||
           strcmp(name, "Result") == 0;
}

/* Of repeated tags, the writer keeps the first. An empty value may become "?". */
static void check_tag(const char *name, const StoredGame *again, const StoredGame *stored) {
    const char *value = tags_find(&again->tags, name);
    FUZZ_CHECK(value, "the tag %s is lost", name);
    char *got = strdup(value), *expected = strdup(tags_find(&stored->tags, name));
    normalise(got);
    normalise(expected);
    if (*expected)
        fuzz_check_equal(name, got, expected);
    free(got);
    free(expected);
}

/* Fails unless variations, comments, glyphs and tags were preserved. */
static void check_tree(const StoredGame *again, const StoredGame *stored) {
    char *turns = print_turns(again), *expected = print_turns(stored);
    fuzz_check_equal("the tree", turns, expected);
    for (int i = 0; i < stored->tags.count; i++)
        if (!is_derived_tag(stored->tags.tags[i].name))
            check_tag(stored->tags.tags[i].name, again, stored);
    free(turns);
    free(expected);
}

/* A game that was read from this format must be the same when it is written again. A game from
 * another format may lose something that this one cannot express, but only the first time it is
 * written. */
static void check_writer(const FormatWriter *writer, const StoredGame *stored, GamesFormat source) {
    StoredGame again, third;
    char *text = write_and_read(writer, stored, &again);
    if (!text)
        return;
    char *second = write_and_read(writer, &again, &third);
    FUZZ_CHECK(second, "cannot be written again:\n%s", text);
    if (source == writer->format) {
        fuzz_check_equal("what is written again", second, text);
        if (source == GAMES_PGN)
            check_tree(&again, stored);
    } else {
        char *last = print(writer->write, &third, &(size_t){0});
        FUZZ_CHECK(last, "cannot be written a third time:\n%s", text);
        fuzz_check_equal("what is written the third time", last, second);
        free(last);
    }
    stored_game_free(&third);
    free(second);
    stored_game_free(&again);
    free(text);
}

static const FormatWriter WRITERS[] = {{write_san, GAMES_PGN, true},
                                       {write_uci, GAMES_PGN, true},
                                       {gamefile_print, GAMES_XML, true},
                                       {write_list, GAMES_LIST, false},
                                       {board1994_print, GAMES_1994, false}};

void fuzz_check_game(const StoredGame *stored, GamesFormat source, bool with_xml) {
    check_turns(stored);
    check_texts(stored);
    for (size_t i = 0; i < sizeof WRITERS / sizeof *WRITERS; i++)
        if (with_xml || WRITERS[i].format != GAMES_XML)
            check_writer(&WRITERS[i], stored, source);
}

/* --- reading --- */

/* Is it this file's turn to be converted to XML, which takes ten times as long as the rest? */
static bool is_xml_due(GamesFormat format, size_t size) {
    return format == GAMES_XML || size % 8 == 0;
}

/* Reads the next game and checks it. Returns false at the end. */
static bool check_next(Games *games, GamesFormat format, size_t size) {
    StoredGame stored;
    Error error;
    GamesResult result = games_next(games, &stored, &error);
    if (result == GAMES_BAD || result == GAMES_CUT) {
        /* Formats with one game a file may refuse a position without naming a line. */
        long line = 0;
        fuzz_check_error(&error, "file:");
        sscanf(error.text, "file:%ld: ", &line);
        FUZZ_CHECK(line > 0 || format == GAMES_XML || format == GAMES_1994, "no line: %s",
                   error.text);
    }
    if (result == GAMES_READ || result == GAMES_CUT) {
        /* The reason why a game was cut is not written, so its tags may give another one. */
        GamesFormat source = result == GAMES_READ ? format : GAMES_UNKNOWN;
        fuzz_check_game(&stored, source, is_xml_due(format, size));
        stored_game_free(&stored);
    }
    return result != GAMES_END;
}

void fuzz_check_games(GamesFormat format, FuzzInput *input, const Ruleset *fallback) {
    static bool is_ready;
    Error error;
    size_t size;
    if (!is_ready)
        FUZZ_CHECK(gamefile_init(), "out of memory");
    is_ready = true;
    char *bytes = fuzz_rest(input, &size);
    Games *games = games_open_bytes(NAME, bytes, size, fallback, &error);
    FUZZ_CHECK(games, "%s", error.text);
    uint64_t offset = 0;
    for (int i = 0; games_format(games) == format && i < GAMES_MAX; i++) {
        if (!check_next(games, format, size))
            break;
        FUZZ_CHECK(games_offset(games) > offset || i == 0, "nothing was read");
        offset = games_offset(games);
    }
    games_close(games);
    free(bytes);
}
