"""Charts of SUMIE, found by registration."""
