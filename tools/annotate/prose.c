#include "annotate/prose.h"

#include "annotate/white_score.h"
#include "rules/outcome_text.h"

/* --- turns --- */

static const char *notation(const Position *position, Turn turn, char text[TURN_TEXT_SIZE]) {
    notation_write_turn(position, turn, STYLE_SAN, text);
    return turn.moves[0] == MOVE_PASS ? "(pass)" : text;
}

void prose_turn(const Position *position, Turn turn, char text[PROSE_TURN_SIZE]) {
    char turn_text[TURN_TEXT_SIZE];
    snprintf(text, PROSE_TURN_SIZE, "%u. %s %s", position->fullmove_number,
             position_colour_name((Colour)position->player), notation(position, turn, turn_text));
}

void prose_line(FILE *out, Position position, const Turn *turns, int count) {
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        fprintf(out, "%s<span>%s</span>", i ? " " : "", notation(&position, turns[i], text));
        Position before = position;
        turn_apply(&position, &before, turns[i]);
    }
}

/* --- what a turn did --- */

static const char *name_at(const Position *position, Square square) {
    return PIECE_NAMES[piece_type(position_piece(position, square))];
}

static void note_pass(FILE *out, const Position *before, const Position *after) {
    Colour side = (Colour)before->side;
    if (after->chips[side] < before->chips[side])
        fprintf(out, "%s spends a chip to pass; %u left. ", position_colour_name(side),
                after->chips[side]);
    else
        fprintf(out, "%s is stalemated and loses the turn. ", position_colour_name(side));
}

static void note_capture(FILE *out, const Position *before, Move move) {
    uint8_t taken = position_piece(before, move_to(move));
    const char *side = outcome_colour_name((Colour)before->side);
    const char *mover = name_at(before, move_from(move));
    if (taken == NO_PIECE)
        fprintf(out, "The %s pawn takes a pawn en passant. ", side);
    else
        fprintf(out, "The %s %s takes %s %s. ", side, mover,
                piece_colour(taken) == before->side ? "its own" : "a",
                PIECE_NAMES[piece_type(taken)]);
}

static void note_move(FILE *out, const Position *before, Move move, const Position *after) {
    if (move == MOVE_PASS) {
        note_pass(out, before, after);
        return;
    }
    if (position_is_capture(before, move))
        note_capture(out, before, move);
    if (move_promotion(move))
        fprintf(out, "The pawn becomes a %s. ", PIECE_NAMES[move_promotion(move)]);
    if (position_castling_side(before, move))
        fprintf(out, "%s castles. ", position_colour_name((Colour)before->side));
}

void prose_notes(FILE *out, const Position *before, Turn turn) {
    Position between, after;
    position_apply(&between, before, turn.moves[0]);
    note_move(out, before, turn.moves[0], &between);
    if (turn.count == 2) {
        position_apply(&after, &between, turn.moves[1]);
        note_move(out, &between, turn.moves[1], &after);
    }
}

void prose_checks(FILE *out, const Position *position) {
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        const char *name = position_colour_name(colour);
        if (position_in_check(position, colour))
            fprintf(out, "%s is in check. ", name);
        if (position_in_anticheck(position, colour))
            fprintf(out, "%s is in anticheck: nothing attacks its anti-king. ", name);
    }
}

/* --- the rules --- */

static const char *bare_text(const Ruleset *rules) {
    if (rules->bare_at == 0)
        return "without pieces";
    return rules->antiking ? "down to its king, its anti-king and one other piece"
                           : "down to its king";
}

static const char *stalemate_text(StalemateRule rule) {
    static const char *const TEXTS[] = {
        [STALEMATE_LOSES_TURN] = "A stalemated player loses the turn",
        [STALEMATE_DRAWS] = "Stalemate is a draw",
        [STALEMATE_WINS] = "A stalemated player wins",
        [STALEMATE_FEWER_WINS] = "Stalemate is won by the side with fewer pieces"};
    return TEXTS[rule];
}

static const char *mate_text(const Ruleset *rules) {
    if (!rules->royal_king)
        return "";
    return rules->mate == MATED_WINS ? ", and so does the one that is checkmated"
                                     : ", and so does the one that gives checkmate";
}

void prose_rules(FILE *out, const Ruleset *rules) {
    fprintf(out, "A player who can capture must do so. The side that is %s wins%s. %s.",
            bare_text(rules), mate_text(rules), stalemate_text(rules->stalemate));
    if (!rules->royal_king)
        fputs(" The king is a piece like any other.", out);
    if (rules->halfmoves_per_turn == 2)
        fputs(" In each turn a player moves a white piece and then a black one; White wins if the"
              " white side does, Black if the black side does.",
              out);
    if (rules->antiking)
        fputs(" Each side's anti-king, an upside-down king, must be attacked after each of that "
              "side's moves.",
              out);
    if (rules->pass_chips)
        fputs(" A player may spend a chip to pass.", out);
}

/* --- the result --- */

void prose_result(FILE *out, const Game *game) {
    Outcome outcome = game_outcome(game);
    if (!outcome_is_over(outcome)) {
        fprintf(out, "Not finished: %s is to play.", position_colour_name(game_player(game)));
        return;
    }
    char reason[OUTCOME_TEXT_SIZE];
    outcome_explain(&game->now, outcome, NAMED_BY_COLOUR, reason);
    if (outcome.drawn)
        fprintf(out, "Drawn: %s.", reason);
    else
        fprintf(out, "%s wins: %s.", position_colour_name(outcome.winner), reason);
}
