#include "files/xml/xml.h"

#include "base/markup.h"
#include "files/model/result.h"
#include "files/xml/extensions.h"
#include "files/xml/heap.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *out;
    const StoredGame *stored;
    const Game *game;
    const XmlExtensions *extensions; /* NULL: none */
    const char *prefix;              /* the prefix of our namespace */
    Reason end_reason;
    int white_points; /* in half points; RESULT_UNDECIDED if the game is not over or its winner is
                         unknown */
    char start_fen[FEN_SIZE]; /* empty if it need not be written */
    bool ok;
} XmlGameWriter;

/* --- what the course's format cannot express --- */

/* The name of the piece if the turn promotes to a piece other than a queen; else NULL. */
static const char *promotion_name(Turn turn) {
    PieceType type = move_promotion(turn.moves[0]);
    return turn.moves[0] == MOVE_PASS || type == PAWN || type == QUEEN ? NULL : PIECE_NAMES[type];
}

/* The start must be written unless it is the ruleset's initial position, before the first move. A
 * game that starts in the middle of a turn has no FEN; but it is over, and its pieces are
 * enough. */
static void find_start(XmlGameWriter *w) {
    char initial[FEN_SIZE];
    Position start;
    if (!position_begins_turn(&w->game->start))
        return;
    position_start(&start, w->game->start.rules);
    position_to_fen(&start, initial);
    position_to_fen(&w->game->start, w->start_fen);
    if ((!w->extensions || w->extensions->moves_before_start == 0) &&
        strcmp(initial, w->start_fen) == 0)
        w->start_fen[0] = '\0';
}

static bool has_names(const StoredGame *stored) {
    return *stored_game_name(stored, WHITE) || *stored_game_name(stored, BLACK);
}

static const xmlNode *game_extension(const XmlGameWriter *w) {
    return xml_extension_element(w->extensions ? w->extensions->game : NULL);
}

/* An extension must not be empty: if it would hold attributes only, `players` is added. */
static bool needs_players(const XmlGameWriter *w) {
    const xmlNode *extension = game_extension(w);
    return has_names(w->stored) || (extension && !xml_extension_has_elements(extension) &&
                                    !w->start_fen[0] && !stored_game_is_forfeited(w->stored));
}

static bool needs_own_elements(const XmlGameWriter *w) {
    return w->start_fen[0] || needs_players(w) || stored_game_is_forfeited(w->stored);
}

static bool has_increment(const StoredGame *stored) {
    return stored->timed && stored->increment_ms > 0;
}

static bool is_tournament_draw(const XmlGameWriter *w) {
    return w->white_points == 1 && w->end_reason >= TIME_EXPIRED;
}

static bool needs_prefix(const XmlGameWriter *w) {
    if (needs_own_elements(w) || is_tournament_draw(w) || w->stored->opening_turns > 0 ||
        has_increment(w->stored))
        return true;
    for (int i = 0; i < w->game->count; i++)
        if (promotion_name(w->game->turns[i].turn))
            return true;
    return false;
}

/* --- extensions --- */

static void write_own_elements(XmlGameWriter *w) {
    if (w->start_fen[0]) {
        fprintf(w->out, "    <%s:start", w->prefix);
        markup_write_attribute(w->out, "fen", w->start_fen);
        if (w->extensions && w->extensions->moves_before_start > 0)
            markup_write_number(w->out, "after", w->extensions->moves_before_start);
        fputs("/>\n", w->out);
    }
    if (needs_players(w)) {
        fprintf(w->out, "    <%s:players", w->prefix);
        for (Colour c = WHITE; c <= BLACK; c++)
            if (*stored_game_name(w->stored, c))
                markup_write_attribute(w->out, outcome_colour_name(c),
                                       stored_game_name(w->stored, c));
        fputs("/>\n", w->out);
    }
    if (stored_game_is_forfeited(w->stored)) {
        fprintf(w->out, "    <%s:forfeit", w->prefix);
        markup_write_attribute(w->out, "loser", outcome_colour_name(w->stored->forfeit.loser));
        markup_write_attribute(w->out, "reason", w->stored->forfeit.reason);
        fputs("/>\n", w->out);
    }
}

/* Writes an extension: our own elements if `own`, and then other programs' elements of `old`, which
 * may be NULL. */
static void write_extension(XmlGameWriter *w, bool own, const xmlNode *old, int indent) {
    fprintf(w->out, "%*s<extension", indent, "");
    xml_extensions_write_attributes(w->out, old, ELEMENT_EXTENSION);
    fputs(">\n", w->out);
    if (own)
        write_own_elements(w);
    if (old)
        w->ok &= xml_extensions_write_elements(w->out, old, indent + 2);
    fprintf(w->out, "%*s</extension>\n", indent, "");
}

