"""MTS-Dialog: doctor-patient dialogues, their summaries by clinicians and by models, and human scores.

Three tables (Ben Abacha et al. 2023), any of the first two alone or with the third: dialogues with a
section of the clinical note (``section_text``), automatic summaries of the same dialogues (four a dialogue,
whose systems the file does not name), and scores that belong to the automatic summaries row by row.

Every table counts its dialogues from 0 again. The split is therefore taken from the file's name and is part of the
key, but for the validation set, which the automatic summaries are of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.tables import csv_rows, preview
from galley.core.tables.csv_rows import CsvRow, CsvTable

DIALOGUES = "dialogues"
SUMMARIES = "summaries"
SCORES = "scores"
_HEADERS = {
    DIALOGUES: {"ID", "section_header", "section_text", "dialogue"},
    SUMMARIES: {"ID", "Dialogue", "Reference Summary", "Automatic Summary"},
    SCORES: {"FactualPrecision", "FactualRecall", "FactualF1"},
}
METRICS = {
    "FactualPrecision": "factual-precision",
    "FactualRecall": "factual-recall",
    "FactualF1": "factual-f1",
    "HallucinationRate": "hallucination-rate",
    "OmissionRate": "omission-rate",
    "Edit Distance (Correction)": "edit-distance",
}
PERSON = "mts-annotator"
_SPLIT = re.compile(r"(augmented-)?(training|validation|test)set(?:-(\d))?", re.IGNORECASE)


class MTSDialogImporter:
    """Reads the MTS-Dialog tables row by row."""

    name = "mts-dialog"
    title = "MTS-Dialog"
    reads = "MTS-Dialog's tables"
    becomes = "dialogues, notes, automatic summaries, human scores"
    suffixes: tuple[str, ...] = (".csv",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A header with the columns of one of the three tables."""
        return csv_rows.kind(head, _HEADERS) is not None

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a row; the project puts the rows of one dialogue together.

        The same dialogue ends its lines in two ways in the two tables; both are stored with plain line feeds,
        so that they are one text. Raises: InputError.
        """
        preview.check_files(paths, report, self.title, self.recognises)
        kinds = [(csv_rows.kind(preview.head_of(path), _HEADERS), path) for path in paths]
        scores = [path for kind, path in kinds if kind == SCORES]
        summaries = [path for kind, path in kinds if kind == SUMMARIES]
        if scores and len(scores) != len(summaries):
            raise InputError(
                f"{scores[0]} holds scores by row; name the table of automatic summaries together with it."
            )
        for kind, path in kinds:
            if kind == DIALOGUES:
                for row in CsvTable(path, report):
                    yield ParsedRecord(_dialogue(row), str(path), row.line)
        for position, path in enumerate(summaries):
            score_table = CsvTable(scores[position], report) if scores else None
            yield from _automatic(CsvTable(path, report), score_table, options.annotator or PERSON)


def _split(path: Path) -> str:
    """The split that a file's name tells: validation, training, test-1, augmented-training-3; "" for none."""
    match = _SPLIT.search(path.stem)
    return "-".join(part.strip("-").lower() for part in match.groups() if part) if match else ""


def _key(row: CsvRow) -> str:
    if not row["ID"].strip():
        raise row.fault("the row has no ID; fix the row.")
    split = _split(row.path)
    return f"mts-{split}-{row['ID'].strip()}" if split not in ("", "validation") else f"mts-{row['ID'].strip()}"


def _text(row: CsvRow, column: str) -> str:
    return row[column].replace("\r\n", "\n")


def _sources(row: CsvRow, dialogue: str, reference: str) -> list[dict[str, Any]]:
    return [
        {"id": "dialogue", "role": "dialogue", "text": _text(row, dialogue)},
        {"id": "reference", "role": "reference", "text": _text(row, reference)},
    ]


def _dialogue(row: CsvRow) -> dict[str, Any]:
    return {
        "key": _key(row),
        "dataset": "mts-dialog",
        "split": _split(row.path),
        "meta": {"section": row["section_header"]},
        "documents": _sources(row, "dialogue", "section_text"),
    }


def _automatic(table: CsvTable, scores: CsvTable | None, person: str) -> Iterator[ParsedRecord]:
    seen: Counter[str] = Counter()
    score_rows = iter(scores) if scores else None
    last = None
    for row in table:
        key = _key(row)
        seen[key] += 1
        system = f"auto-{seen[key]}"
        record: dict[str, Any] = {
            "key": key,
            "dataset": "mts-dialog",
            "split": _split(row.path),
            "documents": [
                *_sources(row, "Dialogue", "Reference Summary"),
                {
                    "id": f"sum-{system}",
                    "role": "summary",
                    "system": system,
                    "text": _text(row, "Automatic Summary"),
                },
            ],
        }
        if score_rows is not None:
            last = next(score_rows, None)
            if last is None:
                raise row.fault("there are fewer rows of scores than of summaries; use the two files of one release.")
            record["scores"] = _scores(last, f"sum-{system}", person)
        yield ParsedRecord(record, str(row.path), row.line)
    if score_rows is not None and (spare := next(score_rows, None)) is not None:
        raise spare.fault("there are more rows of scores than of summaries; use the two files of one release.")


def _scores(row: CsvRow, document: str, person: str) -> list[dict[str, Any]]:
    values: Mapping[str, str] = {column: row[column].strip() for column in METRICS if column in row}
    scores = []
    for column, value in values.items():
        try:
            number = float(value)
        except ValueError:
            raise row.fault(f"“{value}” in the column {column} is not a number; fix the row.") from None
        scores.append(
            {
                "document": document,
                "metric": METRICS[column],
                "annotator": person,
                "kind": "human",
                "value": number,
            }
        )
    return scores


IMPORTER = MTSDialogImporter()
