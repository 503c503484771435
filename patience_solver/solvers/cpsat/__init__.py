"""Pair games on a grid as constraint models, answered by CP-SAT; ortools is loaded when a model is first built."""
