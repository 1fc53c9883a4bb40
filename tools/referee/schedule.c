#include "referee/schedule.h"

#include "referee/swiss.h"

#include <stdlib.h>

enum { NOBODY = -1, NOT_KNOWN = -2 };

/* Games are in slots: in a round robin or a gauntlet a slot is one pair of games, otherwise all
 * games of a match. */
typedef struct {
    int players[2]; /* NOBODY: the other one has a bye; NOT_KNOWN */
} Slot;

typedef struct {
    signed char points;
    bool taken;
    EndKind ending;
} Entry;

struct Schedule {
    const Contest *contest;
    int slot_count;
    int slots_a_round;
    int stride; /* numbers of a slot, always even */
    int size;
    Slot *slots;
    Entry *entries;
    int first;        /* every number below it is played, taken, another shard's or none */
    int rounds_known; /* Swiss */
    int *byes;        /* Swiss: of each player */
};

static int even(int number) {
    return number + number % 2;
}

/* --- round robin and gauntlet --- */

/* Meeting `index` of a round of Berger's table: one player stays, the others go round. */
static void meet_in_turn(int players, int round, int index, int pair[2]) {
    int wheel = even(players) - 1;
    index += players % 2; /* the first meeting is with nobody */
    pair[0] = index == 0 ? wheel : (round + index) % wheel;
    pair[1] = index == 0 ? round : (round - index + wheel) % wheel;
}

/* Players at even sums of round and index begin with White, so that colours alternate. */
static void set_all_slots(Schedule *schedule) {
    const Contest *contest = schedule->contest;
    int players = contest->player_count;
    int meetings = players / 2;
    for (int i = 0; i < schedule->slot_count; i++) {
        int at = i % schedule->slots_a_round, pair[2] = {0, at + 1};
        bool swapped = false;
        if (contest->format == FORMAT_ROUND_ROBIN) {
            int round = at / meetings, index = at % meetings;
            meet_in_turn(players, round, index, pair);
            swapped = (round + index) % 2 != (pair[0] > pair[1]);
        }
        schedule->slots[i] = (Slot){{pair[swapped], pair[!swapped]}};
    }
}

/* --- Swiss --- */

/* Points of everybody in a unit in which the contest's scoring is whole. */
static void count_points(const Schedule *schedule, int *points, int *meetings, bool *had_bye) {
    const Contest *contest = schedule->contest;
    int players = contest->player_count;
    const double scores[] = {contest->scoring.loss, contest->scoring.draw, contest->scoring.win};
    for (int i = 0; i < players; i++) {
        had_bye[i] = schedule->byes[i] > 0;
        points[i] = (int)(2 * scores[2]) * schedule->byes[i] * contest->games;
    }
    for (int i = 0; i < schedule->size; i++) {
        Fixture fixture;
        if (schedule->entries[i].points == SCHEDULE_UNPLAYED ||
            schedule_fixture(schedule, i, &fixture) != FIXTURE_READY)
            continue;
        points[fixture.white] += (int)(2 * scores[schedule->entries[i].points]);
        points[fixture.black] += (int)(2 * scores[2 - schedule->entries[i].points]);
        meetings[fixture.white * players + fixture.black]++;
        meetings[fixture.black * players + fixture.white]++;
    }
}

static bool pair_round(Schedule *schedule, int *points, int *meetings, bool *had_bye,
                       int (*pairs)[2]) {
    int bye;
    count_points(schedule, points, meetings, had_bye);
    SwissTable table = {schedule->contest->player_count, points, meetings, had_bye};
    if (!swiss_pair(&table, pairs, &bye))
        return false;
    int round = schedule->rounds_known++;
    Slot *slots = schedule->slots + round * schedule->slots_a_round;
    for (int i = 0; i < schedule->slots_a_round; i++) {
        bool swapped = (round + i) % 2;
        slots[i] = (Slot){{pairs[i][swapped], pairs[i][!swapped]}};
    }
    if (bye >= 0)
        schedule->byes[bye]++;
    return true;
}

