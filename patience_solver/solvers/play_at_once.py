"""Games of a stock, a talon and foundations only, decided exactly by the orders of the foundations.

The solver needs rules under which every card belongs on one foundation and few orders of cards make one full; then
playing at once is best for each choice of orders (docs/soundness.md, *play at once*), and all choices are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import SUITS, Card
from patience_solver.kernel import play_at_once
from patience_solver.kernel.play_at_once import Orders
from patience_solver.kernel.tables import card_code
from patience_solver.position import REDEAL, TURN, Deal, Move, Position
from patience_solver.rules import ANY_SUIT, Pile, Play, Rules, Talon
from patience_solver.rules.traits import Trait, has
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.referee import LateLine
from patience_solver.solvers.result import Result, Stats, Status

__all__ = ["NEEDS", "Plan", "plan_of", "solve_by_orders"]

SOLVER = "play at once"

NEEDS = (
    Trait.ONE_PACK,
    Trait.TURNED_STOCK,
    Trait.KEPT_ORDER,
    Trait.NO_TABLEAU,
    Trait.NO_RESERVE,
    Trait.ANY_TIME,
)
"""What the proof needs of the rules, beside one foundation for each card and few orders (docs/soundness.md)."""

_MOST_ORDERS = 8
"""Orders of one foundation; more would be no game without real choice."""


@dataclass(frozen=True)
class Plan:
    """What a game of this kind comes to.

    Attributes
    ----------
    orders : Orders
        The orders in which the foundations can be filled, as arrays.
    written : tuple
        The same orders as cards, for each foundation.
    code : dict
        The code of each card.
    play : dict
        The move that plays each card from the talon.
    """

    orders: Orders
    written: tuple[tuple[tuple[Card, ...], ...], ...]
    code: dict[Card, int]
    play: dict[Card, Move]


@lru_cache(maxsize=256)
def plan_of(rules: Rules) -> Plan | None:
    """Return the plan of a game; `None` if the rules lack a trait that the proof needs."""
    stock = rules.stock
    if stock is None or not has(rules, *NEEDS) or (_layered(rules) and len(rules.foundations) > 1):
        return None
    foundations = [pile for pile in rules.layout if pile.is_foundation]
    every = [_orders(rules, pile) for pile in foundations]
    owners = {card: k for k, orders in enumerate(every) for order in orders for card in order}
    shared = sum(len({card for order in orders for card in order}) for orders in every) > len(owners)
    if shared or len(owners) < len(rules.pack) or any(not 1 <= len(orders) <= _MOST_ORDERS for orders in every):
        return None
    if any(len({*orders[0]}) < len({card for order in orders for card in order}) for orders in every):
        return None  # some card would be left over
    shape = len(every), max(map(len, every)), max(len(order) for orders in every for order in orders)
    codes, suits, owner = np.full(shape, -1, np.int64), np.full(shape, -1, np.int64), np.zeros(64, np.int64)
    for k, orders in enumerate(every):
        for o, order in enumerate(orders):
            codes[k, o, : len(order)] = [card_code(rules, card) for card in order]
            suits[k, o, 1 : len(order)] = [SUITS.index(card.suit) for card in order[1:]]
    for card, k in owners.items():
        owner[card_code(rules, card)] = k
    orders_as_arrays = Orders(
        foundation=owner,
        order=codes,
        suit=suits,
        layered=int(_layered(rules)),
        just_turned=int(stock.talon is Talon.JUST_TURNED),
        at_once=int(stock.play is Play.AT_ONCE),
    )
    return Plan(
        orders_as_arrays,
        tuple(map(tuple, every)),
        {card: card_code(rules, card) for card in rules.pack},
        {card: Move("talon", foundations[k].name) for card, k in owners.items()},
    )


def _layered(rules: Rules) -> bool:
    return not has(rules, Trait.NO_LAYERS)


def _orders(rules: Rules, pile: Pile) -> list[tuple[Card, ...]]:
    """List the orders of cards that make a foundation full, up to one more than are allowed.

    None where cards that fit must be played and one may fit that leads to no full foundation.
    """
    if not pile.base or ANY_SUIT in pile.base or pile.building is None:
        return []
    full: list[tuple[Card, ...]] = []
    begun: list[tuple[Card, ...]] = [(Card(*pile.base),)]
    while begun and len(full) <= _MOST_ORDERS and len(begun) <= _MOST_ORDERS:
        order = begun.pop()
        if len(order) == pile.height:
            full.append(order)
            continue
        fitting = [card for card in rules.pack if pile.building.accepts(order[-1], card, rules.ranks)]
        following = [(*order, card) for card in fitting if card not in order]
        if not following and has(rules, Trait.MUST_PLAY):
            return []
        begun += following
    return full if not begun else []


def solve_by_orders(deal: Deal, plan: Plan, budget: Budget) -> Result:
    """Decide a deal of a game with these orders, exactly.

    Parameters
    ----------
    deal : Deal
    plan : Plan
        What `plan_of` says of its rules.
    budget : Budget

    Returns
    -------
    Result
        A shortest win, or the proof that there is none.
    """
    rules, start, orders = deal.rules, deal.start, plan.orders
    cards = len(rules.pack)
    passes = min(max(rules.redeals - start.redeals_used + 1, 0), cards + 1)  # a pass that plays no card is the last
    room = play_at_once.new_room(orders, cards, passes)
    _fill(room.states[0], start, plan, passes)
    load_engine(SOLVER, budget, lambda: play_at_once.best_line(orders, _empty(orders)))
    length = play_at_once.best_line(orders, room)
    won = length < play_at_once.NO_WIN
    return Result(
        deal=deal,
        status=Status.WINNABLE if won else Status.UNWINNABLE,
        moves=LateLine(deal, SOLVER, room.best[:length].copy(), _write) if won else None,
        optimal=won,
        lower_bound=length if won else None,
        solver=SOLVER,
        stats=Stats(seconds=budget.seconds, compile_seconds=budget.compile_seconds),
    )


def _empty(orders: Orders) -> play_at_once.Room:
    return play_at_once.new_room(orders, 1, 1)


def _fill(state: NDArray[np.int64], start: Position, plan: Plan, passes: int) -> None:
    """Write the start into the first state of the search."""
    rules = start.rules
    talon, stock = start.pile("talon"), start.pile("stock")
    foundations = [cards for pile, cards in zip(rules.layout, start.piles, strict=True) if pile.is_foundation]
    figures = (0, len(talon) + len(stock), len(talon), len(stock), passes, int(start.just_turned))
    heights = [len(cards) for cards in foundations]
    possible = [
        sum(1 << o for o, order in enumerate(orders) if order[: len(cards)] == cards)
        for orders, cards in zip(plan.written, foundations, strict=True)
    ]
    suits = {level: card.suit for cards in foundations for level, card in enumerate(cards) if level > 0}
    if plan.orders.layered and suits:  # the cards that lie have settled layers for all foundations
        possible = [
            sum(1 << o for o, order in enumerate(orders) if within >> o & 1 and _agrees(order, suits))
            for orders, within in zip(plan.written, possible, strict=True)
        ]
    state[: len(figures)] = figures
    at = len(figures)
    state[at : at + 2 * len(heights)] = heights + possible
    at += 2 * len(heights)
    half = (len(state) - at) // 2
    state[at : at + len(talon)] = [plan.code[card] for card in talon]
    state[at + half : at + half + len(stock)] = [plan.code[card] for card in stock]


def _agrees(order: tuple[Card, ...], suits: dict[int, str]) -> bool:
    """Tell whether an order has in each layer the suit that is settled for it, if any is."""
    return all(suits.get(level, card.suit) == card.suit for level, card in enumerate(order))


def _write(deal: Deal, steps: NDArray[np.signedinteger]) -> tuple[Move, ...]:
    """Turn a line into moves, following talon and stock through it."""
    plan = plan_of(deal.rules)
    assert plan is not None
    talon, stock = list(deal.start.pile("talon")), list(deal.start.pile("stock"))
    moves = []
    for step in steps.tolist():
        if step == play_at_once.TURN:
            talon.append(stock.pop())
            moves.append(TURN)
        elif step == play_at_once.PLAY:
            moves.append(plan.play[talon.pop()])
        else:
            stock, talon = talon[::-1], []
            moves.append(REDEAL)
    return tuple(moves)
