"""Why an opinion summary does not hold an opinion: one of five errors.

After KGDS, section 4.5 and appendix D.7: implicit reference unclarified or incorrectly clarified, opinion
misattribution, fact inconsistency, sentiment distortion. Asked of the opinions that are not covered: those that a
judge flagged and no person cleared. The others have no cell, since nothing was asked of them. An opinion that fits
none of the five stays without a type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from galley.core.domain import Criterion, Document, Unit, UnitKind
from galley.core.errors import InputError
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, read_units
from galley.core.judges.inquiry.model_texts import delimit, find_injection, format_units
from galley.core.judges.methods import _kgds
from galley.core.judges.methods._questions import (
    UNIT_TOKENS,
    AsksAModel,
    count_shared_questions,
    definitions,
    labels,
    question,
    repeat_question,
)
from galley.core.judges.methods._votes import QuoteChecker, verdicts
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome, ProjectContent
from galley.core.review.items import ItemView

COMBINED_CRITERION = "opinion-error"
NONE = "none of these"
NO_TYPE = "the judge names none of the five errors"


class KGDSOpinionErrors(AsksAModel):
    """See the module."""

    name = "kgds-opinion-errors"
    label = "KGDS: why opinions are missing"
    title = "Which of five errors keeps an opinion out of the opinion summary (KGDS, section 4.5)"
    parts = ("errors",)

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (_kgds.OPINIONS, _kgds.PARAGRAPHS)

    def check(self, context: Context) -> None:
        """See ``Method``: all five are asked together, since they are told apart from each other."""
        if set(context.choices.criteria) - {"errors", "all"}:
            raise InputError("kgds-opinion-errors asks all five errors together; leave the criteria out.")

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary with opinions that it does not hold."""
        if _kgds.article(view) is None or _kgds.dialogue(view) is None:
            return
        uncovered = context.criterion(_kgds.OPINIONS, _kgds.UNCOVERED).row
        opinions = _kgds.of_kind(view, UnitKind.OPINION)
        for summary in _kgds.list_summaries(view, context.choices.systems):
            flags = _kgds.find_flags(view, uncovered, summary.id)
            flagged_units = [unit for unit in opinions if unit.id in flags]
            if flagged_units and summary.part != _kgds.BACKGROUND and summary.units:
                yield Inquiry(view, summary, "errors", data=flagged_units)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        units: Sequence[Unit] = inquiry.data
        criteria = _errors(context)
        text, talk = _kgds.article(inquiry.view), _kgds.dialogue(inquiry.view)
        assert text is not None and talk is not None
        excluded_places = _kgds.boundary(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
        offered_errors = {**labels(criteria), NONE: (NONE,)}
        one = question(
            "errors",
            context.prompts["errors"],
            {
                "definitions": definitions(criteria),
                "names": ", ".join([*(c.name.lower() for c in criteria), NONE]),
                "article": _kgds.format_source(text, excluded_places),
                "dialogue": _kgds.format_source(talk),
                "summary": delimit("summary", format_units(inquiry.target.units, "")),
                "opinions": delimit("opinions", _kgds.format_list(units)),
                "count": str(len(units)),
            },
            lambda reply: _read(reply, len(units), offered_errors),
            20 + UNIT_TOKENS * len(units),
            alike=count_shared_questions(inquiry, context),
            labels=("label", [*(c.name.lower() for c in criteria), NONE]),
        )
        readings = await ask.all(repeat_question(one, context.samples))
        sources: tuple[Document, ...] = (text, talk, inquiry.target)
        outcome = verdicts(
            units,
            {c.id: c.row for c in criteria},
            readings,
            inquiry.target.id,
            QuoteChecker((inquiry.target,)),
            find_injection(sources),
        )
        return _kgds.spell_out_no(outcome, units)


def _errors(context: Context) -> list[Criterion]:
    scheme = context.schemes[_kgds.OPINIONS]
    criterion_ids = next(r.criteria for r in scheme.combined_criteria if r.id == COMBINED_CRITERION)
    return [c for c in scheme.criteria if c.id in criterion_ids]


def _read(reply: Reply, count: int, offered_errors: dict[str, tuple[str, ...]]) -> Reading:
    """One of the five for each opinion; two at once are no answer, since the errors are to be told apart."""
    reading = read_units(reply, count, offered_errors, what="opinions")
    unit_replies = []
    for unit_reply in reading.units:
        if unit_reply.labels is not None and len(unit_reply.labels) > 1:
            unit_reply = replace(unit_reply, labels=None, why="the judge names several errors for one opinion")
        elif unit_reply.labels == (NONE,):
            unit_reply = replace(unit_reply, labels=None, why=NO_TYPE)
        unit_replies.append(unit_reply)
    problems = [unit_reply.why for unit_reply in unit_replies if unit_reply.labels is None]
    why = reading.unscored_reason or (f"{len(problems)} of {count} opinions: {problems[0]}" if problems else "")
    return replace(reading, units=tuple(unit_replies), unscored_reason=why)


METHOD = KGDSOpinionErrors()
