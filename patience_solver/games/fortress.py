"""Fortress («Крѣпость»)."""

from patience_solver.rules import Building, Dealing, Game, Rules, Tableau, Vacancy, option

_BUILDING = Building(
    steps=(1, -1),
    wrap=option(
        "wrap",
        False,
        {False: False, True: True},
        summary="whether ace and king of a suit may be laid on each other in the rows",
        source="default: the text, silent on it; yes: other rule books",
    ),
)
_LANE = option(
    "lane",
    "any",
    {"any": Vacancy.ANY_CARD, "king": Vacancy.KINGS, "none": Vacancy.NOTHING},
    summary="which available card an emptied row (a lane) takes",
    source="default: the text («any suitable card»); king, none: other rule books",
)

FORTRESS = Game(
    name="fortress",
    title="Fortress",
    original_title="Крѣпость",
    source="Lady Cadogan, Illustrated Games of Patience, Russian translation before 1918",
    declaration=Rules(
        tableau=(
            Tableau("L{n}", (6, 5, 5, 5, 5), building=_BUILDING, vacancy=_LANE, first_dealt_on_top=True),
            Tableau("R{n}", (6, 5, 5, 5, 5), building=_BUILDING, vacancy=_LANE),
        ),
        dealing=Dealing.ROW_BY_ROW,
    ),
)
