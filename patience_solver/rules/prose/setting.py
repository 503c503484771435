"""Sentences on what lies on the table at first: the pack, the layout, the foundations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, islice

from patience_solver.cards import SUITS
from patience_solver.rules.game import Rules
from patience_solver.rules.layout import Pile
from patience_solver.rules.piles import ANY_SUIT, Dealing, Foundations, Tableau
from patience_solver.rules.prose.pairing import grid
from patience_solver.rules.prose.parts import is_cell, takes
from patience_solver.rules.prose.words import RANKS, article, built, counted, joined, listed, number, plural

__all__ = ["foundations", "layout", "pack"]

_DEALING = {
    Dealing.PILE_BY_PILE: "pile by pile",
    Dealing.ROW_BY_ROW: "row by row: the first pile of each block, then the second of each, and so on",
    Dealing.ROUND_BY_ROUND: "in rounds, one card to each pile in turn",
}


def pack(rules: Rules) -> str:
    """Say which cards are in play."""
    packs = f"{number(rules.packs)} pack{'s' if rules.packs > 1 else ''}"
    return f"Cards: {packs}, {len(rules.pack)} cards; in each suit, from low to high, {' '.join(rules.ranks)}."


def layout(rules: Rules) -> str:
    """Say where the cards that are not set out come to lie."""
    sentences = []
    left = len(rules.dealt)
    if rules.bases_dealt:
        left -= rules.bases_dealt
        bare_bases = [pile.name for pile in rules.layout if pile.is_foundation and not pile.base]
        named = listed(bare_bases[: rules.bases_dealt])
        sentences.append(f"The {_next(rules.bases_dealt)} dealt face up, {_each(rules.bases_dealt, 'to')}{named}.")
    laden = [block for block in rules.tableau if sum(block.sizes)]
    bare = [block for block in rules.tableau if not sum(block.sizes)]
    if laden:
        dealt = sum(sum(block.sizes) for block in laden)
        left -= dealt
        text = f"{counted(dealt)} {_are(dealt)} dealt face up, {_DEALING[rules.dealing]}, into the "
        text += "piles " if sum(len(block.sizes) for block in laden) > 1 else "pile "
        sentences += [
            f"{text}{joined(f'{listed(block.names)} ({_sizes(block)})' for block in laden)}.",
            _available(laden),
        ]
    if bare:
        count = sum(len(block.sizes) for block in bare)
        text = f"The {'piles' if count > 1 else 'pile'} {joined(listed(block.names) for block in bare)}"
        text += f" {_are(count)} empty at "
        if all(is_cell(block, rules) or not takes(block, rules) for block in bare):
            sentences.append(f"{text}first.")
        else:
            them = "them" if count > 1 else "it"
            sentences.append(f"{text}first; of cards that are laid on {them} the last is available.")
    if rules.reserve is not None:
        places, left = len(rules.reserve.names), left - len(rules.reserve.names)
        text = f"The {_next(places, 'next' if sentences else 'first')} the reserve, {_each(places, 'on')}"
        sentences.append(f"{text}{listed(rules.reserve.names)}.")
    if rules.grid is not None:
        left -= len(rules.grid.names)
        sentences.append(grid(rules))
    if rules.stock is not None or rules.grid is not None:
        sentences.append(_stock(left, rules))
    if rules.random_dealing is not None:
        sentences.append(f"In numbered random deals the shuffled pack is dealt {_DEALING[rules.random_dealing]}.")
    return f"Layout: {' '.join(sentences)}" if sentences else ""


def _stock(left: int, rules: Rules) -> str:
    """Say what is left for the stock."""
    if not left:
        return "The stock is empty."
    whole = left == len(rules.dealt)
    if left == 1:
        return "The only card is the stock." if whole else "The other card is the stock."
    others = f"All {counted(left)}" if whole else f"The other {counted(left)}"
    if whole and rules.bases:
        others += " that are not set out"
    return f"{others}, in their order, are the stock."


def _next(count: int, which: str = "first") -> str:
    return f"{which} card is" if count == 1 else f"{which} {counted(count)} are"


def _each(count: int, where: str) -> str:
    return f"{where} " if count == 1 else f"one {where} each of "


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _available(blocks: Sequence[Tableau]) -> str:
    reversed_ = [block for block in blocks if block.first_dealt_on_top]
    if not reversed_:
        return "The available card of a pile is the one dealt last."
    if len(reversed_) == len(blocks):
        return "The available card of a pile is the one dealt first."
    first = joined(listed(block.names) for block in reversed_)
    return f"The available card is the one dealt first in {first}, elsewhere the one dealt last."


def _sizes(block: Tableau) -> str:
    runs = [(size, len(list(run))) for size, run in groupby(block.sizes)]
    if len(runs) == 1 and len(block.sizes) > 1:
        return f"{counted(runs[0][0])} each"
    return joined(f"{number(count)} of {counted(size)}" for size, count in runs)


def foundations(rules: Rules) -> str:
    """Say what the piles that are to be filled start with and how they go on."""
    if not rules.foundations:
        return ""
    piles = iter([pile for pile in rules.layout if pile.is_foundation])
    blocks = [list(islice(piles, len(block.bases))) for block in rules.foundations]
    blocks = [piles for piles in blocks if piles]
    text = "Foundations: "
    for set_out, run in groupby(blocks, lambda piles: _block_of(piles).bases_set_out):
        alike = list(run)
        text += "; ".join(_told(piles, rules) for piles in alike) + ". "
        if shown := [piles for piles in alike if piles[0].base]:
            how = "taken out of the pack and laid there before the deal" if set_out else "laid there as they come free"
            text += f"{_first_cards(shown)} {how}. "
    if ordered := [pile.name for piles in blocks for pile in piles if _block_of(piles).in_order]:
        text += f"Of {listed(ordered)} only the first that is not full takes cards. "
    if any(block.layers_in_suit for block in rules.foundations):
        text += _layers(blocks)
    return text + "A card never leaves a foundation."


def _block_of(piles: Sequence[Pile]) -> Foundations:
    block = piles[0].foundations
    assert block is not None
    return block


def _told(piles: Sequence[Pile], rules: Rules) -> str:
    """Tell of the foundations of a block: names, first cards, what follows on them."""
    block, one = _block_of(piles), len(piles) == 1
    order = _order(piles[0])
    listed_once = bool(order) and len({pile.base[:1] for pile in piles}) == 1  # the order says what is next to what
    going_on = built(block.building, rules, circle=not listed_once)
    goes_on = bool(going_on) and piles[0].height > 1
    if not block.names and _one_a_suit(piles, rules):
        subject = f"one for each suit{' of each pack' if rules.packs > 1 else ''}"
        if not goes_on:
            return f"{subject}, for the {plural(piles[0].base[0])}, on which nothing is laid"
        if order == rules.ranks and block.building.steps == (1,):
            return f"{subject}, {going_on}, from {RANKS[order[0]]} to {RANKS[order[-1]]}"
        return f"{subject}, starting with the {plural(piles[0].base[0])}, {going_on}, {_height(piles)}{_spaced(order)}"
    if goes_on and order and len({pile.base[0] for pile in piles}) > 1:
        ways = joined(f"{pile.name} ({pile.base} to {pile.last})" for pile in piles)
        return f"{ways} are {going_on}, {_height(piles)}"
    subject = listed(block.names) if block.names else f"{number(len(piles))} named by suit"
    start = f"start{'s' if one else ''} with {_bases(piles, rules)}"
    if not goes_on:
        return f"{subject} {start}, and nothing is laid on {'it' if one else 'them'}"
    return f"{subject} {start} and {'is' if one else 'are'} {going_on}, {_height(piles)}{_spaced(order)}"


def _order(pile: Pile) -> str:
    """Return the ranks of a full foundation, if its base tells them; else nothing."""
    return "".join(card[0] for card in pile.order)


def _spaced(order: str) -> str:
    return f": {' '.join(order)}" if order else ""


def _one_a_suit(piles: Sequence[Pile], rules: Rules) -> bool:
    """Tell whether these are foundations of one rank, one for each suit of each pack."""
    suits = Counter(pile.base[1:] for pile in piles)
    return len({pile.base[:1] for pile in piles}) == 1 and suits == Counter(dict.fromkeys(SUITS, rules.packs))


def _bases(piles: Sequence[Pile], rules: Rules) -> str:
    base = piles[0].base
    if not base:
        return "the card that is dealt there" if len(piles) == 1 else "the cards that are dealt there"
    bases = [pile.base for pile in piles]
    if all(base[1] == ANY_SUIT for base in bases) and len(set(bases)) == 1:
        return f"{article(base[0])} of any suit" + ("" if len(piles) == 1 else " each")
    if _one_a_suit(piles, rules):
        return f"the {plural(base[0])}"
    if any(base[1] == ANY_SUIT for base in bases):
        cards = joined(f"{article(base[0])} of any suit" if base[1] == ANY_SUIT else base for base in bases)
    else:
        cards = " ".join(bases)
    return cards if len(piles) == 1 else f"{cards}, in this order,"


def _height(piles: Sequence[Pile]) -> str:
    return f"{counted(piles[0].height)}{' each' if len(piles) > 1 else ''} with the first"


def _layers(blocks: Sequence[Sequence[Pile]]) -> str:
    text = ""
    for piles in blocks:
        if _block_of(piles).layers_in_suit:
            named = listed(_block_of(piles).all_names)
            text += f"The first card that comes second on any of {named} settles the suit of the second card on all of "
            text += "them, and so for the third and each further card. "
    return text


def _first_cards(blocks: Sequence[Sequence[Pile]]) -> str:
    bases = [pile.base for piles in blocks for pile in piles]
    ranks = list(dict.fromkeys(base[0] for base in bases))
    whole = all({base[1] for base in bases if base[0] == rank} == set(SUITS) for rank in ranks)
    if whole and len(set(Counter(bases).values())) == 1:
        return f"The {joined(plural(rank) for rank in ranks)} are"
    return "These first cards are" if len(bases) > 1 else "This first card is"
