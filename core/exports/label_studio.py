"""Tasks for Label Studio: judges' verdicts as predictions, people's and gold's as annotations.

One JSON list; each item is a task with its texts under ``data``, and ``data.galley`` has what a task cannot say: where
the units lie, facts and other derived units, scores, and what people and gold said when it was written. Offsets count
code points, as Label Studio's own do. A verdict is a region over its span, or over its unit where it has none;
``meta.galley`` of the region keeps it as a native record has it, so that our own import
(``core/importers/label_studio.py``) gives it back exactly and still follows what was changed in between. The
labelling configuration for these tasks is written beside the file (``.config.xml``). The log of decisions is not in it:
what it adds up to is.

Source of the format: Label Studio's documentation, "Label Studio JSON format of annotated tasks".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import orjson

from galley.core.domain import AnnotatorId, Criterion, CriterionId
from galley.core.exports._items import RESOLVED, Item, iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._sheet import ItemSheet
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.exports.galley import TABLES, Record, header
from galley.core.project.changed_answers import PEOPLE
from galley.core.storage.connection import Connection
from galley.core.storage.queries.columns import find_answered_pairs
from galley.core.storage.queries.exports import ItemChoice, read_document_names
from galley.core.text.visible import make_visible

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
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a task for each item, and the configuration as a companion. See ``Export.write``."""
        words, first = IdWords.of(connection), header(connection)
        first = {name: first[name] for name in ("galley", "annotators", "schemes")}
        with out.open("wb", buffering=1 << 20) as stream:
            every = _fields(connection, only)
            stream.write(b"[")
            tables = (*TABLES, "silent_wholes", "late", "notes", "unusable", RESOLVED)
            for number, item in enumerate(iterate_items(connection, ItemChoice(only), tables, report, progress)):
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
        used_criteria = {row for _, row in find_answered_pairs(connection, counted=False)}
        criteria = [criterion for row, criterion in words.criteria.items() if row in used_criteria]
        report.companions[".config.xml"] = config(every, criteria or list(words.criteria.values()))


def _fields(connection: Connection, only: Only) -> dict[str, str]:
    """The fields of all tasks, each with the title that is shown over it. Label Studio wants every field of the
    configuration in every task."""
    field_names: dict[str, str] = {}
    for _, documents in groupby(read_document_names(connection, ItemChoice(only)), itemgetter(0)):
        for name, field in fields(row[2] for row in documents).items():
            field_names.setdefault(field, name)
    return field_names


