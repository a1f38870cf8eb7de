"""The native record: JSON Lines that import again to the same project. ``docs/native-record.md`` describes it.

Each item is one line. The first of them holds the header too, as its field ``galley``: the annotators, the schemes (as
their TOML text) and the settings. A line of its own would be a row of nothing to everybody who reads the file as a
table; only a file without items has one. Verdicts are ordered by their cell, so a human's answer stands beside the
judge's flag. What follows from the decisions is written too, marked with the ``decision`` it follows from, for programs
that read verdicts and know nothing of decisions; our own import takes it from the log again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from galley.core.domain import AnnotatorId, CriterionId, UnitId
from galley.core.exports._assignments import AssignedPackages
from galley.core.exports._items import Item, Row, TextUnits, iterate_items
from galley.core.exports._places import IdWords, Places
from galley.core.exports._runs import Runs
from galley.core.exports.base import ExportReport, Only, Progress, write_behind
from galley.core.storage import imported_tables, names, open_mark, pseudonyms
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import (
    ItemChoice,
    needs_task_format,
)
from galley.core.storage.queries.settings import list_settings
from galley.core.storage.queries.tasks import read_scheme_sources, read_task_sources
from galley.core.storage.record_rows import UNIT_KIND

TABLES = (
    *("documents", "derived", "sources", "verdicts", "spans", "evidence", "reasons", "judged", "scores"),
    "decisions",
    "handed",
    "known",
    "void",
)
_OPTIONAL_FIELDS = ("reason", "confidence", "votes", "explanation")
FORMAT, TASKS_FORMAT = 1, 2
"""The second as soon as a project has tasks or rounds besides the default ones: earlier readers would take what was
left unmarked in a task for flags that were looked at."""
GAPS = {"turn": "\n", "paragraph": "\n\n", "sentence": " "}
FIELDS = {"turn": "turns", "paragraph": "paragraphs", "sentence": "sentences"}


class GalleyExport:
    """Everything that a project says about its items, and nothing about how it is stored."""

    name = "galley"
    title = "Galley's native record: JSON Lines, one item a line, everything in it; imports to the same project"
    suffix = ".jsonl"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a line for each item, the header in the first. See ``Export.write``."""
        with out.open("wb") as stream, write_behind(stream) as write:
            for record in records(connection, only, report, progress):
                write(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))


def records(connection: Connection, only: Only, report: ExportReport, progress: Progress) -> Iterator[Any]:
    """The lines of the native record, the header in the first."""
    words, runs = IdWords.of(connection), Runs(connection)
    handed = AssignedPackages(connection, words)
    counts = dict.fromkeys(("verdicts", "decisions", "calls"), 0)
    first = {**header(connection), **runs.header(words), **handed.header()}
    for item in iterate_items(connection, ItemChoice(only), (*TABLES, *runs.tables, *handed.tables), report, progress):
        record = Record(item, words)
        built = record.build()
        runs.add(built, item, record.places, record.verdict_ids)
        handed.add(built, item, record.places)
        if first:
            built = {"galley": {"format": first.pop("galley"), **first}, **built}
            first = {}
        yield built
        for table in counts:
            counts[table] += len(item.rows.get(table, ()))
    if first:
        yield first
    for what, count in counts.items():
        if count or what != "calls":
            report.count(what, count)


def header(connection: Connection) -> dict[str, Any]:
    """What the items' names refer to."""
    annotators_by_row = names.annotators(connection)
    annotators = [annotators_by_row[row] for row in IdWords.of(connection).annotators]
    protocols, _ = read_task_sources(connection)
    more = {"protocols": [{"id": name, "toml": source} for name, source in protocols]} if protocols else {}
    return {
        "galley": TASKS_FORMAT if needs_task_format(connection) else FORMAT,
        "annotators": [
            _drop_empty(
                {"annotator": a.name, "kind": a.kind.value, "method": a.method, "model": a.model, "prompt": a.prompt}
            )
            for a in annotators
        ],
        "schemes": [
            {"id": scheme.name, "toml": scheme.toml, "active": bool(scheme.is_active)}
            for scheme in read_scheme_sources(connection)[0]
        ],
        **more,
        "settings": {
            name: orjson.loads(value)
            for name, value in list_settings(connection, "").items()
            if name not in (open_mark.SETTING, pseudonyms.SETTING) and not name.startswith(imported_tables.PREFIX)
        },
    }


