"""Judge methods of FRANK study, found by registration."""
