"""Any table or tree under a mapping: CSV, workbooks, Parquet, JSON, JSON Lines, folders of texts (``core/tables``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from galley.core.errors import GalleyError, InputError, QuestionsOpen
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers.base import LAST, PUBLISHED
from galley.core.tables import shipped_mappings, sources, table_import, table_shape


class TableImporter:
    """Reads what a mapping describes; without one, by the shipped mapping that fits, or by a guess that says why."""

    name = "table"
    title = "a table or JSON file of any shape; a mapping names its fields"
    reads = "a table or JSON file of any shape: CSV, xlsx, ods, Parquet, JSON, JSON Lines, folders of texts"
    becomes = "what its [mapping](mapping.md) says"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".parquet", ".json", ".jsonl")

    def recognises(self, head: bytes, path: Path) -> bool:
        """Whatever has rows or records with two named fields or more."""
        return self.examine(path)[0]

    def examine(self, path: Path) -> tuple[bool, str]:
        """Whether it recognises a file, and why a file cannot be read as any table; "" where it can be, and has too few
        fields."""
        try:
            fields = _list_fields(path)
        except QuestionsOpen as error:  # a workbook of several sheets
            return True, str(error)
        except (GalleyError, OSError) as error:
            return False, str(error)
        is_empty = not fields and path.suffix.lower() in self.suffixes
        return len(fields) > 1, sources.NO_ROWS.format(path=path) if is_empty else ""

    def rank(self, head: bytes, path: Path) -> int:
        """A file that a shipped mapping fits is of a published format; for any other this is the last resort."""
        return PUBLISHED if shipped_mappings.claims(path) else LAST

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a key. Raises: RowsRefused (questions, rows), InputError."""
        if not paths:
            raise InputError("No file was given; name at least one table, tree or folder of texts.")
        mapping = options.mapping or table_import.choose_mapping(paths, report)
        yield from table_import.set_annotator(table_import.records(paths, mapping, report), options.annotator)


def _list_fields(path: Path) -> list[str]:
    """The fields of a file; of one that cannot be read as it stands, those that its shape proposes.

    Raises: InputError (QuestionsOpen for a workbook of several sheets).
    """
    try:
        return shipped_mappings.fields(shipped_mappings.head(path))
    except QuestionsOpen:
        raise
    except InputError:
        shape = table_shape.inspect_shape(path, {})
        if shape is None or not (proposal := shape.propose_reading()):
            raise
        return shipped_mappings.fields(shipped_mappings.head(path, proposal))


IMPORTER = TableImporter()
