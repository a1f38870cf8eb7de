"""Panels of KGDS, found by registration."""
