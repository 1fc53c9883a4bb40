"""The Python package. Run by tests/script/library.bats, or with MISERE_LIBRARY and PYTHONPATH set by
`python3 -m unittest`."""

import asyncio
import copy
import doctest
import gc
import json
import pathlib
import random
import tempfile
import threading
import unittest
import zlib

import misere
import misere.engine
import misere.game
import misere.positions
import misere.training
from misere import Engine, Error, Game, Positions
from misere._library import _FUNCTIONS


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(misere.game))
    tests.addTests(doctest.DocTestSuite(misere.engine))
    tests.addTests(doctest.DocTestSuite(misere.positions))
    tests.addTests(doctest.DocTestSuite(misere.training))
    return tests


class Library(unittest.TestCase):
    def test_every_function_is_declared(self):
        symbols = pathlib.Path(__file__).parent.parent / "data/library-symbols"
        self.assertEqual(sorted("misere_" + name for name in _FUNCTIONS), symbols.read_text().split())


class Rulesets(unittest.TestCase):
    def test_there_are_twelve_with_their_properties(self):
        self.assertEqual(len(misere.rulesets), 12)
        self.assertEqual(misere.rulesets["6170-fall-2003-mindcontrol"]["halfMoves"], 2)
        for name in misere.rulesets:
            with Game(name) as game:
                self.assertEqual(game.ruleset, name)
                self.assertTrue(game.turns())

    def test_the_version(self):
        self.assertRegex(misere.__version__, r"^\d+\.\d+")


class Games(unittest.TestCase):
    def test_random_games_end_by_the_rules(self):
        chance = random.Random(7)
        reasons = set()
        for name in misere.rulesets:
            for _ in range(5):
                game = Game(name, tournament_draws=True)
                while not game.is_over and len(game) < 400:
                    game.play(chance.choice(game.turns()))
                reasons.add(game.status.reason)
                again = Game(name, tournament_draws=True)
                for turn in game.history("course"):
                    again.play(turn)
                self.assertEqual(again.board(), game.board())
                self.assertEqual(again.status, game.status)
        self.assertIn("piecesLost", reasons)

    def test_errors_name_the_thing(self):
        game = Game("antichess")
        for call, words in [
            (lambda: Game("chess"), "no ruleset is named 'chess'"),
            (lambda: Game("antichess", "8/8"), "FEN"),
            (lambda: game.play("e2e5"), "'e2e5' is not legal"),
            (lambda: game.play("e2\0e4"), "NUL"),
            (lambda: game.play("\ud800"), "UTF-8"),
            (lambda: game.turns("english"), "'english' is not a notation"),
            (lambda: game.write("gif"), "'gif' is not a format"),
            (lambda: game.undo(), "nothing to take back"),
            (lambda: game.perft(-1), "-1 is not a depth"),
            (lambda: game.play("e3", clock=1e300), "is not a time in seconds"),
            (lambda: game.why_not("j4"), "'j4' is not a square"),
            (lambda: Game.from_data({"ruleset": 4}), "ruleset"),
        ]:
            with self.assertRaisesRegex(Error, words):
                call()
        self.assertEqual(len(game), 0)

    def test_a_loss_on_time(self):
        game = Game("losers").play("e3").expire("black")
        self.assertEqual((game.status.winner, game.status.result), ("white", "1-0"))
        self.assertFalse(game.undo().is_over)
        with self.assertRaisesRegex(Error, "'red' is not a colour: use 'white', 'black'"):
            game.expire("red")

    def test_chips(self):
        game = Game("6170-fall-2003", chips=(2, 0))
        self.assertEqual(game.play("Ipass").status.chips, (1, 0))
        self.assertRaisesRegex(Error, "no chips in ruleset losers", Game, "losers", chips=(1, 0))
        self.assertRaisesRegex(Error, "0 to 9999", Game, "6170-fall-2003", chips=(10**20, 0))

    def test_wrong_types_are_refused(self):
        game = Game("antichess")
        for call in (lambda: Game(None), lambda: game.play(None), lambda: game.play(7), lambda: game.refusal(None)):
            self.assertRaises(TypeError, call)

    def test_a_closed_game(self):
        with Game("losers") as game:
            pass
        game.close()
        self.assertRaisesRegex(Error, "closed", game.turns)
        self.assertRaisesRegex(Error, "closed", game.copy)
        self.assertIn("closed", repr(game))

    def test_copies_are_apart(self):
        game = Game("losers").play("e3", clock=59.5)
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), Game.from_data(game.data())):
            self.assertEqual(other.data(), game.data())
            other.play("b5")
            self.assertEqual(len(game), 1)
        self.assertIn("59500", json.dumps(game.data()))

    def test_the_board(self):
        game = Game("antichess").play("e3").play("b5")
        self.assertEqual(game.marks().must_capture, ("f1",))
        self.assertEqual(game.why_not("a2").reason, "mustCapture")
        self.assertIsNone(game.why_not("f1"))
        self.assertIn("a7a5", game.moves("f1b5"))
        self.assertEqual(str(game).splitlines()[3], ". p . . . . . .")
        self.assertEqual(game.write_turn("BXB5", "course"), "f1-b5")


