"""One element under a mapping: a fragment of a native record, and what had to be refused.

A fragment holds what one row says of its item. Rows of one item need not follow each other: ``assembling`` puts the
fragments of a key together.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from galley.core.tables import record_paths, record_values
from galley.core.tables.elements import Element
from galley.core.tables.mapping import Block, TableMapping, TextPath
from galley.core.tables.record_paths import Scope, Wrong
from galley.core.tables.record_values import UnmappedValueError, Value, canonical

LISTED = 1_000
MOST_PLACES = 10


@dataclass(slots=True)
class ImportRefusals:
    """What cannot be imported: (place, sentence) of each refusal (the first thousand), how many there are, and the
    values that no map names with their counts."""

    places: list[tuple[str, str]] = field(default_factory=list)
    count: int = 0
    unmapped_values: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, place: str, error: Wrong) -> None:
        """One more, at a place that names file, sheet, row and field."""
        self.count += 1
        if isinstance(error, UnmappedValueError):
            self.unmapped_values[error.path, error.value] += 1
            if self.unmapped_values[error.path, error.value] > 1:
                return
        if len(self.places) < LISTED:
            self.places.append((place, str(error)))

    def sentences(self) -> list[str]:
        """Values that no map names with their counts, then each sentence once with the places that it is about."""
        count_lines = [
            f"“{value}” of “{path}” is in no map: {count:,} times"
            for (path, value), count in self.unmapped_values.most_common()
        ]
        places_by_sentence: dict[str, list[str]] = {}
        for place, sentence in self.places:
            places_by_sentence.setdefault(sentence, []).append(place)
        return count_lines + [f"{_join_places(places)}: {sentence}" for sentence, places in places_by_sentence.items()]


def _join_places(places: Sequence[str]) -> str:
    """Places of one sentence: "news.csv, row 2, key (also row 3, row 4 and 7 more)"."""
    first, *others = places
    if not others:
        return first
    file, column = first.partition(", ")[0], first.rpartition(", ")[2]
    short = [place.removeprefix(f"{file}, ").removesuffix(f", {column}") for place in others[:MOST_PLACES]]
    more = f" and {len(others) - MOST_PLACES:,} more" if len(others) > MOST_PLACES else ""
    return f"{first} (also {', '.join(short)}{more})"


@dataclass(slots=True)
class Builder:
    """Makes fragments. ``seen`` counts how often each path led anywhere, ``skipped_count`` the elements that
    ``only`` left out."""

    mapping: TableMapping
    refusals: ImportRefusals = field(default_factory=ImportRefusals)
    seen: set[str] = field(default_factory=set)
    led: set[int] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)
    skipped_count: int = 0
    taken_count: int = 0
    gaps: int = 0
    unread: int = 0
    rounded_count: int = 0
    without: Counter[str] = field(default_factory=Counter)
    used: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        paths = list(self.mapping.paths())
        blocks = (*(self.mapping.summaries or ()), *self.mapping.verdicts, *self.mapping.scores)
        whole = [block.list_path for block in blocks if block.list_path] + [
            t.list_path for t in self.mapping.texts.values() if t.list_path
        ]
        flat = [p for p in paths if p.first and (p in whole or sum(step[0] != "up" for step in p.steps) == 1)]
        self.used = frozenset({p.first for p in flat} | {p.text for p in paths})
        self.patterns = tuple(p.first for p in flat if "*" in p.first)

    def fragment(self, element: Element) -> dict[str, Any] | None:
        """What one element says; None where ``only`` leaves it out or something of it is refused."""
        scope = Scope(element.value, element.number, element.path.stem, None)
        if isinstance(element.value, dict):
            self.names.update(element.value.keys())
        place = f"{element.path.name}, {element.place}"
        before = self.refusals.count
        fragment: dict[str, Any] = {"place": place, "file": element.path.name, "line": element.line}
        for value, allowed in self.mapping.only:
            if (only_value := self._single_value(value, scope, place, "only")) is None or canonical(
                only_value
            ) not in allowed:
                self.skipped_count += self.refusals.count == before
                return None
        self.taken_count += 1
        for name, value in self.mapping.values.items():
            fragment[name] = self._string(value, scope, place, name) or None
        if not (fragment["key"] or "").strip() and self.refusals.count == before:
            self.refusals.add(f"{place}, key", Wrong("the key is empty; every row needs one"))
        fragment["documents"] = [
            document
            for role, text in self.mapping.texts.items()
            if (document := self._document(text, scope, place, role)) is not None
        ]
        for document in fragment["documents"]:
            document["id"] = document["role"]
        for block in self.mapping.summaries or ():
            fragment["documents"] += self._summaries(block, scope, place)
        fragment["verdicts"], fragment["judged"] = [], []
        for block in self.mapping.verdicts:
            fragment["verdicts"] += self._verdicts(block, scope, place)
            if block.implicit_no == "no":
                fragment["judged"] += self._read_implicit_no(block, scope, place)
        fragment["scores"] = [score for block in self.mapping.scores for score in self._scores(block, scope, place)]
        fragment["meta"] = self._meta(element.value, scope, place)
        return fragment if self.refusals.count == before else None

    # Values -----------------------------------------------------------------------------------------------------

    def _single_value(self, value: Value | None, scope: Scope, place: str, name: str) -> record_values.Scalar | None:
        if value is None:
            return None
        if value.constant is not None:
            return value.constant
        try:
            scalar = record_values.single_value(value, scope)
        except Wrong as error:
            self.refusals.add(f"{place}, {name}", error)
            return None
        if scalar is not None and id(value) not in self.led:
            self._note_paths(value)
        return scalar

    def _note_paths(self, value: Value) -> None:
        """Note that the paths of a value led somewhere; which they are is looked up once."""
        if id(value) not in self.led:
            self.led.add(id(value))
            self.seen.update(path.text for path in value.paths())

    def _string(self, value: Value | None, scope: Scope, place: str, name: str) -> str:
        scalar = self._single_value(value, scope, place, name)
        if isinstance(scalar, str):
            return scalar
        if scalar is None or value is None:
            return ""
        try:
            return record_values.as_text(scalar, record_values.value_name(value))
        except Wrong as error:
            self.refusals.add(f"{place}, {name}", error)
            return ""

    def _iterate_elements(self, block: Block, scope: Scope, place: str) -> Iterator[tuple[Scope, str]]:
        if block.list_path is None:
            yield scope, place
            return
        try:
            for number, element_scope in enumerate(record_paths.find(block.list_path, scope)):
                self.seen.add(block.list_path.text)
                yield element_scope, f"{place}, {block.list_path.text} {number + 1}"
        except Wrong as error:
            self.refusals.add(f"{place}, {block.list_path.text}", error)

    # Parts of a record ------------------------------------------------------------------------------------------

    def _document(self, text: TextPath, scope: Scope, place: str, role: str) -> dict[str, Any] | None:
        if text.list_path is None:
            before = self.refusals.count
            text_value = self._single_value(text.value, scope, place, role)
            if text_value is None:
                if text.value is not None and self.refusals.count == before and not _optional(text.value):
                    self.without[record_values.value_name(text.value)] += 1
                return None
            return {"role": role, "text": text_value if isinstance(text_value, str) else canonical(text_value)}
        parts: list[Any] = []
        try:
            for turn_scope in record_paths.find(text.list_path, scope):
                self.seen.add(text.list_path.text)
                words = self._string(text.value, turn_scope, place, role)
                who = self._string(text.speaker, turn_scope, place, f"{role}.speaker")
                parts.append({"speaker": who, "text": words} if text.parts == "turns" else words)
        except Wrong as error:
            self.refusals.add(f"{place}, {role}", error)
        return {"role": role, text.parts: parts} if parts else None

    def _summaries(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        for element_scope, where in self._iterate_elements(block, scope, place):
            document = self._document(block.text, element_scope, where, "summary")
            if document is None:
                continue
            system = self._string(block.values.get("system"), element_scope, where, "system").strip()
            part = self._string(block.values.get("part"), element_scope, where, "part").strip()
            name = name_of(system)
            yield document | {
                "id": name + (f"-{part}" if part not in ("", "whole") else ""),
                "system": system,
                "part": part,
            }

    def _target(self, block: Block, scope: Scope, place: str) -> str:
        """The document that a verdict or score names; "" for the only summary of its row."""
        if "document" in block.values:
            return self._string(block.values["document"], scope, place, "document")
        system = self._string(block.values.get("system"), scope, place, "system").strip()
        return name_of(system) if system else ""

    def _verdicts(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        get = block.values.get
        for number, (element_scope, where) in enumerate(self._iterate_elements(block, scope, place)):
            answer = self._answer(block, element_scope, where)
            if answer["value"] is None and not answer.get("reason"):
                continue
            scheme, _, criterion = self._string(get("criterion"), element_scope, where, "criterion").partition("/")
            entry: dict[str, Any] = {
                "annotator": self._string(get("annotator"), element_scope, where, "annotator").strip(),
                "kind": self._string(get("kind"), element_scope, where, "kind"),
                "scheme": scheme,
                "criterion": criterion,
                "document": self._target(block, element_scope, where),
                "place": where,
                "block": (block.location, number),
            }
            if not (scheme and criterion):
                self.refusals.add(f"{where}, criterion", Wrong("the criterion must be written as scheme/criterion"))
            if not entry["annotator"]:
                self.refusals.add(f"{where}, annotator", Wrong("there is no annotator"))
            yield entry | answer

    def _answer(self, block: Block, scope: Scope, place: str) -> dict[str, Any]:
        """What an answer says: its value and all that goes with it. Where the block takes what cannot be read as
        unscored, an answer with anything unreadable in it, or without a value, is that."""
        if not block.unreadable_as_unscored:
            return self._read_answer(block, scope, place)
        refused, self.refusals = self.refusals, ImportRefusals()
        answer = self._read_answer(block, scope, place)
        failed, self.refusals = self.refusals, refused
        value = block.values["value"]
        if failed.count:
            self._note_paths(value)  # it led to something, which nobody can read
            return self._unreadable_answer(failed.places[0][1])
        if answer["value"] is None and not answer.get("reason") and not _leads_anywhere(value, scope):
            return self._unreadable_answer(f"there is no value at “{record_values.value_name(value)}”")
        return answer

    def _unreadable_answer(self, why: str) -> dict[str, Any]:
        self.unread += 1
        return {"value": None, "reason": f"unreadable reply: {why}", "evidence": []}

    def _read_answer(self, block: Block, scope: Scope, place: str) -> dict[str, Any]:
        raw_value = self._single_value(block.values.get("value"), scope, place, "value")
        if isinstance(raw_value, bool):
            raw_value = canonical(raw_value)
        number = None if raw_value is None else record_values.number(raw_value)
        answer: dict[str, Any] = {"value": raw_value if number is None else number, "evidence": []}
        if raw_value is None and "reason" not in block.values:
            return answer
        values = block.values
        for name in ("explanation", "reason", "quote"):
            if name in values and (text := self._string(values[name], scope, place, name)):
                answer[name] = text
        for name in ("confidence", "unit", "start", "end"):
            if name in values and (figure := self._single_value(values[name], scope, place, name)) is not None:
                answer[name] = self._parse_number(figure, place, name)
        if "evidence" in values:
            answer["evidence"] = self._all_texts(values["evidence"], scope, place, "evidence")
        return answer

    def _parse_number(self, number_value: record_values.Scalar, place: str, name: str) -> int | float:
        number = record_values.number(number_value)
        if number is None or (name != "confidence" and not isinstance(number, int)):
            kind = "number" if name == "confidence" else "whole number"
            self.refusals.add(f"{place}, {name}", Wrong(f"“{canonical(number_value)[:60]}” is not a {kind}"))
            return 0
        return number

    def _all_texts(self, value: Value | None, scope: Scope, place: str, name: str) -> list[str]:
        if value is None:
            return []
        try:
            texts = [
                canonical(element) if not isinstance(element, str) else element
                for element in record_values.all_values(value, scope)
            ]
        except Wrong as error:
            self.refusals.add(f"{place}, {name}", error)
            return []
        if texts:
            self._note_paths(value)
        return texts

    def _read_implicit_no(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        readers = self._all_texts(block.values.get("read_by", block.values["annotator"]), scope, place, "read_by")
        names = block.criteria or (str(block.values["criterion"].constant),)
        outside = "system" in block.values and not block.list_path
        target = self._target(block, scope, place) if outside or "document" in block.values else ""
        kind = self._string(block.values.get("kind"), scope, place, "kind")
        for reader in dict.fromkeys(readers):
            for scheme in dict.fromkeys(name.partition("/")[0] for name in names):
                criteria = [n.partition("/")[2] for n in names if n.startswith(f"{scheme}/")]
                yield {"annotator": reader, "kind": kind, "scheme": scheme, "criteria": criteria, "document": target}

    def _scores(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        for element_scope, where in self._iterate_elements(block, scope, place):
            raw_value = self._single_value(block.values["value"], element_scope, where, "value")
            if raw_value is None:
                continue
            metric = self._string(block.values["metric"], element_scope, where, "metric")
            number = record_values.number(raw_value)
            if number is None:
                self.refusals.add(
                    f"{where}, value", Wrong(f"the score “{canonical(raw_value)[:60]}” is not a finite number")
                )
            annotator = self._string(block.values.get("annotator"), element_scope, where, "annotator") or metric
            document = self._target(block, element_scope, where)
            score = {"metric": metric, "value": number, "annotator": annotator, "document": document, "place": where}
            if "kind" in block.values:
                score["kind"] = self._string(block.values["kind"], element_scope, where, "kind")
            yield score

    def _meta(self, value: Any, scope: Scope, place: str) -> dict[str, Any]:
        if self.mapping.meta is not None:
            meta_values = {
                name: self._read_meta(field, scope, place, f"meta.{name}") for name, field in self.mapping.meta.items()
            }
            return {name: meta_value for name, meta_value in meta_values.items() if not _empty(meta_value)}
        if not isinstance(value, dict):
            return {}
        return {
            name: self._as_json_value(field)
            for name, field in value.items()
            if not self.uses(name) and not _empty(field)
        }

    def _read_meta(self, field: Value, scope: Scope, place: str, name: str) -> Any:
        """What a path leads to as it stands, lists and dates too; of another value the text or number that it gives."""
        if field.path is None:
            return self._single_value(field, scope, place, name)
        try:
            path_values = [self._as_json_value(match.value) for match in record_paths.find(field.path, scope)]
        except Wrong as error:
            self.refusals.add(f"{place}, {name}", error)
            return None
        if path_values:
            self._note_paths(field)
        return path_values[0] if len(path_values) == 1 else path_values

    def uses(self, name: str) -> bool:
        """Whether a role is given to the field of this name."""
        return name in self.used or any(record_paths.fits(name, pattern) for pattern in self.patterns)

    def _as_json_value(self, value: Any) -> Any:
        """A value as JSON can hold it."""
        if isinstance(value, dict):
            return {str(name): self._as_json_value(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self._as_json_value(inner) for inner in value]
        if isinstance(value, float) and not isfinite(value):
            self.gaps += 1
            return None
        if isinstance(value, float) and abs(value) >= 2**63 and value.is_integer():
            self.rounded_count += 1
        if isinstance(value, bytes):
            return f"{len(value)} bytes"
        if isinstance(value, datetime.date | datetime.time):
            return value.isoformat()
        return value if isinstance(value, str | int | float | bool | None) else str(value)


def _leads_anywhere(value: Value, scope: Scope) -> bool:
    return any(True for path in value.paths() for _ in record_paths.find(path, scope))


def _optional(value: Value) -> bool:
    return all(path.optional for path in value.paths())


def _empty(value: Any) -> bool:
    return value is None or value == "" or value == [] or value == {}


def name_of(system: str) -> str:
    """The id of a system's summary."""
    return f"sum-{system}" if system else "summary"
