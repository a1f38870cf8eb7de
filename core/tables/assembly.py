"""Fragments of one key as one native record: texts must agree, metadata may differ, marks are spans of sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from galley.core.errors import InputError
from galley.core.storage import record_rows
from galley.core.tables.build import ImportRefusals
from galley.core.tables.record_paths import Wrong


def record(
    key: str, fragments: list[dict[str, Any]], offsets: str, onto: bool, refused: ImportRefusals
) -> dict[str, Any]:
    """The native record of ``key``. What does not fit together is added to ``refused``."""
    record: dict[str, Any] = {"key": key, "documents": [], "verdicts": [], "judged": [], "scores": [], "meta": {}}
    for name in ("dataset", "split"):
        if agreed_value := _find_agreed(name, fragments, refused):
            record[name] = agreed_value
    documents: dict[str, dict[str, Any]] = {}
    homes: dict[str, str] = {}
    for fragment in fragments:
        _place(fragment, documents, homes, refused)
    record["documents"] = list(documents.values())
    cells: dict[tuple[Any, ...], dict[str, Any]] = {}
    layouts: dict[str, record_rows.Text] = {}
    for fragment in fragments:
        for entry in fragment["verdicts"]:
            try:
                for piece in _pieces(_set_document(entry, fragment), documents, layouts, offsets, onto):
                    _merge(cells, piece)
            except (Wrong, InputError) as error:
                refused.add(entry["place"], error if isinstance(error, Wrong) else Wrong(str(error)))
        for entry in fragment["judged"]:
            record["judged"] += _judged_entries(entry, fragment)
        for entry in fragment["scores"]:
            try:
                score = _set_document(entry, fragment)
                record["scores"].append({name: field for name, field in score.items() if name != "place"})
            except Wrong as error:
                refused.add(entry["place"], error)
    record["verdicts"] = list(cells.values())
    _metadata(record, fragments)
    return record


def locate_verdicts(
    fragments: list[dict[str, Any]], offsets: str
) -> Iterator[tuple[int, tuple[str, int], dict[str, Any]]]:
    """For each verdict of the fragments of one item: the fragment's number, (block, number in its list), and a
    verdict as a record has it, one for each unit. What does not fit together is left out."""
    documents: dict[str, dict[str, Any]] = {}
    homes: dict[str, str] = {}
    layouts: dict[str, record_rows.Text] = {}
    for fragment in fragments:
        _place(fragment, documents, homes, ImportRefusals())
    for number, fragment in enumerate(fragments):
        for entry in fragment["verdicts"]:
            with suppress(Wrong, InputError):
                for piece in _pieces(_set_document(entry, fragment), documents, layouts, offsets, True):
                    yield number, entry["block"], piece


def _find_agreed(name: str, fragments: list[dict[str, Any]], refused: ImportRefusals) -> str:
    first: dict[str, Any] | None = None
    for fragment in fragments:
        if field_value := fragment.get(name):
            if first is None:
                first = fragment
            elif field_value != first[name]:
                refused.add(
                    f"{fragment['place']}, {name}",
                    Wrong(f"it differs from that of {first['place']}, with the same key"),
                )
    return first[name] if first else ""


def _place(
    fragment: dict[str, Any], documents: dict[str, dict[str, Any]], homes: dict[str, str], refused: ImportRefusals
) -> None:
    """Add a fragment's documents; a summary without a system whose text is another one gets a name of its own."""
    fragment["own"] = []
    for document in fragment["documents"]:
        name = document["id"]
        number = 2
        while name in documents and document["role"] == "summary" and not document["system"]:
            if {**documents[name], "id": ""} == {**document, "id": ""}:
                break
            name, number = f"{document['id']}-{number}", number + 1
        document = {**document, "id": name}
        if name not in documents:
            documents[name], homes[name] = document, fragment["place"]
        elif documents[name] != document:
            what = f"summary of {document['system']}" if document["role"] == "summary" else document["role"]
            refused.add(fragment["place"], Wrong(f"the {what} differs from that of {homes[name]}, with the same key"))
        if document["role"] == "summary":
            fragment["own"].append(name)


def _set_document(entry: dict[str, Any], fragment: dict[str, Any]) -> dict[str, Any]:
    own_documents = fragment["own"]
    if entry["document"]:
        if (
            entry["document"].startswith("summary")
            and len(own_documents) == 1
            and own_documents[0].startswith(entry["document"])
        ):
            return {**entry, "document": own_documents[0]}
        return entry
    if len(own_documents) != 1:
        summary_count = f"{len(own_documents)} summaries" if own_documents else "no summary"
        raise Wrong(
            f"the row has {summary_count}, and the document it is about is unclear; name its system or document"
        )
    return {**entry, "document": own_documents[0]}


def _judged_entries(entry: dict[str, Any], fragment: dict[str, Any]) -> list[dict[str, Any]]:
    names = [entry["document"]] if entry["document"] else fragment["own"]
    judged_fields = {name: value for name, value in entry.items() if name != "document"}
    return [judged_fields | {"documents": names}] if names else []


