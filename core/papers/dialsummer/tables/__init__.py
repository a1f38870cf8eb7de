"""Tables of DIAL-SUMMER, found by registration."""
