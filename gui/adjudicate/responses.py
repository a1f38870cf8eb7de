"""A cell as the adjudicator sees it: what each annotator said, side by side. Plain data without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from galley.core.adjudication.queue import Adjudication, Case
from galley.core.domain import (
    NO_ANNOTATOR,
    AnnotatorId,
    AnnotatorKind,
    Cell,
    Criterion,
    Document,
    Match,
    Span,
    Unit,
    UnitId,
    Value,
    Verdict,
)
from galley.core.review.items import FlagState, ItemView
from galley.core.storage.note_markers import BULK_NOTE_PREFIX
from galley.core.text.clarified import as_read
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.translation import tr

_WHEN = 16  # "2026-02-03T10:21", the minute, of an ISO time


@dataclass(frozen=True, slots=True)
class CardResponse:
    """One annotator's card. ``value`` None: ``words`` says why there is none. ``number`` is the key that takes it
    over, from 1; 0 where there is nothing to take."""

    annotator: AnnotatorId
    name: str
    judge: bool
    value: Value | None
    words: str
    quote: str = ""
    note: str = ""
    remark: str = ""
    spans: tuple[Span, ...] = ()
    number: int = 0


class ResponseQuote(NamedTuple):
    """A place in a source that someone's verdict rests on."""

    text: str
    match: Match | None
    place: str
    unit: UnitId | None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell with all that is said of it. ``entry`` is what the panes mark and tint for it."""

    case: Case
    criterion: Criterion
    unit: Unit
    home: Document
    responses: tuple[CardResponse, ...]
    quotes: tuple[ResponseQuote, ...]
    entry: FlagEntry
    adjudication: Adjudication | None
    adjudicator: str

    @property
    def cell(self) -> Cell:
        """The cell."""
        return self.case.cell

    @property
    def place(self) -> str:
        """Where it is, in words: "sentence 3"."""
        return labels.place_label(self.unit, self.home)

    @property
    def binary(self) -> bool:
        """Whether the answer is yes or no."""
        return self.criterion.scale == "yes-no"

    @property
    def values(self) -> tuple[Value, ...]:
        """What can be answered on the scale of the criterion."""
        if self.binary:
            return ("yes", "no")
        return self.criterion.choices or tuple(range(self.criterion.low, self.criterion.high + 1))

    @property
    def adjudication_words(self) -> str:
        """ "Settled as yes by mira, 2026-02-03 10:21", or an empty string."""
        adjudication = self.adjudication
        if adjudication is None:
            gold = self.case.gold
            return tr("Gold came with the data: {value}.", value=labels.value_label(gold)) if gold is not None else ""
        who, when = line(self.adjudicator), adjudication.at[:_WHEN].replace("T", " ")
        if adjudication.value is None:
            sentences = [tr("Left unresolved by {who}, {when} UTC.", who=who, when=when)]
        else:
            sentences = [
                tr(
                    "Adjudicated as {value} by {who}, {when} UTC.",
                    value=labels.value_label(adjudication.value),
                    who=who,
                    when=when,
                )
            ]
        if self.by_rule:
            sentences.append(adjudication.reason)
        if self.case.needs_review:
            sentences.append(tr("New answers have come since."))
        return " ".join(sentences)

    @property
    def by_rule(self) -> bool:
        """Whether it was adjudicated together with others."""
        return self.adjudication is not None and self.adjudication.reason.startswith(BULK_NOTE_PREFIX)

    @property
    def reason(self) -> str:
        """What the adjudicator wrote; a rule's own words are no reason of theirs."""
        return "" if self.adjudication is None or self.by_rule else self.adjudication.reason


def look(
    review_item: ReviewItem, case: Case, adjudications: Mapping[Cell, Adjudication], catalogue: Catalogue, hidden: bool
) -> CellView:
    """Everything about one cell of an item. ``hidden`` gives the annotators letters instead of names."""
    view, cell = review_item.view, case.cell
    unit, home = review_item.units[cell.unit]
    verdicts_by_annotator = {v.annotator: v for v in view.verdicts if v.cell == cell}
    people = [
        who for who in view.annotators if who in case.humans or _is_unscored(view, verdicts_by_annotator.get(who))
    ]
    judges = [who for who in view.annotators if who in case.judges]
    adjudication = adjudications.get(cell)
    responses: list[CardResponse] = []
    for who in [p for p in people if p not in judges]:
        letter = chr(ord("A") + len(responses) % 26)
        name = tr("Annotator {letter}", letter=letter) if hidden else line(view.annotators[who].name)
        number = sum(1 for v in responses if v.number) + 1
        responses.append(_build_response(view, case, unit, verdicts_by_annotator.get(who), who, name, number))
    for count, who in enumerate(judges, 1):
        name = tr("Judge {number}", number=count) if hidden else line(view.annotators[who].name)
        responses.append(_build_response(view, case, unit, verdicts_by_annotator.get(who), who, name, 0))
    return CellView(
        case,
        catalogue.criteria[cell.criterion],
        unit,
        home,
        tuple(responses),
        _quotes(review_item, verdicts_by_annotator),
        mark(review_item, case, catalogue),
        adjudication,
        view.annotators[adjudication.reviewer].name if adjudication is not None else "",
    )


