"""Tasks for Label Studio: judges' verdicts as predictions, people's and gold's as annotations.

One JSON list; each item is a task with its texts under ``data``, and ``data.galley`` has what a task cannot say: where
the units lie, facts and other derived units, scores, and what people and gold said when it was written. Offsets count
code points, as Label Studio's own do. A verdict is a region over its span, or over its unit where it has none;
``meta.galley`` of the region keeps it as a native record has it, so that our own import
(``core/importers/label_studio_importer.py``) gives it back exactly and still follows what was changed in between. The
labelling configuration for these tasks is written beside the file (``.config.xml``). The log of decisions is not in it:
what it adds up to is.

Source of the format: Label Studio's documentation, "Label Studio JSON format of annotated tasks".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from galley.core.exports._items import CHOSEN, RESOLVED, Item, items
from galley.core.exports._label_config import ANNOTATOR, UNSCORED, UNSURE, config, fields, label
from galley.core.exports._places import IdWords
from galley.core.exports._sheet import ItemSheet
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.exports.galley_export import TABLES, Record, header
from galley.core.project.reanswered import PEOPLE
from galley.core.storage import level_queries

Found = dict[str, Any]
ANSWER = ("annotator", "kind", "scheme", "criterion", "document", "unit", "about", "value", "reason", "span", "spans")


def _answer(entry: Found) -> Found:
    """What is kept of an answer of people or gold, so that an import of the changed file knows what was changed."""
    return {name: entry[name] for name in ANSWER if name in entry}


class LabelStudioExport:
    """Tasks with predictions and annotations."""

    name = "label-studio"
    title = "Label Studio: tasks with predictions and annotations; imports back"
    suffix = ".json"

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a task for each item, and the configuration as a companion. See ``Export.write``."""
        words, first = IdWords.of(connection), header(connection)
        first = {name: first[name] for name in ("galley", "annotators", "schemes")}
        with out.open("wb", buffering=1 << 20) as stream:
            every = _fields(connection, only)
            stream.write(b"[")
            tables = (*TABLES, "late", "notes", "unusable", RESOLVED)
            for number, item in enumerate(items(connection, only, tables, report, progress)):
                task = _Task(item, words)
                built = task.build(number + 1)
                built["data"] = dict.fromkeys(every, "") | built["data"]
                if number == 0:
                    built["data"]["galley"]["header"] = first
                stream.write((b",\n" if number else b"\n") + orjson.dumps(built))
                report.count("predictions", len(built["predictions"]))
                report.count("annotations", len(built["annotations"]))
                if item.rows["decisions"]:
                    report.leave_out("decisions of the log (what they add up to is there)", len(item.rows["decisions"]))
            stream.write(b"\n]\n")
        spoken = {
            row[0]
            for row in connection.execute(
                f"SELECT criterion_id FROM verdict UNION SELECT criterion_id FROM {level_queries.SILENT_PAIRS}"
            )
        }
        asked = [criterion for row, criterion in words.criteria.items() if row in spoken]
        report.companions[".config.xml"] = config(every, asked or list(words.criteria.values()))


def _fields(connection: sqlite3.Connection, only: Only) -> dict[str, str]:
    """The fields of all tasks, each with the title that is shown over it. Label Studio wants every field of the
    configuration in every task."""
    found: dict[str, str] = {}
    rows = connection.execute(
        f"SELECT item_id, name FROM document{CHOSEN[only].format('item_id')} ORDER BY item_id, id"
    )
    for _, documents in groupby(rows, itemgetter(0)):
        for name, field in fields(row[1] for row in documents).items():
            found.setdefault(field, name)
    return found


class Laid(NamedTuple):
    """A document's field, text and the places of its units."""

    field: str
    text: str
    spans: list[tuple[int, int]]
    speakers: list[str | None]


