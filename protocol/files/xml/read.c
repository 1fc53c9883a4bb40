#include "files/xml/xml.h"

#include "base/minmax.h"
#include "base/utf8.h"
#include "base/words.h"
#include "files/model/result.h"
#include "files/model/variant.h"
#include "files/xml/document.h"
#include "files/xml/extensions.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* the file's name, for errors */
    const Ruleset *rules;
    XmlExtensions *extensions;
    StoredGame *stored;
    Error *error;
} XmlGameReader;

static bool error_at(const XmlGameReader *r, const xmlNode *where, const char *reason) {
    return error_set_at(r->error, r->name, xmlGetLineNo(where), reason);
}

/* --- values, whose form the schema has checked --- */

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t\n\r");
}

/* Reads an xs:boolean; false if it is missing or invalid. */
static bool read_boolean(const char *text) {
    if (!text)
        return false;
    text = skip_blanks(text);
    size_t length = strncmp(text, "true", 4) == 0 ? 4 : *text == '1';
    return length > 0 && *skip_blanks(text + length) == '\0';
}

/* Reads an xs:integer, clamped to 64 bits; never returns GAME_NO_CLOCK. */
static int64_t read_integer(const char *text) {
    int64_t value;
    text = skip_blanks(text);
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    words_digits(&text, &value);
    return negative ? -value : value;
}

static int64_t read_milliseconds(const xmlNode *element, const char *name) {
    const char *text = xml_attribute(element, name);
    return text ? read_integer(text) : GAME_NO_CLOCK;
}

static Colour read_side(const xmlNode *element) {
    return strcmp(xml_attribute(element, "side"), "white") == 0 ? WHITE : BLACK;
}

static PieceType read_piece_type(const XmlGameReader *r, const xmlNode *square) {
    const char *name = xml_attribute(square, "piece");
    int type = 0;
    while (strcmp(name, PIECE_NAMES[type]) != 0)
        type++;
    bool antiking =
        type == KING && r->rules->antiking && read_boolean(xml_attribute(square, "antiking"));
    return antiking ? ANTIKING : (PieceType)type;
}

/* --- the board --- */

static bool read_pieces(XmlGameReader *r) {
    XmlExtensions *extensions = r->extensions;
    for (xmlNode *node = extensions->pieces->children; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        Square square = 0; /* the schema has checked the id */
        square_read(xml_attribute(node, "id"), &square);
        if (extensions->squares[square]) {
            char reason[] = "two pieces on a1";
            square_write(reason + strlen(reason) - 2, square);
            return error_at(r, node, reason);
        }
        extensions->squares[square] = node;
        extensions->board[square] = piece_make(read_side(node), read_piece_type(r, node));
    }
    return true;
}

/* --- a game that can be replayed from its history --- */

/* The start that our extension gives, if it is valid; else the ruleset's initial position. */
static void read_start(const XmlGameReader *r, Position *start) {
    const xmlNode *element = xml_extensions_own_element(r->extensions, "start");
    const char *fen = element ? xml_attribute(element, "fen") : NULL;
    const char *after = element ? xml_attribute(element, "after") : NULL;
    int64_t before = after ? read_integer(after) : 0;
    r->extensions->moves_before_start = 0;
    if (fen && before >= 0 && before <= r->extensions->move_count &&
        position_from_fen(start, r->rules, fen, NULL))
        r->extensions->moves_before_start = (int)before;
    else
        position_start(start, r->rules);
}

/* The letter of the piece that a move of the history promotes to; '\0' if it does not say. */
static char read_promotion(const XmlGameReader *r, const xmlNode *move) {
    const char *name = xml_own_attribute(move, "promotion");
    for (int type = KNIGHT; name && type <= KING; type++)
        if (ruleset_promotes_to(r->rules, (PieceType)type) && strcmp(name, PIECE_NAMES[type]) == 0)
            return position_letter(piece_make(BLACK, (PieceType)type));
    return '\0';
}

