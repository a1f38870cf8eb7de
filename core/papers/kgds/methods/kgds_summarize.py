"""Write the two summaries of a discussion about an article: its background, and its opinions made clear.

After KGDS, sections 3 and 5 and appendix D, in words of our own. In the pattern ``ebs-aos`` the background
is a list of paragraphs, in ``abs-aos`` it is written. The first turn is a structured prompt; the second, which is
asked only if ``self-reflection`` is named, goes on with that chat: the first question, the model's reply word for word,
and the request to check it step by step and answer anew. Each part of each answer is a document of the model; what is
there already is not asked for again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.domain import Document
from galley.core.judges.clients.base import Exchange, Reply
from galley.core.judges.inquiry.labels import Reading, stopped
from galley.core.judges.inquiry.model_texts import delimited
from galley.core.judges.methods import _discussions as kgds
from galley.core.judges.methods._asking import AsksAModel, chosen, question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.methods.summarize import document_name
from galley.core.project.item_reading import ItemView
from galley.core.replies import replies

EXPECTED = 350
"""Tokens of an answer, for estimates; a reflection takes as many more."""

_NUMBER = re.compile(r"\s*(?:\[?\s*(?:P|paragraph)?\s*#?\s*(\d{1,6})\s*\]?)\s*", re.IGNORECASE)


class KGDSSummarize(AsksAModel):
    """See the module. The choice of criteria is one of patterns, and whether there is a second turn."""

    name = "kgds-summarize"
    label = "KGDS: write summaries"
    title = "Write background and opinion summaries of a discussion: ebs-aos, abs-aos, self-reflection (KGDS)"
    heeds: tuple[str, ...] = ()
    writes = kgds.PARAGRAPHS
    """It gives no verdicts, but leaves out the paragraphs on which the experts do not agree."""
    parts = (*kgds.PATTERNS, kgds.REFLECTED)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        self._wanted(context)

    def _wanted(self, context: Context) -> tuple[tuple[str, ...], int]:
        """The patterns (both if none is named) and how many turns."""
        named = chosen(self.parts, context.choices.criteria, kgds.PATTERNS, "pattern or second turn")
        patterns = tuple(p for p in kgds.PATTERNS if p in named) or kgds.PATTERNS
        return patterns, 2 if kgds.REFLECTED in named else 1

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a pattern, where article and discussion are there and a turn of it is not."""
        text = kgds.article(view)
        if text is None or kgds.dialogue(view) is None:
            return
        patterns, turns = self._wanted(context)
        there = {d.name for d in view.documents}
        for pattern in patterns:
            names = [_name(context.speaker, pattern, turn, kgds.OPINION) for turn in range(1, turns + 1)]
            if not there.issuperset(names):
                yield Inquiry(view, text, pattern, data=turns)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``: one call a turn, the second in the chat of the first."""
        text, talk = kgds.article(inquiry.view), kgds.dialogue(inquiry.view)
        assert text is not None and talk is not None
        gone = kgds.boundary(inquiry.view, text, context.criterion(kgds.PARAGRAPHS, "supporting").row)
        inputs = {"article": kgds.block(text, gone), "dialogue": kgds.block(talk)}

        def read(reply: Reply) -> Reading:
            return _read(reply, inquiry.part, text, gone)

        documents: list[dict[str, Any]] = []
        first = question(inquiry.part, context.prompts[inquiry.part], inputs, read, EXPECTED)
        there = _there(inquiry.view, context.speaker, inquiry.part)
        reply = None
        if there is not None:  # word for word where it is a kept reply that gave these documents
            before = ask.known(first)
            same = before is not None and isinstance(before.data, SummaryAnswer) and before.data.again() == there
            reply = before.data.reply if before is not None and same else json.dumps(there, ensure_ascii=False)
        else:
            answer = (await ask.one(replace(first, example=_example(inquiry.part)))).data
            if isinstance(answer, SummaryAnswer):
                documents += _documents(answer, context.speaker, inquiry.part, 1, text)
                reply = answer.reply if answer.again() else None
        if inquiry.data == 2 and reply is not None:  # else there is no first answer to reflect on
            prompt = context.prompts[f"{inquiry.part}-reflection"]
            inputs["earlier"] = delimited("answer", reply)  # for wordings of a project from before this was a chat
            then = question(f"{inquiry.part} {kgds.REFLECTED}", prompt, inputs, read, EXPECTED * 2, first.prompts)
            then = replace(then, system=then.system or first.system, earlier=(Exchange(first.user, reply),))
            answer = (await ask.one(then)).data
            if isinstance(answer, SummaryAnswer):
                documents += _documents(answer, context.speaker, inquiry.part, 2, text)
        names = {d.name for d in inquiry.view.documents}
        fresh = [d for d in documents if d["id"] not in names]
        return Outcome(record={"documents": fresh} if fresh else None)


def _example(pattern: str) -> str:
    """An answer of about ``EXPECTED`` tokens: the second turn sends the first answer, so an estimate needs one."""
    if pattern == kgds.EXTRACT:
        return json.dumps({"paragraphs": [1], "opinion_summary": _words(EXPECTED)})
    return json.dumps({"background_summary": _words(EXPECTED // 2), "opinion_summary": _words(EXPECTED // 2)})


def _words(tokens: int) -> str:
    return " ".join(["word"] * (tokens * 4 // 5))


def _name(model: str, pattern: str, turn: int, part: str) -> str:
    return f"{document_name(model)}-{pattern}-{turn}-{part}"


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """What an answer says for certain. ``paragraphs`` are positions counted from 0 or None, ``background`` is the
    written one; ``outside`` are numbers that the article does not have, ``reply`` is the model's own text. What is None
    is missing or uncertain."""

    paragraphs: tuple[int, ...] | None = None
    background: str | None = None
    opinions: str | None = None
    outside: tuple[int, ...] = ()
    reply: str = field(default="", compare=False)

    def again(self) -> dict[str, Any] | None:
        """The answer in the form that was asked for; None where a part of it is missing."""
        if self.opinions is None or (self.paragraphs is None and self.background is None):
            return None
        if self.paragraphs is not None:
            return {"paragraphs": [n + 1 for n in self.paragraphs], "opinion_summary": self.opinions}
        return {"background_summary": self.background, "opinion_summary": self.opinions}


def _there(view: ItemView, model: str, pattern: str) -> dict[str, Any] | None:
    """The first answer, where its documents are in the item already (from an earlier run or an import)."""
    mine = {d.name: d for d in view.documents}
    background, opinions = (mine.get(_name(model, pattern, 1, part)) for part in (kgds.BACKGROUND, kgds.OPINION))
    if background is None or opinions is None:
        return None
    taken = kgds.extracted(background)
    return SummaryAnswer(taken, None if taken is not None else background.text, opinions.text).again()


def _documents(answer: SummaryAnswer, model: str, pattern: str, turn: int, text: Document) -> Iterator[dict[str, Any]]:
    """The parts of an answer as documents of the native record."""
    paradigm = kgds.PARADIGMS[turn - 1]

    def document(part: str, **more: Any) -> dict[str, Any]:
        meta = {"pattern": pattern, "paradigm": paradigm, "turn": turn, **more.pop("meta", {})}
        return {
            "id": _name(model, pattern, turn, part), "role": "summary", "system": model, "part": part, "meta": meta,
            **more,
        }  # fmt: skip

    if answer.paragraphs is not None:
        meta: dict[str, Any] = {"paragraphs": list(answer.paragraphs)}
        if answer.outside:
            meta["outside"] = list(answer.outside)
        taken = [text.units[n].text for n in answer.paragraphs]
        yield document(kgds.BACKGROUND, paragraphs=taken, meta=meta)
    elif answer.background is not None:
        yield document(kgds.BACKGROUND, text=answer.background)
    if answer.opinions is not None:
        yield document(kgds.OPINION, text=answer.opinions)


# Replies -------------------------------------------------------------------------------------------------------------


def _read(reply: Reply, pattern: str, text: Document, gone: Collection[int]) -> Reading:
    """The answer in a reply. What is not certain is left out of it and said in ``unscored``; what was mended without
    a doubt (a number twice, a number as text, one that the article does not have) in ``repaired``."""
    why = stopped(reply)
    if why:
        return Reading(unscored=why)
    found, parsed = replies.parse_object(reply.text, "opinion_summary")
    if found is None:
        return Reading(unscored=parsed.reason, repaired=", ".join(parsed.how))
    answer, missing, mended = SummaryAnswer(reply=reply.text), [], list(parsed.how)
    if pattern == kgds.EXTRACT:
        numbers, doubt, notes = paragraph_numbers(found.get("paragraphs"), [u.text for u in text.units], gone)
        mended += notes
        if numbers is None:
            missing.append(doubt)
        else:
            inside = tuple(n - 1 for n in numbers if n <= len(text.units) and n - 1 not in gone)
            outside = tuple(n for n in numbers if n - 1 not in inside)
            answer = replace(answer, paragraphs=inside, outside=outside)
    else:
        answer = replace(answer, background=_text(found, "background_summary", missing))
    answer = replace(answer, opinions=_text(found, "opinion_summary", missing))
    return Reading(unscored="; ".join(missing), repaired=", ".join(mended), data=answer)


def _text(found: Mapping[str, Any], field: str, missing: list[str]) -> str | None:
    given = found.get(field)
    if isinstance(given, str):
        return kgds.sound(given)  # an empty one is an answer too
    missing.append(f"the reply has no {field.replace('_', ' ')}")
    return None


def paragraph_numbers(
    given: Any, paragraphs: Sequence[str], gone: Collection[int] = ()
) -> tuple[tuple[int, ...] | None, str, list[str]]:
    """(the numbers of paragraphs that a reply names, rising, counted from 1; why there are none; what was mended).
    ``gone`` are positions, counted from 0, of paragraphs that the model was not shown.

    A number may be text ("[P3]", "Paragraph 3") or the paragraph's own text, and may come twice. Numbers beyond the
    article are given as they are: formula 11 has no paragraph for them. A 0 means that the reply may count from 0, so
    that it is not certain which paragraphs are meant; then there are no numbers, as for anything that is no number.
    """
    if not isinstance(given, list):
        return None, "the reply has no list of paragraphs", []
    notes: list[str] = []
    numbers: list[int] = []
    texts = {" ".join(text.split()): number for number, text in enumerate(paragraphs, 1)}
    for entry in given:
        if isinstance(entry, float) and entry.is_integer():
            entry = int(entry)
        if isinstance(entry, str):
            match = _NUMBER.fullmatch(entry)
            number = int(match[1]) if match else texts.get(" ".join(entry.split()))
            notes.append("paragraph numbers as text")
        else:
            number = entry if isinstance(entry, int) and not isinstance(entry, bool) else None
        if number is None or number < 0:
            return None, f"“{str(entry)[:60]}” is no number of a paragraph", []
        numbers.append(number)
    if 0 in numbers:
        return None, "the reply names paragraph 0: it may count from 0, so which ones it means is not certain", []
    if len(set(numbers)) < len(numbers):
        notes.append("a paragraph named twice")
    if any(number > len(paragraphs) or number - 1 in gone for number in numbers):
        notes.append("a paragraph that the article does not have")
    return tuple(sorted(set(numbers))), "", list(dict.fromkeys(notes))


METHOD = KGDSSummarize()
