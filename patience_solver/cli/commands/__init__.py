"""The commands, one a file: each has a `run` that returns the exit code."""
