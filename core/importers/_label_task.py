"""One Label Studio task: its documents, whoever spoke about it, and their results put in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from galley.core.domain import JUDGES
from galley.core.errors import InputError
from galley.core.storage.record_rows import Text, read_document
from galley.core.tables.json_lines import JsonFields

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


class LabelResponse(NamedTuple):
    """Somebody's answers: ``kind`` as a record has it, ``results`` as the file has them."""

    name: str
    kind: str
    results: list[dict[str, Any]]


class LabelRegion(NamedTuple):
    """A marked stretch: document, offsets, labels, and what else was said of it under the same id."""

    document: str
    start: int
    end: int
    labels: list[str]
    exported_verdict: dict[str, Any] | None
    answer: str | None
    words: str | None


class LabelTask:
    """A task of a file. ``documents`` are native entries, ``texts`` the same laid out, by name."""

    def __init__(self, raw: JsonFields) -> None:
        """Raises: InputError that names file and line."""
        self.raw = raw
        self.data = raw.within("data")
        own_data = self.data.raw.get("galley")
        self.own_record: dict[str, Any] | None = (
            own_data if isinstance(own_data, dict) and "documents" in own_data else None
        )
        self.documents = self._own_documents() if self.own_record is not None else self._guess_documents()
        try:
            self.texts: dict[str, Text] = {entry["id"]: read_document(entry) for entry in self.documents}
        except InputError as error:
            raise raw.fault(f"{error}.") from None

    # Documents -----------------------------------------------------------------------------------------------------

    def _own_documents(self) -> list[dict[str, Any]]:
        documents = []
        self.fields: dict[str, str] = {}
        for entry in self.data.within("galley").objects("documents"):
            document = {name: value for name, value in entry.raw.items() if name != "field"}
            document["text"] = self.data.text(entry.text("field"))
            self.fields[entry.text("field")] = entry.text("id")
            documents.append(document)
        return documents

    def _guess_documents(self) -> list[dict[str, Any]]:
        """The fields of a task of others that hold a text: those that a result points at, else those that look so."""
        pointed_fields = {str(result.get("to_name")) for response in self.responses() for result in response.results}
        texts = {name: value for name, value in self.data.raw.items() if _textual(value)}
        names = [name for name in texts if name in pointed_fields]
        names += [name for name, value in texts.items() if name not in names and _is_text_by_name(name, value)]
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

    def responses(self) -> Iterator[LabelResponse]:
        """Who spoke about the task, each name once. Cancelled annotations are not among them."""
        kinds = self.own_record.get("kinds") if self.own_record is not None else None
        kinds_by_name = kinds if isinstance(kinds, dict) else {}
        used_names: set[tuple[str, str]] = set()
        for entry in [*self._entries("annotations"), *self._entries("completions")]:
            if entry.get("was_cancelled"):
                continue
            results = _results(entry)
            name_result = next(
                (r for r in results if r.get("from_name") == ANNOTATOR and r.get("type") == "textarea"), None
            )
            name, kind = (_text(name_result) if name_result else None) or _who(entry), "human"
            if entry.get("ground_truth"):
                name, kind = "gold", "gold"
            yield LabelResponse(_free(name, kind, used_names), kind, [r for r in results if r is not name_result])
        for entry in self._entries("predictions"):
            name = str(entry.get("model_version") or "label-studio model")
            kind = kinds_by_name.get(name, "import")
            kind = kind if kind in JUDGES else "import"
            yield LabelResponse(_free(name, kind, used_names), kind, _results(entry))

    def cancelled_count(self) -> int:
        """How many annotations were cancelled."""
        return sum(bool(entry.get("was_cancelled")) for entry in self._entries("annotations"))

    def _entries(self, name: str) -> list[dict[str, Any]]:
        entries = self.raw.raw.get(name) or []
        if not isinstance(entries, list):
            raise self.raw.fault(f"“{name}” must be a list of objects.")
        return [entry for entry in entries if isinstance(entry, dict)]

    # Regions -------------------------------------------------------------------------------------------------------

    def regions(self, results: list[dict[str, Any]]) -> Iterator[LabelRegion]:
        """The marked stretches of text among ``results``. One that lies nowhere has the document ""."""
        parts_by_region: dict[str, dict[str, dict[str, Any]]] = {}
        for result in results:
            if result.get("type") in ("choices", "textarea") and "id" in result:
                parts_by_region.setdefault(str(result["id"]), {})[str(result["type"])] = result
        for result in results:
            if result.get("type") not in REGIONS:
                continue
            value = result.get("value")
            value = value if isinstance(value, dict) else {}
            labels = _get_texts(result, str(result["type"]))
            document = self.document(result) or ""
            place = self._place(document, value)
            more = parts_by_region.get(str(result.get("id")), {})
            answers = choices(more.get("choices", {}))
            yield LabelRegion(
                document if place is not None else "", *(place or (0, 0)), labels, exported_verdict(result),
                answers[0] if answers else None, _text(more.get("textarea")),
            )  # fmt: skip

    def _place(self, document: str, value: dict[str, Any]) -> tuple[int, int] | None:
        """Offsets in the text of ``document``; a paragraph's own are moved to where it begins."""
        text = self.texts.get(document)
        overall = value.get("globalOffsets")
        offsets = overall if isinstance(overall, dict) else value
        start, end = _parse_offset(offsets.get("start")), _parse_offset(offsets.get("end"))
        if text is None or start is None or end is None:
            return None
        if "startOffset" in value and "globalOffsets" not in value:
            first, last = _parse_offset(value.get("startOffset")), _parse_offset(value.get("endOffset"))
            if first is None or last is None or not (start < len(text.spans) and end < len(text.spans)):
                return None
            start, end = text.spans[start][0] + first, text.spans[end][0] + last
        return (start, end) if start <= end <= len(text.text) else None

    def stretches(self, region: LabelRegion) -> list[tuple[int, int, int]]:
        """(unit, start, end) of a region in each unit that it touches; offsets inside the unit."""
        stretches = []
        for unit, (start, end) in enumerate(self.texts[region.document].spans):
            a, b = max(start, region.start), min(end, region.end)
            if a < b:
                stretches.append((unit, a - start, b - start))
        return stretches


