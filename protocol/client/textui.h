/* textui: the other end of the course's TextUI. Runs any program that speaks it as a
 * subprocess, as the players of a tournament do, and has it play one side.
 *
 * What client.h says of failures, deadlines and refused arguments holds here, but no turn is
 * halted: one that is late is a failure for good. A line that the commands do not allow there is
 * nonsense, and the error repeats it. The program keeps the rules itself: it knows when a turn is
 * lost by stalemate and when the game is over.
 *
 * Threads, and what is done to the program's text: see process.h. Call gamefile_init() first. */
#ifndef MISERE_CLIENT_TEXTUI_H
#define MISERE_CLIENT_TEXTUI_H

#include "client/common.h"
#include "files/model/stored_game.h"

typedef struct TextUiClient TextUiClient; /* one program */

typedef enum { TEXTUI_CLIENT_SPRING_2007, TEXTUI_CLIENT_FALL_2003 } TextUiClientDialect;

/* Starts the program in a process group of its own; it says nothing yet. NULL on failure. The
 * caller stops it. Copies *config, but nothing that it points to: that must last as long. */
TextUiClient *textui_client_start(const ClientConfig *config, TextUiClientDialect dialect,
                                  Error *error);

/* As uci_client_stop(), with `QuitGame`. */
void textui_client_stop(TextUiClient **client);

/* The program's file name. Never NULL. */
const char *textui_client_name(const TextUiClient *client);

ClientFailure textui_client_failure(const TextUiClient *client);

/* Begins a game in which the program plays the side `program`, or goes on with one: the record's
 * ruleset, position, turns and current clocks. What the commands cannot say is put into a file in a
 * private folder in TMPDIR (else /tmp) for the program to load, and removed before this returns. In
 * the fall 2003 dialect every game is played by a new process, which this starts, from the same
 * thread as textui_client_start(). There clocks run in real time once this returns. */
bool textui_client_new_game(TextUiClient *client, const StoredGame *record, Colour program,
                            int timeout_ms, Error *error);

/* Tells the program its opponent's turn, in the course's format, and for how long the opponent
 * thought (not so in fall 2003). A turn lost by stalemate is not told. If that ends the game in the
 * program's eyes, this succeeds, and textui_client_go() tells. Takes at most 10 s. */
bool textui_client_send_turn(TextUiClient *client, const char *turn, int64_t used_ms, Error *error);

/* Asks the program, whose turn it is, for its turn and waits for it until deadline_ms after. Then
 * at most 10 s until the turn is made.
 *
 * *answer (may be NULL) is set even on failure, then with bestmove "". Else bestmove is the turn as
 * printed, and claim the line that ends the game ("White Player has won") if that has come: because
 * of this turn, or instead of it, and then bestmove is "". Nothing else but elapsed_us is known. */
bool textui_client_go(TextUiClient *client, int deadline_ms, ClientBestMove *answer, Error *error);

#endif
