"""Numbers, names and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from patience_solver.rules.building import Building, Suit
from patience_solver.rules.game import Rules
from patience_solver.rules.piles import Role

__all__ = ["RANKS", "built", "counted", "joined", "listed", "number", "plural", "role_names"]

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
    *head, last = parts
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


def built(building: Building, rules: Rules) -> str:
    """Write what is laid on what: `built up or down in suit`."""
    ranks = len(rules.ranks)
    if building.suit is Suit.ANY and set(range(1 - ranks, ranks)) <= set(building.steps):
        return "built regardless of rank and suit"
    ways = " or ".join(_way(step) for step in building.steps)
    text = f"built {ways} {_SUITS[building.suit]}"
    if building.wrap:
        text += f", with {RANKS[rules.ranks[0]]} and {RANKS[rules.ranks[-1]]} next to each other"
    return text


def _way(step: int) -> str:
    if not step:
        return "with equal ranks"
    return ("up" if step > 0 else "down") + (f" by {number(abs(step))}" if abs(step) > 1 else "")


def role_names(roles: Iterable[Role]) -> str:
    """Write where cards come from."""
    words = {Role.TABLEAU: "each other", Role.RESERVE: "the reserve", Role.TALON: "the talon", Role.STOCK: "the stock"}
    return joined(words[role] for role, _ in groupby(roles))