def exported_verdict(result: dict[str, Any]) -> dict[str, Any] | None:
    """The verdict as our own export kept it beside a result."""
    meta = result.get("meta")
    verdict = meta.get("galley") if isinstance(meta, dict) else None
    return verdict if isinstance(verdict, dict) and "criterion" in verdict and "unit" in verdict else None


def choices(result: dict[str, Any]) -> list[str]:
    """What is chosen in a result."""
    return _get_texts(result, "choices")


def _get_texts(result: dict[str, Any], what: str) -> list[str]:
    value = result.get("value")
    texts = value.get(what) if isinstance(value, dict) else None
    return [x for x in texts if isinstance(x, str) and x.strip()] if isinstance(texts, list) else []


def _results(entry: dict[str, Any]) -> list[dict[str, Any]]:
    results = entry.get("result")
    return [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []


def _text(result: dict[str, Any] | None) -> str | None:
    value = (result or {}).get("value")
    text = value.get("text") if isinstance(value, dict) else None
    if isinstance(text, list):
        text = "\n".join(x for x in text if isinstance(x, str))
    return text if isinstance(text, str) and text.strip() else None


def _who(entry: dict[str, Any]) -> str:
    by = entry.get("completed_by")
    if isinstance(by, dict):
        full_name = " ".join(str(by[part]) for part in ("first_name", "last_name") if by.get(part))
        return full_name or str(by.get("email") or f"user {by.get('id', '?')}")
    return f"user {by}" if by is not None else "label-studio"


def _free(name: str, kind: str, used_names: set[tuple[str, str]]) -> str:
    free_name, number = name, 1
    while (free_name, kind) in used_names:
        number += 1
        free_name = f"{name} ({number})"
    used_names.add((free_name, kind))
    return free_name


def _textual(value: Any) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, list) and bool(value) and all(isinstance(x, dict) and "text" in x for x in value)


def _is_text_by_name(name: str, value: Any) -> bool:
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
    document = {"id": name, "role": _role(name), "text": value}
    system = next((data[n] for n in ("system", "model", "model_name") if isinstance(data.get(n), str)), "")
    if document["role"] == "summary" and system:
        document["system"] = system
    return document


def _speaker(turn: dict[str, Any]) -> str:
    return next((turn[n] for n in SPEAKERS if isinstance(turn.get(n), str)), "")


def _slice(text: str, start: Any, end: Any) -> str | None:
    a, b = _parse_offset(start), _parse_offset(end)
    return text[a:b] if a is not None and b is not None else None


def _parse_offset(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 12:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