static bool open_next_round(Schedule *schedule) {
    size_t players = (size_t)schedule->contest->player_count;
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
    int numbers = schedule->slots_a_round * schedule->stride;
    for (int i = round * numbers; i < (round + 1) * numbers; i++)
        if (schedule->entries[i].points == SCHEDULE_UNPLAYED &&
            i % schedule->stride < schedule->contest->games)
            return false;
    return true;
}

/* --- knock-out --- */

/* The smallest bracket that holds them all. */
static int bracket_of(int players) {
    int bracket = 2;
    while (bracket < players)
        bracket *= 2;
    return bracket;
}

/* Where the first slot of a round is. Each round has half as many as the one before. */
static int round_base(const Schedule *schedule, int round) {
    int base = 0, slots = (schedule->slot_count + 1) / 2;
    for (; round > 0; round--) {
        base += slots;
        slots /= 2;
    }
    return base;
}

static int round_of(const Schedule *schedule, int slot) {
    int round = 0;
    while (slot >= round_base(schedule, round + 1))
        round++;
    return round;
}

/* The seed at a place of the bracket, so that the first meets the last, and the first two not
 * before the final: each round's pairs of seeds add up to the same. */
static int seed_at(int place, int bracket) {
    int seed = 0;
    for (int size = 2, half = bracket / 2; size <= bracket; size *= 2, half /= 2)
        if (place / half % 2)
            seed = size - 1 - seed;
    return seed;
}

/* Points of the slot's first player less the second's, over its first `games` games; *played says
 * whether all of them have been played. */
static int lead(const Schedule *schedule, int slot, int games, bool *played) {
    int sum = 0;
    *played = true;
    for (int g = 0; g < games; g++) {
        int points = schedule->entries[slot * schedule->stride + g].points;
        if (points == SCHEDULE_UNPLAYED)
            *played = false;
        else
            sum += (g % 2 ? -1 : 1) * (points - 1);
    }
    return sum;
}

/* How many games a match of a knock-out has at most. */
static int most_games(const Contest *contest) {
    return contest->games + contest->tie_break_games;
}

/* Is this game of a match to be played, given those before it? */
static FixtureState tie_break_state(const Schedule *schedule, int slot, int game) {
    bool played;
    if (game >= most_games(schedule->contest))
        return FIXTURE_NONE;
    for (int games = schedule->contest->games; games <= game; games = even(games + 1)) {
        int difference = lead(schedule, slot, games, &played);
        if (!played)
            return FIXTURE_UNKNOWN;
        if (difference != 0)
            return FIXTURE_NONE;
    }
    return FIXTURE_READY;
}

/* After how many games a match that is level is looked at again: two more, or what is left. */
static int next_stage(int games, int most) {
    int next = even(games + 1);
    return next > most && games < most ? most : next;
}

/* Who has won the slot's match: if even the tie-breaks were level, the higher seed. */
static int winner_of(const Schedule *schedule, int slot) {
    const int *players = schedule->slots[slot].players;
    if (players[0] == NOT_KNOWN || players[1] == NOT_KNOWN)
        return NOT_KNOWN;
    if (players[0] == NOBODY || players[1] == NOBODY)
        return players[players[0] == NOBODY];
    int most = most_games(schedule->contest);
    for (int games = schedule->contest->games; games <= most; games = next_stage(games, most)) {
        bool played;
        int difference = lead(schedule, slot, games, &played);
        if (!played)
            return NOT_KNOWN;
        if (difference != 0)
            return players[difference < 0];
    }
    return players[players[1] < players[0]];
}

/* Lets the winners of a slot and its neighbour meet, and so on upwards. */
static void advance(Schedule *schedule, int slot) {
    while (slot < schedule->slot_count - 1) {
        int round = round_of(schedule, slot), at = slot - round_base(schedule, round);
        int next = round_base(schedule, round + 1) + at / 2;
        schedule->slots[next].players[at % 2] = winner_of(schedule, slot);
        slot = next;
    }
}

static void set_bracket(Schedule *schedule) {
    int players = schedule->contest->player_count, bracket = bracket_of(players);
    for (int i = 0; i < schedule->slot_count; i++)
        schedule->slots[i] = (Slot){{NOT_KNOWN, NOT_KNOWN}};
    for (int place = 0; place < bracket; place++) {
        int seed = seed_at(place, bracket);
        schedule->slots[place / 2].players[place % 2] = seed < players ? seed : NOBODY;
    }
    for (int i = 0; i < bracket / 2; i++)
        advance(schedule, i);
}

