"""Deals: the positions that games start from, and their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from patience_solver.cards import Card, cards_text, parse_cards
from patience_solver.errors import ImpossibleDeal, MalformedText, WrongType
from patience_solver.games import GAMES, find_game
from patience_solver.position.belonging import game_of, options_of
from patience_solver.position.board import read_board
from patience_solver.position.position import Position
from patience_solver.position.random_pack import random_pack
from patience_solver.position.reshuffle import Reshuffle
from patience_solver.rules import (
    ANY_SUIT,
    Game,
    OptionValue,
    Role,
    Rules,
    dealing_order,
    remove_bases,
    value_text,
)
from patience_solver.rules.option import options_in
from patience_solver.rules.values import as_whole

__all__ = ["Deal", "as_deal"]

_SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of a game: its rules and the position that play starts from.

    Make one with `random`, `from_pack` or `from_board`.  Deals are equal if game, options and start are equal; number,
    pack and the way they are written say how a deal was made, not what it is.

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
    pack: tuple[Card, ...] | None = field(default=None, compare=False)
    seed: int | None = field(default=None, compare=False)

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
        UnknownGame, UnsupportedOption, ImpossibleDeal, WrongType

        Examples
        --------
        >>> str(Deal.random("fortress", seed=5)).split()[:4]
        ['AH', '8S', '2D', 'QS']
        """
        declaration = find_game(game)
        settled = declaration.read_options(options)
        rules = declaration.rules(settled)
        whole = as_whole(seed)
        seed = seed if whole is None else whole
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
        reshuffles: Iterable[str | Reshuffle] = (),
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
        UnknownGame, UnsupportedOption, MalformedText, ImpossibleDeal, WrongType
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
        lists = _read_lists(rules, reshuffles, declaration, form="after ' | '")
        for number, reshuffle in enumerate(lists, start=1):
            reshuffle.check(_listed(start), number)
        return cls(declaration, tuple(settled.items()), replace(start, reshuffles=lists), pack)

    @classmethod
    def from_board(
        cls,
        game: str | Game,
        piles: str | Position | Mapping[str, str | Iterable[str | Card]] | Sequence[str | Iterable[str | Card]],
        *,
        foundations: Mapping[str, str | Iterable[str | Card]] | None = None,
        stock: str | Iterable[str | Card] = "",
        talon: str | Iterable[str | Card] = "",
        redeals_used: int = 0,
        exchanges_used: int = 0,
        reshuffles: Iterable[str | Reshuffle] = (),
        **options: object,
    ) -> Deal:
        """Return the deal that starts from any position, in mid-game too.

        Parameters
        ----------
        game : str or Game
            Name, alias or declaration.
        piles : str, Position, mapping or sequence
            The tableau: pile name -> cards, bottom first; or the piles in layout order; or a position of this game,
            which brings its options along; or the whole board as text, one pile a line (`name: cards bottom first`),
            as `str(position)` writes it, with lines for what else there is to say: `redeals used: 1`,
            `exchanges used: 1`, `just turned: yes` (where a talon's card may be played only right after its turn),
            `reshuffle 2: cards of list 2`.  Piles left out are empty.
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
        UnknownGame, UnsupportedOption, MalformedText, ImpossibleDeal, WrongType
        """
        declaration = find_game(game)
        if isinstance(piles, Position):
            if foundations or stock or talon or redeals_used or exchanges_used or reshuffles:
                raise MalformedText("a position holds all its piles, redeals, exchanges and lists itself")
            options = options_of(declaration, piles, options)
            try:
                piles = str(piles)  # checked as any board is
            except TypeError as error:
                raise WrongType(f"the position's piles are no tuples of cards: {error}") from None
        settled = declaration.read_options(options)
        rules = declaration.rules(settled)
        board = read_board(rules, piles, foundations, stock, talon, redeals_used, reshuffles, exchanges_used)
        lists = _read_lists(
            rules,
            board.reshuffles,
            declaration,
            used=board.redeals_used,
            form="on a line 'reshuffle {number}: its cards'",
        )
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
        game = repr(self.game.name if GAMES.get(self.game.name) == self.game else self.game)
        if self.seed is not None:
            return f"Deal.random({game}, {self.seed}{options})"
        make = "from_board" if self.pack is None else "from_pack"
        return f"Deal.{make}({game}, {str(self)!r}{options})"


def as_deal(asked: Deal | Position, where: str) -> Deal:
    """Return the deal that starts from a position, checked; a deal as it is.

    Parameters
    ----------
    asked : Deal or Position
        What a question is about.
    where : str
        Who asks, for the message of an error.

    Raises
    ------
    WrongType
        If it is neither.
    MalformedText, ImpossibleDeal
        If the position was put together by hand and can't be.
    """
    if isinstance(asked, Deal):
        return asked
    if not isinstance(asked, Position):
        raise WrongType.of(where, asked, "a Deal, or a Position")
    if not isinstance(asked.rules, Rules):
        raise WrongType.of(f"{where}: the position's rules", asked.rules, "Rules")
    if any(True for _ in options_in(asked.rules)):
        raise WrongType(f"{where}: the position's rules have options that are not settled; take those of game.rules()")
    return Deal.from_board(game_of(asked.rules), asked)


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


def _read_lists(
    rules: Rules, given: Iterable[str | Reshuffle], game: Game, *, form: str, used: int = 0
) -> tuple[Reshuffle, ...]:
    """Read the lists that the redeals need; surplus ones are ignored.  `form` says how one is written."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise WrongType.of("reshuffles", given, "a sequence of lists, each as text or as a Reshuffle")
    lists: list[Reshuffle] = []
    for number, item in enumerate(islice(given, rules.reshuffles), start=1):
        try:
            lists.append(item if isinstance(item, Reshuffle) else Reshuffle.parse(item))
        except (MalformedText, WrongType) as error:
            raise type(error)(f"reshuffle list {number}: {error}") from None
    if len(lists) < rules.reshuffles:
        if used < rules.reshuffles:
            number = max(len(lists), used) + 1
            needed = f"{rules.reshuffles} lists" if rules.reshuffles > 1 else "1 list"
            text = f"reshuffle list {number} is missing: with these options a deal needs {needed}, each "
            raise ImpossibleDeal(text + form.format(number=number) + _without_lists(game, rules))
        lists += [Reshuffle((), ())] * (rules.reshuffles - len(lists))
    return tuple(lists)


def _without_lists(game: Game, rules: Rules) -> str:
    """Say which option does without shuffled redeals, for someone who can't know the shuffle."""
    options = game.options_of(rules) or {}
    for option in game.options.values():
        for value in option.meanings or (option.at_least,):
            if not game.rules({**options, option.name: value}).reshuffles:
                chosen = f"{option.name}={value_text(value)}"
                return f"; if the shuffle can't be known, ask with the option {chosen} whether it is won without"
    return ""
