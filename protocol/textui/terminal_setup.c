#include "textui/terminal_setup.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/words.h"
#include "files/games.h"
#include "textui/terminal_keep.h"
#include "textui/terminal_players.h"
#include "textui/terminal_view.h"

#include <string.h>

enum { MINUTES_MAX = 24 * 60, INCREMENT_MAX = 60 * 60 };

/* --- reading --- */

/* Reads a number of at most `max`, and moves *text past it. */
static bool read_digits(const char **text, int max, int *number) {
    int64_t read;
    bool is_read = words_digits(text, &read) && read <= max;
    *number = is_read ? (int)read : 0;
    return is_read;
}

bool terminal_setup_read_clock(const char *text, GameSettings *settings, Error *error) {
    const char *rest = text;
    int minutes, seconds = 0, increment = 0;
    if (strcmp(text, "none") == 0) {
        settings->clock_ms = GAME_NO_CLOCK;
        settings->increment_ms = 0;
        return true;
    }
    bool is_read = read_digits(&rest, MINUTES_MAX, &minutes);
    if (is_read && *rest == ':') {
        rest++;
        is_read = strspn(rest, "0123456789") == 2 && read_digits(&rest, 59, &seconds);
    }
    if (is_read && *rest == '+') {
        rest++;
        is_read = read_digits(&rest, INCREMENT_MAX, &increment);
    }
    if (!is_read || *rest || minutes + seconds == 0)
        return error_set(error,
                         "%s is not a time: a clock is 1 to %d minutes (5, 1:30, 5+3), or none",
                         QUOTE(text), MINUTES_MAX);
    settings->clock_ms = (minutes * 60 + seconds) * 1000LL;
    settings->increment_ms = increment * 1000LL;
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
        return error_set(error, "%s: chips are 0 to %d, for both players (2) or for each (2/0)",
                         QUOTE(text), CHIPS_MAX);
    chips[WHITE] = white;
    chips[BLACK] = black;
    return true;
}

/* --- showing --- */

/* What distinguishes a ruleset, on the rest of a line after its name. */
static void describe_in_brief(FILE *out, const Ruleset *rules) {
    static const char *const STALEMATED[] = {[STALEMATE_LOSES_TURN] = "passes",
                                             [STALEMATE_DRAWS] = "draws",
                                             [STALEMATE_WINS] = "wins",
                                             [STALEMATE_FEWER_WINS] = "wins with fewer pieces"};
    fprintf(out, "%s, stalemated %s%s%s%s%s%s\n",
            !rules->royal_king          ? "ordinary king"
            : rules->mate == MATED_WINS ? "mated wins"
                                        : "mated loses",
            STALEMATED[rules->stalemate], rules->castling ? ", castling" : "",
            rules->antiking ? ", antiking" : "", rules->pass_chips ? ", pass chips" : "",
            rules->halfmoves_per_turn > 1 ? ", moves both sides" : "",
            rules->double_step ? "" : ", no double steps");
}

void terminal_setup_list_rulesets(const Terminal *terminal) {
    for (int i = 0; i < ruleset_count(); i++) {
        const Ruleset *rules = ruleset_at(i);
        fprintf(terminal->out, "%c %-27s ", rules == terminal->settings.rules ? '*' : ' ',
                rules->name);
        describe_in_brief(terminal->out, rules);
    }
}

void terminal_setup_show(const Terminal *terminal) {
    const GameSettings *settings = &terminal->settings;
    FILE *out = terminal->out;
    char clock[TIME_CONTROL_TEXT_SIZE];
    fprintf(out, "\nThe next game:\n  ruleset   %s (%s)\n", settings->rules->name,
            settings->rules->title);
    if (settings->two_persons)
        fputs("  opponent  another person at this terminal\n", out);
    else
        fprintf(out, "  opponent  the computer\n  level     %d, of 0 to %d\n  colour    %s\n",
                terminal->ui->level, LEVEL_MAX, outcome_colour_name(settings->colour));
    fprintf(out, "  clock     %s\n", terminal_view_time_control(settings, clock));
    if (settings->rules->pass_chips)
        fprintf(out, "  chips     %d for White, %d for Black\n", settings->chips[WHITE],
                settings->chips[BLACK]);
}

