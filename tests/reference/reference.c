#include "reference/reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table of rulesets ------------------------------------------------------------------ */

typedef enum { SAME_WINNER, MATE_DECIDES, BARENESS_DECIDES } RefPrecedence;
typedef enum { GAME_DRAWN, LOSES_THE_TURN, STALEMATED_WINS, FEWER_PIECES_WIN } RefStalemate;

struct RefRuleset {
    const char *name;
    bool double_step;
    bool castling;
    bool en_passant;
    const char *promotions;
    int bare_count;
    bool mated_wins;          /* if false, the mated colour loses */
    RefPrecedence precedence; /* which of mate and bareness counts if one half-move leads to both */
    RefStalemate stalemate;
    bool pass_chips;
    bool anti_king;
    int half_moves_per_turn;
    bool king_is_royal; /* if false, it is captured like any other piece */
    bool bishops_draw;  /* bishops that can neither capture nor be captured are a tournament draw */
};

static const RefRuleset RULESETS[] = {
    {"6170-spring-1994", false, false, false, "q", 1, true, SAME_WINNER, GAME_DRAWN, false, false,
     1, true, false},
    {"6170-fall-2003", true, false, false, "q", 1, true, SAME_WINNER, GAME_DRAWN, true, false, 1,
     true, false},
    {"6170-fall-2003-mindcontrol", true, false, false, "q", 1, true, SAME_WINNER, GAME_DRAWN, false,
     false, 2, true, false},
    {"6170-spring-2006", true, true, true, "q", 1, false, MATE_DECIDES, LOSES_THE_TURN, false,
     false, 1, true, false},
    {"6170-spring-2006-antiking", true, true, true, "q", 3, false, BARENESS_DECIDES, LOSES_THE_TURN,
     false, true, 1, true, false},
    {"6170-spring-2007", true, false, false, "q", 1, false, MATE_DECIDES, LOSES_THE_TURN, false,
     false, 1, true, false},
    {"6170-spring-2007-encastle", true, true, true, "q", 1, false, MATE_DECIDES, LOSES_THE_TURN,
     false, false, 1, true, false},
    {"6170-fall-2007", true, true, true, "q", 1, false, MATE_DECIDES, LOSES_THE_TURN, false, false,
     1, true, false},
    {"losers", true, true, true, "qrbn", 1, true, SAME_WINNER, STALEMATED_WINS, false, false, 1,
     true, false},
    {"antichess", true, false, true, "qrbnk", 0, false, SAME_WINNER, STALEMATED_WINS, false, false,
     1, false, true},
    {"giveaway", true, true, true, "qrbnk", 0, false, SAME_WINNER, STALEMATED_WINS, false, false, 1,
     false, false},
    {"suicide", true, false, true, "qrbnk", 0, false, SAME_WINNER, FEWER_PIECES_WIN, false, false,
     1, false, false},
};

static const RefRuleset *find_ruleset(const char *name) {
    for (size_t i = 0; i < sizeof RULESETS / sizeof RULESETS[0]; i++) {
        if (strcmp(RULESETS[i].name, name) == 0) {
            return &RULESETS[i];
        }
    }
    return NULL;
}

/* ---- Colours, pieces, squares --------------------------------------------------------------- */

#define EMPTY '.'

static RefColour other(RefColour colour) {
    return colour == REF_WHITE ? REF_BLACK : REF_WHITE;
}

static const char *colour_name(RefColour colour) {
    return colour == REF_WHITE ? "white" : "black";
}

/* The colour's FEN letter for a kind of piece: 'N' is 'n' for Black. */
static char piece_of(RefColour colour, char kind) {
    return (char)(colour == REF_WHITE ? kind : tolower(kind));
}

/* 'P', 'N', 'B', 'R', 'Q', 'K' or 'A' for a piece of either colour, or EMPTY. */
static char kind_of(char piece) {
    return (char)toupper(piece);
}

static bool belongs_to(char piece, RefColour colour) {
    return colour == REF_WHITE ? isupper(piece) != 0 : islower(piece) != 0;
}

static bool is_royal(const RefPosition *pos, char piece) {
    return (kind_of(piece) == 'K' && pos->ruleset->king_is_royal) || kind_of(piece) == 'A';
}

static bool on_board(int rank, int file) {
    return rank >= 0 && rank < 8 && file >= 0 && file < 8;
}

/* The rank difference of a pawn's step. */
static int forward(RefColour colour) {
    return colour == REF_WHITE ? 1 : -1;
}

static int home_rank(RefColour colour) {
    return colour == REF_WHITE ? 0 : 7;
}

static int pawn_rank(RefColour colour) {
    return colour == REF_WHITE ? 1 : 6;
}

