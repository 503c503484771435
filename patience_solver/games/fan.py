"""Fan."""

from patience_solver.rules import Building, Game, Rules, Tableau, Vacancy

FAN = Game(
    name="fan",
    title="Fan",
    source="Common rule books; PySolFC",
    declaration=Rules(
        tableau=(Tableau("fan {n}", (3,) * 16 + (2,) * 2, building=Building(steps=(-1,)), vacancy=Vacancy.KINGS),),
    ),
)