class DocumentLayout(NamedTuple):
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
        implicit_rows = [row for row in item.rows["judged"] if row[1:4] not in partly]
        self.source = Record(item._replace(rows=item.rows | {"judged": implicit_rows}), words)
        self.record = self.source.build()
        if spelled_out := list(self._spelled_out(partly)):
            self.record.setdefault("verdicts", []).extend(spelled_out)
        self.fields = fields(row[2] for row in item.rows["documents"])
        self.retired_units = {unit["id"] for unit in self.record.get("units", ()) if unit.get("retired")}
        self.homes = {
            self.source.derived_names[row]: self._document(document)
            for row, document in self.source.places.homes.items()
        }
        self.layouts: dict[str, DocumentLayout] = {}
        for row, units in zip(item.rows["documents"], item.units, strict=True):
            self.layouts[row[2]] = DocumentLayout(self.fields[row[2]], row[6], units.spans, units.speakers)

    def _spelled_out(self, partly: set[tuple[AnnotatorId, CriterionId, int]]) -> Iterator[Found]:
        """Each "no" explicitly where (annotator, criterion, target) are silent of some units only, or of a whole text:
        its silence is about units, and a task does not tell which of them were written later, or left open."""
        if not partly and not self.item.rows["silent_wholes"]:
            return
        sheet = ItemSheet(self.item, self.words)
        answered_cells = {(row[2], (row[4], row[3], row[5])) for row in self.item.rows["verdicts"]}
        silent_cells = [
            (who, (unit, row, target))
            for who, row, target in sorted(partly)
            for unit in sheet.list_asked_units(self.words.criteria[row], target)
            if (who, (unit, row, target)) not in answered_cells | sheet.late
        ]
        silent_cells += [(who, cell) for who, cell, _ in sheet.list_silent_wholes(answered_cells)]
        for who, (unit, row, target) in silent_cells:
            place = self.source.places.cell(unit, target, self.words.criteria[row])
            yield {**self.words.who(who), **self.words.criterion_fields(row), **place, "value": "no"}

    def _document(self, row: int) -> str:
        name: str = self.source.documents[row][2]
        return name

    def _listed_verdicts(self) -> Iterator[Found]:
        """The verdicts that a task holds: none on units that are gone, no gold that was left open."""
        for entry in self.record.get("verdicts", ()):
            left_open = entry["kind"] == "gold" and entry["value"] is None
            if entry["unit"] not in self.retired_units and not left_open:
                yield entry

    def build(self, number: int) -> Found:
        """The task."""
        results: dict[tuple[str, str], list[Found]] = {}
        latest: dict[tuple[str, str], str] = {}
        for at, entry in enumerate(self._listed_verdicts()):
            results.setdefault((entry["annotator"], entry["kind"]), []).extend(self._verdict(at, entry))
        for at, entry in enumerate(self.record.get("judged", ())):
            results.setdefault((entry["annotator"], entry["kind"]), []).extend(self._judged_results(at, entry))
        self._notes(results)
        for row in self.item.rows["decisions"]:
            annotator = self.words.annotators[row[4]]
            latest[annotator] = max(latest.get(annotator, ""), row[3])
        task: Found = {"id": number, "data": self._data(), "annotations": [], "predictions": []}
        for annotator, annotator_results in results.items():
            name, kind = annotator
            if kind in ("human", "gold"):
                annotation = {
                    "result": [self._name(name), *annotator_results],
                    "was_cancelled": False,
                    "ground_truth": kind == "gold",
                }
                if annotator in latest:
                    annotation["created_at"] = latest[annotator]
                task["annotations"].append(annotation)
            else:
                task["predictions"].append({"model_version": name, "result": annotator_results})
        return task

    def _data(self) -> Found:
        galley: Found = {"documents": []}
        for row, units in zip(self.item.rows["documents"], self.item.units, strict=True):
            layout = self.layouts[row[2]]
            entry = {"id": row[2], "field": layout.field, "role": row[3], "system": row[4], "part": row[5]}
            entry["meta"] = orjson.loads(row[7]) if row[7] else None
            entry |= {"unit": units.kind, "units": layout.spans}
            if any(speaker is not None for speaker in layout.speakers):
                entry["speakers"] = [speaker or "" for speaker in layout.speakers]
            galley["documents"].append({name: value for name, value in entry.items() if value not in ("", None)})
        for name in ("dataset", "split", "meta", "scores"):
            if name in self.record:
                galley[name] = self.record[name]
        standing = [unit for unit in self.record.get("units", ()) if unit["id"] not in self.retired_units]
        if standing:
            galley["units"] = [{n: v for n, v in unit.items() if n != "decision"} for unit in standing]
        if answers := [_answer(entry) for entry in self._listed_verdicts() if entry["kind"] in PEOPLE]:
            galley["answers"] = answers
        if resolved := list(self._resolved_cells()):
            galley["resolved"] = resolved
        annotator_rows = {row[2] for row in self.item.rows["verdicts"]} | {row[1] for row in self.item.rows["judged"]}
        galley["kinds"] = dict(sorted(self.words.annotators[who] for who in annotator_rows))
        texts = {layout.field: layout.text for layout in self.layouts.values()}
        return {"key": self.item.key, **texts, "galley": galley}

    def _resolved_cells(self) -> Iterator[Found]:
        """The resolved cells, with how each came by its gold: an import passes over them, they are computed."""
        for cell, row in ItemSheet(self.item, self.words, Only.GOLD).cells(ExportReport()):
            if cell is not None and row["kind"] == "gold" and row["origin"] != "note":
                place = self.source.places.cell(cell[0], cell[2], self.words.criteria[cell[1]])
                resolution: Found = {
                    name: row[name] for name in ("value", "resolved_by", "resolved_how") if name in row
                }
                yield {**self.words.criterion_fields(cell[1]), **place, **resolution}

    # Results -----------------------------------------------------------------------------------------------------

    def _name(self, name: str) -> Found:
        field = next(iter(self.layouts.values())).field if self.layouts else ""
        value = {"text": [name]}
        return {"id": ANNOTATOR, "from_name": ANNOTATOR, "to_name": field, "type": "textarea", "value": value}

    def _verdict(self, at: int, entry: Found) -> list[Found]:
        exported_fields = {
            name: value for name, value in entry.items() if name not in ("annotator", "kind", "decision")
        }
        if opinions := exported_fields.get("explanation_verdict"):
            exported_fields["explanation_verdict"] = [
                {n: v for n, v in opinion.items() if n != "decision"} for opinion in opinions
            ]
        criterion, value = f"{entry['scheme']}/{entry['criterion']}", entry["value"]
        answer = str(value) if value is not None else UNSURE if entry.get("reason") == "unsure" else UNSCORED
        unit = entry["unit"]
        layout = self.layouts[entry["document"] if "document" in entry else self.homes[unit]]
        common: Found = {"to_name": layout.field, "meta": {"galley": {"verdict": at, **exported_fields}}}
        if "confidence" in entry:
            common["score"] = entry["confidence"]
        if not isinstance(unit, int):
            choice_value = {"choices": [f"{criterion}: {answer}"]}
            return [
                {
                    "id": f"v{at}",
                    "from_name": f"whole_{layout.field}",
                    "type": "choices",
                    "value": choice_value,
                    **common,
                }
            ]
        start, end = layout.spans[unit]
        spans = entry.get("spans") or ([entry["span"]] if "span" in entry else [[0, end - start]])
        results: list[Found] = []
        for number, (a, b) in enumerate(spans):
            name = f"v{at}" if number == 0 else f"v{at}.{number}"
            value = {"start": start + a, "end": start + b, "text": layout.text[start + a : start + b]}
            results.append(
                {"id": name, "from_name": f"label_{layout.field}", "type": "labels", **common}
                | {"value": value | {"labels": [criterion]}}
            )
            if number == 0:
                more = {"id": name, "to_name": layout.field}
                results.append(
                    more
                    | {"from_name": f"answer_{layout.field}", "type": "choices", "value": value | {"choices": [answer]}}
                )
                if explanation := entry.get("explanation"):
                    results.append(
                        more
                        | {
                            "from_name": f"words_{layout.field}",
                            "type": "textarea",
                            "value": value | {"text": [explanation]},
                        }
                    )
        return results

    def _judged_results(self, at: int, entry: Found) -> list[Found]:
        labels = [f"{entry['scheme']}/{criterion}" for criterion in entry["criteria"]]
        results = []
        for number, document in enumerate(entry["documents"]):
            field = self.layouts[document].field
            results.append(
                {"id": f"j{at}.{number}", "from_name": f"judged_{field}", "to_name": field, "type": "choices"}
                | {"value": {"choices": labels}}
            )
        return results

    def _notes(self, results: dict[tuple[str, str], list[Found]]) -> None:
        """Notes as texts of the whole document; one on a cell says which."""
        for at, (_, who, unit, criterion, target, text) in enumerate(self.item.rows["notes"]):
            layout = next(iter(self.layouts.values()))
            note_text = text
            if unit is not None:
                full_criterion = self.words.criteria[criterion]
                place = self.source.places.cell(unit, target, full_criterion)
                layout = self.layouts[self._document(target)]
                note_text = f"{label(full_criterion)}, {self.source.places.words(place)}: {text}"
            results.setdefault(self.words.annotators[who], []).append(
                {"id": f"n{at}", "from_name": f"note_{layout.field}", "to_name": layout.field, "type": "textarea"}
                | {"value": {"text": [note_text]}}
            )


