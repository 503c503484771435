"""Sentences on how cards move: to and between piles, from the reserve, the stock and the talon, and by redeals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from patience_solver.rules.building import Vacancy
from patience_solver.rules.game import Rules
from patience_solver.rules.piles import Fill, Refill, Role, Tableau
from patience_solver.rules.prose.pairing import pairing
from patience_solver.rules.prose.parts import filled, is_cell, takes
from patience_solver.rules.prose.words import article, built, joined, listed, number, plural, role_names
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
        return f"Play: no card is moved by the player{_only_actions(rules)}."
    if rules.stock is None and rules.reserve is None:
        targets = ["to a foundation"] if rules.foundations else []
        targets += ["to another pile"] if any(takes(block, rules) for block in rules.tableau) else []
        text = f"Play: one available card is moved at a time, {joined(targets, 'or')}."
    else:
        text = f"Play: one card is moved at a time. {_sources(rules)} may go to a foundation that it fits."
    alike = [(key, list(blocks)) for key, blocks in groupby(rules.tableau, _part)]
    for _, blocks in alike:
        names = [name for block in blocks for name in block.names]
        piles = "The piles" if len(alike) == 1 and len(names) > 1 else joined(listed(block.names) for block in blocks)
        text += _laid(blocks, piles, len(names) == 1, rules) + _vacant(blocks[0], rules)
    return text


def _nothing_moves(rules: Rules) -> bool:
    return not rules.foundations and not any(takes(block, rules) for block in rules.tableau)


def _only_actions(rules: Rules) -> str:
    words = {"turn": "turning cards of the stock", "deal": "deals from the stock", "redeal": "redeals"}
    return f"; the only moves are {joined(words[action] for action in rules.actions)}" if rules.actions else ""


def _part(block: Tableau) -> object:
    return block.building, block.vacancy, block.takes_from, block.least, block.filled_up_to


def _laid(blocks: Sequence[Tableau], piles: str, one: bool, rules: Rules) -> str:
    """Say what is laid on the cards of these piles, which play the same part, and where it comes from."""
    block, going_on = blocks[0], built(blocks[0].building, rules)
    if not takes(block, rules):
        return f" No card is laid on {piles[0].lower()}{piles[1:]} by a move."
    if going_on:
        return f" {piles} {'is' if one else 'are'} {going_on}.{_takes(block, rules)}"
    if is_cell(block, rules):
        what = "holds one card, and nothing is laid on it" if one else "hold one card each, and nothing is laid on it"
        return f" {piles} {what}.{_takes(block, rules)}"
    return f" Nothing is laid on the cards of {piles[0].lower()}{piles[1:]}.{_takes(block, rules)}"


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
    text, sources = "", takes(block, rules)
    if sources != _ALONE or rules.stock is not None or rules.reserve is not None:
        text += f" They take cards from {role_names(sources)} only"
        text += "." if Role.TABLEAU in sources else ", never from each other."
    if block.least > 1:
        text += f" A pile with fewer than {number(block.least)} cards takes no card."
    return text


def _vacant(block: Tableau, rules: Rules) -> str:
    sources = takes(block, rules)
    if block.least or block.vacancy is Vacancy.NOTHING or not sources:
        return " An empty pile is filled only by a deal." if filled(block, rules) else " An emptied pile stays empty."
    kings = f"{article(rules.ranks[-1])} only"
    wanted = kings if block.vacancy is Vacancy.KINGS else "any available card"
    if Role.TABLEAU not in sources and block.vacancy is Vacancy.ANY_CARD:
        wanted = "any of these cards"
    return f" An {'emptied' if sum(block.sizes) else 'empty'} pile takes {wanted}."


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
    limits = {most: [block for block in fed if block.filled_up_to == most] for most in (b.filled_up_to for b in fed)}
    short = " or ".join(_short(blocks, most) for most, blocks in limits.items())
    most = number(fed[0].filled_up_to) if len(limits) == 1 else "the number of the first of them"
    ways = {block.fill: _FILLING[block.fill] for block in fed}
    in_turn = joined(ways.values(), "or, if such a pile is the first of them,")
    return (
        f"a deal is one move. If {short}, all that have are filled up to {most} "
        f"from the stock, in the order of the piles, {in_turn}, as far as it reaches. If none has, its next card is "
        "turned onto the talon."
    )


_FILLING = {Fill.PILE_BY_PILE: "one pile after the other", Fill.ROUND_BY_ROUND: "in rounds of one card to each of them"}


def _short(blocks: Sequence[Tableau], most: int) -> str:
    any_of = "any of " if sum(len(block.sizes) for block in blocks) > 1 else ""
    cards = "card" if most == 1 else "cards"
    return f"{any_of}{joined(listed(block.names) for block in blocks)} has fewer than {number(most)} {cards}"


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
    text = "Throwing out: after the deal and after each redeal the top cards of each pile are thrown out, until "
    kept = joined((plural(rank) for rank in rules.throwing.kept), "or")
    return text + (f"one of the {kept} is on top or the pile is empty." if kept else "the pile is empty.")


def won(rules: Rules) -> str:
    """Say what a win is."""
    if rules.pairs is not None:
        return "Won: all cards are removed."
    if rules.throwing is None:
        return "Won: all cards are on the foundations." if rules.foundations else "Won: no card is left on any pile."
    rows, length = rules.throwing.rows
    kept = joined(plural(rank) for rank in rules.throwing.kept)
    near = "side by side in a row"
    if rules.throwing.neighbours is Neighbours.BOTH:
        near += " or one above the other in neighbouring rows"
    left = f"only the {kept} are left" if kept else "no card is left"
    return (
        f"Won: {left}; then no more is dealt. They are laid, as they are gathered, in {number(rows)} "
        f"{'row' if rows == 1 else 'rows'} of {number(length)}, and somewhere two cards of one suit must lie {near}."
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")
