"""Reviewing the tables of an entity (SUMIE, paper 001): a table in the place of the summary, turn by turn."""
