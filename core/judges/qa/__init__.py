"""Questions and answers about summaries (LongSumEval, sections III-C and III-D; the FRANK study): how they are asked
and read, how alike two answers are, the scores that follow, the feedback, and versions of a summary written after
it."""
