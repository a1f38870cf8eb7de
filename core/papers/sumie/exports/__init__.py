"""Exports of SUMIE, found by registration."""
