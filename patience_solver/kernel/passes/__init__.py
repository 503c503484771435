"""Games of a stock, a talon, a reserve filled from it and foundations: pass by pass, few words a state."""
