#include "textui/terminal_keep.h"

#include "base/os/signals.h"
#include "textui/terminal_ask.h"
#include "textui/terminal_players.h"

static const char NOT_SAVED[] = "\nThe game is not saved.\n";

void terminal_keep_open(Terminal *terminal) {
    Error error;
    signals_set_exit_message("\n");
    signals_watch_stops();
    if (!autosave_open(&terminal->autosave, &error))
        fprintf(terminal->out, "Unfinished games will not be saved: %s\n", error.text);
    snprintf(terminal->exit_message, sizeof terminal->exit_message,
             "\nThe game is saved in %s\nThe next start offers to continue it.\n",
             terminal->autosave.path);
}

/* Sets an earlier autosaved game aside, to make room for the game in progress. */
static void set_earlier_game_aside(Terminal *terminal) {
    Error error;
    char kept[PATH_MAX];
    if (autosave_set_aside(&terminal->autosave, kept, &error)) {
        fprintf(terminal->out, "The earlier unfinished game is now in %s\n", kept);
        return;
    }
    fprintf(terminal->out, "This game will not be kept, so that it does not replace another: %s\n",
            error.text);
    autosave_close(&terminal->autosave);
}

void terminal_keep_game(Terminal *terminal) {
    Error error;
    bool was_said = terminal->keeping == GAME_NOT_SAVED;
    if (terminal->keeping == GAME_NOT_KEPT && autosave_exists(&terminal->autosave))
        set_earlier_game_aside(terminal);
    if (!*terminal->autosave.path)
        return;
    terminal_players_write_names(terminal);
    bool is_saved = autosave_save(&terminal->autosave, terminal_stored(terminal), &error);
    terminal->keeping = is_saved ? GAME_KEPT : GAME_NOT_SAVED;
    signals_set_exit_message(is_saved ? terminal->exit_message : NOT_SAVED);
    if (!is_saved && !was_said)
        fprintf(terminal->out,
                "This game cannot be saved, and would be lost with the terminal: %s\n", error.text);
}

static void begin_anew(Terminal *terminal) {
    if (terminal->keeping != GAME_NOT_KEPT)
        signals_set_exit_message("\n");
    terminal->keeping = GAME_NOT_KEPT;
}

void terminal_keep_forget(Terminal *terminal) {
    if (terminal->keeping == GAME_KEPT)
        autosave_remove(&terminal->autosave);
    begin_anew(terminal);
}

bool terminal_keep_aside(Terminal *terminal) {
    Error error;
    char kept[PATH_MAX];
    bool is_saved = terminal->keeping == GAME_KEPT;
    if (terminal->keeping == GAME_NOT_KEPT)
        return true;
    if (is_saved && autosave_set_aside(&terminal->autosave, kept, &error)) {
        fprintf(terminal->out, "The unfinished game is now in %s\n", kept);
        begin_anew(terminal);
        return true;
    }
    if (is_saved)
        fprintf(terminal->out, "The unfinished game cannot be set aside: %s\n", error.text);
    if (!terminal_ask_confirm(terminal, "The game in progress would be lost. Go on? [y/N] "))
        return false;
    terminal_keep_forget(terminal);
    return true;
}

void terminal_keep_end(const Terminal *terminal) {
    if (terminal->keeping != GAME_NOT_KEPT) /* skip the message's leading line break */
        fputs((terminal->keeping == GAME_KEPT ? terminal->exit_message : NOT_SAVED) + 1,
              terminal->out);
    signals_set_exit_message(NULL);
}
