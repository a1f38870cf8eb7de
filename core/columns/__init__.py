"""Rows of a project file by their names, below all that knows what a project is: names and ids, records as rows."""
