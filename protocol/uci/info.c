#include "uci/info.h"

#include "eval/wdl.h"

#include <inttypes.h>

/* Prints each turn after a space. */
static void print_turns(Transcript *out, const Position *root, const Turn *turns, int count) {
    Position now = *root;
    for (int i = 0; i < count; i++) {
        char text[TURN_TEXT_SIZE];
        Position after;
        notation_write_turn(&now, turns[i], STYLE_UCI, text);
        transcript_print(out, " %s", text);
        turn_apply(&after, &now, turns[i]);
        now = after;
    }
}

static void print_score(Transcript *out, const Ruleset *rules, const SearchInfo *info,
                        bool show_wdl) {
    if (score_is_decisive(info->score))
        transcript_print(out, " score mate %d", search_mate_distance(rules, info->score));
    else
        transcript_print(out, " score cp %d", info->score);
    if (info->bound != BOUND_EXACT)
        transcript_print(out, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    if (show_wdl) {
        Wdl wdl = wdl_of(rules->family, info->score);
        transcript_print(out, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
}

void uci_print_info(Transcript *out, const Position *root, const SearchInfo *info, bool show_wdl) {
    uint64_t ms = info->elapsed_ms > 0 ? (uint64_t)info->elapsed_ms : 1;
    transcript_print(out, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
                     info->multipv);
    print_score(out, root->rules, info, show_wdl);
    transcript_print(out,
                     " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64
                     " time %" PRId64 " pv",
                     info->nodes, info->nodes * 1000 / ms, info->hashfull, info->tablebase_hits,
                     info->elapsed_ms);
    print_turns(out, root, info->pv, info->pv_count);
    transcript_print(out, "\n");
}

void uci_print_outcome(Transcript *out, const Game *game, Outcome outcome) {
    bool won = outcome.winner == game_player(game);
    transcript_print(out, "info depth 0 score %s\n",
                     outcome.drawn ? "cp 0"
                     : won         ? "mate 1"
                                   : "mate 0");
}

void uci_print_currmove(Transcript *out, const Position *root, int depth, Move move, int number) {
    char text[MOVE_TEXT_SIZE];
    notation_write_move(root, move, STYLE_UCI, text);
    transcript_print(out, "info depth %d currmove %s currmovenumber %d\n", depth, text, number);
}

void uci_print_bestmove(Transcript *out, const Position *root, const BestMove *bestmove) {
    if (bestmove->from_book) {
        transcript_print(out, "info string book");
        print_turns(out, root, &bestmove->turn, 1);
        transcript_print(out, "\n");
    }
    if (bestmove->has_remark)
        transcript_print(out, "info string %s\n", bestmove->remark.text);
    transcript_print(out, "bestmove");
    if (bestmove->turn.count == 0) {
        transcript_print(out, " (none)\n");
        return;
    }
    print_turns(out, root, &bestmove->turn, 1);
    if (bestmove->ponder.count > 0) {
        Position after;
        turn_apply(&after, root, bestmove->turn);
        transcript_print(out, " ponder");
        print_turns(out, &after, &bestmove->ponder, 1);
    }
    transcript_print(out, "\n");
}

void uci_print_debug(Transcript *out, const Position *root, const GoParams *asked) {
    const Limits *limits = &asked->limits;
    const TimeLimits *time = &limits->time;
    char fen[FEN_SIZE] = "none";
    if (position_begins_turn(root))
        position_to_fen(root, fen);
    transcript_print(out, "info string debug %s %s\n", root->rules->name, fen);
    transcript_print(
        out,
        "info string debug clock %" PRId64 " increment %" PRId64 " movestogo %d movetime %" PRId64
        " depth %d nodes %" PRIu64 " mate %d searchmoves %d%s%s\n",
        time->has_clock ? time->clock : -1, time->increment, time->moves_to_go, time->movetime,
        limits->depth, limits->nodes, limits->mate, asked->searchmove_count,
        asked->infinite ? " infinite" : "", asked->ponder ? " ponder" : "");
}
