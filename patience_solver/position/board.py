"""Reading a board: any position of a game, as text or as piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from patience_solver.cards import Card, cards_text, parse_cards
from patience_solver.errors import ImpossibleDeal, MalformedText
from patience_solver.position.reshuffle import Reshuffle
from patience_solver.rules import Pile, Rules

__all__ = ["Board", "read_board"]

_Cards = str | Iterable[str | Card]


@dataclass(frozen=True)
class Board:
    """A checked board: piles in layout order, redeals used, reshuffle lists as given."""

    piles: tuple[tuple[Card, ...], ...]
    redeals_used: int
    reshuffles: Sequence[str | Reshuffle]


def read_board(
    rules: Rules,
    piles: str | Mapping[str, _Cards] | Sequence[_Cards],
    foundations: Mapping[str, _Cards] | None,
    stock: _Cards,
    talon: _Cards,
    redeals_used: int,
    reshuffles: Sequence[str | Reshuffle],
) -> Board:
    """Read and check a board; `Deal.from_board` describes the parameters and errors."""
    named: dict[str, _Cards] = {}
    if isinstance(piles, str):
        if foundations or stock or talon or redeals_used or reshuffles:
            raise MalformedText("a board given as text holds all its piles, redeals and lists in the text")
        named, redeals_used, reshuffles = _read_lines(rules, piles)
    else:
        if isinstance(piles, Mapping):
            given = dict(piles)
        else:
            tableau = [pile.name for pile in rules.layout if not pile.is_foundation]
            if len(piles) > len(tableau):
                raise ImpossibleDeal(f"{len(piles)} piles are given; the game has {len(tableau)}")
            given = dict(zip(tableau, piles, strict=False))
        for block in (given, foundations or {}, {"stock": stock} if stock else {}, {"talon": talon} if talon else {}):
            for name, cards in block.items():
                known = _pile_named(rules, name)
                if known.name in named:
                    raise ImpossibleDeal(f"pile {known.name} is given twice")
                named[known.name] = cards
    _check_redeals(rules, redeals_used)
    read: dict[str, tuple[Card, ...]] = {}
    for name, cards in named.items():
        try:
            read[name] = parse_cards(cards)
        except MalformedText as error:
            raise MalformedText(f"pile {name}: {error}") from None
    return Board(_complete(rules, read), redeals_used, reshuffles)


def _read_lines(rules: Rules, text: str) -> tuple[dict[str, _Cards], int, list[str]]:
    named: dict[str, _Cards] = {}
    redeals_used, lists = 0, dict[int, str]()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, cards = line.partition(":")
        key = " ".join(name.lower().split())
        try:
            if not colon:
                raise MalformedText(f"{line.strip()!r} has no colon; a line is 'name: cards bottom first'")
            if key == "redeals used":
                if not cards.strip().isdecimal():
                    raise MalformedText(f"redeals used: {cards.strip()!r} is no whole number")
                redeals_used = int(cards)
            elif key.startswith("reshuffle ") and key.removeprefix("reshuffle ").isdecimal():
                lists[int(key.removeprefix("reshuffle "))] = cards
            else:
                pile = _pile_named(rules, name)
                if pile.name in named:
                    raise ImpossibleDeal(f"pile {pile.name} is given twice")
                named[pile.name] = parse_cards(cards)
        except (MalformedText, ImpossibleDeal) as error:
            raise type(error)(f"board line {number}: {error}") from None
    if sorted(lists) != list(range(1, len(lists) + 1)):
        raise ImpossibleDeal(f"reshuffle lists are numbered from 1 without gaps, not {sorted(lists)}")
    return named, redeals_used, [lists[k] for k in sorted(lists)]


def _pile_named(rules: Rules, name: str) -> Pile:
    folded = "".join(str(name).lower().split())
    for pile in rules.layout:
        if "".join(pile.name.lower().split()) == folded:
            return pile
    known = ", ".join(dict.fromkeys(pile.name for pile in rules.layout))
    raise ImpossibleDeal(f"the game has no pile {str(name).strip()!r} (piles: {known})")


def _check_redeals(rules: Rules, used: int) -> None:
    allowed = rules.redeal.times if rules.redeal is not None else 0
    if isinstance(used, bool) or not isinstance(used, int) or not 0 <= used <= allowed:
        raise ImpossibleDeal(f"redeals used: {used!r}; with these options a game has 0 to {allowed}")


def _complete(rules: Rules, read: Mapping[str, tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    """Check that the cards are the pack's, and fill the foundations that were not given."""
    piles = [read.get(pile.name, ()) for pile in rules.layout]
    pack = Counter(rules.pack)
    names = dict[Card, str]()
    for pile, cards in zip(rules.layout, piles, strict=True):
        for card in cards if not pile.is_foundation else ():
            if not pack[card]:
                raise ImpossibleDeal(f"pile {pile.name}: {card} is not in this game's pack")
            names[card] = pile.name
    lying = Counter(
        card for pile, cards in zip(rules.layout, piles, strict=True) if not pile.is_foundation for card in cards
    )
    for card, count in (lying - pack).items():
        raise ImpossibleDeal(f"{card} lies there {lying[card]} times ({names[card]} and elsewhere), {count} too many")
    home = pack - lying
    given = any(pile.name in read for pile in rules.layout if pile.is_foundation)
    for place, pile in enumerate(rules.layout):
        if not pile.is_foundation:
            continue
        ascending = [Card(rank, str(pile.suit)) for rank in rules.ranks]
        if given:
            top = piles[place][-1:] or ()
            if top and top[0] not in ascending:
                raise ImpossibleDeal(f"foundation {pile.name}: {top[0]} is not of this suit and pack")
            height = ascending.index(top[0]) + 1 if top else 0
            if len(piles[place]) > 1 and list(piles[place]) != ascending[:height]:
                raise ImpossibleDeal(
                    f"foundation {pile.name}: {cards_text(piles[place])} is no sequence from {ascending[0]} up in suit"
                )
        else:
            height = next((k for k, card in enumerate(ascending) if not home[card]), len(ascending))
        for card in ascending[:height]:
            if not home[card]:
                raise ImpossibleDeal(f"{card} lies in the tableau ({names[card]}) and on foundation {pile.name}")
            home[card] -= 1
        if rules.foundations.bases_set_out and not height:
            raise ImpossibleDeal(f"foundation {pile.name} is empty; it starts with {ascending[0]}")
        piles[place] = tuple(ascending[:height])
    missing = list(home.elements())
    if missing:
        raise ImpossibleDeal(f"{cards_text(missing)} missing: neither in the tableau nor on a foundation")
    return tuple(piles)
