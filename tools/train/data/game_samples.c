#include "train/data/game_samples.h"

#include "base/minmax.h"
#include "eval/score.h"
#include "files/games.h"
#include "files/model/result.h"

bool game_samples_has_games(const char *path) {
    Error error;
    Games *games = games_open(path, NULL, &error);
    GamesFormat format = games ? games_format(games) : GAMES_UNKNOWN;
    if (games)
        games_close(games);
    return format != GAMES_UNKNOWN && format != GAMES_LIST;
}

typedef struct {
    const char *path;
    const Ruleset *rules;
    FILE *out;
    SampleCounts *counts;
    bool has_score; /* of any turn */
} SampleSink;

/* Files may have any numbers. */
static Score score_of(const TurnEvaluation *evaluation) {
    if (evaluation->is_mate)
        return evaluation->score > 0 ? SCORE_MATE_IN_MAX_PLY : -SCORE_MATE_IN_MAX_PLY;
    return (Score)max64(-SCORE_EVAL_MAX, min64(evaluation->score, SCORE_EVAL_MAX));
}

/* Adds the position before a turn of a game in which White scored so many half points. */
static void add(SampleSink *sink, const StoredGame *stored, const Position *pos, int turn,
                int white_points) {
    TurnEvaluation evaluation = stored_game_evaluation(stored, turn);
    if (turn < stored->opening_turns || !evaluation.has_score)
        return;
    sink->has_score = true;
    if (!stored_game_is_decided_by_play(stored) || !outcome_is_quiet(pos) ||
        popcount(position_occupied(pos)) > SAMPLE_PIECES_MAX) {
        sink->counts->dropped++;
        return;
    }
    Sample sample = sample_pack(pos, score_of(&evaluation), (int)min64(turn, SAMPLE_PLY_UNKNOWN));
    int points = pos->player == WHITE ? white_points : 2 - white_points;
    sample.points = (unsigned)(points * SAMPLE_DRAW) & 15U;
    sample.validation = stored->game.now.key % SAMPLE_VALIDATION_EVERY == 0;
    fwrite(&sample, sizeof sample, 1, sink->out);
    sink->counts->kept++;
}

static bool take_game(void *context, const StoredGame *stored, Error *error) {
    SampleSink *sink = context;
    const Game *game = &stored->game;
    int white_points = result_white_points(stored_game_result(stored));
    Position pos = game->start;
    if (pos.rules != sink->rules)
        return error_set(error, "%s: the games use the ruleset %s, not %s", sink->path,
                         pos.rules->name, sink->rules->name);
    for (int i = 0; i < game->count; i++) {
        Position before = pos;
        add(sink, stored, &before, i, white_points);
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    return true;
}

bool game_samples_write(const char *path, const Ruleset *rules, FILE *out, SampleCounts *counts,
                        void (*say)(const char *text), Error *error) {
    SampleSink sink = {.path = path, .rules = rules, .out = out, .counts = counts};
    GameTaker taker = {.context = &sink, .take = take_game, .say = say, .chosen = rules};
    return game_source_read(path, &taker, error) &&
           (sink.has_score || error_set(error, "%s: no turn has a score", path));
}
