"""Reading what the commands are about: the game, its options, and the deals."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias

from patience_solver import Deal, Game, PatienceError, find_game, load_game
from patience_solver.cli.exits import BadInput, as_bad_input, shortened

__all__ = ["Entry", "Options", "Source", "read_deals", "read_game", "read_text"]

_SEEDS = re.compile(r"0*([1-9][0-9]{0,30})(?:-0*([1-9][0-9]{0,30}))?")
Options: TypeAlias = Mapping[str, Any]
"""Options of a game by name, all of them, settled."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Source:
    """Where the deals come from, as written on the command line: exactly one of the three.

    Attributes
    ----------
    seed : str or None
        Number of a random deal, or a range `N-M`.
    pack : str or None
        File of deals, `-` for standard input.
    board : str or None
        File of one position, `-` for standard input.
    """

    seed: str | None = None
    pack: str | None = None
    board: str | None = None

    def __post_init__(self) -> None:
        given = sum(value is not None for value in (self.seed, self.pack, self.board))
        if given != 1:
            what = "no deal is given" if not given else "the deal is given more than once"
            raise BadInput(f"{what}: write one of --seed N[-M], PACKFILE (or -), --board FILE")


@dataclass(frozen=True)
class Entry:
    """One deal that was asked about, or the reason why it can't be read.

    Attributes
    ----------
    game : str
        Canonical name.
    line : int or None
        Its line in the file, from 1; `None` for a random deal or a board.
    deal : Deal or None
        The deal, if it could be read.
    error : str
        Why not, otherwise.
    """

    game: str
    line: int | None = None
    deal: Deal | None = None
    error: str = ""

    @property
    def label(self) -> str:
        """What to call it: `line 3`, `deal 5`, `board`."""
        if self.line is not None:
            return f"line {self.line}"
        return "board" if self.deal is None or self.deal.seed is None else f"deal {self.deal.seed}"


def read_game(name: str, pairs: Sequence[str]) -> tuple[Game, Options]:
    """Find a game and settle its options.

    Parameters
    ----------
    name : str
        Name or alias, or where a game of one's own is declared: `FILE.py:NAME`, `package.module:NAME`.
    pairs : sequence of str
        `option=value` each.

    Raises
    ------
    BadInput
    """
    given: dict[str, object] = {}
    with as_bad_input():
        game = _find_game(name)
        for pair in pairs:
            option, equals, value = pair.partition("=")
            option = option.strip().lower().replace("-", "_")
            if not equals or not option:
                raise BadInput(f"--set {pair!r}: write option=value; options of {game.name}: {_names(game)}")
            if option in given:
                raise BadInput(f"--set {pair!r}: option {option} is given twice")
            given[option] = value
        return game, game.read_options(given)


def _find_game(name: str) -> Game:
    if ":" not in name and not name.lower().endswith(".py"):
        return find_game(name)
    with redirect_stdout(sys.stderr):  # what the file prints must not stand among the answers
        return load_game(name)


def read_deals(game: Game, options: Options, source: Source) -> Iterator[Entry]:
    """Yield the deals one by one, as they are read; at least one.

    A line of a file that is no deal becomes an entry with an error, and reading goes on.

    Raises
    ------
    BadInput
        If the source as a whole can't be read.
    """
    if source.seed is not None:
        first, last = _read_seeds(source.seed)
        with as_bad_input(f"--seed {source.seed}"):
            for end in (first, last):  # so that a bad end shows at once, not after the others
                Deal.random(game, end, **options)
        for seed in range(first, last + 1):
            yield Entry(game.name, deal=Deal.random(game, seed, **options))
    elif source.board is not None:
        text = read_text(source.board)
        with as_bad_input(_file_name(source.board)):
            yield Entry(game.name, deal=Deal.from_board(game, text, **options))
    elif source.pack is not None:
        yield from _read_lines(game, options, source.pack)


def _read_lines(game: Game, options: Options, path: str) -> Iterator[Entry]:
    found = False
    with _opened(path) as stream:
        for number, raw in enumerate(_lines(stream, path), start=1):
            try:
                line = raw.removeprefix(_BOM if number == 1 else b"").decode().strip()
            except UnicodeDecodeError:
                found = True
                yield Entry(game.name, line=number, error="the line is no UTF-8 text")
                continue
            if not line or line.startswith("#"):
                continue
            found = True
            try:
                entry = Entry(game.name, line=number, deal=Deal.from_pack(game, line, **options))
            except PatienceError as error:
                entry = Entry(game.name, line=number, error=shortened(str(error)))
            yield entry
    if not found:
        raise BadInput(f"{_file_name(path)} holds no deal")


def read_text(path: str) -> str:
    """Read a whole file, or standard input for `-`; raises `BadInput` where that fails."""
    with _opened(path) as stream:
        data = b"".join(_lines(stream, path))
    try:
        return data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{_file_name(path)} is no UTF-8 text (byte {error.start + 1})") from None


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        yield sys.stdin.buffer
        return
    if not path:
        raise BadInput("the name of the file is empty: write its path, or - for standard input")
    try:
        stream = open(path, "rb")  # noqa: SIM115 - not to catch what happens in the body
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _unreadable(path, error) from None
    with stream:
        yield stream


def _lines(stream: BinaryIO, path: str) -> Iterator[bytes]:
    """Yield lines; only errors of reading are `BadInput`, those of whoever uses a line pass untouched."""
    while True:
        try:
            line = stream.readline()
        except OSError as error:
            raise _unreadable(path, error) from None
        if not line:
            return
        yield line


def _unreadable(path: str, error: Exception) -> BadInput:
    reason = getattr(error, "strerror", None) or str(error)
    return BadInput(f"can't read {_file_name(path)}: {reason}")


def _read_seeds(text: str) -> tuple[int, int]:
    match = _SEEDS.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"--seed {text!r}: write a whole number from 1 on, or a range such as 1-2000")
    first = int(match[1])
    last = int(match[2] or match[1])
    if last < first:
        raise BadInput(f"--seed {text!r}: the range ends before it begins; write {last}-{first}")
    return first, last


def _file_name(path: str) -> str:
    if path == "-":
        return "standard input"
    return path if path.strip() == path else repr(path)


def _names(game: Game) -> str:
    return ", ".join(game.options) if game.options else "none"
