"""Deals: the positions that games start from, and their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from patience_solver.cards import Card, cards_text, parse_cards
from patience_solver.errors import ImpossibleDeal, MalformedText
from patience_solver.games import find_game
from patience_solver.position.board import read_board
from patience_solver.position.position import Position
from patience_solver.position.random_pack import random_pack
from patience_solver.position.reshuffle import Reshuffle
from patience_solver.rules import ANY_SUIT, Game, OptionValue, Role, Rules, dealing_order, remove_bases

__all__ = ["Deal"]

_SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of a game: its rules and the position that play starts from.

    Make one with `random`, `from_pack` or `from_board`.

    Attributes
    ----------
    game : Game
        The game's declaration.
    settled : tuple of (str, bool or int or str)
        Every option of the game with its value.
    start : Position
        The position that play starts from.
    pack : tuple of Card or None
        The cards in the order in which they are written, set-up cards included where they were; `None` for a board.
    seed : int or None
        Number of a random deal.
    """

    game: Game
    settled: tuple[tuple[str, OptionValue], ...]
    start: Position
    pack: tuple[Card, ...] | None = None
    seed: int | None = None

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option of the game with its value."""
        return dict(self.settled)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.start.rules

    @classmethod
    def random(cls, game: str | Game, seed: int, **options: object) -> Deal:
        """Return random deal number `seed`, the same as PySolFC's and (up to 32,000) Microsoft's of that number.

        Parameters
        ----------
        game : str or Game
            Name, alias or declaration.
        seed : int
            Number of the deal, at least 1.
        **options
            Options of the game.

        Raises
        ------
        UnknownGame, UnsupportedOption, ImpossibleDeal

        Examples
        --------
        >>> str(Deal.random("fortress", seed=5)).split()[:4]
        ['AH', '8S', '2D', 'QS']
        """
        declaration = find_game(game)
        settled = declaration.read_options(options)
        rules = declaration.rules(settled)
        pack = random_pack(rules, seed)
        start = _lay_out(rules, pack)
        again = _listed(start)
        lists = tuple(Reshuffle.random(again, seed=seed, number=number) for number in range(1, rules.reshuffles + 1))
        return cls(declaration, tuple(settled.items()), replace(start, reshuffles=lists), pack, seed)

    @classmethod
    def from_pack(
        cls,
        game: str | Game,
        cards: str | Iterable[str | Card],
        *,
        reshuffles: Sequence[str | Reshuffle] = (),
        **options: object,
    ) -> Deal:
        """Return the deal of a pack written in the order of dealing.

        Parameters
        ----------
        game : str or Game
            Name, alias or declaration.
        cards : str or iterable
            The cards, set-up cards all left in or all left out.  In text, reshuffle lists may follow, each after `|`.
        reshuffles : sequence of str or Reshuffle
            The lists of shuffled redeals, where they don't stand in the text.
        **options
            Options of the game.

        Raises
        ------
        UnknownGame, UnsupportedOption, MalformedText, ImpossibleDeal
        """
        declaration = find_game(game)
        settled = declaration.read_options(options)
        rules = declaration.rules(settled)
        if isinstance(cards, str):
            cards, *written = cards.split(_SEPARATOR)
            if written and reshuffles:
                raise MalformedText("reshuffle lists are given twice: in the text of the pack and as an argument")
            reshuffles = written or reshuffles
        pack = parse_cards(cards)
        _check_pack(rules, pack)
        start = _lay_out(rules, pack)
        lists = _read_lists(rules, reshuffles)
        for number, reshuffle in enumerate(lists, start=1):
            reshuffle.check(_listed(start), number)
        return cls(declaration, tuple(settled.items()), replace(start, reshuffles=lists), pack)

    @classmethod
    def from_board(
        cls,
        game: str | Game,
        piles: str | Mapping[str, str | Iterable[str | Card]] | Sequence[str | Iterable[str | Card]],
        *,
        foundations: Mapping[str, str | Iterable[str | Card]] | None = None,
        stock: str | Iterable[str | Card] = "",
        talon: str | Iterable[str | Card] = "",
        redeals_used: int = 0,
        exchanges_used: int = 0,
        reshuffles: Sequence[str | Reshuffle] = (),
        **options: object,
    ) -> Deal:
        """Return the deal that starts from any position, in mid-game too.

        Parameters
        ----------
        game : str or Game
            Name, alias or declaration.
        piles : str, mapping or sequence
            The tableau: pile name -> cards, bottom first; or the piles in layout order; or the whole board as text,
            one pile a line (`name: cards bottom first`), as `str(position)` writes it, with lines for what else there
            is to say: `redeals used: 1`, `exchanges used: 1`, `just turned: yes` (where a talon's card may be played
            only right after its turn), `reshuffle 2: cards of list 2`.  Piles left out are empty.
        foundations : mapping, optional
            Foundation name -> its cards, or only its top card.  Where it is left out, the foundations hold the cards
            that lie nowhere else.
        stock, talon : str or iterable
            Their cards, bottom first; only in games that have them.
        redeals_used : int
            Redeals made already.
        exchanges_used : int
            Exchanges of cards on the grid made already.
        reshuffles : sequence of str or Reshuffle
            The lists of shuffled redeals; used ones may be `"-"`.
        **options
            Options of the game.

        Raises
        ------
        UnknownGame, UnsupportedOption, MalformedText, ImpossibleDeal
        """
        declaration = find_game(game)
        settled = declaration.read_options(options)
        rules = declaration.rules(settled)
        board = read_board(rules, piles, foundations, stock, talon, redeals_used, reshuffles, exchanges_used)
        lists = _read_lists(rules, board.reshuffles, used=board.redeals_used)
        start = Position(rules, board.piles, board.redeals_used, lists, board.just_turned, board.exchanges_used)
        for number, reshuffle in enumerate(lists, start=1):
            if number > board.redeals_used or reshuffle.cards:
                reshuffle.check_holds(_left_to_deal(start), _ever_dealt(start), number)
        return cls(declaration, tuple(settled.items()), start)

    def __str__(self) -> str:
        """Write the pack, and reshuffle lists each after ` | `; of a board its lines.  Both read back."""
        if self.pack is None:
            return str(self.start)
        return f" {_SEPARATOR} ".join([cards_text(self.pack), *map(str, self.start.reshuffles)])

    def __repr__(self) -> str:
        options = "".join(
            f", {name}={value!r}" for name, value in self.options.items() if value != self.game.options[name].default
        )
        if self.seed is not None:
            return f"Deal.random({self.game.name!r}, {self.seed}{options})"
        make = "from_board" if self.pack is None else "from_pack"
        return f"Deal.{make}({self.game.name!r}, {str(self)!r}{options})"


def _lay_out(rules: Rules, pack: tuple[Card, ...]) -> Position:
    """Deal a checked pack: set-up cards to the foundations, then tableau, reserve and stock."""
    whole = len(pack) == len(rules.pack)
    bases, rest = remove_bases(pack, rules.bases) if whole else (_left_out(rules, pack), pack)
    cards, set_out = list(rest), list(bases)
    piles: list[list[Card]] = [[] for _ in rules.layout]
    waiting = [place for place, pile in enumerate(rules.layout) if pile.is_foundation and not pile.base]
    for place in waiting[: rules.bases_dealt]:
        piles[place] = [cards.pop(0)]
    for place in dealing_order(rules.tableau, rules.dealing):
        piles[place].append(cards.pop(0))
    for place, pile in enumerate(rules.layout):
        if pile.foundations is not None and pile.foundations.bases_set_out:
            piles[place] = [set_out.pop(0)]
        elif pile.tableau is not None and pile.tableau.first_dealt_on_top:
            piles[place].reverse()
        elif pile.role in (Role.RESERVE, Role.CELL) and cards:
            piles[place] = [cards.pop(0)]
        elif pile.role is Role.STOCK:
            piles[place], cards = cards[::-1], []  # the next card is the last
    if rules.throwing is not None:
        for heap in piles[:-1]:
            while len(heap) > rules.throwing.left(heap):
                piles[-1].append(heap.pop())
    return Position(rules, tuple(map(tuple, piles)))


def _left_out(rules: Rules, pack: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the bases that were left out of a checked pack."""
    return remove_bases((Counter(rules.pack) - Counter(pack)).elements(), rules.bases)[0]