static int last_rank(RefColour colour) {
    return home_rank(other(colour));
}

/* The rank of a pawn that has just made a double step: one of the colour not to move. */
static int double_step_rank(const RefPosition *pos) {
    RefColour mover = other(pos->to_move);
    return pawn_rank(mover) + 2 * forward(mover);
}

static const int KNIGHT_JUMPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The first four are the rook's directions, the last four the bishop's. */
static const int DIRECTIONS[8][2] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                     {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

/* The range of DIRECTIONS in which a piece slides: from *first up to but not including *end. */
static void sliding_directions(char kind, int *first, int *end) {
    *first = kind == 'B' ? 4 : 0;
    *end = kind == 'R' ? 4 : 8;
}

static bool is_slider(char kind) {
    return kind == 'B' || kind == 'R' || kind == 'Q';
}

static int count_pieces(const RefPosition *pos, RefColour colour) {
    int count = 0;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            if (belongs_to(pos->board[rank][file], colour)) {
                count++;
            }
        }
    }
    return count;
}

static int count_of(const RefPosition *pos, char piece) {
    int count = 0;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            if (pos->board[rank][file] == piece) {
                count++;
            }
        }
    }
    return count;
}

static bool is_bare(const RefPosition *pos, RefColour colour) {
    return count_pieces(pos, colour) <= pos->ruleset->bare_count;
}

/* ---- Attack, check, anticheck --------------------------------------------------------------- */

/*
 * Does the piece on the first square attack the second? Pins are ignored. An anti-king attacks
 * nothing, because it captures only pieces of its own colour.
 */
static bool piece_attacks(const RefPosition *pos, int rank, int file, int to_rank, int to_file) {
    char piece = pos->board[rank][file];
    char kind = kind_of(piece);
    int ranks = to_rank - rank;
    int files = to_file - file;
    if (kind == 'P') {
        RefColour colour = belongs_to(piece, REF_WHITE) ? REF_WHITE : REF_BLACK;
        return ranks == forward(colour) && abs(files) == 1;
    }
    if (kind == 'N') {
        return (abs(ranks) == 1 && abs(files) == 2) || (abs(ranks) == 2 && abs(files) == 1);
    }
    if (kind == 'K') {
        return abs(ranks) <= 1 && abs(files) <= 1 && (ranks != 0 || files != 0);
    }
    if (is_slider(kind)) {
        int first, end;
        sliding_directions(kind, &first, &end);
        for (int d = first; d < end; d++) {
            int r = rank + DIRECTIONS[d][0];
            int c = file + DIRECTIONS[d][1];
            while (on_board(r, c)) {
                if (r == to_rank && c == to_file) {
                    return true;
                }
                if (pos->board[r][c] != EMPTY) {
                    break;
                }
                r += DIRECTIONS[d][0];
                c += DIRECTIONS[d][1];
            }
        }
    }
    return false;
}

/* Does a piece of the colour `attacker` attack the square? Its king counts only if `by_king`. */
static bool is_attacked(const RefPosition *pos, int to_rank, int to_file, RefColour attacker,
                        bool by_king) {
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            char piece = pos->board[rank][file];
            if (!belongs_to(piece, attacker) || (kind_of(piece) == 'K' && !by_king)) {
                continue;
            }
            if (piece_attacks(pos, rank, file, to_rank, to_file)) {
                return true;
            }
        }
    }
    return false;
}

/* Finds the only `piece` on the board. */
static void find(const RefPosition *pos, char piece, int *rank, int *file) {
    for (*rank = 0; *rank < 8; (*rank)++) {
        for (*file = 0; *file < 8; (*file)++) {
            if (pos->board[*rank][*file] == piece) {
                return;
            }
        }
    }
    abort(); /* not reached: every playable position has all its royal pieces */
}

static bool in_check(const RefPosition *pos, RefColour colour) {
    if (!pos->ruleset->king_is_royal) {
        return false;
    }
    int rank, file;
    find(pos, piece_of(colour, 'K'), &rank, &file);
    return is_attacked(pos, rank, file, other(colour), true);
}

static bool in_anticheck(const RefPosition *pos, RefColour colour) {
    if (!pos->ruleset->anti_king) {
        return false;
    }
    int rank, file;
    find(pos, piece_of(colour, 'A'), &rank, &file);
    return !is_attacked(pos, rank, file, other(colour), false);
}

static bool is_safe(const RefPosition *pos, RefColour colour) {
    return !in_check(pos, colour) && !in_anticheck(pos, colour);
}

/* ---- Pseudo-legal half-moves ---------------------------------------------------------------- */

