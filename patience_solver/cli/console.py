"""Where output for people goes: plain and unbroken in a pipe, coloured and fitted on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import wrap
from types import TracebackType

from rich.cells import cell_len
from rich.console import Console
from rich.status import Status as Spinner

from patience_solver import Progress
from patience_solver.cli.inputs import Entry

__all__ = ["SearchStatus", "complain", "output", "show"]

_UNBROKEN = 1_000_000
_PATIENCE = 0.3
_NARROWEST = 20


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the entry point: rich's own way is to exit with 1, the code of a proof."""
        raise BrokenPipeError


def output() -> Console:
    """Return the console of standard output; words are never read as markup or emoji."""
    piped = sys.stdout is None or not sys.stdout.isatty()
    return _Console(width=_UNBROKEN if piped else None, markup=False, emoji=False, highlight=False)


def show(console: Console, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table without lines, which greps well; where it has no room, a paragraph for each row.

    No line ends in blanks, and no word is broken.
    """
    widths = [max(map(cell_len, cells)) for cells in zip(columns, *rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= console.width:
        for row, style in ((columns, "bold"), *((row, "") for row in rows)):
            cells = [cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
            console.print("  ".join(cells).rstrip(), style=style, soft_wrap=True)
        return
    for first, *others in rows:
        console.print(first, style="bold", soft_wrap=True)
        for name, cell in zip(columns[1:], others, strict=True):
            if cell:
                paragraph = wrap(
                    f"{name}: {cell}",
                    max(console.width, _NARROWEST),
                    initial_indent="  ",
                    subsequent_indent="    ",
                    break_long_words=False,
                    break_on_hyphens=False,
                )
                console.print("\n".join(paragraph), soft_wrap=True)


def complain(entry: Entry) -> None:
    """Tell on standard error why a line can't be read."""
    print(f"patience-solver: {entry.label}: {entry.error}", file=sys.stderr, flush=True)


class SearchStatus:
    """A line on standard error while a deal is searched; only on a terminal, and only if the search takes its time."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._spinner: Spinner | None = None
        self.wanted = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> SearchStatus:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._spinner is not None:
            self._spinner.stop()

    def __call__(self, progress: Progress) -> None:
        """Show how far the search is; the callback of `solve`."""
        if progress.seconds < _PATIENCE:
            return
        parts = [f"{self._label}: {progress.states:,} states, {progress.seconds:.0f} s"]
        if progress.incumbent is not None:
            parts.append(f"best win {progress.incumbent} moves")
        if progress.bound is not None:
            parts.append(f"none under {progress.bound}")
        text = ", ".join(parts)
        if self._spinner is None:
            self._spinner = _Console(stderr=True, markup=False, emoji=False, highlight=False).status(text)
            self._spinner.start()
        else:
            self._spinner.update(text)
