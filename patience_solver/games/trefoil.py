"""Trefoil («Трилистникъ») and its relative La Belle Lucie."""

from patience_solver.rules import (
    Building,
    Foundations,
    Game,
    Order,
    Redeal,
    Rules,
    Tableau,
    Vacancy,
    When,
    option,
)

_DOWN_IN_SUIT = Building(steps=(-1,))

TREFOIL = Game(
    name="trefoil",
    title="Trefoil",
    original_title="Трилистникъ",
    source="Chapter XXXVIII of a Russian book of patience games, before 1918",
    declaration=Rules(
        foundations=(Foundations(bases_set_out=True),),
        tableau=(Tableau("fan {n}", (3,) * 16, building=_DOWN_IN_SUIT, vacancy=Vacancy.NOTHING),),
        redeal=Redeal(
            times=option(
                "redeals",
                2,
                summary="how often the fans may be gathered and dealt again",
                source="default: the text («dealt three times»)",
            ),
            when=option(
                "redeal_when",
                "stuck",
                {"stuck": When.STUCK, "any": When.ANY},
                summary="whether a redeal must wait until no other move is left",
                source="default: the text («when all fitting cards are taken off»); any: rule books of La Belle Lucie",
            ),
            order=option(
                "reshuffle",
                "keep",
                {"keep": Order.KEEP, "shuffle": Order.SHUFFLE},
                summary="whether the gathered cards are shuffled",
                source="default: the text («without shuffling them»); shuffle: rule books of La Belle Lucie",
            ),
            packet=3,
        ),
    ),
)

LA_BELLE_LUCIE = TREFOIL.patch(
    name="la-belle-lucie",
    title="La Belle Lucie",
    source="Common rule books; PySolFC",
    defaults={"redeal_when": "any", "reshuffle": "shuffle"},
    foundations=(Foundations(),),
    tableau=(Tableau("fan {n}", (3,) * 17 + (1,), building=_DOWN_IN_SUIT, vacancy=Vacancy.NOTHING),),
)
