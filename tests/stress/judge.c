/* judge: checks the referee. Replays every game of the referee's logs, both with the engine's rules
 * and with the reference, and compares the two results with the log.
 *
 * usage: judge LOG...      exits with status 0 if all three agree */
#include "reference/reference.h"
#include "rules/game.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRINTED_MAX = 20, /* disagreements printed for each log */
    TEXT_SIZE = 256,
};

/* The values of --resign or --draw. */
typedef struct {
    int movecount; /* 0: no such rule */
    int score;
    int movenumber;
    bool is_two_sided;
} ScoreRule;

/* A log, and counts of what was checked. */
typedef struct {
    const char *path;
    const Ruleset *rules;
    bool draws; /* tournament draws end games */
    int max_turns;
    ScoreRule resign, draw;
    int64_t games, positions, disagreements;
} Log;

/* A game replayed with the engine's rules and with the reference. */
typedef struct {
    Log *log;
    const json_t *line;
    Position pos;
    RefPosition ref;
    RefMove ref_moves[REF_MAX_MOVES];
    int ref_count;
    char (*seen)[REF_TEXT_SIZE]; /* the positions in which turns began, as write_identity writes
                                    them */
    int turns;
    bool drawn; /* a tournament draw, according to the reference */
    const char *drawn_by;
    int low[2], high[2],
        level[2]; /* by player: how many of its last scores in a row satisfy --resign or --draw */
    bool ok;      /* no disagreement so far */
} Replay;

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void disagree(Replay *replay, const char *what, const char *one, const char *other) {
    replay->ok = false;
    if (++replay->log->disagreements <= PRINTED_MAX)
        printf("%s: game %" JSON_INTEGER_FORMAT ", turn %d: %s: '%s' and '%s'\n", replay->log->path,
               json_integer_value(json_object_get(replay->line, "game")), replay->turns + 1, what,
               one, other);
}

static void expect(Replay *replay, const char *what, const char *one, const char *other) {
    if (strcmp(one, other) != 0)
        disagree(replay, what, one, other);
}

/* --- positions --- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Compares the legal half-moves of the engine's rules with those of the reference. */
static void compare_moves(Replay *replay, const MoveList *list) {
    char ours[MOVES_MAX][MOVE_TEXT_SIZE], theirs[REF_MAX_MOVES][MOVE_TEXT_SIZE];
    replay->ref_count = ref_moves(&replay->ref, replay->ref_moves, REF_MAX_MOVES);
    for (int i = 0; i < list->count; i++)
        notation_write_move(&replay->pos, list->moves[i], STYLE_UCI, ours[i]);
    for (int i = 0; i < replay->ref_count; i++)
        ref_move_text(replay->ref_moves[i], theirs[i]);
    qsort(ours, (size_t)list->count, sizeof ours[0], compare_texts);
    qsort(theirs, (size_t)replay->ref_count, sizeof theirs[0], compare_texts);
    for (int i = 0; i < list->count || i < replay->ref_count; i++) {
        const char *one = i < list->count ? ours[i] : "none";
        const char *other = i < replay->ref_count ? theirs[i] : "none";
        if (strcmp(one, other) != 0) {
            disagree(replay, "half-moves", one, other);
            return;
        }
    }
}

static void write_status(const Position *pos, Outcome outcome, char text[REF_TEXT_SIZE]) {
    const char *reason = outcome_reason_name(outcome.reason);
    if (!outcome_is_over(outcome)) {
        Colour player = (Colour)pos->player;
        snprintf(text, REF_TEXT_SIZE, "playing %s",
                 outcome_colour_name(outcome_pass_is_forced(pos) ? other(player) : player));
    } else if (outcome.drawn)
        snprintf(text, REF_TEXT_SIZE, "drawn %s", reason);
    else
        snprintf(text, REF_TEXT_SIZE, "won %s %s", outcome_colour_name(outcome.winner), reason);
}

/* Compares the status, half-moves and FEN of the position. Returns whether the game continues. */
static bool compare_position(Replay *replay) {
    char ours[REF_TEXT_SIZE], theirs[REF_TEXT_SIZE];
    MoveList list;
    Outcome outcome = outcome_find(&replay->pos, &list);
    replay->log->positions++;
    write_status(&replay->pos, outcome, ours);
    ref_status(&replay->ref, theirs, sizeof theirs);
    expect(replay, "status", ours, theirs);
    compare_moves(replay, &list);
    if (position_begins_turn(&replay->pos)) {
        position_to_fen(&replay->pos, ours);
        ref_fen(&replay->ref, theirs, sizeof theirs);
        expect(replay, "FEN", ours, theirs);
    }
    return !outcome_is_over(outcome);
}

/* --- draws --- */

