"""Rules in prose, written from the declaration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.declarations import declarations

from patience_solver import GAMES, Game, UnsupportedOption
from patience_solver.cards import RANKS
from patience_solver.rules import (
    AfterStock,
    Building,
    Dealing,
    Fill,
    Foundations,
    Grid,
    Lying,
    Neighbours,
    Option,
    OptionValue,
    Order,
    Pairs,
    Play,
    Redeal,
    Refill,
    Reserve,
    Role,
    Rules,
    Stock,
    Suit,
    Tableau,
    Talon,
    Throwing,
    Vacancy,
)
from patience_solver.rules.prose import describe
from patience_solver.rules.prose.words import built


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_is_told(name: str) -> None:
    game = GAMES[name]
    for option in game.options.values():
        values = _values(option)
        told = [
            {describe(game, {**others, option.name: value}) for value in values} for others in _others(game, option)
        ]
        assert any(len(texts) == len(values) for texts in told), option.name


def _values(option: Option) -> list[OptionValue]:
    return list(option.meanings or range(option.at_least, option.at_least + 4))


def _others(game: Game, option: Option) -> list[dict[str, OptionValue]]:
    """No other option, or one: some options matter only where another has a certain value."""
    changes = [{name: value} for name, other in game.options.items() if name != option.name for value in _values(other)]
    return [{}, *changes]


@pytest.mark.parametrize("name", GAMES)
def test_form(name: str) -> None:
    paragraphs = describe(GAMES[name], {}).split("\n\n")
    assert all(paragraph[0].isupper() and paragraph.endswith(".") for paragraph in paragraphs)
    assert not any("\n" in paragraph or "  " in paragraph or "None" in paragraph for paragraph in paragraphs)


def test_games_that_are_played_differently_read_differently() -> None:
    assert len({describe(game, {}) for game in GAMES.values()}) == len(GAMES)


def _default(name: str) -> Rules:
    return GAMES[name].rules(GAMES[name].read_options({}))


PILES = _default("trefoil")
"""Piles that are gathered and dealt again."""

STOCK = Rules(
    foundations=(Foundations(Building(steps=(1,), wrap=True), bases_set_out=True),),
    tableau=(
        Tableau(
            "pile {n}",
            (3,) * 4,
            building=Building(steps=(-1,)),
            vacancy=Vacancy.ANY_CARD,
            filled_up_to=2,
        ),
    ),
    reserve=Reserve("place {n}", 4, Refill.FORCED),
    stock=Stock(passes=3),
)
"""Piles that a deal fills up, a reserve, and passes through a stock."""

PAIRS = _default("fourteen")
"""Cards that are removed from a grid in pairs."""

THROWING = _default("betrothed")
"""Piles whose cards are thrown out."""


def _changes() -> dict[str, tuple[Rules, Rules]]:
    """Declarations and what they become by a change in one field, for every field of every part of the vocabulary."""

    def of(rules: Rules, part: str, **changes: object) -> tuple[Rules, Rules]:
        """Change a part of the rules, or the first of its blocks."""
        whole = getattr(rules, part)
        changed = (replace(whole[0], **changes), *whole[1:]) if isinstance(whole, tuple) else replace(whole, **changes)
        return rules, replace(rules, **{part: changed})  # type: ignore[arg-type]

    def building(**changes: object) -> tuple[Rules, Rules]:
        return of(PILES, "tableau", building=replace(PILES.tableau[0].building, **changes))  # type: ignore[arg-type]

    def stock(**changes: object) -> tuple[Rules, Rules]:
        return of(STOCK, "stock", **changes)

    counted_in_redeals = replace(STOCK, stock=Stock(redeals=1))
    other = _default("la-belle-lucie").redeal
    assert other is not None
    return {
        "Rules.foundations": (
            STOCK,
            replace(STOCK, foundations=(*STOCK.foundations, *_default("quadrille").foundations)),
        ),
        "Rules.tableau": (STOCK, replace(STOCK, tableau=(*STOCK.tableau, replace(STOCK.tableau[0], label="heap {n}")))),
        "Rules.reserve": (STOCK, replace(STOCK, reserve=None)),
        "Rules.stock": (PILES, replace(PILES, stock=Stock())),
        "Rules.redeal": (PILES, replace(PILES, redeal=None)),
        "Rules.dealing": (PILES, replace(PILES, dealing=Dealing.ROUND_BY_ROUND)),
        "Rules.random_dealing": (PILES, replace(PILES, random_dealing=Dealing.ROUND_BY_ROUND)),
        "Rules.packs": (STOCK, replace(STOCK, packs=2)),
        "Rules.ranks": (STOCK, replace(STOCK, ranks="A234567")),
        "Foundations.building": of(PILES, "foundations", building=Building(steps=(1,), suit=Suit.ANY)),
        "Foundations.bases": of(STOCK, "foundations", bases=("7C", "7D", "7H", "7S")),
        "Foundations.names": of(PILES, "foundations", names=("north", "east", "south", "west")),
        "Foundations.bases_set_out": of(STOCK, "foundations", bases_set_out=False),
        "Foundations.height": of(PILES, "foundations", height=5),
        "Foundations.layers_in_suit": of(PILES, "foundations", layers_in_suit=True),
        "Foundations.in_order": of(PILES, "foundations", in_order=True),
        "Tableau.label": of(PILES, "tableau", label="heap {n}"),
        "Tableau.sizes": of(PILES, "tableau", sizes=(3,) * 15 + (2, 1)),
        "Tableau.building": building(steps=(1,)),
        "Tableau.vacancy": of(PILES, "tableau", vacancy=Vacancy.KINGS),
        "Tableau.first_dealt_on_top": of(PILES, "tableau", first_dealt_on_top=True),
        "Tableau.takes_from": of(STOCK, "tableau", takes_from=(Role.TABLEAU, Role.TALON)),
        "Tableau.least": of(STOCK, "tableau", least=2),
        "Tableau.filled_up_to": of(STOCK, "tableau", filled_up_to=3),
        "Tableau.fill": of(STOCK, "tableau", fill=Fill.ROUND_BY_ROUND),
        "Building.steps": building(steps=(-2,)),
        "Building.suit": building(suit=Suit.ANY),
        "Building.wrap": building(wrap=True),
        "Reserve.label": of(STOCK, "reserve", label="corner {n}"),
        "Reserve.places": of(STOCK, "reserve", places=3),
        "Reserve.refill": of(STOCK, "reserve", refill=Refill.OPTIONAL),
        "Reserve.leading": of(_default("first-and-last"), "reserve", leading="first place"),
        "Stock.turned": of(replace(PILES, redeal=None, stock=Stock()), "stock", turned=False),
        "Stock.passes": stock(passes=4),
        "Stock.redeals": of(counted_in_redeals, "stock", redeals=2),
        "Stock.setting_up_counts": stock(setting_up_counts=True),
        "Stock.order": stock(order=Order.SHUFFLE),
        "Stock.talon": stock(talon=Talon.JUST_TURNED),
        "Stock.play": stock(play=Play.AT_ONCE),
        "Rules.grid": (PAIRS, replace(PAIRS, grid=Grid(4, 4))),
        "Rules.pairs": (PAIRS, replace(PAIRS, pairs=Pairs(None, Lying.ANYWHERE))),
        "Grid.rows": of(PAIRS, "grid", rows=4),
        "Grid.columns": of(PAIRS, "grid", columns=4),
        "Grid.after_stock": of(PAIRS, "grid", after_stock=AfterStock.COMPRESS),
        "Pairs.total": of(PAIRS, "pairs", total=11),
        "Pairs.lying": of(PAIRS, "pairs", lying=Lying.TOUCHING),
        "Pairs.exchanges": of(PAIRS, "pairs", exchanges=3),
        "Rules.throwing": (replace(THROWING, throwing=None, foundations=(Foundations(),)), THROWING),
        "Throwing.kept": of(THROWING, "throwing", kept="JQ"),
        "Throwing.rows": of(THROWING, "throwing", rows=(2, 4)),
        "Throwing.neighbours": of(THROWING, "throwing", neighbours=Neighbours.BOTH),
        "Redeal.times": of(PILES, "redeal", times=3),
        "Redeal.when": of(PILES, "redeal", when=other.when),
        "Redeal.order": of(PILES, "redeal", order=other.order),
        "Redeal.packet": of(PILES, "redeal", packet=4),
    }


def _told(rules: Rules) -> str:
    return describe(Game(name="a-game", title="A Game", source="", declaration=rules), {})


def test_every_field_of_the_vocabulary_is_told() -> None:
    changes = _changes()
    parts = (Rules, Foundations, Tableau, Building, Reserve, Grid, Pairs, Stock, Redeal, Throwing)
    assert set(changes) == {f"{part.__name__}.{field.name}" for part in parts for field in fields(part)}
    # A new word of the vocabulary must be told too: write it, and its change here.
    texts = {field: _told(changed) for field, (_, changed) in changes.items()}
    assert [field for field, (rules, _) in changes.items() if texts[field] == _told(rules)] == []
    assert len(set(texts.values())) == len(texts)


def test_every_part_of_the_vocabulary_is_looked_at() -> None:
    parts = {type(part) for game in GAMES.values() for part in _parts(game.rules(game.read_options({})))}
    assert parts <= {Rules, Foundations, Tableau, Building, Reserve, Grid, Pairs, Stock, Redeal, Throwing}


def _parts(part: object) -> Iterator[object]:
    if is_dataclass(part):
        yield part
        for field in fields(part):
            yield from _parts(getattr(part, field.name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _parts(item)


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


def test_the_text_of_the_clock_with_two_packs() -> None:
    text = describe(GAMES["big-ben"], {})
    assert "into the piles I to XII (3 cards each)" in text
    assert "The other 56 cards, in their order, are the stock." in text
    assert "clock XI (4S to JS) and clock XII (5D to QD) are built up in suit" in text
    assert "They take cards from each other only. A pile with fewer than three cards takes no card." in text
    assert "all that have are filled up to three from the stock, in the order of the piles, one pile after" in text
    assert "They take cards from each other and the talon only." in describe(GAMES["big-ben"], {"waste_to_fans": True})
    assert "Redeals: one. When the stock is out" in describe(GAMES["big-ben"], {"redeals": 1})


def test_the_text_of_fourteen() -> None:
    text = describe(GAMES["fourteen"], {})
    assert "The first 25 cards are laid face up in five rows of five, the cells a1 to e5, row by row." in text
    assert "The other 27 cards, in their order, are the stock." in text
    assert "whose ranks add up to 14 (ace one, jack eleven, queen twelve, king thirteen)" in text
    assert "gaps stay. Only when no pair can be removed" in text and text.endswith("Won: all cards are removed.")
    assert "close up in the order of the cells. Cards are never exchanged." in describe(GAMES["quatorze"], {})


def test_the_text_of_sultan() -> None:
    text = describe(GAMES["sultan"], {})
    assert "The first 8 cards are the reserve, one on each of divan 1 to divan 8." in text
    assert "seven named by suit start with KC KC KD KD KH KS KS, in this order, and are built up in suit" in text
    assert "13 cards each with the first: K A 2 3 4 5 6 7 8 9 T J Q;" in text
    assert "sultan starts with KH, and nothing is laid on it." in text
    assert "the talon may be shuffled (the order is part of the deal) to be the stock again" in text
    assert "gaps may outlast a redeal" in describe(GAMES["sultan-plus"], {})


def test_the_text_of_calculation() -> None:
    text = describe(GAMES["calculation"], {})
    assert "foundation 3 starts with a three of any suit and is built up by three regardless of suit" in text
    assert "3 6 9 Q 2 5 8 J A 4 7 T K" in text
    assert "The piles packet 1 to packet 4 are empty at first" in text
    assert "They take cards from the stock only, never from each other. An empty pile takes any of these" in text
    assert "Stock: its next card is available as it lies there" in text


def test_the_text_of_quadrille() -> None:
    text = describe(GAMES["quadrille"], {})
    assert "start with the fives and are built down in suit, 6 cards each with the first: 5 4 3 2 A K;" in text
    assert "The fives, sixes and queens are taken out of the pack" in text
    assert "The fives, sixes and queens are laid there as they come free." in describe(GAMES["captive-queens"], {})
    assert "the pack is gone through three times in all" in text
    only = describe(GAMES["quadrille"], {"setup_pass": "counted", "passes": 1})
    assert "no card can be turned" in only


def test_the_text_of_the_clock_with_one_pack() -> None:
    text = describe(GAMES["german-clock"], {})
    assert "hour 1 to hour 12 and king start with AD 2D" in text
    assert "built with equal ranks in alternating colours, 4 cards each" in text
    assert "must be played before another card is turned" in describe(GAMES["german-clock"], {"hold": "no"})


def test_the_text_of_first_and_last() -> None:
    text = describe(GAMES["first-and-last"], {})
    assert "The first 7 cards are dealt face up, one to each of pile 1 to pile 7." in text
    assert "The next 9 cards are the reserve, one on each of upper 8 and lower 1 to lower 8." in text
    assert "The other 88 cards, in their order, are the stock." in text
    assert "start with the cards that are dealt there and are built up regardless of suit, with ace and king" in text
    assert "Of pile 1 to pile 8 only the first that is not full takes cards." in text
    assert "When the card at upper 8 fits, it must be played before any other card." in text
    assert "When the last foundation opens, the card that lies there becomes its first card" in text


def test_the_text_of_the_betrothed() -> None:
    text = describe(GAMES["betrothed"], {})
    assert "the top cards of each pile are thrown out, until one of the kings or queens is on top" in text
    assert "no card is moved by the player; the only moves are redeals" in text
    assert "and dealt again in rounds, one card to each pile in turn" in text
    assert "in four rows of two, and somewhere two cards of one suit must lie side by side in a row." in text


def test_a_cell_holds_one_card() -> None:
    nothing = Building(steps=())
    piles = Tableau("pile {n}", (7,) * 4 + (6,) * 4, Building((-1,), Suit.OTHER_COLOUR), Vacancy.ANY_CARD)
    text = _told(Rules(tableau=(piles, Tableau("cell {n}", (0,) * 4, nothing, Vacancy.ANY_CARD))))
    assert "The piles cell 1 to cell 4 are empty at first." in text
    assert "cell 1 to cell 4 hold one card each, and nothing is laid on it. An empty pile takes any available" in text
    text = _told(Rules(tableau=(piles, Tableau("cell", (0,), nothing, Vacancy.KINGS))))
    assert "The pile cell is empty at first." in text
    assert "cell holds one card, and nothing is laid on it. An empty pile takes a king only." in text
    text = _told(Rules(tableau=(replace(piles, building=nothing),)))
    assert "Nothing is laid on the cards of the piles. An emptied pile takes any available card." in text


@pytest.mark.parametrize(
    ("building", "words"),
    [
        (Building((1, -1)), "built up or down in suit"),
        (Building((-1, 1), Suit.ANY), "built down or up regardless of suit"),
        (Building((2, -2), Suit.ANY), "built up or down by two regardless of suit"),
        (Building((-3, -2, -1)), "built down by one, two or three in suit"),
        (Building((1, -2)), "built up or down by two in suit"),
        (Building((0,), Suit.OTHER_COLOUR), "built with equal ranks in alternating colours"),
        (Building((-1, 0), Suit.ANY), "built down or with equal ranks regardless of suit"),
        (Building((1, 1)), "built up in suit"),
        (Building((12,), wrap=True), "built down in suit, with ace and king next to each other"),
        (Building((14, 1), wrap=True), "built up in suit, with ace and king next to each other"),
        (Building(tuple(range(-12, 13))), "built in suit, regardless of rank"),
        (Building(tuple(range(-12, 13)), Suit.ANY), "built regardless of rank and suit"),
        (Building(tuple(range(13)), Suit.OTHER_COLOUR, wrap=True), "built in alternating colours, regardless of rank"),
        (
            Building(tuple(range(1, 13)), Suit.ANY, wrap=True),
            "built regardless of rank and suit, but not on equal ranks",
        ),
        (Building(()), ""),
        (Building((13, -20)), ""),
        (Building((0,)), ""),  # in one pack there is no card of the same rank and suit
    ],
)
def test_every_building_is_told(building: Building, words: str) -> None:
    assert built(building, _whole_pack()) == words


def _whole_pack(ranks: str = RANKS, packs: int = 1) -> Rules:
    """Return rules by which all cards lie in the stock."""
    base = Foundations(bases=(f"{ranks[0]}*",), names=("foundation",))
    return Rules(ranks=ranks, packs=packs, foundations=(base,), stock=Stock())


def test_foundations_of_every_kind_are_told() -> None:
    def told(*blocks: Foundations, **fields: Any) -> str:
        text = _told(Rules(foundations=blocks, stock=Stock(), **fields))
        return next(paragraph for paragraph in text.split("\n\n") if paragraph.startswith("Foundations: "))

    kings = tuple(f"K{suit}" for suit in "CDHS")
    assert (
        "starting with the kings, built down in suit, 13 cards each with the first: K Q J T 9 8 7 6 5 4 3 2 A"
        in told(Foundations(Building((-1,)), kings, bases_set_out=True))
    )
    assert "one for each suit, built up in suit, from five to four." in told(
        Foundations(bases=tuple(f"5{suit}" for suit in "CDHS")), ranks="56789TJQKA234"
    )
    assert "one for each suit, for the kings, on which nothing is laid." in told(Foundations(bases=kings, height=1))
    four = ("a", "b", "c", "d")
    assert "a, b, c and d start with an ace of any suit each and are built" in told(
        Foundations(bases=("A*",) * 4, names=four)
    )
    assert "start with AC, an ace of any suit, KS and a king of any suit, in this order, and" in told(
        Foundations(Building((1, -1), Suit.ANY), ("AC", "A*", "KS", "K*"), four)
    )
    assert "a, b, c and d start with the kings, and nothing is laid on them." in told(
        Foundations(Building(()), kings, four)
    )


def test_a_foundation_of_one_card_is_told_whatever_its_building() -> None:
    block = Foundations(Building(()), ("AC",), ("f",), height=1)
    assert "f starts with AC, and nothing is laid on it." in _told(Rules(foundations=(block,), stock=Stock()))


def test_layers_are_told_block_by_block() -> None:
    blocks = tuple(
        Foundations(Building((0,), Suit.ANY), (f"{rank}C", f"{rank}D"), (f"{rank} 1", f"{rank} 2"), layers_in_suit=True)
        for rank in "A2"
    )
    text = _told(Rules(foundations=blocks, stock=Stock()))
    assert "second on any of A 1 and A 2 settles" in text and "second on any of 2 1 and 2 2 settles" in text


def test_piles_that_take_nothing_are_told() -> None:
    down = Building((-1,))
    blocks = (Tableau("a{n}", (4,) * 4, down, Vacancy.KINGS), Tableau("b", (0,), down, Vacancy.ANY_CARD, takes_from=()))
    text = _told(Rules(ranks="A234", tableau=blocks))
    assert "The pile b is empty at first." in text
    assert "No card is laid on b by a move. An emptied pile stays empty." in text
    from_reserve = replace(blocks[0], takes_from=(Role.RESERVE,))
    assert "No card is laid on the piles by a move." in _told(Rules(ranks="A234", tableau=(from_reserve,)))


_RANKS_DRAWN = st.sampled_from(["A", "A2", "A23", "5A2", "A23456789TJQK", "56789TJQKA234"])


@st.composite
def _buildings(draw: st.DrawFn) -> Building:
    steps = draw(st.lists(st.integers(-14, 14), max_size=4).map(tuple))
    return Building(steps, draw(st.sampled_from(Suit)), draw(st.booleans()))


@given(_buildings(), _RANKS_DRAWN, st.integers(1, 2))
def test_nothing_is_laid_only_where_no_card_is_accepted(building: Building, ranks: str, packs: int) -> None:
    rules = _whole_pack(ranks, packs)
    pairs = [(a, b) for place, a in enumerate(rules.pack) for other, b in enumerate(rules.pack) if place != other]
    assert bool(built(building, rules)) == any(building.accepts(below, card, ranks) for below, card in pairs)


@settings(suppress_health_check=list(HealthCheck))
@given(declarations())
def test_no_declaration_is_told_in_nonsense(rules: Rules) -> None:
    text = _told(rules)
    for wrong in ("  ", "None", " ,", " .", "..", "built in this", "no cards each", "from  ", "of  ", "1 card are"):
        assert wrong not in text, text
    assert all(paragraph.endswith(".") for paragraph in text.split("\n\n"))
