"""Answers in words, and the tally of several."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from patience_solver import Result, Status, StopReason
from patience_solver.cli.inputs import Entry

__all__ = ["Tally", "figures", "one_line", "verdict"]

_STOPS = {
    StopReason.SECONDS: "the time limit was reached",
    StopReason.STATES: "the limit on states was reached",
    StopReason.MEMORY: "the memory limit was reached",
    StopReason.INTERRUPTED: "the search was interrupted",
    StopReason.INCOMPLETE: "the method used can't settle it",
}
_LISTED = 20


def verdict(result: Result) -> str:
    """Say what is known of a deal."""
    why = "" if result.stop is None else _STOPS[result.stop]
    if result.status is Status.UNWINNABLE:
        chance = result.stats.collision_bound
        doubt = f" (but for a chance of at most {chance:.1g} that two states were taken for one)" if chance else ""
        return f"Unwinnable, proved: no line of play wins{doubt}."
    if result.status is Status.UNKNOWN:
        return f"Unknown: {why}." if why else "Unknown."
    text = f"Winnable in {_moves(result)}"
    if result.optimal:
        text += ", proved the fewest"
    elif result.lower_bound is not None:
        text += f"; every win takes at least {result.lower_bound}"
    return f"{text} ({why})." if why else f"{text}."


def figures(result: Result) -> str:
    """Say what the search took."""
    stats = result.stats
    parts = [f"{stats.states:,} states", f"{stats.seconds:.2f} s"]
    if stats.compile_seconds >= 0.01:
        parts.append(f"and {stats.compile_seconds:.2f} s to compile")
    if result.lower_bound is not None:
        parts.append(f"lower bound {result.lower_bound}")
    parts += [f"{name.replace('_', ' ')} {_plain(value)}" for name, value in result.details.items()]
    if result.solver:
        parts.append(f"solver {result.solver}")
    return ", ".join(parts)


def one_line(entry: Entry, result: Result) -> str:
    """Say on one line, in columns, what is known of a deal."""
    length = "" if result.length is None else f"{_moves(result)}{' (fewest)' if result.optimal else ''}"
    stop = "" if result.stop is None else f"stopped: {result.stop.value}"
    stats = result.stats
    cells = f"{entry.label:<14}  {result.status.value:<10}  {length:<20}  {stats.states:>13,} states"
    return f"{cells}  {stats.seconds:>8.2f} s  {stop}".rstrip()


def _moves(result: Result) -> str:
    return "1 move" if result.length == 1 else f"{result.length} moves"


def _plain(value: object) -> str:
    return {None: "none", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)


@dataclass
class Tally:
    """Counts over several deals."""

    counts: Counter[Status] = field(default_factory=Counter)
    labels: dict[Status, list[str]] = field(default_factory=dict)
    bad: int = 0

    def add(self, entry: Entry, result: Result) -> None:
        """Count a verdict."""
        self.counts[result.status] += 1
        labels = self.labels.setdefault(result.status, [])
        if len(labels) <= _LISTED:
            labels.append(entry.label)

    def counted(self) -> str:
        """Return the counts, and which deals are lost or unknown."""
        deals = self.counts.total()
        lines = [f"{deals:,} {'deal' if deals == 1 else 'deals'}: {self.counts[Status.WINNABLE]:,} winnable"]
        lines[0] += f", {self.counts[Status.UNWINNABLE]:,} unwinnable, {self.counts[Status.UNKNOWN]:,} unknown"
        if self.bad:
            lines[0] += f"; {self.bad:,} {'line' if self.bad == 1 else 'lines'} not read"
        for status in (Status.UNWINNABLE, Status.UNKNOWN):
            labels = self.labels.get(status, [])
            if labels:
                more = ", …" if len(labels) > _LISTED else ""
                lines.append(f"{status.value}: {', '.join(labels[:_LISTED])}{more}")
        return "\n".join(lines)

    def summary(self) -> str:
        """Return the counts, and the winnable share with its 95% Wilson interval."""
        deals, won, unknown = self.counts.total(), self.counts[Status.WINNABLE], self.counts[Status.UNKNOWN]
        if not deals:
            return self.counted()
        low, high = self.interval()
        share = f"{won / deals:.2%}" + (f" to {(won + unknown) / deals:.2%}" if unknown else "")
        return f"{self.counted()}\nwinnable share: {share} (95% Wilson interval {low:.2%} to {high:.2%})"

    def interval(self) -> tuple[float, float]:
        """Return the ends of the 95% Wilson interval of the winnable share.

        Deals of unknown outcome count as lost at the low end and as won at the high end, so that the interval holds
        whatever they are.
        """
        from scipy.stats import binomtest  # late: it takes half a second

        deals, won = self.counts.total(), self.counts[Status.WINNABLE]
        low = binomtest(won, deals).proportion_ci(method="wilson").low
        high = binomtest(won + self.counts[Status.UNKNOWN], deals).proportion_ci(method="wilson").high
        return float(low), float(high)
