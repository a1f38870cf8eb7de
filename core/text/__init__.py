"""Functions over texts: segmentation, words, quotes, passages of evidence, and what is safe to show."""