class Record:
    """One item's rows as the object that is written."""

    def __init__(self, item: Item, words: IdWords) -> None:
        self.item, self.rows, self.words, self.order = item, item.rows, words, words.order
        self.places = Places(item)
        self.documents, self.derived_names = self.places.documents, self.places.derived_names
        self.nth = {row: place for place, row in enumerate(self.derived_names)}
        self.verdicts = {row[1]: row for row in self.rows["verdicts"]}
        self.uids = {row[1]: row[2] for row in self.rows["decisions"]}
        self.verdict_ids: list[int] = []
        """The row ids of the verdicts in the order in which ``build`` lists them."""

    def build(self) -> dict[str, Any]:
        """The record; fields that would be empty are left out."""
        rows, item = self.rows, self.item
        meta = orjson.loads(item.meta) if item.meta else None
        record = _drop_empty({"key": item.key, "dataset": item.dataset, "split": item.split, "meta": meta})
        record["documents"] = [_document(*both) for both in zip(rows["documents"], item.units, strict=True)]
        if rows["derived"]:
            record["units"] = self._units()
        if rows["verdicts"]:
            record["verdicts"] = self._verdicts()
        if rows["judged"]:
            record["judged"] = self._judged_entries()
        if rows["scores"]:
            record["scores"] = [
                {"document": self.documents[document][2], "metric": metric, **self.words.who(annotator), "value": value}
                for _, document, metric, annotator, value in sorted(
                    rows["scores"], key=lambda row: (row[1], row[2], self.order[row[3]])
                )
            ]
        if rows["decisions"]:
            record["decisions"] = self.decisions()
        if rows.get("handed"):
            record["handed"] = [
                {"task": self.words.tasks[task], **self._cell(unit, criterion, target)}
                for _, task, criterion, unit, target in rows["handed"]
            ]
        if rows.get("known"):
            record["known"] = [
                {**self._cell(unit, criterion, target), "value": value} | ({"trains": True} if trains else {})
                for _, criterion, unit, target, value, trains in rows["known"]
            ]
        if rows.get("void"):
            record["void"] = [
                {"task": self.words.tasks.get(task), "reviewer": self.words.annotators[who][0], "round": number}
                for _, task, who, number in rows["void"]
            ]
        return record

    def _cell(self, unit: UnitId, criterion: CriterionId, target: int) -> dict[str, Any]:
        return {
            **self.words.criterion_fields(criterion),
            **self.places.cell(unit, target, self.words.criteria[criterion]),
        }

    def decisions(self) -> list[dict[str, Any]]:
        """The log of the item in the order in which it counts."""
        return [self._decision(row) for row in self.rows["decisions"]]

    # Units and verdicts ----------------------------------------------------------------------------------------

    def _units(self) -> list[dict[str, Any]]:
        sources: dict[UnitId, list[UnitId]] = {}
        for _, unit, source in self.rows["sources"]:
            sources.setdefault(unit, []).append(source)
        units = []
        first = self.rows["documents"][0][1]
        for _, row, document_id, kind, text, _, type_, meta, written_by, retired in self.rows["derived"]:
            entry: dict[str, Any] = {"id": self.derived_names[row], "kind": kind, "text": text}
            places, follows = [], first
            # Text units in the order of the text, then the derived ones.
            for source in sorted(sources.get(row, ()), key=lambda unit: (self.nth.get(unit, -1), unit)):
                document, _ = self.places.unit(source)
                places.append(self._source(source))
                if len(places) == 1:
                    follows = document[1] if document else self.places.homes[source]
            if places:
                entry["from"] = places
            if follows != document_id:
                entry["document"] = self.documents[document_id][2]
            if type_ is not None:
                entry["type"] = type_
            if meta is not None:
                entry["meta"] = orjson.loads(meta)
            if written_by is not None:
                entry["decision"] = self.uids[written_by]
            if retired:
                entry["retired"] = True
            units.append(entry)
        return units

    def _verdicts(self) -> list[dict[str, Any]]:
        spans: dict[int, list[list[int]]] = {}
        for _, verdict, start, end in self.rows["spans"]:
            spans.setdefault(verdict, []).append([start, end])
        evidence: dict[int, list[dict[str, Any]]] = {}
        for _, verdict, *place in self.rows["evidence"]:
            evidence.setdefault(verdict, []).append(self.places.evidence(*place))
        reasons: dict[int, list[dict[str, Any]]] = {}
        for _, verdict, annotator, value, decision in sorted(
            self.rows["reasons"], key=lambda r: (r[1], self.order[r[2]])
        ):
            entry = {**self.words.who(annotator), "value": value}
            if decision is not None:
                entry["decision"] = self.uids[decision]
            reasons.setdefault(verdict, []).append(entry)
        verdicts = []
        nth, order = self.nth, self.order
        # Text units in the order of the text, then the derived ones.
        for row in sorted(self.rows["verdicts"], key=lambda r: (nth.get(r[4], -1), r[4], r[3], r[5], order[r[2]])):
            _, verdict, annotator, criterion, unit, target, value, *optional_fields, decision = row
            full_criterion = self.words.criteria[criterion]
            if decision is None and not self.places.asks(unit, full_criterion):
                continue  # of an earlier judge, kept for the decisions about it (see unit_repair)
            name, kind = self.words.annotators[annotator]
            entry = {
                **{"annotator": name, "kind": kind, "scheme": full_criterion.scheme, "criterion": full_criterion.id},
                **self.places.cell(unit, target, full_criterion),
                "value": value,
            }
            for what, field_value in zip(_OPTIONAL_FIELDS, optional_fields, strict=True):
                if field_value is not None:
                    entry[what] = field_value
            if places := spans.get(verdict):
                entry["spans" if len(places) > 1 else "span"] = places if len(places) > 1 else places[0]
            if verdict in evidence:
                entry["evidence"] = evidence[verdict]
            if verdict in reasons:
                entry["explanation_verdict"] = reasons[verdict]
            if decision is not None:
                entry["decision"] = self.uids[decision]
            verdicts.append(entry)
            self.verdict_ids.append(verdict)
        return verdicts

    def _judged_entries(self) -> list[dict[str, Any]]:
        """Rows put together: one entry for documents of which an annotator judged the same criteria of a scheme."""
        targets_by_group: dict[tuple[AnnotatorId, int | None, str], dict[int, list[str]]] = {}
        for _, annotator, criterion, target, decision in sorted(
            self.rows["judged"], key=lambda row: (self.order[row[1]], row[2], row[3])
        ):
            full_criterion = self.words.criteria[criterion]
            group = targets_by_group.setdefault((annotator, decision, full_criterion.scheme), {})
            group.setdefault(target, []).append(full_criterion.id)
        entries = []
        for (annotator, decision, scheme), targets in targets_by_group.items():
            same: dict[tuple[str, ...], list[int]] = {}
            for target in sorted(targets):
                same.setdefault(tuple(targets[target]), []).append(target)
            for criteria, rows in same.items():
                entry = {
                    **self.words.who(annotator),
                    "scheme": scheme,
                    "criteria": criteria,
                    "documents": [self.documents[row][2] for row in rows],
                }
                if decision is not None:
                    entry["decision"] = self.uids[decision]
                entries.append(entry)
        return entries

    # The log ---------------------------------------------------------------------------------------------------

    def _decision(self, row: Row) -> dict[str, Any]:
        _, _, uid, at, reviewer, action, unit, criterion, target, flag, value, other = row[:12]
        (
            spans,
            note,
            asked_pairs,
            replaced,
            refers,
            revision,
            shown_text,
            task,
            number,
            seconds,
            act,
            unread,
            source,
            undone,
        ) = row[12:]
        who = self.words.annotators[reviewer][0]
        entry: dict[str, Any] = {"uid": uid, "at": at, "reviewer": who, "action": action}
        if criterion is not None:
            entry.update(self.words.criterion_fields(criterion))
            entry.update(self.places.cell(unit, target, self.words.criteria[criterion]))
        elif target is not None:
            entry["document"] = self.documents[target][2]
        if flag is not None:
            judge, kind = self.words.annotators[self.verdicts[flag][2]]
            entry["flag"], entry["flag_kind"] = judge, kind
        optional_fields = {
            "value": value,
            "as": [*self.words.criterion_fields(other).values()] if other is not None else None,
            "spans": orjson.loads(spans) if spans else None,
            "note": note or None,
            "asked": self._pairs(asked_pairs) if asked_pairs else None,
            "unread": self._pairs(unread) if unread is not None else None,
            "replaced": [self._replaced_verdict(*verdict) for verdict in orjson.loads(replaced)] if replaced else None,
            "made": self._revision(orjson.loads(revision)) if revision else None,
            "shown": shown_text.split() if shown_text is not None else None,
            "task": self.words.tasks[task] if task is not None else None,
            "round": number if number > 1 else None,
            "source": self._attachment(*orjson.loads(source)) if source is not None else None,
            "seconds": seconds,
            "act": act,
            "refers": self.uids[refers] if refers is not None else None,
            "undone": True if undone else None,
        }
        return entry | {name: value for name, value in optional_fields.items() if value is not None}

    def _attachment(self, unit: UnitId, *span: int) -> dict[str, Any]:
        document, place = self.places.unit(unit)
        assert document is not None
        return {"document": document[2], "unit": place, "span": [*span]}

    def _pairs(self, pairs: str) -> list[list[Any]]:
        return [
            [*self.words.criterion_fields(row).values(), self.documents[target][2], *level]
            for row, target, *level in orjson.loads(pairs)
        ]

    def _revision(self, revision: dict[str, Any]) -> dict[str, Any]:
        """See ``galley.core.review.revisions.encode``."""
        units = []
        for unit in revision["units"]:
            entry = {"id": unit["name"], "kind": unit["kind"], "text": unit["text"], "position": unit["position"]}
            entry["document"] = self.documents[unit["document"]][2]
            entry["from"] = [self._source(source) for source in unit["sources"]]
            entry.update({name: unit[name] for name in ("type", "meta") if unit[name] is not None})
            units.append(entry)
        return {"units": units, "replaces": [self.derived_names[row] for row in revision["replaces"]]}

    def _source(self, source: UnitId) -> list[Any] | str:
        document, unit = self.places.unit(source)
        return [document[2], unit] if document else str(unit)

    def _replaced_verdict(
        self, annotator: AnnotatorId, criterion: CriterionId | None, value: Any, *rest: Any
    ) -> dict[str, Any]:
        """See ``galley.core.review.item_state.replaced_by``."""
        reason, confidence, votes, explanation, spans, evidence = rest
        entry = {
            **self.words.who(annotator),
            **(self.words.criterion_fields(criterion) if criterion else {}),
            "value": value,
        }
        optional_fields = {"reason": reason, "confidence": confidence, "votes": votes, "explanation": explanation}
        entry.update({name: value for name, value in optional_fields.items() if value is not None})
        if spans:
            entry["spans"] = spans
        if evidence:
            entry["evidence"] = [self.places.evidence(*place) for place in evidence]
        return entry