typedef struct {
    RefMove moves[REF_MAX_MOVES];
    int count;
} RefMoveList;

static void add(RefMoveList *list, RefMove move) {
    if (list->count >= REF_MAX_MOVES) {
        abort();
    }
    list->moves[list->count++] = move;
}

static void add_step(RefMoveList *list, int rank, int file, int to_rank, int to_file) {
    add(list,
        (RefMove){.from_rank = rank, .from_file = file, .to_rank = to_rank, .to_file = to_file});
}

static void add_pass(RefMoveList *list) {
    add(list, (RefMove){.pass = true});
}

/* Adds a pawn's move. A move to the last rank is added once for each promotion that the ruleset
 * allows. */
static void add_pawn_move(const RefPosition *pos, RefMoveList *list, int rank, int file,
                          int to_rank, int to_file) {
    if (to_rank != last_rank(pos->to_move)) {
        add_step(list, rank, file, to_rank, to_file);
        return;
    }
    for (const char *p = pos->ruleset->promotions; *p != '\0'; p++) {
        add(list, (RefMove){.from_rank = rank,
                            .from_file = file,
                            .to_rank = to_rank,
                            .to_file = to_file,
                            .promotion = *p});
    }
}

static bool is_capturable_enemy(const RefPosition *pos, int rank, int file) {
    char piece = pos->board[rank][file];
    return belongs_to(piece, other(pos->to_move)) && !is_royal(pos, piece);
}

static void pawn_moves(const RefPosition *pos, RefMoveList *list, int rank, int file) {
    RefColour colour = pos->to_move;
    int ahead = rank + forward(colour); /* on the board: no pawn stands on its last rank */
    if (pos->board[ahead][file] == EMPTY) {
        add_pawn_move(pos, list, rank, file, ahead, file);
        if (pos->ruleset->double_step && rank == pawn_rank(colour)) {
            int two_ahead = ahead + forward(colour);
            if (pos->board[two_ahead][file] == EMPTY) {
                add_pawn_move(pos, list, rank, file, two_ahead, file);
            }
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        int beside = file + side;
        if (!on_board(ahead, beside)) {
            continue;
        }
        if (is_capturable_enemy(pos, ahead, beside)) {
            add_pawn_move(pos, list, rank, file, ahead, beside);
        }
        if (pos->double_step_file == beside && rank == double_step_rank(pos)) {
            add_step(list, rank, file, ahead, beside); /* en passant */
        }
    }
}

static void knight_moves(const RefPosition *pos, RefMoveList *list, int rank, int file) {
    for (int j = 0; j < 8; j++) {
        int r = rank + KNIGHT_JUMPS[j][0];
        int c = file + KNIGHT_JUMPS[j][1];
        if (on_board(r, c) && (pos->board[r][c] == EMPTY || is_capturable_enemy(pos, r, c))) {
            add_step(list, rank, file, r, c);
        }
    }
}

static void slider_moves(const RefPosition *pos, RefMoveList *list, int rank, int file, char kind) {
    int first, end;
    sliding_directions(kind, &first, &end);
    for (int d = first; d < end; d++) {
        int r = rank + DIRECTIONS[d][0];
        int c = file + DIRECTIONS[d][1];
        while (on_board(r, c) && pos->board[r][c] == EMPTY) {
            add_step(list, rank, file, r, c);
            r += DIRECTIONS[d][0];
            c += DIRECTIONS[d][1];
        }
        if (on_board(r, c) && is_capturable_enemy(pos, r, c)) {
            add_step(list, rank, file, r, c);
        }
    }
}

static void king_steps(const RefPosition *pos, RefMoveList *list, int rank, int file) {
    for (int d = 0; d < 8; d++) {
        int r = rank + DIRECTIONS[d][0];
        int c = file + DIRECTIONS[d][1];
        if (on_board(r, c) && (pos->board[r][c] == EMPTY || is_capturable_enemy(pos, r, c))) {
            add_step(list, rank, file, r, c);
        }
    }
}

/* An anti-king captures pieces of its own colour only. */
static void anti_king_steps(const RefPosition *pos, RefMoveList *list, int rank, int file) {
    for (int d = 0; d < 8; d++) {
        int r = rank + DIRECTIONS[d][0];
        int c = file + DIRECTIONS[d][1];
        if (!on_board(r, c)) {
            continue;
        }
        char target = pos->board[r][c];
        if (target == EMPTY || (belongs_to(target, pos->to_move) && !is_royal(pos, target))) {
            add_step(list, rank, file, r, c);
        }
    }
}

/* Would the king of the side to move castle out of check, or through it, from or over this square
 * of its home rank? */
static bool forbids_castling(const RefPosition *pos, int file) {
    RefColour colour = pos->to_move;
    return pos->ruleset->king_is_royal &&
           is_attacked(pos, home_rank(colour), file, other(colour), true);
}

/* Adds castling moves. The king may end up in check, as after other pseudo-legal moves. */
static void castling_moves(const RefPosition *pos, RefMoveList *list) {
    RefColour colour = pos->to_move;
    int rank = home_rank(colour);
    const char *squares = pos->board[rank];
    if (forbids_castling(pos, 4)) {
        return;
    }
    if (pos->may_castle[colour][REF_KINGSIDE] && squares[5] == EMPTY && squares[6] == EMPTY &&
        !forbids_castling(pos, 5)) {
        add_step(list, rank, 4, rank, 6);
    }
    if (pos->may_castle[colour][REF_QUEENSIDE] && squares[1] == EMPTY && squares[2] == EMPTY &&
        squares[3] == EMPTY && !forbids_castling(pos, 3)) {
        add_step(list, rank, 4, rank, 2);
    }
}

static void pseudo_legal_moves(const RefPosition *pos, RefMoveList *list) {
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            char piece = pos->board[rank][file];
            if (!belongs_to(piece, pos->to_move)) {
                continue;
            }
            char kind = kind_of(piece);
            if (kind == 'P') {
                pawn_moves(pos, list, rank, file);
            } else if (kind == 'N') {
                knight_moves(pos, list, rank, file);
            } else if (is_slider(kind)) {
                slider_moves(pos, list, rank, file, kind);
            } else if (kind == 'K') {
                king_steps(pos, list, rank, file);
            } else if (kind == 'A') {
                anti_king_steps(pos, list, rank, file);
            }
        }
    }
    castling_moves(pos, list);
}

