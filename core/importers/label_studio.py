"""Label Studio's JSON: tasks with predictions and annotations, our own export's or anybody's.

Tasks that we wrote come back exactly: texts, units, verdicts with spans and evidence, scores, gold and silence, and
where somebody moved a region, chose another label or another answer in between, as it is now. For tasks of others the
labels and choices make a scheme (``_label_scheme``), annotations are humans' verdicts, ``ground_truth`` is gold,
predictions are imports; who submitted an annotation went through the text, so its implicit no on the labels means "no".
Source of the format: Label Studio's documentation, "Label Studio JSON format of annotated tasks".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers._label_scheme import YES_NO, LabelNames
from galley.core.importers._label_task import REGIONS, LabelRegion, LabelResponse, LabelTask, choices, exported_verdict
from galley.core.project.changed_answers import PEOPLE
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields

UNSURE, UNSCORED = "unsure", "unscored"
IMPLICIT_NO_ROLES = ("summary", "table")
"""Roles of documents that are judged themselves."""

Found = dict[str, Any]


class LabelStudioImporter:
    """Reads the files twice, element by element: first what labels there are, then the tasks."""

    name = "label-studio"
    title = "Label Studio (JSON)"
    reads = "Label Studio's JSON, exported by Galley or by Label Studio"
    becomes = "Galley's own tasks, exactly as exported; other files with a scheme of their labels"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with ``data`` beside annotations, predictions or an id of a task."""
        start = preview.first_element(head)
        marks = (b'"annotations"', b'"predictions"', b'"completions"', b'"total_annotations"')
        return start.startswith(b"{") and b'"data"' in start and any(mark in start for mark in marks)

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield a header with the schemes and an item a task. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises, passes=2)
        labels = LabelNames()
        for path in paths:
            for line, raw in json_lines.elements(path, report):
                task = LabelTask(JsonFields(raw, path, line))
                _collect_labels(task, labels)
                galley_header = task.own_record.get("header") if task.own_record is not None else None
                if isinstance(galley_header, dict) and "galley" in galley_header:
                    yield ParsedRecord(galley_header, str(path), line)
        source = labels.source()
        if source:
            header = {"galley": 1, "schemes": [{"id": labels.scheme, "toml": source}]}
            yield ParsedRecord(header, str(paths[0]), 1)
        keys: set[str] = set()
        for path in paths:
            for line, raw in json_lines.elements(path, report):
                task = LabelTask(JsonFields(raw, path, line))
                record = _Reader(task, labels, options.annotator, report).record()
                record["key"] = _key(task, len(keys) + 1)
                keys.add(record["key"])
                yield ParsedRecord(record, str(path), line, _earlier_answers(task) if not options.annotator else ())


def _earlier_answers(task: LabelTask) -> list[Found]:
    """What people and gold had said when we wrote the task, of those whose annotation is still there; of an older file
    only what it still says something of."""
    if task.own_record is None:
        return []
    responses = {(response.name, response.kind): response for response in task.responses() if response.kind in PEOPLE}
    answers = task.own_record.get("answers")
    if isinstance(answers, list):
        return [e for e in answers if isinstance(e, dict) and (e.get("annotator"), e.get("kind")) in responses]
    return [
        {**verdict, "annotator": name, "kind": kind}
        for (name, kind), response in responses.items()
        for result in response.results
        if (verdict := exported_verdict(result)) is not None
    ]


def _key(task: LabelTask, number: int) -> str:
    for candidate in (task.data.raw.get("key"), task.data.raw.get("id"), task.raw.raw.get("id")):
        if isinstance(candidate, str | int) and not isinstance(candidate, bool) and str(candidate).strip():
            return str(candidate)
    return f"task-{number}"


def _collect_labels(task: LabelTask, labels: LabelNames) -> None:
    """Take down what a task names that no scheme of ours has."""
    for response in task.responses():
        for region in task.regions(response.results):
            if region.document and region.exported_verdict is None:
                text = task.texts[region.document]
                for name in region.labels:
                    if not _is_own_label(task, name):
                        labels.see_label(name, text.kind, text.role)
        for result, role in _of_documents(task, response):
            if result["type"] == "choices":
                labels.see_choices(str(result["from_name"]), choices(result), role)
            elif (number := _number(result)) is not None:
                labels.see_number(str(result["from_name"]), number, role)


def _of_documents(task: LabelTask, response: LabelResponse) -> Iterator[tuple[Found, str]]:
    """Choices and numbers that are said of a whole document, and the role of that."""
    region_ids = {str(result.get("id")) for result in response.results if result.get("type") in REGIONS}
    for result in response.results:
        if result.get("type") not in ("choices", "rating", "number") or exported_verdict(result) is not None:
            continue
        if (
            str(result.get("id")) in region_ids
            or _is_implicit_no(task, result)
            or not isinstance(result.get("from_name"), str)
        ):
            continue
        document = task.document(result)
        if document is not None and (choices(result) or result["type"] != "choices"):
            yield result, task.texts[document].role