def compact(text):
    """A proof in the compact format."""
    head, lines = text.splitlines()[:5], [line.split() for line in text.splitlines()[5:]]
    game, winner = Game(head[1][8:], head[2][4:]), head[3][7:]
    numbers, places = bytearray(), {}

    def put(number):
        while number >= 128:
            numbers.append(number % 128 + 128)
            number //= 128
        numbers.append(number)

    def walk(number):
        words = lines[number - 1]
        places[number] = len(places) + 1
        if game.status.player == winner:
            put(sorted(game.moves()).index(words[1]))
        for move, target in sorted(zip(words[1::2], words[2::2])):
            if target == "#":
                continue
            is_new = int(target) not in places
            put(0 if is_new else len(places) + 1 - places[int(target)])
            if is_new:
                game.play(move)
                walk(int(target))
                game.undo()

    walk(1)
    return "\n".join(["misere-proof 2", *head[1:], ""]).encode() + zlib.compress(numbers)


class Proofs(unittest.TestCase):
    def test_compact_proofs(self):
        text = Game("antichess").play("d3").prove(20000)
        proof = compact(text)
        self.assertEqual(misere.check(proof), misere.check(text))
        self.assertEqual(misere.check(proof + text.encode() + proof), 3 * misere.check(text))
        head, numbers = proof[: -len(proof.split(b"\n", 5)[5])], zlib.decompress(proof.split(b"\n", 5)[5])
        for wrong, words in [
            (proof[:-5], "proof 1: the compressed data have no end"),
            (proof[:-9] + b"x" + proof[-8:], "proof 1: Error -[0-9]+|proof 1: position"),
            (proof + b"x", "proof 2: line 1"),
            (head + zlib.compress(numbers[:-1]), "the proof ends here"),
            (head + zlib.compress(numbers + b"\0"), "the proof has another end"),
            (head.replace(b"positions ", b"positions 1") + zlib.compress(numbers), "fewer positions"),
            (head.replace(b"winner black", b"winner white") + zlib.compress(numbers), "proof 1: "),
            (b"misere-proof 2\n", "proof 1: line 2"),
        ]:
            with self.assertRaisesRegex(Error, words):
                misere.check(wrong)

    def test_what_is_found_is_right(self):
        text = Game("antichess").play("d3").prove(20000)
        [proof] = misere.check(text)
        self.assertEqual((proof.ruleset, proof.winner), ("antichess", "black"))
        self.assertEqual(len(misere.check(text + text)), 2)

    def test_mistakes(self):
        text = Game("antichess").play("d3").prove(20000)
        for call, words in [
            (lambda: misere.check(text.replace("winner black", "winner white")), "proof 1: line [0-9]+"),
            (lambda: misere.check(text + "x"), "proof 2: line 1"),
            (lambda: misere.check(""), "proof 1: line 1"),
            (lambda: Game("losers").prove(1000), "no win"),
            (lambda: Game("losers").prove(0), "not a number of nodes"),
            (lambda: Game("suicide", "8/8/8/8/8/8/8/k7 w - -").prove(10), "the game is over"),
        ]:
            with self.assertRaisesRegex(Error, words):
                call()


class ManyPositions(unittest.TestCase):
    def test_they_are_as_games_say(self):
        chance = random.Random(3)
        for name, ruleset in misere.rulesets.items():
            if ruleset["halfMoves"] > 1:
                continue
            fens, turns, winners = [], [], []
            game = Game(name)
            while not game.is_over and len(game) < 150:
                fens.append(game.fen)
                turns.append(game.turns())
                winners.append(0)
                game.play(chance.choice(turns[-1]))
            positions = Positions(name, fens)
            self.assertEqual(list(positions.states), winners)
            self.assertEqual([sorted(positions.turns(i)) for i in range(len(fens))], turns)

    def test_mistakes(self):
        for fens, words in [(["8/8"], "line 1"), (["8/8\n8/8"], "more than one line"), (["x" * 999], "999 bytes")]:
            with self.assertRaisesRegex(Error, words):
                Positions("suicide", fens)
        self.assertRaises(TypeError, Positions, None, [])
        for index in (-1, 1):
            self.assertRaises(IndexError, Positions("suicide", [Game("suicide").fen]).turns, index)
        self.assertEqual(len(Positions("suicide", [])), 0)