/* ---- Making a half-move --------------------------------------------------------------------- */

static bool is_pawn_move(const RefPosition *pos, RefMove move) {
    return !move.pass && kind_of(pos->board[move.from_rank][move.from_file]) == 'P';
}

static bool is_en_passant(const RefPosition *pos, RefMove move) {
    return is_pawn_move(pos, move) && move.from_file != move.to_file &&
           pos->board[move.to_rank][move.to_file] == EMPTY;
}

static bool is_castling(const RefPosition *pos, RefMove move) {
    return !move.pass && kind_of(pos->board[move.from_rank][move.from_file]) == 'K' &&
           abs(move.to_file - move.from_file) == 2;
}

static bool is_double_step(const RefPosition *pos, RefMove move) {
    return is_pawn_move(pos, move) && abs(move.to_rank - move.from_rank) == 2;
}

static bool is_capture(const RefPosition *pos, RefMove move) {
    return !move.pass &&
           (pos->board[move.to_rank][move.to_file] != EMPTY || is_en_passant(pos, move));
}

/* Drops the castling rights of a king or rook if this is its initial square: a piece has moved from
 * or to it. */
static void drop_castling_rights(RefPosition *pos, int rank, int file) {
    for (int colour = REF_WHITE; colour <= REF_BLACK; colour++) {
        if (rank != home_rank((RefColour)colour)) {
            continue;
        }
        if (file == 4 || file == 7) {
            pos->may_castle[colour][REF_KINGSIDE] = false;
        }
        if (file == 4 || file == 0) {
            pos->may_castle[colour][REF_QUEENSIDE] = false;
        }
    }
}

/* Changes the board and the castling rights. */
static void move_pieces(RefPosition *pos, RefMove move) {
    char piece = pos->board[move.from_rank][move.from_file];
    if (is_en_passant(pos, move)) {
        pos->board[move.from_rank][move.to_file] = EMPTY;
    }
    if (is_castling(pos, move)) {
        bool kingside = move.to_file > move.from_file;
        pos->board[move.from_rank][kingside ? 7 : 0] = EMPTY;
        pos->board[move.from_rank][kingside ? 5 : 3] = piece_of(pos->to_move, 'R');
    }
    if (move.promotion != '\0') {
        piece = piece_of(pos->to_move, (char)toupper(move.promotion));
    }
    pos->board[move.from_rank][move.from_file] = EMPTY;
    pos->board[move.to_rank][move.to_file] = piece;
    drop_castling_rights(pos, move.from_rank, move.from_file);
    drop_castling_rights(pos, move.to_rank, move.to_file);
}

