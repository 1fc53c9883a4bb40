#include "tablebase/retrograde.h"

#include "base/os/thread.h"

#include <stdlib.h>
#include <string.h>

static const Bitboard EDGE = FILE_A | FILE_H | RANK_1 | RANK_8;

/* Endings, with White to move, that one pass of the solver decides. */
typedef struct {
    int index; /* the set's index */
    Winners winners;
} DecidedSet;

/* A pass decides the endings that are won in `distance` half-moves. Arrays of COLOURS are indexed
 * by the side to move, arrays of sets by the set's index. */
typedef struct {
    const Ruleset *rules;
    const CanonicalSets *canonical;
    RetrogradeReport *report;
    void *context;
    const atomic_bool *must_stop;
    unsigned steps; /* see keep_going */
    int distance;
    bool has_decided;
    Winners *known[COLOURS];
    bool *is_marked[COLOURS]; /* must this canonical set be examined in the next pass? */
    DecidedSet *decisions;
    int decision_count;
    Winners earlier[ENDING_TYPES][SQUARES]; /* known[WHITE] before the last pass for one white
                                               piece, by type and square, against a black pawn */
} Retrograde;

static bool is_stopped(const Retrograde *s) {
    return atomic_load_explicit(s->must_stop, memory_order_relaxed);
}

/* Called for each set that a loop looks at: lets other threads run, and returns false if the solver
 * has been stopped. */
static bool keep_going(Retrograde *s) {
    enum { STEPS = 256 }; /* sets between two checkpoints: less than a millisecond of work */
    if (++s->steps % STEPS == 0)
        thread_checkpoint();
    return !is_stopped(s);
}

/* --- pieces --- */

/* The lowest index of a set with these pieces. */
static int first_index(const EndingSet *set) {
    return ending_set_pieces(set) * ENDING_SQUARES;
}

/* The set with one white piece replaced. */
static EndingSet with_piece(EndingSet set, int piece, PieceType type, Square square) {
    set.white[piece] = type;
    set.squares[piece] = square;
    return ending_set_sorted(set);
}

/* The set without one of its two white pieces, and with this black piece. */
static EndingSet without_piece(const EndingSet *set, int piece, PieceType black) {
    return (EndingSet){.count = 1,
                       .white = {set->white[!piece]},
                       .squares = {set->squares[!piece]},
                       .black = black};
}

static Bitboard occupied_by_white(const EndingSet *set) {
    return bit(set->squares[0]) | (set->count == 2 ? bit(set->squares[1]) : 0);
}

/* Where the black piece may stand. */
static Bitboard black_squares(const EndingSet *set) {
    return ending_squares_for(set->black) & ~occupied_by_white(set);
}

/* The squares that a white piece attacks, or from which a black one attacks its square. */
static Bitboard attacks_of(PieceType type, Square square, Bitboard occupied) {
    return type == PAWN ? PAWN_ATTACKS[WHITE][square] : piece_attacks(type, square, occupied);
}

static Bitboard beside(Square square) {
    return westward(bit(square)) | eastward(bit(square));
}

/* --- solving --- */

/* Results for one set of endings, as squares of the black piece: where White wins, where Black
 * wins, and where the side to move is stalemated. */
typedef struct {
    Winners winners;
    Bitboard stalemated;
} Solved;

/* Who wins after Black has captured a white piece? Each set is either all squares or empty. */
static Winners after_capture(const Retrograde *s, const EndingSet *set, int piece) {
    if (set->count == 1)
        return (Winners){.white = ~0ULL};
    Square square = set->squares[piece];
    bool promotes = set->black == PAWN && square_rank(square) == 0;
    Winners winners = {.white = ~0ULL};
    for (int type = PAWN; type < ENDING_TYPES; type++) {
        if (promotes ? !ruleset_promotes_to(s->rules, (PieceType)type) : type != (int)set->black)
            continue;
        EndingSet left = without_piece(set, piece, (PieceType)type);
        const Winners *after = &s->known[WHITE][ending_set_index(&left)];
        winners.white &= after->white & bit(square) ? ~0ULL : 0;
        winners.black |= after->black & bit(square) ? ~0ULL : 0;
    }
    return winners;
}

