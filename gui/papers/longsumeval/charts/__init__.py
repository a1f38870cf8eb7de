"""Charts of LongSumEval, found by registration."""