def _listed(start: Position) -> tuple[Card, ...]:
    """Return the cards that a reshuffle list of a whole deal holds: all but bases laid out, or those of the stock."""
    if start.rules.redeal is None:
        return _left_to_deal(start)
    piles = zip(start.rules.layout, start.piles, strict=True)
    return tuple(card for pile, cards in piles if pile.foundations is None for card in cards)


def _left_to_deal(position: Position) -> tuple[Card, ...]:
    """Return the cards that may still be dealt again: all that are not home, or those of stock and talon."""
    named = zip(position.rules.layout, position.piles, strict=True)
    if position.rules.redeal is None:
        again = [cards for pile, cards in named if pile.role in (Role.STOCK, Role.TALON)]
    else:
        again = [cards for pile, cards in named if not pile.is_foundation]
    return tuple(chain.from_iterable(again))


def _ever_dealt(position: Position) -> tuple[Card, ...]:
    """Return every card but the bases that were laid out before the deal."""
    piles = zip(position.rules.layout, position.piles, strict=True)
    set_out = [cards[0] for pile, cards in piles if pile.foundations is not None and pile.foundations.bases_set_out]
    return tuple((Counter(position.rules.pack) - Counter(set_out)).elements())


def _check_pack(rules: Rules, pack: tuple[Card, ...]) -> None:
    whole = Counter(rules.pack)
    have = Counter(pack)
    left_out, surplus = len(rules.pack) - len(pack), have - whole
    counts = f"{len(rules.pack)} cards with the set-up cards" if rules.bases else f"{len(rules.pack)} cards"
    if rules.bases:
        counts += f" or {len(rules.dealt)} without them ({_bases_text(rules)})"
    count = f" ({len(pack)} cards; a deal has {counts})"
    for card in surplus:
        if not whole[card]:
            raise ImpossibleDeal(f"{card} is not in this game's pack (its ranks: {' '.join(rules.ranks)})")
        raise ImpossibleDeal(f"{card} stands there {have[card]} times; the pack has {whole[card]}{count}")
    missing = whole - have
    bases, others = remove_bases(missing.elements(), rules.bases)
    if not missing or (left_out == len(rules.bases) and not others):
        return
    if not others:  # every card to be dealt is there: some set-up cards are left in, some left out
        there = Counter(rules.bases) - Counter(base for base in rules.bases if any(_is(base, card) for card in bases))
        raise ImpossibleDeal(
            f"{len(pack)} cards: the set-up cards must be all left in or all left out, but {cards_text(bases)} "
            f"is missing and {' '.join(base.rstrip(ANY_SUIT) for base in there)} is there; a deal has {counts}"
        )
    raise ImpossibleDeal(f"{cards_text(others)} missing: {len(pack)} cards; a deal has {counts}")


def _is(base: str, card: Card) -> bool:
    return card.rank == base[0] and base[1] in (card.suit, ANY_SUIT)


def _bases_text(rules: Rules) -> str:
    return " ".join(base[0] if base[1] == ANY_SUIT else base for base in rules.bases)


def _read_lists(rules: Rules, given: Sequence[str | Reshuffle], used: int = 0) -> tuple[Reshuffle, ...]:
    """Read the lists that the redeals need; surplus ones are ignored."""
    lists: list[Reshuffle] = []
    for number, item in enumerate(given[: rules.reshuffles], start=1):
        try:
            lists.append(item if isinstance(item, Reshuffle) else Reshuffle.parse(item))
        except MalformedText as error:
            raise MalformedText(f"reshuffle list {number}: {error}") from None
    if len(lists) < rules.reshuffles:
        if used < rules.reshuffles:
            raise ImpossibleDeal(
                f"reshuffle list {max(len(lists), used) + 1} is missing: with these options a deal needs "
                f"{rules.reshuffles} lists, each after ' {_SEPARATOR} '"
            )
        lists += [Reshuffle((), ())] * (rules.reshuffles - len(lists))
    return tuple(lists)
