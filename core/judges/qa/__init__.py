"""Questions and answers about summaries (paper 002, sections III-C and III-D; paper 004): how they are asked and read,
how alike two answers are, the scores that follow, the feedback, and versions of a summary written after it."""
