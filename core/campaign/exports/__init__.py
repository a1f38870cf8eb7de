"""Exports that need to know who was assigned what, which ``core/exports`` does not: found with the others."""
