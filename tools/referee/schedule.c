#include "referee/schedule.h"

#include "referee/repeats.h"
#include "referee/swiss.h"

#include <stdlib.h>

enum { NOBODY = -1, NOT_KNOWN = -2 };

/* The games that two players play against each other in one round: one pair of games in a round
 * robin or a gauntlet, a whole match in a Swiss or knock-out tournament. */
typedef struct {
    int players[2]; /* NOBODY if the other player has a bye; NOT_KNOWN until decided */
} Encounter;

typedef struct {
    signed char points; /* White's half-points, or SCHEDULE_UNPLAYED */
    bool started;       /* taken by schedule_next, or finished */
    TerminationKind termination;
} ScheduledGame;

struct Schedule {
    const TournamentConfig *config;
    int encounter_count;
    int encounters_per_round; /* encounters in a round; in a round robin or a gauntlet, one per
                                 pairing */
    int stride;               /* game numbers for each encounter, always even */
    int size;                 /* total number of game numbers */
    Encounter *encounters;
    ScheduledGame *games;
    Repeats *repeats;
    int first;        /* schedule_next has nothing left to take below this number */
    int rounds_known; /* Swiss: rounds whose pairings are known */
    int *byes;        /* Swiss: byes of each player */
};

/* Rounds up to an even number. */
static int even(int number) {
    return number + number % 2;
}

/* --- round robin and gauntlet --- */

/* Pairing number `index` of a round of the Berger tables: one player stays, the others rotate. */
static void berger_pair(int players, int round, int index, int pair[2]) {
    int wheel = even(players) - 1;
    index += players % 2; /* skips the first pairing, which is the bye */
    pair[0] = index == 0 ? wheel : (round + index) % wheel;
    pair[1] = index == 0 ? round : (round - index + wheel) % wheel;
}

/* In a round robin the lower-numbered player of a pairing has White in the first game if round plus
 * index is even, which balances the colours. */
static void set_all_encounters(Schedule *schedule) {
    const TournamentConfig *config = schedule->config;
    int players = config->player_count;
    int meetings = players / 2;
    for (int i = 0; i < schedule->encounter_count; i++) {
        int at = i % schedule->encounters_per_round, pair[2] = {0, at + 1};
        bool swapped = false;
        if (config->format == FORMAT_ROUND_ROBIN) {
            int round = at / meetings, index = at % meetings;
            berger_pair(players, round, index, pair);
            swapped = (round + index) % 2 != (pair[0] > pair[1]);
        }
        schedule->encounters[i] = (Encounter){{pair[swapped], pair[!swapped]}};
    }
}

/* --- Swiss --- */

/* Computes each player's points (doubled to be whole numbers), the number of games between any two
 * players, and who has had a bye. */
static void count_points(const Schedule *schedule, int *points, int *meetings, bool *had_bye) {
    const TournamentConfig *config = schedule->config;
    int players = config->player_count;
    const double scores[] = {config->scoring.loss, config->scoring.draw, config->scoring.win};
    for (int i = 0; i < players; i++) {
        had_bye[i] = schedule->byes[i] > 0;
        points[i] = (int)(2 * scores[2]) * schedule->byes[i] * config->games;
    }
    for (int i = 0; i < schedule->size; i++) {
        GamePairing pairing;
        if (schedule->games[i].points == SCHEDULE_UNPLAYED ||
            schedule_pairing(schedule, i, &pairing) != PAIRING_READY)
            continue;
        points[pairing.white] += (int)(2 * scores[schedule->games[i].points]);
        points[pairing.black] += (int)(2 * scores[2 - schedule->games[i].points]);
        meetings[pairing.white * players + pairing.black]++;
        meetings[pairing.black * players + pairing.white]++;
    }
}

/* Pairs the next round. The first three arrays are scratch space, zeroed. */
static bool pair_round(Schedule *schedule, int *points, int *meetings, bool *had_bye,
                       int (*pairs)[2]) {
    int bye;
    count_points(schedule, points, meetings, had_bye);
    SwissTable table = {schedule->config->player_count, points, meetings, had_bye};
    if (!swiss_pair(&table, pairs, &bye))
        return false;
    int round = schedule->rounds_known++;
    Encounter *encounters = schedule->encounters + round * schedule->encounters_per_round;
    for (int i = 0; i < schedule->encounters_per_round; i++) {
        bool swapped = (round + i) % 2;
        encounters[i] = (Encounter){{pairs[i][swapped], pairs[i][!swapped]}};
    }
    if (bye >= 0)
        schedule->byes[bye]++;
    return true;
}

