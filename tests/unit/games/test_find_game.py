from __future__ import annotations

import pytest

from patience_solver import GAMES, Game, UnknownGame, find_game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_found_by_its_names(game: Game) -> None:
    for name in (game.name, *game.aliases):
        assert find_game(name) is find_game(name.upper()) is find_game(name.replace("-", " ")) is game
    assert find_game(game) is game
    assert GAMES[game.name] is game


def test_names_are_unique() -> None:
    names = [name for game in GAMES.values() for name in (game.name, *game.aliases)]
    assert len(set(names)) == len(names)


def test_no_file_is_run_to_find_a_game() -> None:
    with pytest.raises(UnknownGame, match=r"'my_games\.py:LUCKY'; a game of one's own is loaded by load_game"):
        find_game("my_games.py:LUCKY")


@pytest.mark.parametrize(
    ("name", "near"),
    [("fortres", "fortress"), ("trefoils", "trefoil"), ("belle lucie", "la-belle-lucie"), ("streets", "streets")],
)
def test_near_names_are_suggested(name: str, near: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game(name)
    assert repr(name) in str(caught.value)
    assert near in str(caught.value)
