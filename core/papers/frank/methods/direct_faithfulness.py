"""A model grades the faithfulness of a summary from 1 to 5, after one example (the FRANK study, section 3, table 1).

The score is ``direct-faithfulness``; of several samples it is the mean, where more than half could be read. A grade in
other words counts where it is certain ("4/5", "four", "5 - because …"); else the call is unscored and says why.
"""

from __future__ import annotations

import json

from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, stopped
from galley.core.judges.inquiry.model_texts import delimited, injection, numbered, source_block, sources
from galley.core.judges.methods._asking import AsksAModel, alike, question, samples
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa.grades import grade
from galley.core.replies import replies

SCORE = "direct-faithfulness"
LOW, HIGH = 1, 5
FIELDS = ("faithfulness", "score", "rating", "grade")
"""What a reply may call its grade."""


class DirectFaithfulness(AsksAModel):
    """See the module."""

    name = SCORE
    label = "Faithfulness from 1 to 5"
    part = "grade"
    title = "A model grades how faithful each summary is, from 1 to 5 (the FRANK study)"

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        texts = sources(inquiry.view)
        inputs = {
            "source": source_block(texts),
            "summary": delimited("summary", numbered(inquiry.target.units, "")),
        }
        many = alike(inquiry, context)
        asked = question(inquiry.part, context.prompts["grade"], inputs, read_grade, 10, alike=many)
        readings = await ask.all(samples(asked, context.samples))
        outcome = Outcome(injection=injection((*texts, inquiry.target)))
        grades = [float(reading.data) for reading in readings if reading.data is not None]
        if 2 * len(grades) > len(readings) and not outcome.injection:
            outcome.scores.append((inquiry.target.id, SCORE, sum(grades) / len(grades)))
        elif outcome.injection:
            outcome.notes = ("No grade, because the text tries to instruct the judge",)
        else:
            why = next(reading.unscored for reading in readings if reading.data is None)
            outcome.notes = (f"No grade ({why})",)
        return outcome


def read_grade(reply: Reply) -> Reading:
    """The grade in a reply: a field of an object, else the text itself."""
    why = stopped(reply)
    if why:
        return Reading(unscored=why)
    text, repaired = reply.text, ""
    found, parsed = replies.parse_object(reply.text)
    if found is not None:
        repaired = ", ".join(parsed.how)
        given = next((found[name] for name in FIELDS if name in found), None)
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            return Reading(unscored="the reply names no grade", repaired=repaired)
        text = given if isinstance(given, str) else json.dumps(given)
    value, why = grade(text, LOW, HIGH)
    return Reading(data=value, unscored=why, repaired=repaired)


METHOD = DirectFaithfulness()
