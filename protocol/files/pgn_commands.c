#include "files/pgn_commands.h"

#include "base/minmax.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SECOND_US = 1000000, SECOND_MS = 1000, MS_US = 1000, DECIMALS = 6 };

/* The most digits of each number that are read: all values then fit. */
enum { PAWN_DIGITS = 6, MATE_DIGITS = 5, DEPTH_DIGITS = 5, HOUR_DIGITS = 9, SECOND_DIGITS = 7 };

/* As many milliseconds as HOUR_DIGITS can express. */
#define CLOCK_MAX_MS (INT64_C(999999999) * 3600 * 1000)

/* --- writing --- */

/* Writes "[%NAME H:MM:SS]", with as many decimals as needed. */
static void print_time(const char *name, int64_t ms, char command[PGN_COMMAND_SIZE]) {
    int64_t seconds = ms / SECOND_MS;
    int length = snprintf(command, PGN_COMMAND_SIZE, "[%%%s %" PRId64 ":%02d:%02d.%03d", name,
                          seconds / 3600, (int)(seconds / 60 % 60), (int)(seconds % 60),
                          (int)(ms % SECOND_MS));
    while (command[length - 1] == '0')
        length--;
    length -= command[length - 1] == '.';
    snprintf(command + length, PGN_COMMAND_SIZE - (size_t)length, "]");
}

static void print_score(const TurnEvaluation *evaluation, Colour player,
                        char command[PGN_COMMAND_SIZE]) {
    char depth[16] = "";
    int64_t score = player == WHITE ? evaluation->score : -(int64_t)evaluation->score;
    if (evaluation->depth > 0)
        snprintf(depth, sizeof depth, ",%d", evaluation->depth);
    if (evaluation->is_mate)
        snprintf(command, PGN_COMMAND_SIZE, "[%%eval #%" PRId64 "%s]", score, depth);
    else
        snprintf(command, PGN_COMMAND_SIZE, "[%%eval %.2f%s]", (double)score / 100, depth);
}

/* To the nearest millisecond. */
static int64_t elapsed_ms(const PgnTurnInfo *info) {
    int64_t us = info->evaluation.elapsed_us;
    return us / MS_US + (us % MS_US >= MS_US / 2);
}

int pgn_commands_print(const PgnTurnInfo *info, Colour player,
                       char commands[PGN_COMMANDS_MAX][PGN_COMMAND_SIZE]) {
    int count = 0;
    if (info->evaluation.has_score)
        print_score(&info->evaluation, player, commands[count++]);
    if (info->clock_ms != GAME_NO_CLOCK)
        print_time("clk", info->clock_ms > 1 ? min64(info->clock_ms, CLOCK_MAX_MS) : 0,
                   commands[count++]);
    if (elapsed_ms(info) > 0)
        print_time("emt", min64(elapsed_ms(info), CLOCK_MAX_MS), commands[count++]);
    return count;
}

/* --- reading: each function moves *text past what it takes, and returns whether it is there --- */

static bool take_character(const char **text, char c) {
    bool found = **text == c;
    *text += found;
    return found;
}

static bool take_digits(const char **text, int most, int *number) {
    int digits = 0;
    *number = 0;
    for (; digits < most && **text >= '0' && **text <= '9'; digits++)
        *number = 10 * *number + *(*text)++ - '0';
    return digits > 0 && (**text < '0' || **text > '9');
}

/* Takes the digits after a decimal point, if any, as a number of units of 10^-decimals. */
static int take_fraction(const char **text, int decimals) {
    int number = 0;
    while (**text >= '0' && **text <= '9') {
        if (decimals-- > 0)
            number = 10 * number + **text - '0';
        ++*text;
    }
    while (decimals-- > 0)
        number *= 10;
    return number;
}

static int take_sign(const char **text) {
    if (take_character(text, '-'))
        return -1;
    take_character(text, '+');
    return 1;
}

/* Takes "0.35", ".35" or "1". */
static bool take_centipawns(const char **text, int *score) {
    int pawns = 0;
    if (**text != '.' && !take_digits(text, PAWN_DIGITS, &pawns))
        return false;
    *score = 100 * pawns + (take_character(text, '.') ? take_fraction(text, 2) : 0);
    return true;
}

