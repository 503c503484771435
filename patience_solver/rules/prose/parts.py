"""What piles do under their rules, as far as it matters for how they are told of."""

from __future__ import annotations

from patience_solver.rules.game import Rules
from patience_solver.rules.piles import Role, Tableau
from patience_solver.rules.prose.words import built

__all__ = ["filled", "is_cell", "takes"]


def takes(block: Tableau, rules: Rules) -> tuple[Role, ...]:
    """Return where the cards come from that are laid on these piles by moves, each once: only what there is."""
    there = {rules.layout[place].role for place in rules.sources}
    return tuple(dict.fromkeys(role for role in block.takes_from if role in there))


def filled(block: Tableau, rules: Rules) -> bool:
    """Tell whether a deal from the stock fills these piles up."""
    return bool(block.filled_up_to) and rules.stock is not None and rules.stock.turned


def is_cell(block: Tableau, rules: Rules) -> bool:
    """Tell whether these piles never hold more than one card."""
    dealt_again = rules.redeal is not None and rules.redeal.times > 0
    few = max(block.sizes, default=0) <= 1 and block.filled_up_to <= 1
    return few and not dealt_again and not built(block.building, rules)
