"""The tables of the works that Galley carries out, filled with what a project holds. Knows no window."""
