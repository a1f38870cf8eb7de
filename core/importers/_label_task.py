"""One Label Studio task: its documents, whoever spoke about it, and their results put in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from galley.core.columns.record_rows import Text, read_document
from galley.core.domain import JUDGES
from galley.core.errors import InputError
from galley.core.intake.json_lines import JsonFields

ANNOTATOR = "annotator"
REGIONS = ("labels", "hypertextlabels", "paragraphlabels")
SUMMARY, DIALOGUE, REFERENCE, TABLE = (
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        "summ|highlight|output", "dialog|conversation|transcript|chat|messages|turns", "reference|gold", "table"
    )
)  # fmt: skip
TEXTUAL = re.compile(r"text|source|article|document|content|body|story|input|passage|context", re.IGNORECASE)
SPEAKERS = ("speaker", "author", "name", "role", "participant")


class LabelVoice(NamedTuple):
    """Somebody's answers: ``kind`` as a record has it, ``results`` as the file has them."""

    name: str
    kind: str
    results: list[dict[str, Any]]


class Region(NamedTuple):
    """A marked stretch: document, offsets, labels, and what else was said of it under the same id."""

    document: str
    start: int
    end: int
    labels: list[str]
    kept: dict[str, Any] | None
    answer: str | None
    words: str | None


class LabelTask:
    """A task of a file. ``documents`` are native entries, ``texts`` the same laid out, by name."""

    def __init__(self, raw: JsonFields) -> None:
        """Raises: InputError that names file and line."""
        self.raw = raw
        self.data = raw.within("data")
        given = self.data.raw.get("galley")
        self.own: dict[str, Any] | None = given if isinstance(given, dict) and "documents" in given else None
        self.documents = self._own() if self.own is not None else self._found()
        try:
            self.texts: dict[str, Text] = {entry["id"]: read_document(entry) for entry in self.documents}
        except InputError as error:
            raise raw.fault(f"{error}.") from None

    # Documents -----------------------------------------------------------------------------------------------------

    def _own(self) -> list[dict[str, Any]]:
        found = []
        self.fields: dict[str, str] = {}
        for entry in self.data.within("galley").objects("documents"):
            made = {name: value for name, value in entry.raw.items() if name != "field"}
            made["text"] = self.data.text(entry.text("field"))
            self.fields[entry.text("field")] = entry.text("id")
            found.append(made)
        return found

    def _found(self) -> list[dict[str, Any]]:
        """The fields of a task of others that hold a text: those that a result points at, else those that look so."""
        pointed = {str(result.get("to_name")) for voice in self.voices() for result in voice.results}
        texts = {name: value for name, value in self.data.raw.items() if _textual(value)}
        names = [name for name in texts if name in pointed]
        names += [name for name, value in texts.items() if name not in names and _telling(name, value)]
        if not names and texts:
            names = [max(texts, key=lambda name: len(str(texts[name])))]
        if not names:
            raise self.raw.fault("the task holds no text that Galley could show; it needs a text field under “data”.")
        self.fields = {name: name for name in names}
        return [_document(name, texts[name], self.data.raw) for name in sorted(names, key=list(texts).index)]

    def document(self, result: dict[str, Any]) -> str | None:
        """The document that a result is about: by its field, else the only one, else the one that has its words."""
        name = self.fields.get(str(result.get("to_name")))
        if name is None and len(self.texts) == 1:
            return next(iter(self.texts))
        value = result.get("value")
        words = value.get("text") if isinstance(value, dict) else None
        if name is None and isinstance(value, dict) and isinstance(words, str) and words:
            places = value.get("start"), value.get("end")
            return next((n for n, t in self.texts.items() if _slice(t.text, *places) == words), None)
        return name

    # Voices --------------------------------------------------------------------------------------------------------

    def voices(self) -> Iterator[LabelVoice]:
        """Who spoke about the task, each name once. Cancelled annotations are not among them."""
        kinds = self.own.get("kinds") if self.own is not None else None
        known = kinds if isinstance(kinds, dict) else {}
        taken: set[tuple[str, str]] = set()
        for entry in [*self._entries("annotations"), *self._entries("completions")]:
            if entry.get("was_cancelled"):
                continue
            results = _results(entry)
            named = next((r for r in results if r.get("from_name") == ANNOTATOR and r.get("type") == "textarea"), None)
            name, kind = (_text(named) if named else None) or _who(entry), "human"
            if entry.get("ground_truth"):
                name, kind = "gold", "gold"
            yield LabelVoice(_free(name, kind, taken), kind, [r for r in results if r is not named])
        for entry in self._entries("predictions"):
            name = str(entry.get("model_version") or "label-studio model")
            kind = known.get(name, "import")
            kind = kind if kind in JUDGES else "import"
            yield LabelVoice(_free(name, kind, taken), kind, _results(entry))

    def cancelled(self) -> int:
        """How many annotations were cancelled."""
        return sum(bool(entry.get("was_cancelled")) for entry in self._entries("annotations"))

    def _entries(self, name: str) -> list[dict[str, Any]]:
        given = self.raw.raw.get(name) or []
        if not isinstance(given, list):
            raise self.raw.fault(f"“{name}” must be a list of objects.")
        return [entry for entry in given if isinstance(entry, dict)]

    # Regions -------------------------------------------------------------------------------------------------------

    def regions(self, results: list[dict[str, Any]]) -> Iterator[Region]:
        """The marked stretches of text among ``results``. One that lies nowhere has the document ""."""
        beside: dict[str, dict[str, dict[str, Any]]] = {}
        for result in results:
            if result.get("type") in ("choices", "textarea") and "id" in result:
                beside.setdefault(str(result["id"]), {})[str(result["type"])] = result
        for result in results:
            if result.get("type") not in REGIONS:
                continue
            value = result.get("value")
            value = value if isinstance(value, dict) else {}
            labels = _named(result, str(result["type"]))
            document = self.document(result) or ""
            place = self._place(document, value)
            more = beside.get(str(result.get("id")), {})
            answers = choices(more.get("choices", {}))
            yield Region(
                document if place is not None else "", *(place or (0, 0)), labels, kept(result),
                answers[0] if answers else None, _text(more.get("textarea")),
            )  # fmt: skip

    def _place(self, document: str, value: dict[str, Any]) -> tuple[int, int] | None:
        """Offsets in the text of ``document``; a paragraph's own are moved to where it begins."""
        text = self.texts.get(document)
        overall = value.get("globalOffsets")
        offsets = overall if isinstance(overall, dict) else value
        start, end = _whole(offsets.get("start")), _whole(offsets.get("end"))
        if text is None or start is None or end is None:
            return None
        if "startOffset" in value and "globalOffsets" not in value:
            first, last = _whole(value.get("startOffset")), _whole(value.get("endOffset"))
            if first is None or last is None or not (start < len(text.spans) and end < len(text.spans)):
                return None
            start, end = text.spans[start][0] + first, text.spans[end][0] + last
        return (start, end) if start <= end <= len(text.text) else None

    def stretches(self, region: Region) -> list[tuple[int, int, int]]:
        """(unit, start, end) of a region in each unit that it touches; offsets inside the unit."""
        found = []
        for unit, (start, end) in enumerate(self.texts[region.document].spans):
            a, b = max(start, region.start), min(end, region.end)
            if a < b:
                found.append((unit, a - start, b - start))
        return found


