"""The layered search: its engine, the weights of its features, and how wide it searches when."""
