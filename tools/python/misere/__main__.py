"""A game against the engine: `python3 -m misere`."""

import argparse
from typing import Optional

from . import Engine, Error, Game, rulesets


def _ask(prompt: str) -> Optional[str]:
    try:
        return input(prompt).strip()
    except EOFError:
        return None


def _let_person_play(game: Game) -> bool:
    """Reads turns until one is legal, and plays it. False: the person leaves."""
    while True:
        line = _ask("Your turn: ")
        if line is None or line in ("quit", "exit"):
            return False
        if line == "undo" and len(game) >= 2:
            game.undo().undo()
            print(game)
            continue
        try:
            game.play(game.write_turn(line))
            return True
        except Error as error:
            print(f"{error}. Legal turns: {' '.join(game.turns('san'))}; `undo` and `quit` work, too.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m misere", description="Plays a game against the engine.")
    parser.add_argument("--ruleset", default="antichess", choices=list(rulesets), help="the game (default antichess)")
    parser.add_argument("--level", type=int, default=8, choices=range(21), metavar="0..20", help="the engine's strength")
    parser.add_argument("--black", action="store_true", help="you play Black")
    options = parser.parse_args()
    person = "black" if options.black else "white"
    with Game(options.ruleset, tournament_draws=True) as game, Engine(Hash=16) as engine:
        engine.set("Skill Level", options.level)
        while not game.is_over:
            print(game)
            if game.status.player == person:
                if not _let_person_play(game):
                    return 0
                continue
            turn = engine.search(game, movetime=0.5).turn
            assert turn is not None
            print(f"Misère plays {game.write_turn(turn, 'san')}")
            game.play(turn)
        status = game.status
        print(game)
        print(f"{status.result}: {status.winner.capitalize() + ' wins' if status.winner else 'a draw'} ({status.reason})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
