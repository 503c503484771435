"""Sentences on how cards move: to and between piles, from the reserve, the stock and the talon, and by redeals."""

from __future__ import annotations

from itertools import groupby

from patience_solver.rules.building import Vacancy
from patience_solver.rules.game import Rules
from patience_solver.rules.piles import Fill, Refill, Role, Tableau
from patience_solver.rules.prose.pairing import pairing
from patience_solver.rules.prose.words import RANKS, built, joined, listed, number, plural, role_names
from patience_solver.rules.redeal import Order, Redeal, When
from patience_solver.rules.stock import Play, Stock, Talon
from patience_solver.rules.throwing import Neighbours

__all__ = ["play", "redeals", "reserve", "stock", "throwing", "won"]

_ALONE = (Role.TABLEAU,)


def play(rules: Rules) -> str:
    """Say which cards may go where."""
    if rules.pairs is not None:
        return pairing(rules)
    if _nothing_moves(rules):
        return "Play: no card is moved by the player; the only moves are redeals."
    if rules.stock is None and rules.reserve is None:
        text = "Play: one available card is moved at a time, to a foundation or to another pile."
    else:
        text = f"Play: one card is moved at a time. {_sources(rules)} may go to a foundation that it fits."
    alike = [(key, list(blocks)) for key, blocks in groupby(rules.tableau, _part)]
    for _, blocks in alike:
        piles = "The piles" if len(alike) == 1 else joined(listed(block.names) for block in blocks)
        text += f" {piles} are {built(blocks[0].building, rules)}."
        text += _takes(blocks[0], rules) + _vacant(blocks[0], rules)
    return text


def _nothing_moves(rules: Rules) -> bool:
    return not rules.foundations and not any(block.takes_from for block in rules.tableau)


def _part(block: Tableau) -> object:
    return block.building, block.vacancy, block.takes_from, block.least, block.filled_up_to


def _sources(rules: Rules) -> str:
    sources = []
    if rules.tableau:
        sources.append("the available card of a pile")
    if rules.reserve is not None:
        sources.append("each card of the reserve")
    if rules.stock is not None:
        sources.append("the top card of the talon" if rules.stock.turned else "the next card of the stock")
    text = joined(sources, "or")
    return text[0].upper() + text[1:]


def _takes(block: Tableau, rules: Rules) -> str:
    if not block.takes_from:
        return " No card is laid on them by a move."
    text = ""
    if block.takes_from != _ALONE or rules.stock is not None or rules.reserve is not None:
        text += f" They take cards from {role_names(block.takes_from)} only"
        text += "." if Role.TABLEAU in block.takes_from else ", never from each other."
    if block.least > 1:
        text += f" A pile with fewer than {number(block.least)} cards takes no card."
    return text


def _vacant(block: Tableau, rules: Rules) -> str:
    if block.least or block.vacancy is Vacancy.NOTHING:
        return " An empty pile is filled only by a deal." if block.filled_up_to else " An emptied pile stays empty."
    kings = f"a {RANKS[rules.ranks[-1]]} only"
    takes = kings if block.vacancy is Vacancy.KINGS else "any available card"
    if Role.TABLEAU not in block.takes_from and block.vacancy is Vacancy.ANY_CARD:
        takes = "any of these cards"
    return f" An {'emptied' if sum(block.sizes) else 'empty'} pile takes {takes}."


def reserve(rules: Rules) -> str:
    """Say what happens to the gaps of the reserve."""
    if rules.reserve is None:
        return ""
    filling = "the top card of the talon, or, if the talon is empty, the next card of the stock"
    if rules.reserve.refill is Refill.OPTIONAL:
        text = f"a gap may be filled, as a move of its own, by {filling}; gaps may outlast a redeal."
    else:
        text = (
            f"a gap is filled at once, as a part of the move that made it, by {filling}; if both are empty, it stays."
        )
    text = f"Reserve: {text} No other card is laid there."
    if rules.reserve.leading:
        text += f" When the card at {rules.reserve.leading} fits, it must be played before any other card."
        if any(not base for block in rules.foundations for base in block.bases):
            text += (
                " When the last foundation opens, the card that lies there becomes its first card, and the place is "
            )
            text += "given up."
    return text


