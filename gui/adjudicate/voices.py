"""A cell as the adjudicator sees it: what each annotator said, side by side. Plain data without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from galley.core.adjudication.open_ties import Case, Settlement
from galley.core.columns.notes import TOGETHER
from galley.core.domain import AnnotatorKind, Cell, Criterion, Document, Match, Span, Unit, Value, Verdict
from galley.core.project.item_reading import FlagState, ItemView
from galley.core.text.clarified import as_read
from galley.core.text.visible import visible
from galley.gui import naming
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.opened import Entry, Opened
from galley.gui.language import tr

_WHEN = 16  # "2026-02-03T10:21", the minute, of an ISO time


@dataclass(frozen=True, slots=True)
class CardVoice:
    """One annotator's card. ``value`` None: ``words`` says why there is none. ``number`` is the key that takes it
    over, from 1; 0 where there is nothing to take."""

    annotator: int
    name: str
    judge: bool
    value: Value | None
    words: str
    quote: str = ""
    note: str = ""
    remark: str = ""
    spans: tuple[Span, ...] = ()
    number: int = 0


class VoiceQuote(NamedTuple):
    """A place in a source that someone's verdict rests on."""

    text: str
    match: Match | None
    place: str
    unit: int | None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell with all that is said of it. ``entry`` is what the panes mark and tint for it."""

    case: Case
    criterion: Criterion
    unit: Unit
    home: Document
    voices: tuple[CardVoice, ...]
    quotes: tuple[VoiceQuote, ...]
    entry: Entry
    settlement: Settlement | None
    adjudicator: str

    @property
    def cell(self) -> Cell:
        """The cell."""
        return self.case.cell

    @property
    def place(self) -> str:
        """Where it is, in words: "sentence 3"."""
        return naming.place(self.unit, self.home)

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
    def settled(self) -> str:
        """ "Settled as yes by mira, 2026-02-03 10:21", or an empty string."""
        found = self.settlement
        if found is None:
            gold = self.case.gold
            return tr("Gold came with the data: {value}.", value=naming.value(gold)) if gold is not None else ""
        who, when = line(self.adjudicator), found.at[:_WHEN].replace("T", " ")
        if found.value is None:
            said = [tr("Left open by {who}, {when} UTC.", who=who, when=when)]
        else:
            said = [tr("Settled as {value} by {who}, {when} UTC.", value=naming.value(found.value), who=who, when=when)]
        if self.by_rule:
            said.append(found.reason)
        if self.case.reopened:
            said.append(tr("New answers have come since."))
        return " ".join(said)

    @property
    def by_rule(self) -> bool:
        """Whether it was settled together with others."""
        return self.settlement is not None and self.settlement.reason.startswith(TOGETHER)

    @property
    def reason(self) -> str:
        """What the adjudicator wrote; a rule's own words are no reason of theirs."""
        return "" if self.settlement is None or self.by_rule else self.settlement.reason


def look(
    opened: Opened, case: Case, settled: Mapping[Cell, Settlement], catalogue: Catalogue, hidden: bool
) -> CellView:
    """Everything about one cell of an item. ``hidden`` gives the annotators letters instead of names."""
    view, cell = opened.view, case.cell
    unit, home = opened.units[cell.unit]
    said = {v.annotator: v for v in view.verdicts if v.cell == cell}
    people = [who for who in view.annotators if who in case.humans or _unscored(view, said.get(who))]
    judges = [who for who in view.annotators if who in case.judges]
    settlement = settled.get(cell)
    voices: list[CardVoice] = []
    for who in [p for p in people if p not in judges]:
        letter = chr(ord("A") + len(voices) % 26)
        name = tr("Annotator {letter}", letter=letter) if hidden else line(view.annotators[who].name)
        number = sum(1 for v in voices if v.number) + 1
        voices.append(_voice(view, case, unit, said.get(who), who, name, number))
    for count, who in enumerate(judges, 1):
        name = tr("Judge {number}", number=count) if hidden else line(view.annotators[who].name)
        voices.append(_voice(view, case, unit, said.get(who), who, name, 0))
    return CellView(
        case,
        catalogue.criteria[cell.criterion],
        unit,
        home,
        tuple(voices),
        _quotes(opened, said),
        mark(opened, case, catalogue),
        settlement,
        view.annotators[settlement.reviewer].name if settlement is not None else "",
    )


