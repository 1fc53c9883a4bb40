#include "train/data/sample_text.h"

#include "base/text.h"
#include "base/words.h"
#include "eval/network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double points_of(const Sample *sample) {
    return sample->deviates ? 1 / (1 + exp(-sample->score / NETWORK_CENTIPAWN_SCALE))
                            : (double)sample->points / SAMPLE_WIN;
}

bool sample_text_write(const Sample *sample, char text[SAMPLE_TEXT_SIZE]) {
    Position pos;
    char fen[FEN_SIZE];
    bool white = sample->player == WHITE;
    double points = points_of(sample);
    sample_unpack(sample, &pos);
    if (!position_begins_turn(&pos))
        return false;
    position_to_fen(&pos, fen);
    snprintf(text, SAMPLE_TEXT_SIZE, "%s | %d | %.6g", fen, white ? sample->score : -sample->score,
             white ? points : 1 - points);
    return true;
}

static bool read_score(const char *word, Score *score, Error *error) {
    int64_t number;
    if (!words_number(word, &number) || number < -SCORE_MATE || number > SCORE_MATE)
        return error_set(error, "%s is not a score from %d to %d centipawns", QUOTE(word),
                         -SCORE_MATE, SCORE_MATE);
    *score = (Score)number;
    return true;
}

static bool read_result(const char *word, double *points, Error *error) {
    char *end;
    *points = strtod(word, &end);
    return (end != word && *end == '\0' && *points >= 0 && *points <= 1) ||
           error_set(error, "%s is not a result from 0.0 to 1.0", QUOTE(word));
}

bool sample_text_read(const Ruleset *rules, char *line, Sample *sample, Error *error) {
    Position pos;
    Score score = 0;
    double points = 0;
    char *fen = text_split(&line, '|'), *score_word = text_split(&line, '|'),
         *result = text_split(&line, '|');
    if (!result || line)
        return error_set(error, "expected FEN | SCORE | RESULT");
    if (!position_from_fen(&pos, rules, text_trim(fen), error) ||
        !read_score(text_trim(score_word), &score, error) ||
        !read_result(text_trim(result), &points, error))
        return false;
    if (popcount(position_occupied(&pos)) > SAMPLE_PIECES_MAX)
        return error_set(error, "more than %d pieces", SAMPLE_PIECES_MAX);
    bool white = pos.player == WHITE;
    *sample = sample_pack(&pos, white ? score : -score, SAMPLE_PLY_UNKNOWN);
    sample->points = (unsigned)lround((white ? points : 1 - points) * SAMPLE_WIN) & 15U;
    sample->validation = sample_hash(sample) % SAMPLE_VALIDATION_EVERY == 0;
    return true;
}