def _document(row: Row, units: TextUnits) -> dict[str, Any]:
    _, _, name, role, system, part, text, meta, _, _, _ = row
    document: dict[str, Any] = {"id": name, "role": role}
    if system:
        document["system"] = system
    if part:
        document["part"] = part
    if meta is not None:
        document["meta"] = orjson.loads(meta)
    kind = units.kind or UNIT_KIND[role]
    parts = _turns(text, units) if kind == "turn" else _pieces(text, units, GAPS[kind])
    if parts is not None:
        document[FIELDS[kind]] = parts
        return document
    document["text"] = text
    document["units"] = units.spans
    if kind != UNIT_KIND[role]:
        document["unit"] = kind
    if any(speaker is not None for speaker in units.speakers):
        document["speakers"] = units.speakers
    return document


def _turns(text: str, units: TextUnits) -> list[dict[str, str]] | None:
    """The turns, if they alone give back the text and their places in it."""
    turns, pieces, at = [], [], 0
    for start, end, speaker in units.places:
        words = text[start:end]
        if speaker:
            turns.append({"speaker": speaker, "text": words})
            pieces.append(f"{speaker}: {words}")
            at += len(speaker) + 2
        elif speaker is None:
            return None
        else:
            turns.append({"text": words})
            pieces.append(words)
        if start != at:
            return None
        at = end + 1
    return turns if "\n".join(pieces) == text else None


def _pieces(text: str, units: TextUnits, gap: str) -> list[str] | None:
    """The paragraphs or sentences, if they alone give back the text and their places in it."""
    pieces, at, step = [], 0, len(gap)
    for start, end in zip(units.starts, units.ends, strict=True):
        if start != at:
            return None
        pieces.append(text[start:end])
        at = end + step
    return pieces if units.speakers.count(None) == len(pieces) and gap.join(pieces) == text else None


def _drop_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


EXPORT = GalleyExport()
