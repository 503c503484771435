"""The features of the layered search against plain Python twins, on random positions of whole games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

from patience_solver import Card, Deal, Position, apply, legal_moves
from patience_solver.kernel.features import FAR, FEATURES, need_of, score
from patience_solver.kernel.relaxed_packets import Relaxed, relaxed_packets
from patience_solver.kernel.tables import tables
from patience_solver.kernel.translation import new_state
from patience_solver.rules import Role, Suit

GAMES = [("big-ben", {}), ("sultan", {}), ("sultan", {"reshuffle": "keep"}), ("calculation", {})]


class Naive:
    """Features of a position, computed as their descriptions read."""

    def __init__(self, position: Position) -> None:
        self.position, self.rules = position, position.rules
        self.any_suit = self.rules.foundations[0].building.suit is Suit.ANY
        piles = list(zip(self.rules.layout, position.piles, strict=True))
        self.tableau = [cards for pile, cards in piles if pile.role is Role.TABLEAU]
        self.reserve = [cards for pile, cards in piles if pile.role is Role.RESERVE]
        self.talon = next((cards for pile, cards in piles if pile.role is Role.TALON), ())
        self.stock = next(cards for pile, cards in piles if pile.role is Role.STOCK)[::-1]
        self.home = sum(len(cards) for pile, cards in piles if pile.is_foundation)
        self.still: list[list[str]] = []
        for pile, cards in piles:
            if pile.foundations is not None:
                first, step = self.rules.ranks.index(pile.base[0]), pile.foundations.building.steps[0]
                ranks = [self.rules.ranks[(first + k * step) % len(self.rules.ranks)] for k in range(pile.height)]
                self.still.append([rank + ("" if self.any_suit else pile.base[1]) for rank in ranks[len(cards) :]])

    def kind(self, card: Card) -> str:
        return card.rank if self.any_suit else card.rank + card.suit

    def wait(self, card: Card) -> int:
        return min((still.index(self.kind(card)) for still in self.still if self.kind(card) in still), default=FAR)

    def family(self, card: Card) -> str:
        return "" if self.any_suit else card.suit

    def blocks(self, pile: tuple[Card, ...], *, in_suit: bool) -> int:
        return sum(
            any(
                self.wait(below) < self.wait(card) and (not in_suit or self.family(below) == self.family(card))
                for below in pile[:depth]
            )
            for depth, card in enumerate(pile)
        )

    def joins(self, pile: tuple[Card, ...]) -> int:
        pairs = pairwise(pile)
        return sum(
            self.family(below) == self.family(card) and self.wait(below) == self.wait(card) + 1 for below, card in pairs
        )

    def inversions(self, pile: tuple[Card, ...]) -> int:
        return sum(self.wait(below) < self.wait(card) for below, card in combinations(pile, 2))

    def last_pass(self) -> tuple[list[Card], list[Card]]:
        """Return the cards that lie ready, and those that come in the last pass."""
        used, redeals = self.position.redeals_used, self.rules.redeals
        lying = [card for pile in self.tableau + self.reserve for card in pile]
        if used == redeals:
            return lying + list(self.talon), list(self.stock)
        if not self.position.reshuffles:
            return lying, [*self.talon, *self.stock]
        left = Counter([*self.talon, *self.stock])
        listed = self.position.reshuffles[redeals - 1]
        order = zip(listed.cards, listed.marked, strict=True)
        return lying, [card for card, marked in order if left[card] > marked]

    def play_out(self, lying: Counter[str], heights: list[int]) -> list[str]:
        played = []
        again = True
        while again:
            again = False
            for number, still in enumerate(self.still):
                if heights[number] < len(still) and lying[still[heights[number]]]:
                    played.append(still[heights[number]])
                    lying[played[-1]] -= 1
                    heights[number] += 1
                    again = True
        return played

    def congestion(self) -> int:
        ready, coming = self.last_pass()
        lying, heights = Counter(map(self.kind, ready)), [0] * len(self.still)
        self.play_out(lying, heights)
        waiting = []
        for card in coming:
            lying[self.kind(card)] += 1
            self.play_out(lying, heights)
            waiting.append(lying.total())
        return 8 * sum(waiting) // max(len(waiting), 1)

    def times(self) -> list[list[int]]:
        """Return when a playout plays each card of the tableau; of equal cards the higher one first."""
        lying = Counter(self.kind(card) for pile in self.tableau for card in pile)
        heights = [0] * len(self.still)
        plays = [(kind, False) for kind in self.play_out(lying, heights)]
        for card in self.stock:
            lying[self.kind(card)] += 1
            now = self.play_out(lying, heights)
            own = now.index(self.kind(card)) if self.kind(card) in now else -1
            plays += [(kind, k == own) for k, kind in enumerate(now)]
        when: dict[str, list[int]] = {}
        for time, (kind, own) in enumerate(plays):
            if not own:
                when.setdefault(kind, []).append(time)
        found = [[0] * len(pile) for pile in self.tableau]
        for above in range(max(map(len, self.tableau), default=0)):
            for number, pile in enumerate(self.tableau):
                if above < len(pile):
                    queue = when.get(self.kind(pile[-1 - above]), [])
                    found[number][-1 - above] = queue.pop(0) if queue else FAR
        return found

    def features(self, made: int) -> dict[str, int]:
        early = self.position.redeals_used < self.rules.redeals
        found = {
            "left": len(self.rules.pack) - self.home,
            "made": made,
            "tableau blocks": sum(self.blocks(pile, in_suit=True) for pile in self.tableau),
            "tableau delays": sum(self.blocks(pile, in_suit=False) for pile in self.tableau),
            "joins": sum(map(self.joins, self.tableau)),
            "talon blocks": self.blocks(self.talon, in_suit=True),
            "talon delays": self.blocks(self.talon, in_suit=False),
            "talon inversions": 0 if early else self.inversions(self.talon),
            "early inversions": self.inversions(self.talon) if early else 0,
            "reserve distance": sum(self.wait(card) for pile in self.reserve for card in pile),
            "tableau inversions": sum(map(self.inversions, self.tableau)),
        }
        if Role.TALON in {pile.role for pile in self.rules.layout}:
            found["congestion"] = self.congestion()
        if not self.reserve and not self.talon:
            times = self.times()
            found["packet inversions"] = sum(low < high for pile in times for low, high in combinations(pile, 2))
            found["packet stuck"] = sum(
                any(high > low for high in pile[k + 1 :]) for pile in times for k, low in enumerate(pile)
            )
        return found


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_features_are_what_their_descriptions_say(game: str, options: dict[str, str]) -> None:
    random = Random(game)
    seen: set[str] = set()
    for seed in range(1, 3):
        deal = Deal.random(game, seed=seed, **options)
        position = deal.start
        table = tables(deal.rules)
        for made in range(160):
            moves = legal_moves(position)
            if not moves:
                break
            position = apply(position, random.choice(moves))
            if made % 8:
                continue
            state = new_state(deal.rules, table, position)
            for name, value in Naive(position).features(made).items():
                need = need_of(deal.rules, {name: 1})
                assert need is not None
                assert score(table, state, need, made) == value, name
                seen |= {name} if value else set()
    assert len(seen) > len(FEATURES) // 3


def test_games_whose_foundations_have_several_orders_have_no_order_of_need() -> None:
    assert need_of(Deal.random("german-clock", seed=1).rules, {}) is None
    assert need_of(Deal.random("big-ben", seed=1).rules, {}) is not None


def guided_times(naive: Naive, relaxed: Relaxed) -> list[list[int]]:
    """Return when a playout with fewest further holds plays each card of the tableau, as the table tells."""
    layout = zip(naive.rules.layout, naive.position.piles, strict=True)
    heights = [len(cards) for pile, cards in layout if pile.is_foundation]
    still, stock, time = [list(order) for order in naive.still], list(naive.stock), 0
    lying = Counter(naive.kind(card) for pile in naive.tableau for card in pile)
    when: dict[str, list[int]] = {}

    def holds(left: int, heights: list[int]) -> int:
        return int(relaxed.holds[left + sum((h - 1) * int(d) for h, d in zip(heights, relaxed.stride, strict=True))])

    while True:
        here, coming = holds(len(stock), heights), naive.kind(stock[0]) if stock else None
        for number, order, is_held in [(*item, held) for held in (True, False) for item in enumerate(still)]:
            if not order:
                continue
            wanted, higher = order[0], [h + (k == number) for k, h in enumerate(heights)]
            if is_held and lying[wanted] > 0 and holds(len(stock), higher) == here:
                lying[wanted] -= 1
                when.setdefault(wanted, []).append(time)
            elif not is_held and wanted == coming and holds(len(stock) - 1, higher) == here:
                stock.pop(0)
            else:
                continue
            heights = higher
            order.pop(0)
            break
        else:
            if coming is None:
                break
            lying[coming] += 1
            stock.pop(0)
        time += 1
    found = [[0] * len(pile) for pile in naive.tableau]
    for above in range(max(map(len, naive.tableau), default=0)):
        for number, pile in enumerate(naive.tableau):
            if above < len(pile):
                found[number][-1 - above] = when[naive.kind(pile[-1 - above])].pop(0)
    return found


def test_packets_out_of_order_as_the_table_tells() -> None:
    random, seen = Random(7), 0
    for seed in range(1, 4):
        position = Deal.random("calculation", seed=seed).start
        table = tables(position.rules)
        relaxed = relaxed_packets(position.rules, table, new_state(position.rules, table, position))
        need = need_of(position.rules, {"packet inversions": 1}, relaxed)
        assert need is not None
        while moves := legal_moves(position):
            position = apply(position, random.choice(moves))
            times = guided_times(Naive(position), relaxed)
            inversions = sum(low < high for pile in times for low, high in combinations(pile, 2))
            assert score(table, new_state(position.rules, table, position), need, 0) == inversions
            seen += inversions > 0
    assert seen > 50
