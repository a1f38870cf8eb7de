"""Judge methods of KGDS, found by registration."""
