/*
 * usage: check-proof FILE...
 *        check-proof --table RULESET [FILE]...
 *
 * Checks proofs in the format of docs/proofs.md with the reference implementation of the rules, and
 * nothing of the engine. A file may have several proofs, one after another. Prints one line for
 * each proof: what it proves, or where it is wrong; the rest of that file is then skipped. The exit
 * status is 0 if all proofs are right, 1 if one is wrong, 2 if the command line is.
 *
 * With --table each proof must be of the ruleset and of another opening of up to two half-moves.
 * Instead of a line for each it prints, if all are right, the table of all openings: what is
 * proven, and which are open.
 */
#include "reference/compact_proof.h"
#include "reference/proven_openings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1 << 16, POSITIONS_MAX = 4000000, FIFTY_MOVES = 100, KEY_SIZE = 104 };
enum { COMPACT_POSITIONS_MAX = 999999999, COMPACT_MEGABYTES = 1024 };

typedef struct {
    RefPosition
        pos; /* its half-move clock is the greatest with which a line of the proof reaches it */
    bool reached;
    int length; /* half-moves of the longest line from the first position */
} CheckedPosition;

/* The parts of a position that count for threefold repetition. */
typedef struct {
    char text[KEY_SIZE];
    long number;
} Key;

/* The half-moves of a position, and which of them the proof has. */
typedef struct {
    RefMove moves[REF_MAX_MOVES];
    bool answered[REF_MAX_MOVES];
    int count;
} Answers;

typedef struct {
    const char *path;
    FILE *in;
    long line;
    char text[LINE_SIZE];                            /* the text of the line, without its newline */
    ProvenOpenings *table;                           /* NULL: not asked for */
    char ruleset[REF_TEXT_SIZE], fen[REF_TEXT_SIZE]; /* as the proof has them */
    RefColour winner;
    long count;
    bool is_compact;        /* is the body in the compact format? */
    CheckedPosition *nodes; /* indexed by number - 1, like the keys */
    Key *keys;
    int length;
} Check;

