"""The Clock with two packs («Часы»), known as Big Ben."""

from patience_solver.rules import Building, Fill, Foundations, Game, Role, Rules, Stock, Tableau, Vacancy, option

_HOURS: tuple[str, ...] = ("IX", "X", "XI", "XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
_BASES: tuple[str, ...] = ("2C", "3H", "4S", "5D", "6C", "7H", "8S", "9D", "TC", "JH", "QS", "KD")
_UP = Building(steps=(1,), wrap=True)


def _clock(hours: slice, height: int) -> Foundations:
    names = tuple(f"clock {hour}" for hour in _HOURS[hours])
    return Foundations(_UP, _BASES[hours], names=names, bases_set_out=True, height=height)


BIG_BEN = Game(
    name="big-ben",
    title="The Clock, two packs",
    original_title="Часы",
    aliases=("clock-two-packs",),
    source="Lady Cadogan, Illustrated Games of Patience, Russian translation before 1918 (only the tail survives)",
    declaration=Rules(
        packs=2,
        foundations=(_clock(slice(0, 4), 8), _clock(slice(4, 12), 9)),
        tableau=(
            Tableau(
                "{roman}",
                (3,) * 12,
                building=Building(steps=(-1,), wrap=True),
                vacancy=Vacancy.NOTHING,
                takes_from=option(
                    "waste_to_fans",
                    False,
                    {False: (Role.TABLEAU,), True: (Role.TABLEAU, Role.TALON)},
                    summary="whether the talon's top card may be laid on fans",
                    source="default: the text («from which one may play on the foundations»); yes: other rule books",
                ),
                least=option(
                    "pack_on_short",
                    False,
                    {False: 3, True: 1},
                    summary="whether a fan with fewer than three cards takes cards",
                    source="default: PySolFC; yes: the text, silent on it",
                ),
                filled_up_to=3,
                fill=option(
                    "fill",
                    "fan",
                    {"fan": Fill.PILE_BY_PILE, "round": Fill.ROUND_BY_ROUND},
                    summary="whether short fans are filled one after the other or in rounds",
                    source="default: Cadogan's rule III; round: other rule books",
                ),
            ),
        ),
        stock=Stock(
            redeals=option(
                "redeals",
                0,
                {0: 0, 1: 1},
                summary="how often the talon may be turned over and dealt again",
                source="default: the text («the patience is not dealt anew»); 1: other rule books",
            ),
        ),
    ),
)
