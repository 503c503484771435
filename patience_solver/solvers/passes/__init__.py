"""Games of a stock, a talon and a reserve filled from it, decided by passes."""