def stock(rules: Rules) -> str:
    """Say how the cards that were not dealt come into play."""
    if rules.stock is None:
        return ""
    if rules.redeals < 0:
        return "Stock: setting out the first cards of the foundations was the only pass, so that no card can be turned."
    if not rules.stock.turned:
        return "Stock: its next card is available as it lies there, and is played straight away; there is no talon."
    sentences = [_turning(rules), "The last card turned lies on top of the talon.", _talon(rules.stock.talon, rules)]
    if rules.stock.play is Play.AT_ONCE:
        sentences.append("What can be played must be played before another card is turned and before a redeal.")
    else:
        sentences.append("No play is compulsory: a card that fits may be held back.")
    return f"Stock: {' '.join(sentences)}"


def _turning(rules: Rules) -> str:
    fed = [block for block in rules.tableau if block.filled_up_to]
    if not fed:
        return "its cards are turned one at a time onto the talon, each as a move."
    names, most = joined(listed(block.names) for block in fed), number(fed[0].filled_up_to)
    in_turn = (
        "one pile after the other" if fed[0].fill is Fill.PILE_BY_PILE else "in rounds of one card to each of them"
    )
    return (
        f"a deal is one move. If any of {names} has fewer than {most} cards, all that have are filled up to {most} "
        f"from the stock, in the order of the piles, {in_turn}, as far as it reaches. If none has, its next card is "
        "turned onto the talon."
    )


def _talon(talon: Talon, rules: Rules) -> str:
    if talon is Talon.TOP:
        return "It may be played at any time."
    gaps = ", though gaps of the reserve are filled from the top of the talon later too" if rules.reserve else ""
    return f"It may be played only by the move right after its turn{gaps}."


def redeals(rules: Rules) -> str:
    """Say how often and how cards are dealt again."""
    if rules.redeal is not None:
        return _piles_again(rules.redeal, rules)
    if rules.stock is not None and rules.stock.turned:
        return _talon_again(rules.stock, rules)
    return "Redeals: none."


def _piles_again(redeal: Redeal, rules: Rules) -> str:
    if not redeal.times:
        return "Redeals: none."
    when = ", only when no other move is left" if redeal.when is When.STUCK else ", at any time"
    if _nothing_moves(rules):
        when = ""
    again = "shuffled (the order is part of the deal)" if redeal.order is Order.SHUFFLE else "not shuffled"
    packets = f"in packets of {number(redeal.packet)}; the last may be short"
    return (
        f"Redeals: {number(redeal.times)}{when}. The piles are gathered in order, each from its bottom, {again}, and "
        f"dealt again {packets if redeal.packet else 'in rounds, one card to each pile in turn'}."
    )


def _talon_again(stock: Stock, rules: Rules) -> str:
    left = rules.redeals
    text = f"Redeals: {number(max(left, 0)) if left > 0 else 'none'}"
    if stock.passes is not None:
        text += f"; the pack is gone through {_times(stock.passes)} in all"
        if stock.setting_up_counts and rules.bases:
            text += ", and setting out the first cards of the foundations counts as once"
    text += "."
    if left > 0:
        turned = "turned over as it lies" if stock.order is Order.KEEP else "shuffled (the order is part of the deal)"
        text += f" When the stock is out and the talon is not empty, the talon may be {turned} to be the stock again."
    return text


def throwing(rules: Rules) -> str:
    """Say which cards leave the piles by themselves."""
    if rules.throwing is None:
        return ""
    kept = joined((plural(rank) for rank in rules.throwing.kept), "or")
    return (
        f"Throwing out: after the deal and after each redeal the top cards of each pile are thrown out, until one of "
        f"the {kept} is on top or the pile is empty."
    )


def won(rules: Rules) -> str:
    """Say what a win is."""
    if rules.pairs is not None:
        return "Won: all cards are removed."
    if rules.throwing is None:
        return "Won: all cards are on the foundations."
    rows, length = rules.throwing.rows
    kept = joined(plural(rank) for rank in rules.throwing.kept)
    near = "side by side in a row"
    if rules.throwing.neighbours is Neighbours.BOTH:
        near += " or one above the other in neighbouring rows"
    return (
        f"Won: only the {kept} are left; then no more is dealt. They are laid, as they are gathered, in {number(rows)} "
        f"rows of {number(length)}, and somewhere two cards of one suit must lie {near}."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")
