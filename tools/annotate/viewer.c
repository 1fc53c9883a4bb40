#include "annotate/viewer.h"

#include "base/markup.h"
#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "files/pgn_write.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum { BOARD_SIZE_MAX = 16 << 20 };

bool viewer_board_read(ViewerBoard *board, const char *path, Error *error) {
    size_t size;
    if (!regular_file_read(path, BOARD_SIZE_MAX, &board->text, &size, error))
        return false;
    board->slot = strstr(board->text, VIEWER_SLOT);
    if (board->slot)
        return true;
    viewer_board_free(board);
    return error_set_at(error, path, 0, "not a board made by `make board`: it lacks " VIEWER_SLOT);
}

void viewer_board_free(ViewerBoard *board) {
    free(board->text);
    *board = (ViewerBoard){0};
}

/* --- the game as JSON --- */

static bool write_pgn(FILE *out, const StoredGame *stored, Error *error) {
    MemoryStream pgn;
    if (!memory_stream_open(&pgn))
        return error_set(error, "out of memory");
    bool written = pgn_write(pgn.file, stored, STYLE_SAN, error);
    if (!memory_stream_close(&pgn))
        written = error_set(error, "out of memory");
    if (written)
        markup_write_json(out, pgn.bytes);
    free(pgn.bytes);
    return written;
}

static void write_score(FILE *out, WhiteScore score) {
    switch (score.kind) {
    case WHITE_SCORE_CENTIPAWNS:
        fprintf(out, "\"cp\":%d,", score.value);
        break;
    case WHITE_SCORE_FORCED_WIN:
        fprintf(out, "\"mate\":%d,", score.winner == WHITE ? score.value : -score.value);
        break;
    case WHITE_SCORE_GAME_WON:
        fprintf(out, "\"winner\":\"%s\",", outcome_colour_name(score.winner));
        break;
    case WHITE_SCORE_GAME_DRAWN:
        fputs("\"drawn\":true,", out);
        break;
    case WHITE_SCORE_UNKNOWN:
        break;
    }
}

static void write_position(FILE *out, const AnnotatedPosition *annotated) {
    fputc('{', out);
    write_score(out, annotated->score);
    if (annotated->mark >= MARK_DUBIOUS)
        fprintf(out, "\"mark\":\"%s\",", annotation_mark_sign(annotated->mark));
    fputs("\"pv\":[", out);
    Position position = annotated->position;
    for (int i = 0; i < annotated->pv_length; i++) {
        char text[TURN_TEXT_SIZE];
        notation_write_turn(&position, annotated->pv[i], STYLE_UCI, text);
        Position before = position;
        turn_apply(&position, &before, annotated->pv[i]);
        fprintf(out, "%s\"%s\"", i ? "," : "", text);
    }
    fputs("]}", out);
}

static bool write_game(FILE *out, const ViewerGame *game, Error *error) {
    fputs("<script type=\"application/json\" id=\"annotated-game\">{\"pgn\":", out);
    if (!write_pgn(out, game->stored, error))
        return false;
    fputs(",\"engine\":", out);
    markup_write_json(out, game->engine);
    fputs(",\"positions\":[\n", out);
    for (int i = 0; i < game->annotation->count; i++) {
        fputs(i ? ",\n" : "", out);
        write_position(out, &game->annotation->positions[i]);
    }
    fputs("]}</script>", out);
    return true;
}

/* --- the <iframe> --- */

bool viewer_write(FILE *out, const ViewerBoard *board, const ViewerGame *game, Error *error) {
    MemoryStream html;
    if (!memory_stream_open(&html))
        return error_set(error, "out of memory");
    fwrite(board->text, 1, (size_t)(board->slot - board->text), html.file);
    bool written = write_game(html.file, game, error);
    fputs(board->slot + strlen(VIEWER_SLOT), html.file);
    if (!memory_stream_close(&html))
        written = error_set(error, "out of memory");
    if (written) {
        fputs("<iframe id=\"viewer\" title=\"The game on a board\"", out);
        markup_write_attribute(out, "srcdoc", html.bytes);
        fputs("></iframe>\n", out);
    }
    free(html.bytes);
    return written;
}
