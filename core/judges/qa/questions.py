"""What is asked about one summary, in order: questions from the document and their answers in the summary (coverage);
questions with answers from the summary and the document's answers to them (consistency). LongSumEval, section III-C.

All questions of a text are answered in one request. Coverage questions are about the document, so that all summaries
of an item share the request, and the questions.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from galley.core.domain import Document
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.inquiry.model_texts import delimit, format_units, sources
from galley.core.judges.inquiry.prompts import Prompt
from galley.core.judges.methods._questions import count_shared_questions, question, repeat_question
from galley.core.judges.methods.base import Asker, Context, Inquiry, ModelQuestion
from galley.core.judges.qa.chunking import SourcePart, parts, room
from galley.core.judges.qa.question_units import (
    QuestionDraft,
    ReplyAnswer,
    Texts,
    drafts,
    merge_drafts,
    read_answers,
    read_drafts,
)
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.judges.qa.similarity import Similarity

PER_QUESTION = 60
PER_ANSWER = 35
"""Tokens that a reply spends on one, for estimates."""
IN_PARTS = "A source was read in parts, because the model does not take it whole"
"""The note of a run over long documents."""


@dataclass(frozen=True, slots=True)
class QuestionDrafts:
    """The questions that came back, or why there are none."""

    drafts: list[QuestionDraft]
    why: str = ""


class QuestionAsker:
    """Asks about the sources of an inquiry's item under the run's settings. ``ask`` sends, ``prompts`` are those of
    qa-evaluation; each summary is asked about ``each`` times (see ``alike``)."""

    def __init__(
        self, inquiry: Inquiry, context: Context, ask: Asker, prompts: Mapping[str, Prompt], times: int = 1
    ) -> None:
        chose = context.settings
        self.sources = sources(inquiry.view)
        self.parts = parts(self.sources, room(context.model, chose["context"]), chose["overlap"])
        self.texts = Texts(self.sources)
        self._ask, self._prompts, self._count = ask, prompts, context.samples
        self._alike = count_shared_questions(inquiry, context, times)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know."""
        return (IN_PARTS,) if len(self.parts) > 1 else ()

    async def coverage(self, least: int, most: int) -> QuestionDrafts:
        """Questions about the sources. With several parts, each is asked for its share of them."""
        count = len(self.parts)
        low, high = math.ceil(least / count), math.ceil(most / count)
        questions = [replace(self._questions(part, low, high), document=self.sources[0]) for part in self.parts]
        readings = await self._ask.all(questions)
        why = next((r.unscored_reason for r in readings if r.data is None), "")
        if why:  # part of the questions would pass for all of them
            return QuestionDrafts([], why)
        home = self.sources[0].name
        return QuestionDrafts(merge_drafts([drafts(r.data, COVERAGE, home, self.texts) for r in readings], most))

    def _questions(self, part: SourcePart, least: int, most: int) -> ModelQuestion:
        inputs = {"least": str(least), "most": str(most), "extent": _extent(part), "source": part.text}
        return replace(
            question(
                part.name("questions"),
                self._prompts["questions"],
                inputs,
                lambda reply: read_drafts(reply, least, most, COVERAGE),
                PER_QUESTION * most,
            ),
            example=_example("questions", most, part.text),
        )

    async def pairs(self, summary: Document, least: int, most: int, prompt: Prompt, part: str) -> QuestionDrafts:
        """Questions with their answers from a summary."""
        inputs = {
            "least": str(least),
            "most": str(most),
            "summary": delimit("summary", format_units(summary.units, "")),
        }
        pair_question = question(
            part, prompt, inputs, lambda reply: read_drafts(reply, least, most), PER_QUESTION * most
        )
        reading = await self._ask.one(replace(pair_question, example=_example("pairs", most, summary.text)))
        if reading.data is None:
            return QuestionDrafts([], reading.unscored_reason)
        return QuestionDrafts(merge_drafts([drafts(reading.data, CONSISTENCY, summary.name, Texts([summary]))], most))

    async def in_summary(
        self, question_drafts: Sequence[QuestionDraft], summary: Document, part: str
    ) -> list[list[ReplyAnswer]]:
        """The answers that a summary gives: for each question one a sample."""
        inputs = {"summary": delimit("summary", format_units(summary.units, "")), **_questions(question_drafts)}
        readings = await self._ask.all(self._samples(part, "summary-answers", inputs, question_drafts))
        where = Texts([summary])
        return [[_answer(reading, place, where) for reading in readings] for place in range(len(question_drafts))]

    async def in_document(
        self, question_drafts: Sequence[QuestionDraft], part: str, alike: Similarity
    ) -> list[list[ReplyAnswer]]:
        """The answers that the sources give. Of several parts that answer, the answer most like the summary's counts:
        a fact is borne out if any part of the document states it."""
        questions: list[ModelQuestion] = []
        for source_part in self.parts:
            inputs = {"extent": _extent(source_part), "source": source_part.text, **_questions(question_drafts)}
            questions += self._samples(source_part.name(part), "document-answers", inputs, question_drafts)
        readings = await self._ask.all(questions)
        answer_lists = []
        for place, draft in enumerate(question_drafts):
            of_samples = []
            for number in range(self._count):
                answers = [_answer(reading, place, self.texts) for reading in readings[number :: self._count]]
                of_samples.append(_best(answers, draft, alike))
            answer_lists.append(of_samples)
        return answer_lists

    def _samples(
        self, part: str, prompt: str, inputs: Mapping[str, str], question_drafts: Sequence[QuestionDraft]
    ) -> list[ModelQuestion]:
        words = [draft.text for draft in question_drafts]
        one = question(
            part,
            self._prompts[prompt],
            inputs,
            lambda reply: read_answers(reply, words),
            PER_ANSWER * len(question_drafts),
            alike=self._alike,
        )
        nothing = [{"number": n, "answer": "UNANSWERABLE", "quotes": []} for n in range(1, len(question_drafts) + 1)]
        return repeat_question(replace(one, example=json.dumps({"answers": nothing})), self._count)


