/* which_game: which ruleset a game was played by: the one that its file names; else the one that
 * the user chose; else the one of a chess server's game that the tag `Event` names, if the game
 * fits it; else the likeliest of those that fit. Thread-safe. */
#ifndef MISERE_FILES_WHICH_GAME_H
#define MISERE_FILES_WHICH_GAME_H

#include "files/model/stored_game.h"

/* How far a game can be replayed by a ruleset. */
typedef struct {
    int turns; /* -1: not even its start is possible */
    bool is_whole;
    Outcome outcome; /* in the position after these turns, by the rules alone */
} GameReplay;

typedef GameReplay ReplayGame(const void *game, const Ruleset *rules);

typedef struct {
    const Ruleset *named;  /* by the file; NULL: it names none */
    const Ruleset *chosen; /* by the user; NULL: the user chose none */
    const char *event;     /* the tag's value, may be empty */
    const char *result;    /* as the file states it, may be empty */
    ReplayGame *replay;
    const void *game; /* passed to `replay` */
} GameClues;

typedef struct {
    const Ruleset *rules; /* never NULL; if none fits, the one that comes furthest */
    RulesetSource source;
    uint32_t others; /* bit i: ruleset_at(i) fits as well */
    bool fits;       /* false only if none does; true without trying if it is named or chosen */
} GameAnswer;

GameAnswer which_game(const GameClues *clues);

enum { WHICH_GAME_TEXT_SIZE = 512 };

/* Says how the game's ruleset is known: "ruleset losers, from the tag Event". Empty if there is
 * nothing to say, because the file or the user names it. */
void which_game_explain(const StoredGame *stored, char text[WHICH_GAME_TEXT_SIZE]);

#endif
