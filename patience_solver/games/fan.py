"""Fan."""

from patience_solver.rules import Building, Foundations, Game, Rules, Tableau, Vacancy

FAN = Game(
    name="fan",
    title="Fan",
    source="Common rule books; PySolFC",
    declaration=Rules(
        foundations=Foundations(),
        tableau=(Tableau("fan {n}", (3,) * 16 + (2,) * 2, building=Building(steps=(-1,)), vacancy=Vacancy.KINGS),),
    ),
)
