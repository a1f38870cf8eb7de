"""Judge methods of SUMIE, found by registration."""
