"""What a background or opinion summary holds of the facts and opinions of its item, and which paragraphs it took.

After KGDS, sections 4.3 to 4.5, formulas 3, 7 and 11. A key fact that the summary does not hold, a
non-supporting one that it does, and an opinion that cannot be inferred are flags (`key-fact-missing`,
`non-supporting-fact-included`, `not-covered`), each with the words of the summary that come closest. The facts are
asked paragraph by paragraph, or so many at once as the setting ``facts-per-call`` says. An extract is compared with the
experts' paragraphs without asking anybody (`paragraph-missed`, `paragraph-unneeded`); so is an empty summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from galley.core.domain import Cell, CriterionId, Document, Match, Span, Unit, UnitKind
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, UnitReply, read_units
from galley.core.judges.inquiry.model_texts import delimit, find_injection, format_units
from galley.core.judges.methods import _kgds
from galley.core.judges.methods._questions import UNIT_TOKENS, AsksAModel, question, repeat_question, select_names
from galley.core.judges.methods._votes import QuoteChecker, verdicts
from galley.core.judges.methods.base import (
    NOT_ASKED,
    Asker,
    CheckedQuote,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    ModelQuestion,
    Outcome,
    ProjectContent,
    Setting,
)
from galley.core.review.items import ItemView

PARTS = ("facts", "opinions", "paragraphs")
FAULT = "fault"


class KGDSVerify(AsksAModel):
    """See the module. The choice of criteria is one of what is verified."""

    name = "kgds-verify"
    label = "KGDS: facts and opinions held"
    title = "Which facts, opinions and paragraphs a background or opinion summary contains (KGDS)"
    parts = PARTS
    settings = (Setting("facts-per-call", 0, "facts in one request; 0 asks a paragraph at a time", 0, 500),)

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (_kgds.FACTS, _kgds.OPINIONS, _kgds.PARAGRAPHS)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        _parts(context)

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary, and what of it is verified."""
        parts = _parts(context)
        facts = _kgds.of_kind(view, UnitKind.FACT, _kgds.KEY, _kgds.OTHER)
        opinions = _kgds.of_kind(view, UnitKind.OPINION)
        for summary in _kgds.list_summaries(view, context.choices.systems):
            if _kgds.is_extract(summary):
                if "paragraphs" in parts and _kgds.article(view) is not None:
                    yield Inquiry(view, summary, "paragraphs")
                continue
            if "facts" in parts and facts and summary.part != _kgds.OPINION:
                yield Inquiry(view, summary, "facts", data=facts)
            if "opinions" in parts and opinions and summary.part != _kgds.BACKGROUND:
                yield Inquiry(view, summary, "opinions", data=opinions)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        if inquiry.part == "paragraphs":
            return _paragraphs(inquiry, context)
        units: Sequence[Unit] = inquiry.data
        if not inquiry.target.units:
            return _empty_outcome(inquiry, context, units)
        groups = [("opinions", list(units))]
        if inquiry.part == "facts":
            groups = _groups(inquiry.view, units, context.settings["facts-per-call"])
        questions = [one for name, group in groups for one in _build_questions(inquiry, context, name, group)]
        readings = await ask.all(questions)
        outcome, quote_checker = Outcome(injection=find_injection((inquiry.target,))), QuoteChecker((inquiry.target,))
        for place, (_, group) in enumerate(groups):
            group_readings = readings[place * context.samples : (place + 1) * context.samples]
            _judge(inquiry, context, group, group_readings, quote_checker, outcome)
        return outcome


def _parts(context: Context) -> tuple[str, ...]:
    return select_names(PARTS, context.choices.criteria, PARTS, "part of a summary")


def _groups(view: ItemView, units: Sequence[Unit], size: int) -> list[tuple[str, list[Unit]]]:
    """The facts of one call each, and what the call is named: by paragraph, or ``size`` at a time in that order."""
    text = _kgds.article(view)
    by_paragraph = _kgds.by_source(units, text) if text is not None else [(-1, list(units))]
    if not size:
        return [(f"facts P{place + 1}" if place >= 0 else "facts", group) for place, group in by_paragraph]
    ordered_units = [unit for _, group in by_paragraph for unit in group]
    return [(f"facts {start + 1}", ordered_units[start : start + size]) for start in range(0, len(ordered_units), size)]


def _build_questions(inquiry: Inquiry, context: Context, name: str, group: Sequence[Unit]) -> list[ModelQuestion]:
    kind = inquiry.part
    one = question(
        name,
        context.prompts[kind],
        {
            "summary": delimit("summary", format_units(inquiry.target.units, "")),
            kind: delimit(kind, _kgds.format_list(group)),
            "count": str(len(group)),
        },
        lambda reply: _read(reply, group, kind),
        20 + UNIT_TOKENS * len(group),
        labels=("label", ("YES", "NO")),
    )
    return repeat_question(one, context.samples)


