"""Faults: the program is killed, the power goes, the disk fails, and nothing that was acknowledged is lost.

``python -m tests.faults`` (``make faults``) runs everything at length; the suite runs a few moments of each.
"""
