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
from galley.core.judges.inquiry.model_texts import delimited, injection, numbered
from galley.core.judges.methods import _discussions as kgds
from galley.core.judges.methods._asking import UNIT_TOKENS, AsksAModel, alike, definitions, labels, question, samples
from galley.core.judges.methods._voting import Checked, verdicts
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome, ProjectContent
from galley.core.project.item_reading import ItemView

ROLLUP = "opinion-error"
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
        return (kgds.OPINIONS, kgds.PARAGRAPHS)

    def check(self, context: Context) -> None:
        """See ``Method``: all five are asked together, since they are told apart from each other."""
        if set(context.choices.criteria) - {"errors", "all"}:
            raise InputError("kgds-opinion-errors asks all five errors at once; leave the criteria out.")

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary with opinions that it does not hold."""
        if kgds.article(view) is None or kgds.dialogue(view) is None:
            return
        uncovered = context.criterion(kgds.OPINIONS, kgds.UNCOVERED).row
        opinions = kgds.of_kind(view, UnitKind.OPINION)
        for summary in kgds.written(view, context.choices.systems):
            flags = kgds.flagged(view, uncovered, summary.id)
            mine = [unit for unit in opinions if unit.id in flags]
            if mine and summary.part != kgds.BACKGROUND and summary.units:
                yield Inquiry(view, summary, "errors", data=mine)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        units: Sequence[Unit] = inquiry.data
        criteria = _errors(context)
        text, talk = kgds.article(inquiry.view), kgds.dialogue(inquiry.view)
        assert text is not None and talk is not None
        gone = kgds.boundary(inquiry.view, text, context.criterion(kgds.PARAGRAPHS, "supporting").row)
        offered = {**labels(criteria), NONE: (NONE,)}
        one = question(
            "errors",
            context.prompts["errors"],
            {
                "definitions": definitions(criteria),
                "names": ", ".join([*(c.name.lower() for c in criteria), NONE]),
                "article": kgds.block(text, gone),
                "dialogue": kgds.block(talk),
                "summary": delimited("summary", numbered(inquiry.target.units, "")),
                "opinions": delimited("opinions", kgds.listed(units)),
                "count": str(len(units)),
            },
            lambda reply: _read(reply, len(units), offered),
            20 + UNIT_TOKENS * len(units),
            alike=alike(inquiry, context),
            labels=("label", [*(c.name.lower() for c in criteria), NONE]),
        )
        readings = await ask.all(samples(one, context.samples))
        sources: tuple[Document, ...] = (text, talk, inquiry.target)
        found = verdicts(
            units,
            {c.id: c.row for c in criteria},
            readings,
            inquiry.target.id,
            Checked((inquiry.target,)),
            injection(sources),
        )
        return kgds.spelled_out(found, units)


def _errors(context: Context) -> list[Criterion]:
    scheme = context.schemes[kgds.OPINIONS]
    wanted = next(r.criteria for r in scheme.rollups if r.id == ROLLUP)
    return [c for c in scheme.criteria if c.id in wanted]


def _read(reply: Reply, count: int, offered: dict[str, tuple[str, ...]]) -> Reading:
    """One of the five for each opinion; two at once are no answer, since the errors are to be told apart."""
    reading = read_units(reply, count, offered, what="opinions")
    said = []
    for each in reading.units:
        if each.labels is not None and len(each.labels) > 1:
            each = replace(each, labels=None, why="the judge names several errors for one opinion")
        elif each.labels == (NONE,):
            each = replace(each, labels=None, why=NO_TYPE)
        said.append(each)
    odd = [each.why for each in said if each.labels is None]
    why = reading.unscored or (f"{len(odd)} of {count} opinions: {odd[0]}" if odd else "")
    return replace(reading, units=tuple(said), unscored=why)


METHOD = KGDSOpinionErrors()