/* Ends an element whose start tag still lacks its '>'. `old` is the element that it was loaded
 * from, or NULL. */
static void end_element(XmlGameWriter *w, const char *name, const xmlNode *old, int indent) {
    const xmlNode *extension = xml_extension_element(old);
    if (!extension) {
        fputs("/>\n", w->out);
        return;
    }
    fputs(">\n", w->out);
    write_extension(w, false, extension, indent + 2);
    fprintf(w->out, "%*s</%s>\n", indent, "", name);
}

/* --- the parts of the game --- */

static void write_time(XmlGameWriter *w) {
    static const struct {
        const char *initial, *current;
    } NAMES[COLOURS] = {{"initWhite", "currentWhite"}, {"initBlack", "currentBlack"}};
    const StoredGame *stored = w->stored;
    const xmlNode *old = w->extensions ? w->extensions->time : NULL;
    fprintf(w->out, "  <time timed=\"%s\"", stored->timed ? "true" : "false");
    for (Colour c = WHITE; stored->timed && c <= BLACK; c++)
        if (stored->initial_ms[c] != GAME_NO_CLOCK)
            markup_write_number(w->out, NAMES[c].initial, stored->initial_ms[c]);
    for (Colour c = WHITE; stored->timed && c <= BLACK; c++)
        if (stored->current_ms[c] != GAME_NO_CLOCK)
            markup_write_number(w->out, NAMES[c].current, stored->current_ms[c]);
    if (has_increment(stored)) {
        char increment[24];
        snprintf(increment, sizeof increment, "%" PRId64, stored->increment_ms);
        markup_write_qualified(w->out, w->prefix, "increment", increment);
    }
    xml_extensions_write_attributes(w->out, old, ELEMENT_TIME);
    end_element(w, "time", old, 2);
}

static void write_old_move(XmlGameWriter *w, const xmlNode *old) {
    fputs("    <move", w->out);
    xml_extensions_write_attributes(w->out, old, ELEMENT_OLD_MOVE);
    end_element(w, "move", old, 4);
}

/* Writes turn i, counted from 0, which was played in the position `pos`. If the game was loaded
 * from a file, `old` is the turn's element there; otherwise it is NULL. */
static void write_move(XmlGameWriter *w, const Position *pos, int i, const xmlNode *old) {
    const GameTurn *played = &w->game->turns[i];
    char text[TURN_TEXT_SIZE];
    notation_write_turn(pos, played->turn, STYLE_COURSE, text);
    const char *promotion = promotion_name(played->turn);
    if (promotion)
        text[strlen("e7-e8")] = '\0';
    fputs("    <move", w->out);
    markup_write_attribute(w->out, "side", outcome_colour_name((Colour)pos->player));
    markup_write_attribute(w->out, "value", text);
    if (played->clock_ms != GAME_NO_CLOCK)
        markup_write_number(w->out, "time", played->clock_ms);
    if (promotion)
        markup_write_qualified(w->out, w->prefix, "promotion", promotion);
    if (i < w->stored->opening_turns)
        markup_write_qualified(w->out, w->prefix, "opening", "true");
    xml_extensions_write_attributes(w->out, old, ELEMENT_MOVE);
    end_element(w, "move", old, 4);
}

/* Is turn i unchanged since the game was loaded? */
static bool is_as_loaded(const XmlGameWriter *w, int i) {
    return w->extensions && i < w->extensions->turn_count &&
           turn_equal(w->game->turns[i].turn, w->extensions->turns[i].turn);
}

/* Forced passes are left out: readers insert them. */
static void write_moves(XmlGameWriter *w) {
    Position pos = w->game->start;
    bool as_loaded = true;
    for (int i = 0; w->extensions && i < w->extensions->moves_before_start; i++)
        write_old_move(w, w->extensions->moves[i]);
    for (int i = 0; i < w->game->count; i++) {
        as_loaded = as_loaded && is_as_loaded(w, i);
        if (!game_turn_is_forced_pass(w->game, i))
            write_move(w, &pos, i, as_loaded ? w->extensions->turns[i].element : NULL);
        Position before = pos;
        turn_apply(&pos, &before, w->game->turns[i].turn);
    }
}

static void write_history(XmlGameWriter *w) {
    fputs("  <moveHistory", w->out);
    xml_extensions_write_attributes(w->out, w->extensions ? w->extensions->history : NULL,
                                    ELEMENT_HISTORY);
    if (w->game->count == 0 && (!w->extensions || w->extensions->moves_before_start == 0)) {
        fputs("/>\n", w->out);
        return;
    }
    fputs(">\n", w->out);
    write_moves(w);
    fputs("  </moveHistory>\n", w->out);
}

