"""Hold a system's tables against the golden entries: what is right, wrong, said twice and lost (SUMIE,
section 4.2), in words of our own.

What does not match exactly is asked of a model, a table's open entries in one call or a few. ``scoring`` says what is
exact (see ``golden_matching``): strictly only the same attribute with the same value; as published the same value or
the same evidence, and a repeat counts as true as in the paper's table 1, so that nothing is said of repeats.
That is a judge of another name: the figures of both stand side by side. Every verdict on what is right has the golden
entry as its evidence. An entry that nothing supports is of another entity if its evidence lies in a distractor, else
unsupported; a golden entry without a match is a lost value. Where a reply says nothing of an entry, the entry is
unscored, and so are golden entries that it might have matched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from galley.core.domain import Cell, Document, Match, Span
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import CallId, Reading, find_stop_reason
from galley.core.judges.inquiry.model_texts import delimit
from galley.core.judges.methods._questions import AsksAModel, question
from galley.core.judges.methods.base import (
    Asker,
    CheckedQuote,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    ModelQuestion,
    Outcome,
    Setting,
)
from galley.core.papers.sumie import entry_model, golden_matching
from galley.core.papers.sumie.entry_model import SCHEME, Fact, TableEntry, TurnTable
from galley.core.papers.sumie.golden_matching import PUBLISHED, SCORINGS, STRICT, EntryMatches
from galley.core.replies import replies
from galley.core.review.items import ItemView
from galley.core.text.quotes import locate

WRONG, UNSUPPORTED, REDUNDANT, LOST = "wrong-entity", "unsupported-value", "redundant", "lost-value"
CRITERIA = (WRONG, UNSUPPORTED, REDUNDANT, LOST)
ANSWER_TOKENS = 90
EXACT, ASKED = "exact", "model"


class SumieEvaluate(AsksAModel):
    """See the module."""

    name = "sumie-evaluate"
    label = "SUMIE: tables against gold"
    title = "Compare an entity's tables with the golden entries: wrong, repeated and lost values (SUMIE)"
    writes = SCHEME
    heeds: tuple[str, ...] = ("systems",)
    settings = (
        Setting("match", ASKED, "how entries are matched: exactly, or by a model as well", values=(ASKED, EXACT)),
        Setting("scoring", STRICT, "what counts as exact: attribute and value; or the paper's rule", values=SCORINGS),
        Setting("entries-per-call", 20, "open entries in one request", 1, 200),
    )

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``: its name says where the paper's own rule was followed."""
        return (PUBLISHED,) if choices.options.get("scoring") == PUBLISHED else ("",)

    def fingerprint(self) -> str:
        """See ``Method``: how a named row is found decides verdicts."""
        return golden_matching.choose_similarity()[0]

    def check(self, context: Context) -> None:
        """See ``Method``: the settings are checked by those who read them."""

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a table of which the golden entries are known."""
        systems = context.choices.systems
        for table in entry_model.tables(view):
            if (not systems or table.system in systems) and entry_model.golden(view, table.turn):
                yield Inquiry(view, table.document, "entries", self.annotator_keys(context.choices)[0], table)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        table: TurnTable = inquiry.data
        golden = entry_model.golden(inquiry.view, table.turn)
        scoring = str(context.settings["scoring"])
        criterion_names = tuple(name for name in CRITERIA if scoring == STRICT or name != REDUNDANT)
        matched = golden_matching.match_exactly(table.entries, golden, scoring)
        notes: tuple[str, ...] = ()
        unscored: dict[int, str] = {}
        calls: dict[int, tuple[CallId, ...]] = {}
        if matched.open and context.settings["match"] == ASKED:
            how, alike = golden_matching.choose_similarity()
            size = int(context.settings["entries-per-call"])
            parts = [matched.open[n : n + size] for n in range(0, len(matched.open), size)]
            many = len(parts)
            questions = [self._question(inquiry, context, table, golden, part, n, many) for n, part in enumerate(parts)]
            still: list[int] = []
            for part, reading in zip(parts, await ask.all(questions), strict=True):
                for number in part:
                    calls[number] = (reading.call,) if reading.call else ()
                    answer = reading.data.get(part.index(number) + 1) if isinstance(reading.data, dict) else None
                    if answer is None:
                        unscored[number] = reading.unscored_reason or "the reply says nothing of this entry"
                    elif answer.value and (row := golden_matching.nearest(answer, golden, alike, scoring)) is not None:
                        matched.take(number, table.entries[number], row)
                    else:
                        still.append(number)
            matched.open, notes = still, (how,)
        verdicts = list(
            _build_verdicts(inquiry.view, table, golden, matched, unscored, calls, context, criterion_names)
        )
        verdicts += _spelled_out(inquiry.view, table, golden, verdicts, context, criterion_names)
        judged_criteria = [(context.criterion(SCHEME, name).row, table.document.id) for name in criterion_names]
        return Outcome(verdicts=verdicts, covered_pairs=judged_criteria, notes=notes)

    def _question(
        self,
        inquiry: Inquiry,
        context: Context,
        table: TurnTable,
        golden: Sequence[TableEntry],
        part: Sequence[int],
        number: int,
        many: int,
    ) -> ModelQuestion:
        rows = [entry.fact._asdict() for entry in golden]
        entries = [{"entry": n, **table.entries[place].fact._asdict()} for n, place in enumerate(part, 1)]
        inputs = {
            "entity": str(inquiry.view.meta.get("entity") or inquiry.view.key),
            "reference": delimit("reference", _lines(rows)),
            "entries": delimit("entries", _lines(entries)),
            "count": str(len(part)),
        }
        name = "entries" if number == 0 else f"entries {number + 1}"
        words = context.prompts["entries"]
        return question(name, words, inputs, _reader(len(part)), ANSWER_TOKENS * len(part), alike=many)


def _lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _reader(count: int) -> Any:
    def read(reply: Reply) -> Reading:
        """The row that each entry is said to rest on (by number from 1), one without a value where none does."""
        why = find_stop_reason(reply)
        if why:
            return Reading(unscored_reason=why)
        reply_object, parsed = replies.parse_object(reply.text, "answers")
        answers = reply_object.get("answers") if reply_object is not None else None
        if not isinstance(answers, list):
            return Reading(unscored_reason=parsed.reason or "the reply has no “answers”", repairs=", ".join(parsed.how))
        answers_by_number: dict[int, Fact] = {}
        for entry in answers:
            number = entry.get("entry") if isinstance(entry, dict) else None
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= count:
                continue
            row = Fact(*(str(entry.get(name) or "").strip() for name in Fact._fields))
            is_found = entry.get("found")
            if is_found is False or (is_found is True and row.value):
                answers_by_number[number] = row if is_found else Fact("", "", "")
        missing = count - len(answers_by_number)
        return Reading(
            unscored_reason=f"{missing} of {count} entries have no answer" if missing else "",
            repairs=", ".join(parsed.how),
            data=answers_by_number,
        )

    return read


def _build_verdicts(
    view: ItemView,
    table: TurnTable,
    golden: Sequence[TableEntry],
    matched: EntryMatches,
    unscored: Mapping[int, str],
    calls: Mapping[int, tuple[CallId, ...]],
    context: Context,
    criterion_names: Sequence[str],
) -> Iterator[FoundVerdict]:
    """The verdicts on a table's entries and on the golden ones that it lacks, under the criteria that are ``asked``."""
    target = table.document.id
    rows = {name: context.criterion(SCHEME, name).row for name in criterion_names}

    def cell(entry: TableEntry, name: str) -> Cell:
        return Cell(entry.unit.id, rows[name], target)

    for number, entry in enumerate(table.entries):
        behind = calls.get(number, ())
        if number in unscored:
            for name in (criterion for criterion in criterion_names if criterion != LOST):
                yield FoundVerdict(cell(entry, name), None, unscored[number], calls=behind)
        elif number in matched.golden:
            yield FoundVerdict(cell(entry, UNSUPPORTED), "no", evidence=(_quote(matched.golden[number]),), calls=behind)
        elif number in matched.repeats and REDUNDANT not in rows:
            row = matched.repeats[number][1]
            yield FoundVerdict(cell(entry, UNSUPPORTED), "no", evidence=(_quote(row),), calls=behind)
        elif number in matched.repeats:
            first, row = matched.repeats[number]
            why = f"The table says this already: “{first.fact.text}”."
            both = (_quote(first), _quote(row))
            yield FoundVerdict(cell(entry, REDUNDANT), "yes", explanation=why, evidence=both, calls=behind)
        elif (place := _distractor(view, entry)) is not None:
            why = "Its evidence speaks of another entity or of a person."
            yield FoundVerdict(cell(entry, WRONG), "yes", explanation=why, evidence=(place,), calls=behind)
        else:
            why = "No golden entry of the paragraphs so far says this."
            yield FoundVerdict(
                cell(entry, UNSUPPORTED), "yes", explanation=why, evidence=_own_evidence(view, entry), calls=behind
            )
    for golden_entry in matched.unmatched_golden(golden):
        if unscored:
            yield FoundVerdict(cell(golden_entry, LOST), None, "an entry that has no answer may be this value")
        else:
            why = "No entry of the table says this."
            yield FoundVerdict(
                cell(golden_entry, LOST), "yes", explanation=why, evidence=_own_evidence(view, golden_entry)
            )


