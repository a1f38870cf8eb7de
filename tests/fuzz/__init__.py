"""Fuzzing: every reader of foreign input gets mutated files, and must answer with data or one plain sentence.

``python -m tests.fuzz`` (``make fuzz``) gives each target 100,000 inputs; the suite gives each a few hundred. Seeds lie
in ``seeds/``, one folder a target; an input that once broke something is kept there, and is tried first ever after.
"""