/* Plays a move of the history, after a forced pass if one is due. */
static bool play_move(const XmlGameReader *r, const xmlNode *move) {
    Game *game = &r->stored->game;
    char text[TURN_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%c", xml_attribute(move, "value"), read_promotion(r, move));
    return game_player(game) == read_side(move) &&
           game_play_text(game, text, read_milliseconds(move, "time"), NULL);
}

/* Keeps what the move's attribute `opening` says. */
static void read_opening(const XmlGameReader *r, const xmlNode *move) {
    const char *opening = xml_own_attribute(move, "opening");
    if (opening && strcmp(opening, "true") == 0)
        stored_game_extend_opening(r->stored, r->stored->game.count - 1);
}

/* Records the move's element for the last turn, and for a forced pass before that turn. */
static void remember_turns(const XmlGameReader *r, xmlNode *move) {
    const Game *game = &r->stored->game;
    for (int *i = &r->extensions->turn_count; *i < game->count; ++*i)
        r->extensions->turns[*i] = (LoadedTurn){game->turns[*i].turn, move};
}

/* Starts the game in which the history is played. Allocates room for all its turns first, so that a
 * lack of memory is not mistaken for an unplayable history. */
static bool start_game(XmlGameReader *r) {
    Position start;
    read_start(r, &start);
    game_init_from(&r->stored->game, &start);
    int moves = r->extensions->move_count - r->extensions->moves_before_start;
    return game_reserve(&r->stored->game, (int)min64(2 * (int64_t)moves, GAME_TURNS_MAX)) ||
           error_set_at(r->error, r->name, 0, "out of memory");
}

/* Plays the history. Returns whether it leads to the pieces in the file; if not, frees the game. */
static bool replay(XmlGameReader *r) {
    XmlExtensions *extensions = r->extensions;
    Game *game = &r->stored->game;
    bool played = true;
    for (int i = extensions->moves_before_start; played && i < extensions->move_count; i++) {
        played = play_move(r, extensions->moves[i]);
        if (played) {
            read_opening(r, extensions->moves[i]);
            remember_turns(r, extensions->moves[i]);
        }
    }
    if (played && memcmp(game->now.board, extensions->board, sizeof extensions->board) == 0)
        return true;
    game_free(game);
    r->stored->opening_turns = 0;
    extensions->turn_count = 0;
    return false;
}

/* --- a game of which only the pieces are known --- */

static void put_pieces(const XmlGameReader *r, Position *pos) {
    position_clear(pos, r->rules);
    for (Square s = 0; s < SQUARES; s++)
        if (r->extensions->squares[s])
            position_put(pos, s, r->extensions->board[s]);
    pos->castling = CASTLE_ALL; /* position_finish removes the impossible ones */
}

/* In mind control: did the last turn end the game after its white half-move? If so, sets up that
 * position, with Black to move. */
static bool ended_mid_turn(const XmlGameReader *r, const xmlNode *last, Position *pos) {
    static const char GAME_OVER[] = ",gameover";
    if (!last || r->rules->halfmoves_per_turn == 1 ||
        !strstr(xml_attribute(last, "value"), GAME_OVER))
        return false;
    put_pieces(r, pos);
    pos->side = BLACK;
    pos->player = (uint8_t)read_side(last);
    return position_finish(pos, NULL) && outcome_is_over(outcome_of(pos));
}

static bool put_for(const XmlGameReader *r, Colour player, Position *pos, Error *error) {
    put_pieces(r, pos);
    pos->player = (uint8_t)player;
    pos->side = r->rules->halfmoves_per_turn == 1 ? pos->player : WHITE;
    return position_finish(pos, error);
}

/* Without a history White is to move, unless only Black can be. */
static bool set_up(XmlGameReader *r) {
    XmlExtensions *extensions = r->extensions;
    int count = extensions->move_count;
    const xmlNode *last = count > 0 ? extensions->moves[count - 1] : NULL;
    Position pos;
    Error why;
    extensions->moves_before_start = count;
    if (count > 0)
        r->stored->skipped[SKIPPED_HISTORY] = (Skipped){count, xmlGetLineNo(extensions->history)};
    if (!ended_mid_turn(r, last, &pos) &&
        !put_for(r, last ? other(read_side(last)) : WHITE, &pos, &why) &&
        (last || !put_for(r, BLACK, &pos, NULL)))
        return error_at(r, extensions->pieces, why.text);
    game_init_from(&r->stored->game, &pos);
    return true;
}

/* --- clocks, names, the end --- */

/* Reads our attribute `increment`, in milliseconds; 0 if there is none. */
static int64_t read_increment(const xmlNode *time) {
    const char *text = xml_own_attribute(time, "increment");
    return text ? max64(read_integer(text), 0) : 0;
}

/* If the time left is missing, it is the initial time, or unlimited if that is zero. */
static void read_clocks(const XmlGameReader *r) {
    static const struct {
        const char *initial, *current;
    } NAMES[COLOURS] = {{"initWhite", "currentWhite"}, {"initBlack", "currentBlack"}};
    StoredGame *stored = r->stored;
    const xmlNode *time = r->extensions->time;
    stored->timed = read_boolean(xml_attribute(time, "timed"));
    stored->increment_ms = stored->timed ? read_increment(time) : 0;
    for (Colour c = WHITE; c <= BLACK; c++) {
        int64_t initial = read_milliseconds(time, NAMES[c].initial);
        int64_t current = read_milliseconds(time, NAMES[c].current);
        if (current == GAME_NO_CLOCK && initial > 0)
            current = initial;
        stored->initial_ms[c] = stored->timed ? initial : GAME_NO_CLOCK;
        stored->current_ms[c] = stored->timed ? current : GAME_NO_CLOCK;
    }
}

static bool read_names(const XmlGameReader *r) {
    const xmlNode *players = xml_extensions_own_element(r->extensions, "players");
    bool done = true;
    for (Colour c = WHITE; players && c <= BLACK; c++) {
        const char *name = xml_attribute(players, outcome_colour_name(c));
        done = done && (!name || stored_game_set_name(r->stored, c, name));
    }
    return done;
}

static void read_forfeit(const XmlGameReader *r) {
    const xmlNode *element = xml_extensions_own_element(r->extensions, "forfeit");
    const char *loser = element ? xml_attribute(element, "loser") : NULL;
    const char *reason = element ? xml_attribute(element, "reason") : NULL;
    Forfeit *forfeit = &r->stored->forfeit;
    for (Colour c = WHITE; loser && reason && c <= BLACK; c++)
        if (strcmp(loser, outcome_colour_name(c)) == 0) {
            forfeit->loser = c;
            utf8_copy(forfeit->reason, FORFEIT_REASON_SIZE, reason);
        }
}

/* Reads what <gameOver> states. Without a winner, only a stalemate is surely a draw. */
static void read_stated_end(StoredGame *stored, const xmlNode *over) {
    const char *winner = xml_attribute(over, "winner");
    const char *own = xml_own_attribute(over, "reason");
    Reason draw = own ? outcome_reason_find(own) : PLAYING;
    bool is_tournament_draw = draw >= TIME_EXPIRED;
    stored->game.tournament_draws = is_tournament_draw;
    stored->stated_reason =
        is_tournament_draw ? draw : outcome_reason_find(xml_attribute(over, "description"));
    if (winner)
        strcpy(stored->result, result_text(strcmp(winner, "white") == 0 ? 2 : 0));
    else if (is_tournament_draw || stored->stated_reason == STALEMATE)
        strcpy(stored->result, result_text(1));
}

/* The position decides whether the game has ended, except for losses on time and draws by the
 * tournament draw rules. If the file names no loser on time, it is the player whose clock is at
 * zero, or else the player to move, since only that player's clock runs. */
static void read_end(const XmlGameReader *r) {
    StoredGame *stored = r->stored;
    Colour loser;
    if (r->extensions->over)
        read_stated_end(stored, r->extensions->over);
    if (outcome_is_over(outcome_of(&stored->game.now)))
        return;
    bool out_of_time = stored_game_out_of_time(stored, &loser);
    if (stored->stated_reason == TIME_EXPIRED) {
        int points = result_white_points(stored->result);
        if (points == 0 || points == 2)
            loser = points == 2 ? BLACK : WHITE;
        else if (!out_of_time)
            loser = game_player(&stored->game);
        game_expire(&stored->game, loser);
    } else if (out_of_time && stored->stated_reason == PLAYING && !stored->forfeit.reason[0]) {
        game_expire(&stored->game, loser);
    }
}

/* Fills the game; r->extensions must be set. On failure only the extensions need freeing. */
static bool fill_stored_game(XmlGameReader *r) {
    if (!r->rules) {
        Error why;
        error_set(&why, "unknown ruleset %s", QUOTE(xml_attribute(r->extensions->game, "ruleset")));
        return error_at(r, r->extensions->game, why.text);
    }
    if (!read_pieces(r) || !start_game(r) || !(replay(r) || set_up(r)))
        return false;
    read_clocks(r);
    if (!read_names(r))
        return error_set_at(r->error, r->name, 0, "out of memory");
    read_forfeit(r);
    read_end(r);
    return true;
}

bool xml_read(const char *name, const char *bytes, size_t size, StoredGame *stored, Error *error) {
    xmlDoc *doc = xml_document_read(name, bytes, size, error);
    if (!doc)
        return false;
    XmlExtensions *extensions = xml_extensions_new(doc);
    if (!extensions)
        return error_set_at(error, name, 0, "out of memory");
    *stored = (StoredGame){.extensions = extensions, .free_extensions = xml_extensions_free};
    XmlGameReader r = {.name = name,
                       .rules = variant_find(xml_attribute(extensions->game, "ruleset")),
                       .extensions = extensions,
                       .stored = stored,
                       .error = error};
    bool read = fill_stored_game(&r);
    if (!read) {
        stored_game_free(stored);
    } else if (xml_extensions_is_empty(extensions)) {
        xml_extensions_free(extensions);
        stored->extensions = NULL;
    }
    return read;
}
