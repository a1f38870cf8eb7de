"""Charts of KGDS, found by registration."""
