"""Tables of LongSumEval, found by registration."""