void ref_play(RefPosition *pos, RefMove move) {
    RefColour mover = pos->to_move;
    bool resets_clock = is_pawn_move(pos, move) || is_capture(pos, move);
    bool gives_en_passant = pos->ruleset->en_passant && is_double_step(pos, move);

    if (!move.pass) {
        move_pieces(pos, move);
    } else if (pos->ruleset->pass_chips) {
        pos->chips[mover]--; /* rulesets with chips have no forced passes */
    }

    pos->double_step_file = gives_en_passant ? move.to_file : -1;
    pos->half_move_clock = resets_clock ? 0 : pos->half_move_clock + 1;
    if (mover == REF_BLACK) {
        pos->move_number++; /* in mind control, Black's half-move completes a turn */
    }
    pos->to_move = other(mover);
    if (pos->ruleset->half_moves_per_turn == 1) {
        pos->player = pos->to_move;
    } else if (mover == REF_BLACK) {
        pos->player = other(pos->player);
    }
}

/* ---- Legal half-moves ----------------------------------------------------------------------- */

/* Lists the legal half-moves except passes: the safe captures, or all safe moves if none captures.
 */
static void legal_moves(const RefPosition *pos, RefMoveList *legal) {
    RefMoveList pseudo;
    RefMoveList safe;
    bool must_capture = false;

    pseudo.count = 0;
    safe.count = 0;
    legal->count = 0;
    pseudo_legal_moves(pos, &pseudo);
    for (int i = 0; i < pseudo.count; i++) {
        RefPosition after = *pos;
        ref_play(&after, pseudo.moves[i]);
        if (!is_safe(&after, pos->to_move)) {
            continue;
        }
        add(&safe, pseudo.moves[i]);
        if (is_capture(pos, pseudo.moves[i])) {
            must_capture = true;
        }
    }
    for (int i = 0; i < safe.count; i++) {
        if (!must_capture || is_capture(pos, safe.moves[i])) {
            add(legal, safe.moves[i]);
        }
    }
}

static bool has_legal_move(const RefPosition *pos) {
    RefMoveList legal;
    legal_moves(pos, &legal);
    return legal.count > 0;
}

static bool may_spend_chip(const RefPosition *pos) {
    return pos->ruleset->pass_chips && pos->chips[pos->to_move] > 0 && is_safe(pos, pos->to_move);
}

static bool is_mated(const RefPosition *pos) {
    return !is_safe(pos, pos->to_move) && !has_legal_move(pos);
}

static bool is_stalemated(const RefPosition *pos) {
    return is_safe(pos, pos->to_move) && !has_legal_move(pos) && !may_spend_chip(pos);
}

/* ---- The end of a game ---------------------------------------------------------------------- */

typedef struct {
    enum { PLAYING, WON, DRAWN } state;
    RefColour who; /* if PLAYING, the player to move after any forced pass; if WON, the winner */
    const char *reason; /* why the game is over */
} RefOutcome;

static RefOutcome outcome(const RefPosition *pos) {
    const RefRuleset *rules = pos->ruleset;
    RefColour to_move = pos->to_move;
    RefColour moved = other(to_move);
    bool to_move_bare = is_bare(pos, to_move);
    bool moved_bare = is_bare(pos, moved);
    bool mated = is_mated(pos);
    RefOutcome by_mate = {WON, rules->mated_wins ? to_move : moved, "checkmate"};

    /* 1. Mate takes precedence over bareness in some rulesets only. */
    if (mated && (to_move_bare || moved_bare) && rules->precedence == MATE_DECIDES) {
        return by_mate;
    }
    /* 2. A bare colour wins. */
    if (to_move_bare) {
        return (RefOutcome){WON, to_move, "piecesLost"};
    }
    if (moved_bare) {
        return (RefOutcome){WON, moved, "piecesLost"};
    }
    /* 3. Mate. */
    if (mated) {
        return by_mate;
    }
    /* 4. Stalemate. */
    if (is_stalemated(pos)) {
        if (rules->stalemate == GAME_DRAWN) {
            return (RefOutcome){DRAWN, to_move, "stalemate"};
        }
        if (rules->stalemate == STALEMATED_WINS) {
            return (RefOutcome){WON, to_move, "stalemate"};
        }
        if (rules->stalemate == FEWER_PIECES_WIN) {
            int surplus = count_pieces(pos, to_move) - count_pieces(pos, moved);
            return (RefOutcome){surplus == 0 ? DRAWN : WON, surplus < 0 ? to_move : moved,
                                "stalemate"};
        }
        RefPosition after = *pos;
        ref_play(&after, (RefMove){.pass = true});
        if (is_stalemated(&after)) {
            return (RefOutcome){DRAWN, to_move, "stalemate"};
        }
        /* The other colour moves next. Only its anti-king can be mated, and only in a position from
         * a FEN. */
        return outcome(&after);
    }
    return (RefOutcome){PLAYING, pos->player, NULL};
}

