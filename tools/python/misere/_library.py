"""libmisere by ctypes: finds and declares the functions of misere.h, which describes them."""

import ctypes
import os
import pathlib
import threading
import weakref
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p
from types import TracebackType
from typing import Any, Callable, Optional, TypeVar

NO_CLOCK = -(2**63)


class ErrorText(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 320)]


class StatusFields(ctypes.Structure):
    _fields_ = [
        ("state", c_int),
        ("colour", c_int),
        ("reason", c_char_p),
        ("result", c_char_p),
        ("chips", c_int * 2),
        ("repetitions", c_int),
    ]


class RefusalFields(ctypes.Structure):
    _fields_ = [("reason", c_char_p), ("squares", c_uint64), ("text", ctypes.c_char * 224)]


class MarksFields(ctypes.Structure):
    _fields_ = [
        ("attacked_kings", c_uint64),
        ("unattacked_antikings", c_uint64),
        ("must_capture", c_uint64),
        ("must_capture_or_pass", c_uint64),
    ]


class LimitsFields(ctypes.Structure):
    _fields_ = [
        ("depth", c_int),
        ("mate", c_int),
        ("nodes", c_uint64),
        ("movetime", c_int64),
        ("has_clock", c_bool),
        ("clock", c_int64),
        ("increment", c_int64),
        ("moves_to_go", c_int),
        ("ponder", c_bool),
        ("searchmoves", c_char_p),
    ]


class InfoFields(ctypes.Structure):
    _fields_ = [
        ("multipv", c_int),
        ("depth", c_int),
        ("seldepth", c_int),
        ("is_mate", c_bool),
        ("score", c_int),
        ("bound", c_int),
        ("win", c_int),
        ("draw", c_int),
        ("loss", c_int),
        ("nodes", c_uint64),
        ("tablebase_hits", c_uint64),
        ("elapsed_ms", c_int64),
        ("hashfull", c_int),
        ("pv", c_char_p),
    ]


class BestMoveFields(ctypes.Structure):
    _fields_ = [("turn", c_char_p), ("ponder", c_char_p), ("from_book", c_bool)]


class ArraysFields(ctypes.Structure):
    _fields_ = [
        ("boards", c_void_p),
        ("players", c_void_p),
        ("states", c_void_p),
        ("first", c_void_p),
        ("moves", c_void_p),
        ("moves_max", c_size_t),
    ]


class TrainingFields(ctypes.Structure):
    _fields_ = [
        ("boards", c_void_p),
        ("players", c_void_p),
        ("choosers", c_void_p),
        ("scores", c_void_p),
        ("results", c_void_p),
        ("deviates", c_void_p),
        ("rulesets", c_void_p),
        ("is_validation", c_void_p),
    ]


class ProofFields(ctypes.Structure):
    _fields_ = [
        ("ruleset", c_char_p),
        ("fen", ctypes.c_char * 128),
        ("winner", c_int),
        ("positions", c_int),
        ("length", c_int),
    ]


InfoCallback = ctypes.CFUNCTYPE(None, c_void_p, POINTER(InfoFields))
BestMoveCallback = ctypes.CFUNCTYPE(None, c_void_p, POINTER(BestMoveFields))


class ListenerFields(ctypes.Structure):
    _fields_ = [("info", InfoCallback), ("bestmove", BestMoveCallback), ("context", c_void_p)]


# A function's result, and its parameters. Texts that the caller frees are c_void_p.
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "version": (c_char_p,),
    "free": (None, c_void_p),
    "ruleset_name": (c_char_p, c_int),
    "rulesets": (c_void_p,),
    "game_new": (c_void_p, c_char_p, c_char_p, POINTER(ErrorText)),
    "game_copy": (c_void_p, c_void_p, POINTER(ErrorText)),
    "game_free": (None, c_void_p),
    "game_ruleset": (c_char_p, c_void_p),
    "game_tournament_draws": (c_bool, c_void_p),
    "game_set_tournament_draws": (None, c_void_p, c_bool),
    "game_set_chips": (c_bool, c_void_p, c_int, c_int, POINTER(ErrorText)),
    "game_play": (c_bool, c_void_p, c_char_p, c_int64, POINTER(ErrorText)),
    "game_undo": (c_bool, c_void_p),
    "game_expire": (None, c_void_p, c_int),
    "game_length": (c_int, c_void_p),
    "game_history": (c_void_p, c_void_p, c_int, POINTER(ErrorText)),
    "game_status": (None, c_void_p, POINTER(StatusFields)),
    "game_start_fen": (c_void_p, c_void_p, POINTER(ErrorText)),
    "game_fen": (c_void_p, c_void_p, POINTER(ErrorText)),
    "game_turns": (c_void_p, c_void_p, c_int, POINTER(ErrorText)),
    "game_write_turn": (c_void_p, c_void_p, c_char_p, c_int, POINTER(ErrorText)),
    "game_refuse_turn": (c_bool, c_void_p, c_char_p, POINTER(RefusalFields)),
    "game_perft": (c_uint64, c_void_p, c_int),
    "game_board": (c_void_p, c_void_p, c_char_p, POINTER(ErrorText)),
    "game_marks": (c_bool, c_void_p, c_char_p, POINTER(MarksFields), POINTER(ErrorText)),
    "game_moves": (c_void_p, c_void_p, c_char_p, POINTER(ErrorText)),
    "game_write_half": (c_void_p, c_void_p, c_char_p, POINTER(ErrorText)),
    "game_refuse_piece": (c_bool, c_void_p, c_char_p, c_char_p, POINTER(RefusalFields), POINTER(ErrorText)),
    "read_positions": (c_bool, c_char_p, c_char_p, c_size_t, POINTER(ArraysFields), POINTER(ErrorText)),
    "game_to_json": (c_void_p, c_void_p, POINTER(ErrorText)),
    "game_from_json": (c_void_p, c_char_p, POINTER(ErrorText)),
    "game_write": (c_void_p, c_void_p, c_int, POINTER(ErrorText)),
    "reader_new": (c_void_p, c_char_p, c_char_p, c_size_t, c_char_p, POINTER(ErrorText)),
    "reader_free": (None, c_void_p),
    "reader_next": (c_int, c_void_p, POINTER(c_void_p), POINTER(ErrorText)),
    "game_prove": (c_void_p, c_void_p, c_uint64, POINTER(ErrorText)),
    "check_proof": (c_void_p, c_void_p, POINTER(ProofFields), POINTER(ErrorText)),
    "check_compact_proof": (c_bool, c_char_p, c_char_p, c_size_t, POINTER(ProofFields), POINTER(ErrorText)),
    "training_file_open": (c_void_p, c_char_p, POINTER(ErrorText)),
    "training_file_close": (None, c_void_p),
    "training_file_count": (c_uint64, c_void_p),
    "training_file_read": (c_bool, c_void_p, c_uint64, c_size_t, POINTER(TrainingFields), POINTER(ErrorText)),
    "engine_new": (c_void_p, POINTER(ErrorText)),
    "engine_free": (None, c_void_p),
    "engine_set": (c_bool, c_void_p, c_char_p, c_char_p, POINTER(ErrorText)),
    "engine_clear": (c_bool, c_void_p, POINTER(ErrorText)),
    "engine_go": (c_bool, c_void_p, c_void_p, POINTER(LimitsFields), POINTER(ListenerFields), POINTER(ErrorText)),
    "engine_ponderhit": (None, c_void_p),
    "engine_stop": (None, c_void_p),
    "engine_is_busy": (c_bool, c_void_p),
    "engine_wait": (None, c_void_p),
}