def _is_implicit_no(task: LabelTask, result: Found) -> bool:
    return task.own_record is not None and str(result.get("from_name")).startswith("judged_")


def _number(result: Found) -> int | None:
    value = result.get("value")
    number = value.get(str(result["type"])) if isinstance(value, dict) else None
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    return number if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 1_000 else None


def _is_own_label(task: LabelTask, label: str) -> bool:
    scheme, slash, criterion = label.partition("/")
    return task.own_record is not None and bool(slash and scheme and criterion)


class _Reader:
    """One task as a native record."""

    def __init__(self, task: LabelTask, labels: LabelNames, annotator: str, report: ImportReport) -> None:
        self.task, self.labels, self.annotator, self.report = task, labels, annotator, report

    def record(self) -> Found:
        """The record without its key."""
        task, own_data = self.task, self.task.own_record
        record: Found = {"documents": task.documents}
        if own_data is not None:
            record |= {n: own_data[n] for n in ("dataset", "split", "meta", "units", "scores") if n in own_data}
        else:
            other_fields = {n: v for n, v in task.data.raw.items() if n not in task.fields and n not in ("key", "id")}
            record |= {n: other_fields.pop(n) for n in ("dataset", "split") if isinstance(other_fields.get(n), str)}
            record["meta"] = other_fields
        record["verdicts"], record["judged"] = [], []
        if cancelled := task.cancelled_count():
            self.report.count("annotations that were cancelled", cancelled)
        for response in task.responses():
            name = self.annotator if self.annotator and response.kind == "human" else response.name
            who = {"annotator": name, "kind": response.kind}
            verdicts: dict[tuple[Any, ...], Found] = {}
            self._regions(response, verdicts)
            self._documents(response, verdicts)
            record["verdicts"] += [who | entry for entry in verdicts.values()]
            record["judged"] += [who | entry for entry in self._judged_entries(response)]
            self._rest(response)
        return record

    # Regions -------------------------------------------------------------------------------------------------------

    def _regions(self, response: LabelResponse, verdicts: dict[tuple[Any, ...], Found]) -> None:
        whole: dict[Any, list[LabelRegion]] = {}
        for region in self.task.regions(response.results):
            if not region.document:
                self.report.count("regions that lie in no text")
            elif region.exported_verdict is not None:
                whole.setdefault(str(region.exported_verdict.get("verdict")), []).append(region)
            else:
                for name in region.labels:
                    self._add_foreign(region, name, verdicts)
        for regions in whole.values():
            self._add_exported(regions, verdicts)

    def _add_exported(self, regions: list[LabelRegion], verdicts: dict[tuple[Any, ...], Found]) -> None:
        """A verdict that our own export wrote, with what was changed since."""
        first = regions[0]
        assert first.exported_verdict is not None
        entry = {n: v for n, v in first.exported_verdict.items() if n not in ("verdict", "span", "spans")}
        if first.labels and first.labels[0] != f"{entry.get('scheme')}/{entry['criterion']}":
            scheme, _, criterion = first.labels[0].partition("/")
            entry |= {"scheme": scheme, "criterion": criterion}
        self._set_answer(entry, first.answer)
        if first.words is not None:
            entry["explanation"] = first.words
        text = self.task.texts[first.document]
        unit = entry["unit"]
        inside = first.document == entry.get("document") and isinstance(unit, int) and 0 <= unit < len(text.spans)
        start, end = text.spans[unit] if inside else (0, 0)
        if inside and all(start <= region.start and region.end <= end for region in regions):
            spans = [[region.start - start, region.end - start] for region in regions]
            if (
                first.exported_verdict.get("span") is not None
                or first.exported_verdict.get("spans") is not None
                or spans != [[0, end - start]]
            ):
                entry["spans"] = spans
            verdicts[self._cell(entry)] = entry
            return
        for name in ("about", "evidence") if first.document != entry.get("document") else ("evidence",):
            entry.pop(name, None)
        for region in regions:
            for at, a, b in self.task.stretches(region):
                moved = {**entry, "document": region.document, "unit": at, "spans": [[a, b]]}
                self._merge(moved, verdicts)

    def _add_foreign(self, region: LabelRegion, name: str, verdicts: dict[tuple[Any, ...], Found]) -> None:
        """A region that somebody else made."""
        text = self.task.texts[region.document]
        if _is_own_label(self.task, name):
            scheme, _, criterion = name.partition("/")
            entry: Found = {"scheme": scheme, "criterion": criterion}
        else:
            entry = dict(self.labels.label(name, text.kind, text.role))
        entry["value"] = "yes"
        self._set_answer(entry, region.answer)
        if region.words is not None:
            entry["explanation"] = region.words
        places = self.task.stretches(region)
        if not places:
            self.report.count("regions that lie in no text")
        for unit, start, end in places:
            self._merge({**entry, "document": region.document, "unit": unit, "spans": [[start, end]]}, verdicts)

    def _merge(self, entry: Found, verdicts: dict[tuple[Any, ...], Found]) -> None:
        """Two regions with one label in one unit are one verdict with two spans."""
        first_entry = verdicts.setdefault(self._cell(entry), entry)
        if first_entry is not entry and first_entry["value"] == entry["value"]:
            first_entry["spans"] = sorted(
                [*first_entry.get("spans", []), *(s for s in entry["spans"] if s not in first_entry["spans"])]
            )

    @staticmethod
    def _cell(entry: Found) -> tuple[Any, ...]:
        return tuple(str(entry.get(n)) for n in ("scheme", "criterion", "document", "unit", "about"))

    @staticmethod
    def _set_answer(entry: Found, answer: str | None) -> None:
        """Take the answer of a region, unless it says what is there already."""
        old_value = entry.get("value")
        answer_text = answer.strip() if answer is not None else None
        if (
            answer_text is None
            or (old_value is not None and answer_text == str(old_value))
            or (old_value is None and answer_text in (UNSURE, UNSCORED))
        ):
            return
        if answer_text in (UNSURE, UNSCORED):
            entry |= {"value": None, "reason": answer_text}
            return
        entry["value"] = (
            int(answer_text)
            if re.fullmatch(r"[0-9]{1,9}", answer_text)
            else YES_NO.get(answer_text.casefold(), answer_text)
        )
        entry.pop("reason", None)

    # Whole documents and silence -----------------------------------------------------------------------------------

    def _documents(self, response: LabelResponse, verdicts: dict[tuple[Any, ...], Found]) -> None:
        for result in response.results:
            exported_fields = exported_verdict(result)
            if result.get("type") != "choices" or exported_fields is None:
                continue
            entry = {n: v for n, v in exported_fields.items() if n != "verdict"}
            labels = choices(result)
            if labels:
                label, _, answer = labels[-1].rpartition(": ")
                scheme, slash, criterion = label.partition("/")
                if slash:
                    entry |= {"scheme": scheme, "criterion": criterion}
                self._set_answer(entry, answer)
            verdicts[self._cell(entry)] = entry
        for result, role in _of_documents(self.task, response):
            place = {"document": self.task.document(result), "unit": "whole"}
            control = str(result["from_name"])
            if result["type"] == "choices":
                for entry in self.labels.choice_fields(control, choices(result), role):
                    verdicts.setdefault(self._cell(entry | place), entry | place)
            elif (number := _number(result)) is not None and ("rating", control, "whole", role) in self.labels.ids:
                rated = self.labels.rating_fields(control, number, role) | place
                verdicts.setdefault(self._cell(rated), rated)
            else:
                self.report.count("numbers on no scale of whole steps")

    def _judged_entries(self, response: LabelResponse) -> Iterator[Found]:
        if self.task.own_record is not None:
            for result in response.results:
                document = self.task.document(result)
                if _is_implicit_no(self.task, result) and document is not None:
                    by: dict[str, list[str]] = {}
                    for label in choices(result):
                        scheme, _, criterion = label.partition("/")
                        by.setdefault(scheme, []).append(criterion)
                    for scheme, criteria in by.items():
                        yield {"scheme": scheme, "criteria": criteria, "documents": [document]}
            return
        criteria_by_role: dict[str, list[str]] = {}
        for key, criterion in self.labels.ids.items():
            if key[0] == "label":
                criteria_by_role.setdefault(key[3], []).append(criterion)
        for name, text in self.task.texts.items():
            if text.role in criteria_by_role:
                yield {"scheme": self.labels.scheme, "criteria": criteria_by_role[text.role], "documents": [name]}

    def _rest(self, response: LabelResponse) -> None:
        """Count what has no place in a project."""
        region_ids = {str(result.get("id")) for result in response.results if result.get("type") in REGIONS}
        for result in response.results:
            kind = result.get("type")
            if kind == "textarea" and str(result.get("id")) not in region_ids:
                self.report.count("notes left out")
            elif kind not in ("textarea", "choices", "rating", "number", *REGIONS):
                self.report.count("results of other kinds left out")


IMPORTER = LabelStudioImporter()
