"""What makes a declaration one that can be played: its parts fit together, and none is larger than a search takes.

Types of single fields are checked by the parts themselves (`fields.py`).  Whatever passes here is safe for compiled
code: the sizes of all its arrays follow from the declaration.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NoReturn

from patience_solver.cards import RANKS, SUITS
from patience_solver.errors import BadDeclaration
from patience_solver.rules.piles import ANY_SUIT, Foundations, Refill, Reserve, Role, Tableau

if TYPE_CHECKING:
    from patience_solver.rules.game import Rules

__all__ = ["MOST_CELLS", "MOST_FILLED", "MOST_FILLED_UP_TO", "MOST_PILES", "check_rules"]

MOST_PILES = 64
"""Piles of a game: a set of piles is one word of 64 bits."""

MOST_CELLS = 32
"""Cells of a grid: a cell is written in 5 bits of a move."""

MOST_FILLED, MOST_FILLED_UP_TO = 14, 3
"""Piles of the tableau where a deal fills them, and cards up to which it does: such a deal is one word of 32 bits."""

_RESERVED = re.compile(r"(redeals|exchanges) used|just turned|reshuffle \d+")


def check_rules(rules: Rules) -> None:
    """Check that settled rules can be played.

    Parameters
    ----------
    rules : Rules
        Without options.

    Raises
    ------
    BadDeclaration
        Names field and value and says what would be right.
    """
    _check_pack(rules)
    for block in rules.foundations:
        _check_foundations(rules, block)
    _check_bases(rules)
    _check_tableau(rules)
    _check_stock(rules)
    _check_reserve(rules)
    _check_redeal(rules)
    _check_throwing(rules)
    _check_grid(rules)
    if not (rules.foundations or rules.throwing or rules.grid):
        _wrong("foundations", (), "without throwing or a grid a game is won on foundations; declare at least one")
    _check_names(rules)
    _check_number_of_cards(rules)


def _wrong(field: str, value: object, right: str) -> NoReturn:
    raise BadDeclaration(f"{field}={value!r}: {right}")


def _check_pack(rules: Rules) -> None:
    ranks = rules.ranks
    if not ranks or len(set(ranks)) < len(ranks) or set(ranks) - set(RANKS):
        _wrong("ranks", ranks, f"write the ranks of the pack in ascending order, each once, out of {RANKS}")


def _check_foundations(rules: Rules, block: Foundations) -> None:
    if not block.bases:
        _wrong("foundations: bases", block.bases, "a block has at least one foundation; add one, or leave it out")
    for base in block.bases:
        if base and not (len(base) == 2 and base[0] in rules.ranks and base[1] in SUITS + ANY_SUIT):
            right = f"write a rank of {rules.ranks} and a suit of {SUITS}, e.g. {rules.ranks[0]}C"
            _wrong("foundations: bases", base, f"{right}; {rules.ranks[0]}{ANY_SUIT} for any suit, '' for a base dealt")
    if block.names and len(block.names) != len(block.bases):
        _wrong("foundations: names", block.names, f"there are {len(block.bases)} bases; name each foundation, or none")
    if not block.names and any(not base or base[1] == ANY_SUIT for base in block.bases):
        _wrong("foundations: names", (), "foundations are named by suit only if every base has one; name them")
    if block.bases_set_out and "" in block.bases:
        _wrong("foundations: bases", "", "a base that is dealt is not set out: bases_set_out=False, or name the card")
    if "" in block.bases and any(block.bases):
        _wrong("foundations: bases", block.bases, "all bases of a block are dealt, or none; declare two blocks")
    if block.height is not None and block.height > len(rules.pack):
        _wrong("foundations: height", block.height, f"the pack has {len(rules.pack)} cards; at most so many lie on one")


def _check_bases(rules: Rules) -> None:
    """Check that the pack has the bases that are set out, whichever cards come first."""
    set_out = Counter(rules.bases)
    for base, count in set_out.items():
        there = rules.packs * (len(SUITS) if base[1] == ANY_SUIT else 1)
        if count > there:
            _wrong("foundations: bases", base, f"set out {count} times; the pack has {there}")
        if base[1] == ANY_SUIT and any(other[0] == base[0] and other != base for other in set_out):
            _wrong(
                "foundations: bases",
                base,
                f"the card found first may be one of another base; write all as {base}, or none",
            )


def _check_tableau(rules: Rules) -> None:
    for block in rules.tableau:
        if not block.sizes:
            _wrong("tableau: sizes", block.sizes, "a block has at least one pile; leave the block out, or add one")
        for role in block.takes_from:
            if role not in (Role.TABLEAU, Role.RESERVE, Role.TALON, Role.STOCK):
                _wrong("tableau: takes_from", role, "cards come from the tableau, the reserve, the talon or the stock")
        if len(set(block.takes_from)) < len(block.takes_from):
            _wrong("tableau: takes_from", block.takes_from, "name each role once")
    filling = [block for block in rules.tableau if block.filled_up_to]
    if not filling:
        return
    if rules.stock is None or not rules.stock.turned:
        _wrong("tableau: filled_up_to", filling[0].filled_up_to, "piles are filled from a stock: stock=Stock()")
    if len({(block.filled_up_to, block.fill) for block in filling}) > 1:
        _wrong("tableau: filled_up_to", tuple(block.filled_up_to for block in filling), "fill all such blocks alike")
    if filling[0].filled_up_to > MOST_FILLED_UP_TO:
        _wrong("tableau: filled_up_to", filling[0].filled_up_to, f"a deal fills piles up to {MOST_FILLED_UP_TO} cards")
    if (piles := sum(len(block.sizes) for block in rules.tableau)) > MOST_FILLED:
        _wrong("tableau", f"{piles} piles", f"where a deal fills piles there are at most {MOST_FILLED}")


def _check_stock(rules: Rules) -> None:
    stock = rules.stock
    if stock is None:
        return
    if stock.passes is not None and stock.redeals:
        _wrong("stock: redeals", stock.redeals, f"passes={stock.passes} says it already; give one of the two")
    if not stock.turned and (stock.redeals or stock.passes is not None):
        _wrong("stock: turned", False, "a stock that is not turned has no talon to be dealt again: no redeals")


def _check_reserve(rules: Rules) -> None:
    reserve = rules.reserve
    if reserve is None:
        return
    if rules.stock is None or not rules.stock.turned:
        _wrong("reserve", reserve, "its gaps are filled from the talon: add stock=Stock(), or declare a Tableau")
    if reserve.leading:
        dealt = [base for block in rules.foundations for base in block.bases]
        if any(dealt) or len(dealt) < 2 or len(rules.foundations) != 1 or not rules.foundations[0].in_order:
            right = "its card becomes the base of the last of several foundations: one block, in_order=True, bases ''"
            _wrong("reserve: leading", reserve.leading, right)
        if any((len(rules.ranks) if block.height is None else block.height) < 2 for block in rules.foundations):
            right = "the card at the leading place opens the last foundation when another is filled; height=2 at least"
            _wrong("foundations: height", rules.foundations[0].height, right)
        if reserve.refill is not Refill.FORCED:
            _wrong("reserve: refill", reserve.refill, "gaps beside a leading place are filled at once: Refill.FORCED")
        if rules.tableau:
            _wrong("reserve: leading", reserve.leading, "its card comes before all others: there is no tableau")


def _check_redeal(rules: Rules) -> None:
    redeal, stock = rules.redeal, rules.stock
    if redeal is None:
        return
    piles = sum(len(block.sizes) for block in rules.tableau)
    if not piles:
        _wrong("redeal", redeal, "the tableau is gathered and dealt again, and there is none; see Stock for the talon")
    if stock is not None and (stock.redeals or stock.passes is not None or stock.setting_up_counts):
        _wrong("redeal", redeal, "redeals are of the tableau or of the talon; leave the stock without them")
    cards = len(rules.pack) - len(rules.bases)
    if redeal.packet and redeal.packet * piles < cards:
        right = f"{cards} cards make {-(-cards // redeal.packet)} packets, and there are {piles} piles"
        _wrong("redeal: packet", redeal.packet, right)


def _check_throwing(rules: Rules) -> None:
    throwing = rules.throwing
    if throwing is None:
        return
    if not throwing.kept or len(set(throwing.kept)) < len(throwing.kept) or set(throwing.kept) - set(rules.ranks):
        _wrong("throwing: kept", throwing.kept, f"write ranks of the pack ({rules.ranks}), each once")
    kept = len(SUITS) * rules.packs * len(throwing.kept)
    if len(throwing.rows) != 2 or throwing.rows[0] * throwing.rows[1] != kept:
        _wrong("throwing: rows", throwing.rows, f"write rows and cards in a row, which hold the {kept} cards kept")
    for field in ("foundations", "stock", "reserve", "grid", "pairs"):
        if getattr(rules, field):
            _wrong(field, getattr(rules, field), "where cards are thrown out there is nothing but a tableau")
    for block in rules.tableau:
        if block.takes_from:
            _wrong("tableau: takes_from", block.takes_from, "where cards are thrown out none is moved: takes_from=()")
    if not rules.tableau:
        _wrong("tableau", (), "cards are thrown out from the tableau; declare one")


def _check_grid(rules: Rules) -> None:
    grid, pairs = rules.grid, rules.pairs
    if grid is None and pairs is None:
        return
    if grid is None or pairs is None:
        _wrong("grid" if grid is None else "pairs", None, "pairs are removed from a grid; declare both")
    for field in ("foundations", "tableau", "reserve", "stock", "redeal"):
        if getattr(rules, field):
            right = "a grid, filled from what is not dealt to it, stands alone; leave this empty"
            _wrong(field, getattr(rules, field), right)
    cells, cards = grid.rows * grid.columns, len(rules.pack)
    if cells > min(MOST_CELLS, cards):
        _wrong("grid", f"{cells} cells", f"a grid has at most {MOST_CELLS} cells, and no more than the {cards} cards")


def _check_names(rules: Rules) -> None:
    blocks: list[Tableau | Reserve] = [*rules.tableau, *([rules.reserve] if rules.reserve is not None else [])]
    for block in blocks:
        try:
            names = block.names
        except (AttributeError, IndexError, KeyError, ValueError):
            _wrong("label", block.label, "write {n} for the number of a pile, or {roman}; no other braces")
        if len(set(names)) < len(names):
            _wrong("label", block.label, "piles of one name; write {n}, or {roman}, for the number of a pile")
    if len(rules.layout) > MOST_PILES:
        _wrong("tableau", f"{len(rules.layout)} piles in all", f"a game has at most {MOST_PILES}, the stock included")
    for pile in rules.layout:
        folded = " ".join(pile.name.lower().split())
        if (
            pile.name != pile.name.strip()
            or not folded
            or not pile.name.isprintable()
            or re.search(r"[>:|]|^#", pile.name)
        ):
            _wrong("name", pile.name, "moves and boards name piles: write no empty name, no > : | and no # first")
        if _RESERVED.fullmatch(folded):
            _wrong("name", pile.name, "boards say something else in a line of this name")
    taking = [pile for pile in rules.layout if not (pile.height == 1 and pile.base in rules.bases)]  # or ever full
    by_name = sorted(taking, key=lambda pile: "".join(pile.name.lower().split()))
    for _, alike in groupby(by_name, key=lambda pile: "".join(pile.name.lower().split())):
        first, *others = alike
        for other in others:
            one_part = other.name == first.name and other.told_by_top and other.part == first.part
            if not one_part or (other.foundations is not None and other.foundations.in_order):
                right = "two piles of one name; only foundations that take the same cards in one order may share it"
                _wrong("name", other.name, right)


def _check_number_of_cards(rules: Rules) -> None:
    """Check that there are as many cards as the places that are dealt to."""
    dealt: Iterable[int] = (size for block in rules.tableau for size in block.sizes)
    places = rules.bases_dealt + sum(dealt)
    places += len(rules.reserve.names) if rules.reserve is not None else 0
    places += rules.grid.rows * rules.grid.columns if rules.grid is not None else 0
    cards = len(rules.pack) - len(rules.bases)
    said = f"{len(rules.pack)} cards" + (f" less {len(rules.bases)} bases set out" if rules.bases else "")
    if places > cards:
        _wrong("tableau", f"{places} cards to be dealt", f"there are {said}; deal {cards}, or leave a rest to a stock")
    if places < cards and rules.stock is None and rules.grid is None:
        _wrong("tableau", f"{places} cards to be dealt", f"there are {said}; deal all {cards}, or add stock=Stock()")
