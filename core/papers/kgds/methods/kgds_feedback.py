"""Which extract is better, the experts' or the model's own? Asked of the model that made it, where the two differ.

After KGDS, sections 4.3 and 6.1, figure 3 and appendix D.5. Which of the two stands first is drawn anew for
each sample from the setting ``seed``, and is recorded: the call is named after it, and the verdict's explanation ends
with it. The answer is a choice of the criterion `better-extract`, on the whole extract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, read_object
from galley.core.judges.methods import _kgds
from galley.core.judges.methods._questions import AsksAModel, count_shared_questions, question
from galley.core.judges.methods.base import (
    Asker,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    ModelQuestion,
    Outcome,
    ProjectContent,
    Setting,
)
from galley.core.replies.replies import parse_object, squeeze
from galley.core.review.items import ItemView

EXPERT, OWN = "expert", "own"
EXPECTED = 200
"""Tokens of an answer, for estimates."""


class KGDSFeedback(AsksAModel):
    """See the module. Without chosen systems it is asked of the extracts that the model itself made."""

    name = "kgds-feedback"
    label = "KGDS: which extract fits better"
    title = "Which extract fits better, the experts' or the model's own, in random order (KGDS, figure 3)"
    settings = (Setting("seed", 0, "which extract stands first is drawn from it", 0, 999_999),)

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (_kgds.PARAGRAPHS,)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        if context.choices.criteria:
            raise InputError("kgds-feedback asks one thing; leave the criteria out.")

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: an extract that differs from the experts', of the paragraphs that were not taken out."""
        text = _kgds.article(view)
        if text is None or _kgds.dialogue(view) is None:
            return
        row = context.criterion(_kgds.PARAGRAPHS, "supporting").row
        expert, excluded_places = _kgds.supporting(view, text, row), _kgds.boundary(view, text, row)
        best = tuple(place for place, needed in sorted(expert.items()) if needed)
        for summary in _kgds.list_summaries(view, context.choices.systems or (context.speaker,)):
            own_places = _kgds.extract_paragraphs(summary)
            own_places = (
                None if own_places is None else tuple(place for place in own_places if place not in excluded_places)
            )
            if best and own_places is not None and own_places != best:
                yield Inquiry(view, summary, "feedback", data=(best, own_places, excluded_places))

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        seed, orders = context.settings["seed"], []
        for number in range(context.samples):
            draw = Random(f"{seed} {inquiry.view.key} {inquiry.target.name} {number}")
            orders.append((EXPERT, OWN) if draw.random() < 0.5 else (OWN, EXPERT))
        questions = [_build_question(inquiry, context, order, number) for number, order in enumerate(orders)]
        readings = await ask.all(questions)
        cell = Cell(inquiry.target.whole, context.criterion(_kgds.PARAGRAPHS, _kgds.BETTER).row, inquiry.target.id)
        return Outcome(verdicts=[_decide(readings, orders, cell, seed)])


def _build_question(inquiry: Inquiry, context: Context, order: Sequence[str], number: int) -> ModelQuestion:
    text, talk = _kgds.article(inquiry.view), _kgds.dialogue(inquiry.view)
    assert text is not None and talk is not None
    best, own_places, excluded_places = inquiry.data
    extracts = {EXPERT: _list_paragraphs(best), OWN: _list_paragraphs(own_places)}
    one = question(
        f"feedback, {order[0]} first",
        context.prompts["feedback"],
        {
            "article": _kgds.format_source(text, excluded_places),
            "dialogue": _kgds.format_source(talk),
            "first": extracts[order[0]],
            "second": extracts[order[1]],
        },
        lambda reply: _read(reply, order),
        EXPECTED,
        alike=count_shared_questions(inquiry, context),
        labels=("better", ("A", "B")),
    )
    return replace(one, sample=number)


def _list_paragraphs(places: Sequence[int]) -> str:
    return ", ".join(f"[P{place + 1}]" for place in places) or "no paragraph"


def _read(reply: Reply, order: Sequence[str]) -> Reading:
    """The extract behind the letter of a reply, and the reason; anything but A or B is not an answer."""
    reading = read_object(reply, "better")
    if reading.unscored_reason:
        return reading
    letter = re.sub(r"^extract", "", squeeze(str(reading.data)))
    if letter not in ("a", "b"):
        return replace(reading, data=None, unscored_reason=f"“{str(reading.data)[:60]}” is neither A nor B")
    whole, _ = parse_object(reply.text)
    reason = (whole or {}).get("reasoning")
    words = reason.strip() if isinstance(reason, str) else ""
    return replace(reading, data={"better": order["ab".index(letter)], "reason": words})


def _decide(readings: Sequence[Reading], orders: Sequence[Sequence[str]], cell: Cell, seed: int) -> FoundVerdict:
    """The choice of more than half of the samples that could be read."""
    order_text = ", ".join(f"{order[0]} as A" for order in orders)
    record = f"[Order: {order_text}; seed {seed}.]"
    choices = [reading.data for reading in readings if reading.data is not None]
    if 2 * len(choices) <= len(readings):
        why = next((r.unscored_reason for r in readings if r.unscored_reason), "no answer")
        return FoundVerdict(cell, None, why, explanation=record)
    expert = sum(choice["better"] == EXPERT for choice in choices)
    if 2 * expert == len(choices):
        return FoundVerdict(cell, None, f"tie {expert}:{len(choices) - expert}", explanation=record)
    value = EXPERT if 2 * expert > len(choices) else OWN
    reason = next(choice["reason"] for choice in choices if choice["better"] == value)
    share = max(expert, len(choices) - expert) / len(choices)
    return FoundVerdict(cell, value, "", share, f"{expert}/{len(choices)}", f"{reason} {record}".strip())


METHOD = KGDSFeedback()