/* Is an en passant capture legal? */
static bool en_passant_is_possible(const Replay *replay) {
    for (int i = 0; i < replay->ref_count; i++) {
        RefMove move = replay->ref_moves[i];
        const char(*board)[8] = replay->ref.board;
        if (!move.pass && move.from_file != move.to_file &&
            board[move.to_rank][move.to_file] == '.' &&
            (board[move.from_rank][move.from_file] == 'P' ||
             board[move.from_rank][move.from_file] == 'p'))
            return true;
    }
    return false;
}

/* Writes a text that is equal for repeated positions: the FEN without counters and illegal en
 * passant captures, but with the chips. */
static void write_identity(const Replay *replay, char text[REF_TEXT_SIZE]) {
    char fen[REF_TEXT_SIZE], board[80], player[2], rights[5], square[3];
    ref_fen(&replay->ref, fen, sizeof fen);
    if (sscanf(fen, "%79s %1s %4s %2s", board, player, rights, square) != 4)
        abort();
    snprintf(text, REF_TEXT_SIZE, "%s %s %s %s %d/%d", board, player, rights,
             en_passant_is_possible(replay) ? square : "-", replay->ref.chips[0],
             replay->ref.chips[1]);
}

/* Records a position in which a turn begins, and whether a tournament draw ends the game there. */
static void check_draw(Replay *replay) {
    int before = 0;
    char *now = replay->seen[replay->turns];
    write_identity(replay, now);
    for (int i = 0; i < replay->turns; i++)
        before += strcmp(replay->seen[i], now) == 0;
    bool threefold = before >= 2, fifty = replay->ref.half_move_clock >= 100;
    replay->drawn = threefold || fifty || ref_insufficient_material(&replay->ref);
    replay->drawn_by = threefold ? "threefold" : fifty ? "fifty" : "insufficientMaterial";
}

/* --- adjudication --- */

/* The score of a turn from its player's point of view. Returns false if none was reported. */
static bool read_score(const Replay *replay, int turn, double *score) {
    const json_t *scores = json_object_get(replay->line, "scores");
    const json_t *value = json_array_get(scores, (size_t)turn);
    const char *mate = json_string_value(value);
    *score = mate ? (atoi(mate + 1) > 0 ? INFINITY : -INFINITY) : json_number_value(value);
    return mate || json_is_number(value);
}

/* Counts the score of the turn just played. */
static void count_score(Replay *replay, int player) {
    double score;
    bool has_score = read_score(replay, replay->turns, &score);
    int resign = replay->log->resign.score, draw = replay->log->draw.score;
    replay->low[player] = has_score && score <= -resign ? replay->low[player] + 1 : 0;
    replay->high[player] = has_score && score >= resign ? replay->high[player] + 1 : 0;
    replay->level[player] = has_score && fabs(score) <= draw ? replay->level[player] + 1 : 0;
}

/* The result if the game must now be adjudicated; else NULL. */
static const char *adjudicate(const Replay *replay) {
    static const char *const LOST[] = {"0-1", "1-0"};
    const ScoreRule *draw = &replay->log->draw, *resign = &replay->log->resign;
    if (draw->movecount > 0 && replay->turns / 2 >= draw->movenumber &&
        replay->level[WHITE] >= draw->movecount && replay->level[BLACK] >= draw->movecount)
        return "1/2-1/2";
    for (int player = WHITE; player <= BLACK && resign->movecount > 0; player++)
        if (replay->low[player] >= resign->movecount &&
            (!resign->is_two_sided || replay->high[!player] >= resign->movecount))
            return LOST[player];
    return NULL;
}

/* Checks an adjudicated game, or one that should have been. Returns false if it is neither. */
static bool check_adjudication(Replay *replay, const char *reason, const char *result) {
    const char *adjudicated = adjudicate(replay);
    if (!adjudicated && strncmp(reason, "adjudicated", 11) != 0)
        return false;
    expect(replay, "adjudicated result", result, adjudicated ? adjudicated : "none");
    expect(replay, "adjudication", reason,
           strcmp(result, "1/2-1/2") == 0 ? "adjudicatedDraw" : "adjudicatedLoss");
    return true;
}

/* --- turns --- */

/* Plays a half-move if it is legal in the reference. */
static bool ref_plays(RefPosition *ref, const char *text) {
    static RefMove moves[REF_MAX_MOVES];
    int count = ref_moves(ref, moves, REF_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        char name[6];
        ref_move_text(moves[i], name);
        if (strcmp(name, text) == 0) {
            ref_play(ref, moves[i]);
            return true;
        }
    }
    return false;
}

