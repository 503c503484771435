"""Declarations that can't be meant, or that no search takes, are refused with what is wrong and what would be right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from patience_solver import GAMES, BadDeclaration, Deal, Game, PatienceError
from patience_solver.rules import (
    ANYTHING,
    Building,
    Dealing,
    Foundations,
    Grid,
    Lying,
    Neighbours,
    Order,
    Pairs,
    Redeal,
    Refill,
    Reserve,
    Role,
    Rules,
    Stock,
    Tableau,
    Throwing,
    Vacancy,
    When,
)

DOWN = Building((-1,))


def block(*sizes: int, label: str = "pile {n}", **words: Any) -> Tableau:
    return Tableau(label, sizes, DOWN, Vacancy.ANY_CARD, **words)


WHOLE = (block(*(4,) * 13),)
FOUR = ("a", "b", "c", "d")
TWO_DEALT = Foundations(Building((1,), wrap=True), ("", ""), ("a", "b"), in_order=True, height=26)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"tableau": (block(*(4,) * 12),)}, ["48 cards", "52 cards", "stock=Stock()"]),
        ({"tableau": (block(*(4,) * 14),)}, ["56 cards", "52 cards"]),
        ({"tableau": WHOLE, "foundations": (Foundations(bases_set_out=True),)}, ["52 cards less 4", "deal 48"]),
        ({"tableau": (block(26), block(26))}, ["name='pile 1'", "two piles"]),
        ({"tableau": (block(26, 26, label="pile"),)}, ["label='pile'", "{n}"]),
        ({"tableau": (block(52, label="pile {m}"),)}, ["pile {m}", "{n}", "{roman}"]),
        ({"tableau": (block(52, label="a > b"),)}, ["a > b", ">"]),
        ({"tableau": (block(52, label="a\u2028b"),)}, ["a\\u2028b"]),
        ({"tableau": (block(52, label="redeals used"),)}, ["redeals used"]),
        ({"tableau": (block(52, label="stock"),), "stock": Stock()}, ["stock", "name"]),
        ({"tableau": (block(52, label="clubs"),)}, ["clubs", "name"]),
        ({"tableau": WHOLE, "foundations": (Foundations(bases=("1C",)),)}, ["bases", "'1C'", "AC"]),
        ({"ranks": "A23", "tableau": (block(12),), "foundations": (Foundations(bases=("KC",)),)}, ["'KC'", "A23"]),
        ({"tableau": WHOLE, "foundations": (Foundations(bases=("A*",) * 4),)}, ["names", "name them"]),
        (
            {"stock": Stock(), "foundations": (Foundations(bases=("AC", "AC"), names=("a", "b"), bases_set_out=True),)},
            ["'AC'", "2 times", "1"],
        ),
        (
            {"stock": Stock(), "foundations": (Foundations(bases=("A*", "AC"), names=("a", "b"), bases_set_out=True),)},
            ["'A*'", "all as A*"],
        ),
        ({"tableau": WHOLE, "foundations": (Foundations(names=("a", "b")),)}, ["names", "4 bases"]),
        ({"tableau": WHOLE, "foundations": (Foundations(height=53),)}, ["height=53", "52"]),
        (
            {"stock": Stock(), "foundations": (Foundations(bases=("", ""), names=("a", "b"), bases_set_out=True),)},
            ["bases_set_out=False"],
        ),
        (
            {"packs": 2, "stock": Stock(), "foundations": (Foundations(), Foundations(Building((-1,))))},
            ["name='clubs'", "may share it"],
        ),
        (
            {"tableau": (block(51),), "foundations": (Foundations(bases=("", "AC"), names=("a", "b")),)},
            ["('', 'AC')", "two blocks"],
        ),
        ({"tableau": WHOLE, "foundations": ()}, ["foundations=()"]),
        ({"tableau": (block(52, takes_from=(Role.FOUNDATION,)),)}, ["takes_from", "the talon"]),
        ({"tableau": (block(*(3,) * 4, filled_up_to=3), block(40, label="q"))}, ["filled_up_to", "stock=Stock()"]),
        ({"tableau": (block(3, filled_up_to=4),), "stock": Stock()}, ["filled_up_to=4", "up to 3"]),
        ({"tableau": (block(*(1,) * 15, filled_up_to=1),), "stock": Stock()}, ["15 piles", "14"]),
        (
            {"tableau": (block(3, filled_up_to=3), block(2, label="q", filled_up_to=2)), "stock": Stock()},
            ["filled_up_to", "alike"],
        ),
        ({"tableau": (block(50),), "reserve": Reserve("r {n}", 2, Refill.FORCED)}, ["reserve", "stock=Stock()"]),
        (
            {"reserve": Reserve("r {n}", 2, Refill.FORCED), "stock": Stock(turned=False)},
            ["reserve", "talon", "stock=Stock()"],
        ),
        (
            {"reserve": Reserve("r {n}", 2, Refill.FORCED, "lead"), "stock": Stock()},
            ["leading='lead'", "in_order=True"],
        ),
        (
            {"foundations": (TWO_DEALT,), "reserve": Reserve("r {n}", 2, Refill.OPTIONAL, "lead"), "stock": Stock()},
            ["refill", "FORCED"],
        ),
        (
            {
                "foundations": (Foundations(Building((1,)), ("", ""), ("a", "b"), height=1, in_order=True),),
                "reserve": Reserve("r {n}", 2, Refill.FORCED, "lead"),
                "stock": Stock(),
            },
            ["height=1", "height=2"],
        ),
        ({"tableau": WHOLE, "stock": Stock(passes=2, redeals=1)}, ["redeals=1", "passes=2"]),
        ({"tableau": WHOLE, "stock": Stock(turned=False, redeals=1)}, ["turned=False", "talon"]),
        ({"redeal": Redeal(1, When.ANY, Order.KEEP, 3), "stock": Stock()}, ["redeal", "tableau"]),
        ({"tableau": WHOLE, "redeal": Redeal(1, When.ANY, Order.KEEP, 3)}, ["packet=3", "18 packets", "13 piles"]),
        (
            {"tableau": WHOLE, "redeal": Redeal(1, When.ANY, Order.KEEP, 4), "stock": Stock(redeals=1)},
            ["redeal", "tableau or of the talon"],
        ),
        ({"tableau": (block(*(1,) * 52), block(*(0,) * 12, label="q {n}"))}, ["68 piles", "64"]),
        ({"ranks": "AA2", "tableau": (block(12),)}, ["ranks='AA2'", "each once"]),
        ({"ranks": "A1", "tableau": (block(8),)}, ["ranks='A1'"]),
        ({"packs": 3, "tableau": (block(156),)}, ["packs=3", "from 1 to 2"]),
        ({"grid": Grid(5, 5), "foundations": ()}, ["pairs=None", "both"]),
        ({"grid": Grid(5, 5), "pairs": Pairs(14, Lying.IN_LINE)}, ["foundations", "stands alone"]),
        ({"foundations": (), "grid": Grid(6, 6), "pairs": Pairs(14, Lying.IN_LINE)}, ["36 cells", "32"]),
        (
            {"tableau": WHOLE, "foundations": (), "throwing": Throwing("K", (2, 2), Neighbours.ROW)},
            ["takes_from", "takes_from=()"],
        ),
        (
            {
                "tableau": (block(52, takes_from=()),),
                "foundations": (),
                "throwing": Throwing("K", (2, 3), Neighbours.ROW),
            },
            ["rows=(2, 3)", "4 cards"],
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(declared: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadDeclaration) as caught:
        Rules(**declared)
    assert isinstance(caught.value, PatienceError)
    for word in words:
        assert word in str(caught.value)


PARTS = (Building, Foundations, Game, Grid, Redeal, Reserve, Rules, Stock, Tableau)
OF_ANY_TYPE: dict[str, Any] = {part.__name__: part for part in PARTS}
"""The parts of the vocabulary, for fields of wrong types."""


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: OF_ANY_TYPE["Building"](steps=-1), ["Building: steps=-1", "write (-1,)"]),
        (lambda: OF_ANY_TYPE["Building"](steps=(0.5,)), ["steps=(0.5,)", "item 1", "a whole number"]),
        (lambda: OF_ANY_TYPE["Building"](steps="-1"), ["steps='-1'", "a tuple"]),
        (lambda: OF_ANY_TYPE["Building"]((1,), suit="any"), ["suit='any'", "Suit.ANY"]),
        (lambda: OF_ANY_TYPE["Building"]((1,), wrap=1), ["wrap=1", "True or False"]),
        (lambda: OF_ANY_TYPE["Tableau"]("pile", 3, DOWN, Vacancy.ANY_CARD), ["sizes=3", "write (3,)"]),
        (lambda: OF_ANY_TYPE["Tableau"]("pile", (-3,), DOWN, Vacancy.ANY_CARD), ["sizes=(-3,)", "from 0 on"]),
        (lambda: OF_ANY_TYPE["Tableau"]("pile", (3,), (-1,), Vacancy.ANY_CARD), ["building=(-1,)", "a Building"]),
        (lambda: OF_ANY_TYPE["Foundations"](bases="AC"), ["bases='AC'", "write ('AC',)"]),
        (lambda: OF_ANY_TYPE["Foundations"](height=0), ["height=0", "None or a whole number from 1 on"]),
        (lambda: OF_ANY_TYPE["Reserve"]("r {n}", 0, Refill.FORCED), ["places=0", "from 1 on"]),
        (lambda: OF_ANY_TYPE["Stock"](passes=0), ["passes=0", "from 1 to 200"]),
        (lambda: OF_ANY_TYPE["Stock"](redeals=201), ["redeals=201", "from 0 to 200"]),
        (lambda: OF_ANY_TYPE["Redeal"](1, When.ANY, Order.KEEP, -1), ["packet=-1", "from 0 to 104"]),
        (lambda: OF_ANY_TYPE["Grid"](10, 1), ["rows=10", "from 1 to 9"]),
        (lambda: OF_ANY_TYPE["Rules"](tableau=block(52)), ["tableau=", "write ("]),
        (lambda: OF_ANY_TYPE["Rules"](stock=True), ["stock=True", "None or a Stock"]),
        (
            lambda: OF_ANY_TYPE["Game"](name=5, title="", source="", declaration=Rules(tableau=WHOLE)),
            ["name=5", "a text"],
        ),
        (lambda: GAMES["fan"].patch(name="x", defaults={"lane": "any"}), ["'lane'", "none"]),
    ],
)
def test_fields_of_another_type_are_refused(make: Any, words: list[str]) -> None:
    with pytest.raises(BadDeclaration) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_lists_and_numbers_of_numpy_are_taken_as_tuples_and_numbers() -> None:
    listed: Any = [np.int64(4)] * 13
    rules = Rules(tableau=[Tableau("pile {n}", listed, Building([-1]), Vacancy.ANY_CARD)])  # type: ignore[arg-type]
    assert rules == Rules(tableau=WHOLE)
    assert hash(rules) == hash(Rules(tableau=WHOLE))
    assert type(rules.tableau[0].sizes[0]) is int


def test_options_are_checked_when_they_are_settled() -> None:
    fan = GAMES["trefoil"]
    many = fan.patch(name="many", tableau=(block(*(24,) * 2, label="fan {n}"),), redeal=None)
    assert Deal.random(many, 1)
    with pytest.raises(BadDeclaration, match="packets"):
        fan.patch(name="few", tableau=(block(*(24,) * 2, label="fan {n}"),))


def test_a_random_deal_beside_a_stock_is_dealt_as_its_dealing_says() -> None:
    rules = Rules(tableau=(block(3, 2),), stock=Stock(), random_dealing=Dealing.ROUND_BY_ROUND)
    plain = Rules(tableau=(block(3, 2),), stock=Stock())
    one, other = (
        Deal.random(Game(name="own", title="", source="", declaration=declared), 7) for declared in (rules, plain)
    )
    assert other.pack is not None
    a, b, c, d, e, *rest = other.pack
    assert one.pack == (a, c, e, b, d, *rest)
    assert one.start.pile("pile 1") == (a, c, e)
    assert Deal.from_pack(one.game, str(one)) == one


def test_foundations_of_one_name_that_take_the_same_cards_are_allowed() -> None:
    twice = Rules(packs=2, foundations=(Foundations(), Foundations()), stock=Stock())
    assert [pile.name for pile in twice.layout if pile.is_foundation] == ["clubs", "diamonds", "hearts", "spades"] * 2


def test_every_bundled_game_passes_with_every_option() -> None:
    for game in GAMES.values():
        for name, option in game.options.items():
            for value in option.meanings or range(option.at_least, 4):
                game.rules({name: value})


def test_the_process_does_not_die_of_too_few_piles() -> None:
    """Compiled code wrote beyond its arrays here: three piles for twelve packets."""
    with pytest.raises(BadDeclaration, match="packet=2"):
        Rules(
            packs=2,
            ranks="A23",
            foundations=(
                Foundations(Building((-1,), wrap=True), ("3*",) * 8, tuple(f"f {number}" for number in range(8))),
            ),
            tableau=(Tableau("a{n}", (8, 8, 8), Building((-2,)), Vacancy.KINGS),),
            redeal=Redeal(1, When.ANY, Order.KEEP, packet=2),
        )


def test_piles_that_take_anything_may_be_called_anything_else() -> None:
    assert Rules(tableau=(Tableau("Haufen № {n}", (26, 26), ANYTHING, Vacancy.NOTHING),)).layout[0].name == "Haufen № 1"
