"""The layered search as a Python object that runs in slices."""

from __future__ import annotations

import numpy as np

from patience_solver.kernel import layered
from patience_solver.kernel.features import Need
from patience_solver.kernel.tables import MOST_MOVES, tables
from patience_solver.kernel.translation import moves_of, new_state
from patience_solver.position import Deal, Move
from patience_solver.rules import Role, Rules
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Engine, Outcome, load_engine

__all__ = ["Layered"]

_SLICE = 5_000  # expansions: a few hundredths of a second


class Layered(Engine):
    """One layered search of a deal.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    need : Need
        The order of need and the weights of the features.
    prunes : int
        Dominances to use.
    width : int
        Most states of a layer that are expanded.
    most_bytes : int
        Memory it may come to take; less where others hold some of it.
    hash_seed : int
        Another seed gives independent hashes.
    below : int
        Only wins of fewer moves are looked for.
    """

    def __init__(
        self,
        deal: Deal,
        budget: Budget,
        *,
        need: Need,
        prunes: int,
        width: int,
        most_bytes: int,
        hash_seed: int = 0,
        below: int = layered.ANY_LENGTH,
    ) -> None:
        super().__init__(budget, _SLICE)
        self._deal, self._need, self._prunes = deal, need, prunes
        self._tables = tables(deal.rules, hash_seed)
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        self._layers = layered.new_layers(
            self._tables, self._share(most_bytes), width, plays_free=only_plays_inside_layers(deal.rules), below=below
        )
        self._grant.resize(layered.layers_room(self._layers))
        self._begun = layered.begin_layers(self._tables, self._state, self._layers, need, prunes)
        self._full = False
        self._count()

    def _load(self) -> None:
        def load() -> None:
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            layers = layered.new_layers(self._tables, 1, 1)
            layered.begin_layers(self._tables, state, layers, self._need, 0)
            layered.layers_slice(self._tables, state, layers, self._need, 0, 0)
            layered.way(self._tables, state, layers, 0, np.zeros(MOST_MOVES, np.int32))
            layered.forget(layers, layered.places_due(layers) or layered.FIRST_INDEX)

        load_engine("layered search", self._budget, load)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._layers.marks[layered.STORED])

    @property
    def expanded(self) -> int:
        """States expanded."""
        return int(self._layers.marks[layered.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return layered.layers_bytes(self._tables, self._layers)

    @property
    def is_full(self) -> bool:
        """Whether it ended for want of memory."""
        return self._full

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""
        by_hash = self._layers.marks[layered.COMPARED_BY_HASH]
        return float(self.stored) ** 2 / 2.0**129 if by_hash else 0.0

    def _go_on(self, expansions: int) -> Outcome:
        code, self._begun = self._begun, layered.SEARCHING
        if code == layered.SEARCHING:
            code = layered.layers_slice(self._tables, self._state, self._layers, self._need, self._prunes, expansions)
        if code == layered.STALE:
            self._full = True  # unless the index is renewed
            code = layered.SEARCHING if self._renew_index() else layered.FULL
        self._full = code == layered.FULL
        if code == layered.ENDED:  # the proof of a loss only if no layer was cut short
            return Outcome.GIVEN_UP if self._layers.marks[layered.CUT] else Outcome.DONE
        return {
            layered.SEARCHING: Outcome.GOING_ON,
            layered.WON: Outcome.WIN,
            layered.FULL: Outcome.GIVEN_UP,
        }[code]

    def _renew_index(self) -> bool:
        places = layered.places_due(self._layers)
        if places:
            self._layers = self._layers._replace(slots=layered.NO_INDEX)
            self._layers = layered.forget(self._layers, places)
        return places > 0

    def win(self) -> tuple[Move, ...]:
        """Return the win found."""
        # Each step is a move and the safe plays after it, and each card is played once.
        longest = layered.steps(self._layers) + int(self._tables.cards)
        line = np.zeros(2 * longest + MOST_MOVES, np.int32)
        start = new_state(self._deal.rules, self._tables, self._deal.start)
        made = layered.way(self._tables, start, self._layers, self._prunes, line)
        return moves_of(self._deal.rules, line[:made])


def only_plays_inside_layers(rules: Rules) -> bool:
    """Tell whether every move that takes no card from the stock is a play from the tableau to a foundation."""
    piles = rules.layout
    between = any(pile.takes_from(Role.TABLEAU) for pile in piles if not pile.is_foundation)
    return not between and all(pile.role not in (Role.TALON, Role.RESERVE, Role.CELL) for pile in piles)
