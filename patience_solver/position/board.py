"""Reading a board: any position of a game, as text or as piles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from patience_solver.cards import Card, cards_text, fold, in_order, parse_cards
from patience_solver.errors import ImpossibleDeal, MalformedText, WrongType, shown
from patience_solver.position.reshuffle import Reshuffle
from patience_solver.rules import ANY_SUIT, AfterStock, Pile, Refill, Role, Rules, Talon
from patience_solver.rules.values import as_whole

__all__ = ["Board", "read_board"]

_Cards = str | Iterable[str | Card]

_UNTOLD = "say what lies on the foundations, it can't be told from the rest"


@dataclass(frozen=True)
class Board:
    """A checked board: piles in layout order, redeals and exchanges used, reshuffle lists as given."""

    piles: tuple[tuple[Card, ...], ...]
    redeals_used: int
    reshuffles: Iterable[str | Reshuffle]
    just_turned: bool = False
    exchanges_used: int = 0


def read_board(
    rules: Rules,
    piles: str | Mapping[str, _Cards] | Sequence[_Cards],
    foundations: Mapping[str, _Cards] | None,
    stock: _Cards,
    talon: _Cards,
    redeals_used: int,
    reshuffles: Iterable[str | Reshuffle],
    exchanges_used: int = 0,
) -> Board:
    """Read and check a board; `Deal.from_board` describes the parameters and errors."""
    named: dict[str, list[_Cards]] = {}
    just_turned = False
    if isinstance(piles, str):
        if foundations or stock or talon or redeals_used or exchanges_used or reshuffles:
            raise MalformedText("a board given as text holds all its piles, redeals, exchanges and lists in the text")
        named, used, reshuffles, just_turned = _read_lines(rules, piles)
        redeals_used, exchanges_used = used["redeals used"], used["exchanges used"]
    else:
        if foundations is not None and not isinstance(foundations, Mapping):
            raise WrongType.of("foundations", foundations, "a mapping from names to cards")
        if isinstance(piles, Mapping):
            given = dict(piles)
        elif not isinstance(piles, Iterable):
            raise WrongType.of("piles", piles, "a board as text, a mapping from names to cards, or the piles in order")
        else:
            piles = list(piles)
            tableau = [pile.name for pile in rules.layout if pile.role in (Role.TABLEAU, Role.RESERVE, Role.CELL)]
            if len(piles) > len(tableau):
                raise ImpossibleDeal(f"{len(piles)} piles are given; the game has {len(tableau)}")
            given = dict(zip(tableau, piles, strict=False))
        for block in (given, foundations or {}, {"stock": stock} if stock else {}, {"talon": talon} if talon else {}):
            for name, cards in block.items():
                _add(rules, named, name, cards)
    redeals_used = _checked_used("redeals", redeals_used, rules.redeals)
    exchanges_used = _checked_used("exchanges", exchanges_used, rules.exchanges)
    read: dict[str, list[tuple[Card, ...]]] = {}
    for name, all_cards in named.items():
        try:
            read[name] = [parse_cards(cards) for cards in all_cards]
        except (MalformedText, WrongType) as error:
            raise type(error)(f"pile {name}: {error}") from None
    complete = _complete(rules, read)
    _check_grid(rules, complete)
    _check_reserve(rules, complete)
    _check_opening(rules, complete)
    if just_turned and not complete[rules.places["talon"]]:
        raise ImpossibleDeal("just turned: yes, but the talon is empty")
    return Board(complete, redeals_used, reshuffles, just_turned, exchanges_used)


def _add(rules: Rules, named: dict[str, list[_Cards]], name: str, cards: _Cards) -> None:
    """Note the cards of a pile; a name may come as often as there are piles of it."""
    pile = _pile_named(rules, name)
    held = named.setdefault(pile.name, [])
    if len(held) == sum(other.name == pile.name for other in rules.layout):
        raise ImpossibleDeal(f"pile {pile.name} is given {'twice' if len(held) == 1 else 'too often'}")
    held.append(cards)


def _read_lines(rules: Rules, text: str) -> tuple[dict[str, list[_Cards]], dict[str, int], list[str], bool]:
    named: dict[str, list[_Cards]] = {}
    used = {"redeals used": 0, "exchanges used": 0}
    just_turned, lists = False, dict[int, str]()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, cards = line.partition(":")
        key = " ".join(fold(name).split())
        try:
            if not colon:
                raise MalformedText(f"{shown(line.strip())} has no colon; a line is 'name: cards bottom first'")
            if key in used:
                if not re.fullmatch("[0-9]{1,9}", cards.strip()):
                    raise MalformedText(f"{key}: {shown(cards.strip())} is no whole number")
                used[key] = int(cards)
            elif key == "just turned":
                if fold(cards.strip()) not in ("yes", "no"):
                    raise MalformedText(f"just turned: {shown(cards.strip())} is neither yes nor no")
                just_turned = fold(cards.strip()) == "yes"
                if just_turned and (rules.stock is None or rules.stock.talon is not Talon.JUST_TURNED):
                    why = "the talon's card may be played later too" if "talon" in rules.places else "there is no talon"
                    raise ImpossibleDeal(f"just turned: nothing depends on it under these rules, {why}")
            elif re.fullmatch(r"reshuffle [0-9]{1,4}", key):
                lists[int(key.removeprefix("reshuffle "))] = cards
            else:
                _add(rules, named, name, parse_cards(cards))
        except (MalformedText, ImpossibleDeal) as error:
            raise type(error)(f"board line {number}: {error}") from None
    if not named:
        raise MalformedText("the board is empty: it has no line 'name: cards bottom first'")
    if sorted(lists) != list(range(1, len(lists) + 1)):
        raise ImpossibleDeal(f"reshuffle lists are numbered from 1 without gaps, not {sorted(lists)}")
    return named, used, [lists[k] for k in sorted(lists)], just_turned


def _pile_named(rules: Rules, name: str) -> Pile:
    folded = "".join(fold(str(name)).split())
    for pile in rules.layout:
        if "".join(fold(pile.name).split()) == folded:
            return pile
    known = ", ".join(dict.fromkeys(pile.name for pile in rules.layout))
    raise ImpossibleDeal(f"the game has no pile {shown(str(name).strip())} (piles: {known})")


def _checked_used(what: str, used: int, allowed: int) -> int:
    whole = as_whole(used)
    if whole is None or not 0 <= whole <= max(allowed, 0):
        raise ImpossibleDeal(f"{what} used: {shown(used)}; with these options a game has 0 to {max(allowed, 0)}")
    return whole


def _check_grid(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check that a grid's gaps are where play leaves them, and that what was removed was removed in pairs."""
    if rules.grid is None:
        return
    cells = [(pile.name, cards) for pile, cards in zip(rules.layout, piles, strict=True) if pile.role is Role.CELL]
    gaps = [name for name, cards in cells if not cards]
    if gaps and piles[rules.places["stock"]]:
        raise ImpossibleDeal(f"cell {gaps[0]} is empty, but the stock is not: gaps are filled from it at once")
    if rules.grid.after_stock is AfterStock.COMPRESS and any(not a and b for (_, a), (_, b) in pairwise(cells)):
        raise ImpossibleDeal(f"cell {gaps[0]} is empty, but not the cells after it: the cards close up")
    if rules.pairs is not None:
        removed = Counter(card.rank for card in piles[rules.places["removed"]])
        for rank, count in removed.items():
            others = sum(removed[other] for other in rules.ranks if rules.pairs.match(rank, other))
            if others != count or (rules.pairs.match(rank, rank) and count % 2):
                raise ImpossibleDeal(f"removed: {count} cards of rank {rank}, which can't all be of pairs")


