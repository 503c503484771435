from __future__ import annotations

import pytest
from support.mini import option_values
from support.perft import PERFT, Case, count_paths, count_positions, read_cases

from patience_solver import GAMES

CASES = [case for path in sorted(PERFT.glob("*.perft")) for case in read_cases(path)]


def _name(case: Case) -> str:
    return f"{case.deal.game.name}: {case.id}"


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_counts_of_the_reference(case: Case) -> None:
    assert count_positions(case.deal, len(case.positions) - 1) == case.positions
    assert count_paths(case.deal, len(case.paths) - 1) == case.paths


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_two_cases(game: str) -> None:
    cases = [case for case in CASES if case.deal.game.name == game]
    assert len(cases) >= 2
    assert len({case.id for case in cases}) == len(cases)
    assert all(len(case.paths) >= 4 and len(case.positions) >= 4 for case in cases)


def test_every_value_of_every_option_is_counted_somewhere() -> None:
    for game in GAMES.values():
        counted = [case.deal.options for case in CASES if case.deal.game is game]
        for name in game.options:
            for value in option_values(game)[name]:
                relatives = [case.deal.options for case in CASES if name in case.deal.options]
                assert any(options[name] == value for options in [*counted, *relatives]), (game.name, name, value)


def test_a_changed_count_is_seen() -> None:
    case = CASES[0]
    assert count_paths(case.deal, 2) != (*case.paths[:2], case.paths[2] + 1)
