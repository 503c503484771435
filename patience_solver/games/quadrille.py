"""Quadrille («Кадриль») and its relative Captive Queens."""

from patience_solver.cards import SUIT_NAMES, SUITS
from patience_solver.games.shared import WASTE_TOP
from patience_solver.rules import Building, Foundations, Game, Rules, Stock, option

_OUT = option(
    "bases",
    "out",
    {"out": True, "in_play": False},
    summary="whether queens, sixes and fives are laid out before play, or come into play as they turn up",
    source="default: the text; in_play: PySolFC's Captive Queens",
)


def _foundations(rank: str, name: str, step: int, height: int) -> Foundations:
    return Foundations(
        building=Building(steps=(step,), wrap=True),
        bases=tuple(rank + suit for suit in SUITS),
        names=tuple(f"{name} {SUIT_NAMES[suit]}" for suit in SUITS),
        bases_set_out=_OUT,
        height=height,
    )


QUADRILLE = Game(
    name="quadrille",
    title="Quadrille",
    original_title="Кадриль",
    source="Chapter XXXVIII of a Russian book of patience games, before 1918",
    declaration=Rules(
        foundations=(
            _foundations("5", "five", -1, 6),
            _foundations("6", "six", 1, 6),
            _foundations("Q", "queen", 1, 1),
        ),
        stock=Stock(
            passes=option(
                "passes",
                3,
                at_least=1,
                summary="how often the pack is gone through",
                source="default: the text («the pack is gone through three times»)",
            ),
            setting_up_counts=option(
                "setup_pass",
                "free",
                {"free": False, "counted": True},
                summary="whether looking for queens, sixes and fives uses the first pass",
                source="default: the text, silent on it; counted: a stricter reading",
            ),
            talon=WASTE_TOP,
        ),
    ),
)

CAPTIVE_QUEENS = QUADRILLE.patch(
    name="captive-queens", title="Captive Queens", source="PySolFC", defaults={"bases": "in_play"}
)
