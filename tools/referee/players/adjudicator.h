/* adjudicator: decides a game by the scores that the players report, as cutechess-cli and fastchess
 * do. One thread at a time may use an Adjudicator. */
#ifndef MISERE_REFEREE_PLAYERS_ADJUDICATOR_H
#define MISERE_REFEREE_PLAYERS_ADJUDICATOR_H

#include "files/model/stored_game.h"
#include "referee/config/config.h"

/* Counts, for each player, how many of its latest turns in a row had a certain score. */
typedef struct {
    const TournamentConfig *config;
    int lost[COLOURS];  /* turns with a score low enough to lose by --resign */
    int won[COLOURS];   /* turns with a score high enough to win by --resign with twosided=true */
    int level[COLOURS]; /* turns with a score close enough to zero for --draw */
    int turns[COLOURS]; /* turns in the game: of the opening, too, but no forced passes */
} Adjudicator;

/* Starts after the opening. `config` must outlive the adjudicator. */
void adjudicator_start(Adjudicator *adjudicator, const TournamentConfig *config,
                       const Game *opening);

/* Counts a turn that the player has chosen. A turn without a score resets the player's counts to 0.
 * Opening turns and forced passes, which nobody chose, must not be added: they neither count nor
 * interrupt. */
void adjudicator_add(Adjudicator *adjudicator, Colour player, const TurnEvaluation *evaluation);

/* Is the game decided? If it is, sets *kind to TERMINATION_ADJUDICATED_DRAW or
 * TERMINATION_ADJUDICATED_LOSS, and *loser if somebody lost. */
bool adjudicator_decides(const Adjudicator *adjudicator, TerminationKind *kind, Colour *loser);

#endif
