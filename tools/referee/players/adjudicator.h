/* adjudicator: decides a game by the scores that the players report, as cutechess-cli and fastchess
 * do. Pure; not thread-safe. */
#ifndef MISERE_REFEREE_PLAYERS_ADJUDICATOR_H
#define MISERE_REFEREE_PLAYERS_ADJUDICATOR_H

#include "files/model/stored_game.h"
#include "referee/config/config.h"

/* For each player, how many turns in a row, up to its last one, had such a score. */
typedef struct {
    const TournamentConfig *config;
    int lost[COLOURS];  /* low enough for --resign */
    int won[COLOURS];   /* high enough for twosided=true */
    int level[COLOURS]; /* near enough to zero for --draw */
} Adjudicator;

/* `config` must outlive the adjudicator. */
void adjudicator_start(Adjudicator *adjudicator, const TournamentConfig *config);

/* Takes note of a turn that the player has chosen. Opening turns and forced passes, which nobody
 * chose, must be left out: they neither count nor interrupt a row. A turn without a score does. */
void adjudicator_add(Adjudicator *adjudicator, Colour player, const TurnEvaluation *evaluation);

/* Is the game decided after `turns` turns in all? If it is, sets *kind to
 * TERMINATION_ADJUDICATED_DRAW or TERMINATION_ADJUDICATED_LOSS, and *loser if somebody lost. */
bool adjudicator_decides(const Adjudicator *adjudicator, int turns, TerminationKind *kind,
                         Colour *loser);

#endif
