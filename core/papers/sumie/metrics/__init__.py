"""Metrics of SUMIE, found by registration."""