/* Are these bytes a number with decimals? */
static bool has_point(const char *from, const char *end) {
    return memchr(from, '.', (size_t)(end - from));
}

/* Takes "-0.35,12" or "#-3"; or "-35,12" as Fritz writes it, in centipawns. */
static bool take_eval(const char **text, Colour player, PgnTurnInfo *info) {
    TurnEvaluation read = info->evaluation;
    if (read.has_score)
        return false;
    read.is_mate = take_character(text, '#');
    read.has_score = true;
    int sign = take_sign(text) * (player == WHITE ? 1 : -1);
    const char *from = *text;
    if (read.is_mate ? !take_digits(text, MATE_DIGITS, &read.score)
                     : !take_centipawns(text, &read.score))
        return false;
    if (!read.is_mate && **text == ',' && !has_point(from, *text))
        read.score /= 100;
    read.score *= sign;
    if (take_character(text, ',') && !take_digits(text, DEPTH_DIGITS, &read.depth))
        return false;
    info->evaluation = read;
    return true;
}

/* Takes "0:01:23.4". */
static bool take_time(const char **text, int64_t *us) {
    int hours, minutes, seconds;
    if (!take_digits(text, HOUR_DIGITS, &hours) || !take_character(text, ':') ||
        !take_digits(text, 2, &minutes) || !take_character(text, ':') ||
        !take_digits(text, 2, &seconds))
        return false;
    int fraction = take_character(text, '.') ? take_fraction(text, DECIMALS) : 0;
    *us = (INT64_C(3600) * hours + 60 * minutes + seconds) * SECOND_US + fraction;
    return true;
}

/* A clock below 1 ms is read as 1 ms, which is written as 0: it was rounded down, since its player
 * has still moved. */
static bool take_clock(const char **text, Colour player, PgnTurnInfo *info) {
    int64_t us;
    (void)player;
    if (info->clock_ms != GAME_NO_CLOCK || !take_time(text, &us))
        return false;
    info->clock_ms = us >= MS_US ? us / MS_US : 1;
    return true;
}

/* A time that would not be printed stays where it is. */
static bool take_elapsed(const char **text, Colour player, PgnTurnInfo *info) {
    (void)player;
    return elapsed_ms(info) == 0 && take_time(text, &info->evaluation.elapsed_us) &&
           elapsed_ms(info) > 0;
}

/* Takes a whole command; not one that the turn already has, so that both are kept. */
static bool take_command(const char **text, Colour player, PgnTurnInfo *info) {
    static const struct {
        const char *begin;
        bool (*take)(const char **text, Colour player, PgnTurnInfo *info);
    } COMMANDS[] = {{"[%eval ", take_eval}, {"[%clk ", take_clock}, {"[%emt ", take_elapsed}};
    PgnTurnInfo read = *info;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        size_t length = strlen(COMMANDS[i].begin);
        if (strncmp(*text, COMMANDS[i].begin, length) != 0)
            continue;
        const char *rest = *text + length;
        if (!COMMANDS[i].take(&rest, player, &read) || !take_character(&rest, ']'))
            return false;
        *info = read;
        *text = rest;
        return true;
    }
    return false;
}

/* --- the form of cutechess-cli, fastchess and XBoard --- */

/* XBoard writes a forced end in n turns as XBOARD_MATE + n centipawns. */
enum { XBOARD_MATE = 100000, XBOARD_MATE_TURNS = 1000 };

/* Takes ":05" or ":02:03" after the number in *seconds, and makes seconds of them all. */
static bool take_clock_rest(const char **text, int64_t *seconds) {
    for (int parts = 1; take_character(text, ':'); parts++) {
        int more;
        if (parts > 2 || !take_digits(text, 2, &more))
            return false;
        *seconds = 60 * *seconds + more;
    }
    return true;
}

