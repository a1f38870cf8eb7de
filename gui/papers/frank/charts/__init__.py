"""Charts of the FRANK study, found by registration."""
