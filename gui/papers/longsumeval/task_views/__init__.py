"""Surfaces of LongSumEval, found by registration."""