static bool open_next_round(Schedule *schedule) {
    size_t players = (size_t)schedule->config->player_count;
    int *points = calloc(players, sizeof *points);
    int *meetings = calloc(players * players, sizeof *meetings);
    bool *had_bye = calloc(players, sizeof *had_bye);
    int(*pairs)[2] = calloc(players / 2, sizeof *pairs);
    bool paired = points && meetings && had_bye && pairs &&
                  pair_round(schedule, points, meetings, had_bye, pairs);
    free(points);
    free(meetings);
    free(had_bye);
    free(pairs);
    return paired;
}

static bool is_round_over(const Schedule *schedule, int round) {
    int numbers = schedule->encounters_per_round * schedule->stride;
    for (int i = round * numbers; i < (round + 1) * numbers; i++)
        if (schedule->games[i].points == SCHEDULE_UNPLAYED &&
            i % schedule->stride < schedule->config->games)
            return false;
    return true;
}

/* --- knock-out --- */

/* The size of the smallest bracket that holds all players: a power of two. */
static int bracket_of(int players) {
    int bracket = 2;
    while (bracket < players)
        bracket *= 2;
    return bracket;
}

/* The index of a round's first encounter. Each round has half as many encounters as the round
 * before. */
static int round_base(const Schedule *schedule, int round) {
    int base = 0, encounters = (schedule->encounter_count + 1) / 2;
    for (; round > 0; round--) {
        base += encounters;
        encounters /= 2;
    }
    return base;
}

static int round_of(const Schedule *schedule, int encounter) {
    int round = 0;
    while (encounter >= round_base(schedule, round + 1))
        round++;
    return round;
}

/* The seed at a place of the bracket. If the better seeds always win, the first seed left in each
 * round meets the last, the second the last but one, and so on; the first two seeds meet only in
 * the final. */
static int seed_at(int place, int bracket) {
    int seed = 0;
    for (int size = 2, half = bracket / 2; size <= bracket; size *= 2, half /= 2)
        if (place / half % 2)
            seed = size - 1 - seed;
    return seed;
}

/* The first player's points minus the second player's, over the first `games` games of the
 * encounter. *played says whether all these games are finished. */
static int score_difference(const Schedule *schedule, int encounter, int games, bool *played) {
    int sum = 0;
    *played = true;
    for (int g = 0; g < games; g++) {
        int points = schedule->games[encounter * schedule->stride + g].points;
        if (points == SCHEDULE_UNPLAYED)
            *played = false;
        else
            sum += (g % 2 ? -1 : 1) * (points - 1);
    }
    return sum;
}

/* The maximum number of games in a knock-out match. */
static int max_games(const TournamentConfig *config) {
    return config->games + config->tie_break_games;
}

/* Is this tie-break game of a match to be played, given the games before it? */
static GamePairingState tie_break_state(const Schedule *schedule, int encounter, int game) {
    bool played;
    if (game >= max_games(schedule->config))
        return PAIRING_NONE;
    for (int games = schedule->config->games; games <= game; games = even(games + 1)) {
        int difference = score_difference(schedule, encounter, games, &played);
        if (!played)
            return PAIRING_UNKNOWN;
        if (difference != 0)
            return PAIRING_NONE;
    }
    return PAIRING_READY;
}

/* A match is level after `games` games. After how many is it looked at again? The next even number,
 * or `most` if that is less; more than `most` if `games` is `most`. */
static int next_stage(int games, int most) {
    int next = even(games + 1);
    return next > most && games < most ? most : next;
}

/* The winner of an encounter: the higher seed if even the tie-breaks are level; NOT_KNOWN until
 * decided. */
static int winner_of(const Schedule *schedule, int encounter) {
    const int *players = schedule->encounters[encounter].players;
    if (players[0] == NOT_KNOWN || players[1] == NOT_KNOWN)
        return NOT_KNOWN;
    if (players[0] == NOBODY || players[1] == NOBODY)
        return players[players[0] == NOBODY];
    int most = max_games(schedule->config);
    for (int games = schedule->config->games; games <= most; games = next_stage(games, most)) {
        bool played;
        int difference = score_difference(schedule, encounter, games, &played);
        if (!played)
            return NOT_KNOWN;
        if (difference != 0)
            return players[difference < 0];
    }
    return players[players[1] < players[0]];
}

/* Enters the winner of an encounter into the next round, and so on up to the final. */
static void advance(Schedule *schedule, int encounter) {
    while (encounter < schedule->encounter_count - 1) {
        int round = round_of(schedule, encounter), at = encounter - round_base(schedule, round);
        int next = round_base(schedule, round + 1) + at / 2;
        schedule->encounters[next].players[at % 2] = winner_of(schedule, encounter);
        encounter = next;
    }
}

