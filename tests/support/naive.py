"""A second, naive reading of the rules of each registered game, by hand and with no declaration.

Only for comparison with the reference model: it knows the games by name and writes their rules as plain conditions.
A position is its piles by name; a move is its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from patience_solver import Position
from patience_solver.cards import RANKS, SUIT_NAMES

__all__ = ["naive_moves"]


Options = Mapping[str, object]
Piles = list[tuple[str, list[str]]]
"""Name and cards of each pile, bottom first."""


def naive_moves(game: str, options: Options, position: Position) -> set[str]:
    """Return the texts of all legal moves of a full-pack game of this name."""
    piles = [
        (pile.name, [str(card) for card in cards])
        for pile, cards in zip(position.rules.layout, position.piles, strict=True)
    ]
    if game in ("fourteen", "quatorze"):
        return _fourteen(dict(piles), position.exchanges_used < int(str(options["exchanges"])))
    if game in _WITH_STOCK:
        is_place, moves = _WITH_STOCK[game]
        if all(is_place(name) or not cards for name, cards in piles):
            return set()
        return set(moves(options, piles, position.redeals_used, position.just_turned))
    if game == "betrothed":
        return _betrothed(options, piles, position.redeals_used)
    return _without_stock(game, options, dict(piles), position.redeals_used)


def _fourteen(piles: dict[str, list[str]], may_exchange: bool) -> set[str]:
    """Pairs of cells whose names share a letter or a digit; else ways to let four cards change places."""
    cells = [cell for cell in _GRID if piles[cell]]
    found = {
        f"{one} {other}"
        for one, other in combinations(cells, 2)
        if (one[0] == other[0] or one[1] == other[1])
        and RANKS.index(piles[one][-1][0]) + RANKS.index(piles[other][-1][0]) == 12
    }
    if found or not may_exchange:
        return found
    return {
        f"exchange {a} {b} with {c} {d}"
        for a, b in combinations(cells, 2)
        for c in cells
        for d in cells
        if _GRID.index(c) > _GRID.index(a) and _GRID.index(d) > _GRID.index(b) and len({a, b, c, d}) == 4
    }


_GRID = [f"{letter}{row}" for row in range(1, 6) for letter in "abcde"]


def _betrothed(options: Options, piles: Piles, used: int) -> set[str]:
    """No card is moved; the dealing goes on until only kings and queens are left."""
    left = [card for name, cards in piles if name.startswith("heap") for card in cards]
    done = all(card[0] in "KQ" for card in left)
    return set() if done or used == int(str(options["redeals"])) else {"redeal"}


def _without_stock(game: str, options: Options, piles: dict[str, list[str]], used: int) -> set[str]:
    homes = set(SUIT_NAMES.values())
    moves = set()
    for source, cards in piles.items():
        if source in homes or not cards:
            continue
        card = cards[-1]
        home = SUIT_NAMES[card[1]]
        if len(piles[home]) == RANKS.index(card[0]):
            moves.add(f"{source} > {home}")
        moves |= {
            f"{source} > {target}"
            for target, below in piles.items()
            if target not in homes and target != source and _fits(game, options, card, below)
        }
    over = all(not cards for name, cards in piles.items() if name not in homes)
    if game in ("trefoil", "la-belle-lucie") and not over and used < int(str(options["redeals"])):
        if options["redeal_when"] == "any" or not moves:
            moves.add("redeal")
    return moves


def _fits(game: str, options: Mapping[str, object], card: str, below: list[str]) -> bool:
    if not below:
        if game in ("beleaguered-castle", "streets-and-alleys"):
            return True
        if game == "fortress":
            return options["lane"] == "any" or (options["lane"] == "king" and card[0] == "K")
        return game == "fan" and card[0] == "K"
    top = below[-1]
    down = (top[0] + card[0]) in "KQJT98765432A"
    up = (card[0] + top[0]) in "KQJT98765432A"
    if game in ("beleaguered-castle", "streets-and-alleys"):
        return down
    if card[1] != top[1]:
        return False
    if game == "fortress":
        return up or down or (options["wrap"] is True and {card[0], top[0]} == {"A", "K"})
    return down


def _turning(piles: Piles, used: int, redeals: int) -> Iterator[str]:
    """The next card is turned, or the talon is turned over when the stock is out."""
    lying = dict(piles)
    if lying["stock"] and redeals >= 0:
        yield "turn"
    if not lying["stock"] and lying["talon"] and used < redeals:
        yield "redeal"


def _quadrille(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """On fives 4 3 2 A K, on sixes 7 8 9 T J, queens alone."""
    talon = dict(piles)["talon"]
    if talon and (options["waste_top"] or just_turned):
        rank, suit = tuple(talon[-1])
        for kind, order in (("five", "5432AK"), ("six", "6789TJ"), ("queen", "Q")):
            name = f"{kind} {SUIT_NAMES[suit]}"
            if rank in order and len(dict(piles)[name]) == order.index(rank):
                yield f"talon > {name}"
    passes = int(str(options["passes"]))
    if options["bases"] == "out" and options["setup_pass"] == "counted":
        passes -= 1
    yield from _turning(piles, used, passes - 1)


def _german_clock(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """The suit chosen opens the places; other suits follow in alternating colours."""
    lying = dict(piles)
    hours = {name: cards for name, cards in piles if name not in ("talon", "stock")}
    fits = False
    if lying["talon"] and (options["waste_top"] or just_turned):
        rank, suit = tuple(lying["talon"][-1])
        name = "king" if rank == "K" else f"hour {RANKS.index(rank) + 1}"
        pile = hours[name]
        if pile:
            black = ("C", "S")
            fits = (suit in black) != (pile[-1][1] in black)
            others = [cards[len(pile)][1] for cards in hours.values() if len(cards) > len(pile)]
            if options["suit_order"] == "fixed" and others:
                fits = fits and suit == others[0]
        else:
            fits = suit == str(options["suit"]).upper()
        if fits:
            yield f"talon > {name}"
    if options["hold"] or not fits:
        yield from _turning(piles, used, int(str(options["passes"])) - 1)


def _calculation(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """Foundations go by steps of 1, 2, 3, 4; the next card of the stock goes there or onto any packet."""
    sources = [(name, cards) for name, cards in piles if cards and not name.startswith("foundation")]
    for source, cards in sources:
        for name, below in piles:
            kind, _, number = name.partition(" ")
            if kind == "foundation" and len(below) < 13:
                wanted = (RANKS.index(below[-1][0]) + 1 + int(number)) % 13 or 13
                if RANKS.index(cards[-1][0]) + 1 == wanted:
                    yield f"{source} > {name}"
            if kind == "packet" and source == "stock":
                yield f"{source} > {name}"


def _sultan(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """The kings but the sultan take A … Q of their suit, the ace of hearts 2 … Q."""
    lying = dict(piles)
    for source, cards in piles:
        if cards and (source == "talon" or source.startswith("divan")):
            rank, suit = tuple(cards[-1])
            for name, below in piles:
                if name == SUIT_NAMES[suit] and below[-1][0] + rank in "KA23456789TJQ":
                    yield f"{source} > {name}"
    if options["refill"] == "optional":
        source = "talon" if lying["talon"] else "stock"
        if lying[source]:
            yield from (f"{source} > {name}" for name, cards in piles if name.startswith("divan") and not cards)
    yield from _turning(piles, used, int(str(options["redeals"])))


_HOURS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def _big_ben(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """Up in suit until the hour is shown; fans down in suit, both round the corner."""
    for source, cards in piles:
        if not cards or not (source in _HOURS or source == "talon"):
            continue
        rank, suit = tuple(cards[-1])
        for name, below in piles:
            if name.startswith("clock "):
                hour = RANKS[_HOURS.index(name.removeprefix("clock "))]
                last = below[-1]
                if last[0] != hour and last[1] == suit and last[0] + rank in "A23456789TJQKA":
                    yield f"{source} > {name}"
            if name in _HOURS and name != source and (source != "talon" or options["waste_to_fans"]):
                enough = len(below) >= (1 if options["pack_on_short"] else 3)
                if enough and below[-1][1] == suit and rank + below[-1][0] in "A23456789TJQKA":
                    yield f"{source} > {name}"
    for move in _turning(piles, used, int(str(options["redeals"]))):
        yield "deal" if move == "turn" else move


def _first_and_last(options: Options, piles: Piles, used: int, just_turned: bool) -> Iterator[str]:
    """The first pile of fewer than 13 cards goes on; the eighth upper card before all, and all before a turn."""
    lying = dict(piles)
    name, pile = next((name, cards) for name, cards in piles if name.startswith("pile") and len(cards) < 13)
    wanted = "A23456789TJQKA"["A23456789TJQK".index(pile[-1][0]) + 1]
    sources = ["upper 8", *(f"lower {number}" for number in range(1, 9))]
    if options["waste_top"] or just_turned:
        sources.append("talon")
    fitting = [source for source in sources if lying[source] and lying[source][-1][0] == wanted]
    if "upper 8" in fitting:
        yield f"upper 8 > {name}"
    elif fitting:
        yield from (f"{source} > {name}" for source in fitting)
    else:
        yield from _turning(piles, used, int(str(options["redeals"])))


_Moves = Callable[[Options, Piles, int, bool], Iterator[str]]
_WITH_STOCK: dict[str, tuple[Callable[[str], bool], _Moves]] = {
    "quadrille": (lambda name: name.startswith(("five", "six", "queen")), _quadrille),
    "captive-queens": (lambda name: name.startswith(("five", "six", "queen")), _quadrille),
    "german-clock": (lambda name: name.startswith("hour") or name == "king", _german_clock),
    "calculation": (lambda name: name.startswith("foundation"), _calculation),
    "sultan": (lambda name: name in SUIT_NAMES.values() or name == "sultan", _sultan),
    "sultan-plus": (lambda name: name in SUIT_NAMES.values() or name == "sultan", _sultan),
    "big-ben": (lambda name: name.startswith("clock"), _big_ben),
    "first-and-last": (lambda name: name.startswith("pile"), _first_and_last),
}
"""For each game with a stock which piles are foundations, and its moves."""
