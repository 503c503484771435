"""Loading games that are declared outside this package: in a file, or in a module that can be imported."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from patience_solver.errors import UnknownGame, WrongType
from patience_solver.rules.game import Game

__all__ = ["declared_game"]

_FORM = "a game of one's own is FILE.py:NAME or package.module:NAME"


def declared_game(place: str) -> Game:
    """Return the game declared at a place such as `my_games.py:LUCKY_PILES`; raises `UnknownGame` with the reason."""
    if not isinstance(place, str):
        raise WrongType.of("the place of a game", place, "text such as 'my_games.py:LUCKY_PILES'")
    origin, colon, name = place.rpartition(":")  # the last one: a path of Windows has a colon after its drive
    if not colon or place.lower().endswith(".py"):
        raise UnknownGame(f"{place!r} does not say which game is meant: {_FORM}")
    module = _run_file(origin) if origin.lower().endswith(".py") else _imported(origin)
    games = [key for key, value in vars(module).items() if isinstance(value, Game) and not key.startswith("_")]
    if not hasattr(module, name):
        folded = {key.lower(): key for key in games}
        near = [folded[key] for key in get_close_matches(name.lower(), folded, n=1)]
        hint = f"did you mean {near[0]}?" if near else f"its games: {', '.join(games) or 'none'}"
        raise UnknownGame(f"{origin} has no name {name!r}; {hint}")
    found: object = getattr(module, name)
    if not isinstance(found, Game):
        what = type(found).__name__
        hint = "; give them a name: Game(name=…, declaration=…)" if what == "Rules" else ""
        raise UnknownGame(
            f"{origin}: {name} is of type {what}, not a Game{hint} (its games: {', '.join(games) or 'none'})"
        )
    return found


def _run_file(written: str) -> ModuleType:
    """Run a file as the module of its name, once; beside it lies what it imports, and what it leaves in pickles."""
    path = Path(os.path.abspath(written))
    if not path.is_file():
        raise UnknownGame(f"there is no file {written}" if not path.exists() else f"{written} is no file")
    name = path.stem
    if _comes_from(sys.modules.get(name), path):
        return sys.modules[name]
    if name in sys.modules:  # another one of this name is in use, perhaps one that Python itself needs
        name = f"{name}@{path.parent}"
        if name in sys.modules:
            return sys.modules[name]
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        with _searched(str(path.parent)):
            exec(loader.source_to_code(loader.get_data(str(path)), str(path)), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UnknownGame(f"{written} can't be run: {_told(error, path)}") from error
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _comes_from(module: ModuleType | None, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and os.path.abspath(file) == str(path)


def _imported(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UnknownGame(f"{name!r} is neither a file that ends in .py nor the name of a module: {_FORM}")
    try:
        with _searched(os.getcwd()):
            return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            of_it = "" if error.name == name else f", and no {error.name} of which it would be a part"
            raise UnknownGame(f"there is no module {name}{of_it}; {_FORM}") from None
        raise UnknownGame(f"module {name} can't be imported: {_told(error)}") from error
    except (Exception, SystemExit) as error:
        raise UnknownGame(f"module {name} can't be imported: {_told(error)}") from error


@contextmanager
def _searched(folder: str) -> Iterator[None]:
    """Search a folder for modules: before all others here, and after them from then on, for later imports.

    Python does so for a script's folder.  Behind the others it can't get in the way of what this package imports late.
    """
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder in sys.path:  # what was run may have changed the path, too
            sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)


def _told(error: BaseException, path: Path | None = None) -> str:
    """Say what went wrong, and on which line: of this file where it had a part in it."""
    line, file = None, ""
    if isinstance(error, SyntaxError):
        line, file = error.lineno, error.filename or ""
    else:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if path is not None and frame.filename == str(path)]
        outside = [frame for frame in frames if not _is_machinery(frame.filename)]
        if last := (own or outside)[-1:]:
            line, file = last[0].lineno, last[0].filename
    where = "" if line is None else f"line {line}"
    if where and file and (path is None or file != str(path)):
        where += f" of {file}"
    message = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    return f"{f'{where}: ' if where else ''}{type(error).__name__}{f': {message}' if message else ''}"


def _is_machinery(file: str) -> bool:
    """Tell whether this is code that imports, not what is imported."""
    return file.startswith("<frozen importlib") or file in (__file__, import_module.__code__.co_filename)
