"""The words of Galley as types: what a project holds and what the rest of the program passes around.

Everything here is plain data without behaviour that needs a database or a window. Offsets count Unicode
code points, always half open, always exact: ``document.text[unit.start:unit.end] == unit.text`` for text units.

A *cell* is (unit, criterion, target): ``target`` is the document under judgement. For a unit of a summary it is
that summary; for a source unit that is judged against a summary (a missed turn, an uncovered fact) it is the
summary; for a source unit judged on its own (is this paragraph supporting?) it is the source document itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, NewType

ItemId = NewType("ItemId", int)
UnitId = NewType("UnitId", int)
CriterionId = NewType("CriterionId", int)
AnnotatorId = NewType("AnnotatorId", int)
"""Row ids of the project: a number that is one of these cannot be given where another is meant."""

NO_ITEM, NO_UNIT, NO_CRITERION, NO_ANNOTATOR = ItemId(0), UnitId(0), CriterionId(0), AnnotatorId(0)
"""Stand where there is none: row ids begin with 1."""

Value = str | int | float
"""A verdict's value: "yes" / "no", a number on an ordinal scale, or the id of a choice."""


class Role(StrEnum):
    """What a document is to its item."""

    DIALOGUE = "dialogue"
    ARTICLE = "article"
    SUMMARY = "summary"
    TABLE = "table"
    REFERENCE = "reference"


class UnitKind(StrEnum):
    """The kind of thing one can say something about. The first four are slices of text; a GROUP stands for several
    units that are asked about once, a PAIR for two documents that are compared."""

    TURN = "turn"
    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    WHOLE = "whole"
    FACT = "fact"
    OPINION = "opinion"
    QUESTION = "question"
    ENTRY = "entry"
    GROUP = "group"
    PAIR = "pair"


TEXT_KINDS = frozenset({UnitKind.TURN, UnitKind.PARAGRAPH, UnitKind.SENTENCE, UnitKind.WHOLE})


class AnnotatorKind(StrEnum):
    """Who gives verdicts."""

    HUMAN = "human"
    JUDGE = "judge"
    IMPORT = "import"
    GOLD = "gold"


JUDGES = (AnnotatorKind.JUDGE, AnnotatorKind.IMPORT)
"""The kinds whose yes is a flag, in the order in which they are listed."""

TYPE_UNCLEAR = (
    "the file does not say which sentence this type belongs to",
    "an error outside the typology",
)
"""Why a file leaves a type of error open beside a certain error. Such types say nothing about whether there is one."""


class Match(StrEnum):
    """Whether a quote was found in the source."""

    VERBATIM = "verbatim"
    FUZZY = "fuzzy"
    MISSING = "missing"


class Action(StrEnum):
    """What a reviewer did. Rows of the append-only log.

    ACCEPT, OVERRIDE, UNSURE and ADD answer a cell; NOTE annotates a cell or an item; FINISH records "no" for
    every open cell that was asked; REOPEN takes a finish back; SETTLE writes gold; REASON judges a judge's
    explanation; REVISE writes derived units and retires others; ATTACH puts evidence to a cell (its value is a Stance);
    UNDO and REDO point at an earlier decision.
    """

    ACCEPT = "accept"
    OVERRIDE = "override"
    UNSURE = "unsure"
    ADD = "add"
    NOTE = "note"
    FINISH = "finish"
    REOPEN = "reopen"
    ADJUDICATE = "settle"
    REASON = "reason"
    REVISE = "revise"
    ATTACH = "attach"
    UNDO = "undo"
    REDO = "redo"


