"""One criterion at a time, with its definition and a demonstration; several samples, whose majority is the verdict.

After DIAL-SUMMER, section 6.1 and appendix F: the reasoning comes before the label, every sentence of the
summary has a verdict (for a criterion of turns every turn of the dialogue), and five samples are taken. The paper
leaves out speaker identity bias, which its data does not have, and missed conversation, which is too harsh; they are
asked only if they are named. Any scheme whose yes/no criteria are about sentences or turns can be judged this way.
"""

from __future__ import annotations

from collections.abc import Iterator

from galley.core.domain import Criterion, Document, Role, Unit, UnitKind
from galley.core.errors import InputError
from galley.core.judges.inquiry.labels import read_units
from galley.core.judges.inquiry.model_texts import delimit, format_units, source_block, sources, summaries
from galley.core.judges.methods._questions import (
    UNIT_TOKENS,
    VOTES,
    AsksAModel,
    count_shared_questions,
    definitions,
    labels,
    question,
    select_names,
)
from galley.core.judges.methods._votes import ask_and_vote
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, ModelQuestion, Outcome, ProjectContent
from galley.core.review.items import ItemView

SCHEME = "dial-summer"
NOT_ASKED = ("speaker-identity-bias", "missed-conversation")
ALL = "all"
"""The part under which a call for all criteria at once is listed; those about turns are "all-turns"."""


class DialSummerFine(AsksAModel):
    """See the module."""

    name = "dial-summer-fine"
    label = "DIAL-SUMMER, one error at a time"
    title = "One error of DIAL-SUMMER at a time, by majority of five samples (DIAL-SUMMER)"
    samples = 5
    heeds: tuple[str, ...] = ("samples", "systems", "scheme", "all_criteria")
    settings = (VOTES,)

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (choices.scheme or SCHEME,)

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``. All criteria in one call is another judge."""
        return ("all at once",) if choices.all_criteria else ("",)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        self._criteria(context)

    def _criteria(self, context: Context) -> list[Criterion]:
        (scheme,) = context.schemes.values()
        offered_criteria = [
            c for c in scheme.criteria if c.scale == "yes-no" and c.unit in (UnitKind.SENTENCE, UnitKind.TURN)
        ]
        if not offered_criteria:
            raise InputError(f"The scheme {scheme.id!r} has no yes/no criterion for sentences or turns.")
        names = [c.id for c in offered_criteria]
        standard = [name for name in names if scheme.id != SCHEME or name not in NOT_ASKED]
        chosen_ids = select_names(names, context.choices.criteria, standard, "criterion")
        return [c for c in offered_criteria if c.id in chosen_ids]

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary and a criterion (or all of a kind); dialogues only, for the scheme of dialogues."""
        texts = sources(view)
        dialogues = [d for d in texts if d.role is Role.DIALOGUE]
        if not texts or (next(iter(context.schemes)) == SCHEME and not dialogues):
            return
        criteria = self._criteria(context)
        sentences = [c for c in criteria if c.unit is UnitKind.SENTENCE]
        turns = [c for c in criteria if c.unit is UnitKind.TURN]
        for summary in summaries(view, context.choices.systems):
            if context.choices.all_criteria:
                if sentences:
                    yield Inquiry(view, summary, ALL, self.annotator_keys(context.choices)[0], (sentences, None))
                for dialogue in dialogues if turns else ():
                    yield Inquiry(
                        view, summary, f"{ALL}-turns", self.annotator_keys(context.choices)[0], (turns, dialogue)
                    )
                continue
            for criterion in sentences:
                yield Inquiry(view, summary, criterion.id, "", ([criterion], None))
            for dialogue in dialogues:
                for criterion in turns:
                    yield Inquiry(view, summary, criterion.id, "", ([criterion], dialogue))

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        criteria, dialogue = inquiry.data
        units: tuple[Unit, ...] = dialogue.units if dialogue else inquiry.target.units
        texts = (dialogue,) if dialogue else sources(inquiry.view)
        batch_size = 1 if context.choices.all_criteria else len(self._criteria(context))
        one = _question(
            inquiry, context, criteria, dialogue, texts, count_shared_questions(inquiry, context, batch_size)
        )
        return await ask_and_vote(ask, one, inquiry, context, criteria, units, texts)


def _question(
    inquiry: Inquiry,
    context: Context,
    criteria: list[Criterion],
    dialogue: Document | None,
    texts: tuple[Document, ...],
    many: int,
) -> ModelQuestion:
    units = dialogue.units if dialogue else inquiry.target.units
    what = "turns" if dialogue else "sentences"
    inputs = {
        "source": source_block(texts),
        "summary": delimit("summary", format_units(inquiry.target.units, "")),
        "count": str(len(units)),
    }
    expect = 20 + UNIT_TOKENS * len(units)
    if context.choices.all_criteria:
        inputs |= {"definitions": definitions(criteria), "names": ", ".join(c.name for c in criteria)}
        label_criteria = {**labels(criteria), "NONE": ()}
        prompt = context.prompts["all-turns" if dialogue else "all"]
        return question(
            inquiry.part, prompt, inputs, lambda r: read_units(r, len(units), label_criteria, "labels", what=what),
            expect,
            alike=many, labels=("labels", [*(c.name for c in criteria), "NONE"]),
        )  # fmt: skip
    (criterion,) = criteria
    # the demonstrations were written for the scheme that ships, and fit no other criterion of the same name
    demonstration = context.prompts.get(criterion.id) if SCHEME in context.schemes else None
    inputs |= {
        "name": criterion.name,
        "definition": criterion.definition,
        "demonstration": demonstration.user if demonstration else "",
    }
    answer_criteria: dict[str, tuple[str, ...]] = {"YES": (criterion.id,), "NO": ()}
    return question(
        inquiry.part,
        context.prompts["judge-turns" if dialogue else "judge"],
        inputs,
        lambda r: read_units(r, len(units), answer_criteria, what=what, texts=[unit.text for unit in units]),
        expect,
        [demonstration] if demonstration else [],
        many,
    )


METHOD = DialSummerFine()