/* --- all formats --- */

static int games_in(const Schedule *schedule, int slot) {
    const Contest *contest = schedule->contest;
    if (contest->format == FORMAT_SWISS || contest->format == FORMAT_KNOCKOUT)
        return contest->games;
    int pair = slot / schedule->slots_a_round; /* how many came before it */
    return contest->games - 2 * pair >= 2 ? 2 : 1;
}

static void measure(Schedule *schedule) {
    const Contest *contest = schedule->contest;
    int players = contest->player_count, pairs = even(contest->games) / 2;
    schedule->stride = contest->format == FORMAT_KNOCKOUT ? even(most_games(contest))
                       : contest->format == FORMAT_SWISS  ? even(contest->games)
                                                          : 2;
    switch (contest->format) {
    case FORMAT_ROUND_ROBIN:
        schedule->slots_a_round = players * (players - 1) / 2;
        schedule->slot_count = schedule->slots_a_round * pairs;
        break;
    case FORMAT_GAUNTLET:
        schedule->slots_a_round = players - 1;
        schedule->slot_count = schedule->slots_a_round * pairs;
        break;
    case FORMAT_SWISS:
        schedule->slots_a_round = players / 2;
        schedule->slot_count = schedule->slots_a_round * contest->rounds;
        break;
    case FORMAT_KNOCKOUT:
        schedule->slot_count = bracket_of(players) - 1;
        break;
    }
    schedule->size = schedule->slot_count * schedule->stride;
}

static bool draw_up(Schedule *schedule) {
    for (int i = 0; i < schedule->size; i++)
        schedule->entries[i].points = SCHEDULE_UNPLAYED;
    if (schedule->contest->format == FORMAT_SWISS)
        return open_next_round(schedule);
    if (schedule->contest->format == FORMAT_KNOCKOUT)
        set_bracket(schedule);
    else
        set_all_slots(schedule);
    return true;
}

Schedule *schedule_new(const Contest *contest) {
    Schedule *schedule = calloc(1, sizeof *schedule);
    if (!schedule)
        return NULL;
    schedule->contest = contest;
    measure(schedule);
    schedule->slots = calloc((size_t)schedule->slot_count, sizeof *schedule->slots);
    schedule->entries = calloc((size_t)schedule->size, sizeof *schedule->entries);
    schedule->byes = calloc((size_t)contest->player_count, sizeof *schedule->byes);
    if (schedule->slots && schedule->entries && schedule->byes && draw_up(schedule))
        return schedule;
    schedule_free(schedule);
    return NULL;
}

void schedule_free(Schedule *schedule) {
    if (!schedule)
        return;
    free(schedule->slots);
    free(schedule->entries);
    free(schedule->byes);
    free(schedule);
}

int schedule_size(const Schedule *schedule) {
    return schedule->size;
}

/* The round of a slot, and the number of the game's opening: in a round robin and in a gauntlet
 * every pairing begins from the same. */
static void place(const Schedule *schedule, int slot, int game, Fixture *fixture) {
    const Contest *contest = schedule->contest;
    if (contest->format == FORMAT_KNOCKOUT || contest->format == FORMAT_SWISS) {
        fixture->round = contest->format == FORMAT_SWISS ? slot / schedule->slots_a_round
                                                         : round_of(schedule, slot);
        fixture->opening = fixture->round * (schedule->stride / 2) + game / 2;
        return;
    }
    int players = contest->player_count;
    int rounds = contest->format == FORMAT_GAUNTLET ? 1 : even(players) - 1;
    int meetings = schedule->slots_a_round / rounds;
    fixture->opening = slot / schedule->slots_a_round;
    fixture->round = fixture->opening * rounds + slot % schedule->slots_a_round / meetings;
}

