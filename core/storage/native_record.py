"""The native record (``docs/native-record.md``) as types: what a line of a file must be before anything reads it.

Whatever is not written here is said where it is looked up: that a name exists, that a place lies in its text, that an
answer is one of its criterion's. A record stays a dict.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal, NamedTuple, Required, TypedDict

from msgspec import Meta

from galley.core.domain import Action, AnnotatorKind, Match, Role

Name = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, lt=1 << 62)]
Amount = Annotated[float, Meta(ge=0, le=sys.float_info.max)]
Number = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
Span = tuple[int, int]
UnitKindName = Literal["turn", "paragraph", "sentence"]


class RecordTurn(TypedDict, total=False):
    """What one person says."""

    speaker: str | None
    text: Required[str]


class RecordDocument(TypedDict, total=False):
    """A text, in one of the forms."""

    id: str | None
    role: Required[Role]
    system: str | None
    part: str | None
    meta: dict[str, Any] | None
    turns: list[RecordTurn] | None
    paragraphs: list[str] | None
    sentences: list[str] | None
    text: str | None
    units: list[Span] | None
    unit: UnitKindName
    speakers: list[str] | None


RecordUnit = TypedDict(
    "RecordUnit",
    {
        "id": Required[str],
        "kind": Required[Literal["fact", "opinion", "question", "entry", "group", "pair"]],
        "text": Required[str],
        "document": str | None,
        "from": list[tuple[str, int | Literal["whole"]] | str] | None,
        "type": str | None,
        "meta": dict[str, Any] | None,
    },
    total=False,
)


class Speaker(TypedDict, total=False):
    """Who speaks."""

    annotator: str | None
    kind: AnnotatorKind | None
    method: str | None
    model: str | None
    prompt: str | None


class RecordCell(TypedDict, total=False):
    """What is asked of which unit."""

    scheme: str | None
    criterion: str | None
    document: str | None
    unit: int | str | None
    about: str | None


class Quote(TypedDict, total=False):
    """A piece of evidence."""

    document: str | None
    unit: int | str | None
    quote: str | None
    span: Span | None
    match: Match | None


class Opinion(Speaker, total=False):
    """What somebody said of an explanation."""

    value: Required[str]


class SaidVerdict(Speaker, RecordCell, total=False):
    """An answer to a cell, as a judge's method gives it too."""

    value: Any
    reason: str | None
    confidence: Number | None
    votes: str | None
    explanation: str | None
    span: Span | None
    spans: list[Span] | None
    evidence: list[Quote] | None
    explanation_verdict: Opinion | list[Opinion] | None


class RecordVerdict(SaidVerdict, total=False):
    """An answer to a cell, and what it was read from."""

    run: Name | None
    calls: list[int] | None


class RecordCoverage(Speaker, total=False):
    """What somebody went through."""

    scheme: str | None
    criteria: list[str] | None
    documents: list[str] | None


class RecordScore(Speaker, total=False):
    """A number for a document."""

    document: str | None
    metric: Required[Name]
    value: Required[Number]


class WrittenUnit(RecordUnit, total=False):
    """One that a revision writes."""

    position: Required[int]


class MadeUnits(TypedDict, total=False):
    """Units that a revision writes, and the names of those that it replaces."""

    units: list[WrittenUnit] | None
    replaces: list[str] | None


class AttachedPlace(TypedDict, total=False):
    """Source text that was put to a cell."""

    document: str | None
    unit: int | None
    span: Span | None


_As = TypedDict("_As", {"as": tuple[str, str] | None}, total=False)


class AskedPair(NamedTuple):
    """Scheme, criterion and document; ``level`` stands there only where it is the whole document. (Data are held
    against this type, not made into it, so the default is never read.)"""

    scheme: str
    criterion: str
    document: str
    level: Literal["whole"] = "whole"


