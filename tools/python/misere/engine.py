"""The engine: searches that block, and searches for asyncio."""

import asyncio
import queue
import threading
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Iterable, Optional, Union

from ._library import (
    BestMoveCallback,
    Error,
    ErrorText,
    Handle,
    InfoCallback,
    InfoFields,
    LimitsFields,
    ListenerFields,
    checked,
    encode,
    library,
    milliseconds,
)
from .game import Game

_BOUNDS = ("exact", "lower", "upper")


@dataclass(frozen=True)
class Info:
    """A report on one of the best turns.

    `score` is in centipawns from the point of view of the player to move, or None if `mate` is the number of turns
    until a proven win, negative for a loss. `bound` is "exact", "lower" or "upper". `wdl` are the probabilities of win,
    draw and loss in thousandths, `time` is in seconds, `hashfull` in thousandths.
    """

    multipv: int
    depth: int
    seldepth: int
    score: Optional[int]
    mate: Optional[int]
    bound: str
    wdl: tuple[int, int, int]
    nodes: int
    tablebase_hits: int
    time: float
    hashfull: int
    pv: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """A search's answer: the best turn and the expected reply, None if there is none, and the last report on it."""

    turn: Optional[str]
    ponder: Optional[str]
    from_book: bool
    info: Optional[Info]


def _info(fields: InfoFields) -> Info:
    return Info(
        fields.multipv,
        fields.depth,
        fields.seldepth,
        None if fields.is_mate else fields.score,
        fields.score if fields.is_mate else None,
        _BOUNDS[fields.bound],
        (fields.win, fields.draw, fields.loss),
        fields.nodes,
        fields.tablebase_hits,
        fields.elapsed_ms / 1000,
        fields.hashfull,
        tuple(fields.pv.decode().split()),
    )


def _limits(
    depth: int = 0,
    nodes: int = 0,
    mate: int = 0,
    movetime: Optional[float] = None,
    clock: Optional[float] = None,
    increment: float = 0,
    moves_to_go: int = 0,
    searchmoves: Optional[Iterable[str]] = None,
) -> LimitsFields:
    for name, value in (("depth", depth), ("mate", mate), ("moves_to_go", moves_to_go)):
        if not 0 <= value < 2**31:
            raise Error(f"{value} is out of range for {name}")
    if not 0 <= nodes < 2**63:
        raise Error(f"{nodes} is out of range for nodes")
    turns = None if searchmoves is None else list(searchmoves)
    if turns is not None and not turns:
        raise Error("searchmoves has no turn")
    return LimitsFields(
        depth=depth,
        nodes=nodes,
        mate=mate,
        movetime=0 if movetime is None else max(milliseconds(movetime), 1),
        has_clock=clock is not None,
        clock=0 if clock is None else milliseconds(clock),
        increment=milliseconds(increment),
        moves_to_go=moves_to_go,
        searchmoves=None if turns is None else encode(" ".join(turns)),
    )


_on_search_thread = threading.local()


def _free(address: int, listener: list[ListenerFields]) -> None:
    """Frees an engine and, after it, the listener that its search may be calling. An engine that is forgotten may be
    found by the garbage collector on its own search's thread, which cannot wait for itself."""
    if getattr(_on_search_thread, "is_here", False):
        threading.Thread(target=_free, args=(address, listener)).start()
    else:
        library.misere_engine_free(address)
        listener.clear()


class Engine(Handle):
    """An engine with options of its own; one search at a time.

    >>> with Engine(Hash=4, OwnBook=False) as engine:
    ...     engine.search(Game("suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1"), depth=3).info.mate
    -1

    Limits are `depth` in half-moves, `nodes`, `mate` (end once a win in so many turns is proven or ruled out),
    `movetime` in seconds, and `clock`, `increment` (seconds) and `moves_to_go`; `searchmoves` are the turns to search.
    Any thread may use an engine. Closing it stops a search and waits for its end; one that is forgotten is closed by
    itself.
    """

    _KIND = "engine"

    def __init__(self, **options: Union[str, int, bool]):
        error = ErrorText()
        self._listener: list[ListenerFields] = []
        self._own(checked(library.misere_engine_new(error), error), _free, self._listener)
        for name, value in options.items():
            self.set(name, value)

    def set(self, option: str, value: Union[str, int, bool]) -> None:
        """Sets an option of the engine, such as "Hash", "Threads" or "Skill Level"; not during a search."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._try("set", encode(option), encode(text))

    def clear(self) -> None:
        """Forgets earlier searches."""
        self._try("clear")

    def stop(self) -> None:
        """Ends the running search, if there is one, soon."""
        self._call("stop")

    @property
    def is_busy(self) -> bool:
        return bool(self._call("is_busy"))

    # --- searching ---

    def _start(self, game: Game, limits: LimitsFields, tell: Callable[[Union[Info, Result]], Any]) -> None:
        """Starts a search. Its thread calls `tell` with each report, and last with the result."""
        best: list[Optional[Info]] = [None]

        def on_info(context: Any, fields: Any) -> None:
            _on_search_thread.is_here = True
            info = _info(fields.contents)
            if info.multipv == 1:
                best[0] = info
            tell(info)

        def on_bestmove(context: Any, fields: Any) -> None:
            _on_search_thread.is_here = True
            found = fields.contents
            tell(Result(found.turn.decode() or None, found.ponder.decode() or None, found.from_book, best[0]))

        if not isinstance(game, Game):
            raise TypeError(f"{game!r} is not a Game")
        listener = ListenerFields(InfoCallback(on_info), BestMoveCallback(on_bestmove), None)
        with self._lock, game._lock:
            game._check_open()
            if self.is_busy:
                raise Error("a search is running")
            self._call("wait")
            self._listener[:] = [listener]  # the search's thread uses it
            self._try("go", game._address, limits, listener)

    def search(self, game: Game, *, on_info: Optional[Callable[[Info], Any]] = None, **limits: Any) -> Result:
        """Searches until a limit is reached. `on_info` is called with each report, on this thread; if it raises an
        exception, the search ends, and that is raised."""
        if not any(name in limits for name in ("depth", "nodes", "mate", "movetime", "clock")):
            raise Error("a search needs a limit: depth, nodes, mate, movetime or clock")
        told: queue.SimpleQueue[Union[Info, Result]] = queue.SimpleQueue()
        self._start(game, _limits(**limits), told.put)
        report = None
        try:
            while not isinstance(report := told.get(), Result):
                if on_info is not None:
                    on_info(report)
            return report
        finally:
            if not isinstance(report, Result):
                self.stop()
                while not isinstance(told.get(), Result):
                    pass

    async def analyse(self, game: Game, **limits: Any) -> AsyncIterator[Union[Info, Result]]:
        """The reports of a search, and last its Result. Without a limit it goes on until stop(), or until the loop
        over it is left."""
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[Union[Info, Result]] = asyncio.Queue()
        ended = threading.Event()

        def tell(report: Union[Info, Result]) -> None:
            if isinstance(report, Result):
                ended.set()
            if not loop.is_closed():
                loop.call_soon_threadsafe(told.put_nowait, report)

        self._start(game, _limits(**limits), tell)
        try:
            while True:
                report = await told.get()
                yield report
                if isinstance(report, Result):
                    return
        finally:
            self.stop()
            ended.wait()

    async def search_async(self, game: Game, **limits: Any) -> Result:
        """As search(), for asyncio. Cancelling it ends the search."""
        result = None
        async for report in self.analyse(game, **limits):
            result = report
        assert isinstance(result, Result)
        return result
