"""The rules of a game in plain English, written from its declaration.

Every sentence follows from a field of `Rules`, so that the prose can't say anything else than what is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from patience_solver.rules.building import Building, Suit, Vacancy
from patience_solver.rules.game import Game, Rules
from patience_solver.rules.piles import Dealing, Tableau
from patience_solver.rules.redeal import Order, Redeal, When

__all__ = ["describe"]

_RANKS = {
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
_DEALING = {
    Dealing.PILE_BY_PILE: "pile by pile",
    Dealing.ROW_BY_ROW: "row by row: the first pile of each block, then the second of each, and so on",
    Dealing.ROUND_BY_ROUND: "in rounds, one card to each pile in turn",
}


def describe(game: Game, options: Mapping[str, object]) -> str:
    """Write the rules of a game in plain English.

    Parameters
    ----------
    game : Game
        The game's declaration.
    options : mapping
        Options by name, as values or text; those left out have the game's default.

    Returns
    -------
    str
        Paragraphs separated by blank lines, each one unbroken line.

    Raises
    ------
    UnsupportedOption
        For an option that the game does not have, or a value that it does not take.
    """
    rules = game.rules(game.read_options(options))
    paragraphs = [_pack(rules), _layout(rules), _foundations(rules), _play(rules), _redeal(rules)]
    paragraphs.append("Won: all cards are on the foundations.")
    return "\n\n".join(paragraphs)


def _pack(rules: Rules) -> str:
    packs = f"{_number(rules.packs)} pack{'s' if rules.packs > 1 else ''}"
    return f"Cards: {packs}, {len(rules.pack)} cards; in each suit, from low to high, {' '.join(rules.ranks)}."


def _layout(rules: Rules) -> str:
    blocks = rules.tableau
    text = f"Layout: {len(rules.dealt)} cards are dealt face up, {_DEALING[rules.dealing]}"
    text += f", into the piles {_join(f'{_span(block)} ({_sizes(block)})' for block in blocks)}."
    reversed_ = [block for block in blocks if block.first_dealt_on_top]
    if not reversed_:
        text += " The available card of a pile is the one dealt last."
    elif len(reversed_) == len(blocks):
        text += " The available card of a pile is the one dealt first."
    else:
        text += f" The available card is the one dealt first in {_join(map(_span, reversed_))}, elsewhere the one "
        text += "dealt last."
    if rules.random_dealing is not None:
        text += f" In numbered random deals the shuffled pack is dealt {_DEALING[rules.random_dealing]}."
    return text


def _foundations(rules: Rules) -> str:
    base, last = _RANKS[rules.ranks[0]], _RANKS[rules.ranks[-1]]
    each = "suit" if rules.packs == 1 else "suit of each pack"
    text = f"Foundations: one for each {each}, built {_building(rules.foundations[0].building, rules)}, from {base} "
    text += f"to {last}. "
    if rules.foundations[0].bases_set_out:
        text += f"The {base}s are taken out of the pack and laid there before the deal."
    else:
        text += f"The {base}s are laid there as they come free."
    return text + " A card never leaves a foundation."


def _play(rules: Rules) -> str:
    text = "Play: one available card is moved at a time, to a foundation or to another pile."
    alike = [
        (key, list(blocks)) for key, blocks in groupby(rules.tableau, lambda block: (block.building, block.vacancy))
    ]
    for (building, vacancy), blocks in alike:
        piles = "The piles" if len(alike) == 1 else _join(map(_span, blocks))
        text += f" {piles} are built {_building(building, rules)}. {_vacant(vacancy, rules)}"
    return text


def _vacant(vacancy: Vacancy, rules: Rules) -> str:
    if vacancy is Vacancy.NOTHING:
        return "An emptied pile stays empty."
    takes = f"a {_RANKS[rules.ranks[-1]]} only" if vacancy is Vacancy.KINGS else "any available card"
    return f"An emptied pile takes {takes}."


def _redeal(rules: Rules) -> str:
    redeal = rules.redeal
    if redeal is None or redeal.times == 0:
        return "Redeals: none."
    text = f"Redeals: {_number(redeal.times)}, {_when(redeal)}. "
    return text + f"The piles are gathered in order, each from its bottom, {_order(redeal)}."


def _when(redeal: Redeal) -> str:
    return "only when no other move is left" if redeal.when is When.STUCK else "at any time"


def _order(redeal: Redeal) -> str:
    shuffled = redeal.order is Order.SHUFFLE
    again = "shuffled (the order is part of the deal)" if shuffled else "not shuffled"
    return f"{again}, and dealt again in packets of {_number(redeal.packet)}; the last may be short"


def _building(building: Building, rules: Rules) -> str:
    ways = " or ".join(
        ("up" if step > 0 else "down") + (f" by {_number(abs(step))}" if abs(step) > 1 else "")
        for step in building.steps
    )
    suit = "in suit" if building.suit is Suit.SAME else "regardless of suit"
    text = f"{ways} {suit}"
    if building.wrap:
        text += f", with {_RANKS[rules.ranks[0]]} and {_RANKS[rules.ranks[-1]]} next to each other"
    return text


def _span(block: Tableau) -> str:
    names = block.names
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _sizes(block: Tableau) -> str:
    runs = [(size, len(list(run))) for size, run in groupby(block.sizes)]
    if len(runs) == 1 and len(block.sizes) > 1:
        return f"{runs[0][0]} cards each"
    return _join(f"{_number(count)} of {_count(size)}" for size, count in runs)


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _join(parts: Iterable[str]) -> str:
    *head, last = parts
    return f"{', '.join(head)} and {last}" if head else last
