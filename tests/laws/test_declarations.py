"""Laws of what stands written: declarations are short, engines know no game by name, every game has golden data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.golden import golden_deals, whole_game
from support.mini import MINIS_OF

import patience_solver
from patience_solver import GAMES, Game
from patience_solver.solvers.forced import has_no_real_choice

PACKAGE = Path(patience_solver.__file__).parent
LINES = 20
LINES_WITH_OPTIONS = 25
HARD_STATES = 10_000
EASY_STATES = 1_000


def _declarations() -> list[tuple[str, int, bool]]:
    """Every `Game(…)` and `….patch(…)` in games/: file and line, its length with what it is put together from."""
    found = []
    for path in sorted((PACKAGE / "games").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        parts = {
            target.id: node
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and target.id.startswith("_")
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called not in ("Game", "patch"):
                continue
            used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)} & parts.keys()
            has_options = any(
                isinstance(name, ast.Name) and name.id == "option"
                for part in (node, *(parts[name] for name in used))
                for name in ast.walk(part)
            )
            found.append((f"{path.name}:{node.lineno}", _lines(node), has_options))
    return found


def _lines(node: ast.Call) -> int:
    """Lines of a declaration; an option counts as one, and the words in which it explains itself are no rules."""
    prose = {
        line
        for keyword in ast.walk(node)
        if isinstance(keyword, ast.keyword) and keyword.arg in ("summary", "source", "title", "original_title")
        for line in range(keyword.value.lineno, (keyword.value.end_lineno or keyword.value.lineno) + 1)
    }
    options = {
        line
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "option"
        for line in range(call.lineno + 1, (call.end_lineno or call.lineno) + 1)
    }
    assert node.end_lineno is not None
    return len(set(range(node.lineno, node.end_lineno + 1)) - prose - options)


DECLARATIONS = _declarations()


def test_every_game_is_one_declaration() -> None:
    assert len(DECLARATIONS) == len(GAMES)


@pytest.mark.parametrize(("place", "lines", "has_options"), DECLARATIONS, ids=[place for place, _, _ in DECLARATIONS])
def test_a_declaration_is_short(place: str, lines: int, has_options: bool) -> None:
    assert lines <= (LINES_WITH_OPTIONS if has_options else LINES), place


_SHORTHAND = ast.Assign | ast.AnnAssign | ast.Return | ast.Expr
_CODE = (
    ast.ClassDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.For
    | ast.While
    | ast.If
    | ast.IfExp
    | ast.BoolOp
    | ast.Compare
    | ast.Match
    | ast.Try
    | ast.With
    | ast.ListComp
    | ast.SetComp
    | ast.NamedExpr
)


def code_in(tree: ast.Module) -> list[int]:
    """Lines of a declaration at which something is decided or looped.

    Two things are shorthand, not code: to write a row out over ranks, suits or hours (a comprehension without a
    condition, over a constant), and a function that only puts parts together, with nothing but assignments in it.
    """
    found = []
    for node in ast.walk(tree):
        if isinstance(node, _CODE):
            found.append(node.lineno)
        elif isinstance(node, ast.FunctionDef):
            found += [part.lineno for part in node.body if not isinstance(part, _SHORTHAND)]
        elif isinstance(node, ast.GeneratorExp | ast.DictComp):
            row = node.generators[0]
            if len(node.generators) > 1 or row.ifs or not _is_constant(row.iter):
                found.append(node.lineno)
    return found


def _is_constant(node: ast.expr) -> bool:
    """Tell whether this is a constant, a part of one, or a count along one."""
    if isinstance(node, ast.Call):
        known = isinstance(node.func, ast.Name) and node.func.id in ("range", "enumerate")
        return known and all(map(_is_constant, node.args))
    if isinstance(node, ast.Subscript):
        return _is_constant(node.value)
    return isinstance(node, ast.Constant | ast.Tuple) or (isinstance(node, ast.Name) and node.id.upper() == node.id)


@pytest.mark.parametrize("path", [path for path in (PACKAGE / "games").glob("*.py") if path.name != "__init__.py"])
def test_declarations_hold_no_code(path: Path) -> None:
    assert code_in(ast.parse(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "x = 1 if y else 2",
        "x = tuple(a for a in 'ABC' if a)",
        "x = tuple(a + b for a in 'ABC' for b in 'ABC')",
        "x = tuple(a for a in rules.pack)",
        "x = [a for a in 'ABC']",
        "x = y or z",
        "x = lambda y: y",
        "def f(x):\n    for y in x:\n        pass",
        "def f(x):\n    def g(x): return x\n    return g",
    ],
)
def test_code_in_a_declaration_is_found(line: str) -> None:
    assert code_in(ast.parse(line))


def _words(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every identifier and string literal of a file, docstrings left out."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield line, node.value
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.arg):
            yield line, node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield line, node.name
        elif isinstance(node, ast.alias):
            yield line, node.name
            yield line, node.asname or ""


def _named_games(path: Path) -> list[str]:
    names = {name for game in GAMES.values() for name in (game.name, *game.aliases)}
    patterns = [re.compile(rf"(?<![a-z]){name.replace('-', '[-_ ]?')}(?![a-z])", re.IGNORECASE) for name in names]
    return [f"{path.name}:{line}: {word}" for line, word in _words(path) if any(p.search(word) for p in patterns)]


def test_no_engine_knows_a_game_by_name() -> None:
    rooms = [
        PACKAGE / "_api.py",
        *(
            path
            for room in ("kernel", "solvers", "reference", "rules", "position")
            for path in (PACKAGE / room).rglob("*.py")
        ),
    ]
    assert [found for path in rooms for found in _named_games(path)] == []


@pytest.mark.parametrize(
    "line",
    [
        "def solve_fortress(): ...",
        "x = rules.name == 'la-belle-lucie'",
        "from games import BELEAGUERED_CASTLE",
        "fan = 1",
    ],
)
def test_a_game_named_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "engine.py"
    path.write_text(f'"""Docstrings may speak of Fortress."""\n{line}\n', "utf-8")
    assert len(_named_games(path)) == 1


def missing_golden_data(game: Game) -> list[str]:
    """Name the golden data that a game lacks."""
    deals = golden_deals(game.name)
    verdicts = {deal.verdict for deal in deals}
    states = [deal.states for deal in deals if deal.states is not None]
    followed = has_no_real_choice(game.rules(game.read_options({})))  # no deal is easier than another
    lacks = {
        "a winnable deal": "winnable" not in verdicts,
        "an unwinnable deal": "unwinnable" not in verdicts,
        "an easy deal": not followed and not any(count <= EASY_STATES for count in states),
        "a hard deal": not followed and not any(count >= HARD_STATES for count in states),
        "a whole game": whole_game(game.name) is None,
        "mini games": not MINIS_OF.get(game.name),
    }
    return [what for what, lacking in lacks.items() if lacking]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_golden_data(game: Game) -> None:
    assert missing_golden_data(game) == []


def test_a_game_without_golden_data_is_found() -> None:
    assert len(missing_golden_data(GAMES["fan"].patch(name="shamrocks"))) == 6


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_declaration_says_where_it_comes_from(game: Game) -> None:
    assert game.title
    assert game.source
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.name)
    for option in game.options.values():
        assert option.summary and option.source.startswith("default:")
        assert option.default in (option.meanings if option.meanings is not None else [option.default])
