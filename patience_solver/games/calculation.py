"""Calculation («Расчетъ»)."""

from patience_solver.rules import (
    ANYTHING,
    Building,
    Foundations,
    Game,
    Role,
    Rules,
    Stock,
    Suit,
    Tableau,
    Vacancy,
    option,
)

_FOUNDATIONS = tuple(
    Foundations(
        building=Building(steps=(step,), suit=Suit.ANY, wrap=True),
        bases=(f"{rank}*",),
        names=(f"foundation {step}",),
        bases_set_out=True,
    )
    for step, rank in enumerate("A234", start=1)
)

CALCULATION = Game(
    name="calculation",
    title="Calculation",
    original_title="Расчетъ",
    source="Lady Cadogan, Illustrated Games of Patience, Russian translation before 1918",
    declaration=Rules(
        foundations=_FOUNDATIONS,
        tableau=(
            Tableau(
                "packet {n}",
                option(
                    "packets",
                    4,
                    {4: (0,) * 4, 3: (0,) * 3, 5: (0,) * 5},
                    summary="number of packets that cards may be held in",
                    source="default: the text («four packets»); 3, 5: other rule books",
                ),
                building=ANYTHING,
                vacancy=Vacancy.ANY_CARD,
                takes_from=(Role.STOCK,),
            ),
        ),
        stock=Stock(turned=False),
    ),
)
