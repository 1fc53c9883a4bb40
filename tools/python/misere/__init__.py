"""Misère: MIT 6.170 Antichess in all its editions, antichess, suicide, giveaway and losers.

Rules, games in files, and an engine. See docs/library.md.
"""

from ._library import Error, library
from .engine import Engine, Info, Result
from .game import Game, Marks, Proof, Refusal, Status, check, read, rulesets
from .positions import Positions
from .training import TrainingFile, TrainingPositions

__version__: str = library.misere_version().decode()
__all__ = [
    "Engine",
    "Error",
    "Game",
    "Info",
    "Marks",
    "Positions",
    "Proof",
    "Refusal",
    "Result",
    "Status",
    "TrainingFile",
    "TrainingPositions",
    "check",
    "read",
    "rulesets",
]