def _spelled_out(
    view: ItemView,
    table: TurnTable,
    golden: Sequence[TableEntry],
    verdicts: Sequence[FoundVerdict],
    context: Context,
    criterion_names: Sequence[str],
) -> Iterator[FoundVerdict]:
    """A "no" in so many words for the entries that a reviewer wrote: of these silence says nothing."""
    answered_cells = {verdict.cell for verdict in verdicts}
    for name in criterion_names:
        row = context.criterion(SCHEME, name).row
        for entry in golden if name == LOST else table.entries:
            cell = Cell(entry.unit.id, row, table.document.id)
            if entry.unit.id in view.written_units and cell not in answered_cells:
                yield FoundVerdict(cell, "no")


def _quote(entry: TableEntry) -> CheckedQuote:
    """An entry as evidence."""
    return CheckedQuote(entry.unit.id, None, entry.fact.text, Match.VERBATIM)


def _own_evidence(view: ItemView, entry: TableEntry) -> tuple[CheckedQuote, ...]:
    """Where an entry's own evidence stands in the paragraphs."""
    place = _place(entry_model.find_article(view), entry)
    return (place,) if place is not None else ()


def _place(article: Document | None, entry: TableEntry) -> CheckedQuote | None:
    if article is None or not entry.fact.evidence.strip():
        return None
    hint = next((u.position for u in article.units if u.id in entry.unit.sources), None)
    location = locate(entry.fact.evidence, [unit.text for unit in article.units], hint=hint)
    if location.unit_index is None:
        return CheckedQuote(None, None, entry.fact.evidence, Match.MISSING)
    return CheckedQuote(
        article.units[location.unit_index].id, Span(location.start, location.end), entry.fact.evidence, location.match
    )


def _distractor(view: ItemView, entry: TableEntry) -> CheckedQuote | None:
    """The place of an entry's evidence, where more than half of it lies in a distractor."""
    article = entry_model.find_article(view)
    place = _place(article, entry)
    if article is None or place is None or place.unit is None or place.span is None:
        return None
    number = next(n for n, unit in enumerate(article.units) if unit.id == place.unit)
    for start, end, _ in entry_model.turns(view)[number].distractors:
        overlap = min(end, place.span.end) - max(start, place.span.start)
        if 2 * overlap > place.span.end - place.span.start:
            return place
    return None


METHOD = SumieEvaluate()