EXPORT = LabelStudioExport()


ANNOTATOR = "annotator"
UNSURE, UNSCORED = "unsure", "unscored"
CONTROLS = ("label", "answer", "words", "note", "whole", "judged")
RESERVED = frozenset({"key", "galley", ANNOTATOR})
# Label Studio's own reader of a configuration takes what looks like a number or a truth value for one, and no name.
NO_NAME = re.compile(rf"[0-9]|(?:true|false|nan|inf|infinity)$|(?:{'|'.join(CONTROLS)})_", re.IGNORECASE)


def fields(names: Iterable[str]) -> dict[str, str]:
    """A field for each document: its name with letters, digits and underscores only, told apart by numbers. No field
    is called as a control is."""
    field_by_name: dict[str, str] = {}
    used_fields = set(RESERVED)
    for name in names:
        plain = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or "document"
        if NO_NAME.match(plain):
            plain = f"document_{plain}"
        field, number = plain, 1
        while field in used_fields:
            number += 1
            field = f"{plain}_{number}"
        field_by_name[name] = field
        used_fields.add(field)
    return field_by_name


def label(criterion: Criterion) -> str:
    """What a criterion is called as a label."""
    return f"{criterion.scheme}/{criterion.id}"


def answers(criterion: Criterion) -> list[str]:
    """The values that a criterion may get, as choices."""
    if criterion.scale == "ordinal":
        return [str(value) for value in range(criterion.low, criterion.high + 1)]
    return list(criterion.choices) or ["yes", "no"]


