"""Rules in prose, written from the declaration."""

from __future__ import annotations

from dataclasses import replace

import pytest

from patience_solver import GAMES, Game, UnsupportedOption
from patience_solver.rules import Building, Dealing, Foundations, Redeal, Rules, Suit, Vacancy
from patience_solver.rules.prose import describe


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_is_told(name: str) -> None:
    game = GAMES[name]
    for option in game.options.values():
        values = list(option.meanings or range(option.at_least, option.at_least + 4))
        texts = {describe(game, {option.name: value}) for value in values}
        assert len(texts) == len(values), option.name


@pytest.mark.parametrize("name", GAMES)
def test_form(name: str) -> None:
    paragraphs = describe(GAMES[name], {}).split("\n\n")
    assert all(paragraph[0].isupper() and paragraph.endswith(".") for paragraph in paragraphs)
    assert not any("\n" in paragraph or "  " in paragraph or "None" in paragraph for paragraph in paragraphs)


def test_games_that_are_played_differently_read_differently() -> None:
    assert len({describe(game, {}) for game in GAMES.values()}) == len(GAMES)


def _changes(rules: Rules) -> dict[str, Rules]:
    """Declarations that each differ in one field, for every field of every part of the vocabulary."""
    block = rules.tableau[0]
    assert rules.redeal is not None

    def tableau(**changes: object) -> Rules:
        return replace(rules, tableau=(replace(block, **changes),))  # type: ignore[arg-type]

    def building(**changes: object) -> Rules:
        return tableau(building=replace(block.building, **changes))  # type: ignore[arg-type]

    def redeal(**changes: object) -> Rules:
        return replace(rules, redeal=replace(rules.redeal, **changes))  # type: ignore[type-var]

    other = GAMES["la-belle-lucie"].rules(GAMES["la-belle-lucie"].read_options({})).redeal
    assert other is not None
    return {
        "Rules.foundations": replace(rules, foundations=Foundations(Building(steps=(1,), wrap=True))),
        "Rules.tableau": replace(rules, tableau=rules.tableau * 2),
        "Rules.redeal": replace(rules, redeal=None),
        "Rules.dealing": replace(rules, dealing=Dealing.ROUND_BY_ROUND),
        "Rules.random_dealing": replace(rules, random_dealing=Dealing.ROUND_BY_ROUND),
        "Rules.packs": replace(rules, packs=2),
        "Rules.ranks": replace(rules, ranks="789TJQK"),
        "Foundations.building": replace(rules, foundations=replace(rules.foundations, building=Building(steps=(-1,)))),
        "Foundations.bases_set_out": replace(
            rules, foundations=replace(rules.foundations, bases_set_out=not rules.foundations.bases_set_out)
        ),
        "Tableau.label": tableau(label="heap {n}"),
        "Tableau.sizes": tableau(sizes=(3,) * 15 + (2, 1)),
        "Tableau.building": building(steps=(1,)),
        "Tableau.vacancy": tableau(vacancy=Vacancy.KINGS),
        "Tableau.first_dealt_on_top": tableau(first_dealt_on_top=True),
        "Building.steps": building(steps=(-2,)),
        "Building.suit": building(suit=Suit.ANY),
        "Building.wrap": building(wrap=True),
        "Redeal.times": redeal(times=3),
        "Redeal.when": redeal(when=other.when),
        "Redeal.order": redeal(order=other.order),
        "Redeal.packet": redeal(packet=4),
    }


def _told(rules: Rules) -> str:
    return describe(Game(name="a-game", title="A Game", source="", declaration=rules), {})


def test_every_field_of_the_vocabulary_is_told() -> None:
    trefoil = GAMES["trefoil"]
    rules = trefoil.rules(trefoil.read_options({}))
    changes = _changes(rules)
    fields = {
        f"{type(part).__name__}.{field}"
        for part in (rules, rules.foundations, rules.tableau[0], rules.tableau[0].building, rules.redeal)
        for field in part.__dataclass_fields__  # type: ignore[union-attr]
    }
    assert set(changes) == fields  # a new word of the vocabulary must be told too: write it, and its change here
    texts = {field: _told(changed) for field, changed in changes.items()}
    assert [field for field, text in texts.items() if text == _told(rules)] == []
    assert len(set(texts.values())) == len(texts)
    assert isinstance(rules.redeal, Redeal)


def test_options_are_checked() -> None:
    with pytest.raises(UnsupportedOption):
        describe(GAMES["fortress"], {"lane": "queen"})
    assert describe(GAMES["fortress"], {"wrap": "yes"}) == describe(GAMES["fortress"], {"wrap": True})


def test_the_text_of_fortress() -> None:
    text = describe(GAMES["fortress"], {})
    assert "L1 to L5 (one of 6 cards and four of 5 cards) and R1 to R5" in text
    assert "the one dealt first in L1 to L5, elsewhere the one dealt last" in text
    assert "built up in suit, from ace to king" in text
    assert "The piles are built up or down in suit. An emptied pile takes any available card." in text
    assert "Redeals: none." in text