class _Task:
    """One item as a task."""

    def __init__(self, item: Item, words: IdWords) -> None:
        self.item, self.words = item, words
        partly = {(row[1], row[2], row[3]) for row in item.rows["late"] if words.criteria[row[2]].unit == row[5]}
        silent = [row for row in item.rows["judged"] if row[1:4] not in partly]
        self.source = Record(item._replace(rows=item.rows | {"judged": silent}), words)
        self.record = self.source.build()
        if partly:
            self.record.setdefault("verdicts", []).extend(self._spelled_out(partly))
        self.fields = fields(row[2] for row in item.rows["documents"])
        self.retired = {unit["id"] for unit in self.record.get("units", ()) if unit.get("retired")}
        self.homes = {self.source.derived[row]: self._document(home) for row, home in self.source.places.homes.items()}
        self.laid: dict[str, Laid] = {}
        at = 0
        for row in item.rows["documents"]:
            units = item.rows["units"][at : at + row[9]]
            at += row[9]
            spans, speakers = [(unit[1], unit[2]) for unit in units], [unit[3] for unit in units]
            self.laid[row[2]] = Laid(self.fields[row[2]], row[6], spans, speakers)

    def _spelled_out(self, partly: set[tuple[int, int, int]]) -> Iterator[Found]:
        """Each "no" in so many words where (annotator, criterion, target) are silent of some units only: a task does
        not tell which were written later, or left open."""
        sheet = ItemSheet(self.item, self.words)
        said = {(row[2], (row[4], row[3], row[5])) for row in self.item.rows["verdicts"]}
        for who, row, target in sorted(partly):
            criterion = self.words.criteria[row]
            for unit in sheet.asked(criterion, target):
                if (who, (unit, row, target)) not in said | sheet.late:
                    place = self.source.places.cell(unit, target, criterion)
                    yield {**self.words.who(who), **self.words.asked(row), **place, "value": "no"}

    def _document(self, row: int) -> str:
        name: str = self.source.documents[row][2]
        return name

    def _spoken(self) -> Iterator[Found]:
        """The verdicts that a task holds: none on units that are gone, no gold that was left open."""
        for entry in self.record.get("verdicts", ()):
            left_open = entry["kind"] == "gold" and entry["value"] is None
            if entry["unit"] not in self.retired and not left_open:
                yield entry

    def build(self, number: int) -> Found:
        """The task."""
        results: dict[tuple[str, str], list[Found]] = {}
        latest: dict[tuple[str, str], str] = {}
        for at, entry in enumerate(self._spoken()):
            results.setdefault((entry["annotator"], entry["kind"]), []).extend(self._verdict(at, entry))
        for at, entry in enumerate(self.record.get("judged", ())):
            results.setdefault((entry["annotator"], entry["kind"]), []).extend(self._judged(at, entry))
        self._notes(results)
        for row in self.item.rows["decisions"]:
            voice = self.words.annotators[row[4]]
            latest[voice] = max(latest.get(voice, ""), row[3])
        task: Found = {"id": number, "data": self._data(), "annotations": [], "predictions": []}
        for voice, found in results.items():
            name, kind = voice
            if kind in ("human", "gold"):
                made = {"result": [self._name(name), *found], "was_cancelled": False, "ground_truth": kind == "gold"}
                if voice in latest:
                    made["created_at"] = latest[voice]
                task["annotations"].append(made)
            else:
                task["predictions"].append({"model_version": name, "result": found})
        return task

    def _data(self) -> Found:
        galley: Found = {"documents": []}
        for row in self.item.rows["documents"]:
            laid = self.laid[row[2]]
            entry = {"id": row[2], "field": laid.field, "role": row[3], "system": row[4], "part": row[5]}
            entry["meta"] = orjson.loads(row[7]) if row[7] else None
            entry |= {"unit": row[10], "units": laid.spans}
            if any(speaker is not None for speaker in laid.speakers):
                entry["speakers"] = [speaker or "" for speaker in laid.speakers]
            galley["documents"].append({name: value for name, value in entry.items() if value not in ("", None)})
        for name in ("dataset", "split", "meta", "scores"):
            if name in self.record:
                galley[name] = self.record[name]
        standing = [unit for unit in self.record.get("units", ()) if unit["id"] not in self.retired]
        if standing:
            galley["units"] = [{n: v for n, v in unit.items() if n != "decision"} for unit in standing]
        if answers := [_answer(entry) for entry in self._spoken() if entry["kind"] in PEOPLE]:
            galley["answers"] = answers
        if resolved := list(self._resolved()):
            galley["resolved"] = resolved
        spoke = {row[2] for row in self.item.rows["verdicts"]} | {row[1] for row in self.item.rows["judged"]}
        galley["kinds"] = dict(sorted(self.words.annotators[who] for who in spoke))
        texts = {laid.field: laid.text for laid in self.laid.values()}
        return {"key": self.item.key, **texts, "galley": galley}

    def _resolved(self) -> Iterator[Found]:
        """The resolved cells, with how each came by its gold: an import passes over them, they are computed."""
        for cell, row in ItemSheet(self.item, self.words, Only.GOLD).cells(ExportReport()):
            if cell is not None and row["kind"] == "gold" and row["origin"] != "note":
                place = self.source.places.cell(cell[0], cell[2], self.words.criteria[cell[1]])
                said: Found = {name: row[name] for name in ("value", "resolved_by", "resolved_how") if name in row}
                yield {**self.words.asked(cell[1]), **place, **said}

    # Results -----------------------------------------------------------------------------------------------------

    def _name(self, name: str) -> Found:
        field = next(iter(self.laid.values())).field if self.laid else ""
        value = {"text": [name]}
        return {"id": ANNOTATOR, "from_name": ANNOTATOR, "to_name": field, "type": "textarea", "value": value}

    def _verdict(self, at: int, entry: Found) -> list[Found]:
        kept = {name: value for name, value in entry.items() if name not in ("annotator", "kind", "decision")}
        if opinions := kept.get("explanation_verdict"):
            kept["explanation_verdict"] = [{n: v for n, v in each.items() if n != "decision"} for each in opinions]
        criterion, value = f"{entry['scheme']}/{entry['criterion']}", entry["value"]
        answer = str(value) if value is not None else UNSURE if entry.get("reason") == "unsure" else UNSCORED
        unit = entry["unit"]
        laid = self.laid[entry["document"] if "document" in entry else self.homes[unit]]
        common: Found = {"to_name": laid.field, "meta": {"galley": {"verdict": at, **kept}}}
        if "confidence" in entry:
            common["score"] = entry["confidence"]
        if not isinstance(unit, int):
            chosen = {"choices": [f"{criterion}: {answer}"]}
            return [{"id": f"v{at}", "from_name": f"whole_{laid.field}", "type": "choices", "value": chosen, **common}]
        start, end = laid.spans[unit]
        spans = entry.get("spans") or ([entry["span"]] if "span" in entry else [[0, end - start]])
        found: list[Found] = []
        for number, (a, b) in enumerate(spans):
            name = f"v{at}" if number == 0 else f"v{at}.{number}"
            value = {"start": start + a, "end": start + b, "text": laid.text[start + a : start + b]}
            found.append(
                {"id": name, "from_name": f"label_{laid.field}", "type": "labels", **common}
                | {"value": value | {"labels": [criterion]}}
            )
            if number == 0:
                more = {"id": name, "to_name": laid.field}
                found.append(
                    more
                    | {"from_name": f"answer_{laid.field}", "type": "choices", "value": value | {"choices": [answer]}}
                )
                if said := entry.get("explanation"):
                    found.append(
                        more
                        | {"from_name": f"words_{laid.field}", "type": "textarea", "value": value | {"text": [said]}}
                    )
        return found

    def _judged(self, at: int, entry: Found) -> list[Found]:
        labels = [f"{entry['scheme']}/{criterion}" for criterion in entry["criteria"]]
        found = []
        for number, document in enumerate(entry["documents"]):
            field = self.laid[document].field
            found.append(
                {"id": f"j{at}.{number}", "from_name": f"judged_{field}", "to_name": field, "type": "choices"}
                | {"value": {"choices": labels}}
            )
        return found

    def _notes(self, results: dict[tuple[str, str], list[Found]]) -> None:
        """Notes as texts of the whole document; one on a cell says which."""
        for at, (_, who, unit, criterion, target, text) in enumerate(self.item.rows["notes"]):
            laid = next(iter(self.laid.values()))
            said = text
            if unit is not None:
                asked = self.words.criteria[criterion]
                place = self.source.places.cell(unit, target, asked)
                laid = self.laid[self._document(target)]
                said = f"{label(asked)}, {self.source.places.words(place)}: {text}"
            results.setdefault(self.words.annotators[who], []).append(
                {"id": f"n{at}", "from_name": f"note_{laid.field}", "to_name": laid.field, "type": "textarea"}
                | {"value": {"text": [said]}}
            )


EXPORT = LabelStudioExport()
