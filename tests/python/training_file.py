"""Compares a file of the trainer's positions with the text that `misere-train export` makes of it.

usage: training_file.py FILE TEXT
"""

import re
import sys

import misere

PIECES = ".PNBRQKA pnbrqka"


def board_field(codes):
    rows = ["".join(PIECES[code] for code in codes[rank * 8 : rank * 8 + 8]) for rank in reversed(range(8))]
    return re.sub(r"\.+", lambda blank: str(len(blank[0])), "/".join(rows))


def lines(batch):
    for i in range(len(batch)):
        white = batch.choosers[i]
        score = batch.scores[i] * white
        result = batch.results[i] if white == 1 else 1 - batch.results[i]
        side = "w" if batch.players[i] == 1 else "b"
        yield f"{board_field(batch.boards[64 * i : 64 * i + 64])} {side}", score, None if batch.deviates[i] else result


path, text = sys.argv[1:]
with misere.TrainingFile(path) as file, open(text, encoding="ascii") as exported:
    assert len(file) > 50, len(file)
    for fen, score, result in (found for batch in file.batches(37) for found in lines(batch)):
        other_fen, other_score, other_result = exported.readline().split(" | ")
        assert other_fen.startswith(fen + " "), (fen, other_fen)
        assert score == int(other_score), (fen, score)
        assert result in (None, float(other_result)), (fen, result)  # else the export derives it from the score
    assert not exported.readline()
    assert {i / 2 for i in range(3)} >= set(file.read(0, len(file)).results)
    for first, count in ((0, len(file) + 1), (-1, 1), (len(file), 1)):
        try:
            file.read(first, count)
        except IndexError:
            continue
        raise AssertionError("positions that are not there were read")
try:
    len(file)
except misere.Error as error:
    assert str(error) == "the training_file is closed", error
