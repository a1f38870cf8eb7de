"""Native records to table rows: validation and row building for one record at a time.

This is the hot path of every import, so it builds plain tuples and looks names up in dicts. It knows the record's
shape and the scheme's vocabulary; it does not know what is in the project already (``ingest`` does).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, chain
from typing import Any

import orjson

from galley.core.domain import ItemId, UnitId
from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.typed_reading import check, fits

UNIT_KIND = {
    "dialogue": "turn",
    "article": "paragraph",
    "summary": "sentence",
    "reference": "sentence",
    "table": "sentence",
}
PARTS = {"turns": "turn", "paragraphs": "paragraph", "sentences": "sentence"}
FLAT = 600  # code points: a longer article without any break is cut into sentences
LONGEST = 10_000
"""Characters of a name (not of a text)."""


@dataclass(slots=True)
class Text:
    """A document ready to be written: its text and where its units lie."""

    name: str
    role: str
    system: str
    part: str
    text: str
    kind: str
    spans: Sequence[tuple[int, int]]
    speakers: Sequence[str] | None
    meta: dict[str, Any] | None
    hash: bytes = b""


@dataclass(slots=True)
class PlacedDocument:
    """A document with its row ids: ``whole`` is the document itself, its text units follow without a gap."""

    id: int
    name: str
    role: str
    kind: str
    whole: UnitId
    lengths: Sequence[int]
    length: int
    texts: Text | None = None

    @property
    def first(self) -> int:
        """The row id of its first text unit."""
        return self.whole + 1

    @property
    def count(self) -> int:
        """How many text units it has."""
        return len(self.lengths)


@dataclass(slots=True)
class Layout:
    """The documents and derived units of one item by name, with row ids."""

    item: ItemId
    documents: dict[str, PlacedDocument] = field(default_factory=dict)
    derived_units: dict[str, tuple[UnitId, int, str, str]] = field(
        default_factory=dict
    )  # name: id, document id, kind, text

    def summaries(self) -> list[PlacedDocument]:
        """The summaries in order."""
        return [d for d in self.documents.values() if d.role == "summary"]


def read_document(raw: Any) -> Text:
    """Validate one entry of ``documents`` and lay its units out. Raises: InputError (no place named)."""
    if not fits(raw, _document_type()):
        named = raw.get("id") if isinstance(raw, dict) else None
        check(raw, _document_type(), f"the document {named!r}" if named else "a document")
    role = raw["role"]
    name = raw.get("id") or role
    speakers: Sequence[str] | None = None
    kind = UNIT_KIND[role]
    text: str
    spans: Sequence[tuple[int, int]]
    for key, unit_kind in PARTS.items():
        parts = raw.get(key)
        if parts is not None:
            kind = unit_kind
            text, spans, speakers = _from_parts(key, parts)
            break
    else:
        raw_text = raw.get("text")
        if raw_text is None:
            raise InputError(f"the document {name!r} has neither text nor turns, paragraphs or sentences")
        text = raw_text
        kind, spans, speakers = _from_text(name, text, kind, raw)
    system, part, meta = raw.get("system") or "", raw.get("part") or "", raw.get("meta")
    readable(name, system, part)
    try:
        return Text(name, role, system, part, text, kind, spans, speakers, meta, fingerprint(text, spans, speakers))
    except UnicodeEncodeError:
        raise InputError(f"the document {name!r} holds half a character (a lone surrogate); fix the text") from None


@cache
def _document_type() -> Any:
    from galley.core.storage.native_record import RecordDocument  # a window that opens reads no records

    return RecordDocument


def fingerprint(text: str, spans: Sequence[tuple[int, int]], speakers: Sequence[str] | None) -> bytes:
    """What tells a document's text, the places of its units (a list of pairs) and its speakers from any other."""
    digest = blake2b(text.encode(), digest_size=16)
    digest.update(struct.pack(f"<{2 * len(spans)}Q", *chain.from_iterable(spans)))
    if speakers:
        digest.update("\x1f".join(speakers).encode())
    return digest.digest()


def _from_parts(key: str, parts: Sequence[Any]) -> tuple[str, Sequence[tuple[int, int]], Sequence[str] | None]:
    if key == "turns":
        words = [turn["text"] for turn in parts]
        speakers = [turn.get("speaker") or "" for turn in parts]
        pieces = [f"{who}: {turn_text}" if who else turn_text for who, turn_text in zip(speakers, words, strict=True)]
        ends = [end - 1 for end in accumulate(len(piece) + 1 for piece in pieces)]
        return (
            "\n".join(pieces),
            [(end - len(turn_text), end) for end, turn_text in zip(ends, words, strict=True)],
            speakers,
        )
    gap = 2 if key == "paragraphs" else 1
    text = ("\n\n" if gap == 2 else " ").join(parts)
    ends = [end - gap for end in accumulate(len(piece) + gap for piece in parts)]
    return text, [(end - len(piece), end) for end, piece in zip(ends, parts, strict=True)], None


def _from_text(
    name: str, text: str, kind: str, raw: dict[str, Any]
) -> tuple[str, Sequence[tuple[int, int]], Sequence[str] | None]:
    """(kind of the units, where they lie, who speaks)."""
    raw_units = raw.get("units")
    if raw_units is not None:  # what our own export writes where the parts alone would not give the text back
        spans = [(start, end) for start, end in raw_units]
        if any(not 0 <= start <= end <= len(text) for start, end in spans):
            raise InputError(f"a unit of the document {name!r} is outside its text")
        speakers = raw.get("speakers")
        if speakers is not None and len(speakers) != len(spans):
            raise InputError(f"speakers of the document {name!r} must be as many texts as it has units")
        return raw.get("unit", kind), spans, speakers
    from galley.core.text import segmentation  # only what is imported from text needs it

    if kind == "turn":
        turns = segmentation.turns(text)
        return kind, [(words, end) for _, end, _, words in turns], [speaker for _, _, speaker, _ in turns]
    if kind == "paragraph":
        paragraphs = segmentation.paragraphs(text)
        if len(paragraphs) != 1 or len(text) <= FLAT:
            return kind, paragraphs, None
        kind = "sentence"  # a flat article: one endless paragraph is nothing to point at
    return kind, segmentation.sentences(text), None


def readable(*names: str) -> None:
    """Raises: InputError for a name that is longer than anybody would read: windows are slow to lay it out."""
    if max(map(len, names)) > LONGEST:
        raise InputError(f"a name has more than {LONGEST:,} characters: {max(names, key=len)[:40]!r}…")


def dumps(value: Any) -> str:
    """JSON text as it is stored in the project: Unicode as it is, no blanks. Raises: InputError for NaN, and for what
    an export could not write (a number of more than 64 bits, more than some 240 levels)."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise InputError("the metadata hold a number that is not finite (NaN), which JSON cannot express") from None
    except RecursionError:
        text = ""
    if not text or not writable(value):
        raise InputError("the metadata nest more than 240 levels deep, or hold a number of more than 64 bits")
    return text


def writable(value: Any) -> bool:
    """Whether an export can write this value inside a record."""
    try:
        orjson.dumps([[[[[[[[value]]]]]]]], option=orjson.OPT_NON_STR_KEYS)
    except TypeError:
        return False
    return True
