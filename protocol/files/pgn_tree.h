/* pgn_tree: makes a tree of turns from the tokens of a game in PGN. Thread-safe. */
#ifndef MISERE_FILES_PGN_TREE_H
#define MISERE_FILES_PGN_TREE_H

#include "files/pgn_scan.h"
#include "files/which_game.h"

/* Sets up the start of a game by a ruleset. On failure the error says what is wrong with the tag
 * FEN. */
bool pgn_tree_start(const PgnScan *scan, const Ruleset *rules, Position *start, Error *error);

/* Replays the main line of a PgnScan: a ReplayGame. */
GameReplay pgn_tree_replay(const void *scan, const Ruleset *rules);

typedef enum {
    PGN_TREE_WHOLE,
    PGN_TREE_CUT, /* a turn of the main line does not fit: the tree ends before it */
    PGN_TREE_NO_MEMORY,
} PgnTreeResult;

/* Adds the turns to a game without turns, with all that is said about them. Sets *has_clocks to
 * whether comments tell clocks. On PGN_TREE_CUT the error says why, and *line where. */
PgnTreeResult pgn_tree_build(const PgnScan *scan, StoredGame *stored, bool *has_clocks, long *line,
                             Error *error);

#endif