void ref_status(const RefPosition *pos, char *out, size_t size) {
    RefOutcome end = outcome(pos);
    if (end.state == PLAYING) {
        snprintf(out, size, "playing %s", colour_name(end.who));
    } else if (end.state == WON) {
        snprintf(out, size, "won %s %s", colour_name(end.who), end.reason);
    } else {
        snprintf(out, size, "drawn %s", end.reason);
    }
}

int ref_moves(const RefPosition *pos, RefMove *out, int max) {
    if (outcome(pos).state != PLAYING) {
        return 0;
    }
    RefMoveList list;
    legal_moves(pos, &list);
    if (may_spend_chip(pos)) {
        add_pass(&list);
    }
    if (list.count == 0) {
        add_pass(&list); /* the game goes on, so the stalemated side loses its turn */
    }
    int count = list.count < max ? list.count : max;
    for (int i = 0; i < count; i++) {
        out[i] = list.moves[i];
    }
    return count;
}

uint64_t ref_perft(const RefPosition *pos, int depth) {
    if (depth <= 0) {
        return 1;
    }
    RefMove moves[REF_MAX_MOVES];
    int count = ref_moves(pos, moves, REF_MAX_MOVES);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        RefPosition after = *pos;
        ref_play(&after, moves[i]);
        nodes += ref_perft(&after, depth - 1);
    }
    return nodes;
}

/* ---- Notation ------------------------------------------------------------------------------- */

void ref_move_text(RefMove move, char out[6]) {
    if (move.pass) {
        memcpy(out, "0000", sizeof "0000");
        return;
    }
    out[0] = (char)('a' + move.from_file);
    out[1] = (char)('1' + move.from_rank);
    out[2] = (char)('a' + move.to_file);
    out[3] = (char)('1' + move.to_rank);
    out[4] = move.promotion;
    out[5] = '\0';
}

/* Is a pawn of the colour to move next to the pawn that has just made a double step? */
static bool en_passant_shows(const RefPosition *pos) {
    int rank = double_step_rank(pos);
    int file = pos->double_step_file;
    char pawn = piece_of(pos->to_move, 'P');
    if (file < 0) {
        return false;
    }
    return (file > 0 && pos->board[rank][file - 1] == pawn) ||
           (file < 7 && pos->board[rank][file + 1] == pawn);
}

bool ref_insufficient_material(const RefPosition *pos) {
    int pieces[2][2] = {{0}}, bishops[2] = {0}; /* by colour; by the shade of the square */
    for (int square = 0; square < 64; square++) {
        int rank = square / 8, file = square % 8;
        char piece = pos->board[rank][file], kind = kind_of(piece);
        RefColour colour = belongs_to(piece, REF_WHITE) ? REF_WHITE : REF_BLACK;
        if (piece == EMPTY) {
            continue;
        }
        int ahead = kind == 'P' ? rank + (colour == REF_WHITE ? 1 : -1) : rank;
        if (kind != 'B' && (kind != 'P' || kind_of(pos->board[ahead][file]) != 'P')) {
            return false;
        }
        pieces[colour][(rank + file) % 2]++;
        bishops[colour] += kind == 'B';
    }
    bool apart = (!pieces[0][0] && !pieces[1][1]) || (!pieces[0][1] && !pieces[1][0]);
    return pos->ruleset->bishops_draw && apart && bishops[0] > 0 && bishops[1] > 0 &&
           !en_passant_shows(pos);
}

/* Writes the FEN's first field and a space, without a NUL; returns their length. */
static size_t write_board(const RefPosition *pos, char *text) {
    size_t n = 0;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char piece = pos->board[rank][file];
            if (piece == EMPTY) {
                empty++;
                continue;
            }
            if (empty > 0) {
                text[n++] = (char)('0' + empty);
            }
            empty = 0;
            text[n++] = piece;
        }
        if (empty > 0) {
            text[n++] = (char)('0' + empty);
        }
        text[n++] = rank > 0 ? '/' : ' ';
    }
    return n;
}

