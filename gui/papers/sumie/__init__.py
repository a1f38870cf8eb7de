"""Summaries of entities that grow as paragraphs arrive (SUMIE): what the window has of it."""