static void describe_goal(FILE *out, const Ruleset *rules) {
    static const char FORMAT[] = "If you can capture, you must. You win when you %s.\n";
    if (rules->bare_at == 0)
        fprintf(out, FORMAT, "have no pieces left");
    else
        fprintf(out, FORMAT,
                rules->bare_at > 1 ? "are down to three pieces, kings included"
                                   : "are down to your king");
}

static void describe_kings(FILE *out, const Ruleset *rules) {
    if (!rules->royal_king) {
        fputs("The king is a piece like any other. There is no check.\n", out);
        return;
    }
    fprintf(out, "A checkmated player %s. You may not leave %s in check%s.\n",
            rules->mate == MATED_WINS ? "wins" : "loses",
            rules->halfmoves_per_turn > 1 ? "a king" : "your king",
            rules->antiking ? ", and must leave your anti-king (a, A) in check" : "");
}

void terminal_setup_describe(FILE *out, const Ruleset *rules) {
    describe_goal(out, rules);
    describe_kings(out, rules);
    if (rules->halfmoves_per_turn > 1)
        fputs("A turn moves a white piece, then a black one: e4, then e5, or both: e4,e5\n", out);
}

static void describe_game(const Terminal *terminal) {
    const Ruleset *rules = terminal->settings.rules;
    FILE *out = terminal->out;
    if (terminal->settings.two_persons)
        fprintf(out, "Two people play by the rules of %s.\n", rules->name);
    else
        fprintf(out, "You play %s by the rules of %s, against level %d.\n",
                outcome_colour_name(terminal->settings.colour), rules->name, terminal->ui->level);
    terminal_setup_describe(out, rules);
    if (rules->pass_chips && (terminal->settings.chips[WHITE] || terminal->settings.chips[BLACK]))
        fputs("A chip pays for a turn without a move: type `pass`.\n", out);
    fputs("Type your move, such as e4 or e2e4. `help` lists the commands.\n", out);
}

/* --- starting --- */

void terminal_setup_start(Terminal *terminal, const Position *start) {
    const GameSettings *settings = &terminal->settings;
    Setup setup = {.rules = settings->rules,
                   .clocks = {{settings->clock_ms, settings->clock_ms}},
                   .increment_ms = settings->increment_ms,
                   .start = start};
    for (int colour = WHITE; colour <= BLACK && settings->rules->pass_chips; colour++)
        setup.chips[colour] = settings->chips[colour];
    if (!terminal_keep_aside(terminal))
        return;
    fputc('\n', terminal->out);
    if (!textui_start_game(terminal->ui, &setup))
        return;
    terminal->is_choosing = false;
    *terminal->saved = '\0';
    describe_game(terminal);
    terminal_players_apply(terminal);
}

/* Lets a loaded game go on, unless the rules have ended it; then its result stays as stated. */
static void continue_game(TextUi *ui, StoredGame *loaded) {
    const char *result = stored_game_result(loaded);
    if (outcome_is_over(game_outcome(&loaded->game)))
        return;
    if (strcmp(result, "*") != 0)
        textui_say(ui, "The game goes on; its result %s is dropped", result);
    stored_game_reopen(loaded);
}

bool terminal_setup_load(Terminal *terminal, const char *path, Error *error) {
    if (!path_exists(path))
        return error_set(error, "there is no file %s", QUOTE(path));
    StoredGame loaded;
    Error cut = {.text = ""};
    GameSettings *settings = &terminal->settings;
    const Ruleset *chosen = settings->are_rules_chosen ? settings->rules : NULL;
    if (!games_load_part(path, chosen, 1, &loaded, &cut, error))
        return false;
    if (!terminal_keep_aside(terminal)) {
        stored_game_free(&loaded);
        return error_set(error, "the game in progress goes on");
    }
    if (*cut.text)
        textui_say(terminal->ui, "%s; only the turns before it are loaded", cut.text);
    textui_say_remarks(terminal->ui, &loaded);
    continue_game(terminal->ui, &loaded);
    if (!session_adopt(&terminal->ui->session, &loaded, clock_now_ms())) {
        stored_game_free(&loaded);
        return error_set(error, "out of memory");
    }
    computer_player_new_game(&terminal->ui->computer);
    settings->rules = terminal_game(terminal)->start.rules;
    settings->are_rules_chosen = false;
    terminal->is_choosing = false;
    *terminal->saved = '\0';
    terminal_players_read_names(terminal);
    terminal_players_apply(terminal);
    return true;
}
