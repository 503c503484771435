"""The unnamed game whose tail survives («Обрученные»), known as The Betrothed."""

from patience_solver.rules import (
    ANYTHING,
    Dealing,
    Game,
    Neighbours,
    Order,
    Redeal,
    Rules,
    Tableau,
    Throwing,
    Vacancy,
    When,
    option,
)

_HEAPS = option(
    "pack",
    32,
    {32: (7, 7, 6, 6, 6), 52: (11, 11, 10, 10, 10)},
    summary="cards in the pack: from seven to ace, or all",
    source="default: other rule books (the beginning of the text is lost); 52: a pack of all cards",
)
_RANKS = option("pack", 32, {32: "789TJQKA", 52: "A23456789TJQK"})
_NO_MOVES = Tableau("heap {n}", _HEAPS, building=ANYTHING, vacancy=Vacancy.NOTHING, takes_from=())

_THROWING = Throwing(
    kept="KQ",
    rows=option(
        "rows",
        "4x2",
        {"4x2": (4, 2), "2x4": (2, 4)},
        summary="rows that the eight cards left are laid in (rows × cards in a row)",
        source="default: the text («in four rows»); 2x4: the other reading («four in a row»)",
    ),
    neighbours=option(
        "adjacent",
        "row",
        {"row": Neighbours.ROW, "both": Neighbours.BOTH},
        summary="which cards count as neighbours",
        source="default: the text («side by side»); both: a wider reading",
    ),
)

BETROTHED = Game(
    name="betrothed",
    title="The Betrothed",
    original_title="Обрученные",
    source="M. Pujol, Patience, Russian translation (only the tail survives, without the name)",
    declaration=Rules(
        ranks=_RANKS,
        foundations=(),
        tableau=(_NO_MOVES,),
        dealing=Dealing.ROUND_BY_ROUND,
        throwing=_THROWING,
        redeal=Redeal(
            times=option(
                "redeals",
                3,
                summary="how often the heaps may be gathered and dealt again",
                source="default: the text («up to three times»)",
            ),
            when=When.STUCK,
            order=option(
                "reshuffle",
                "keep",
                {"keep": Order.KEEP, "shuffle": Order.SHUFFLE},
                summary="whether the gathered cards are shuffled",
                source="default: the text, silent on it; shuffle: a freer reading",
            ),
            packet=0,
        ),
    ),
)