/* Black captures if it can. Sets *quiet to the squares from which it cannot. */
static Winners solve_captures(const Retrograde *s, const EndingSet *set, Bitboard *quiet) {
    Bitboard occupied = occupied_by_white(set), valid = black_squares(set);
    Winners winners = {.white = valid};
    *quiet = valid;
    for (int i = 0; i < set->count; i++) {
        Bitboard capturers = attacks_of(set->black, set->squares[i], occupied) & valid;
        Winners after = after_capture(s, set, i);
        winners.white &= ~capturers | after.white;
        winners.black |= capturers & after.black;
        *quiet &= ~capturers;
    }
    winners.white &= ~*quiet;
    return winners;
}

/* Who wins after a black pawn has moved from rank 2 to rank 1? The result is by its square on
 * rank 2. */
static Winners after_promotion(const Retrograde *s, EndingSet set) {
    Winners winners = {.white = ~0ULL};
    for (int type = KNIGHT; type < ENDING_TYPES; type++)
        if (ruleset_promotes_to(s->rules, (PieceType)type)) {
            set.black = (PieceType)type;
            const Winners *after = &s->known[WHITE][ending_set_index(&set)];
            winners.white &= after->white << 8;
            winners.black |= after->black << 8;
        }
    return winners;
}

/* Black has a pawn, and no capture from the squares in `quiet`. */
static Solved solve_quiet_pawn(const Retrograde *s, const EndingSet *set, Bitboard quiet) {
    Bitboard occupied = occupied_by_white(set), movable = quiet & ~(occupied << 8);
    Bitboard promoting = movable & rank_bb(1);
    Bitboard two = s->rules->double_step ? movable & rank_bb(6) & ~(occupied << 16) : 0;
    Winners one = s->known[WHITE][ending_set_index(set)], promoted = after_promotion(s, *set);
    Bitboard en_passant = 0;
    for (int i = 0; i < set->count; i++)
        if (s->rules->en_passant && set->white[i] == PAWN && square_rank(set->squares[i]) == 4)
            en_passant |= two & beside(set->squares[i]) << 16;
    /* White, who must capture the pawn en passant, has lost. */
    Winners twice = {.white = one.white << 16 & ~en_passant,
                     .black =
                         (one.black << 16 & ~en_passant) | (s->distance >= 2 ? en_passant : 0)};
    return (Solved){
        .winners.white = (promoting & promoted.white) |
                         (movable & ~promoting & one.white << 8 & (~two | twice.white)),
        .winners.black = (promoting & promoted.black) | (movable & ~promoting & one.black << 8) |
                         (two & twice.black),
        .stalemated = quiet & ~movable,
    };
}

/* All squares that steps of `step` reach from the squares of the set. `from`: the squares from
 * which a step does not leave the board. */
static Bitboard rays(Bitboard set, int step, Bitboard from) {
    Bitboard reached = 0;
    for (int i = 0; i < 7; i++) {
        set &= from;
        set = step > 0 ? set << step : set >> -step;
        reached |= set;
    }
    return reached;
}

/* The squares from which a piece, on an empty board, can move to a square of the set. */
static Bitboard reaching(PieceType type, Bitboard set) {
    Bitboard reached = 0;
    if (type == ROOK || type == QUEEN)
        reached = rays(set, 8, ~0ULL) | rays(set, -8, ~0ULL) | rays(set, 1, ~FILE_H) |
                  rays(set, -1, ~FILE_A);
    if (type == BISHOP || type == QUEEN)
        reached |= rays(set, 9, ~FILE_H) | rays(set, 7, ~FILE_A) | rays(set, -7, ~FILE_H) |
                   rays(set, -9, ~FILE_A);
    if (type == KNIGHT || type == KING)
        while (set)
            reached |= piece_attacks(type, pop_lsb(&set), 0);
    return reached;
}

/* Black has another piece, and no capture from the squares in `quiet`. */
static Winners solve_quiet_piece(const Retrograde *s, const EndingSet *set, Bitboard quiet) {
    Winners after = s->known[WHITE][ending_set_index(set)];
    return (Winners){.white = quiet & ~reaching(set->black, ~after.white),
                     .black = quiet & reaching(set->black, after.black)};
}

static Solved solve_black_to_move(const Retrograde *s, const EndingSet *set) {
    Bitboard quiet;
    Winners captures = solve_captures(s, set, &quiet);
    Solved solved = set->black == PAWN ? solve_quiet_pawn(s, set, quiet)
                                       : (Solved){.winners = solve_quiet_piece(s, set, quiet)};
    solved.winners.white |= captures.white;
    solved.winners.black |= captures.black;
    return solved;
}

