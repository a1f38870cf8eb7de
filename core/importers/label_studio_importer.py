"""Label Studio's JSON: tasks with predictions and annotations, our own export's or anybody's.

Tasks that we wrote come back exactly: texts, units, verdicts with spans and evidence, scores, gold and silence, and
where somebody moved a region, chose another label or another answer in between, as it is now. For tasks of others the
labels and choices make a scheme (``_label_scheme``), annotations are humans' verdicts, ``ground_truth`` is gold,
predictions are imports; who submitted an annotation went through the text, so its silence on the labels means "no".
Source of the format: Label Studio's documentation, "Label Studio JSON format of annotated tasks".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.importers._label_scheme import YES_NO, LabelNames
from galley.core.importers._label_task import REGIONS, LabelTask, LabelVoice, Region, choices, kept
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.intake import first_look, json_lines
from galley.core.intake.json_lines import JsonFields
from galley.core.project.reanswered import PEOPLE

UNSURE, UNSCORED = "unsure", "unscored"
SILENT = ("summary", "table")
"""Roles of documents that are judged themselves."""

Found = dict[str, Any]


class LabelStudioImporter:
    """Reads the files twice, element by element: first what labels there are, then the tasks."""

    name = "label-studio"
    title = "Label Studio (JSON)"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, head: bytes, path: Path) -> bool:
        """A list of objects with ``data`` beside annotations, predictions or an id of a task."""
        start = first_look.first_element(head)
        marks = (b'"annotations"', b'"predictions"', b'"completions"', b'"total_annotations"')
        return start.startswith(b"{") and b'"data"' in start and any(mark in start for mark in marks)

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[Parsed]:
        """Yield a header with the schemes and an item a task. Raises: InputError."""
        first_look.begin(paths, report, self.title, self.recognises, passes=2)
        labels = LabelNames()
        for path in paths:
            for line, raw in json_lines.elements(path, report):
                task = LabelTask(JsonFields(raw, path, line))
                _see(task, labels)
                given = task.own.get("header") if task.own is not None else None
                if isinstance(given, dict) and "galley" in given:
                    yield Parsed(given, str(path), line)
        source = labels.source()
        if source:
            header = {"galley": 1, "schemes": [{"id": labels.scheme, "toml": source}]}
            yield Parsed(header, str(paths[0]), 1)
        keys: set[str] = set()
        for path in paths:
            for line, raw in json_lines.elements(path, report):
                task = LabelTask(JsonFields(raw, path, line))
                record = _Reader(task, labels, options.annotator, report).record()
                record["key"] = _key(task, len(keys) + 1)
                keys.add(record["key"])
                yield Parsed(record, str(path), line, _before(task) if not options.annotator else ())


def _before(task: LabelTask) -> list[Found]:
    """What people and gold had said when we wrote the task, of those whose annotation is still there; of an older file
    only what it still says something of."""
    if task.own is None:
        return []
    voices = {(voice.name, voice.kind): voice for voice in task.voices() if voice.kind in PEOPLE}
    given = task.own.get("answers")
    if isinstance(given, list):
        return [e for e in given if isinstance(e, dict) and (e.get("annotator"), e.get("kind")) in voices]
    return [
        {**said, "annotator": name, "kind": kind}
        for (name, kind), voice in voices.items()
        for result in voice.results
        if (said := kept(result)) is not None
    ]


def _key(task: LabelTask, number: int) -> str:
    for given in (task.data.raw.get("key"), task.data.raw.get("id"), task.raw.raw.get("id")):
        if isinstance(given, str | int) and not isinstance(given, bool) and str(given).strip():
            return str(given)
    return f"task-{number}"


def _see(task: LabelTask, labels: LabelNames) -> None:
    """Take down what a task names that no scheme of ours has."""
    for voice in task.voices():
        for region in task.regions(voice.results):
            if region.document and region.kept is None:
                text = task.texts[region.document]
                for name in region.labels:
                    if not _ours(task, name):
                        labels.see_label(name, text.kind, text.role)
        for result, role in _of_documents(task, voice):
            if result["type"] == "choices":
                labels.see_choices(str(result["from_name"]), choices(result), role)
            elif (number := _number(result)) is not None:
                labels.see_number(str(result["from_name"]), number, role)


def _of_documents(task: LabelTask, voice: LabelVoice) -> Iterator[tuple[Found, str]]:
    """Choices and numbers that are said of a whole document, and the role of that."""
    marked = {str(result.get("id")) for result in voice.results if result.get("type") in REGIONS}
    for result in voice.results:
        if result.get("type") not in ("choices", "rating", "number") or kept(result) is not None:
            continue
        if str(result.get("id")) in marked or _silence(task, result) or not isinstance(result.get("from_name"), str):
            continue
        document = task.document(result)
        if document is not None and (choices(result) or result["type"] != "choices"):
            yield result, task.texts[document].role


def _silence(task: LabelTask, result: Found) -> bool:
    return task.own is not None and str(result.get("from_name")).startswith("judged_")


def _number(result: Found) -> int | None:
    value = result.get("value")
    given = value.get(str(result["type"])) if isinstance(value, dict) else None
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    return given if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 1_000 else None


def _ours(task: LabelTask, label: str) -> bool:
    scheme, slash, criterion = label.partition("/")
    return task.own is not None and bool(slash and scheme and criterion)


class _Reader:
    """One task as a native record."""

    def __init__(self, task: LabelTask, labels: LabelNames, annotator: str, report: ImportReport) -> None:
        self.task, self.labels, self.annotator, self.report = task, labels, annotator, report

    def record(self) -> Found:
        """The record without its key."""
        task, own = self.task, self.task.own
        found: Found = {"documents": task.documents}
        if own is not None:
            found |= {n: own[n] for n in ("dataset", "split", "meta", "units", "scores") if n in own}
        else:
            beside = {n: v for n, v in task.data.raw.items() if n not in task.fields and n not in ("key", "id")}
            found |= {n: beside.pop(n) for n in ("dataset", "split") if isinstance(beside.get(n), str)}
            found["meta"] = beside
        found["verdicts"], found["judged"] = [], []
        if cancelled := task.cancelled():
            self.report.count("annotations that were cancelled", cancelled)
        for voice in task.voices():
            name = self.annotator if self.annotator and voice.kind == "human" else voice.name
            who = {"annotator": name, "kind": voice.kind}
            verdicts: dict[tuple[Any, ...], Found] = {}
            self._regions(voice, verdicts)
            self._documents(voice, verdicts)
            found["verdicts"] += [who | entry for entry in verdicts.values()]
            found["judged"] += [who | entry for entry in self._judged(voice)]
            self._rest(voice)
        return found

    # Regions -------------------------------------------------------------------------------------------------------

    def _regions(self, voice: LabelVoice, verdicts: dict[tuple[Any, ...], Found]) -> None:
        whole: dict[Any, list[Region]] = {}
        for region in self.task.regions(voice.results):
            if not region.document:
                self.report.count("regions that lie in no text")
            elif region.kept is not None:
                whole.setdefault(str(region.kept.get("verdict")), []).append(region)
            else:
                for name in region.labels:
                    self._marked(region, name, verdicts)
        for regions in whole.values():
            self._kept(regions, verdicts)

    def _kept(self, regions: list[Region], verdicts: dict[tuple[Any, ...], Found]) -> None:
        """A verdict that our own export wrote, with what was changed since."""
        first = regions[0]
        assert first.kept is not None
        entry = {n: v for n, v in first.kept.items() if n not in ("verdict", "span", "spans")}
        if first.labels and first.labels[0] != f"{entry.get('scheme')}/{entry['criterion']}":
            scheme, _, criterion = first.labels[0].partition("/")
            entry |= {"scheme": scheme, "criterion": criterion}
        self._answered(entry, first.answer)
        if first.words is not None:
            entry["explanation"] = first.words
        text = self.task.texts[first.document]
        unit = entry["unit"]
        inside = first.document == entry.get("document") and isinstance(unit, int) and 0 <= unit < len(text.spans)
        start, end = text.spans[unit] if inside else (0, 0)
        if inside and all(start <= region.start and region.end <= end for region in regions):
            spans = [[region.start - start, region.end - start] for region in regions]
            if first.kept.get("span") is not None or first.kept.get("spans") is not None or spans != [[0, end - start]]:
                entry["spans"] = spans
            verdicts[self._cell(entry)] = entry
            return
        for name in ("about", "evidence") if first.document != entry.get("document") else ("evidence",):
            entry.pop(name, None)
        for region in regions:
            for at, a, b in self.task.stretches(region):
                moved = {**entry, "document": region.document, "unit": at, "spans": [[a, b]]}
                self._merge(moved, verdicts)

    def _marked(self, region: Region, name: str, verdicts: dict[tuple[Any, ...], Found]) -> None:
        """A region that somebody else made."""
        text = self.task.texts[region.document]
        if _ours(self.task, name):
            scheme, _, criterion = name.partition("/")
            entry: Found = {"scheme": scheme, "criterion": criterion}
        else:
            entry = dict(self.labels.label(name, text.kind, text.role))
        entry["value"] = "yes"
        self._answered(entry, region.answer)
        if region.words is not None:
            entry["explanation"] = region.words
        places = self.task.stretches(region)
        if not places:
            self.report.count("regions that lie in no text")
        for unit, start, end in places:
            self._merge({**entry, "document": region.document, "unit": unit, "spans": [[start, end]]}, verdicts)

    def _merge(self, entry: Found, verdicts: dict[tuple[Any, ...], Found]) -> None:
        """Two regions with one label in one unit are one verdict with two spans."""
        there = verdicts.setdefault(self._cell(entry), entry)
        if there is not entry and there["value"] == entry["value"]:
            there["spans"] = sorted([*there.get("spans", []), *(s for s in entry["spans"] if s not in there["spans"])])

    @staticmethod
    def _cell(entry: Found) -> tuple[Any, ...]:
        return tuple(str(entry.get(n)) for n in ("scheme", "criterion", "document", "unit", "about"))

    @staticmethod
    def _answered(entry: Found, answer: str | None) -> None:
        """Take the answer of a region, unless it says what is there already."""
        now = entry.get("value")
        said = answer.strip() if answer is not None else None
        if said is None or (now is not None and said == str(now)) or (now is None and said in (UNSURE, UNSCORED)):
            return
        if said in (UNSURE, UNSCORED):
            entry |= {"value": None, "reason": said}
            return
        entry["value"] = int(said) if re.fullmatch(r"[0-9]{1,9}", said) else YES_NO.get(said.casefold(), said)
        entry.pop("reason", None)

    # Whole documents and silence -----------------------------------------------------------------------------------

    def _documents(self, voice: LabelVoice, verdicts: dict[tuple[Any, ...], Found]) -> None:
        for result in voice.results:
            said = kept(result)
            if result.get("type") != "choices" or said is None:
                continue
            entry = {n: v for n, v in said.items() if n != "verdict"}
            chosen = choices(result)
            if chosen:
                label, _, answer = chosen[-1].rpartition(": ")
                scheme, slash, criterion = label.partition("/")
                if slash:
                    entry |= {"scheme": scheme, "criterion": criterion}
                self._answered(entry, answer)
            verdicts[self._cell(entry)] = entry
        for result, role in _of_documents(self.task, voice):
            place = {"document": self.task.document(result), "unit": "whole"}
            control = str(result["from_name"])
            if result["type"] == "choices":
                for entry in self.labels.chosen(control, choices(result), role):
                    verdicts.setdefault(self._cell(entry | place), entry | place)
            elif (number := _number(result)) is not None and ("rating", control, "whole", role) in self.labels.ids:
                rated = self.labels.rated(control, number, role) | place
                verdicts.setdefault(self._cell(rated), rated)
            else:
                self.report.count("numbers on no scale of whole steps")

    def _judged(self, voice: LabelVoice) -> Iterator[Found]:
        if self.task.own is not None:
            for result in voice.results:
                document = self.task.document(result)
                if _silence(self.task, result) and document is not None:
                    by: dict[str, list[str]] = {}
                    for label in choices(result):
                        scheme, _, criterion = label.partition("/")
                        by.setdefault(scheme, []).append(criterion)
                    for scheme, criteria in by.items():
                        yield {"scheme": scheme, "criteria": criteria, "documents": [document]}
            return
        asked: dict[str, list[str]] = {}
        for key, criterion in self.labels.ids.items():
            if key[0] == "label":
                asked.setdefault(key[3], []).append(criterion)
        for name, text in self.task.texts.items():
            if text.role in asked:
                yield {"scheme": self.labels.scheme, "criteria": asked[text.role], "documents": [name]}

    def _rest(self, voice: LabelVoice) -> None:
        """Count what has no place in a project."""
        marked = {str(result.get("id")) for result in voice.results if result.get("type") in REGIONS}
        for result in voice.results:
            kind = result.get("type")
            if kind == "textarea" and str(result.get("id")) not in marked:
                self.report.count("notes left out")
            elif kind not in ("textarea", "choices", "rating", "number", *REGIONS):
                self.report.count("results of other kinds left out")


IMPORTER = LabelStudioImporter()
