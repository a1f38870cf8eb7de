"""Judge methods of DIAL-SUMMER, found by registration."""
