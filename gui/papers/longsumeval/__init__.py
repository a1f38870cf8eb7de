"""Question-answer evaluation and refinement of long summaries (LongSumEval): what the window has of it."""