static void write_square(XmlGameWriter *w, Square square, uint8_t piece) {
    bool antiking = piece_type(piece) == ANTIKING;
    bool stayed = w->extensions && w->extensions->board[square] == piece;
    const xmlNode *old = stayed ? w->extensions->squares[square] : NULL;
    char id[3] = "";
    square_write(id, square);
    fputs("    <square", w->out);
    markup_write_attribute(w->out, "id", id);
    markup_write_attribute(w->out, "side", outcome_colour_name(piece_colour(piece)));
    markup_write_attribute(w->out, "piece", PIECE_NAMES[antiking ? KING : piece_type(piece)]);
    if (antiking)
        markup_write_attribute(w->out, "antiking", "true");
    xml_extensions_write_attributes(w->out, old, antiking ? ELEMENT_ANTIKING : ELEMENT_SQUARE);
    end_element(w, "square", old, 4);
}

static void write_pieces(XmlGameWriter *w) {
    fputs("  <pieces", w->out);
    xml_extensions_write_attributes(w->out, w->extensions ? w->extensions->pieces : NULL,
                                    ELEMENT_PIECES);
    fputs(">\n", w->out);
    for (int rank = 7; rank >= 0; rank--)
        for (int file = 0; file < 8; file++) {
            uint8_t piece = position_piece(&w->game->now, square_of(file, rank));
            if (piece != NO_PIECE)
                write_square(w, square_of(file, rank), piece);
        }
    fputs("  </pieces>\n", w->out);
}

/* Finds how the game ended: as an XML source states it; else by the rules or the clock. */
static void find_end(XmlGameWriter *w) {
    Outcome by_rules = game_outcome(w->game);
    bool is_stated = w->stored->stated_reason != PLAYING;
    w->end_reason = is_stated ? w->stored->stated_reason : by_rules.reason;
    w->white_points = is_stated ? result_white_points(w->stored->result) : RESULT_UNDECIDED;
    if (w->white_points == RESULT_UNDECIDED && outcome_is_over(by_rules) &&
        w->end_reason == by_rules.reason)
        w->white_points = outcome_white_points(by_rules);
}

static void write_game_over(XmlGameWriter *w) {
    const xmlNode *old = w->extensions ? w->extensions->over : NULL;
    bool is_decided = w->white_points == 0 || w->white_points == 2;
    if (w->end_reason == PLAYING)
        return;
    fputs("  <gameOver", w->out);
    if (is_decided)
        markup_write_attribute(w->out, "winner",
                               outcome_colour_name(w->white_points == 2 ? WHITE : BLACK));
    bool in_schema = w->end_reason <= TIME_EXPIRED;
    markup_write_attribute(w->out, "description",
                           outcome_reason_name(in_schema ? w->end_reason : STALEMATE));
    if (is_tournament_draw(w))
        markup_write_qualified(w->out, w->prefix, "reason", outcome_reason_name(w->end_reason));
    xml_extensions_write_attributes(w->out, old, ELEMENT_GAME_OVER);
    end_element(w, "gameOver", old, 2);
}

static bool write_game(FILE *out, const StoredGame *stored) {
    const XmlExtensions *extensions = stored->extensions;
    XmlGameWriter w = {.out = out,
                       .stored = stored,
                       .game = &stored->game,
                       .extensions = extensions,
                       .prefix = extensions ? extensions->prefix : OWN_PREFIX,
                       .ok = true};
    find_start(&w);
    find_end(&w);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<game", out);
    markup_write_attribute(out, "ruleset", stored->game.start.rules->name);
    if (needs_prefix(&w) && !(extensions && xml_extensions_declare_prefix(extensions)))
        markup_write_qualified(out, "xmlns", w.prefix, OWN_NAMESPACE);
    xml_extensions_write_attributes(out, extensions ? extensions->game : NULL, ELEMENT_GAME);
    fputs(">\n", out);
    write_time(&w);
    write_history(&w);
    write_pieces(&w);
    write_game_over(&w);
    if (needs_own_elements(&w) || game_extension(&w))
        write_extension(&w, true, game_extension(&w), 2);
    fputs("</game>\n", out);
    return w.ok && !ferror(out);
}

/* With a reserve of memory: without memory libxml2 may lose an attribute's value, and xmlNodeDump()
 * may free the buffer's content. */
bool xml_write(FILE *out, const StoredGame *stored) {
    XmlHeap heap;
    if (!xml_heap_begin(&heap))
        return false;
    bool written = write_game(out, stored) && !xml_heap_is_exhausted(&heap);
    xml_heap_end(&heap);
    return written;
}