def config(used_fields: Mapping[str, str], criteria: Iterable[Criterion]) -> str:
    """The configuration for tasks with these fields (by field the title that is shown over it). A control with nothing
    to choose from is left out: Label Studio refuses it."""
    criteria_list = list(criteria)
    values = dict.fromkeys([*(value for criterion in criteria_list for value in answers(criterion)), UNSURE, UNSCORED])
    lines = ["<View>"]
    for field, title in used_fields.items():
        lines.append(f"  <Header value={quoteattr(make_visible(title))}/>")
        text = f'  <Text name="{field}" value="${field}"/>'
        note = f'  <TextArea name="note_{field}" toName="{field}" placeholder="Note"/>'
        if not criteria_list:
            lines += [text, note]
            continue
        lines += [
            f'  <Labels name="label_{field}" toName="{field}">',
            *(
                f"    <Label value={quoteattr(label(c))} background={quoteattr(c.colour or '#999999')}/>"
                for c in criteria_list
            ),
            "  </Labels>",
            text,
            f'  <Choices name="answer_{field}" toName="{field}" perRegion="true" choice="single">',
            *_choices(values),
            "  </Choices>",
            f'  <TextArea name="words_{field}" toName="{field}" perRegion="true" placeholder="Explanation"/>',
            note,
            f'  <Choices name="whole_{field}" toName="{field}" choice="multiple">',
            *_choices(f"{label(c)}: {value}" for c in criteria_list for value in (*answers(c), UNSURE, UNSCORED)),
            "  </Choices>",
            f'  <Choices name="judged_{field}" toName="{field}" choice="multiple">',
            *_choices(map(label, criteria_list)),
            "  </Choices>",
        ]
    for field in list(used_fields)[:1]:
        lines.append(f'  <TextArea name="{ANNOTATOR}" toName="{field}" placeholder="Annotator"/>')
    return "\n".join([*lines, "</View>"]) + "\n"


def _choices(values: Iterable[str]) -> list[str]:
    return [f"    <Choice value={quoteattr(value)}/>" for value in values]
