"""Sultan («Султанъ») and its relative Sultan +."""

from patience_solver.rules import (
    Building,
    Foundations,
    Game,
    Order,
    Refill,
    Reserve,
    Rules,
    Stock,
    option,
)

_ROUND = Building(steps=(1,), wrap=True)

SULTAN = Game(
    name="sultan",
    title="Sultan",
    original_title="Султанъ",
    source="Lady Cadogan, Illustrated Games of Patience, Russian translation before 1918",
    declaration=Rules(
        packs=2,
        foundations=(
            Foundations(_ROUND, ("KC", "KC", "KD", "KD", "KH", "KS", "KS"), bases_set_out=True),
            Foundations(_ROUND, ("AH",), bases_set_out=True, height=12),
            Foundations(_ROUND, ("KH",), names=("sultan",), bases_set_out=True, height=1),
        ),
        reserve=Reserve(
            "divan {n}",
            places=option(
                "divan",
                8,
                {8: 8, 6: 6},
                summary="places of the divan",
                source="default: the text («four cards on each side»); 6: other rule books",
            ),
            refill=option(
                "refill",
                "forced",
                {"forced": Refill.FORCED, "optional": Refill.OPTIONAL},
                summary="whether a gap in the divan is filled at once or when the player likes",
                source="default: the text («must be closed at once»); optional: PySolFC's Sultan +",
            ),
        ),
        stock=Stock(
            redeals=option(
                "redeals",
                1,
                summary="how often the talon may be taken up and dealt again",
                source="default: the text («a second time»); Cadogan's own text and most programs: 2",
            ),
            order=option(
                "reshuffle",
                "shuffle",
                {"shuffle": Order.SHUFFLE, "keep": Order.KEEP},
                summary="whether the talon is shuffled before it is dealt again",
                source="default: the text («shuffled»); keep: PySolFC's Sultan +",
            ),
        ),
    ),
)

SULTAN_PLUS = SULTAN.patch(
    name="sultan-plus",
    title="Sultan +",
    source="PySolFC",
    defaults={"redeals": 2, "reshuffle": "keep", "refill": "optional"},
)