class RecordDecision(RecordCell, _As, total=False):
    """A line of the log."""

    uid: Required[Name]
    at: Required[str]
    reviewer: Required[str]
    action: Required[Action]
    flag: str | None
    flag_kind: Literal["judge", "import"]
    value: Any
    span: Span | None
    spans: list[Span] | None
    note: str | None
    asked: list[AskedPair] | None
    unread: list[AskedPair] | None
    replaced: list[RecordVerdict] | None
    made: MadeUnits | None
    source: AttachedPlace | None
    shown: list[Literal["flag", "gold", "names", "others", "row"]] | None
    task: str | None
    round: Annotated[int, Meta(ge=1, le=1000)] | None
    seconds: Amount | None
    act: Annotated[str, Meta(min_length=1, max_length=64)] | None
    refers: str | None


class AssignedCell(RecordCell, total=False):
    """A cell that a task asks, or one whose answer is known."""

    task: str | None
    value: Any
    trains: bool


class RevokedAssignment(TypedDict, total=False):
    """An assignment that was taken back."""

    task: str | None
    reviewer: str | None
    round: Annotated[int, Meta(ge=1)]


class RepeatedAnswer(AssignedCell, total=False):
    """What was said of a cell that was asked once more."""

    reviewer: str | None
    uid: Required[str]
    at: Required[str]


class InPackage(TypedDict, total=False):
    """A package that an item is in."""

    package: Required[str]
    apart: bool
    cells: list[RecordCell]
    again: list[RecordCell]
    repeated: list[RepeatedAnswer]


class Call(TypedDict, total=False):
    """What a model was asked and said."""

    run: Required[Name]
    document: str | None
    request: Required[int]
    part: str | None
    sample: Count | None
    key: Required[Name]
    state: Required[Literal["done", "reused", "failed"]]
    reply: str | None
    finish: str | None
    unscored: str | None
    repaired: str | None
    error: str | None
    attempts: Count | None
    tokens_in: Count | None
    tokens_out: Count | None
    tokens_read: Count | None
    tokens_written: Count | None
    cost: Amount | None
    seconds: Amount | None
    answered: str | None
    at: Required[str]


class LineageLine(TypedDict, total=False):
    """A flag of a run against the run before."""

    run: Required[Name]
    state: Required[Literal["same", "new", "gone", "changed"]]
    flag: int | None
    earlier: int | None


class RecordItem(TypedDict, total=False):
    """One item: its texts, and everything that was said of them."""

    key: Required[Name]
    dataset: str | None
    split: str | None
    meta: dict[str, Any] | None
    documents: list[dict[str, Any]] | None
    units: list[RecordUnit] | None
    verdicts: list[RecordVerdict] | None
    judged: list[RecordCoverage] | None
    scores: list[RecordScore] | None
    decisions: list[RecordDecision] | None
    handed: list[AssignedCell] | None
    known: list[AssignedCell] | None
    void: list[RevokedAssignment] | None
    packages: list[InPackage] | None
    requests: list[dict[str, Any] | str] | None
    calls: list[Call] | None
    lineage: list[LineageLine] | None


class RecordBatch(TypedDict, total=False):
    """Calls that were sent together."""

    name: str | None
    state: Required[Literal["sending", "sent", "fetched", "failed"]]
    at: Required[str]
    calls: dict[str, Any] | None


class RecordRun(TypedDict, total=False):
    """A judge's run."""

    run: Required[Name]
    annotator: str | None
    method: str | None
    provider: str | None
    model: str | None
    started: Required[str]
    finished: str | None
    state: Required[Literal["running", "paused", "waiting", "done", "stopped", "cancelled", "failed"]]
    why: str | None
    settings: dict[str, Any]
    batches: list[RecordBatch] | None


class NamedScheme(TypedDict, total=False):
    """A scheme, with its text unless it ships."""

    id: str | None
    toml: str
    active: bool


class NamedProtocol(TypedDict, total=False):
    """A protocol with its text."""

    id: str | None
    toml: Required[str]


class RecordHeader(TypedDict, total=False):
    """The first line of a file."""

    annotators: list[Speaker] | None
    schemes: list[NamedScheme] | None
    protocols: list[NamedProtocol] | None
    settings: dict[str, Any] | None
    packages: list[dict[str, Any]] | None
    returned: list[dict[str, Any]] | None
    runs: list[RecordRun] | None


FIELDS = frozenset(RecordItem.__annotations__)
"""Of an item. There are no others."""