/* Is a turn, in a player's notation, legal in the reference? */
static bool ref_allows(const Replay *replay, const char *text) {
    char copy[TEXT_SIZE], *saved = NULL;
    size_t length = 0;
    int half_moves = 0;
    RefPosition ref = replay->ref;
    for (; *text && length < sizeof copy - 1; text++)
        if (*text != '-')
            copy[length++] = *text;
    copy[length] = '\0';
    for (char *half_move = strtok_r(copy, ",", &saved); half_move;
         half_move = strtok_r(NULL, ",", &saved)) {
        char status[REF_TEXT_SIZE];
        ref_status(&ref, status, sizeof status);
        bool over = strncmp(status, "playing", 7) != 0;
        if (strcmp(half_move, "gameover") == 0 ? !over : !ref_plays(&ref, half_move))
            return false;
        half_moves++;
    }
    return half_moves == replay->log->rules->halfmoves_per_turn;
}

/* Plays a half-move in both positions: the engine's and the reference's. */
static bool play_half_move(Replay *replay, const char *text) {
    MoveList list;
    outcome_find(&replay->pos, &list);
    for (int i = 0; i < list.count; i++) {
        char name[MOVE_TEXT_SIZE];
        notation_write_move(&replay->pos, list.moves[i], STYLE_UCI, name);
        if (strcmp(name, text) == 0 && ref_plays(&replay->ref, text)) {
            Position before = replay->pos;
            position_apply(&replay->pos, &before, list.moves[i]);
            return true;
        }
    }
    disagree(replay, "not legal", text, "");
    return false;
}

/* Plays a turn. Returns false if a half-move is illegal. */
static bool play_turn(Replay *replay, char *turn) {
    char *saved = NULL;
    bool goes_on = true;
    for (char *half_move = strtok_r(turn, ",", &saved); half_move;
         half_move = strtok_r(NULL, ",", &saved)) {
        if (strcmp(half_move, "gameover") == 0)
            return !goes_on;
        if (!play_half_move(replay, half_move))
            return false;
        goes_on = compare_position(replay);
    }
    return true;
}

/* --- terminations --- */

/* Checks that the turn for which a player was forfeited is in fact illegal. The log says "'TURN' is
 * not legal ...". */
static void check_illegal(Replay *replay) {
    char move[TEXT_SIZE];
    const char *detail = text_of(replay->line, "detail");
    const char *first = strchr(detail, '\''), *last = strrchr(detail, '\'');
    if (!first || last <= first || last - first >= (ptrdiff_t)sizeof move) {
        disagree(replay, "detail of an illegal move", detail, "");
        return;
    }
    snprintf(move, sizeof move, "%.*s", (int)(last - first - 1), first + 1);
    if (ref_allows(replay, move))
        disagree(replay, "forfeit by a legal turn", move, detail);
}

/* Checks the reason and the result in the log. */
static void check_end(Replay *replay) {
    static const char *const forfeits[] = {"timeExpired", "crash",      "hang",
                                           "flood",       "nonsense",   "illegalMove",
                                           "falseClaim",  "resignation"};
    const char *reason = text_of(replay->line, "reason"), *result = text_of(replay->line, "result");
    char status[REF_TEXT_SIZE], said[REF_TEXT_SIZE];
    ref_status(&replay->ref, status, sizeof status);
    if (strncmp(status, "playing", 7) != 0) {
        const char *how = strcmp(result, "1-0") == 0   ? "won white"
                          : strcmp(result, "0-1") == 0 ? "won black"
                                                       : "drawn";
        snprintf(said, sizeof said, "%s %s", how, reason);
        expect(replay, "end", said, status);
        return;
    }
    if (replay->log->draws && replay->drawn) {
        expect(replay, "draw", reason, replay->drawn_by);
        expect(replay, "result of a draw", result, "1/2-1/2");
        return;
    }
    if (check_adjudication(replay, reason, result))
        return;
    if (strcmp(reason, "tooLong") == 0) {
        expect(replay, "result of a long game", result, "1/2-1/2");
        json_int_t opening = json_integer_value(json_object_get(replay->line, "opening"));
        if (replay->turns - opening < replay->log->max_turns)
            disagree(replay, "too few turns for", reason, "");
        return;
    }
    bool is_forfeit = false;
    for (size_t i = 0; i < sizeof forfeits / sizeof *forfeits; i++)
        is_forfeit = is_forfeit || strcmp(forfeits[i], reason) == 0;
    if (!is_forfeit)
        disagree(replay, "neither over nor a forfeit", status, reason);
    const char *loser = strcmp(result, "1-0") == 0 ? "black" : "white";
    bool is_movers = strcmp(reason, "illegalMove") == 0 || strcmp(reason, "timeExpired") == 0;
    if (is_movers)
        expect(replay, "who lost", loser, replay->pos.player == WHITE ? "white" : "black");
    if (strcmp(reason, "illegalMove") == 0)
        check_illegal(replay);
}

