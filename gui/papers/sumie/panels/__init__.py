"""Panels of SUMIE, found by registration."""
