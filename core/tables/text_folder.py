"""A folder of texts, paired by name: one record a name, one field a subfolder or a second ending."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportReport
from galley.core.tables import encodings
from galley.core.tables.elements import Element, place_error

ENDINGS = (".txt", ".md", ".text")


def list_texts(folder: Path) -> list[Path]:
    """The texts of a folder and of the folders in it, by name."""
    return sorted(entry for entry in folder.rglob("*") if entry.suffix.lower() in ENDINGS and entry.is_file())


def pairs(folder: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """``articles/a1.txt`` and ``summaries/bart/a1.txt`` are the fields ``articles`` and ``summaries/bart`` of a record
    ``a1``; so are ``a1.article.txt`` and ``a1.bart.txt`` its fields ``article`` and ``bart``. The name is ``name``.

    Raises: InputError for a folder without texts and for a name that has one field only while others have more.
    """
    files: dict[str, dict[str, Path]] = {}
    for path in list_texts(folder):
        folder_name = path.relative_to(folder).parent.as_posix()
        stem, field = path.stem, folder_name
        if folder_name == ".":
            stem, _, field = path.stem.partition(".")
            field = field or "text"
        files.setdefault(stem, {})[field] = path
    if not files:
        raise place_error(folder, "", f"the folder contains no texts ({', '.join(ENDINGS)}).")
    fields = sorted({field for paths_by_field in files.values() for field in paths_by_field})
    for number, (name, paths_by_field) in enumerate(sorted(files.items()), 1):
        missing = [field for field in fields if field not in paths_by_field]
        if missing:
            report.note(str(folder), 0, f"{name} has no text in {', '.join(missing)}.")
        value: dict[str, str | None] = {"name": name} | dict.fromkeys(fields)
        for field, path in paths_by_field.items():
            with path.open("rb") as stream:
                head = stream.read(encodings.HEAD)
            encoding = encodings.find_codec(how["encoding"]) if "encoding" in how else encodings.detect_encoding(head)
            value[field] = "".join(encodings.lines(path, encoding, report))
        yield Element(value, folder, name, 0, number)
