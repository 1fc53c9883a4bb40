#!/usr/bin/env bats
# The class for python-chess in docs/guis.md: games of losers with the engine, and our PGN.
# Debian has no package of python-chess; PYTHON names a Python that has the module `chess`.

setup() {
    : "${PYTHON:=python3}"
    "$PYTHON" -c 'import chess.engine' 2> /dev/null || skip "no python-chess"
    cd "$BATS_TEST_TMPDIR"
    BIN=$(cd "$BATS_TEST_DIRNAME/../.." && realpath "${MISERE_BIN:-bin}")
    # The first block of Python code.
    sed -n '/^```python$/,/^```$/{/^```$/q;/^```/!p}' "$BATS_TEST_DIRNAME/../../docs/guis.md" > losers.py
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

@test "our PGN of losers is read, with the same positions and results" {
    "$BIN/misere-referee" --player "cmd=$BIN/misere" nodes=50 --player greedy --games 100 --tc 1+0 --ruleset losers --out games \
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