void ref_fen(const RefPosition *pos, char *out, size_t size) {
    char text[REF_TEXT_SIZE];
    size_t n = write_board(pos, text);
    text[n++] = pos->player == REF_WHITE ? 'w' : 'b';
    text[n++] = ' ';

    static const struct {
        RefColour colour;
        RefWing wing;
        char letter;
    } RIGHTS[4] = {{REF_WHITE, REF_KINGSIDE, 'K'},
                   {REF_WHITE, REF_QUEENSIDE, 'Q'},
                   {REF_BLACK, REF_KINGSIDE, 'k'},
                   {REF_BLACK, REF_QUEENSIDE, 'q'}};
    size_t before_rights = n;
    for (int i = 0; i < 4; i++) {
        if (pos->may_castle[RIGHTS[i].colour][RIGHTS[i].wing]) {
            text[n++] = RIGHTS[i].letter;
        }
    }
    if (n == before_rights) {
        text[n++] = '-';
    }
    text[n++] = ' ';

    if (en_passant_shows(pos)) {
        text[n++] = (char)('a' + pos->double_step_file);
        text[n++] = (char)('1' + double_step_rank(pos) + forward(pos->to_move));
    } else {
        text[n++] = '-';
    }
    text[n] = '\0';

    char chips[40] = "";
    if (pos->chips[REF_WHITE] != 0 || pos->chips[REF_BLACK] != 0) {
        snprintf(chips, sizeof chips, " chips:%d/%d", pos->chips[REF_WHITE], pos->chips[REF_BLACK]);
    }
    bool mid_turn = pos->ruleset->half_moves_per_turn == 2 && pos->to_move == REF_BLACK;
    snprintf(out, size, "%s %d %d%s%s", text, pos->half_move_clock, pos->move_number, chips,
             mid_turn ? " mid-turn" : "");
}

/* ---- Setting up a position ------------------------------------------------------------------ */

/* refuse and refuse_word set the reason and return false, for use in a return statement. */
static bool refuse(char *why, size_t size, const char *reason) {
    snprintf(why, size, "%s", reason);
    return false;
}

static bool refuse_word(char *why, size_t size, const char *reason, const char *word) {
    snprintf(why, size, "%s: %s", reason, word);
    return false;
}

/* Reads a number from 0 to `max`, in decimal digits. */
static bool read_number(const char *text, int max, int *number) {
    if (*text == '\0' || strspn(text, "0123456789") != strlen(text)) {
        return false;
    }
    long value = strtol(text, NULL, 10);
    *number = (int)value;
    return value <= max;
}

static bool read_board(RefPosition *pos, const char *text) {
    const char *pieces = pos->ruleset->anti_king ? "PNBRQKApnbrqka" : "PNBRQKpnbrqk";
    const char *t = text;
    for (int rank = 7; rank >= 0; rank--) {
        int file = 0;
        while (file < 8) {
            if (*t >= '1' && *t <= '8' && file + (*t - '0') <= 8) {
                for (int i = 0; i < *t - '0'; i++) {
                    pos->board[rank][file++] = EMPTY;
                }
            } else if (*t != '\0' && strchr(pieces, *t) != NULL) {
                pos->board[rank][file++] = *t;
            } else {
                return false;
            }
            t++;
        }
        if (*t != (rank > 0 ? '/' : '\0')) {
            return false;
        }
        t++;
    }
    return true;
}

/* Reads "-", or letters for different rights: K, Q, or the files H and A of their rooks. The rights
 * of rooks on other files are accepted if nobody may castle. */
static bool read_castling(RefPosition *pos, const char *text) {
    for (const char *t = strcmp(text, "-") == 0 ? "" : text; *t != '\0'; t++) {
        int letter = tolower((unsigned char)*t);
        bool *rights = pos->may_castle[isupper((unsigned char)*t) ? REF_WHITE : REF_BLACK];
        bool other_rook = letter >= 'b' && letter <= 'g' && !pos->ruleset->castling;
        bool *right = letter == 'k' || letter == 'h'   ? &rights[REF_KINGSIDE]
                      : letter == 'q' || letter == 'a' ? &rights[REF_QUEENSIDE]
                                                       : &other_rook;
        if (right == &other_rook ? !other_rook : *right) {
            return false;
        }
        *right = true;
    }
    return true;
}

/* Drops castling rights that the ruleset or the board contradicts. */
static void check_castling(RefPosition *pos) {
    for (int c = REF_WHITE; c <= REF_BLACK; c++) {
        RefColour colour = (RefColour)c;
        const char *squares = pos->board[home_rank(colour)];
        bool king_home = pos->ruleset->castling && squares[4] == piece_of(colour, 'K');
        if (!king_home || squares[7] != piece_of(colour, 'R')) {
            pos->may_castle[colour][REF_KINGSIDE] = false;
        }
        if (!king_home || squares[0] != piece_of(colour, 'R')) {
            pos->may_castle[colour][REF_QUEENSIDE] = false;
        }
    }
}

/*
 * Reads "-", or the square that a pawn has just passed. The right is kept if the ruleset has en
 * passant captures and the board agrees: the pawn is in front of that square, and the square and
 * the one behind it are empty.
 */