/* Takes a time: "0.013s", or after a score also "8", "0.2" or "1:05". */
static bool take_seconds(const char **text, bool needs_unit, int64_t *us) {
    int number;
    if (!take_digits(text, SECOND_DIGITS, &number))
        return false;
    int64_t seconds = number;
    if (!needs_unit && !take_clock_rest(text, &seconds))
        return false;
    int fraction = take_character(text, '.') ? take_fraction(text, DECIMALS) : 0;
    *us = seconds * SECOND_US + fraction;
    return take_character(text, 's') || !needs_unit;
}

/* Takes "+0.35/12", "-M4/12" (lost in four half-moves), "#-3/7" (lost in three turns) or
 * "1000.06/9" (won in six turns). */
static bool take_score(const char **text, TurnEvaluation *evaluation) {
    const char *from = *text;
    bool in_turns = take_character(text, '#');
    int sign = take_sign(text);
    bool in_half_moves = !in_turns && take_character(text, 'M');
    evaluation->has_score = true;
    evaluation->is_mate = in_turns || in_half_moves;
    if (evaluation->is_mate ? !take_digits(text, MATE_DIGITS, &evaluation->score)
                            : !take_centipawns(text, &evaluation->score) || !has_point(from, *text))
        return false;
    if (in_half_moves)
        evaluation->score = (evaluation->score + (sign > 0)) / 2;
    int beyond = evaluation->score - XBOARD_MATE;
    if (!evaluation->is_mate && beyond > 0 && beyond <= XBOARD_MATE_TURNS) {
        evaluation->is_mate = true;
        evaluation->score = beyond;
    }
    evaluation->score *= sign;
    return take_character(text, '/') && take_digits(text, DEPTH_DIGITS, &evaluation->depth);
}

/* Takes "+295": with the option cumulativeTimePGN XBoard writes the seconds left, with a sign,
 * instead of the time used. */
static bool take_signed_clock(const char **text, int64_t *clock_ms) {
    int seconds, sign = **text == '-' ? -1 : 1;
    if ((!take_character(text, '+') && !take_character(text, '-')) ||
        !take_digits(text, SECOND_DIGITS, &seconds))
        return false;
    *clock_ms = max64(INT64_C(1) * sign * seconds * SECOND_MS, 1); /* as in take_clock */
    return true;
}

/* Takes what follows a score. */
static bool take_used_or_left(const char **text, PgnTurnInfo *info) {
    return **text == '+' || **text == '-' ? take_signed_clock(text, &info->clock_ms)
                                          : take_seconds(text, false, &info->evaluation.elapsed_us);
}

/* Takes a score, a time, or both, up to the end of the comment or a comma. */
static bool take_cutechess(const char **text, PgnTurnInfo *info) {
    PgnTurnInfo read = *info;
    const char *rest = *text;
    if (read.evaluation.has_score || elapsed_ms(&read) > 0)
        return false;
    if (!take_score(&rest, &read.evaluation)) {
        rest = *text;
        read = *info;
        if (!take_seconds(&rest, true, &read.evaluation.elapsed_us) || !has_point(*text, rest))
            return false;
    } else if (take_character(&rest, ' ') && !take_used_or_left(&rest, &read)) {
        return false;
    }
    if (*rest && !take_character(&rest, ','))
        return false;
    *info = read;
    *text = rest;
    return true;
}

/* Where a score may begin: after the line that XBoard's analysis puts first, "(e3 b5) +0.35/12". */
static char *skip_line_in_brackets(char *comment) {
    char *end = *comment == '(' ? strchr(comment, ')') : NULL;
    return end ? end + 1 + strspn(end + 1, " ") : comment;
}

/* Removes the bytes up to `end`, and the blanks after them. */
static void cut(char *from, const char *end) {
    end += strspn(end, " ");
    memmove(from, end, strlen(end) + 1);
}

void pgn_commands_take(char *comment, Colour player, PgnTurnInfo *info) {
    char *score = skip_line_in_brackets(comment);
    const char *end = score;
    if (take_cutechess(&end, info))
        cut(score, end);
    for (char *at = comment; (at = strstr(at, "[%"));) {
        end = at;
        if (take_command(&end, player, info)) {
            cut(at, end);
            at = comment; /* what stood around it may be a command now */
        } else {
            at++;
        }
    }
    text_trim(comment);
}
