"""An item as the review view shows it: its tabs, its flags in reading order, and where each flag stands.

Plain data without widgets. Other reviewers' answers are left out: reviewing is blind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from galley.core.definitions.protocols import Kind
from galley.core.definitions.task_owners import answers, full
from galley.core.domain import (
    AnnotatorId,
    Cell,
    Criterion,
    CriterionId,
    Document,
    ItemId,
    Role,
    Scheme,
    Unit,
    UnitId,
    UnitKind,
    Value,
    Verdict,
)
from galley.core.review.attachments import AttachedEvidence
from galley.core.review.items import FlagState, ItemView
from galley.core.tasks.adjudication_tasks import ReaderVerdict
from galley.core.tasks.pairs import Pair
from galley.core.tasks.questions import NOTHING, AskedCells
from galley.core.text.clarified import as_read
from galley.core.text.visible import make_visible
from galley.gui.labels import place_label, sentence_case, value_label
from galley.gui.text_panes.answer_margin import unsure_word
from galley.gui.text_panes.offsets import Offsets, whole
from galley.gui.translation import tr

WHOLE_PART = "whole"
"""What a task calls a summary that is not in parts."""
CHANGE = "change"
"""The group of criteria by which a judge proposes a change."""
SOURCES = (Role.DIALOGUE, Role.ARTICLE)
DERIVED_NAMES = {
    UnitKind.FACT: tr("Facts"),
    UnitKind.OPINION: tr("Opinions"),
    UnitKind.QUESTION: tr("Questions"),
    UnitKind.ENTRY: tr("Entries"),
}


class Identity(NamedTuple):
    """What stays the same of a flag while the item is read again."""

    annotator: AnnotatorId
    cell: Cell


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab over the right pane: a summary, a table, a reference, or the derived units of one kind."""

    title: str
    document: Document | None
    units: tuple[Unit, ...]
    kind: UnitKind | None = None

    @property
    def target(self) -> int:
        """The document that the tab shows, if it is one that is under judgement; else 0."""
        judged = self.document is not None and self.document.role in (Role.SUMMARY, Role.TABLE)
        return self.document.id if judged and self.document is not None else 0


