"""Games of packets: plans of ever more holds, until one can be carried out."""
