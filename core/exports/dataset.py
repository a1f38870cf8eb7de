"""A data set to publish: a folder that ``datasets.load_dataset(FOLDER, "gold")`` loads, and pandas, duckdb and polars
read file by file.

Four tables (configurations, as those who read it say), each by split: ``items`` (texts and where their units lie),
``gold`` (one row a settled cell: who settled it and how, and what each person had answered), ``verdicts`` (people's,
one row a cell and person) and ``judges`` (judges' and imports'). The last three have the columns of ``_sheet``.
README.md describes them in the YAML that the Hub reads; ``card.json`` and ``card.md`` are the data card, ``SHA256SUMS``
the checksums of all files. Parquet where pyarrow is there, else JSON Lines.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from galley.core.errors import InputError
from galley.core.exports import _readme
from galley.core.exports._items import Item, iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._shards import Shards
from galley.core.exports._sheet import TABLES, ItemSheet, columns, sha256
from galley.core.exports._types import TEXT, WHOLE, Shape
from galley.core.exports.base import ExportChoices, ExportReport, Only, Progress
from galley.core.exports.parquet import shapes_of, to_typed_row
from galley.core.new_files import SUMS
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.filter_choices import list_choices
from galley.core.tasks import uncounted_answers

CONFIGS = {"human": "verdicts", "judge": "judges", "import": "judges", "gold": "gold"}
"""The table that an annotator's answers stand in, by kind."""
MOST_SPLITS = 50
LICENCE = re.compile(r"[a-z0-9][a-z0-9.+-]{1,60}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class DatasetExport:
    """A folder of tables. ``choices.licence`` must be said."""

    name = "dataset"
    title = "data set to publish: a folder that datasets, pandas, duckdb and polars load, with gold and licence"
    suffix = ""
    folder = usable = True
    takes = ("texts", "pseudonyms", "notes", "licence", "languages", "title", "citation")

    def __init__(self, choices: ExportChoices | None = None) -> None:
        self.choices = choices or ExportChoices()
        self._shards: Shards | None = None

    def with_choices(self, choices: ExportChoices) -> Self:
        """The writer that heeds ``choices``. Raises: InputError for a licence or language that is missing or none."""
        if not choices.licence:
            raise InputError(
                "A data set is published under a licence; name it with --licence, for example cc-by-4.0 (“unknown” or"
                " “other” if that is correct)."
            )
        if not LICENCE.fullmatch(choices.licence):
            raise InputError(f"{choices.licence!r} is not a name of a licence; write one as cc-by-4.0, mit or other.")
        for language in choices.languages:
            if not LANGUAGE.fullmatch(language):
                raise InputError(f"{language!r} is not a language code; write one as en, de or pt-BR.")
        return type(self)(choices)

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the tables into the folder ``out``. See ``Export.write``. Raises: InputError for too many splits."""
        words, column_names = IdWords.of(connection), columns(self.choices)
        splits = _splits(connection)
        shards = self._shards = Shards(out, _shapes(column_names))
        try:
            choice = ItemChoice(only, usable=True)
            for what, count in uncounted_answers.count_unusable(connection).items():
                report.leave_out(what, count)
            for item in iterate_items(connection, choice, (*TABLES, "sources"), report, progress):
                split = splits[item.split]
                sheet = ItemSheet(item, words, only, self.choices)
                shards.add("items", split, _item(item, sheet, self.choices))
                for table, row in _answers(sheet, report):
                    shards.add(table, split, row)
            shards.close()
        finally:
            shards.abandon()
        for table, what in (("gold", "gold cells"), ("verdicts", "people's verdicts"), ("judges", "judges' verdicts")):
            report.count(what, sum(n for (name, _), n in shards.rows.items() if name == table))

    def describe(self, folder: Path, card: Mapping[str, str]) -> None:
        """Write README.md, the card and the checksums beside the tables that were written into ``folder``."""
        assert self._shards is not None
        files = {"card.json": card[".card.json"], "card.md": card[".card.md"]}
        files["README.md"] = _readme.readme(self.choices, card[".card.json"], self._shards)
        for name, text in files.items():
            (folder / name).write_bytes(text.encode())
        lines = []
        for path in sorted(entry for entry in folder.rglob("*") if entry.is_file()):
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
        (folder / SUMS).write_bytes("".join(lines).encode())


def _splits(connection: Connection) -> dict[str, str]:
    """What each split of the items is called in names of files: letters, digits and underscores. Where no item names
    one all are "train", which is what readers ask for unless told; else those that name none are "unsplit"."""
    splits = list_choices(connection, "split", unnamed=True)
    if len(splits) > MOST_SPLITS:
        raise InputError(
            f"The items name {len(splits):,} splits, and a data set has {MOST_SPLITS} at most; export fewer items, or"
            " give them fewer splits."
        )
    names_by_split = {name: re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") for name in splits}
    names_by_split = {
        name: plain if plain not in ("all", "") else f"split_{plain}".strip("_")
        for name, plain in names_by_split.items()
    }
    return names_by_split | {"": "train" if not any(splits) else "unsplit"}


def _answers(sheet: ItemSheet, report: ExportReport) -> list[tuple[str, dict[str, Any]]]:
    """(table, row) of all that was said about an item. Gold has what each person answered on its cell."""
    cell_rows: list[tuple[Any, dict[str, Any]]] = []
    people: dict[Any, list[dict[str, Any]]] = {}
    for cell, row in sheet.cells(report):
        if cell is not None and cell[2] in sheet.unusable:
            report.leave_out("answers on summaries said to be unusable")
        elif row["origin"] == "note":
            report.leave_out("notes on items or on cells that their writer did not answer")
        elif row["origin"] == "evidence":
            report.leave_out("evidence on cells that its reviewer did not answer")
        elif row["kind"] != "gold" or (cell is not None and sheet.has_gold(cell)):
            cell_rows.append((cell, row))
            if row["kind"] == "human":
                answer = {name: row.get(name) for name in ("annotator", "value", "reason")}
                answer["value"] = None if answer["value"] is None else str(answer["value"])
                people.setdefault(cell, []).append(answer)
    rows = []
    for cell, row in cell_rows:
        table = CONFIGS[row["kind"]]
        rows.append((table, to_typed_row(row) | ({"answers": people.get(cell, [])} if table == "gold" else {})))
    return rows


def _item(item: Item, sheet: ItemSheet, choices: ExportChoices) -> dict[str, Any]:
    """The row of an item; without texts, speakers and metadata (which hold words of the source) it has hashes."""
    texts = not choices.without_texts
    documents = []
    for row, units in zip(item.rows["documents"], item.units, strict=True):
        _, _, name, role, system, part, text, meta, _, _, _ = row
        documents.append(
            {"document": name, "role": role, "system": system or None, "part": part or None}
            | {"text": text if texts else None, "sha256": sha256(text), "meta": meta if texts else None}
            | {"unit_kind": units.kind}
            | {
                "units": [
                    {"start": start, "end": end, "speaker": speaker if texts else None}
                    for start, end, speaker in units.places
                ]
            }
        )
    sources: dict[int, list[dict[str, Any]]] = {}
    for _, unit, source in item.rows["sources"]:
        document, number = sheet.places.unit(source)
        sources.setdefault(unit, []).append({"document": document[2] if document else None, "unit": str(number)})
    derived = [
        {
            "unit": sheet.places.derived_names[row],
            "kind": kind,
            "type": type_,
            "document": sheet.places.documents[document][2],
        }
        | {"text": text if texts else None, "sha256": sha256(text), "meta": meta if texts else None}
        | {"sources": sources.get(row, [])}
        for _, row, document, kind, text, _, type_, meta, _, retired in item.rows["derived"]
        if not retired
    ]
    item_fields = {"key": item.key, "dataset": item.dataset or None, "split": item.split or None}
    return item_fields | {"meta": item.meta if texts else None, "documents": documents, "units": derived}


def _shapes(column_names: Sequence[str]) -> dict[str, dict[str, Shape]]:
    """The types of the columns of each table."""
    plain = shapes_of(column_names)
    document = dict.fromkeys(("document", "role", "system", "part", "text", "sha256", "meta", "unit_kind"), TEXT)
    unit = dict.fromkeys(("unit", "kind", "type", "document", "text", "sha256", "meta"), TEXT)
    item: dict[str, Shape] = dict.fromkeys(("key", "dataset", "split", "meta"), TEXT) | {
        "documents": {**document, "units": {"start": WHOLE, "end": WHOLE, "speaker": TEXT}},
        "units": {**unit, "sources": {"document": TEXT, "unit": TEXT}},
    }
    gold = plain | {"answers": dict.fromkeys(("annotator", "value", "reason"), TEXT)}
    return {"items": item, "gold": gold, "verdicts": plain, "judges": plain}


EXPORT = DatasetExport()
