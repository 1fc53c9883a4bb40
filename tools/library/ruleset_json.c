#include "library/misere.h"

#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULESET_JSON_SIZE = 640 };

static const char *json(bool value) {
    return value ? "true" : "false";
}

static const char *stalemate_name(StalemateRule rule) {
    static const char *const NAMES[] = {[STALEMATE_LOSES_TURN] = "loses-turn",
                                        [STALEMATE_DRAWS] = "draws",
                                        [STALEMATE_WINS] = "wins",
                                        [STALEMATE_FEWER_WINS] = "fewer-wins"};
    return NAMES[rule];
}

/* The letters of the pieces that a pawn may promote to, in the order of a promotion dialogue. */
static const char *promotions(const Ruleset *rules, char letters[PIECE_TYPES]) {
    static const PieceType ORDER[] = {QUEEN, ROOK, BISHOP, KNIGHT, KING};
    char *end = letters;
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++)
        if (ruleset_promotes_to(rules, ORDER[i]))
            *end++ = position_letter(piece_make(BLACK, ORDER[i]));
    *end = '\0';
    return letters;
}

static const char *mated_name(const Ruleset *rules) {
    if (!rules->royal_king)
        return "never";
    return rules->mate == MATED_WINS ? "wins" : "loses";
}

/* The names and titles contain nothing that JSON escapes. */
static int print(char *out, const Ruleset *rules) {
    char letters[PIECE_TYPES];
    return snprintf(out, RULESET_JSON_SIZE,
                    "{\"name\":\"%s\",\"title\":\"%s\",\"family\":\"%s\",\"startFen\":\"%s\","
                    "\"halfMoves\":%d,\"antiking\":%s,\"chips\":%s,\"promotions\":\"%s\","
                    "\"doubleStep\":%s,\"castling\":%s,\"enPassant\":%s,\"bareAt\":%d,"
                    "\"mated\":\"%s\",\"stalemated\":\"%s\"}",
                    rules->name, rules->title, ruleset_family_name(rules->family), rules->start_fen,
                    rules->halfmoves_per_turn, json(rules->antiking), json(rules->pass_chips),
                    promotions(rules, letters), json(rules->double_step), json(rules->castling),
                    json(rules->en_passant), rules->bare_at, mated_name(rules),
                    stalemate_name(rules->stalemate));
}

char *misere_rulesets(void) {
    char *text = malloc((size_t)ruleset_count() * (RULESET_JSON_SIZE + 1) + 3), *end = text;
    if (!text)
        return NULL;
    for (int i = 0; i < ruleset_count(); i++) {
        *end++ = i == 0 ? '[' : ',';
        end += print(end, ruleset_at(i));
    }
    strcpy(end, "]");
    return text;
}

const char *misere_ruleset_name(int index) {
    return index >= 0 && index < ruleset_count() ? ruleset_at(index)->name : NULL;
}
