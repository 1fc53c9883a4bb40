"""Rulesets, games, turns, and games in files."""

import ctypes
import json
import os
import weakref
import zlib
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Optional, Union

from ._library import (
    NO_CLOCK,
    Error,
    ErrorText,
    Handle,
    MarksFields,
    ProofFields,
    RefusalFields,
    StatusFields,
    checked,
    encode,
    encode_or_null,
    library,
    milliseconds,
    take_text,
)

_STYLES = {"course": 0, "uci": 1, "king-pass": 2, "san": 3}
_FORMATS = {"xml": 0, "pgn": 1, "1994": 2}
_COLOURS = ("white", "black")
_STATES = ("playing", "won", "drawn")
_COMPACT_BYTES_MAX = 1 << 29  # of a compact proof, decompressed
_READ, _CUT, _BAD, _END = range(4)


def _choose(choices: Mapping[str, int], name: str, kind: str) -> int:
    if name not in choices:
        raise Error(f"{name!r} is not a {kind}: use {', '.join(map(repr, choices))}")
    return choices[name]


def _squares(bits: int) -> tuple[str, ...]:
    return tuple("abcdefgh"[i % 8] + str(i // 8 + 1) for i in range(64) if bits >> i & 1)


def _load_rulesets() -> dict[str, dict[str, Any]]:
    return {ruleset["name"]: ruleset for ruleset in json.loads(take_text(library.misere_rulesets()))}


#: The properties of each ruleset, by its name.
rulesets: dict[str, dict[str, Any]] = _load_rulesets()


@dataclass(frozen=True)
class Status:
    """How a game stands.

    `state` is "playing", "won" or "drawn". `player` chooses the next turn; `winner` has won. `reason` is a word such
    as "piecesLost", and `result` as in PGN. `chips` are White's and Black's pass chips, and `repetitions` says how
    often the position has begun a turn before.
    """

    state: str
    player: Optional[str]
    winner: Optional[str]
    reason: str
    result: str
    chips: tuple[int, int]
    repetitions: int


@dataclass(frozen=True)
class Refusal:
    """Why a turn is not legal: a word such as "mustCapture", a sentence, and the squares that it is about."""

    reason: str
    text: str
    squares: tuple[str, ...]


@dataclass(frozen=True)
class Marks:
    """Squares that a board marks."""

    attacked_kings: tuple[str, ...]
    unattacked_antikings: tuple[str, ...]
    must_capture: tuple[str, ...]
    must_capture_or_pass: tuple[str, ...]


def _refusal(fields: RefusalFields) -> Optional[Refusal]:
    reason = fields.reason.decode()
    return None if reason == "none" else Refusal(reason, fields.text.decode(), _squares(fields.squares))


class Game(Handle):
    """A game: the position that it began with, its turns, and what a file may say about it.

    >>> game = Game("antichess")
    >>> game.play("e3").play("b5")
    Game('antichess', 'rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2')
    >>> game.turns("san")
    ['Bxb5']
    >>> game.refusal("a3").text
    'White must capture (Bxb5)'
    >>> list(game), len(game)
    (['e2e3', 'b7b5'], 2)

    `chips` are the pass chips of White and Black, where the ruleset has them. Turns are read in any notation, and
    written in "uci" unless another is asked for: "san", "course" or "king-pass".
    Any thread may use a game. A game that is closed, or left by `with`, cannot be used any more; one that is
    forgotten is closed by itself.
    """

    _KIND = "game"

    def __init__(
        self,
        ruleset: str = "6170-spring-2007",
        fen: Optional[str] = None,
        *,
        tournament_draws: bool = False,
        chips: tuple[int, int] = (0, 0),
    ):
        error = ErrorText()
        address = checked(library.misere_game_new(encode(ruleset), encode_or_null(fen), error), error)
        self._own(address, library.misere_game_free)
        self.tournament_draws = tournament_draws
        if chips != (0, 0):
            self._try("set_chips", *(max(-1, min(count, 10000)) for count in chips))

    @classmethod
    def _wrap(cls, address: int) -> "Game":
        game = cls.__new__(cls)
        game._own(address, library.misere_game_free)
        return game

    # --- the game ---

    @property
    def ruleset(self) -> str:
        """The ruleset's name."""
        name: bytes = self._call("ruleset")
        return name.decode()

    @property
    def tournament_draws(self) -> bool:
        """Do threefold repetition, the fifty-move rule and insufficient material draw the game?"""
        return bool(self._call("tournament_draws"))

    @tournament_draws.setter
    def tournament_draws(self, draws: bool) -> None:
        self._call("set_tournament_draws", bool(draws))

    def play(self, turn: str, *, clock: Optional[float] = None) -> "Game":
        """Plays a turn, and a forced pass before it. `clock`: the player's time left after it, in seconds."""
        self._try("play", encode(turn), NO_CLOCK if clock is None else milliseconds(clock))
        return self

    def undo(self) -> "Game":
        """Takes back the last turn, or a resignation or a loss on time."""
        if not self._call("undo"):
            raise Error("there is nothing to take back")
        return self

    def expire(self, player: str) -> "Game":
        """The time of "white" or "black" is up; `status` says how that has ended the game. undo() takes it back.

        >>> Game("losers").expire("white").status.reason
        'timeExpired'
        """
        self._call("expire", _choose({name: i for i, name in enumerate(_COLOURS)}, player, "colour"))
        return self

    def history(self, style: str = "uci") -> list[str]:
        """The turns that have been played."""
        return self._ask("history", _choose(_STYLES, style, "notation")).splitlines()

    def __len__(self) -> int:
        return int(self._call("length"))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.history())

    @property
    def status(self) -> Status:
        """How the game stands by the rules and the clock; its `result` counts what a file says, too."""
        fields = StatusFields()
        self._call("status", fields)
        state, colour = _STATES[fields.state], _COLOURS[fields.colour]
        return Status(
            state,
            colour if state == "playing" else None,
            colour if state == "won" else None,
            fields.reason.decode(),
            fields.result.decode(),
            (fields.chips[0], fields.chips[1]),
            fields.repetitions,
        )

    @property
    def is_over(self) -> bool:
        return self.status.state != "playing"

    @property
    def fen(self) -> str:
        """The current position. In mind control a game that ends in the middle of a turn has none."""
        return self._ask("fen")

    @property
    def start_fen(self) -> str:
        return self._ask("start_fen")

    def copy(self) -> "Game":
        """A copy with everything that is known about the game."""
        return self._wrap(self._try("copy"))

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Game":
        return self.copy()

    def __repr__(self) -> str:
        try:
            return f"Game({self.ruleset!r}, {self.fen!r})"
        except Error as error:
            return f"<Game: {error}>"

    def __str__(self) -> str:
        """The board, White at the bottom."""
        board = self.board()
        return "\n".join(" ".join(board[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))

    # --- turns ---

    def turns(self, style: str = "uci") -> list[str]:
        """All legal turns, in ASCII order."""
        return self._ask("turns", _choose(_STYLES, style, "notation")).split("\n")[:-1]

    def is_legal(self, turn: str) -> bool:
        return self.refusal(turn) is None

    def refusal(self, turn: str) -> Optional[Refusal]:
        """Why the turn is not legal; None if it is."""
        fields = RefusalFields()
        self._call("refuse_turn", encode(turn), fields)
        return _refusal(fields)

    def write_turn(self, turn: str, style: str = "uci") -> str:
        """Writes a legal turn in another notation."""
        return self._ask("write_turn", encode(turn), _choose(_STYLES, style, "notation"))

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` half-moves."""
        if not 0 <= depth <= 100:
            raise Error(f"{depth} is not a depth from 0 to 100")
        return int(self._call("perft", depth))

    # --- the board; after the legal turn `turn`, or its first half-move, if one is given ---

    def board(self, turn: Optional[str] = None) -> str:
        """The 64 squares from a1, b1 to h8, as the letters of FEN and `.`."""
        return self._ask("board", encode_or_null(turn))

    def moves(self, turn: Optional[str] = None) -> list[str]:
        """The legal half-moves."""
        return self._ask("moves", encode_or_null(turn)).splitlines()

    def marks(self, turn: Optional[str] = None) -> Marks:
        fields = MarksFields()
        self._try("marks", encode_or_null(turn), fields)
        return Marks(*(_squares(getattr(fields, name)) for name, _ in MarksFields._fields_))

    def why_not(self, square: str, turn: Optional[str] = None) -> Optional[Refusal]:
        """Why the piece on the square cannot move; None if it can."""
        fields = RefusalFields()
        self._try("refuse_piece", encode_or_null(turn), encode(square), fields)
        return _refusal(fields)

    def prove(self, nodes: int = 1000000) -> str:
        """A proof that one player can force a win, as docs/proofs.md describes it; Error if none is found. Searches about
        `nodes` nodes for each player, which take up to 28 bytes of memory each."""
        if not 1 <= nodes <= 1 << 26:
            raise Error(f"{nodes} is not a number of nodes from 1 to {1 << 26}")
        with self.copy() as copy:  # so that a long search does not keep others from the game
            return copy._ask("prove", nodes)

    # --- files ---

    def data(self) -> dict[str, Any]:
        """Everything that is known about the game, variations and comments included; see docs/library.md."""
        data: dict[str, Any] = json.loads(self._ask("to_json"))
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Game":
        """The game that data() has described."""
        error = ErrorText()
        return cls._wrap(checked(library.misere_game_from_json(encode(json.dumps(data)), error), error))

    def write(self, format: str = "pgn") -> str:
        """The text of a file with this game: "pgn", "xml" or "1994".

        >>> Game("losers").play("e3").write().split()[-3:]
        ['1.', 'e3', '*']
        """
        return self._ask("write", _choose(_FORMATS, format, "format"))


@dataclass(frozen=True)
class Proof:
    """What a proof proves: who wins, in how many half-moves at most, and how many positions it has."""

    ruleset: str
    fen: str
    winner: str
    positions: int
    length: int


def check(proofs: Union[str, bytes]) -> list[Proof]:
    """Checks proofs, the text or the bytes of a file, by the rules alone. Error says where a proof is wrong. Compact
    proofs are bytes.

    >>> check(Game("suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1").prove(1000))
    [Proof(ruleset='suicide', fen='8/8/8/8/8/1p6/P7/8 w - - 0 1', winner='black', positions=1, length=1)]
    """
    contents, found = encode(proofs) if isinstance(proofs, str) else proofs, []
    buffer, at = ctypes.create_string_buffer(contents), 0
    while at < len(contents) or not found:
        fields = ProofFields()
        try:
            if contents.startswith(b"misere-proof 2\n", at):
                at = _check_compact(contents, at, fields)
            else:
                at = _check_text(buffer, at, fields)
        except (Error, zlib.error) as wrong:
            raise Error(f"proof {len(found) + 1}: {wrong}") from None
        names = (fields.ruleset.decode(), fields.fen.decode(), _COLOURS[fields.winner])
        found.append(Proof(*names, fields.positions, fields.length))
    return found


def _check_text(buffer: Any, at: int, fields: ProofFields) -> int:
    """Checks the proof that begins there, and returns where it ends."""
    start, error = ctypes.addressof(buffer), ErrorText()
    return checked(library.misere_check_proof(start + at, fields, error), error) - start


def _check_compact(contents: bytes, at: int, fields: ProofFields) -> int:
    """The same with a compact proof."""
    *head, packed = contents[at:].split(b"\n", 5)
    text = b"".join(line + b"\n" for line in head)
    unpacker, error = zlib.decompressobj(), ErrorText()
    numbers = unpacker.decompress(packed, _COMPACT_BYTES_MAX)
    checked(library.misere_check_compact_proof(text, numbers, len(numbers), fields, error), error)
    if not unpacker.eof:
        raise Error("the compressed data have no end")
    return len(contents) - len(unpacker.unused_data)


class _Reader:
    """The games of a file, one after another."""

    def __init__(self, name: str, contents: bytes, ruleset: Optional[str]):
        error = ErrorText()
        address = library.misere_reader_new(encode(name), contents, len(contents), encode_or_null(ruleset), error)
        self._address = checked(address, error)
        self._finalizer = weakref.finalize(self, library.misere_reader_free, self._address)

    def next(self) -> tuple[int, Optional[Game], str]:
        address, error = ctypes.c_void_p(), ErrorText()
        reading = library.misere_reader_next(self._address, address, error)
        return reading, Game._wrap(address.value) if address.value else None, error.text.decode()


def read(
    source: Union[str, "os.PathLike[str]", bytes],
    ruleset: Optional[str] = None,
    *,
    on_error: Optional[Callable[[str], Any]] = None,
) -> Iterator[Game]:
    """The games of a file, of any format: its path, or its contents as bytes.

    Games that name no ruleset get `ruleset`; without it, it is found out. A game that cannot be read, or only in
    part, raises Error, unless there is `on_error`: that is told the reason, and the games after it are read.

    >>> [len(game) for game in read(b"1. e3 b5 2. Bxb5 *", "losers")]
    [3]
    """
    if isinstance(source, bytes):
        name, contents = "bytes", source
    else:
        name = os.fspath(source)
        with open(source, "rb") as file:
            contents = file.read()
    return _read_games(_Reader(name, contents, ruleset), on_error)


def _read_games(reader: _Reader, on_error: Optional[Callable[[str], Any]]) -> Iterator[Game]:
    while True:
        reading, game, reason = reader.next()
        if reading == _END:
            return
        if reading != _READ:
            if on_error is None:
                raise Error(reason)
            on_error(reason)
        if game is not None:
            yield game
