"""Importers: one file a format, found by walking this package. See ``base.py`` for what one must do."""

from galley.core.importers.base import ImportOptions, ImportReport, Parsed
from galley.core.importers.registry import find, names, recognise

__all__ = ["ImportOptions", "ImportReport", "Parsed", "find", "names", "recognise"]
