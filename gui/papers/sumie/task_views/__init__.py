"""Surfaces of SUMIE's tasks, found by registration."""
