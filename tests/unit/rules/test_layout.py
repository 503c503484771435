from __future__ import annotations

import pytest

from patience_solver.rules import Building, Dealing, Foundations, Rules, Tableau, Vacancy, dealing_order


def _block(label: str, *sizes: int) -> Tableau:
    return Tableau(label, sizes, Building(steps=(-1,)), Vacancy.NOTHING)


@pytest.mark.parametrize(
    ("dealing", "sizes", "order"),
    [
        (Dealing.PILE_BY_PILE, [(2, 3), (1,)], [0, 0, 1, 1, 1, 2]),
        (Dealing.ROUND_BY_ROUND, [(2, 3), (1,)], [0, 1, 2, 0, 1, 1]),
        (Dealing.ROW_BY_ROW, [(2, 1), (1, 2)], [0, 0, 2, 1, 3, 3]),
        (Dealing.ROW_BY_ROW, [(2, 1), (1,)], [0, 0, 2, 1]),
    ],
)
def test_dealing_order(dealing: Dealing, sizes: list[tuple[int, ...]], order: list[int]) -> None:
    blocks = tuple(_block("p{n}", *dealt) for dealt in sizes)
    assert list(dealing_order(blocks, dealing)) == order


def test_piles_in_layout_order() -> None:
    rules = Rules(foundations=(Foundations(),), tableau=(_block("L{n}", 3, 3), _block("R{n}", 2)), ranks="A2")
    assert [pile.name for pile in rules.layout] == ["L1", "L2", "R1", "clubs", "diamonds", "hearts", "spades"]
    assert [pile.is_foundation for pile in rules.layout] == [False] * 3 + [True] * 4
    assert [pile.base for pile in rules.layout] == [""] * 3 + ["AC", "AD", "AH", "AS"]


def test_two_packs_have_two_foundations_a_suit() -> None:
    rules = Rules(
        foundations=(Foundations(bases_set_out=True), Foundations(bases_set_out=True)),
        tableau=(_block("p{n}", 8),),
        ranks="A2",
        packs=2,
    )
    assert len(rules.layout) == 9
    assert (len(rules.pack), len(rules.bases), len(rules.dealt)) == (16, 8, 8)
