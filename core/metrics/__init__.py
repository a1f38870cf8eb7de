"""Figures about a project: agreement, detection, correlation and the rest, one file a metric.

Every metric reads the project through ``cells`` (verdicts as arrays) or ``scores`` and gives rows, each with its n,
its interval, what was left out, and the names that lead back to the cells behind it.
"""
