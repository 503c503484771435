"""The page on the games: written from the declarations, complete and up to date."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from patience_solver import GAMES, Deal, Limits, solve
from patience_solver.rules import value_text

SCRIPT = Path(__file__).parent.parent.parent / "docs" / "generate_games.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_games", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date(script: ModuleType) -> None:
    assert script.PAGE.read_text("utf-8") == script.page(), "run python docs/generate_games.py"


def _sections(script: ModuleType) -> dict[str, str]:
    _, *sections = script.PAGE.read_text("utf-8").split("\n## ")
    return {section.partition("\n")[0]: section for section in sections}


def test_every_game_is_there(script: ModuleType) -> None:
    assert list(_sections(script)) == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_whole(script: ModuleType, name: str) -> None:
    game, text = GAMES[name], _sections(script)[name]
    for words in (game.title, game.original_title, game.source, *game.aliases, "```text", "**Proved.**"):
        assert words in text
    for option in game.options.values():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{option.name}` |"))
        values = [f"`{value_text(value)}`" for value in option.meanings or ()] or [option.allowed]
        for words in (*values, f"| `{value_text(option.default)}` |", option.summary, option.source):
            assert words in row


@pytest.mark.parametrize("name", GAMES)
def test_the_solver_named_is_the_one_that_answers(script: ModuleType, name: str) -> None:
    deal = Deal.random(name, 1)
    assert solve(deal, limits=Limits(states=100)).solver == script.solver_of(deal.rules)


def test_sentences_quoted_are_of_games_with_an_old_text(script: ModuleType) -> None:
    assert not {game.name for game in GAMES.values() if game.original_title} - set(script._QUOTES)
