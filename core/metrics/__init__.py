"""Figures about a project: agreement, detection, correlation and the rest, one file a metric.

Every metric of verdicts reads the project through ``cell_arrays`` (verdicts as arrays) or ``score_columns``, and gives
rows, each with its n, its interval, what was left out, and the names that lead back to the cells behind it.
"""
