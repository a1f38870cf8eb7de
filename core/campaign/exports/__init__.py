"""Exports that need to know who was handed what, which ``core/exports`` does not: found with the others."""
