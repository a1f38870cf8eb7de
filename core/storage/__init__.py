"""The project file as rows: what is in a table, how it is written and read, and no knowledge of what it means.

Statements of SQL belong here, by subject, new ones first.
"""
