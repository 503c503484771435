"""First and Last («Первые и последние»)."""

from patience_solver.games.shared import WASTE_TOP
from patience_solver.rules import (
    Building,
    Foundations,
    Game,
    Order,
    Play,
    Refill,
    Reserve,
    Rules,
    Stock,
    Suit,
    option,
)

FIRST_AND_LAST = Game(
    name="first-and-last",
    title="First and Last",
    original_title="Первые и последние",
    source="M. Pujol, Patience, Russian translation",
    declaration=Rules(
        packs=2,
        foundations=(
            Foundations(
                Building(steps=(1,), suit=Suit.ANY, wrap=True),
                bases=("",) * 8,
                names=tuple(f"pile {n}" for n in range(1, 9)),
                in_order=True,
            ),
        ),
        reserve=Reserve("lower {n}", 8, Refill.FORCED, leading="upper 8"),
        stock=Stock(
            redeals=option(
                "redeals",
                3,
                summary="how often the talon may be shuffled and dealt again",
                source="default: the text («up to three times»)",
            ),
            order=Order.SHUFFLE,
            talon=WASTE_TOP,
            play=Play.AT_ONCE,
        ),
    ),
)
