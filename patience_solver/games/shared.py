"""Options that stand in more than one declaration."""

from patience_solver.rules import Talon, option

WASTE_TOP = option(
    "waste_top",
    True,
    {True: Talon.TOP, False: Talon.JUST_TURNED},
    summary="whether the talon's top card may be played later than right after its turn",
    source="default: common practice; no: the text read narrowly",
)
