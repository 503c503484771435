"""Beleaguered Castle and Streets and Alleys."""

from patience_solver.rules import Building, Dealing, Foundations, Game, Rules, Suit, Tableau, Vacancy

_DOWN = Building(steps=(-1,), suit=Suit.ANY)

BELEAGUERED_CASTLE = Game(
    name="beleaguered-castle",
    title="Beleaguered Castle",
    source="Common rule books; PySolFC",
    declaration=Rules(
        foundations=(Foundations(bases_set_out=True),),
        tableau=(Tableau("row {n}", (6,) * 8, building=_DOWN, vacancy=Vacancy.ANY_CARD),),
        random_dealing=Dealing.ROUND_BY_ROUND,
    ),
)

STREETS_AND_ALLEYS = BELEAGUERED_CASTLE.patch(
    name="streets-and-alleys",
    title="Streets and Alleys",
    foundations=(Foundations(),),
    tableau=(Tableau("row {n}", (7,) * 4 + (6,) * 4, building=_DOWN, vacancy=Vacancy.ANY_CARD),),
)