@dataclass(frozen=True, slots=True)
class FlagEntry:
    """One line of the flag list: a judge's flag, or a mark of the reviewer's own where no judge spoke."""

    verdict: Verdict
    criterion: Criterion
    unit: Unit
    home: Document
    target: Document
    who: str
    own: bool
    state: FlagState
    instead: Criterion | None = None
    blind: bool = False
    """Whether the reviewer is to decide it before seeing what the judge said: quote, votes, name and reason."""
    question: bool = False
    """Whether it is no flag, but what a task asks of a unit."""
    adjudicates: bool = False
    """Whether the answer to the question is gold: an adjudicator's."""
    reader_verdicts: tuple[ReaderVerdict, ...] = ()
    """What the readers say of it, where the reviewer is to settle it: nobody is named."""
    attached_evidence: tuple[AttachedEvidence, ...] = ()
    """The evidence that the reviewer put to its cell."""
    pair: Pair | None = None
    """The two documents that are compared. Their names, and the answers', which name them, are never shown."""

    @property
    def identity(self) -> Identity:
        """What it is known by."""
        return Identity(self.verdict.annotator, self.verdict.cell)

    @property
    def values(self) -> tuple[Value, ...]:
        """What can be answered to a question that is not one of yes or no; digits choose them."""
        if self.pair is not None:
            return self.pair.values
        return answers(self.criterion) if self.question and self.criterion.scale != "yes-no" else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What these are called."""
        if self.pair is not None:
            return (tr("left one"), tr("right one"), tr("the same"))[: len(self.values)]
        return tuple(value_label(value) for value in self.values)

    def get_value_name(self, value: Value) -> str:
        """One of its answers in words."""
        return dict(zip(self.values, self.labels, strict=True)).get(value) or value_label(value)

    @property
    def proposes(self) -> bool:
        """Whether no error is flagged but a change proposed: it is rejected where it is not right."""
        return self.criterion.group == CHANGE

    @property
    def open(self) -> bool:
        """Whether it waits for a decision."""
        return self.state is FlagState.OPEN

    @property
    def words(self) -> str:
        """Its state in a word or two."""
        if self.own:
            return tr("added")
        if self.question and self.verdict.value is not None:
            return self.get_value_name(self.verdict.value)
        if self.question:
            return {FlagState.OPEN: tr("open"), FlagState.UNSURE: unsure_word(self.adjudicates)}[self.state]
        if self.instead is not None:
            return tr("as {name}", name=self.instead.name)
        return {
            FlagState.OPEN: tr("open"),
            FlagState.ACCEPTED: tr("accepted"),
            FlagState.OVERRIDDEN: tr("rejected") if self.proposes else tr("no error"),
            FlagState.UNSURE: tr("unsure"),
        }[self.state]

    @property
    def quote(self) -> str:
        """The marked text, or the unit's where no span was given (or it is blind), as it may be drawn."""
        if self.unit.kind is UnitKind.PAIR:  # its text are the names of its documents
            return sentence_case(self.place)
        spans: Sequence[tuple[int, int]] = [(0, 400)]
        if self.verdict.spans and not self.blind:
            offsets = Offsets(self.unit.text)
            spans = [whole(self.unit.text, offsets, *span) for span in self.verdict.spans]
        text = " … ".join(as_read(self.unit, *span) for span in spans)
        return " ".join(make_visible(text[:400]).split())

    @property
    def place(self) -> str:
        """Where it is, in words: "sentence 3"."""
        return place_label(self.unit, self.home)

    @property
    def replies(self) -> str:
        """The judge's votes in words ("4 of 5 replies"); as given where they are no share, empty without."""
        flagged, _, replies = self.votes.partition("/")
        return tr("{flagged} of {replies} replies", flagged=flagged, replies=replies) if replies else self.votes

    @property
    def votes(self) -> str:
        """The judge's votes as given ("4/5"), or an empty string."""
        return "" if self.blind else self.verdict.votes


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """An item and everything that the view derives from it once."""

    view: ItemView
    tabs: tuple[Tab, ...]
    entries: tuple[FlagEntry, ...]
    units: Mapping[UnitId, tuple[Unit, Document]]
    is_finished: bool
    notes: Mapping[Cell | None, str]
    schemes: tuple[Scheme, ...] = ()
    """The schemes in force."""
    kinds: frozenset[UnitKind] = frozenset()
    """The kinds of its derived units."""
    unfinished_pairs: frozenset[tuple[CriterionId, int]] = frozenset()
    """The (criterion, target) that the reviewer's last finish left, since they were not in sight."""
    asked_cells: AskedCells = NOTHING
    """What the task that is worked on asks."""

    @property
    def id(self) -> ItemId:
        """The item's row id."""
        return self.view.id

    def concerns(self, criterion: Criterion) -> bool:
        """Whether flags on a criterion are put before the reader here, and finishing says "no" of the rest."""
        return self.asked_cells.flags(criterion.row, criterion.unit.value)

    def shows(self, document: Document) -> bool:
        """Whether a task's reader needs a document: the task names its role, part or system, or asks about it."""
        if self.asked_cells.compares and document.role not in SOURCES:
            return False  # its tab would say whose it is
        shown_roles = self.asked_cells.shows
        part = document.part or (WHOLE_PART if document.role is Role.SUMMARY else "")
        named = {document.role.value, part, f"system:{document.system}"} & set(shown_roles)
        return not shown_roles or bool(named) or any(document.id in (e.home.id, e.target.id) for e in self.entries)

    def needs(self, tab: Tab) -> bool:
        """Whether a tab is one for the task: a document that it shows, or units that it asks about."""
        if tab.document is not None:
            return self.shows(tab.document)
        if self.asked_cells.task is not None and self.asked_cells.task.kind is Kind.WRITE:
            return tab.kind is not None and tab.kind.value == self.asked_cells.task.unit
        return any(tab.kind is not None and tab.kind.value in question.units for question in self.asked_cells.asks)

    @property
    def open_count(self) -> int:
        """How many flags wait for a decision."""
        return sum(1 for entry in self.entries if entry.open and not entry.own)

    @property
    def questions(self) -> bool:
        """Whether a task asks something of its units here."""
        return any(entry.question for entry in self.entries)

    @property
    def writes(self) -> bool:
        """Whether the task is to write units, not to answer anything."""
        return self.asked_cells.task is not None and self.asked_cells.task.kind is Kind.WRITE

    @property
    def flag_count(self) -> int:
        """How many flags the judges raised."""
        return sum(1 for entry in self.entries if not entry.own)

    def index(self, identity: Identity | None) -> int | None:
        """The place of a flag in ``entries``, or None if it is not among them."""
        if identity is None:
            return None
        return next((i for i, e in enumerate(self.entries) if e.identity == identity), None)

    def find_by_cell(self, cell: Cell) -> int | None:
        """The first entry on this cell."""
        return next((i for i, e in enumerate(self.entries) if e.verdict.cell == cell), None)

    def next_open(self, after: int) -> int | None:
        """The next open flag behind ``after``, from the start again if there is none behind it."""
        count = len(self.entries)
        order = [(after + step) % count for step in range(1, count + 1)] if count else []
        return next((i for i in order if self.entries[i].open and not self.entries[i].own), None)

    def find_dependent_questions(self, entry: FlagEntry) -> list[Identity]:
        """The questions of the form that are asked, or not, by what is answered to ``entry``, at whatever depth."""
        if not entry.question or entry.adjudicates:
            return []
        names, identities = {full(entry.criterion)}, []
        for question in self.asked_cells.asks:
            if question.entry.when is not None and question.entry.when.criterion in names:
                names.add(full(question.criterion))
                identities.append(entry.identity._replace(cell=entry.verdict.cell._replace(criterion=question.criterion.row)))
        return identities

    def documents(self, role: Role) -> tuple[Document, ...]:
        """The documents of this role."""
        return self.view.by_role(role)
