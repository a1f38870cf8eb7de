"""Importers: one file a format, found by walking this package. See ``base.py`` for what one must do."""

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers.registry import find, names, recognise

__all__ = ["ImportOptions", "ImportReport", "ParsedRecord", "find", "names", "recognise"]
