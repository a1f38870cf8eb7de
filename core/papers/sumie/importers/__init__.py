"""Importers of SUMIE, found by registration."""