def mark(review_item: ReviewItem, case: Case, catalogue: Catalogue) -> FlagEntry:
    """The cell as the panes mark it: the humans' first span, every evidence, the state that gold gives it."""
    view, cell = review_item.view, case.cell
    verdicts = [
        v for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind is not AnnotatorKind.GOLD
    ]
    verdicts.sort(key=lambda v: (v.annotator not in case.humans, not v.spans, v.value != "yes"))
    gold = next((v for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind == "gold"), None)
    gold_verdict = gold if gold is not None and gold.spans else None
    first = verdicts[0] if verdicts else gold
    if first is None:  # nobody marked it: a cell that an undo has emptied
        first = Verdict(-1, NO_ANNOTATOR, cell, "no")
    spans = gold_verdict.spans if gold_verdict is not None else next((v.spans for v in verdicts if v.spans), ())
    verdict = replace(first, spans=spans, evidence=tuple(e for v in verdicts for e in v.evidence))
    if gold is None or gold.value is None:
        state = FlagState.OPEN
    else:
        state = FlagState.OVERRIDDEN if gold.value == "no" else FlagState.ACCEPTED
    unit, home = review_item.units[cell.unit]
    return FlagEntry(
        verdict, catalogue.criteria[cell.criterion], unit, home, view.document(cell.target), "", False, state
    )


def line(text: str) -> str:
    """A name on one line, control characters made visible."""
    return " ".join(make_visible(text).split())


def _is_unscored(view: ItemView, verdict: Verdict | None) -> bool:
    """Whether this is a human's verdict without a value."""
    return (
        verdict is not None and verdict.value is None and view.annotators[verdict.annotator].kind is AnnotatorKind.HUMAN
    )


def _build_response(
    view: ItemView, case: Case, unit: Unit, verdict: Verdict | None, who: AnnotatorId, name: str, number: int
) -> CardResponse:
    judge = view.annotators[who].kind is not AnnotatorKind.HUMAN
    vote = case.judges.get(who) if judge else case.humans.get(who)
    if vote is None:
        reason = verdict.reason if verdict is not None else ""
        return CardResponse(who, name, judge, None, reason or tr("no answer"), note=view.note(who, case.cell))
    words = labels.value_label(vote.value)
    if judge and verdict is not None:
        right, _, of = verdict.votes.partition("/")
        if of:
            words = tr("{value}, {count} of {of}", value=words, count=right, of=of)
        elif verdict.confidence is not None:
            words += f", {100 * verdict.confidence:.0f} %"
    remark = ""
    if vote.is_implicit:
        remark = tr("Judged this text and did not mark it.") if judge else tr("Finished the item without marking it.")
    spans = verdict.spans if verdict is not None else ()
    quote = " … ".join(as_read(unit, *span) for span in spans)
    note = " ".join(filter(None, (view.note(who, case.cell), verdict.explanation if verdict is not None else "")))
    return CardResponse(who, name, judge, vote.value, words, line(quote), note, remark, spans, number)


def _quotes(review_item: ReviewItem, verdicts: Mapping[AnnotatorId, Verdict]) -> tuple[ResponseQuote, ...]:
    quotes: dict[tuple[str, int | None], ResponseQuote] = {}
    for verdict in verdicts.values():
        for evidence in verdict.evidence:
            place, text = tr("not in the sources"), evidence.quote
            if evidence.unit is not None:
                unit, home = review_item.units[evidence.unit]
                place = labels.place_label(unit, home)
                text = text or as_read(unit, *(evidence.span or ()))
            quotes.setdefault((text, evidence.unit), ResponseQuote(text, evidence.match, place, evidence.unit))
    return tuple(quotes.values())
