#include "referee/swiss.h"

#include <stdlib.h>

enum { BUDGET = 100000 }; /* number of pairs that are tried before one more rematch is allowed */

typedef struct {
    const SwissTable *table;
    int *order;   /* the players still to be paired, the best one first */
    bool *paired; /* indexed like `order` */
    int count;
    int budget;         /* pairs that may still be tried */
    int rematches_left; /* rematches that are still allowed */
    int (*pairs)[2];
} PairingSearch;

static bool is_better(const SwissTable *table, int a, int b) {
    return table->points[a] != table->points[b] ? table->points[a] > table->points[b] : a < b;
}

/* Orders all players by points, by insertion sort, as there are few players. */
static void rank(PairingSearch *pairing) {
    const SwissTable *table = pairing->table;
    for (int player = 0; player < table->players; player++) {
        int at = player;
        for (; at > 0 && is_better(table, player, pairing->order[at - 1]); at--)
            pairing->order[at] = pairing->order[at - 1];
        pairing->order[at] = player;
    }
    pairing->count = table->players;
}

/* Removes from the order the lowest-placed player who has had no bye, or the last player if all
 * have had one. */
static int give_bye(PairingSearch *pairing) {
    int at = pairing->count - 1;
    for (int i = at; i >= 0; i--)
        if (!pairing->table->had_bye[pairing->order[i]]) {
            at = i;
            break;
        }
    int player = pairing->order[at];
    pairing->count--;
    for (; at < pairing->count; at++)
        pairing->order[at] = pairing->order[at + 1];
    return player;
}

/* Lists the unpaired players after order[first] as possible opponents, the preferred one first, and
 * returns how many there are. The preferred opponent is half a score group further down; next come
 * the players of the group below this opponent, then the players above, and then the lower
 * groups. */
static int list_opponents(const PairingSearch *pairing, int first, int *list) {
    const int *points = pairing->table->points, *order = pairing->order;
    int group = 0, count = 0, begin = 0;
    int *free = list;
    for (int i = first + 1; i < pairing->count; i++)
        if (!pairing->paired[i]) {
            free[count++] = i;
            group += points[order[i]] == points[order[first]];
        }
    begin = group / 2; /* `group` does not count the player itself */
    /* Rotates the group so that its lower half comes first. */
    int *rotated = list + count;
    for (int i = 0; i < group; i++)
        rotated[i] = free[(begin + i) % group];
    for (int i = 0; i < group; i++)
        free[i] = rotated[i];
    return count;
}

/* Pairs order[first] and all unpaired players after it by backtracking; `made` is the number of
 * pairs already made. Returns false if this would take more rematches or attempts than are left. */
static bool pair_from(PairingSearch *pairing, int first, int made, int *scratch) {
    while (first < pairing->count && pairing->paired[first])
        first++;
    if (first >= pairing->count)
        return true;
    int count = list_opponents(pairing, first, scratch);
    int player = pairing->order[first];
    pairing->paired[first] = true;
    for (int i = 0; i < count; i++) {
        int other = pairing->order[scratch[i]];
        bool have_met = pairing->table->meetings[player * pairing->table->players + other] > 0;
        if (have_met && pairing->rematches_left == 0)
            continue;
        if (pairing->budget-- <= 0)
            break;
        pairing->rematches_left -= have_met;
        pairing->paired[scratch[i]] = true;
        pairing->pairs[made][0] = player;
        pairing->pairs[made][1] = other;
        if (pair_from(pairing, first + 1, made + 1, scratch + count))
            return true;
        pairing->paired[scratch[i]] = false;
        pairing->rematches_left += have_met;
    }
    pairing->paired[first] = false;
    return false;
}

bool swiss_pair(const SwissTable *table, int (*pairs)[2], int *bye) {
    int players = table->players;
    PairingSearch pairing = {.table = table, .budget = BUDGET, .pairs = pairs};
    /* Each of the players / 2 levels of recursion lists at most `players` opponents, and a copy to
     * rotate them. */
    int *scratch =
        malloc(((size_t)players * (size_t)players + 4 * (size_t)players) * sizeof *scratch);
    pairing.order = malloc((size_t)players * sizeof *pairing.order);
    pairing.paired = calloc((size_t)players, sizeof *pairing.paired);
    bool done = scratch && pairing.order && pairing.paired;
    if (done) {
        rank(&pairing);
        *bye = players % 2 ? give_bye(&pairing) : -1;
        for (int rematches = 0; rematches <= players / 2; rematches++) {
            pairing.rematches_left = rematches;
            pairing.budget = BUDGET;
            if (pair_from(&pairing, 0, 0, scratch))
                break;
        }
    }
    free(scratch);
    free(pairing.order);
    free(pairing.paired);
    return done;
}