def _questions(question_drafts: Sequence[QuestionDraft]) -> dict[str, str]:
    lines = "\n".join(f"[{number}] {' '.join(draft.text.split())}" for number, draft in enumerate(question_drafts, 1))
    return {"questions": delimit("questions", lines), "count": str(len(question_drafts))}


def _extent(part: SourcePart) -> str:
    if part.count == 1:
        return "Here are the sources."
    return f"The sources are long; here is part {part.number} of {part.count} of them. Go by this part alone."


def _answer(reading: Reading, place: int, where: Texts) -> ReplyAnswer:
    if reading.data is None:
        return ReplyAnswer(why=reading.unscored_reason or "no answer", call=reading.call)
    text, quotes, why = reading.data[place]
    if text is None:
        return ReplyAnswer(why=why, call=reading.call)
    places = tuple(where.place(quote) for quote in quotes) if text else ()
    return ReplyAnswer(text, places, "", reading.is_guessed, reading.call)


def _best(answers: Sequence[ReplyAnswer], draft: QuestionDraft, alike: Similarity) -> ReplyAnswer:
    """The answer of a document from those of its parts."""
    usable_answers = [answer for answer in answers if answer.text and not answer.why]
    if usable_answers:
        return max(usable_answers, key=lambda answer: alike(draft.answer, answer.text))
    return next((answer for answer in answers if answer.why), answers[0])


def _example(field: str, most: int, text: str) -> str:
    """A reply with as many questions as may come, for an estimate; other texts have other questions."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    entries = [
        {"question": f"What is point {n} of {mark}?", "type": "what", "answer": f"point {n}", "quotes": []}
        for n in range(1, most + 1)
    ]
    return json.dumps({field: entries})
