"""The trainer's files of positions, as arrays."""

import ctypes
import os
from array import array
from typing import Iterator, Union

from ._library import ErrorText, Handle, TrainingFields, checked, encode, library


class TrainingPositions:
    """Positions of a file, as arrays, which NumPy reads without copying.

    Position i has 64 bytes of `boards` and `players[i]`, as in Positions; `choosers[i]` (1 if White chooses the turn,
    -1 if Black: in mind control every turn begins with a white piece); and, from the chooser's point of view,
    `scores[i]` (of a search, in centipawns) and `results[i]` (of the game: 0 lost, 0.5 drawn, 1 won; the mean, if
    several games had the position), which says little where `deviates[i]` is 1, since a later turn was not the best one
    or the position did not occur in the game. `rulesets[i]` is an index into the list of misere.rulesets, and
    `is_validation[i]` is 1 if the trainer does not learn from the game.
    """

    def __init__(self, count: int):
        self.boards = array("B", bytes(64 * count))
        self.players = array("b", bytes(count))
        self.choosers = array("b", bytes(count))
        self.scores = array("h", bytes(2 * count))
        self.results = array("f", bytes(4 * count))
        self.deviates = array("B", bytes(count))
        self.rulesets = array("B", bytes(count))
        self.is_validation = array("B", bytes(count))

    def __len__(self) -> int:
        return len(self.players)

    def _fields(self) -> TrainingFields:
        arrays = (
            self.boards,
            self.players,
            self.choosers,
            self.scores,
            self.results,
            self.deviates,
            self.rulesets,
            self.is_validation,
        )
        return TrainingFields(*(values.buffer_info()[0] for values in arrays))


class TrainingFile(Handle):
    """A file of positions that `misere-train play` has made. `with` closes it.

    >>> TrainingFile("/dev/null")
    Traceback (most recent call last):
    misere._library.Error: /dev/null: not a regular file
    """

    _KIND = "training_file"

    def __init__(self, path: Union[str, "os.PathLike[str]"]):
        error = ErrorText()
        address = library.misere_training_file_open(encode(os.fspath(path)), error)
        self._own(checked(address, error), library.misere_training_file_close)

    def __len__(self) -> int:
        """How many positions the file has."""
        return int(self._call("count"))

    def read(self, first: int, count: int) -> TrainingPositions:
        """Positions number `first` to `first + count - 1`, from 0."""
        if first < 0 or count < 0 or first + count > len(self):
            raise IndexError(f"there are no positions {first} to {first + count - 1}: the file has {len(self)}")
        positions = TrainingPositions(count)
        self._try("read", first, count, ctypes.byref(positions._fields()))
        return positions

    def batches(self, size: int) -> Iterator[TrainingPositions]:
        """All positions in the order of the file, `size` at a time; the last batch may be smaller."""
        if size < 1:
            raise ValueError(f"{size} is not a size")
        for first in range(0, len(self), size):
            yield self.read(first, min(size, len(self) - first))
