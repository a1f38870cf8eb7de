"""Importers of DIAL-SUMMER, found by registration."""
