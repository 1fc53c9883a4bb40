#include "files/xml/xml.h"

#include "base/os/atomic_file.h"
#include "base/utf8.h"
#include "files/xml/document.h"
#include "files/xml/extensions.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* of the file, for errors */
    const Ruleset *rules;
    Foreign *foreign;
    Record *record;
    Error *error;
} Reader;

static bool refuse(const Reader *r, const xmlNode *where, const char *reason) {
    return error_set_at(r->error, r->name, xmlGetLineNo(where), reason);
}

/* --- values: the schema has made sure of their form --- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *text) {
    while (is_blank(*text))
        text++;
    return text;
}

/* An xs:boolean; false if it is missing, or none. */
static bool read_boolean(const char *text) {
    if (!text)
        return false;
    text = skip_blanks(text);
    size_t length = strncmp(text, "true", 4) == 0 ? 4 : *text == '1';
    return length > 0 && *skip_blanks(text + length) == '\0';
}

/* An xs:integer; beyond 64 bits the nearest there is, but never GAME_NO_CLOCK. */
static int64_t read_integer(const char *text) {
    int64_t value = 0;
    text = skip_blanks(text);
    bool negative = *text == '-';
    for (text += *text == '-' || *text == '+'; *text >= '0' && *text <= '9'; text++) {
        int digit = *text - '0';
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    return negative ? -value : value;
}

static int64_t read_milliseconds(const xmlNode *element, const char *name) {
    const char *text = foreign_value(element, name);
    return text ? read_integer(text) : GAME_NO_CLOCK;
}

static Colour read_side(const xmlNode *element) {
    return strcmp(foreign_value(element, "side"), "white") == 0 ? WHITE : BLACK;
}

static PieceType read_piece_type(const Reader *r, const xmlNode *square) {
    static const char *const NAMES[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const char *name = foreign_value(square, "piece");
    int type = 0;
    while (strcmp(name, NAMES[type]) != 0)
        type++;
    bool antiking =
        type == KING && r->rules->antiking && read_boolean(foreign_value(square, "antiking"));
    return antiking ? ANTIKING : (PieceType)type;
}

/* --- the board --- */

static bool read_pieces(Reader *r) {
    Foreign *foreign = r->foreign;
    for (xmlNode *node = foreign->pieces->children; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        const char *id = foreign_value(node, "id");
        Square square = square_of(id[0] - 'a', id[1] - '1');
        if (foreign->squares[square]) {
            char reason[] = "two pieces on a1";
            memcpy(reason + strlen(reason) - 2, id, 2);
            return refuse(r, node, reason);
        }
        foreign->squares[square] = node;
        foreign->board[square] = piece_make(read_side(node), read_piece_type(r, node));
    }
    return true;
}

/* --- a game whose history leads to its pieces --- */

/* The start that we wrote into the extension, if we did and it makes sense; else the ruleset's. */
static void read_start(const Reader *r, Position *start) {
    const xmlNode *element = foreign_own_element(r->foreign, "start");
    const char *fen = element ? foreign_value(element, "fen") : NULL;
    const char *after = element ? foreign_value(element, "after") : NULL;
    int64_t before = after ? read_integer(after) : 0;
    r->foreign->before = 0;
    if (fen && before >= 0 && before <= r->foreign->move_count &&
        position_from_fen(start, r->rules, fen, NULL))
        r->foreign->before = (int)before;
    else
        position_start(start, r->rules);
}

/* Plays a move of the history, after a forced pass if there is one. */
static bool play_move(const Reader *r, const xmlNode *move) {
    static const struct {
        const char *name;
        char letter;
    } PROMOTIONS[] = {{"knight", 'n'}, {"bishop", 'b'}, {"rook", 'r'}};
    Game *game = &r->record->game;
    char text[TURN_TEXT_SIZE];
    const char *promotion = foreign_own_value(move, "promotion");
    int length = snprintf(text, sizeof text, "%s", foreign_value(move, "value"));
    for (int i = 0; promotion && r->rules->promotes_to_any && i < 3; i++)
        if (strcmp(promotion, PROMOTIONS[i].name) == 0)
            snprintf(text + length, sizeof text - (size_t)length, "%c", PROMOTIONS[i].letter);
    return game_player(game) == read_side(move) &&
           game_play_text(game, text, read_milliseconds(move, "time"), NULL);
}

/* Remembers where the last turn came from; and a forced pass before it, with the same move. */
static void remember_turns(const Reader *r, xmlNode *move) {
    const Game *game = &r->record->game;
    for (int *i = &r->foreign->turn_count; *i < game->count; ++*i)
        r->foreign->turns[*i] = (LoadedTurn){game->turns[*i].turn, move};
}

/* Plays the history. Says whether it leads to the pieces; if not, the game is empty again. */
static bool replay(Reader *r) {
    Foreign *foreign = r->foreign;
    Game *game = &r->record->game;
    Position start;
    bool played = true;
    read_start(r, &start);
    game_init_from(game, &start);
    for (int i = foreign->before; played && i < foreign->move_count; i++) {
        played = play_move(r, foreign->moves[i]);
        if (played)
            remember_turns(r, foreign->moves[i]);
    }
    if (played && memcmp(game->now.board, foreign->board, sizeof foreign->board) == 0)
        return true;
    game_free(game);
    foreign->turn_count = 0;
    return false;
}

/* --- a game of which the pieces are all we know --- */

static void put_pieces(const Reader *r, Position *pos) {
    position_clear(pos, r->rules);
    for (Square s = 0; s < SQUARES; s++)
        if (r->foreign->squares[s])
            position_put(pos, s, r->foreign->board[s]);
    pos->castling = CASTLE_ALL; /* less what position_settle drops */
}

/* Did the last turn of mind control end the game after its white half-move? Then black is to
 * move, though it cannot any more. */
static bool ended_mid_turn(const Reader *r, const xmlNode *last, Position *pos) {
    static const char GAME_OVER[] = ",gameover";
    if (!last || r->rules->halfmoves_per_turn == 1 ||
        !strstr(foreign_value(last, "value"), GAME_OVER))
        return false;
    put_pieces(r, pos);
    pos->side = BLACK;
    pos->player = (uint8_t)read_side(last);
    return position_settle(pos, NULL) && outcome_is_over(outcome_of(pos));
}

static bool set_up(Reader *r) {
    Foreign *foreign = r->foreign;
    int count = foreign->move_count;
    const xmlNode *last = count > 0 ? foreign->moves[count - 1] : NULL;
    Position pos;
    Error why;
    foreign->before = count;
    if (!ended_mid_turn(r, last, &pos)) {
        put_pieces(r, &pos);
        pos.player = (uint8_t)(last ? other(read_side(last)) : WHITE);
        pos.side = r->rules->halfmoves_per_turn == 1 ? pos.player : WHITE;
        if (!position_settle(&pos, &why))
            return refuse(r, foreign->pieces, why.text);
    }
    game_init_from(&r->record->game, &pos);
    return true;
}

/* --- what surrounds it --- */

/* What is left is the initial time if the file does not say; an initial time of zero is none. */
static void read_clocks(const Reader *r) {
    static const struct {
        const char *initial, *current;
    } NAMES[COLOURS] = {{"initWhite", "currentWhite"}, {"initBlack", "currentBlack"}};
    Record *record = r->record;
    const xmlNode *time = r->foreign->time;
    record->timed = read_boolean(foreign_value(time, "timed"));
    for (Colour c = WHITE; c <= BLACK; c++) {
        int64_t initial = read_milliseconds(time, NAMES[c].initial);
        int64_t current = read_milliseconds(time, NAMES[c].current);
        if (current == GAME_NO_CLOCK && initial > 0)
            current = initial;
        record->initial_ms[c] = record->timed ? initial : GAME_NO_CLOCK;
        record->current_ms[c] = record->timed ? current : GAME_NO_CLOCK;
    }
}

static void read_names(const Reader *r) {
    const xmlNode *players = foreign_own_element(r->foreign, "players");
    for (Colour c = WHITE; players && c <= BLACK; c++) {
        const char *name = foreign_value(players, outcome_colour_name(c));
        if (name)
            utf8_copy(r->record->names[c], PLAYER_NAME_SIZE, name);
    }
}

static void read_forfeit(const Reader *r) {
    const xmlNode *element = foreign_own_element(r->foreign, "forfeit");
    const char *loser = element ? foreign_value(element, "loser") : NULL;
    const char *reason = element ? foreign_value(element, "reason") : NULL;
    Forfeit *forfeit = &r->record->forfeit;
    for (Colour c = WHITE; loser && reason && c <= BLACK; c++)
        if (strcmp(loser, outcome_colour_name(c)) == 0) {
            forfeit->loser = c;
            utf8_copy(forfeit->reason, FORFEIT_REASON_SIZE, reason);
        }
}

/* The board tells whether a game has ended, except on time or by a tournament's draw. */
static void read_end(const Reader *r) {
    Record *record = r->record;
    const xmlNode *over = r->foreign->over;
    const char *winner = over ? foreign_value(over, "winner") : NULL;
    const char *reason = over ? foreign_own_value(over, "reason") : NULL;
    Colour loser;
    record->game.tournament_draws =
        reason && (strcmp(reason, outcome_reason_name(THREEFOLD)) == 0 ||
                   strcmp(reason, outcome_reason_name(FIFTY)) == 0);
    if (outcome_is_over(outcome_of(&record->game.now)))
        return;
    bool out_of_time = record_out_of_time(record, &loser);
    if (over &&
        strcmp(foreign_value(over, "description"), outcome_reason_name(TIME_EXPIRED)) == 0) {
        if (winner)
            loser = strcmp(winner, "white") == 0 ? BLACK : WHITE;
        else if (!out_of_time)
            loser = game_player(&record->game);
        game_expire(&record->game, loser);
    } else if (out_of_time && !record->forfeit.reason[0]) {
        game_expire(&record->game, loser);
    }
}

/* Fills the record, whose foreign part is there. On failure frees all of it. */
static bool read_record(Reader *r) {
    if (!r->rules) {
        char reason[ERROR_TEXT_SIZE];
        snprintf(reason, sizeof reason, "no ruleset is called '%.60s'",
                 foreign_value(r->foreign->game, "ruleset"));
        return refuse(r, r->foreign->game, reason);
    }
    if (!read_pieces(r) || !(replay(r) || set_up(r)))
        return false;
    read_clocks(r);
    read_names(r);
    read_forfeit(r);
    read_end(r);
    return true;
}

bool xml_read(const char *name, const char *bytes, size_t size, Record *record, Error *error) {
    xmlDoc *doc = document_read(name, bytes, size, error);
    if (!doc)
        return false;
    Foreign *foreign = foreign_new(doc);
    if (!foreign)
        return error_set_at(error, name, 0, "out of memory");
    *record = (Record){.foreign = foreign, .free_foreign = foreign_free};
    Reader r = {.name = name,
                .rules = ruleset_find(foreign_value(foreign->game, "ruleset")),
                .foreign = foreign,
                .record = record,
                .error = error};
    bool read = read_record(&r);
    if (!read || foreign_is_empty(foreign)) {
        foreign_free(foreign);
        record->foreign = NULL;
    }
    return read;
}
