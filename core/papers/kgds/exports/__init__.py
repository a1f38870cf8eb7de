"""Exports of KGDS, found by registration."""