def _read(reply: Reply, group: Sequence[Unit], what: str) -> Reading:
    """One entry a unit with YES or NO. The label becomes FAULT where it speaks against the summary: a NO on what
    should be there, a YES on what should not."""
    reading = read_units(reply, len(group), {"YES": ("held",), "NO": ("absent",)}, what=what)
    return replace(reading, units=tuple(map(_fault, reading.units, group)) if reading.units else ())


def _fault(reply: UnitReply, unit: Unit) -> UnitReply:
    if reply.labels is None:
        return reply
    bad = "held" if unit.type == _kgds.OTHER and unit.kind is UnitKind.FACT else "absent"
    return replace(reply, labels=(FAULT,) if bad in reply.labels else ())


def _judge(
    inquiry: Inquiry,
    context: Context,
    group: Sequence[Unit],
    readings: Sequence[Reading],
    quote_checker: QuoteChecker,
    outcome: Outcome,
) -> None:
    """Add the verdicts on a group, by the criterion that each unit is asked under."""
    for criterion, units in _criteria(inquiry, context, group).items():
        places = [group.index(unit) for unit in units]
        group_readings = [replace(r, units=tuple(r.units[p] for p in places) if r.units else ()) for r in readings]
        outcome_part = verdicts(
            units, {FAULT: criterion}, group_readings, inquiry.target.id, quote_checker, outcome.injection
        )
        outcome.verdicts += _kgds.spell_out_no(outcome_part, units).verdicts


def _criteria(inquiry: Inquiry, context: Context, group: Sequence[Unit]) -> Mapping[CriterionId, list[Unit]]:
    if inquiry.part == "opinions":
        return {context.criterion(_kgds.OPINIONS, _kgds.UNCOVERED).row: list(group)}
    units_by_criterion: dict[CriterionId, list[Unit]] = {}
    for unit in group:
        name = _kgds.MISSING if unit.type == _kgds.KEY else _kgds.INCLUDED
        units_by_criterion.setdefault(context.criterion(_kgds.FACTS, name).row, []).append(unit)
    return units_by_criterion


def _empty_outcome(inquiry: Inquiry, context: Context, units: Sequence[Unit]) -> Outcome:
    """What an empty summary holds: nothing, and no model need be asked."""
    outcome = Outcome()
    included = context.criterion(_kgds.FACTS, _kgds.INCLUDED).row
    for criterion, group_units in _criteria(inquiry, context, units).items():
        value, explanation = ("no", "") if criterion == included else ("yes", "The summary is empty.")
        cells = [Cell(unit.id, criterion, inquiry.target.id) for unit in group_units]
        outcome.verdicts += [FoundVerdict(cell, value, "", 1.0, explanation=explanation) for cell in cells]
    return outcome


# Extracts ------------------------------------------------------------------------------------------------------------


def _paragraphs(inquiry: Inquiry, context: Context) -> Outcome:
    """The flags of an extract: formula 11 against the paragraphs that the experts agree on."""
    text = _kgds.article(inquiry.view)
    assert text is not None
    missed, unneeded = (context.criterion(_kgds.PARAGRAPHS, name).row for name in (_kgds.MISSED, _kgds.UNNEEDED))
    expert = _kgds.supporting(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
    paragraphs = _kgds.extract_paragraphs(inquiry.target) or ()
    outcome = Outcome()
    if not expert:
        return outcome
    outcome.covered_pairs = [(missed, inquiry.target.id), (unneeded, inquiry.target.id)]
    for unit in text.units:
        if unit.position not in expert:
            outcome.verdicts += [  # the experts do not agree on it; without these its implicit no would be a no
                FoundVerdict(Cell(unit.id, row, inquiry.target.id), None, f"{NOT_ASKED}boundary paragraph")
                for row in (missed, unneeded)
            ]
        elif expert[unit.position] and unit.position not in paragraphs:
            explanation = "The discussion rests on it, the experts say; the extract does not have it."
            outcome.verdicts.append(
                FoundVerdict(Cell(unit.id, missed, inquiry.target.id), "yes", explanation=explanation)
            )
        elif not expert[unit.position] and unit.position in paragraphs:
            explanation = "The discussion does not rest on it, the experts say; the extract has it."
            quote = _quote(inquiry.target, paragraphs.index(unit.position))
            outcome.verdicts.append(
                FoundVerdict(Cell(unit.id, unneeded, inquiry.target.id), "yes", explanation=explanation, evidence=quote)
            )
    return outcome


def _quote(extract: Document, place: int) -> tuple[CheckedQuote, ...]:
    """The paragraph as it stands in the extract."""
    if place >= len(extract.units):
        return ()
    unit = extract.units[place]
    return (CheckedQuote(unit.id, Span(0, len(unit.text)), unit.text, Match.VERBATIM),) if unit.text else ()


METHOD = KGDSVerify()
