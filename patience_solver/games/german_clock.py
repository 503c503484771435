"""Clock with one pack («Часы»), known as German Clock."""

from patience_solver.games.shared import WASTE_TOP
from patience_solver.rules import Building, Foundations, Game, Play, Rules, Stock, Suit, option

_RANKS = "A23456789TJQK"

GERMAN_CLOCK = Game(
    name="german-clock",
    title="Clock, one pack",
    original_title="Часы",
    aliases=("clock-one-pack",),
    source="Chapter XXXVIII of a Russian book of patience games, before 1918",
    declaration=Rules(
        foundations=(
            Foundations(
                building=Building(steps=(0,), suit=Suit.OTHER_COLOUR),
                bases=option(
                    "suit",
                    "d",
                    {suit.lower(): tuple(rank + suit for rank in _RANKS) for suit in "DCHS"},
                    summary="the suit chosen beforehand, whose cards open the piles",
                    source="default: the text's example («say, a diamond»)",
                ),
                names=(*(f"hour {n}" for n in range(1, 13)), "king"),
                height=4,
                layers_in_suit=option(
                    "suit_order",
                    "free",
                    {"free": False, "fixed": True},
                    summary="whether the suits must follow each other in the same order on all piles",
                    source="default: the text; fixed: other rule books",
                ),
            ),
        ),
        stock=Stock(
            passes=option(
                "passes",
                2,
                at_least=1,
                summary="how often the pack is gone through",
                source="default: the text («it must come out in two; three times are not allowed»)",
            ),
            talon=WASTE_TOP,
            play=option(
                "hold",
                True,
                {True: Play.FREE, False: Play.AT_ONCE},
                summary="whether a card that fits may be held back",
                source="default: the general convention that no play is compulsory; no: a stricter reading",
            ),
        ),
    ),
)