/* The results of White's half-moves seen so far, by the square of the black piece. */
typedef struct {
    Winners winners;  /* White wins after at least one of them; Black after all of them */
    Bitboard movable; /* White has at least one half-move */
} WhiteMoves;

/* Adds a half-move that White can make when the black piece is on one of the squares `where`. */
static void add_move(WhiteMoves *moves, Bitboard where, const Winners *after) {
    moves->winners.white |= where & after->white;
    moves->winners.black &= ~where | after->black;
    moves->movable |= where;
}

static void add_move_to(const Retrograde *s, WhiteMoves *moves, Bitboard where, EndingSet after) {
    add_move(moves, where, &s->known[BLACK][ending_set_index(&after)]);
}

/* Who wins when a white pawn has made a double step to `to`, and Black, whose pawn is on `square`
 * beside it, must capture it en passant or the other white piece? */
static Winners after_double_step(const Retrograde *s, const EndingSet *set, int piece, Square to,
                                 Square square) {
    if (set->count == 1)
        return (Winners){.white = s->distance >= 2 ? bit(square) : 0};
    Square third = to - 8, other_square = set->squares[!piece];
    Winners en_passant = s->earlier[set->white[!piece]][other_square];
    Winners capture = s->earlier[PAWN][to];
    bool white_wins = en_passant.white & bit(third), black_wins = en_passant.black & bit(third);
    if (PAWN_ATTACKS[BLACK][square] & bit(other_square)) {
        white_wins = white_wins && (capture.white & bit(other_square));
        black_wins = black_wins || (capture.black & bit(other_square));
    }
    return (Winners){.white = white_wins ? bit(square) : 0, .black = black_wins ? bit(square) : 0};
}

static void add_pawn_moves(const Retrograde *s, const EndingSet *set, int piece, Bitboard quiet,
                           WhiteMoves *moves) {
    Square one = set->squares[piece] + 8, two = one + 8;
    Bitboard occupied = occupied_by_white(set), where = quiet & ~bit(one);
    if (occupied & bit(one))
        return;
    if (square_rank(one) == 7) {
        for (int type = KNIGHT; type < ENDING_TYPES; type++)
            if (ruleset_promotes_to(s->rules, (PieceType)type))
                add_move_to(s, moves, where, with_piece(*set, piece, (PieceType)type, one));
        return;
    }
    add_move_to(s, moves, where, with_piece(*set, piece, PAWN, one));
    if (!s->rules->double_step || square_rank(one) != 2 || (occupied & bit(two)))
        return;
    where &= ~bit(two);
    Bitboard en_passant = s->rules->en_passant && set->black == PAWN ? where & beside(two) : 0;
    add_move_to(s, moves, where & ~en_passant, with_piece(*set, piece, PAWN, two));
    while (en_passant) {
        Square square = pop_lsb(&en_passant);
        Winners after = after_double_step(s, set, piece, two, square);
        add_move(moves, bit(square), &after);
    }
}

static Solved solve_white_to_move(const Retrograde *s, const EndingSet *set) {
    Bitboard occupied = occupied_by_white(set), attacks[2], attacked = 0;
    for (int i = 0; i < set->count; i++) {
        attacks[i] = attacks_of(set->white[i], set->squares[i], occupied);
        attacked |= attacks[i];
    }
    Bitboard valid = black_squares(set), quiet = valid & ~attacked;
    const Winners *known = s->known[BLACK] + first_index(set);
    WhiteMoves moves = {.winners.black = ~0ULL};
    for (int i = 0; i < set->count; i++) {
        if (set->white[i] == PAWN)
            add_pawn_moves(s, set, i, quiet, &moves);
        else
            for (Bitboard targets = attacks[i] & ~occupied; targets;)
                add_move(&moves, quiet,
                         &known[ending_set_squares_moved(set, i, pop_lsb(&targets))]);
    }
    /* A side that must capture the last piece has lost. */
    return (Solved){.winners.white = moves.winners.white,
                    .winners.black = (moves.movable & moves.winners.black) | (valid & attacked),
                    .stalemated = quiet & ~moves.movable};
}

/* Who wins on the squares where `side` is stalemated? */
static Winners stalemate_winners(const Retrograde *s, const EndingSet *set, Colour side,
                                 Bitboard stalemated) {
    bool fewer_wins = s->rules->stalemate == STALEMATE_FEWER_WINS;
    if (fewer_wins ? set->count == 1 : s->rules->stalemate != STALEMATE_WINS)
        return (Winners){0};
    return fewer_wins || side == BLACK ? (Winners){.black = stalemated}
                                       : (Winners){.white = stalemated};
}

