"""Question-answer evaluation and refinement of long summaries (LongSumEval): its half of the core."""