/* --- games --- */

static void play_turns(Replay *replay, char *turns) {
    char *saved = NULL;
    check_draw(replay);
    for (char *turn = strtok_r(turns, " ", &saved); turn && replay->ok;
         turn = strtok_r(NULL, " ", &saved)) {
        int player = replay->pos.player;
        bool is_forced_pass = outcome_pass_is_forced(&replay->pos);
        if (replay->log->draws && replay->drawn)
            disagree(replay, "should have been drawn", replay->drawn_by, turn);
        if (!is_forced_pass && adjudicate(replay))
            disagree(replay, "should have been adjudicated", adjudicate(replay), turn);
        if (!play_turn(replay, turn))
            disagree(replay, "an invalid turn", turn, "");
        if (!is_forced_pass)
            count_score(replay, player);
        replay->turns++;
        check_draw(replay);
    }
}

static size_t count_words(const char *text) {
    size_t count = 1;
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

static void judge_game(Log *log, const json_t *line) {
    char why[REF_TEXT_SIZE];
    Error error;
    char *turns = strdup(text_of(line, "turns"));
    Replay *replay = calloc(1, sizeof *replay);
    if (!turns || !replay || !(replay->seen = calloc(count_words(turns) + 1, REF_TEXT_SIZE)))
        abort();
    *replay = (Replay){.log = log, .line = line, .seen = replay->seen, .ok = true};
    log->games++;
    if (!position_from_fen(&replay->pos, log->rules, text_of(line, "fen"), &error))
        disagree(replay, "FEN", text_of(line, "fen"), error.text);
    else if (!ref_set(&replay->ref, log->rules->name, text_of(line, "fen"), why, sizeof why))
        disagree(replay, "FEN", text_of(line, "fen"), why);
    else {
        compare_position(replay);
        play_turns(replay, turns);
        if (replay->ok)
            check_end(replay);
    }
    free(replay->seen);
    free(replay);
    free(turns);
}

/* --- logs --- */

/* Reads the values of --resign or --draw from the words after it. */
static void read_score_rule(ScoreRule *rule, const json_t *words, size_t i) {
    const char *word;
    while ((word = json_string_value(json_array_get(words, ++i))) && strncmp(word, "--", 2) != 0)
        if (sscanf(word, "movecount=%d", &rule->movecount) != 1 &&
            sscanf(word, "score=%d", &rule->score) != 1 &&
            sscanf(word, "movenumber=%d", &rule->movenumber) != 1)
            rule->is_two_sided = strcmp(word, "twosided=true") == 0;
}

/* Reads the referee's arguments that affect the outcome of games. */
static bool read_header(Log *log, const json_t *header) {
    const json_t *words = json_object_get(header, "arguments"), *word;
    size_t i;
    log->rules = ruleset_default();
    log->max_turns = 2000;
    json_array_foreach((json_t *)(uintptr_t)words, i, word) {
        const char *text = json_string_value(word);
        const char *value = json_string_value(json_array_get(words, i + 1));
        if (text && value && strcmp(text, "--ruleset") == 0)
            log->rules = ruleset_find(value);
        if (text && value && strcmp(text, "--longest") == 0)
            log->max_turns = atoi(value);
        if (text && strcmp(text, "--resign") == 0)
            read_score_rule(&log->resign, words, i);
        if (text && strcmp(text, "--draw") == 0)
            read_score_rule(&log->draw, words, i);
        log->draws = log->draws || (text && strcmp(text, "--draws") == 0);
    }
    return json_is_array(words) && log->rules;
}

static int64_t judge_log(const char *path) {
    Log log = {.path = path};
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    bool ok = file != NULL;
    for (int64_t number = 1; ok && getline(&text, &size, file) > 0; number++) {
        json_t *line = json_loads(text, 0, NULL);
        ok = line && (number > 1 || read_header(&log, line));
        if (ok && number > 1)
            judge_game(&log, line);
        json_decref(line);
        if (!ok)
            printf("%s: line %" PRId64 " is not a valid line of a log\n", path, number);
    }
    if (!file)
        perror(path);
    free(text);
    if (file)
        fclose(file);
    if (ok && log.rules)
        printf("%-28s %7" PRId64 " games %9" PRId64 " positions %4" PRId64 " disagreements\n",
               log.rules->name, log.games, log.positions, log.disagreements);
    return ok && log.rules ? log.disagreements : 1;
}

int main(int argc, char **argv) {
    int64_t disagreements = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: judge LOG...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        disagreements += judge_log(argv[i]);
    return disagreements ? EXIT_FAILURE : EXIT_SUCCESS;
}
