"""The command line, thin, over the public API."""

from patience_solver.cli.entry import main

__all__ = ["main"]