/* Reports what is wrong in the current line. Returns false. */
static bool wrong(const Check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(const Check *check, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%ld: ", check->path, check->line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    return false;
}

static bool read_line(Check *check) {
    check->line++;
    if (!fgets(check->text, LINE_SIZE, check->in)) {
        return wrong(check, "the file ends too early");
    }
    size_t length = strcspn(check->text, "\n");
    if (check->text[length] != '\n') {
        return wrong(check, "the line is too long, or has no end");
    }
    check->text[length] = '\0';
    return true;
}

/* Reads a line "NAME VALUE". Returns the value, or NULL. */
static const char *read_field(Check *check, const char *name) {
    size_t length = strlen(name);
    if (!read_line(check)) {
        return NULL;
    }
    if (strncmp(check->text, name, length) != 0 || check->text[length] != ' ') {
        wrong(check, "this line must begin with '%s '", name);
        return NULL;
    }
    return check->text + length + 1;
}

/* Reads a number from 1 to `max`, written without leading zeros; 0 if the text is none. */
static long read_number(const char *text, long max) {
    size_t length = strlen(text);
    if (length == 0 || length > 9 || text[0] == '0' || strspn(text, "0123456789") != length) {
        return 0;
    }
    long number = atol(text);
    return number <= max ? number : 0;
}

/* ---- Positions ------------------------------------------------------------------------------ */

/* Does the half-move capture en passant? Only then does a pawn leave its file for an empty square.
 */
static bool is_en_passant(const RefPosition *pos, RefMove move) {
    char piece = pos->board[move.from_rank][move.from_file];
    return !move.pass && (piece == 'P' || piece == 'p') && move.from_file != move.to_file &&
           pos->board[move.to_rank][move.to_file] == '.';
}

static void make_key(const RefPosition *pos, const RefMove *moves, int count, char key[KEY_SIZE]) {
    int en_passant = -1;
    for (int i = 0; i < count; i++) {
        if (is_en_passant(pos, moves[i])) {
            en_passant = pos->double_step_file;
        }
    }
    snprintf(key, KEY_SIZE, "%.64s %d%d %d%d%d%d %d %d %d", &pos->board[0][0], (int)pos->to_move,
             (int)pos->player, pos->may_castle[0][0], pos->may_castle[0][1], pos->may_castle[1][0],
             pos->may_castle[1][1], en_passant, pos->chips[0], pos->chips[1]);
}

static int compare_keys(const void *left, const void *right) {
    const Key *a = left, *b = right;
    int order = strcmp(a->text, b->text);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

/* No position may have two numbers: as numbers grow along each line, no line then repeats one. */
static bool check_all_different(Check *check) {
    qsort(check->keys, (size_t)check->count, sizeof *check->keys, compare_keys);
    for (long i = 1; i < check->count; i++) {
        const Key *a = &check->keys[i - 1], *b = &check->keys[i];
        if (strcmp(a->text, b->text) == 0) {
            return wrong(check, "positions %ld and %ld are the same", a->number, b->number);
        }
    }
    return true;
}

/* ---- Half-moves ----------------------------------------------------------------------------- */

/* Checks that the half-move ends the game, and that the right player wins. */
static bool check_end(const Check *check, const RefPosition *after, const char *text) {
    char status[REF_TEXT_SIZE], wanted[16];
    ref_status(after, status, sizeof status);
    snprintf(wanted, sizeof wanted, "won %s ", check->winner == REF_WHITE ? "white" : "black");
    return strncmp(status, wanted, strlen(wanted)) == 0 ||
           wrong(check, "%s does not win: %s", text, status);
}

/* Checks that the half-move from position `from` leads to position `to`. The first half-move that
 * reaches a number defines its position. */
static bool check_target(const Check *check, long from, long to, const RefPosition *after,
                         const char *text) {
    CheckedPosition *node = &check->nodes[to - 1];
    RefMove moves[REF_MAX_MOVES];
    char key[KEY_SIZE], known[KEY_SIZE];
    int count = ref_moves(after, moves, REF_MAX_MOVES);
    if (to <= from) {
        return wrong(check, "%s must lead to a later position", text);
    }
    if (count == 0) {
        return wrong(check, "%s ends the game", text);
    }
    make_key(after, moves, count, key);
    if (!node->reached) {
        *node = (CheckedPosition){.pos = *after, .reached = true};
    } else {
        count = ref_moves(&node->pos, moves, REF_MAX_MOVES);
        make_key(&node->pos, moves, count, known);
        if (strcmp(key, known) != 0) {
            return wrong(check, "%s does not lead to position %ld", text, to);
        }
    }
    if (after->half_move_clock > node->pos.half_move_clock) {
        node->pos.half_move_clock = after->half_move_clock;
    }
    if (check->nodes[from - 1].length >= node->length) {
        node->length = check->nodes[from - 1].length + 1;
    }
    return true;
}

static int find_move(const Answers *answers, const char *text) {
    for (int i = 0; i < answers->count; i++) {
        char name[6];
        ref_move_text(answers->moves[i], name);
        if (strcmp(name, text) == 0) {
            return i;
        }
    }
    return -1;
}

/* Checks a half-move and what follows it, and marks it as answered. */
static bool check_move(Check *check, long number, Answers *answers, const char *text,
                       const char *target) {
    const CheckedPosition *node = &check->nodes[number - 1];
    int index = find_move(answers, text);
    if (index < 0) {
        return wrong(check, "%s is not legal", text);
    }
    if (answers->answered[index]) {
        return wrong(check, "%s is there twice", text);
    }
    answers->answered[index] = true;
    RefPosition after = node->pos;
    ref_play(&after, answers->moves[index]);
    if (strcmp(target, "#") == 0) {
        if (node->length >= check->length) {
            check->length = node->length + 1;
        }
        return check_end(check, &after, text);
    }
    long to = read_number(target, check->count);
    return to > 0 ? check_target(check, number, to, &after, text)
                  : wrong(check, "%s must be followed by # or a position's number", text);
}

/* Has the winner one half-move, or the loser all of them? */
static bool check_answers(const Check *check, const RefPosition *pos, const Answers *answers) {
    int count = 0;
    for (int i = 0; i < answers->count; i++) {
        char text[6];
        ref_move_text(answers->moves[i], text);
        count += answers->answered[i];
        if (pos->player != check->winner && !answers->answered[i]) {
            return wrong(check, "%s has no answer", text);
        }
    }
    return pos->player != check->winner || count == 1 ||
           wrong(check, "the winner must have one half-move, not %d", count);
}

/* May the tournament rules draw the game here? */
static bool check_no_draw(const Check *check, const RefPosition *pos) {
    if (pos->half_move_clock >= FIFTY_MOVES) {
        return wrong(check, "a draw by the fifty-move rule");
    }
    return !ref_insufficient_material(pos) || wrong(check, "a draw: nothing can ever be taken");
}

static bool has_single_spaces(const char *text) {
    size_t length = strlen(text);
    return length > 0 && text[0] != ' ' && text[length - 1] != ' ' && !strstr(text, "  ");
}

static bool check_position(Check *check, long number) {
    const CheckedPosition *node = &check->nodes[number - 1];
    Answers answers = {.count = 0};
    char *rest = NULL;
    if (!read_line(check)) {
        return false;
    }
    if (!has_single_spaces(check->text)) {
        return wrong(check, "words must be separated by single spaces");
    }
    char *word = strtok_r(check->text, " ", &rest);
    if (!word || read_number(word, check->count) != number) {
        return wrong(check, "the number of this position must be %ld", number);
    }
    if (!node->reached) {
        return wrong(check, "no half-move leads to position %ld", number);
    }
    answers.count = ref_moves(&node->pos, answers.moves, REF_MAX_MOVES);
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *target = strtok_r(NULL, " ", &rest);
        if (!check_move(check, number, &answers, word, target ? target : "")) {
            return false;
        }
    }
    Key *key = &check->keys[number - 1];
    key->number = number;
    make_key(&node->pos, answers.moves, answers.count, key->text);
    return check_answers(check, &node->pos, &answers) && check_no_draw(check, &node->pos);
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* Reads a line "NAME VALUE" with a short value. */
static bool read_text(Check *check, const char *name, char text[REF_TEXT_SIZE]) {
    const char *value = read_field(check, name);
    if (!value) {
        return false;
    }
    if (strlen(value) >= REF_TEXT_SIZE) {
        return wrong(check, "the line is too long");
    }
    strcpy(text, value);
    return true;
}

/* A position has one FEN only, as misere-prove writes it. */
static bool read_root(Check *check, RefPosition *root) {
    char why[REF_TEXT_SIZE], fen[REF_TEXT_SIZE];
    if (!read_text(check, "ruleset", check->ruleset) || !read_text(check, "fen", check->fen)) {
        return false;
    }
    if (!ref_set(root, check->ruleset, check->fen, why, sizeof why)) {
        return wrong(check, "%s", why);
    }
    ref_fen(root, fen, sizeof fen);
    return strcmp(fen, check->fen) == 0 || wrong(check, "this FEN must be %s", fen);
}

static bool read_header(Check *check, RefPosition *root) {
    RefMove move;
    const char *value = read_field(check, "misere-proof");
    if (!value || (strcmp(value, "1") != 0 && strcmp(value, "2") != 0 &&
                   !wrong(check, "the version must be 1 or 2"))) {
        return false;
    }
    check->is_compact = value[0] == '2';
    if (!read_root(check, root) || !(value = read_field(check, "winner"))) {
        return false;
    }
    if (strcmp(value, "white") != 0 && strcmp(value, "black") != 0) {
        return wrong(check, "the winner must be white or black");
    }
    check->winner = value[0] == 'w' ? REF_WHITE : REF_BLACK;
    if (!(value = read_field(check, "positions"))) {
        return false;
    }
    int max = check->is_compact ? COMPACT_POSITIONS_MAX : POSITIONS_MAX;
    check->count = read_number(value, max);
    if (check->count == 0) {
        return wrong(check, "the number of positions must be 1 to %d", max);
    }
    return ref_moves(root, &move, 1) > 0 || wrong(check, "the game is over in this position");
}

static bool check_positions(Check *check, const RefPosition *root) {
    check->nodes[0] = (CheckedPosition){.pos = *root, .reached = true};
    for (long number = 1; number <= check->count; number++) {
        if (!check_position(check, number)) {
            return false;
        }
    }
    return check_all_different(check);
}

/* Prints what a proof, which begins on this line, proves; or adds that to the table. */
static bool report(Check *check, long line) {
    const ProvenClaim claim = {check->fen, check->winner, check->count, check->length};
    if (!check->table) {
        printf("%s:%ld: %s %s: %s wins; %ld positions, %d half-moves at most\n", check->path, line,
               check->ruleset, check->fen, check->winner == REF_WHITE ? "White" : "Black",
               check->count, check->length);
        return true;
    }
    const char *why = proven_openings_enter(check->table, check->ruleset, &claim);
    check->line = line;
    return !why || wrong(check, "%s %s: %s", check->ruleset, check->fen, why);
}

static bool check_compact(Check *check, const RefPosition *root) {
    char why[REF_TEXT_SIZE];
    CompactProof proof = {.start = *root, .winner = check->winner, .count = (uint64_t)check->count};
    if (!compact_proof_check(&proof, check->in, COMPACT_MEGABYTES, check->path, why, sizeof why)) {
        return wrong(check, "%s", why);
    }
    check->length = proof.length;
    return true;
}

static bool check_proof(Check *check) {
    RefPosition root;
    long first_line = check->line + 1;
    check->length = 0;
    bool right = read_header(check, &root);
    if (right && check->is_compact) {
        right = check_compact(check, &root);
    } else if (right) {
        check->nodes = calloc((size_t)check->count, sizeof *check->nodes);
        check->keys = calloc((size_t)check->count, sizeof *check->keys);
        right = (check->nodes && check->keys) ? check_positions(check, &root)
                                              : wrong(check, "out of memory");
        free(check->nodes);
        free(check->keys);
    }
    return right && report(check, first_line);
}

static bool is_at_end(FILE *in) {
    int byte = fgetc(in);
    ungetc(byte, in);
    return byte == EOF;
}

/* Checks a file. `table` may be NULL. */
static bool check_file(const char *path, ProvenOpenings *table) {
    static Check check;
    check = (Check){.path = path, .in = fopen(path, "r"), .table = table};
    if (!check.in) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    bool right = true;
    do {
        right = check_proof(&check);
    } while (right && !is_at_end(check.in));
    fclose(check.in);
    return right;
}

int main(int argc, char **argv) {
    bool right = true, has_table = argc >= 3 && strcmp(argv[1], "--table") == 0;
    ProvenOpenings *table = has_table ? proven_openings_new(argv[2]) : NULL;
    if (argc < 2 || (has_table && !table)) {
        fprintf(stderr, "usage: check-proof FILE...\n"
                        "       check-proof --table RULESET [FILE]...\n");
        return 2;
    }
    for (int i = has_table ? 3 : 1; i < argc; i++) {
        right = check_file(argv[i], table) && right;
    }
    if (table && right) {
        proven_openings_print(table, stdout);
    }
    proven_openings_free(table);
    return fflush(stdout) == 0 && right ? 0 : 1;
}
