"""Writes the page on the games, docs/games.md, from their declarations.

Run `python docs/generate_games.py`, or with `--check` to be told whether the page is up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from patience_solver import GAMES, Deal, Game
from patience_solver.cli.board import draw_board
from patience_solver.kernel.dominance import SAFE_PLAYS, SETTLING
from patience_solver.rules import Option, OptionValue, Order, Rules, When, value_text
from patience_solver.rules.prose import describe
from patience_solver.solvers import forced, play_at_once
from patience_solver.solvers.layered.widening import suits
from patience_solver.solvers.packets.problem import has_packets
from patience_solver.solvers.passes.plan import kinds_of
from patience_solver.solvers.start import prunes_for

__all__ = ["PAGE", "page", "solver_of"]

PAGE = Path(__file__).parent / "games.md"
_SEED = 1000001

_QUOTES: dict[str, tuple[tuple[str, str], ...]] = {
    "big-ben": (
        (
            "Если нельзя употребить такимъ образомъ нѣкоторыхъ картъ, то ихъ откладываютъ въ сторону, въ особую пачку, "
            "составляющую талонъ, изъ котораго можно играть на основныя карты.",
            "Cards that can't be used so are put aside on a heap of their own, the talon, from which one may play on "
            "the foundations.",
        ),
        ("Пасьянсъ вновь не раскладывается.", "The patience is not dealt anew."),
    ),
    "fortress": (
        (
            "Затѣмъ приступаютъ къ марьяжу какъ въ восходящемъ, такъ и нисходящемъ порядкѣ, съ внѣшними картами обѣихъ "
            "группъ.",
            "Then the outer cards of both groups are laid on each other, upwards as well as downwards.",
        ),
        (
            "Когда нужно вновь наполнять дорожку, то выбираютъ какую-нибудь подходящую карту",
            "When a lane is to be filled again, any suitable card is chosen",
        ),
    ),
    "fourteen": (
        (
            "берутъ какихъ бы то ни было двѣ карты и кладутъ ихъ на мѣсто двухъ другихъ картъ",
            "any two cards are taken and laid in the place of two others",
        ),
    ),
    "sultan": (
        (
            "кладутъ на каждую изъ сторонъ по четыре карты, которыя составляютъ диванъ",
            "four cards are laid on each side, which form the divan",
        ),
        (
            "Свободныя мѣста въ диванѣ должны быть немедленно закрыты другими картами изъ талона, а если ихъ нѣтъ въ "
            "талонѣ, то изъ колоды.",
            "Vacant places of the divan must be closed at once by other cards from the talon, or, if there are none, "
            "from the pack.",
        ),
        (
            "Талонъ берутъ, тасуютъ и, если необходимо, то играютъ вторично.",
            "The talon is taken up, shuffled and, if need be, played a second time.",
        ),
    ),
    "calculation": (
        (
            "Талонъ состоитъ изъ четырехъ пачекъ, раздѣленныхъ по произволу",
            "The talon consists of four packets, divided at pleasure",
        ),
    ),
    "first-and-last": (
        (
            "позволяется одну нижнюю сборную кучку … перекладывать до трех раз, перетасовывая ее притом",
            "the one lower heap may be dealt again up to three times, being shuffled for it",
        ),
    ),
    "betrothed": (
        (
            "откладывая с каждой кучки верхние карты до короля или дамы, что можно повторить до трех раз",
            "the top cards of each heap are put aside down to a king or queen, which may be repeated up to three times",
        ),
    ),
    "quadrille": (
        (
            "не нарушая порядка колоды. Колода, таким образом, перекладывается три раза.",
            "without disturbing the order of the pack. So the pack is gone through three times.",
        ),
    ),
    "trefoil": (
        (
            "остающиеся собирают в колоду и, не протасовав их, опять так же по три раскладывают",
            "those left are gathered and, without shuffling them, dealt again in threes",
        ),
    ),
    "german-clock": (
        ("Положим, это будет бубновка", "Let it be, say, a diamond"),
        (
            "С двух раз пасьянс должен выйти. Три раза не допускается.",
            "The patience must come out in two. Three times are not allowed.",
        ),
    ),
}
"""Sentences of the old texts on which options and their defaults rest, and what they mean."""


def page() -> str:
    """Return the whole page."""
    parts = [
        "# Games",
        "Written by `python docs/generate_games.py` from the declarations; changes belong there.",
        "What holds for all: cards are moved one at a time; each card moved, each card turned, each deal and each "
        "redeal is one move, and what the rules do at once by themselves belongs to the move that caused it. All cards "
        "are known, those still to come included. Rules and claims are those of the default options; other readings "
        "are set by `--set option=value` or as keywords, and `patience-solver rules GAME --set …` tells what then is "
        "played. Boards are drawn bottom first: the last card of a pile is the available or next one.",
        _contents(),
        *(_of_game(game) for game in GAMES.values()),
    ]
    return "\n\n".join(parts) + "\n"


def _contents() -> str:
    rows = ["| game | title | packs | who answers |", "|---|---|---|---|"]
    for game in GAMES.values():
        rules = _rules(game)
        link = f"[`{game.name}`](#{game.name})"
        rows.append(f"| {link} | {_title(game)} | {rules.packs} | {solver_of(rules)} |")
    return "\n".join(rows)


def _rules(game: Game) -> Rules:
    return game.rules(game.read_options({}))


def _title(game: Game) -> str:
    return f"{game.title} (*{game.original_title}*)" if game.original_title else game.title


def _of_game(game: Game) -> str:
    aliases = f" Also called {', '.join(f'`{alias}`' for alias in game.aliases)}." if game.aliases else ""
    parts = [f"## {game.name}", f"**{_title(game)}.**{aliases} Source: {game.source}."]
    parts += [f"> «{original}»<br>{meaning}" for original, meaning in _QUOTES.get(game.name, ())]
    parts += [_told(paragraph) for paragraph in describe(game, {}).split("\n\n")]
    board = draw_board(Deal.random(game, _SEED).start).plain
    parts.append(f"Random deal {_SEED}:\n\n```text\n{board}\n```")
    parts.append(_options(game))
    parts.append("**Proved.** " + " ".join(_claims(_rules(game))))
    return "\n\n".join(parts)


def _told(paragraph: str) -> str:
    heading, _, text = paragraph.partition(": ")
    return f"**{heading}:** {text}"


def _options(game: Game) -> str:
    if not game.options:
        return "No options."
    rows = ["| option | values | default | settles | source |", "|---|---|---|---|---|"]
    for option in game.options.values():
        default = f"`{value_text(option.default)}`"
        rows.append(f"| `{option.name}` | {_values(option)} | {default} | {option.summary} | {option.source} |")
    return "\n".join(rows)


def _values(option: Option) -> str:
    if option.meanings is None:
        return option.allowed
    values: list[OptionValue] = list(option.meanings)
    return ", ".join(f"`{value_text(value)}`" for value in values)


def solver_of(rules: Rules) -> str:
    """Return the name of the solver that answers under these rules, as results give it."""
    return next((name for name, has_traits, _ in _SOLVERS if has_traits(rules)), "search")


_SOLVERS: tuple[tuple[str, Callable[[Rules], bool], str], ...] = (
    (
        "play at once",
        lambda rules: play_at_once.plan_of(rules) is not None,
        "Every deal is decided, and every win found is a shortest one: for each choice of the orders in which the "
        "foundations are filled it is best to play at once, and all choices are tried.",
    ),
    (
        "forced play",
        forced.has_no_real_choice,
        "Every deal is decided, and every win is a shortest one: all moves that are legal at one time lead to the same "
        "game, which is followed to its end.",
    ),
    (
        "pairs",
        lambda rules: rules.pairs is not None,
        "Every win found is a shortest one: it has the fewest exchanges, since the search proved that there is none "
        "with fewer. Losses are proved by exhaustion. Where cards of the grid move only by exchanges, grids whose "
        "cards can't all be paired are not searched: no win is lost.",
    ),
    (
        "passes",
        lambda rules: kinds_of(rules) is not None,
        "Decided pass by pass: every end of the passes before the last, and the last pass exactly from each. Verdicts "
        "rest on exact keys, and on the orders of the reshuffles that belong to the deal. A shortest win is looked for "
        "by the general search.",
    ),
    (
        "plans",
        has_packets,
        "Decided by plans of what is held and played when, which leave open where a card is held; whether there are "
        "places enough is decided exactly at each step. That no win holds fewer cards is proved by going through all "
        "plans, so a shortest win is proved one. A loss is proved when there is no plan at all.",
    ),
)
"""Solvers for special traits in the order in which they are asked, and what is proved of them."""


def _claims(rules: Rules) -> list[str]:
    for _, has_traits, claim in _SOLVERS:
        if has_traits(rules):
            return [claim, _REFER]
    prunes = prunes_for(rules, shortest=True), prunes_for(rules, shortest=False)
    claims = ["Losses are proved by exhaustion, shortest wins by A* with a lower bound that never overestimates."]
    if prunes[0] & SAFE_PLAYS:
        when = " once no redeal is left" if rules.redeal is not None and rules.redeal.when is When.ANY else ""
        claims.append(f"Safe plays are made at once{when}: no shortest win is lost.")
    if prunes[1] & SETTLING:
        when = " once no redeal is left" if rules.redeals else ""
        claims.append(f"Where only the verdict is asked, settling moves are made at once{when}: no win is lost.")
    kept = rules.redeal is not None and rules.redeals > 0 and rules.redeal_order is Order.KEEP
    when = ", once no redeal is left that keeps their order" if kept else ""
    claims.append(f"Positions that differ only by an exchange of piles of the same part are taken for one{when}.")
    if rules.redeals > 0 and rules.redeal_order is Order.SHUFFLE:
        claims.append("A verdict is for the order of the reshuffle that belongs to the deal.")
    if rules.stock is not None:
        by = "Layered searches of growing width" if suits(rules) else "Best-first searches"
        claims.append(
            f"{by} look for wins, and prove a loss where they have left nothing out; an exhaustion goes beside them. A "
            "deal that neither decides within the limits is `UNKNOWN`."
        )
    return [*claims, _REFER]


_REFER = "The proofs are in [Soundness](soundness.md)."


def main() -> int:
    """Write the page, or check it."""
    if "--check" in sys.argv[1:]:
        fresh = PAGE.exists() and PAGE.read_text("utf-8") == page()
        print("docs/games.md is up to date" if fresh else "docs/games.md is out of date: run docs/generate_games.py")
        return 0 if fresh else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
