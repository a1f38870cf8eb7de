"""Metrics of KGDS, found by registration."""
