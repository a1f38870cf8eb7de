"""Panels of LongSumEval, found by registration."""
