"""The compiled twin of the reference model: integers and arrays only."""
