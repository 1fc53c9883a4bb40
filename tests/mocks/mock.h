/* mock: the code shared by the mock programs, which misbehave on demand: each argument names a
 * fault. A mock program ends after MOCK_LIFE_S seconds, so that a broken test leaves no process
 * behind. */
#ifndef MISERE_MOCKS_MOCK_H
#define MISERE_MOCKS_MOCK_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOCK_LIFE_S = 600 };

/* An argument, and what the program does if it is given. */
typedef struct {
    const char *word;
    const char *what;
} MockFlag;

/* Is the flag one of the arguments, which end with NULL? */
static inline bool mock_has(char *const *arguments, const char *flag) {
    for (; *arguments; arguments++)
        if (strcmp(*arguments, flag) == 0)
            return true;
    return false;
}

static inline void mock_hang(void) {
    for (;;)
        pause();
}

static inline void mock_sleep_ms(long ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Prints a line, and flushes it. */
static inline void mock_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline void mock_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

/* Starts the timer that ends the program. Prints the flags and exits if an argument is unknown. */
static inline void mock_begin(int argc, char **argv, const MockFlag *flags, int count) {
    alarm(MOCK_LIFE_S);
    for (int i = 1; i < argc; i++) {
        int j = 0;
        while (j < count && strcmp(argv[i], flags[j].word) != 0)
            j++;
        if (j < count)
            continue;
        fprintf(stderr, "usage: %s [WORD...]\n", argv[0]);
        for (j = 0; j < count; j++)
            fprintf(stderr, "  %-18s %s\n", flags[j].word, flags[j].what);
        exit(2);
    }
}

/* Calls the handler for each line of stdin until it returns false. */
static inline void mock_listen(bool (*handle_line)(void *mock, char *line), void *mock) {
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, stdin)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        if (!handle_line(mock, line))
            break;
    }
    free(line);
}

#endif
