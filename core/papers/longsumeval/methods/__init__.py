"""Judge methods of LongSumEval, found by registration."""
