"""Statements of SQL by subject: rows in, rows out, and no knowledge of what they mean. New ones go here."""
