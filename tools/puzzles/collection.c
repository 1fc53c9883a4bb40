#include "puzzles/collection.h"

#include "base/os/atomic_file.h"
#include "files/log/puzzle_entry.h"
#include "puzzles/selection.h"
#include "rules/notation.h"

#include <stdlib.h>

enum { SOLUTION_SIZE = 2 * PUZZLE_LENGTH_MAX * TURN_TEXT_SIZE };

/* Writes the solution's turns, separated by spaces, and returns the outcome after them. */
static Outcome write_solution(const Puzzle *puzzle, char text[SOLUTION_SIZE]) {
    Position pos = puzzle->start, after;
    int length = 0;
    for (int i = 0; i < puzzle->turn_count; i++) {
        char turn[TURN_TEXT_SIZE];
        notation_write_turn(&pos, puzzle->line[i], STYLE_UCI, turn);
        length +=
            snprintf(text + length, SOLUTION_SIZE - (size_t)length, "%s%s", i ? " " : "", turn);
        turn_apply(&after, &pos, puzzle->line[i]);
        pos = after;
    }
    return outcome_of(&pos);
}

/* The caller frees the result; NULL if out of memory. */
static char *puzzle_json(const FoundPuzzle *found) {
    const Puzzle *puzzle = &found->puzzle;
    char fen[FEN_SIZE], solution[SOLUTION_SIZE];
    Outcome outcome = write_solution(puzzle, solution);
    position_to_fen(&puzzle->start, fen);
    PuzzleEntry entry = {.ruleset = puzzle->start.rules->name,
                         .fen = fen,
                         .solution = solution,
                         .reason = outcome_reason_name(outcome.reason),
                         .length = puzzle_length(puzzle),
                         .difficulty = selection_difficulty(puzzle),
                         .is_proven = puzzle->others == OTHERS_REFUTED,
                         .log = found->source->path,
                         .line = found->source->line,
                         .turn = found->source->turn};
    return puzzle_entry_write(&entry);
}

static bool write_puzzles(FILE *out, Family family, const FoundPuzzles *puzzles) {
    bool ok = true;
    fprintf(out, "{\"family\":\"%s\",\"puzzles\":[", ruleset_family_name(family));
    for (int i = 0; ok && i < puzzles->count; i++) {
        char *json = puzzle_json(&puzzles->puzzles[i]);
        ok = json != NULL;
        fprintf(out, "%s\n%s", i ? "," : "", ok ? json : "");
        free(json);
    }
    fputs("\n]}\n", out);
    return ok;
}

static bool set_path(char path[PATH_MAX], const char *folder, Family family, Error *error) {
    return snprintf(path, PATH_MAX, "%s/%s.json", folder, ruleset_family_name(family)) < PATH_MAX ||
           error_set(error, "%s: the path is too long", folder);
}

bool collection_check(const char *folder, Family family, Error *error) {
    char path[PATH_MAX];
    return set_path(path, folder, family, error) && atomic_file_check(path, error);
}

bool collection_write(const char *folder, Family family, const FoundPuzzles *puzzles,
                      Error *error) {
    char path[PATH_MAX];
    AtomicFile file;
    if (!set_path(path, folder, family, error) || !atomic_file_open(&file, path, error))
        return false;
    if (write_puzzles(file.file, family, puzzles))
        return atomic_file_commit(&file, error);
    atomic_file_discard(&file);
    return error_set(error, "%s: out of memory, or the path of a log is not UTF-8", path);
}
