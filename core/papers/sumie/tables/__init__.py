"""Tables of SUMIE, found by registration."""
