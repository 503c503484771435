"""Numbers, names and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from patience_solver.rules.building import Building, Suit
from patience_solver.rules.game import Rules
from patience_solver.rules.piles import Role

__all__ = ["RANKS", "article", "built", "counted", "joined", "listed", "number", "plural", "role_names"]

RANKS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = {
    Suit.SAME: "in suit",
    Suit.ANY: "regardless of suit",
    Suit.OTHER_COLOUR: "in alternating colours",
}


def number(count: int) -> str:
    """Write a number, in letters up to twelve."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str = "card") -> str:
    """Write how many: `1 card`, `3 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def plural(rank: str) -> str:
    """Write the cards of a rank: `sixes`."""
    return RANKS[rank] + ("es" if rank == "6" else "s")


def joined(parts: Iterable[str], last_word: str = "and") -> str:
    """Join words by commas and, before the last, `and`."""
    *head, last = list(parts) or [""]
    return f"{', '.join(head)} {last_word} {last}" if head else last


def listed(names: Sequence[str]) -> str:
    """Name piles, those with running numbers by the first and the last: `hour 1 to hour 12 and king`."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    shown = []
    for run in runs:
        shown += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return joined(shown)


def _follows(before: str, name: str) -> bool:
    stem, digits = _numbered(before)
    return (stem, digits + 1) == _numbered(name) and digits > 0


def _numbered(name: str) -> tuple[str, int]:
    """Cut a name into what stands before its number, and the number; 0 if there is none."""
    stem = name.rstrip("0123456789")
    if stem != name:
        return stem, int(name[len(stem) :])
    words = name.split()
    values = {_roman(n): n for n in range(1, 40)}
    return (" ".join(words[:-1]), values[words[-1]]) if words and words[-1] in values else (name, 0)


def _roman(value: int) -> str:
    ones = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return "X" * (value // 10) + ones[value % 10]


def built(building: Building, rules: Rules, *, circle: bool = True) -> str:
    """Write what is laid on what: `built up or down in suit`; nothing if no card is ever laid on another.

    `circle` says whether to tell that the ranks close to a circle, where they do.
    """
    steps, ranks, suit = _steps(building, rules), len(rules.ranks), _SUITS[building.suit]
    if not steps:
        return ""
    every = ranks if building.wrap else 2 * ranks - 1
    others = len(steps) - (0 in steps)
    if ranks > 2 and others == every - 1:
        text = "regardless of rank and suit" if building.suit is Suit.ANY else f"{suit}, regardless of rank"
        could_be_equal = building.suit is not Suit.SAME or rules.packs > 1
        return f"built {text}" + ("" if 0 in steps or not could_be_equal else ", but not on equal ranks")
    text = f"built {_ways(steps)} {suit}"
    if circle and building.wrap and ranks > 1:
        text += f", with {RANKS[rules.ranks[0]]} and {RANKS[rules.ranks[-1]]} next to each other"
    return text


def _steps(building: Building, rules: Rules) -> list[int]:
    """Return the steps that two cards of the pack can differ by, each once, and the shorter way round a circle."""
    ranks = len(rules.ranks)
    steps = []
    for step in building.steps:
        if building.wrap and 2 * abs(step) > ranks:
            step = step % ranks if 2 * (step % ranks) <= ranks else step % ranks - ranks
        if abs(step) < ranks and (step or building.suit is not Suit.SAME or rules.packs > 1):
            steps.append(step)
    return list({step % ranks if building.wrap else step: step for step in reversed(steps)}.values())[::-1]


def _ways(steps: Sequence[int]) -> str:
    up = [step for step in steps if step > 0]
    down = [-step for step in steps if step < 0]
    ways = [f"up{_by(up)}"] if up else []
    if down:
        ways.insert(0 if steps[0] < 0 else 1, f"down{_by(down)}")
    if len(ways) > 1 and sorted(up) == sorted(down):
        ways = [f"up or down{_by(up)}" if steps[0] > 0 else f"down or up{_by(up)}"]
    return " or ".join(ways + (["with equal ranks"] if 0 in steps else []))


def _by(steps: Sequence[int]) -> str:
    return "" if list(steps) == [1] else f" by {joined(map(number, sorted(steps)), 'or')}"


def role_names(roles: Iterable[Role]) -> str:
    """Write where cards come from."""
    words = {Role.TABLEAU: "each other", Role.RESERVE: "the reserve", Role.TALON: "the talon", Role.STOCK: "the stock"}
    return joined(words[role] for role in dict.fromkeys(roles))


def article(rank: str) -> str:
    """Write a card of a rank: `a king`, `an ace`."""
    return f"{'an' if RANKS[rank][0] in 'ae' else 'a'} {RANKS[rank]}"