def mark(opened: Opened, case: Case, catalogue: Catalogue) -> Entry:
    """The cell as the panes mark it: the humans' first span, every evidence, the state that gold gives it."""
    view, cell = opened.view, case.cell
    said = [v for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind is not AnnotatorKind.GOLD]
    said.sort(key=lambda v: (v.annotator not in case.humans, not v.spans, v.value != "yes"))
    gold = next((v for v in view.verdicts if v.cell == cell and view.annotators[v.annotator].kind == "gold"), None)
    known = gold if gold is not None and gold.spans else None
    first = said[0] if said else gold
    if first is None:  # nobody marked it: a cell that an undo has emptied
        first = Verdict(-1, 0, cell, "no")
    spans = known.spans if known is not None else next((v.spans for v in said if v.spans), ())
    verdict = replace(first, spans=spans, evidence=tuple(e for v in said for e in v.evidence))
    if gold is None or gold.value is None:
        state = FlagState.OPEN
    else:
        state = FlagState.OVERRIDDEN if gold.value == "no" else FlagState.ACCEPTED
    unit, home = opened.units[cell.unit]
    return Entry(verdict, catalogue.criteria[cell.criterion], unit, home, view.document(cell.target), "", False, state)


def line(text: str) -> str:
    """A name on one line, control characters made visible."""
    return " ".join(visible(text).split())


def _unscored(view: ItemView, verdict: Verdict | None) -> bool:
    """Whether this is a human's verdict without a value."""
    return (
        verdict is not None and verdict.value is None and view.annotators[verdict.annotator].kind is AnnotatorKind.HUMAN
    )


def _voice(
    view: ItemView, case: Case, unit: Unit, verdict: Verdict | None, who: int, name: str, number: int
) -> CardVoice:
    judge = view.annotators[who].kind is not AnnotatorKind.HUMAN
    vote = case.judges.get(who) if judge else case.humans.get(who)
    if vote is None:
        reason = verdict.reason if verdict is not None else ""
        return CardVoice(who, name, judge, None, reason or tr("no answer"), note=view.note(who, case.cell))
    words = naming.value(vote.value)
    if judge and verdict is not None:
        right, _, of = verdict.votes.partition("/")
        if of:
            words = tr("{value}, {count} of {of}", value=words, count=right, of=of)
        elif verdict.confidence is not None:
            words += f", {100 * verdict.confidence:.0f} %"
    remark = ""
    if vote.silent:
        remark = tr("Judged this text and did not mark it.") if judge else tr("Finished the item without marking it.")
    spans = verdict.spans if verdict is not None else ()
    quote = " … ".join(as_read(unit, *span) for span in spans)
    note = " ".join(filter(None, (view.note(who, case.cell), verdict.explanation if verdict is not None else "")))
    return CardVoice(who, name, judge, vote.value, words, line(quote), note, remark, spans, number)


def _quotes(opened: Opened, said: Mapping[int, Verdict]) -> tuple[VoiceQuote, ...]:
    found: dict[tuple[str, int | None], VoiceQuote] = {}
    for verdict in said.values():
        for evidence in verdict.evidence:
            place, text = tr("not in the sources"), evidence.quote
            if evidence.unit is not None:
                unit, home = opened.units[evidence.unit]
                place = naming.place(unit, home)
                text = text or as_read(unit, *(evidence.span or ()))
            found.setdefault((text, evidence.unit), VoiceQuote(text, evidence.match, place, evidence.unit))
    return tuple(found.values())
