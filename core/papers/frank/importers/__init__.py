"""Importers of FRANK study, found by registration."""