static void set_bracket(Schedule *schedule) {
    int players = schedule->config->player_count, bracket = bracket_of(players);
    for (int i = 0; i < schedule->encounter_count; i++)
        schedule->encounters[i] = (Encounter){{NOT_KNOWN, NOT_KNOWN}};
    for (int place = 0; place < bracket; place++) {
        int seed = seed_at(place, bracket);
        schedule->encounters[place / 2].players[place % 2] = seed < players ? seed : NOBODY;
    }
    for (int i = 0; i < bracket / 2; i++)
        advance(schedule, i);
}

/* --- all formats --- */

/* The number of games in an encounter, without tie-breaks. */
static int games_in(const Schedule *schedule, int encounter) {
    const TournamentConfig *config = schedule->config;
    if (config->format == FORMAT_SWISS || config->format == FORMAT_KNOCKOUT)
        return config->games;
    int pair = encounter / schedule->encounters_per_round; /* index of the pair, from 0 */
    return config->games - 2 * pair >= 2 ? 2 : 1;
}

static void compute_size(Schedule *schedule) {
    const TournamentConfig *config = schedule->config;
    int players = config->player_count, pairs = even(config->games) / 2;
    schedule->stride = config->format == FORMAT_KNOCKOUT ? even(max_games(config))
                       : config->format == FORMAT_SWISS  ? even(config->games)
                                                         : 2;
    switch (config->format) {
    case FORMAT_ROUND_ROBIN:
        schedule->encounters_per_round = players * (players - 1) / 2;
        schedule->encounter_count = schedule->encounters_per_round * pairs;
        break;
    case FORMAT_GAUNTLET:
        schedule->encounters_per_round = players - 1;
        schedule->encounter_count = schedule->encounters_per_round * pairs;
        break;
    case FORMAT_SWISS:
        schedule->encounters_per_round = players / 2;
        schedule->encounter_count = schedule->encounters_per_round * config->rounds;
        break;
    case FORMAT_KNOCKOUT:
        schedule->encounter_count = bracket_of(players) - 1;
        break;
    }
    schedule->size = schedule->encounter_count * schedule->stride;
}

static bool init_pairings(Schedule *schedule) {
    for (int i = 0; i < schedule->size; i++)
        schedule->games[i].points = SCHEDULE_UNPLAYED;
    if (schedule->config->format == FORMAT_SWISS)
        return open_next_round(schedule);
    if (schedule->config->format == FORMAT_KNOCKOUT)
        set_bracket(schedule);
    else
        set_all_encounters(schedule);
    return true;
}

Schedule *schedule_new(const TournamentConfig *config) {
    Schedule *schedule = calloc(1, sizeof *schedule);
    if (!schedule)
        return NULL;
    schedule->config = config;
    compute_size(schedule);
    schedule->encounters = calloc((size_t)schedule->encounter_count, sizeof *schedule->encounters);
    schedule->games = calloc((size_t)schedule->size, sizeof *schedule->games);
    schedule->byes = calloc((size_t)config->player_count, sizeof *schedule->byes);
    schedule->repeats = repeats_new(schedule->size);
    if (schedule->encounters && schedule->games && schedule->byes && schedule->repeats &&
        init_pairings(schedule))
        return schedule;
    schedule_free(schedule);
    return NULL;
}

void schedule_free(Schedule *schedule) {
    if (!schedule)
        return;
    free(schedule->encounters);
    free(schedule->games);
    repeats_free(schedule->repeats);
    free(schedule->byes);
    free(schedule);
}

int schedule_size(const Schedule *schedule) {
    return schedule->size;
}

/* Sets the round and the opening of a game. In a round robin and a gauntlet every pairing has the
 * same openings: its k-th pair of games begins from opening k. */
static void set_round_and_opening(const Schedule *schedule, int encounter, int game,
                                  GamePairing *pairing) {
    const TournamentConfig *config = schedule->config;
    if (config->format == FORMAT_KNOCKOUT || config->format == FORMAT_SWISS) {
        pairing->round = config->format == FORMAT_SWISS ? encounter / schedule->encounters_per_round
                                                        : round_of(schedule, encounter);
        pairing->opening = pairing->round * (schedule->stride / 2) + game / 2;
        return;
    }
    int players = config->player_count;
    int rounds = config->format == FORMAT_GAUNTLET ? 1 : even(players) - 1;
    int meetings = schedule->encounters_per_round / rounds;
    pairing->opening = encounter / schedule->encounters_per_round;
    pairing->round =
        pairing->opening * rounds + encounter % schedule->encounters_per_round / meetings;
}