FixtureState schedule_fixture(const Schedule *schedule, int number, Fixture *fixture) {
    int slot = number / schedule->stride, game = number % schedule->stride;
    const int *players = schedule->slots[slot].players;
    if (schedule->contest->format == FORMAT_SWISS &&
        slot >= schedule->rounds_known * schedule->slots_a_round)
        return game < games_in(schedule, slot) ? FIXTURE_UNKNOWN : FIXTURE_NONE;
    if (players[0] == NOBODY || players[1] == NOBODY)
        return FIXTURE_NONE;
    if (players[0] == NOT_KNOWN || players[1] == NOT_KNOWN)
        return FIXTURE_UNKNOWN;
    place(schedule, slot, game, fixture);
    fixture->white = players[game % 2];
    fixture->black = players[!(game % 2)];
    if (game < games_in(schedule, slot))
        return FIXTURE_READY;
    return schedule->contest->format == FORMAT_KNOCKOUT ? tie_break_state(schedule, slot, game)
                                                        : FIXTURE_NONE;
}

int schedule_points(const Schedule *schedule, int number) {
    return schedule->entries[number].points;
}

EndKind schedule_ending(const Schedule *schedule, int number) {
    return schedule->entries[number].ending;
}

bool schedule_enter(Schedule *schedule, int number, int white_points, EndKind ending) {
    Fixture fixture;
    if (number < 0 || number >= schedule->size ||
        schedule->entries[number].points != SCHEDULE_UNPLAYED ||
        schedule_fixture(schedule, number, &fixture) != FIXTURE_READY)
        return false;
    schedule->entries[number] = (Entry){(signed char)white_points, true, ending};
    if (schedule->contest->format == FORMAT_KNOCKOUT)
        advance(schedule, number / schedule->stride);
    if (schedule->contest->format == FORMAT_SWISS &&
        schedule->rounds_known < schedule->contest->rounds &&
        is_round_over(schedule, schedule->rounds_known - 1))
        return open_next_round(schedule);
    return true;
}

static bool is_in_shard(int number, int shard, int shards) {
    return number / 2 % shards == shard;
}

int schedule_take(Schedule *schedule, int end, int shard, int shards) {
    bool settled = true; /* everything up to here */
    for (int i = schedule->first; i < schedule->size && i < end; i++) {
        Fixture fixture;
        Entry *entry = &schedule->entries[i];
        FixtureState state = entry->taken ? FIXTURE_NONE : schedule_fixture(schedule, i, &fixture);
        settled = settled && (state == FIXTURE_NONE || !is_in_shard(i, shard, shards));
        if (settled)
            schedule->first = i + 1;
        if (state == FIXTURE_READY && is_in_shard(i, shard, shards)) {
            entry->taken = true;
            return i;
        }
    }
    return -1;
}

int schedule_played(const Schedule *schedule, int shard, int shards) {
    int played = 0;
    for (int i = 0; i < schedule->size; i++)
        played += is_in_shard(i, shard, shards) && schedule->entries[i].points != SCHEDULE_UNPLAYED;
    return played;
}

int schedule_expected(const Schedule *schedule, int shard, int shards) {
    int expected = 0;
    for (int i = 0; i < schedule->size; i++) {
        Fixture fixture;
        bool is_tie_break = schedule->contest->format == FORMAT_KNOCKOUT &&
                            i % schedule->stride >= schedule->contest->games;
        FixtureState state = schedule_fixture(schedule, i, &fixture);
        if (is_in_shard(i, shard, shards) &&
            (state == FIXTURE_READY || (state == FIXTURE_UNKNOWN && !is_tie_break)))
            expected++;
    }
    return expected;
}

bool schedule_is_complete(const Schedule *schedule) {
    for (int i = 0; i < schedule->size; i++) {
        Fixture fixture;
        if (schedule->entries[i].points == SCHEDULE_UNPLAYED &&
            schedule_fixture(schedule, i, &fixture) != FIXTURE_NONE)
            return false;
    }
    return true;
}

int schedule_byes(const Schedule *schedule, int player) {
    return schedule->byes[player];
}

int schedule_champion(const Schedule *schedule) {
    if (schedule->contest->format != FORMAT_KNOCKOUT)
        return -1;
    int winner = winner_of(schedule, schedule->slot_count - 1);
    return winner >= 0 ? winner : -1;
}
