"""Tables of KGDS, found by registration."""