/* The squares of the black piece for which this pass decides the result. */
static Winners newly_decided(const Retrograde *s, const EndingSet *set, Colour side) {
    Winners known = s->known[side][ending_set_index(set)];
    Bitboard undecided = black_squares(set) & ~(known.white | known.black);
    if (!undecided)
        return (Winners){0};
    Solved solved = side == WHITE ? solve_white_to_move(s, set) : solve_black_to_move(s, set);
    Winners winners =
        s->distance == 0 ? stalemate_winners(s, set, side, solved.stalemated) : solved.winners;
    return (Winners){winners.white & undecided, winners.black & undecided};
}

/* --- which sets must be looked at again --- */

/* Marks the canonical set that stands for a set. */
static void mark(Retrograde *s, Colour side, EndingSet set) {
    int squares = canonical_sets_find(s->canonical, &set)->squares;
    s->is_marked[side][first_index(&set) + squares] = true;
}

/* Marks the sets from which a half-move of White's, other than a promotion, leads to this one. */
static void mark_before_white(Retrograde *s, const EndingSet *set) {
    Bitboard occupied = occupied_by_white(set);
    bool *marked = s->is_marked[WHITE] + first_index(set);
    const Canonical *canonical = canonical_sets_of(s->canonical, set);
    for (int i = 0; i < set->count; i++) {
        Bitboard from = attacks_of(set->white[i], set->squares[i], occupied);
        if (set->white[i] == PAWN) {
            Bitboard one = bit(set->squares[i]) >> 8;
            from = (one & ~RANK_1) | (one >> 8 & rank_bb(1));
        }
        for (from &= ~occupied; from;) {
            int squares = ending_set_squares_moved(set, i, pop_lsb(&from));
            marked[canonical[squares].squares] = true;
        }
    }
}

/* Marks the sets in which Black may have captured a second white piece on one of the squares. */
static void mark_before_capture(Retrograde *s, const EndingSet *set, Bitboard squares) {
    while (squares) {
        EndingSet before = *set;
        before.count = 2;
        before.squares[1] = pop_lsb(&squares);
        for (int type = PAWN; type < ENDING_TYPES; type++) {
            before.white[1] = (PieceType)type;
            EndingSet sorted = ending_set_sorted(before);
            if (ending_set_is_valid(&sorted))
                mark(s, BLACK, sorted);
        }
    }
}

/* Marks the sets from which a half-move of Black's, other than a promotion, leads to one of the
 * squares. */
static void mark_before_black(Retrograde *s, const EndingSet *set, Bitboard squares) {
    mark(s, BLACK, *set);
    if (set->count == 1)
        mark_before_capture(s, set, squares);
}

/* Marks the sets from which a promotion leads to one of the squares. */
static void mark_before_promotion(Retrograde *s, EndingSet set, Colour promoted, Bitboard squares) {
    Bitboard reachable = ~(occupied_by_white(&set) << 8);
    for (int i = 0; i < set.count && promoted == WHITE; i++)
        if (ruleset_promotes_to(s->rules, set.white[i]) &&
            (bit(set.squares[i]) & RANK_8 & reachable))
            mark(s, WHITE, with_piece(set, i, PAWN, set.squares[i] - 8));
    if (promoted == BLACK && ruleset_promotes_to(s->rules, set.black) && (squares & RANK_1)) {
        set.black = PAWN;
        mark_before_black(s, &set, squares & RANK_1);
    }
}

/* --- passes --- */

/* Records what this pass has decided for a canonical set and those that it stands for. */
static void record(Retrograde *s, const EndingSet *set, Colour side, const Winners *winners) {
    Bitboard decided = winners->white | winners->black;
    if (!decided)
        return;
    s->has_decided = true;
    s->report(s->context, set, side, winners, s->distance);
    if (side == BLACK)
        mark_before_white(s, set);
    else
        mark_before_black(s, set, decided);
    /* Only a piece on the first or last rank can just have promoted. */
    bool may_be_new = side == BLACK ? occupied_by_white(set) & EDGE
                                    : (decided & EDGE) && ruleset_promotes_to(s->rules, set->black);
    for (int symmetry = 0; symmetry < ending_set_symmetries(set); symmetry++) {
        Winners *known = &s->known[side][ending_set_image_index(set, symmetry)];
        known->white |= symmetry_of_squares(symmetry, winners->white);
        known->black |= symmetry_of_squares(symmetry, winners->black);
        if (may_be_new)
            mark_before_promotion(s, ending_set_image(*set, symmetry), other(side),
                                  symmetry_of_squares(symmetry, decided));
    }
}

