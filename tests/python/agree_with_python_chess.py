"""Plays random games with this package and with python-chess side by side, and ends at the first difference.

usage: agree_with_python_chess.py GAMES
"""

import random
import sys

import chess
import chess.variant

from misere import Game

BOARDS = {
    "antichess": chess.variant.AntichessBoard,
    "suicide": chess.variant.SuicideBoard,
    "giveaway": chess.variant.GiveawayBoard,
}


def without_en_passant(fen):
    fields = fen.split()
    return fields[:3] + fields[4:]


def play(game, board, chance):
    """Returns the number of turns."""
    while len(game) < 300:
        turns = game.turns()
        assert turns == sorted(move.uci() for move in board.legal_moves), (game, board)
        assert without_en_passant(game.fen) == without_en_passant(board.fen(promoted=False)), (game, board)
        if game.is_over:
            assert game.status.result == board.result(), (game, board)
            break
        turn = chance.choice(turns)
        move = chess.Move.from_uci(turn)
        assert game.write_turn(turn, "san").rstrip("+#") == board.san(move).rstrip("+#"), (game, turn)
        game.play(turn)
        board.push(move)
    return len(game)


def main():
    chance = random.Random(20261127)
    for name, board in BOARDS.items():
        turns = 0
        for _ in range(int(sys.argv[1])):
            game = Game(name)
            turns += play(game, board(game.fen), chance)
        print(f"{name}: {sys.argv[1]} games, {turns} turns")


main()
