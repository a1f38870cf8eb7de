"""Metrics of LongSumEval, found by registration."""
