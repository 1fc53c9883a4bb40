#!/usr/bin/env bats
# bats file_tags=plain
# python-chess: games with the engine, and our PGN; losers with the class in docs/guis.md, and the
# variants that python-chess knows itself.
# Debian has no package of python-chess; PYTHON names a Python that has the module `chess`.

load helpers

setup() {
    : "${PYTHON:=python3}"
    "$PYTHON" -c 'import chess.engine' 2> /dev/null || skip "no python-chess"
    cd "$BATS_TEST_TMPDIR"
    # The first block of Python code.
    sed -n '/^```python$/,/^```$/{/^```$/q;/^```/!p}' "$ROOT/docs/guis.md" > losers.py
    grep -q 'class LosersBoard' losers.py
}

@test "the engine plays and analyses" {
    "$PYTHON" - "$BIN/misere" << 'END'
import sys
from losers import *
with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
    board = LosersBoard()
    while not board.is_game_over() and len(board.move_stack) < 300:
        board.push(engine.play(board, chess.engine.Limit(nodes=300)).move)
    assert board.is_game_over(), board.fen()
    info = engine.analyse(LosersBoard(), chess.engine.Limit(depth=5))
    assert info["score"] is not None and info["pv"]
END
}

@test "every search ends: no root moves, limits that cannot be; options, ping" {
    "$PYTHON" - "$BIN/misere" << 'END'
import sys
import chess.engine
import chess.variant
from chess.engine import Limit
with chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=300) as engine:
    board = chess.variant.find_variant("antichess")()
    e3 = chess.Move.from_uci("e2e3")
    assert engine.play(board, Limit(depth=3), root_moves=[]).move is None
    assert engine.play(board, Limit(depth=3), root_moves=[e3]).move == e3
    with engine.analysis(board, root_moves=[]) as analysis:
        analysis.stop()
        assert analysis.wait().move is None
    for limit in (Limit(time=0), Limit(nodes=0), Limit(depth=0), Limit(mate=0),
                  Limit(white_clock=0.0005, black_clock=1, white_inc=-1)):
        assert engine.play(board, limit).move in board.legal_moves, limit
    engine.ping()
    engine.configure({"hash": 4, "Threads": 2, "uci_showWDL": True, "Clear Hash": None})
    for bad in {"Hash": 0}, {"Threads": 257}, {"Nonsense": 1}:
        try:
            engine.configure(bad)
            assert False, bad
        except chess.engine.EngineError:
            pass
    infos = engine.analyse(board, Limit(depth=4), multipv=3)
    assert len(infos) == 3 and all(info["pv"] and info["score"] and info["wdl"] for info in infos)
    assert engine.play(board, Limit(depth=3), ponder=True).ponder
    engine.ping()
END
}

@test "our PGN of losers is read, with the same positions and results" {
    "$BIN/misere-referee" --seed 1 --player "cmd=$BIN/misere" nodes=50 --player greedy --games 100 --tc 1+0 --ruleset losers --out games \
        > /dev/null 2>&1
    "$PYTHON" - << 'END' > theirs.fen
from losers import *
with open("games/games.pgn") as file:
    while game := chess.pgn.read_game(file):
        board = game.end().board()
        # The engine, which plays by nodes, tells its scores; the other player has a clock.
        for node in game.mainline():
            is_greedy = game.headers["Black" if node.turn() else "White"] == "greedy"
            assert (node.clock() is not None) == is_greedy, node.comment
            assert (node.eval() is not None) != is_greedy, node.comment
        assert not game.errors and board.result() == game.headers["Result"], (game.errors, board.fen())
        print(board.fen(en_passant="legal"))
END
    "$BIN/misere-convert" --to fen --ruleset losers games/games.pgn ours.fen 2> /dev/null
    cmp theirs.fen ours.fen
    [ "$(wc -l < ours.fen)" -eq 100 ]
}

@test "antichess, giveaway and suicide: python-chess plays, analyses and reads our PGN by its own rules" {
    "$PYTHON" - "$BIN/misere" << 'END'
import sys
import chess.engine
import chess.variant
with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
    for name in "antichess", "giveaway", "suicide":
        board = chess.variant.find_variant(name)()
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 300:
            board.push(engine.play(board, chess.engine.Limit(nodes=300)).move)
        assert board.is_game_over(claim_draw=True), board.fen()
        king = chess.variant.find_variant(name)("8/P7/8/8/8/7p/8/8 w - - 0 1")
        info = engine.analyse(king, chess.engine.Limit(depth=5), root_moves=[chess.Move.from_uci("a7a8k")])
        assert info["score"] is not None and info["pv"][0].uci() == "a7a8k", info
END
    for ruleset in antichess giveaway suicide; do
        "$BIN/misere-referee" --seed 1 --player random --player greedy --games 40 --draws --tc 1+0 --ruleset $ruleset \
            --out $ruleset > /dev/null 2>&1
        "$PYTHON" - $ruleset << 'END' > theirs.fen
import sys
import chess.pgn
import chess.variant
with open(sys.argv[1] + "/games.pgn") as file:
    while game := chess.pgn.read_game(file):
        board = game.end().board()
        assert type(board) is chess.variant.find_variant(sys.argv[1])
        assert not game.errors and board.result(claim_draw=True) == game.headers["Result"], (game.errors, board.fen())
        if sys.argv[1] == "suicide":  # python-chess castles in it, which FICS and we do not
            board.castling_rights = 0
        print(board.fen(en_passant="legal"))
END
        "$BIN/misere-convert" --to fen --ruleset $ruleset $ruleset/games.pgn ours.fen 2> /dev/null
        cmp theirs.fen ours.fen
        [ "$(wc -l < ours.fen)" -eq 40 ]
    done
}
