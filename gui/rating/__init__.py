"""Ratings of the summary in front on ordinal scales: a strip below its text."""
