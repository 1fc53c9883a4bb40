#include "convert_book.h"

#include <string.h>

static unsigned points_of(const char *result, Colour player) {
    if (strcmp(result, "1/2-1/2") == 0)
        return 1;
    return strcmp(result, player == WHITE ? "1-0" : "0-1") == 0 ? 2 : 0;
}

bool convert_book_add(BookBuilder *builder, const Game *game, const char *result, int plies) {
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        const Turn *turn = &game->turns[i].turn;
        bool chosen = !game_turn_is_forced_pass(game, i);
        for (int j = 0; j < turn->count; j++) {
            unsigned points = points_of(result, (Colour)pos.player);
            if (plies-- == 0)
                return true;
            if (chosen && !book_builder_add(builder, &pos, turn->moves[j], points))
                return false;
            Position before = pos;
            position_apply(&pos, &before, turn->moves[j]);
        }
    }
    return true;
}
