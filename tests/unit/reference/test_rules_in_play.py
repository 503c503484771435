"""Single rules, one small board each: what is legal, and what a move leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from patience_solver import (
    Card,
    Deal,
    Game,
    IllegalMove,
    MalformedText,
    Move,
    Position,
    apply,
    is_won,
    legal_moves,
    replay,
)
from patience_solver.cards import RANKS, SUITS, cards_text
from patience_solver.position import DEAL, REDEAL, TURN
from patience_solver.reference import wins
from patience_solver.rules import Building, Foundations, Rules, Stock, Suit, Tableau, Vacancy


def _board(game: str, piles: dict[str, str], **options: Any) -> Position:
    return _deal(game, piles, **options).start


def _deal(game: str, piles: dict[str, str], **options: Any) -> Deal:
    """Set up a board; higher cards of the suits that are not named lie at the bottom of the first pile."""
    named = [Card.parse(text) for cards in piles.values() for text in cards.split()]
    rest = [
        Card(rank, suit)
        for suit in SUITS
        for rank in RANKS[min((RANKS.index(card.rank) for card in named if card.suit == suit), default=13) :]
        if Card(rank, suit) not in named
    ]
    first = next(iter(piles), "")
    whole = {pile: f"{cards_text(rest)} {cards}" if pile == first else cards for pile, cards in piles.items()}
    return Deal.from_board(game, whole, **options)


def _legal(position: Position) -> set[str]:
    return set(map(str, legal_moves(position)))


def test_fortress_marries_up_and_down_in_suit() -> None:
    position = _board(
        "fortress", {"L1": "2C 9H", "L2": "3C 8H", "R1": "4C 9D", "R2": "AC TH", "R3": "5C QS"}, lane="none"
    )
    assert _legal(position) >= {"L1 > L2", "L1 > R2", "L2 > L1", "R2 > L1"}
    assert not _legal(position) & {"L1 > R1", "R1 > L1", "R1 > L2", "L2 > R2"}


@pytest.mark.parametrize(
    ("options", "into_lane"),
    [({}, {"L1 > R5", "L2 > R5"}), ({"lane": "king"}, {"L1 > R5"}), ({"lane": "none"}, set[str]())],
)
def test_fortress_lane(options: dict[str, Any], into_lane: set[str]) -> None:
    position = _board("fortress", {"L1": "QH KH", "L2": "JH TH"}, **options)
    assert {move for move in _legal(position) if move.endswith("R5")} == into_lane


@pytest.mark.parametrize(("wrap", "moves"), [(False, set[str]()), (True, {"L1 > L2", "L2 > L1"})])
def test_fortress_wrap(wrap: bool, moves: set[str]) -> None:
    position = _board("fortress", {"L1": "2C KC", "L2": "3C AC"}, wrap=wrap, lane="none")
    assert _legal(position) - {"L2 > clubs"} == moves


def test_fortress_foundations_start_with_the_ace_and_never_wrap() -> None:
    position = _board("fortress", {"L1": "2C KC", "L2": "AC", "L3": "KD"}, wrap=True)
    assert {move for move in _legal(position) if "> clubs" in move or "> d" in move} == {"L2 > clubs", "L3 > diamonds"}
    after = apply(position, Move("L2", "clubs"))
    with pytest.raises(IllegalMove, match="L1 > clubs: KC does not follow AC"):
        apply(after, Move("L1", "clubs"))


def test_trefoil_fans_build_down_and_stay_empty() -> None:
    position = _board("trefoil", {"fan 1": "9C QC", "fan 2": "8C KC", "fan 3": "TC JC"}, redeals=0)
    assert _legal(position) == {"fan 1 > fan 2", "fan 3 > fan 1"}


def test_trefoil_redeal_waits_until_nothing_is_left() -> None:
    position = _board("trefoil", {"fan 2": "JC 9C QC", "fan 3": "TC KC"})
    assert _legal(position) == {"fan 2 > fan 3"}
    with pytest.raises(IllegalMove, match="redeal: other moves are left, fan 2 > fan 3 for one"):
        apply(position, REDEAL)
    stuck = _board("trefoil", {"fan 2": "JC 8C KC", "fan 5": "9C QC TC", "fan 9": "QD KD"})
    assert _legal(stuck) == {"redeal"}
    after = apply(stuck, REDEAL)
    assert [" ".join(map(str, after.pile(f"fan {n}"))) for n in (1, 2, 3)] == ["JC 8C KC", "9C QC TC", "QD KD"]
    assert after.redeals_used == 1


def test_trefoil_redeal_may_come_first_where_allowed_and_not_too_often() -> None:
    position = _board("trefoil", {"fan 2": "JC 9C QC", "fan 3": "TC KC"}, redeal_when="any", redeals=1)
    assert _legal(position) == {"fan 2 > fan 3", "redeal"}
    after = apply(position, REDEAL)
    assert "redeal" not in _legal(after)
    with pytest.raises(IllegalMove, match=r"redeal: all redeals are used \(1\)"):
        apply(after, REDEAL)


def test_shuffled_redeal_follows_the_list() -> None:
    dealt = Deal.random("trefoil", 1).rules.dealt
    order = cards_text(reversed(dealt))
    piles = {"fan 2": "QC TC JC", "fan 5": "KC"}
    deal = _deal("trefoil", piles, reshuffle="shuffle", redeals=1, redeal_when="any", reshuffles=[order])
    after = apply(deal.start, REDEAL)
    assert [cards_text(after.pile(f"fan {n}")) for n in (1, 2, 3)] == ["KC QC JC", "TC", ""]


def test_won_games_offer_no_move() -> None:
    won = _board("trefoil", {}, redeal_when="any")
    assert is_won(won)
    assert legal_moves(won) == ()
    with pytest.raises(IllegalMove, match="redeal: the game is won"):
        apply(won, REDEAL)


def test_fan_takes_kings_into_empty_fans() -> None:
    position = _board("fan", {"fan 1": "JC KC", "fan 2": "TC QC"})
    assert {move for move in _legal(position) if move.endswith("> fan 9")} == {"fan 1 > fan 9"}
    assert "fan 2 > fan 1" in _legal(position)


def test_castles_build_down_regardless_of_suit() -> None:
    position = _board("beleaguered-castle", {"row 1": "KC QC", "row 2": "KD QD JD"})
    assert {"row 2 > row 1", "row 1 > row 3", "row 2 > row 8"} <= _legal(position)
    assert "row 1 > row 2" not in _legal(position)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move("clubs", "L1"), "a card never leaves a foundation"),
        (Move("L3", "L1"), "L3 is empty"),
        (Move("L1", "L1"), "a card can't be laid on its own pile"),
        (Move("L1", "hearts"), "QC is not of the foundation's suit"),
        (Move("L2", "diamonds"), "KD does not follow JD"),
        (Move("L1", "L2"), "QC can't be laid on KD: piles are built up or down in suit"),
        (Move("L1", "L9"), "the game has no pile 'L9'"),
        (Move("L1"), "the game has no such move"),
        (Move("deal"), "the game has no such move"),
        (REDEAL, "redeal: the game has none"),
    ],
)
def test_refusals_say_why(move: Move, reason: str) -> None:
    position = _board("fortress", {"L1": "KC QC", "L2": "QD KD"})
    with pytest.raises(IllegalMove) as caught:
        apply(position, move)
    assert reason in str(caught.value)
    assert str(caught.value).startswith(str(move))


def test_foundation_base_and_vacancy_are_named_in_refusals() -> None:
    position = _board("fan", {"fan 1": "AC 2C", "fan 2": "KD QD"})
    with pytest.raises(IllegalMove, match="fan 1 > clubs: the foundation starts with AC, not 2C"):
        apply(position, Move("fan 1", "clubs"))
    with pytest.raises(IllegalMove, match="fan 1 > fan 3: the vacant fan 3 takes kings only, not 2C"):
        apply(position, Move("fan 1", "fan 3"))


def test_referee_names_the_move_that_is_wrong() -> None:
    deal = Deal.from_board("fortress", {"L1": "KC QC", "L2": "KD"})
    assert wins(deal, ["L1 > clubs", "L1 > clubs", "L2 > diamonds"])
    assert not wins(deal, ["L1 > clubs"])
    assert replay(deal, []) == deal.start
    with pytest.raises(IllegalMove, match="move 2: L1 > diamonds: KC is not of the foundation's suit"):
        replay(deal, ["L1 > clubs", "L1 > diamonds"])
    with pytest.raises(MalformedText, match="move 3: 'L9 > clubs' is no move"):
        replay(deal, ["L1 > clubs", "L1 > clubs", "L9 > clubs"])
    with pytest.raises(IllegalMove, match="move 4: L2 > diamonds: L2 is empty"):
        wins(deal, ["L1 > clubs", "L1 > clubs", "L2 > diamonds", "L2 > diamonds"])


def test_a_move_leaves_the_old_position_as_it_was() -> None:
    deal = Deal.from_board("fortress", {"L1": "KC QC"})
    before = str(deal.start)
    apply(deal.start, Move("L1", "clubs"))
    assert str(deal.start) == before


def _moves(game: str, board: str, **options: Any) -> set[str]:
    return _legal(Deal.from_board(game, board, **options).start)


SULTAN = """divan 1: AC
divan 2: 3C
{divan}
talon: {talon}
stock: {stock}
clubs: KC
clubs: KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC
diamonds: KD AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD
diamonds: KD AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD
hearts: KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH
spades: KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS
spades: KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS
hearts: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH
sultan: KH"""
DIVAN = ["QC", "JC", "TC", "9C", "8C", "7C"]
LEFT = "6C 5C 4C"


def _sultan(talon: str, stock: str, divan: Sequence[str] = DIVAN, **options: Any) -> Position:
    places = "\n".join(f"divan {place}: {card}" for place, card in enumerate(divan, start=3))
    board = SULTAN.format(talon=talon, stock=stock, divan=places)
    return Deal.from_board("sultan", board, reshuffle="keep", **options).start


def test_sultan_fills_a_gap_from_the_talon_else_from_the_stock_else_not() -> None:
    after = apply(_sultan("2C", LEFT), Move("divan 1", "clubs"))
    assert (after.pile("divan 1"), after.pile("talon")) == ((Card("2", "C"),), ())
    after = apply(_sultan("", f"{LEFT} 2C"), Move("divan 1", "clubs"))
    assert after.pile("divan 1") == (Card("2", "C"),)
    assert cards_text(after.pile("stock")) == LEFT
    last = SULTAN.format(talon="", stock="", divan="").replace("divan 1: AC\ndivan 2: 3C", "divan 1: QC")
    last = last.replace("clubs: KC\n", "clubs: KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC\n")
    won = apply(Deal.from_board("sultan", last, reshuffle="keep").start, Move("divan 1", "clubs"))
    assert won.pile("divan 1") == ()
    assert is_won(won)


def test_sultan_fills_gaps_by_a_move_where_the_player_likes() -> None:
    start = _sultan("2C", f"{' '.join(DIVAN)} {LEFT}", divan=(), refill="optional")
    after = apply(start, Move("divan 1", "clubs"))
    assert after.pile("divan 1") == ()
    assert {"talon > divan 1", "talon > divan 3", "talon > clubs", "turn"} <= _legal(after)
    filled = apply(after, Move("talon", "divan 1"))
    assert "stock > divan 3" in _legal(filled)
    with pytest.raises(IllegalMove, match="a gap is filled from the talon, or from the stock if the talon is empty"):
        apply(after, Move("stock", "divan 1"))
    with pytest.raises(IllegalMove, match="divan 2 is no gap, 3C lies there"):
        apply(after, Move("talon", "divan 2"))
    with pytest.raises(IllegalMove, match="gaps in the reserve are filled by themselves"):
        apply(_sultan("2C", LEFT), Move("talon", "divan 3"))


def test_a_redeal_waits_for_the_end_of_the_stock_and_turns_the_talon_over() -> None:
    with pytest.raises(IllegalMove, match="redeal: the stock is not out yet"):
        apply(_sultan(LEFT, "2C"), REDEAL)
    with pytest.raises(IllegalMove, match="redeal: all redeals are used"):
        apply(_sultan(f"{LEFT} 2C", "", redeals=0), REDEAL)
    after = apply(_sultan(f"{LEFT} 2C", ""), REDEAL)
    assert cards_text(after.pile("stock")) == f"2C {' '.join(reversed(LEFT.split()))}"  # 6C, at the bottom, comes first
    with pytest.raises(IllegalMove, match=r"redeal: all redeals are used \(1\)"):
        apply(after, REDEAL)
    with pytest.raises(IllegalMove, match="turn: the stock is empty"):
        apply(_sultan(f"{LEFT} 2C", ""), TURN)


def test_quadrille_that_counts_setting_up_may_have_no_pass_left() -> None:
    deal = Deal.random("quadrille", 1, passes=1, setup_pass="counted")
    assert legal_moves(deal.start) == ()
    with pytest.raises(IllegalMove, match="turn: no pass through the stock is left"):
        apply(deal.start, TURN)
    assert legal_moves(Deal.random("quadrille", 1, passes=1, setup_pass="counted", bases="in_play").start) == (TURN,)


def test_quadrille_plays_the_talon_later_only_where_allowed() -> None:
    for later, moves in ((True, {"turn", "talon > five clubs"}), (False, {"turn"})):
        position = Deal.random("quadrille", 1, waste_top=later).start
        pack = sorted(position.pile("stock"), key=lambda card: (card == Card("4", "C"), card))
        deal = Deal.from_pack("quadrille", pack[::-1], waste_top=later)
        turned = apply(deal.start, TURN)
        assert "talon > five clubs" in _legal(turned)
        board = str(turned).replace("just turned: yes", "")
        assert _moves("quadrille", board, waste_top=later) == moves
    with pytest.raises(IllegalMove, match="only by the move right after its turn"):
        apply(Deal.from_board("quadrille", board, waste_top=False).start, Move("talon", "five clubs"))


def test_german_clock_may_force_what_fits_to_be_played() -> None:
    pack = Deal.random("german-clock", 1).start.pile("stock")
    first = sorted(pack, key=lambda card: card.suit != "D")
    for hold, moves in ((True, {"turn", "talon > hour 1"}), (False, {"talon > hour 1"})):
        deal = Deal.from_pack("german-clock", sorted(first, key=lambda card: card != Card("A", "D")), hold=hold)
        assert _legal(apply(deal.start, TURN)) == moves
    with pytest.raises(IllegalMove, match="turn: a card fits and must be played first: talon > hour 1"):
        apply(apply(deal.start, TURN), TURN)


CLOCK = """I: 2H 9H 5C
II: 3H KH
III: 4H QC
IV: 5H AC 6S
V: TH TD 8D
VI: JH JD KS
VII: QH 4D QS
VIII:
IX: KH 8H 2D
X: AH AS 7S
XI: 7D 9C JC
XII: TS 3C 6H"""


def _clock(fans: str, taken: str = "", **options: Any) -> Position:
    """Set the fans up, and all other cards but the bases into the stock, those `taken` last."""
    named = [card for line in fans.splitlines() for card in line.split(":")[1].split()]
    rules = Deal.random("big-ben", 1).rules
    rest = list(map(str, rules.dealt))
    for card in named + taken.split():
        rest.remove(card)
    bases = zip([pile.name for pile in rules.layout if pile.is_foundation], rules.bases, strict=True)
    board = [fans, f"stock: {' '.join(rest)} {taken}", *(f"{name}: {base}" for name, base in bases)]
    return Deal.from_board("big-ben", "\n".join(board), **options).start


def test_big_ben_fills_short_fans_one_after_the_other_or_in_rounds() -> None:
    two = CLOCK.replace("IX: KH 8H 2D", "IX: KH").replace("VIII:", "VIII: 8H")
    orders = {"fan": ("8S 9S", "AD 2D"), "round": ("8S AD", "9S 2D")}
    for fill, (eighth, ninth) in orders.items():
        after = apply(_clock(two, "2D AD 9S 8S 3S 2S", fill=fill), DEAL)
        assert cards_text(after.pile("VIII")) == f"8H {eighth}"
        assert cards_text(after.pile("IX")) == f"KH {ninth}"


def test_big_ben_turns_a_card_only_if_no_fan_is_short() -> None:
    full = apply(_clock(CLOCK, "AD 9S 8S 3S 2S"), DEAL)
    after = apply(full, DEAL)
    assert len(after.pile("talon")) == 1 and after.pile("I") == full.pile("I")


def test_big_ben_short_fans_take_nothing_unless_allowed() -> None:
    position = _clock(CLOCK)
    assert "III > II" not in _legal(position)
    with pytest.raises(IllegalMove, match="II has fewer than 3 cards and takes none"):
        apply(position, Move("VII", "II"))


def test_calculation_lays_stock_cards_anywhere_and_packet_cards_home_only() -> None:
    start = Deal.random("calculation", 3).start
    assert {f"stock > packet {n}" for n in (1, 2, 3, 4)} <= _legal(start)
    after = apply(start, Move("stock", "packet 1"))
    with pytest.raises(IllegalMove, match="packet 2 takes no card from the tableau"):
        apply(after, Move("packet 1", "packet 2"))
    with pytest.raises(IllegalMove, match="turn: the game has no such move"):
        apply(start, TURN)


@pytest.mark.parametrize(
    ("building", "words"),
    [
        (Building((0,), Suit.ANY), "piles are built with equal ranks regardless of suit"),
        (Building((2, -2)), "piles are built up or down by two in suit"),
        (Building((1,), wrap=True), "piles are built up in suit, with ace and four next to each other"),
        (Building(()), "pile 2 holds 4C, and nothing is laid on a card there"),
        (Building((9,)), "pile 2 holds 4C, and nothing is laid on a card there"),
    ],
)
def test_why_a_card_does_not_fit_on_any_building(building: Building, words: str) -> None:
    rules = Rules(ranks="A234", tableau=(Tableau("pile {n}", (8, 8, 0), building, Vacancy.KINGS),))
    game = Game(name="a-game", title="A Game", source="", declaration=rules)
    position = Deal.from_board(game, {"pile 1": "4D 3D", "pile 2": "4C"}).start
    with pytest.raises(IllegalMove) as caught:
        apply(position, Move("pile 1", "pile 2"))
    assert words in str(caught.value)
    with pytest.raises(IllegalMove, match="the vacant pile 3 takes fours only, not 3D"):
        apply(position, Move("pile 1", "pile 3"))


def test_why_a_card_does_not_fit_on_any_foundation() -> None:
    def refused(block: Foundations, **piles: str) -> str:
        rules = Rules(
            ranks="A234",
            foundations=(block,),
            tableau=(Tableau("p{n}", (0, 0), Building((-1,)), Vacancy.KINGS),),
            stock=Stock(),
        )
        named = [tuple(map(Card.parse, piles.get(pile.name, "").split())) for pile in rules.layout]
        with pytest.raises(IllegalMove) as caught:
            apply(Position(rules, tuple(named)), Move("p1", "a"))
        return str(caught.value)

    four = ("a", "b", "c", "d")
    assert "nothing is laid on AC there" in refused(Foundations(Building(()), names=four), p1="2C", a="AC")
    assert "the foundation starts with A, not 2C" in refused(Foundations(bases=("A*",) * 4, names=four), p1="2C")
    assert "a starts with the card that is dealt there" in refused(Foundations(bases=("",) * 4, names=four), p1="2C")
