"""Importers: one file a format, found by walking this package. See ``base.py`` for what one must do."""

from galley.core.importers.registry import find, names, recognise
from galley.core.incoming import ImportOptions, ImportReport, Parsed

__all__ = ["ImportOptions", "ImportReport", "Parsed", "find", "names", "recognise"]
