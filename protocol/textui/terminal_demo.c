#include "textui/terminal_demo.h"

#include "base/os/stream.h"
#include "cli/command_line.h"
#include "textui/extended.h"

#include <stdlib.h>

enum { DEMO_TURNS_MAX = 300 };

/* Prints a turn, with the move number at the beginning of each line, where it is White's. */
static void show_turn(FILE *out, const Game *game, Turn turn) {
    char text[TURN_TEXT_SIZE];
    int turns_per_line = game->start.rules->halfmoves_per_turn > 1 ? 4 : 8;
    notation_write_turn(&game->now, turn, STYLE_SAN, text);
    if (game->count % turns_per_line == 0)
        fprintf(out, "%s%4u.", game->count ? "\n" : "", (unsigned)game->now.fullmove_number);
    fprintf(out, " %s", text);
    fflush(out);
}

/* Plays the game in progress to its end, but at most DEMO_TURNS_MAX turns, and prints its turns to
 * `out`. The answers go to ui->config.out. */
static bool show_game(TextUi *ui, FILE *out) {
    const Game *game = &ui->session.stored.game;
    while (ui->session.in_progress && game->count < DEMO_TURNS_MAX) {
        if (!textui_choose_turn(ui))
            return false;
        show_turn(out, game, ui->session.chosen_turn);
        textui_play_turn(ui, ui->session.chosen_turn, false);
        textui_finish_if_over(ui);
    }
    fputs("\n\n", out);
    return true;
}

static bool demonstrate(const TextUiConfig *config, const char *ruleset) {
    FILE *out = config->out;
    MemoryStream said;
    TextUiConfig quiet = *config;
    if (!memory_stream_open(&said))
        return command_line_report("out of memory");
    quiet.out = said.file;
    TextUi ui;
    textui_init(&ui, &quiet);
    fprintf(out, "A game of %s\n", ruleset);
    Setup setup = {.rules = ruleset_find(ruleset),
                   .computer = {true, true},
                   .clocks = {{GAME_NO_CLOCK, GAME_NO_CLOCK}}};
    bool started = textui_start_game(&ui, &setup);
    ui.session.stored.game.tournament_draws = true;
    bool shown = started && show_game(&ui, out);
    memory_stream_close(&said);
    ui.config.out = out;
    if (!shown)
        fprintf(out, "\n%s", said.bytes);
    if (started)
        extended_draw_board(&ui, NULL);
    fputc('\n', out);
    textui_free(&ui);
    free(said.bytes);
    return shown;
}

bool terminal_demo_play(const TextUiConfig *config) {
    static const char *const games[] = {"6170-spring-2007", "6170-spring-2006-antiking",
                                        "6170-fall-2003-mindcontrol", "antichess"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (!demonstrate(config, games[i]))
            return false;
    return fflush(config->out) == 0 && !ferror(config->out);
}
