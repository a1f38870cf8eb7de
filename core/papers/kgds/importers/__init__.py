"""Importers of KGDS, found by registration."""
