/* misere-referee: plays matches and tournaments between programs. */
#include "base/os/open_files.h"
#include "base/os/signals.h"
#include "base/os/startup.h"
#include "cli/command_line.h"
#include "files/gamefile.h"
#include "referee/tournament.h"
#include "referee/trust.h"

#include <stdlib.h>

/* Continues the tournament whose log is in a folder. */
static int resume(Arguments *arguments) {
    LogHeader *header;
    Error error;
    int status = EXIT_FAILURE;
    Settings *settings = &arguments->settings;
    settings->out = settings->folders[0];
    bool loaded = tournament_load_config(arguments, settings->out, &header, &error);
    if (loaded && settings->concurrency == 0)
        settings->concurrency = arguments_clamp_concurrency(log_header_concurrency(header));
    if (loaded && trust_programs(arguments, &error))
        status = tournament_play(arguments);
    else
        command_line_report(error.text);
    log_header_free(header);
    return status;
}

static int run(Arguments *arguments) {
    switch (arguments->settings.mode) {
    case MODE_HELP:
        command_line_answer(&ARGUMENTS_TABLE, CLI_HELP);
        return EXIT_SUCCESS;
    case MODE_VERSION:
        command_line_answer(&ARGUMENTS_TABLE, CLI_VERSION);
        return EXIT_SUCCESS;
    case MODE_MERGE:
        return tournament_merge(arguments);
    case MODE_REPORT:
        return tournament_report(arguments);
    case MODE_RESUME:
        return resume(arguments);
    default:
        return tournament_play(arguments);
    }
}

int main(int argc, char **argv) {
    Arguments *arguments = calloc(1, sizeof *arguments); /* arguments_free() takes zeros */
    Error error;
    int status = 2;
    startup_init();
    signals_ignore_broken_pipe(); /* writing to an engine that has exited must fail, not kill */
    open_files_raise_limit();     /* each engine needs several descriptors */
    bool is_ready = gamefile_init();
    if (!is_ready || !arguments) {
        command_line_report("out of memory");
        status = EXIT_FAILURE;
    } else if (arguments_read(arguments, argc - 1, argv + 1, &error)) {
        status = run(arguments);
    } else {
        command_line_error("%s", error.text);
    }
    if (arguments)
        arguments_free(arguments);
    free(arguments);
    if (is_ready)
        gamefile_quit();
    return command_line_status(status);
}