def _pieces(
    entry: dict[str, Any],
    documents: dict[str, dict[str, Any]],
    layouts: dict[str, record_rows.Text],
    offsets: str,
    onto: bool,
) -> list[dict[str, Any]]:
    """A verdict as native ones: one for the document or a numbered unit, or one for each unit that its span is in."""
    piece = {
        name: value
        for name, value in entry.items()
        if name not in ("place", "block", "unit", "start", "end", "quote", "evidence")
    }
    if entry["value"] is None:
        piece["reason"] = entry["reason"]
    if entry["evidence"]:
        piece["evidence"] = [{"quote": quote} for quote in entry["evidence"]]
    has_span = "start" in entry or "quote" in entry
    name = entry["document"]
    if not has_span:
        return [piece | {"unit": entry.get("unit", "whole")}]
    if name not in documents:
        raise Wrong(
            f"the text of “{name}” is not in this file, so its mark cannot be placed"
            if onto
            else f"there is no document “{name}”"
        )
    if name not in layouts:
        layouts[name] = record_rows.read_document(documents[name])
    text = layouts[name].text
    start, end = _span(entry, text, offsets)
    pieces = []
    for number, (low, high) in enumerate(layouts[name].spans):
        inside = (max(start, low), min(end, high))
        if inside[0] < inside[1] and text[inside[0] : inside[1]].strip():
            pieces.append(piece | {"unit": number, "spans": [[inside[0] - low, inside[1] - low]]})
    if not pieces:
        raise Wrong(f"there are only blanks from {start} to {end} of “{name}”")
    return pieces


def _span(entry: dict[str, Any], text: str, offsets: str) -> tuple[int, int]:
    """Where a mark lies, in code points. The text there must be its quote; a quote alone must be there once."""
    quote = entry.get("quote", "")
    if "start" not in entry:
        count = text.count(quote)
        if count != 1:
            raise Wrong(f"the quote “{quote[:60]}” is in the text {count} times, not once; give its offsets")
        start = text.index(quote)
        return start, start + len(quote)
    start = _points(text, entry["start"], offsets)
    end = _points(text, entry["end"], offsets) if "end" in entry else start + len(quote)
    if not 0 <= start < end <= len(text):
        raise Wrong(
            f"the span {entry['start']} to {entry.get('end', end)} is outside the text of {len(text)} characters"
        )
    if quote and text[start:end] != quote:
        raise Wrong(f"at {start} to {end} the text is “{text[start:end][:60]}”, not the quote “{quote[:60]}”")
    return start, end


def _points(text: str, offset: int, offsets: str) -> int:
    if offsets == "code points":
        return offset
    codec = "utf-16-le" if offsets == "utf-16" else "utf-8"
    size = offset * 2 if offsets == "utf-16" else offset
    coded = text.encode(codec)
    if not 0 <= size <= len(coded):
        raise Wrong(f"the offset {offset} is outside the text, in {offsets}")
    try:
        return len(coded[:size].decode(codec))
    except UnicodeDecodeError:
        raise Wrong(f"the offset {offset} cuts a character in two, in {offsets}; say what offsets count") from None


def _merge(cells: dict[tuple[Any, ...], dict[str, Any]], piece: dict[str, Any]) -> None:
    """Several marks of one annotator on one cell are one verdict with several spans.

    Where a judge failed to answer and answered elsewhere (was asked again), the answer is its verdict.
    """
    cell = tuple(piece[name] for name in ("annotator", "kind", "scheme", "criterion", "document", "unit"))
    first_piece = cells.setdefault(cell, piece)
    if first_piece is piece or (piece["value"] is None and first_piece["value"] is not None):
        return
    if first_piece["value"] is None and piece["value"] is not None:
        cells[cell] = piece
        return
    if first_piece["value"] != piece["value"]:
        raise Wrong(
            f"{piece['annotator']} says {piece['value']} here and {first_piece['value']} of the same unit elsewhere"
        )
    for name in ("spans", "evidence"):
        more = [entry for entry in piece.get(name, []) if entry not in first_piece.get(name, [])]
        if more:
            first_piece[name] = first_piece.get(name, []) + more
    if piece.get("explanation") and piece["explanation"] not in first_piece.get("explanation", "").split("\n"):
        first_piece["explanation"] = "\n".join(filter(None, (first_piece.get("explanation"), piece["explanation"])))


def _metadata(record: dict[str, Any], fragments: list[dict[str, Any]]) -> None:
    """What all rows say is the item's; what differs is its summary's where each row has one, else a list."""
    if len(fragments) == 1:
        record["meta"] = dict(fragments[0]["meta"])
        return
    documents = {document["id"]: document for document in record["documents"]}
    for name in dict.fromkeys(name for fragment in fragments for name in fragment["meta"]):
        values = [fragment["meta"].get(name) for fragment in fragments]
        if len({json.dumps(value, sort_keys=True) for value in values}) == 1:
            record["meta"][name] = values[0]
        elif all(len(fragment["own"]) == 1 for fragment in fragments):
            for fragment, value in zip(fragments, values, strict=True):
                meta = documents[fragment["own"][0]].setdefault("meta", {})
                if value is not None:
                    meta[name] = (
                        value if name not in meta or meta[name] == value else _append_distinct(meta[name], value)
                    )
        else:
            record["meta"][name] = [value for value in values if value is not None]


def _append_distinct(old_value: Any, value: Any) -> list[Any]:
    several = old_value if isinstance(old_value, list) else [old_value]
    return several if value in several else [*several, value]
