"""For people who have sources and no summaries: one faithful, concise paragraph as a new document of that system.

After DIAL-SUMMER, section 3.2 and appendix C, table 5, in words of our own; for articles as well. An item
that has a summary by this model already is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from galley.core.domain import Role
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, read_object
from galley.core.judges.inquiry.model_texts import source_block, sources
from galley.core.judges.methods._questions import AsksAModel, question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.review.items import ItemView

EXPECTED = 180
"""Tokens of a summary, for estimates."""


class Summarize(AsksAModel):
    """See the module."""

    name = "summarize"
    label = "Write summaries"
    title = "Write a faithful, concise summary of each dialogue or article (DIAL-SUMMER, appendix C)"
    heeds: tuple[str, ...] = ()

    def check(self, context: Context) -> None:
        """See ``Method``: there is nothing to choose."""

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: the first dialogue, else the first article, unless this model has summarised it."""
        texts = sources(view)
        name = document_name(context.speaker)
        if texts and all(d.name != name for d in view.documents):
            yield Inquiry(view, next((d for d in texts if d.role is Role.DIALOGUE), texts[0]), "summary")

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        prompt = context.prompts["dialogue" if inquiry.target.role is Role.DIALOGUE else "article"]
        inputs = {"source": source_block((inquiry.target,))}
        reading = await ask.one(question(inquiry.part, prompt, inputs, _read, EXPECTED))
        if reading.data is None:
            return Outcome()
        document = {
            "id": document_name(context.speaker),
            "role": "summary",
            "system": context.speaker,
            "part": "whole",
            "text": reading.data,
        }
        return Outcome(record={"documents": [document]})


def document_name(model: str) -> str:
    """What the summary of a model is called in its item."""
    return "sum-" + (re.sub(r"[^\w.-]+", "-", model).strip("-") or "model")


def _read(reply: Reply) -> Reading:
    """The summary in a reply, as one paragraph."""
    reading = read_object(reply, "summary")
    if reading.unscored_reason:
        return reading
    text = " ".join(reading.data.split()) if isinstance(reading.data, str) else ""
    return replace(reading, data=text or None, unscored_reason="" if text else "the summary is empty")


METHOD = Summarize()
