"""Games of packets: which courses of play are short enough, and which of them four packets can carry out."""