def kept(result: dict[str, Any]) -> dict[str, Any] | None:
    """The verdict as our own export kept it beside a result."""
    meta = result.get("meta")
    found = meta.get("galley") if isinstance(meta, dict) else None
    return found if isinstance(found, dict) and "criterion" in found and "unit" in found else None


def choices(result: dict[str, Any]) -> list[str]:
    """What is chosen in a result."""
    return _named(result, "choices")


def _named(result: dict[str, Any], what: str) -> list[str]:
    value = result.get("value")
    given = value.get(what) if isinstance(value, dict) else None
    return [x for x in given if isinstance(x, str) and x.strip()] if isinstance(given, list) else []


def _results(entry: dict[str, Any]) -> list[dict[str, Any]]:
    given = entry.get("result")
    return [result for result in given if isinstance(result, dict)] if isinstance(given, list) else []


def _text(result: dict[str, Any] | None) -> str | None:
    value = (result or {}).get("value")
    given = value.get("text") if isinstance(value, dict) else None
    if isinstance(given, list):
        given = "\n".join(x for x in given if isinstance(x, str))
    return given if isinstance(given, str) and given.strip() else None


def _who(entry: dict[str, Any]) -> str:
    by = entry.get("completed_by")
    if isinstance(by, dict):
        named = " ".join(str(by[part]) for part in ("first_name", "last_name") if by.get(part))
        return named or str(by.get("email") or f"user {by.get('id', '?')}")
    return f"user {by}" if by is not None else "label-studio"


def _free(name: str, kind: str, taken: set[tuple[str, str]]) -> str:
    found, number = name, 1
    while (found, kind) in taken:
        number += 1
        found = f"{name} ({number})"
    taken.add((found, kind))
    return found


def _textual(value: Any) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, list) and bool(value) and all(isinstance(x, dict) and "text" in x for x in value)


def _telling(name: str, value: Any) -> bool:
    """Whether a field that no result points at is a text by its name, and no address or number of one."""
    words = not isinstance(value, str) or " " in value.strip()
    return _role(name) != "article" or (words and TEXTUAL.search(name) is not None)


def _role(name: str) -> str:
    for role, pattern in (("reference", REFERENCE), ("summary", SUMMARY), ("dialogue", DIALOGUE), ("table", TABLE)):
        if pattern.search(name):
            return role
    return "article"


def _document(name: str, value: Any, data: dict[str, Any]) -> dict[str, Any]:
    if isinstance(value, list):
        turns = [{"speaker": _speaker(turn), "text": str(turn["text"])} for turn in value]
        return {"id": name, "role": "dialogue", "turns": turns}
    found = {"id": name, "role": _role(name), "text": value}
    system = next((data[n] for n in ("system", "model", "model_name") if isinstance(data.get(n), str)), "")
    if found["role"] == "summary" and system:
        found["system"] = system
    return found


def _speaker(turn: dict[str, Any]) -> str:
    return next((turn[n] for n in SPEAKERS if isinstance(turn.get(n), str)), "")


def _slice(text: str, start: Any, end: Any) -> str | None:
    a, b = _whole(start), _whole(end)
    return text[a:b] if a is not None and b is not None else None


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 12:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
