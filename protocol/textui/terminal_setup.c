#include "textui/terminal_setup.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "files/games.h"
#include "textui/terminal_players.h"
#include "textui/terminal_view.h"

#include <inttypes.h>
#include <string.h>

enum {
    MINUTES_MAX = 24 * 60,
    INCREMENT_MAX = 60 * 60, /* in seconds */
};

/* --- reading --- */

/* Reads a number of digits only, and moves *text past it. */
static bool read_digits(const char **text, int max, int *number) {
    const char *c = *text;
    for (*number = 0; *c >= '0' && *c <= '9' && *number <= max; c++)
        *number = 10 * *number + (*c - '0');
    bool is_read = c > *text && *number <= max;
    *text = c;
    return is_read;
}

bool terminal_setup_read_clock(const char *text, ClockSetting *clock, Error *error) {
    const char *rest = text;
    int minutes, seconds = 0, increment = 0;
    if (strcmp(text, "none") == 0) {
        *clock = (ClockSetting){.initial_ms = GAME_NO_CLOCK};
        return true;
    }
    bool is_read = read_digits(&rest, MINUTES_MAX, &minutes);
    if (is_read && *rest == ':') {
        rest++;
        is_read = strcspn(rest, "+") == 2 && read_digits(&rest, 59, &seconds);
    }
    if (is_read && *rest == '+') {
        rest++;
        is_read = read_digits(&rest, INCREMENT_MAX, &increment);
    }
    if (!is_read || *rest || minutes + seconds == 0)
        return error_set(error,
                         "%s is no time: a clock is 1 to %d minutes such as 5 or 1:30, also with "
                         "seconds added for each turn, such as 5+3, or none",
                         QUOTE(text), MINUTES_MAX);
    clock->initial_ms = (minutes * 60 + seconds) * 1000LL;
    clock->increment_ms = increment * 1000LL;
    return true;
}

bool terminal_setup_read_chips(const char *text, int chips[COLOURS], Error *error) {
    const char *rest = text;
    int white, black;
    bool is_read = read_digits(&rest, CHIPS_MAX, &white);
    black = white;
    if (is_read && (*rest == '/' || *rest == ' ')) {
        rest++;
        is_read = read_digits(&rest, CHIPS_MAX, &black);
    }
    if (!is_read || *rest)
        return error_set(
            error, "%s: chips are 0 to %d for both players, or such as 2/0 for White and Black",
            QUOTE(text), CHIPS_MAX);
    chips[WHITE] = white;
    chips[BLACK] = black;
    return true;
}

/* --- showing --- */

const char *terminal_setup_print_clock(ClockSetting clock, char text[CLOCK_SETTING_SIZE]) {
    char initial[CLOCK_TEXT_SIZE];
    if (clock.initial_ms == GAME_NO_CLOCK)
        return strcpy(text, "none");
    terminal_view_clock(clock.initial_ms, initial);
    if (clock.increment_ms > 0)
        snprintf(text, CLOCK_SETTING_SIZE, "%s + %" PRId64 " s", initial,
                 clock.increment_ms / 1000);
    else
        strcpy(text, initial);
    return text;
}

void terminal_setup_list_rulesets(const Terminal *terminal) {
    for (int i = 0; i < ruleset_count(); i++) {
        const Ruleset *rules = ruleset_at(i);
        fprintf(terminal->out, "%c %-27s %s\n", rules == terminal->settings.rules ? '*' : ' ',
                rules->name, rules->title);
    }
}

void terminal_setup_show(const Terminal *terminal) {
    const GameSettings *settings = &terminal->settings;
    FILE *out = terminal->out;
    char clock[CLOCK_SETTING_SIZE];
    fprintf(out, "\nThe next game:\n  ruleset   %s (%s)\n", settings->rules->name,
            settings->rules->title);
    if (settings->two_persons)
        fputs("  opponent  another person at this terminal\n", out);
    else
        fprintf(out, "  opponent  the computer\n  level     %d, of 0 to %d\n  colour    %s\n",
                terminal->ui->level, LEVEL_MAX, outcome_colour_name(settings->colour));
    fprintf(out, "  clock     %s\n", terminal_setup_print_clock(settings->clock, clock));
    if (settings->rules->pass_chips)
        fprintf(out, "  chips     %d for White, %d for Black\n", settings->chips[WHITE],
                settings->chips[BLACK]);
}

static void describe_rules(const Terminal *terminal) {
    const Ruleset *rules = terminal->settings.rules;
    FILE *out = terminal->out;
    if (terminal->settings.two_persons)
        fprintf(out, "Two persons play by the rules of %s.\n", rules->name);
    else
        fprintf(out, "You play %s by the rules of %s, against level %d.\n",
                outcome_colour_name(terminal->settings.colour), rules->name, terminal->ui->level);
    fprintf(out, "If you can capture, you must. You win when you are down to %s.\n",
            rules->bare_at > 1 ? "three pieces, kings included" : "your king");
    fprintf(out, "A checkmated player %s. You may not leave %s in check%s.\n",
            rules->mate == MATED_WINS ? "wins" : "loses",
            rules->halfmoves_per_turn > 1 ? "a king" : "your king",
            rules->antiking ? ", and must leave your anti-king (a, A) in check" : "");
    if (rules->halfmoves_per_turn > 1)
        fputs("A turn moves a white piece, then a black one: e4, then e5, or both: e4,e5\n", out);
    if (rules->pass_chips && (terminal->settings.chips[WHITE] || terminal->settings.chips[BLACK]))
        fputs("A chip pays for a turn without a move: type `pass`.\n", out);
    fputs("Type your move, such as e4 or e2e4. `help` lists the commands.\n", out);
}

/* --- starting --- */

void terminal_setup_start(Terminal *terminal) {
    const GameSettings *settings = &terminal->settings;
    Setup setup = {.rules = settings->rules,
                   .clocks = {{settings->clock.initial_ms, settings->clock.initial_ms}},
                   .increment_ms = settings->clock.increment_ms};
    for (int colour = WHITE; colour <= BLACK && settings->rules->pass_chips; colour++)
        setup.chips[colour] = settings->chips[colour];
    fputc('\n', terminal->out);
    textui_start_game(terminal->ui, &setup);
    terminal->is_choosing = false;
    describe_rules(terminal);
    terminal_players_apply(terminal);
}

bool terminal_setup_load(Terminal *terminal, const char *path, Error *error) {
    if (!path_exists(path))
        return error_set(error, "there is no file %s", QUOTE(path));
    StoredGame loaded;
    if (!games_load(path, terminal->settings.rules, 1, &loaded, error))
        return false;
    stored_game_reopen(&loaded);
    if (!session_adopt(&terminal->ui->session, &loaded, clock_now_ms())) {
        stored_game_free(&loaded);
        return error_set(error, "out of memory");
    }
    computer_player_new_game(&terminal->ui->computer);
    terminal->settings.rules = terminal_game(terminal)->start.rules;
    terminal->is_choosing = false;
    terminal_players_read_names(terminal);
    terminal_players_apply(terminal);
    return true;
}