def _has_fast_processor() -> bool:
    """Has the processor what the second copy of the library is compiled for?"""
    try:
        flags = pathlib.Path("/proc/cpuinfo").read_text().partition("\nflags")[2].partition("\n")[0].split()
    except OSError:
        return False
    return {"popcnt", "bmi1", "bmi2", "avx2"}.issubset(flags)


def _find() -> str:
    """The library's path: MISERE_LIBRARY, the package's own, or the system's."""
    chosen = os.environ.get("MISERE_LIBRARY")
    if chosen:
        return chosen
    package = pathlib.Path(__file__).parent
    for folder in ["glibc-hwcaps/x86-64-v3"] * _has_fast_processor() + ["."]:
        path = package / folder / "libmisere.so.0"
        if path.exists():
            return str(path)
    return "libmisere.so.0"


library = ctypes.CDLL(_find())
for _name, (_result, *_parameters) in _FUNCTIONS.items():
    _function = getattr(library, "misere_" + _name)
    _function.restype = _result
    _function.argtypes = _parameters


class Error(ValueError):
    """The library has refused something; the message says what, and why."""


def encode(text: str) -> bytes:
    """The text as C reads it."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a text")
    if "\0" in text:
        raise Error("a text has a NUL character")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Error(f"a text is not UTF-8: {error}") from None


def encode_or_null(text: Optional[str]) -> Optional[bytes]:
    """The same, where C accepts NULL."""
    return None if text is None else encode(text)


def milliseconds(seconds: float) -> int:
    """A time as C counts it."""
    if not abs(seconds) < 2**53:
        raise Error(f"{seconds} is not a time in seconds")
    return round(seconds * 1000)


def checked(result: Any, error: ErrorText) -> Any:
    """The result of a function that can fail; raises the reason if it has failed."""
    if not result:
        raise Error(error.text.decode())
    return result


def take_text(address: Optional[int]) -> str:
    """Takes a text that a function has made."""
    if not address:
        raise Error("out of memory")
    try:
        return ctypes.string_at(address).decode()
    finally:
        library.misere_free(address)


H = TypeVar("H", bound="Handle")


class Handle:
    """An object of the library. Any thread may use it; its functions begin with misere_KIND_."""

    _KIND = ""

    def _own(self, address: int, free: Callable[..., Any], *arguments: Any) -> None:
        """`free(address, *arguments)` is called once, when the object is closed or forgotten."""
        self._address = address
        self._lock = threading.RLock()
        self._finalizer = weakref.finalize(self, free, address, *arguments)

    def _check_open(self) -> None:
        if not self._finalizer.alive:
            raise Error(f"the {self._KIND} is closed")

    def _call(self, name: str, *arguments: Any) -> Any:
        with self._lock:
            self._check_open()
            return getattr(library, f"misere_{self._KIND}_{name}")(self._address, *arguments)

    def _try(self, name: str, *arguments: Any) -> Any:
        """Calls a function whose last parameter is a MisereError; raises the reason if it fails."""
        error = ErrorText()
        return checked(self._call(name, *arguments, error), error)

    def _ask(self, name: str, *arguments: Any) -> str:
        """The same for a function that makes a text."""
        return take_text(self._try(name, *arguments))

    def close(self) -> None:
        """Frees the object; closing it again does nothing."""
        with self._lock:
            self._finalizer()

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, kind: Optional[type], value: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()