def _check_reserve(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check that no gap in the reserve is left that would have been filled at once."""
    above = next((name for name in ("talon", "stock") if name in rules.places and piles[rules.places[name]]), None)
    opened = bool(rules.in_order) and bool(piles[rules.in_order[-1]])  # then the leading place is not used any more
    for pile, cards in zip(rules.layout, piles, strict=True):
        if pile.refill is Refill.FORCED and not cards and above is not None and not (pile.leads and opened):
            raise ImpossibleDeal(f"{pile.name} is empty, but the {above} is not: gaps are filled from it at once")


def _check_opening(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check that the card at the leading place is not one that would have opened the last foundation at once."""
    for pile, cards in zip(rules.layout, piles, strict=True):
        if pile.leads and cards:
            *others, last = rules.in_order
            if not piles[last] and all(len(piles[place]) == rules.layout[place].height for place in others):
                opening = rules.layout[last].name
                raise ImpossibleDeal(f"{opening} is empty, but {cards[-1]} at {pile.name} opens it at once")


def _complete(rules: Rules, read_all: Mapping[str, Sequence[tuple[Card, ...]]]) -> tuple[tuple[Card, ...], ...]:
    """Check that the cards are the pack's, and fill the foundations that were not given."""
    pack = Counter(rules.pack)
    place = dict[Card, str]()
    for name, all_cards in read_all.items():
        for card in (card for cards in all_cards for card in cards):
            if not pack[card]:
                raise ImpossibleDeal(f"pile {name}: {card} is not in this game's pack")
    piles = [() if pile.is_foundation else next(iter(read_all.get(pile.name, ())), ()) for pile in rules.layout]
    for pile, cards in zip(rules.layout, piles, strict=True):
        if pile.role in (Role.RESERVE, Role.CELL) and len(cards) > 1:
            raise ImpossibleDeal(f"pile {pile.name}: {cards_text(cards)}, but it holds one card")
        place.update(dict.fromkeys(cards, pile.name))
    if rules.throwing is not None:
        _check_heaps(rules, piles)
    lying = Counter(card for cards in piles for card in cards)
    for card, count in (lying - pack).items():
        raise ImpossibleDeal(f"{card} lies there {lying[card]} times ({place[card]} and elsewhere), {count} too many")
    home = pack - lying
    stated = {pile.name: list(read_all[pile.name]) for pile in rules.layout if pile.name in read_all}
    inferred = not any(pile.name in read_all for pile in rules.layout if pile.is_foundation)
    reserved = Counter(Card.parse(base) for base in rules.bases if inferred and ANY_SUIT not in base)
    for k, pile in enumerate(rules.layout):
        if pile.is_foundation:
            given = stated[pile.name].pop(0) if stated.get(pile.name) else ()
            if pile.role is Role.REMOVED:
                cards = in_order(home.elements() if inferred else given)
            else:
                cards = _infer(rules, pile, home, reserved) if inferred else _state(rules, pile, given)
            for card in cards:
                if not home[card]:
                    where = f"in {place[card]}" if card in place else "on another foundation"
                    raise ImpossibleDeal(f"{card} lies {where} and on foundation {pile.name}")
                home[card] -= 1
            if pile.foundations is not None and pile.foundations.bases_set_out and not cards:
                if inferred and ANY_SUIT in pile.base:
                    raise ImpossibleDeal(f"foundation {pile.name}: {_UNTOLD}")
                raise ImpossibleDeal(f"foundation {pile.name} is empty; it starts with {pile.base.rstrip(ANY_SUIT)}")
            piles[k] = cards
    missing = list(home.elements())
    if missing:
        hint = f"; {_UNTOLD}" if inferred else ""
        raise ImpossibleDeal(f"{cards_text(missing)} missing: neither in play nor on a foundation{hint}")
    _check_leading(rules, piles)
    _check_foundations(rules, piles)
    return tuple(piles)


def _check_leading(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check that the leading place of a reserve is given up once the last foundation is open."""
    for pile, cards in zip(rules.layout, piles, strict=True):
        if pile.leads and cards and piles[-1]:
            last = rules.layout[-1].name
            raise ImpossibleDeal(f"pile {pile.name}: {cards[0]}, but the place is given up once {last} is open")


def _check_foundations(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check foundations that depend on each other: those opened in order, and layers that must be of one suit."""
    full = True
    for place in rules.in_order:
        pile, cards = rules.layout[place], piles[place]
        if not full and len(cards) > 1:
            raise ImpossibleDeal(f"foundation {pile.name} has been built on, but one before it is not full")
        full = full and len(cards) == pile.height
    suits: dict[tuple[int, int], Card] = {}
    for pile, cards in zip(rules.layout, piles, strict=True):
        if pile.foundations is not None and pile.foundations.layers_in_suit:
            for layer, card in enumerate(cards[1:], start=2):
                if (settled := suits.setdefault((pile.block, layer), card)).suit != card.suit:
                    raise ImpossibleDeal(
                        f"foundation {pile.name}: {card} is number {layer}, as is {settled} elsewhere; "
                        "these must be of one suit"
                    )


def _check_heaps(rules: Rules, piles: Sequence[tuple[Card, ...]]) -> None:
    """Check that what must have been thrown out is, and that what never is lies in the heaps."""
    assert rules.throwing is not None
    kept = rules.throwing.kept
    for pile, cards in zip(rules.layout, piles, strict=True):
        if not pile.is_foundation and rules.throwing.left(cards) < len(cards):
            raise ImpossibleDeal(f"pile {pile.name} ends with {cards[-1]}, which is thrown out at once")
    held = Counter(card for cards in piles for card in cards)
    gone = [card for card in (Counter(rules.pack) - held).elements() if card.rank in kept]
    if gone:
        raise ImpossibleDeal(f"{cards_text(gone)} missing: cards of the ranks {' '.join(kept)} are never thrown out")


def _state(rules: Rules, pile: Pile, given: tuple[Card, ...]) -> tuple[Card, ...]:
    """Check the cards given of a foundation; one card that is not the base is its top card."""
    if pile.foundations is None:  # it holds what has left the game, in any order
        return given
    if len(given) == 1 and pile.base and not pile.starts_with(given[0]) and pile.foundations is not None:
        order = _order(pile)
        if given[0] not in order:
            what = "suit" if order and order[0].suit != given[0].suit else "foundation's cards"
            raise ImpossibleDeal(f"foundation {pile.name}: {given[0]} is not of this {what}")
        return order[: order.index(given[0]) + 1]
    fits = not given or ((not pile.base or pile.starts_with(given[0])) and len(given) <= pile.height)
    building = pile.building
    for below, card in pairwise(given):
        fits = fits and building is not None and building.accepts(below, card, rules.ranks)
    if not fits:
        raise ImpossibleDeal(
            f"foundation {pile.name}: {cards_text(given)} is no sequence from {pile.base.rstrip(ANY_SUIT)} on "
            f"as the game builds it ({pile.height} cards at most)"
        )
    return given


def _infer(rules: Rules, pile: Pile, home: Counter[Card], reserved: Counter[Card]) -> tuple[Card, ...]:
    """Put on a foundation what must lie there, if the cards tell it; `reserved` are the bases of those to come."""
    if pile.foundations is None:
        return tuple(home.elements())
    order = _order(pile)
    strangers = [other for other in rules.layout if other.is_foundation and other.name != pile.name]
    others = {card for other in strangers for card in _order(other)}
    cards: list[Card] = []
    if order and reserved[order[0]]:
        reserved[order[0]] -= 1
    for card in order:
        if home[card] <= reserved[card] or (cards and card in others):
            break
        cards.append(card)
    if not order:  # the base may be of any suit
        cards = [card for card in home if home[card] and pile.starts_with(card)]
        cards = cards if len(cards) == 1 and pile.foundations is not None and pile.foundations.bases_set_out else []
    return tuple(cards)


def _order(pile: Pile) -> tuple[Card, ...]:
    """Return the cards of a full foundation in order, if its base tells them; else nothing."""
    return () if any(ANY_SUIT in card for card in pile.order) else tuple(Card(*card) for card in pile.order)