static void remember_earlier(Retrograde *s) {
    for (int type = PAWN; type < ENDING_TYPES; type++) {
        EndingSet first = {.count = 1, .white[0] = (PieceType)type, .black = PAWN};
        memcpy(s->earlier[type], &s->known[WHITE][ending_set_index(&first)],
               sizeof s->earlier[type]);
    }
}

/* Marks all canonical sets; or only those whose results may depend on `earlier`: with White to
 * move, and pawns of both colours. */
static void mark_all(Retrograde *s, bool only_en_passant) {
    for (int pieces = 0; pieces < ENDING_PIECES; pieces++) {
        EndingSet set = ending_set_at(pieces * ENDING_SQUARES);
        if (only_en_passant && (set.white[0] != PAWN || set.black != PAWN))
            continue;
        for (int squares = 0; squares < ENDING_SQUARES && keep_going(s); squares++) {
            set = ending_set_at(pieces * ENDING_SQUARES + squares);
            if (!ending_set_is_valid(&set))
                continue;
            mark(s, WHITE, set);
            if (!only_en_passant)
                mark(s, BLACK, set);
        }
    }
}

/* Looks at a set with White to move. */
static void decide_white(Retrograde *s, int index) {
    EndingSet set = ending_set_at(index);
    Winners winners = newly_decided(s, &set, WHITE);
    if (winners.white | winners.black)
        s->decisions[s->decision_count++] = (DecidedSet){index, winners};
}

static void decide_black(Retrograde *s, int index) {
    EndingSet set = ending_set_at(index);
    Winners winners = newly_decided(s, &set, BLACK);
    record(s, &set, BLACK, &winners);
}

/* Looks at the marked sets, and removes the marks. */
static void for_each_marked(Retrograde *s, Colour side, void (*decide)(Retrograde *, int index)) {
    bool *marked = s->is_marked[side], *end = marked + ENDING_SETS;
    for (bool *at = marked; (at = memchr(at, true, (size_t)(end - at))) && keep_going(s);) {
        *at = false;
        decide(s, (int)(at - marked));
    }
}

/* The decisions of each side depend on those of the other in earlier passes only. */
static void run_pass(Retrograde *s) {
    s->has_decided = false;
    s->decision_count = 0;
    for_each_marked(s, WHITE, decide_white);
    for_each_marked(s, BLACK, decide_black);
    remember_earlier(s);
    for (int i = 0; i < s->decision_count && keep_going(s); i++) {
        EndingSet set = ending_set_at(s->decisions[i].index);
        record(s, &set, WHITE, &s->decisions[i].winners);
    }
}

/* The first two passes examine all sets, for stalemates and for captures of the last piece. The
 * solver is done after two passes that decide nothing, because `earlier` is one pass behind. */
static void solve(Retrograde *s) {
    int idle_passes = 0;
    for (s->distance = 0; idle_passes < 2 && !is_stopped(s); s->distance++) {
        mark_all(s, s->distance >= 2);
        run_pass(s);
        idle_passes = s->has_decided || s->distance < 2 ? 0 : idle_passes + 1;
    }
}

static bool allocate(Retrograde *s) {
    bool has_memory = true;
    for (int side = WHITE; side < COLOURS; side++) {
        s->known[side] = calloc(ENDING_SETS, sizeof(Winners));
        s->is_marked[side] = calloc(ENDING_SETS, sizeof(bool));
        has_memory = has_memory && s->known[side] && s->is_marked[side];
    }
    s->decisions = malloc((size_t)s->canonical->count * sizeof *s->decisions);
    return has_memory && s->decisions;
}

bool retrograde_solve(const Ruleset *rules, const CanonicalSets *canonical,
                      RetrogradeReport *report, void *context, const atomic_bool *must_stop) {
    Retrograde s = {.rules = rules,
                    .canonical = canonical,
                    .report = report,
                    .context = context,
                    .must_stop = must_stop};
    bool has_memory = allocate(&s);
    if (has_memory)
        solve(&s);
    for (int side = WHITE; side < COLOURS; side++) {
        free(s.known[side]);
        free(s.is_marked[side]);
    }
    free(s.decisions);
    return has_memory && !is_stopped(&s);
}
