"""Games of a stock, a talon, a reserve filled from it and foundations: one pass after the other, in few words a state."""
