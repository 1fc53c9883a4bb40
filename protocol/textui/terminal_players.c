#include "textui/terminal_players.h"

#include <string.h>

static const char PERSON[] = "Person";
static const char COMPUTER[] = "Misere, level ";

void terminal_players_apply(Terminal *terminal) {
    const GameSettings *settings = &terminal->settings;
    session_set_players(&terminal->ui->session, !settings->two_persons && settings->colour == BLACK,
                        !settings->two_persons && settings->colour == WHITE);
    terminal->first_half = MOVE_NONE;
    terminal->wants_board = true;
}

/* The level in the name of the computer; -1 if the name is another. */
static int computer_level(const char *name) {
    int level, end = 0;
    size_t length = strlen(COMPUTER);
    bool is_computer = strncmp(name, COMPUTER, length) == 0 &&
                       sscanf(name + length, "%2d%n", &level, &end) == 1 &&
                       name[length + (size_t)end] == '\0';
    return is_computer && level >= 0 && level <= LEVEL_MAX ? level : -1;
}

bool terminal_players_is_our_name(const char *name) {
    return *name == '\0' || strcmp(name, PERSON) == 0 || computer_level(name) >= 0;
}

bool terminal_players_write_names(Terminal *terminal) {
    Session *session = &terminal->ui->session;
    bool written = true;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        char computer[PLAYER_NAME_SIZE];
        if (!terminal_players_is_our_name(stored_game_name(&session->stored, (Colour)colour)))
            continue;
        snprintf(computer, sizeof computer, "%s%d", COMPUTER, terminal->ui->level);
        written = stored_game_set_name(&session->stored, (Colour)colour,
                                       session->computer[colour] ? computer : PERSON) &&
                  written;
    }
    return written;
}

void terminal_players_read_names(Terminal *terminal) {
    const StoredGame *stored = terminal_stored(terminal);
    const char *const names[COLOURS] = {stored_game_name(stored, WHITE),
                                        stored_game_name(stored, BLACK)};
    bool is_person[COLOURS];
    for (int colour = WHITE; colour <= BLACK; colour++)
        is_person[colour] = strcmp(names[colour], PERSON) == 0;
    if (is_person[WHITE] && is_person[BLACK])
        terminal->settings.two_persons = true;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int level = computer_level(names[colour]);
        if (level < 0 || !is_person[other((Colour)colour)])
            continue;
        terminal->ui->level = level;
        terminal->settings.colour = other((Colour)colour);
        terminal->settings.two_persons = false;
    }
}