class Stance(StrEnum):
    """What a text that a reviewer attached to a cell says of what the cell is about. NEITHER takes it away again."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    NEITHER = "neither"


class Cell(NamedTuple):
    """(unit, criterion, target), all as row ids of the project."""

    unit: UnitId
    criterion: CriterionId
    target: int


class Span(NamedTuple):
    """A half-open range of code points inside a unit's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest piece one can say something about. ``position`` counts from 0 within document and kind.

    ``meta`` is what a derived unit has of its own: an entry's attribute and value, a question's kind and answer.
    """

    id: UnitId
    document: int
    kind: UnitKind
    position: int
    start: int
    end: int
    text: str
    speaker: str = ""
    name: str = ""
    type: str = ""
    sources: tuple[UnitId, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """Its number as people read it, in the window and on every page: see ``unit_number``."""
        return unit_number(self.position)


def unit_number(position: int) -> int:
    """The number from 1 that people read for the unit at ``position``. Data formats hold the position, from 0."""
    return position + 1


@dataclass(frozen=True, slots=True)
class Document:
    """One text of an item with its units in order (``whole`` is not among ``units``)."""

    id: int
    item: ItemId
    name: str
    role: Role
    text: str
    system: str = ""
    part: str = ""
    whole: UnitId = NO_UNIT
    units: tuple[Unit, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Annotator:
    """Whoever gives verdicts. Judges carry method, model and prompt hash."""

    id: AnnotatorId
    name: str
    kind: AnnotatorKind
    method: str = ""
    model: str = ""
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A place in a source that a verdict rests on. ``unit`` is None where the quote was not found."""

    unit: UnitId | None
    span: Span | None
    quote: str
    match: Match


@dataclass(frozen=True, slots=True)
class Verdict:
    """One annotator's answer for one cell.

    ``value`` is None when there is none: ``reason`` then says why ("unsure", "truncated", "refused", …);
    such a row is an *Unscored* and never counts as "no".
    """

    id: int
    annotator: AnnotatorId
    cell: Cell
    value: Value | None
    reason: str = ""
    confidence: float | None = None
    votes: str = ""
    explanation: str = ""
    spans: tuple[Span, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    decision: int | None = None
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One row of the log. ``at`` is UTC, ISO 8601 with microseconds."""

    id: int
    uid: str
    at: str
    reviewer: AnnotatorId
    action: Action
    item: ItemId
    cell: Cell | None = None
    flag: int | None = None
    value: Value | None = None
    criterion: CriterionId | None = None
    spans: tuple[Span, ...] = ()
    note: str = ""
    refers: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a write touched, so that each view refreshes only if it is concerned. Sets hold row ids."""

    items: frozenset[ItemId] = frozenset()
    decisions: tuple[int, ...] = ()
    runs: frozenset[int] = frozenset()
    structure: bool = False
    settings: bool = False

    def __or__(self, other: ChangeSet) -> ChangeSet:
        return ChangeSet(
            self.items | other.items,
            self.decisions + other.decisions,
            self.runs | other.runs,
            self.structure or other.structure,
            self.settings or other.settings,
        )

    def __bool__(self) -> bool:
        return bool(self.items or self.decisions or self.runs or self.structure or self.settings)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One question of a scheme. ``id`` is the stable name in kebab case, ``row`` the project's row id (0 outside).

    ``about`` says what is under judgement: "summary", or "self" for a source unit judged on its own. ``types`` are
    the types of derived units that it is asked of (a key fact can be missing, a non-supporting one cannot), ``parts``
    the parts of summaries ("background"), or a part and its pattern ("background ebs-aos"); none asks for all.
    ``aliases`` are the names by which data sets and judges call the same thing. ``is_asked`` is false for what says the
    opposite of another criterion (covered, not covered): finishing an item then says nothing about it. ``error`` is
    whether a yes is a fault of what is judged.
    """

    id: str
    name: str
    definition: str
    unit: UnitKind
    scale: str = "yes-no"
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    group: str = ""
    level: str = ""
    letter: str = ""
    colour: str = ""
    line: str = "solid"
    roles: tuple[Role, ...] = (Role.SUMMARY,)
    about: str = "summary"
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    is_asked: bool = True
    error: bool = True
    scheme: str = ""
    row: CriterionId = NO_CRITERION


@dataclass(frozen=True, slots=True)
class CombinedCriterion:
    """A declared union: yes where any of ``criteria`` is yes."""

    id: str
    name: str
    criteria: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A named, versioned set of criteria: an error taxonomy or a rating form. ``toml`` is the text it was read from."""

    id: str
    name: str
    version: str
    description: str
    source: str
    criteria: tuple[Criterion, ...]
    combined_criteria: tuple[CombinedCriterion, ...] = ()
    toml: str = ""
    row: int = 0

    def criterion(self, name: str) -> Criterion | None:
        """The criterion with this id, or None."""
        return next((c for c in self.criteria if c.id == name), None)
