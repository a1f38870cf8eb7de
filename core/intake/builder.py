"""One element under a mapping: a fragment of a native record, and what had to be refused.

A fragment holds what one row says of its item. Rows of one item need not follow each other: ``assembling`` puts the
fragments of a key together.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from galley.core.intake import pathlang, valuelang
from galley.core.intake.elements import Element
from galley.core.intake.mapping import Block, Mapping, TextPath
from galley.core.intake.pathlang import Scope, Wrong
from galley.core.intake.valuelang import Unmapped, Value, canonical

LISTED = 1_000


@dataclass(slots=True)
class Refused:
    """What cannot be taken in: ``places`` with a sentence each (the first thousand), how many, and the values that no
    map names with their counts."""

    places: list[str] = field(default_factory=list)
    count: int = 0
    unmapped: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, place: str, error: Wrong) -> None:
        """One more, at a place that names file, sheet, row and field."""
        self.count += 1
        if isinstance(error, Unmapped):
            self.unmapped[error.path, error.value] += 1
            if self.unmapped[error.path, error.value] > 1:
                return
        if len(self.places) < LISTED:
            self.places.append(f"{place}: {error}")

    def sentences(self) -> list[str]:
        """All of it: the values that no map names with their counts first, then the places."""
        counted = [
            f"“{value}” of “{path}” is in no map: {count:,} times"
            for (path, value), count in self.unmapped.most_common()
        ]
        return counted + self.places


@dataclass(slots=True)
class Builder:
    """Makes fragments. ``seen`` counts how often each path led anywhere, ``skipped`` the elements that ``only`` left
    out."""

    mapping: Mapping
    refused: Refused = field(default_factory=Refused)
    seen: set[str] = field(default_factory=set)
    led: set[int] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)
    skipped: int = 0
    taken: int = 0
    gaps: int = 0
    unread: int = 0
    rounded: int = 0
    without: Counter[str] = field(default_factory=Counter)
    used: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        paths = list(self.mapping.paths())
        blocks = (*(self.mapping.summaries or ()), *self.mapping.verdicts, *self.mapping.scores)
        whole = [block.each for block in blocks if block.each] + [t.each for t in self.mapping.texts.values() if t.each]
        flat = [p for p in paths if p.first and (p in whole or sum(step[0] != "up" for step in p.steps) == 1)]
        self.used = frozenset({p.first for p in flat} | {p.text for p in paths})
        self.patterns = tuple(p.first for p in flat if "*" in p.first)

    def fragment(self, element: Element) -> dict[str, Any] | None:
        """What one element says; None where ``only`` leaves it out or something of it is refused."""
        scope = Scope(element.value, element.number, element.path.stem, None)
        if isinstance(element.value, dict):
            self.names.update(element.value.keys())
        place = f"{element.path.name}, {element.place}"
        before = self.refused.count
        made: dict[str, Any] = {"place": place, "file": element.path.name, "line": element.line}
        for value, allowed in self.mapping.only:
            if (said := self._one(value, scope, place, "only")) is None or canonical(said) not in allowed:
                self.skipped += self.refused.count == before
                return None
        self.taken += 1
        for name, value in self.mapping.values.items():
            made[name] = self._string(value, scope, place, name) or None
        if not (made["key"] or "").strip() and self.refused.count == before:
            self.refused.add(f"{place}, key", Wrong("the key is empty; every row needs one"))
        made["documents"] = [
            document
            for role, text in self.mapping.texts.items()
            if (document := self._document(text, scope, place, role)) is not None
        ]
        for document in made["documents"]:
            document["id"] = document["role"]
        for block in self.mapping.summaries or ():
            made["documents"] += self._summaries(block, scope, place)
        made["verdicts"], made["judged"] = [], []
        for block in self.mapping.verdicts:
            made["verdicts"] += self._verdicts(block, scope, place)
            if block.silence == "no":
                made["judged"] += self._silence(block, scope, place)
        made["scores"] = [each for block in self.mapping.scores for each in self._scores(block, scope, place)]
        made["meta"] = self._meta(element.value, scope, place)
        return made if self.refused.count == before else None

    # Values -----------------------------------------------------------------------------------------------------

    def _one(self, value: Value | None, scope: Scope, place: str, name: str) -> valuelang.Scalar | None:
        if value is None:
            return None
        try:
            found = valuelang.one(value, scope)
        except Wrong as error:
            self.refused.add(f"{place}, {name}", error)
            return None
        if found is not None and value.constant is None:
            self._led(value)
        return found

    def _led(self, value: Value) -> None:
        """Note that the paths of a value led somewhere; which they are is looked up once."""
        if id(value) not in self.led:
            self.led.add(id(value))
            self.seen.update(path.text for path in value.paths())

    def _string(self, value: Value | None, scope: Scope, place: str, name: str) -> str:
        found = self._one(value, scope, place, name)
        if isinstance(found, str):
            return found
        if found is None or value is None:
            return ""
        try:
            return valuelang.written(found, valuelang.named(value))
        except Wrong as error:
            self.refused.add(f"{place}, {name}", error)
            return ""

    def _within(self, block: Block, scope: Scope, place: str) -> Iterator[tuple[Scope, str]]:
        if block.each is None:
            yield scope, place
            return
        try:
            for number, found in enumerate(pathlang.find(block.each, scope)):
                self.seen.add(block.each.text)
                yield found, f"{place}, {block.each.text} {number + 1}"
        except Wrong as error:
            self.refused.add(f"{place}, {block.each.text}", error)

    # Parts of a record ------------------------------------------------------------------------------------------

    def _document(self, text: TextPath, scope: Scope, place: str, role: str) -> dict[str, Any] | None:
        if text.each is None:
            before = self.refused.count
            said = self._one(text.value, scope, place, role)
            if said is None:
                if text.value is not None and self.refused.count == before and not _optional(text.value):
                    self.without[valuelang.named(text.value)] += 1
                return None
            return {"role": role, "text": said if isinstance(said, str) else canonical(said)}
        parts: list[Any] = []
        try:
            for found in pathlang.find(text.each, scope):
                self.seen.add(text.each.text)
                words = self._string(text.value, found, place, role)
                who = self._string(text.speaker, found, place, f"{role}.speaker")
                parts.append({"speaker": who, "text": words} if text.parts == "turns" else words)
        except Wrong as error:
            self.refused.add(f"{place}, {role}", error)
        return {"role": role, text.parts: parts} if parts else None

    def _summaries(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        for found, where in self._within(block, scope, place):
            document = self._document(block.text, found, where, "summary")
            if document is None:
                continue
            system = self._string(block.values.get("system"), found, where, "system").strip()
            part = self._string(block.values.get("part"), found, where, "part").strip()
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
        for found, where in self._within(block, scope, place):
            said = self._answer(block, found, where)
            if said["value"] is None and not said.get("reason"):
                continue
            scheme, _, criterion = self._string(get("criterion"), found, where, "criterion").partition("/")
            entry: dict[str, Any] = {
                "annotator": self._string(get("annotator"), found, where, "annotator").strip(),
                "kind": self._string(get("kind"), found, where, "kind"),
                "scheme": scheme,
                "criterion": criterion,
                "document": self._target(block, found, where),
                "place": where,
            }
            if not (scheme and criterion):
                self.refused.add(f"{where}, criterion", Wrong("the criterion must be written as scheme/criterion"))
            if not entry["annotator"]:
                self.refused.add(f"{where}, annotator", Wrong("there is no annotator"))
            yield entry | said

    def _answer(self, block: Block, scope: Scope, place: str) -> dict[str, Any]:
        """What an answer says: its value and all that goes with it. Where the block takes what cannot be read as
        unscored, an answer with anything unreadable in it, or without a value, is that."""
        if not block.unscored:
            return self._answered(block, scope, place)
        refused, self.refused = self.refused, Refused()
        said = self._answered(block, scope, place)
        failed, self.refused = self.refused, refused
        value = block.values["value"]
        if failed.count:
            self._led(value)  # it led to something, which nobody can read
            return self._unread(failed.places[0].removeprefix(f"{place}, ").partition(": ")[2])
        if said["value"] is None and not said.get("reason") and not _anywhere(value, scope):
            return self._unread(f"nothing is at “{valuelang.named(value)}”")
        return said

    def _unread(self, why: str) -> dict[str, Any]:
        self.unread += 1
        return {"value": None, "reason": f"unreadable reply: {why}", "evidence": []}

    def _answered(self, block: Block, scope: Scope, place: str) -> dict[str, Any]:
        get = block.values.get
        given = self._one(get("value"), scope, place, "value")
        if isinstance(given, bool):
            given = canonical(given)
        number = None if given is None else valuelang.number(given)
        said: dict[str, Any] = {"value": given if number is None else number, "evidence": []}
        if given is None and "reason" not in block.values:
            return said
        for name in ("explanation", "reason", "quote"):
            if text := self._string(get(name), scope, place, name):
                said[name] = text
        for name in ("confidence", "unit", "start", "end"):
            if (figure := self._one(get(name), scope, place, name)) is not None:
                said[name] = self._figure(figure, place, name)
        said["evidence"] = self._all(get("evidence"), scope, place, "evidence")
        return said

    def _figure(self, said: valuelang.Scalar, place: str, name: str) -> int | float:
        number = valuelang.number(said)
        if number is None or (name != "confidence" and not isinstance(number, int)):
            kind = "number" if name == "confidence" else "whole number"
            self.refused.add(f"{place}, {name}", Wrong(f"“{canonical(said)[:60]}” is no {kind}"))
            return 0
        return number

    def _all(self, value: Value | None, scope: Scope, place: str, name: str) -> list[str]:
        if value is None:
            return []
        try:
            found = [canonical(each) if not isinstance(each, str) else each for each in valuelang.many(value, scope)]
        except Wrong as error:
            self.refused.add(f"{place}, {name}", error)
            return []
        if found:
            self._led(value)
        return found

    def _silence(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        readers = self._all(block.values.get("read_by", block.values["annotator"]), scope, place, "read_by")
        names = block.criteria or (str(block.values["criterion"].constant),)
        outside = "system" in block.values and not block.each
        target = self._target(block, scope, place) if outside or "document" in block.values else ""
        kind = self._string(block.values.get("kind"), scope, place, "kind")
        for reader in dict.fromkeys(readers):
            for scheme in dict.fromkeys(name.partition("/")[0] for name in names):
                criteria = [n.partition("/")[2] for n in names if n.startswith(f"{scheme}/")]
                yield {"annotator": reader, "kind": kind, "scheme": scheme, "criteria": criteria, "document": target}

    def _scores(self, block: Block, scope: Scope, place: str) -> Iterator[dict[str, Any]]:
        for found, where in self._within(block, scope, place):
            given = self._one(block.values["value"], found, where, "value")
            if given is None:
                continue
            metric = self._string(block.values["metric"], found, where, "metric")
            number = valuelang.number(given)
            if number is None:
                self.refused.add(f"{where}, value", Wrong(f"the score “{canonical(given)[:60]}” is no finite number"))
            annotator = self._string(block.values.get("annotator"), found, where, "annotator") or metric
            document = self._target(block, found, where)
            said = {"metric": metric, "value": number, "annotator": annotator, "document": document, "place": where}
            if "kind" in block.values:
                said["kind"] = self._string(block.values["kind"], found, where, "kind")
            yield said

    def _meta(self, value: Any, scope: Scope, place: str) -> dict[str, Any]:
        if self.mapping.meta is not None:
            found = {n: self._one(each, scope, place, f"meta.{n}") for n, each in self.mapping.meta.items()}
            return {name: said for name, said in found.items() if said is not None}
        if not isinstance(value, dict):
            return {}
        return {name: self._plain(each) for name, each in value.items() if not self.uses(name) and not _empty(each)}

    def uses(self, name: str) -> bool:
        """Whether a role is given to the field of this name."""
        return name in self.used or any(pathlang.fits(name, pattern) for pattern in self.patterns)

    def _plain(self, value: Any) -> Any:
        """A value as JSON can hold it."""
        if isinstance(value, dict):
            return {str(name): self._plain(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self._plain(inner) for inner in value]
        if isinstance(value, float) and not isfinite(value):
            self.gaps += 1
            return None
        if isinstance(value, float) and abs(value) >= 2**63 and value.is_integer():
            self.rounded += 1
        if isinstance(value, bytes):
            return f"{len(value)} bytes"
        if isinstance(value, datetime.date | datetime.time):
            return value.isoformat()
        return value if isinstance(value, str | int | float | bool | None) else str(value)


def _anywhere(value: Value, scope: Scope) -> bool:
    return any(True for path in value.paths() for _ in pathlang.find(path, scope))


def _optional(value: Value) -> bool:
    return all(path.optional for path in value.paths())


def _empty(value: Any) -> bool:
    return value is None or value == "" or value == [] or value == {}


def name_of(system: str) -> str:
    """The id of a system's summary."""
    return f"sum-{system}" if system else "summary"
