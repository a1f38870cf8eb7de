"""A model grades the faithfulness of a summary from 1 to 5 and says why (the FRANK study, section 3, table 1).

The score is ``direct-faithfulness``; of several samples it is the mean, where more than half could be read. A grade in
other words counts where it is certain ("4/5", "four", "5 - because …"); else the call is unscored and says why.
"""

from __future__ import annotations

import json

from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, find_stop_reason
from galley.core.judges.inquiry.model_texts import delimit, find_injection, format_units, source_block, sources
from galley.core.judges.methods._questions import AsksAModel, count_shared_questions, question, repeat_question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa.grades import grade
from galley.core.replies import replies

SCORE = "direct-faithfulness"
LOW, HIGH = 1, 5
EXPECTED = 80
"""Tokens of a reply, for estimates: a reason and the grade."""
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
            "summary": delimit("summary", format_units(inquiry.target.units, "")),
        }
        many = count_shared_questions(inquiry, context)
        model_question = question(inquiry.part, context.prompts["grade"], inputs, read_grade, EXPECTED, alike=many)
        readings = await ask.all(repeat_question(model_question, context.samples))
        outcome = Outcome(injection=find_injection((*texts, inquiry.target)))
        grades = [float(reading.data) for reading in readings if reading.data is not None]
        if 2 * len(grades) > len(readings) and not outcome.injection:
            outcome.scores.append((inquiry.target.id, SCORE, sum(grades) / len(grades)))
        elif outcome.injection:
            outcome.notes = ("No grade, because the text tries to instruct the judge",)
        else:
            why = next(reading.unscored_reason for reading in readings if reading.data is None)
            outcome.notes = (f"No grade ({why})",)
        return outcome


def read_grade(reply: Reply) -> Reading:
    """The grade in a reply: a field of an object, else the text itself."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    text, repaired = reply.text, ""
    reply_object, parsed = replies.parse_object(reply.text)
    if reply_object is not None:
        repaired = ", ".join(parsed.how)
        raw_grade = next((reply_object[name] for name in FIELDS if name in reply_object), None)
        if isinstance(raw_grade, bool) or not isinstance(raw_grade, str | int | float):
            return Reading(unscored_reason="the reply names no grade", repairs=repaired)
        text = raw_grade if isinstance(raw_grade, str) else json.dumps(raw_grade)
    value, why = grade(text, LOW, HIGH)
    return Reading(data=value, unscored_reason=why, repairs=repaired)


METHOD = DirectFaithfulness()
