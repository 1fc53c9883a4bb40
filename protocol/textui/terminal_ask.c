#include "textui/terminal_ask.h"

#include "base/text.h"

#include <string.h>

const char *terminal_ask_prompt(Terminal *terminal) {
    char *text = terminal->prompt_text;
    const Position *pos = terminal_position(terminal);
    if (terminal->is_choosing)
        snprintf(text, PROMPT_SIZE, "Enter starts the game> ");
    else if (!terminal->ui->session.in_progress)
        snprintf(text, PROMPT_SIZE, "Another game? [Y/n] ");
    else if (pos->rules->halfmoves_per_turn > 1)
        snprintf(text, PROMPT_SIZE, "%s, %s piece> ", outcome_colour_name((Colour)pos->player),
                 outcome_colour_name((Colour)pos->side));
    else
        snprintf(text, PROMPT_SIZE, "%s> ", outcome_colour_name((Colour)pos->player));
    return text;
}

bool terminal_ask_line(Terminal *terminal, const char *prompt, char **line) {
    LineKind kind;
    if (prompt != terminal->prompt_text)
        snprintf(terminal->prompt_text, PROMPT_SIZE, "%s", prompt);
    fflush(terminal->out);
    while ((kind = prompt_read(&terminal->prompt, terminal->prompt_text, line)) == LINE_TOO_LONG ||
           kind == LINE_BINARY)
        fputs(kind == LINE_TOO_LONG ? "That line is longer than 64 KiB, and is ignored\n"
                                    : "That line is not text, and is ignored\n",
              terminal->ui->config.out);
    if (kind != LINE_TEXT) {
        fputc('\n', terminal->out);
        terminal->must_end = true;
        terminal->has_failed = kind == LINE_FAILED;
    }
    return kind == LINE_TEXT;
}

int terminal_ask_read_answer(const char *line) {
    char word[8];
    int end = 0;
    if (sscanf(line, "%7s%n", word, &end) != 1)
        return 1;
    bool is_alone = line[end + (int)strspn(line + end, " \t")] == '\0';
    if (is_alone && (text_equal_ignoring_case(word, "y") || text_equal_ignoring_case(word, "yes")))
        return 1;
    bool is_no = text_equal_ignoring_case(word, "n") || text_equal_ignoring_case(word, "no");
    return is_alone && is_no ? 0 : -1;
}

bool terminal_ask_confirm(Terminal *terminal, const char *question) {
    char *line;
    while (terminal_ask_line(terminal, question, &line)) {
        int answered = terminal_ask_read_answer(line);
        if (line[strspn(line, " \t")] == '\0')
            return false;
        if (answered >= 0)
            return answered == 1;
        fputs("Type y for yes, or n for no\n", terminal->out);
    }
    return false;
}