static bool read_en_passant(RefPosition *pos, const char *text) {
    if (strcmp(text, "-") == 0) {
        return true;
    }
    if (strlen(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
        return false;
    }
    int file = text[0] - 'a';
    int rank = text[1] - '1';
    RefColour mover = other(pos->to_move);
    int start = pawn_rank(mover);
    int middle = start + forward(mover);
    int end = middle + forward(mover);
    if (pos->ruleset->en_passant && rank == middle && pos->board[start][file] == EMPTY &&
        pos->board[middle][file] == EMPTY && pos->board[end][file] == piece_of(mover, 'P')) {
        pos->double_step_file = file;
    }
    return true;
}

/* Reads "chips:W/B". */
static bool read_chips(RefPosition *pos, char *text) {
    static const char PREFIX[] = "chips:";
    if (!pos->ruleset->pass_chips || strncmp(text, PREFIX, strlen(PREFIX)) != 0) {
        return false;
    }
    char *white = text + strlen(PREFIX);
    char *slash = strchr(white, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    return read_number(white, 9999, &pos->chips[REF_WHITE]) &&
           read_number(slash + 1, 9999, &pos->chips[REF_BLACK]);
}

static bool is_playable(const RefPosition *pos, char *why, size_t size) {
    if (pos->ruleset->king_is_royal && (count_of(pos, 'K') != 1 || count_of(pos, 'k') != 1)) {
        return refuse(why, size, "a colour does not have exactly one king");
    }
    if (pos->ruleset->anti_king && (count_of(pos, 'A') != 1 || count_of(pos, 'a') != 1)) {
        return refuse(why, size, "a colour does not have exactly one anti-king");
    }
    for (int file = 0; file < 8; file++) {
        if (kind_of(pos->board[0][file]) == 'P' || kind_of(pos->board[7][file]) == 'P') {
            return refuse(why, size, "a pawn stands on the first or last rank");
        }
    }
    if (is_bare(pos, REF_WHITE) && is_bare(pos, REF_BLACK)) {
        return refuse(why, size, "both colours are bare");
    }
    if (in_check(pos, other(pos->to_move))) {
        return refuse(why, size, "the king of the side not to move is attacked");
    }
    return true;
}

/* Splits the text at spaces and tabs, in place, and returns the number of words; stores at most
 * `max` of them. */
static int split(char *text, char *words[], int max) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (count < max) {
            words[count] = word;
        }
        count++;
    }
    return count;
}

static const char *start_fen(const RefRuleset *ruleset) {
    if (ruleset->anti_king) {
        return "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    }
    return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
}

bool ref_set(RefPosition *pos, const char *ruleset, const char *fen, char *why, size_t size) {
    memset(pos, 0, sizeof *pos);
    pos->double_step_file = -1;
    pos->ruleset = find_ruleset(ruleset);
    if (pos->ruleset == NULL) {
        return refuse_word(why, size, "unknown ruleset", ruleset);
    }
    if (fen == NULL) {
        fen = start_fen(pos->ruleset);
    }

    char text[256];
    if (strlen(fen) >= sizeof text) {
        return refuse(why, size, "the FEN is too long");
    }
    memcpy(text, fen, strlen(fen) + 1);
    /* What stands for missing fields. */
    static char white[] = "w", nothing[] = "-", no_moves[] = "0", first_move[] = "1";
    char *words[7] = {NULL, white, nothing, nothing, no_moves, first_move};
    int count = split(text, words, 7);
    if (count < 1 || count > 7) {
        return refuse(why, size, "a FEN has one to seven fields");
    }

    if (!read_board(pos, words[0])) {
        return refuse_word(why, size, "bad board", words[0]);
    }
    if (strcmp(words[1], "w") != 0 && strcmp(words[1], "b") != 0) {
        return refuse_word(why, size, "bad active colour", words[1]);
    }
    pos->player = words[1][0] == 'w' ? REF_WHITE : REF_BLACK;
    /* In mind control a FEN describes the beginning of a turn, when a white piece moves. */
    pos->to_move = pos->ruleset->half_moves_per_turn == 2 ? REF_WHITE : pos->player;
    if (!read_castling(pos, words[2])) {
        return refuse_word(why, size, "bad castling rights", words[2]);
    }
    check_castling(pos);
    if (!read_en_passant(pos, words[3])) {
        return refuse_word(why, size, "bad en passant square", words[3]);
    }
    if (!read_number(words[4], 999999, &pos->half_move_clock)) {
        return refuse_word(why, size, "bad half-move clock", words[4]);
    }
    if (!read_number(words[5], 999999, &pos->move_number)) {
        return refuse_word(why, size, "bad move number", words[5]);
    }
    if (count == 7 && !read_chips(pos, words[6])) {
        return refuse_word(why, size, "bad seventh field", words[6]);
    }
    return is_playable(pos, why, size);
}
