"""Exports of LongSumEval, found by registration."""