class Files(unittest.TestCase):
    PGN = b'[Event "a"]\n[Variant "Losers"]\n\n1. e3 b5 {Why?} 2. a3 *\n\n[Event "b"]\n[Variant "Losers"]\n\n1. d3 *\n'

    def test_reading_stops_at_an_error_or_tells_it(self):
        with self.assertRaisesRegex(Error, "bytes:4: 'a3' is not legal"):
            list(misere.read(self.PGN))
        told = []
        games = list(misere.read(self.PGN, on_error=told.append))
        self.assertEqual([len(game) for game in games], [2, 1])
        self.assertEqual(len(told), 1)
        self.assertRaises(Error, misere.read, b"")
        self.assertRaises(FileNotFoundError, misere.read, "/nonexistent")

    def test_what_is_written_is_read(self):
        game = Game("6170-spring-2007").play("e4").play("e5")
        for format in ("pgn", "xml"):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "game." + format)
                path.write_text(game.write(format))
                [again] = misere.read(path)
            self.assertEqual(list(again), list(game))


class Searches(unittest.TestCase):
    def setUp(self):
        self.engine = Engine(Hash=4, OwnBook=False)
        self.addCleanup(self.engine.close)

    def test_reports_come_in_order(self):
        infos = []
        result = self.engine.search(Game("antichess"), depth=5, on_info=infos.append)
        self.assertEqual(result.info, infos[-1])
        self.assertEqual(result.info.depth, 5)
        self.assertEqual(result.info.pv[0], result.turn)
        self.assertEqual([info.depth for info in infos], sorted(info.depth for info in infos))

    def test_an_exception_ends_the_search(self):
        def fail(info):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            self.engine.search(Game("antichess"), nodes=10**12, on_info=fail)
        self.assertFalse(self.engine.is_busy)

    def test_misuse(self):
        game = Game("losers")
        for call, words in [
            (lambda: self.engine.search(game), "needs a limit"),
            (lambda: self.engine.search(game, depth=-1), "out of range for depth"),
            (lambda: self.engine.search(game, movetime=float("nan")), "nan is not a time in seconds"),
            (lambda: self.engine.search(game, clock=1, increment=float("inf")), "inf is not a time in seconds"),
            (lambda: self.engine.search(game, depth=1, searchmoves=["e2e5"]), "'e2e5' is not legal"),
            (lambda: self.engine.search(game, depth=1, searchmoves=[]), "no turn"),
            (lambda: self.engine.set("Hsah", 4), "Hsah"),
            (lambda: Engine(Hash="four"), "four"),
        ]:
            with self.assertRaisesRegex(Error, words):
                call()
        self.assertRaises(TypeError, self.engine.search, "e2e4", depth=1)
        self.assertRaises(TypeError, self.engine.search, game, deepness=1, depth=1)
        game.close()
        self.assertRaisesRegex(Error, "closed", self.engine.search, game, depth=1)
        self.engine.close()
        self.assertRaisesRegex(Error, "closed", self.engine.set, "Hash", 4)

    def test_another_thread_stops_it(self):
        timer = threading.Timer(0.05, self.engine.stop)
        timer.start()
        self.assertIsNotNone(self.engine.search(Game("losers"), nodes=10**12).turn)
        timer.join()

    def test_forgotten_engines_end_their_searches(self):
        async def forget():
            async for _ in Engine(Hash=4).analyse(Game("losers")):
                break

        for _ in range(5):
            asyncio.run(forget())
            gc.collect()

    def test_many_at_once(self):
        async def play(name):
            game = Game(name, tournament_draws=True)
            with Engine(Hash=1, OwnBook=False) as engine:
                for _ in range(4):
                    game.play((await engine.search_async(game, nodes=300)).turn)
            return len(game)

        async def play_all():
            return await asyncio.gather(*(play(name) for name in list(misere.rulesets) * 2))

        self.assertTrue(all(length >= 4 for length in asyncio.run(play_all())))

    def test_cancelling_ends_the_search(self):
        async def cancel():
            task = asyncio.create_task(self.engine.search_async(Game("losers"), nodes=10**12))
            await asyncio.sleep(0.05)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(cancel())
        self.assertFalse(self.engine.is_busy)


if __name__ == "__main__":
    unittest.main()