GamePairingState schedule_pairing(const Schedule *schedule, int number, GamePairing *pairing) {
    int encounter = number / schedule->stride, game = number % schedule->stride;
    const int *players = schedule->encounters[encounter].players;
    if (schedule->config->format == FORMAT_SWISS &&
        encounter >= schedule->rounds_known * schedule->encounters_per_round)
        return game < games_in(schedule, encounter) ? PAIRING_UNKNOWN : PAIRING_NONE;
    if (players[0] == NOBODY || players[1] == NOBODY)
        return PAIRING_NONE;
    if (players[0] == NOT_KNOWN || players[1] == NOT_KNOWN)
        return PAIRING_UNKNOWN;
    set_round_and_opening(schedule, encounter, game, pairing);
    pairing->white = players[game % 2];
    pairing->black = players[!(game % 2)];
    if (game < games_in(schedule, encounter))
        return PAIRING_READY;
    return schedule->config->format == FORMAT_KNOCKOUT ? tie_break_state(schedule, encounter, game)
                                                       : PAIRING_NONE;
}

int schedule_points(const Schedule *schedule, int number) {
    return schedule->games[number].points;
}

TerminationKind schedule_termination(const Schedule *schedule, int number) {
    return schedule->games[number].termination;
}

bool schedule_set_result(Schedule *schedule, int number, int white_points,
                         TerminationKind termination) {
    GamePairing pairing;
    if (number < 0 || number >= schedule->size ||
        schedule->games[number].points != SCHEDULE_UNPLAYED ||
        schedule_pairing(schedule, number, &pairing) != PAIRING_READY)
        return false;
    schedule->games[number] = (ScheduledGame){(signed char)white_points, true, termination};
    if (schedule->config->format == FORMAT_KNOCKOUT)
        advance(schedule, number / schedule->stride);
    if (schedule->config->format == FORMAT_SWISS &&
        schedule->rounds_known < schedule->config->rounds &&
        is_round_over(schedule, schedule->rounds_known - 1))
        return open_next_round(schedule);
    return true;
}

void schedule_set_digest(Schedule *schedule, int number, uint64_t digest) {
    if (digest)
        repeats_add(schedule->repeats, number, digest);
}

bool schedule_is_repeat(const Schedule *schedule, int number) {
    return repeats_has_before(schedule->repeats, number);
}

static bool is_in_shard(int number, int shard, int shards) {
    return number / 2 % shards == shard;
}

int schedule_next(Schedule *schedule, int end, int shard, int shards) {
    bool settled = true; /* true as long as no game numbered below `i` can still be taken */
    for (int i = schedule->first; i < schedule->size && i < end; i++) {
        GamePairing pairing;
        ScheduledGame *game = &schedule->games[i];
        GamePairingState state =
            game->started ? PAIRING_NONE : schedule_pairing(schedule, i, &pairing);
        settled = settled && (state == PAIRING_NONE || !is_in_shard(i, shard, shards));
        if (settled)
            schedule->first = i + 1;
        if (state == PAIRING_READY && is_in_shard(i, shard, shards)) {
            game->started = true;
            return i;
        }
    }
    return -1;
}

int schedule_played(const Schedule *schedule, int end, int shard, int shards) {
    int played = 0;
    for (int i = 0; i < schedule->size && i < end; i++)
        played += is_in_shard(i, shard, shards) && schedule->games[i].points != SCHEDULE_UNPLAYED;
    return played;
}

int schedule_expected(const Schedule *schedule, int end, int shard, int shards) {
    int expected = 0;
    for (int i = 0; i < schedule->size && i < end; i++) {
        GamePairing pairing;
        bool is_tie_break = schedule->config->format == FORMAT_KNOCKOUT &&
                            i % schedule->stride >= schedule->config->games;
        GamePairingState state = schedule_pairing(schedule, i, &pairing);
        if (is_in_shard(i, shard, shards) &&
            (state == PAIRING_READY || (state == PAIRING_UNKNOWN && !is_tie_break && shards == 1)))
            expected++;
    }
    return expected;
}

bool schedule_is_complete(const Schedule *schedule) {
    for (int i = 0; i < schedule->size; i++) {
        GamePairing pairing;
        if (schedule->games[i].points == SCHEDULE_UNPLAYED &&
            schedule_pairing(schedule, i, &pairing) != PAIRING_NONE)
            return false;
    }
    return true;
}

int schedule_byes(const Schedule *schedule, int player) {
    return schedule->byes[player];
}

int schedule_champion(const Schedule *schedule) {
    if (schedule->config->format != FORMAT_KNOCKOUT)
        return -1;
    int winner = winner_of(schedule, schedule->encounter_count - 1);
    return winner >= 0 ? winner : -1;
}
