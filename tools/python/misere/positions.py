"""Many positions at once, as arrays."""

import ctypes
from array import array
from typing import Iterable

from ._library import ArraysFields, Error, ErrorText, checked, encode, library


def _address(values: "array[int]") -> int:
    return values.buffer_info()[0]


class Positions:
    """Positions of a ruleset as arrays, which NumPy reads without copying: `numpy.frombuffer(positions.boards, "u1")`.

    Position i has 64 bytes of `boards` (the squares from a1, b1 to h8: 0 is empty, 1 to 7 are White's pawn, knight,
    bishop, rook, queen, king and anti-king, 9 to 15 Black's), `players[i]` (1 if White's piece moves, -1 if Black's),
    `states[i]` (0: playing, 1: White has won, -1: Black has won, 2: drawn) and the half-moves moves[first[i]] to
    moves[first[i + 1] - 1] (origin in bits 0 to 5, target in bits 6 to 11, promotion in bits 12 to 14 as in `boards`;
    65 is a forced pass).

    >>> positions = Positions("suicide", ["8/8/8/8/8/1p6/P7/8 w - -", "8/8/8/8/8/8/8/k7 w - -"])
    >>> len(positions), positions.states.tolist(), positions.first.tolist()
    (2, [0, 1], [0, 1, 1])
    >>> positions.turns(0)
    ['a2b3']
    """

    def __init__(self, ruleset: str, fens: Iterable[str]):
        lines = list(fens)
        if any("\n" in line for line in lines):
            raise Error("a FEN has more than one line")
        count = len(lines)
        self.boards = array("B", bytes(64 * count))
        self.players = array("b", bytes(count))
        self.states = array("b", bytes(count))
        self.first = array("I", bytes(array("I").itemsize * (count + 1)))
        self.moves = array("H")
        name, text, room = encode(ruleset), encode("\n".join(lines)), 48 * count
        while True:
            self.moves = array("H", bytes(2 * room))
            arrays = ArraysFields(*map(_address, (self.boards, self.players, self.states, self.first, self.moves)), room)
            error = ErrorText()
            checked(library.misere_read_positions(name, text, count, ctypes.byref(arrays), error), error)
            if self.first[count] <= room:
                break
            room = self.first[count]
        del self.moves[self.first[count] :]

    def __len__(self) -> int:
        return len(self.states)

    def turns(self, index: int) -> list[str]:
        """The legal half-moves of a position, as UCI writes them."""
        if not 0 <= index < len(self):
            raise IndexError(f"there is no position {index} of {len(self)}")
        return [_write(self.moves[i]) for i in range(self.first[index], self.first[index + 1])]


def _write(move: int) -> str:
    if move == 65:
        return "0000"
    files, promotion = "abcdefgh", move >> 12
    squares = "".join(files[square % 8] + str(square // 8 + 1) for square in (move & 63, move >> 6 & 63))
    return squares + ("" if promotion == 0 else " nbrqk"[promotion - 1])
