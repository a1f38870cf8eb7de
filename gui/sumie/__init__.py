"""Reviewing the tables of an entity (SUMIE): a table in the place of the summary, turn by turn."""
