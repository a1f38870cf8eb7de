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
from galley.core.judges.inquiry.labels import Reading, find_stop_reason
from galley.core.judges.inquiry.model_texts import delimit
from galley.core.judges.methods import _kgds
from galley.core.judges.methods._questions import AsksAModel, question, select_names
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.methods.summarize import document_name
from galley.core.replies import replies
from galley.core.review.items import ItemView

EXPECTED = 350
"""Tokens of an answer, for estimates; a reflection takes as many more."""

_NUMBER = re.compile(r"\s*(?:\[?\s*(?:P|paragraph)?\s*#?\s*(\d{1,6})\s*\]?)\s*", re.IGNORECASE)


class KGDSSummarize(AsksAModel):
    """See the module. The choice of criteria is one of patterns, and whether there is a second turn."""

    name = "kgds-summarize"
    label = "KGDS: write summaries"
    title = "Write background and opinion summaries of a discussion: ebs-aos, abs-aos, self-reflection (KGDS)"
    heeds: tuple[str, ...] = ()
    writes = _kgds.PARAGRAPHS
    """It gives no verdicts, but leaves out the paragraphs on which the experts do not agree."""
    parts = (*_kgds.PATTERNS, _kgds.REFLECTED)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        self._patterns_and_turns(context)

    def _patterns_and_turns(self, context: Context) -> tuple[tuple[str, ...], int]:
        """The patterns (both if none is named) and how many turns."""
        chosen_parts = select_names(self.parts, context.choices.criteria, _kgds.PATTERNS, "pattern or second turn")
        patterns = tuple(p for p in _kgds.PATTERNS if p in chosen_parts) or _kgds.PATTERNS
        return patterns, 2 if _kgds.REFLECTED in chosen_parts else 1

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a pattern, where article and discussion are there and a turn of it is not."""
        text = _kgds.article(view)
        if text is None or _kgds.dialogue(view) is None:
            return
        patterns, turns = self._patterns_and_turns(context)
        names_present = {d.name for d in view.documents}
        for pattern in patterns:
            names = [_name(context.speaker, pattern, turn, _kgds.OPINION) for turn in range(1, turns + 1)]
            if not names_present.issuperset(names):
                yield Inquiry(view, text, pattern, data=turns)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``: one call a turn, the second in the chat of the first."""
        text, talk = _kgds.article(inquiry.view), _kgds.dialogue(inquiry.view)
        assert text is not None and talk is not None
        excluded_places = _kgds.boundary(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
        inputs = {"article": _kgds.format_source(text, excluded_places), "dialogue": _kgds.format_source(talk)}

        def read(reply: Reply) -> Reading:
            return _read(reply, inquiry.part, text, excluded_places)

        documents: list[dict[str, Any]] = []
        first = question(inquiry.part, context.prompts[inquiry.part], inputs, read, EXPECTED)
        first_answer = _find_first_answer(inquiry.view, context.speaker, inquiry.part)
        reply = None
        if first_answer is not None:  # word for word where it is a kept reply that gave these documents
            before = ask.find_reading(first)
            same = (
                before is not None
                and isinstance(before.data, SummaryAnswer)
                and before.data.as_reply_object() == first_answer
            )
            reply = before.data.reply if before is not None and same else json.dumps(first_answer, ensure_ascii=False)
        else:
            answer = (await ask.one(replace(first, example=_example(inquiry.part)))).data
            if isinstance(answer, SummaryAnswer):
                documents += _documents(answer, context.speaker, inquiry.part, 1, text)
                reply = answer.reply if answer.as_reply_object() else None
        if inquiry.data == 2 and reply is not None:  # else there is no first answer to reflect on
            prompt = context.prompts[f"{inquiry.part}-reflection"]
            inputs["earlier"] = delimit("answer", reply)  # for wordings of a project from before this was a chat
            second_turn = question(
                f"{inquiry.part} {_kgds.REFLECTED}", prompt, inputs, read, EXPECTED * 2, first.prompts
            )
            second_turn = replace(
                second_turn, system=second_turn.system or first.system, earlier=(Exchange(first.user, reply),)
            )
            answer = (await ask.one(second_turn)).data
            if isinstance(answer, SummaryAnswer):
                documents += _documents(answer, context.speaker, inquiry.part, 2, text)
        names = {d.name for d in inquiry.view.documents}
        new_documents = [d for d in documents if d["id"] not in names]
        return Outcome(record={"documents": new_documents} if new_documents else None)


def _example(pattern: str) -> str:
    """An answer of about ``EXPECTED`` tokens: the second turn sends the first answer, so an estimate needs one."""
    if pattern == _kgds.EXTRACT:
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

    def as_reply_object(self) -> dict[str, Any] | None:
        """The answer in the form that was asked for; None where a part of it is missing."""
        if self.opinions is None or (self.paragraphs is None and self.background is None):
            return None
        if self.paragraphs is not None:
            return {"paragraphs": [n + 1 for n in self.paragraphs], "opinion_summary": self.opinions}
        return {"background_summary": self.background, "opinion_summary": self.opinions}


def _find_first_answer(view: ItemView, model: str, pattern: str) -> dict[str, Any] | None:
    """The first answer, where its documents are in the item already (from an earlier run or an import)."""
    documents = {d.name: d for d in view.documents}
    background, opinions = (documents.get(_name(model, pattern, 1, part)) for part in (_kgds.BACKGROUND, _kgds.OPINION))
    if background is None or opinions is None:
        return None
    paragraphs = _kgds.extract_paragraphs(background)
    return SummaryAnswer(
        paragraphs, None if paragraphs is not None else background.text, opinions.text
    ).as_reply_object()


def _documents(answer: SummaryAnswer, model: str, pattern: str, turn: int, text: Document) -> Iterator[dict[str, Any]]:
    """The parts of an answer as documents of the native record."""
    paradigm = _kgds.PARADIGMS[turn - 1]

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
        paragraphs = [text.units[n].text for n in answer.paragraphs]
        yield document(_kgds.BACKGROUND, paragraphs=paragraphs, meta=meta)
    elif answer.background is not None:
        yield document(_kgds.BACKGROUND, text=answer.background)
    if answer.opinions is not None:
        yield document(_kgds.OPINION, text=answer.opinions)


# Replies -------------------------------------------------------------------------------------------------------------


def _read(reply: Reply, pattern: str, text: Document, excluded_places: Collection[int]) -> Reading:
    """The answer in a reply. What is not certain is left out of it and said in ``unscored``; what was mended without
    a doubt (a number twice, a number as text, one that the article does not have) in ``repaired``."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    reply_object, parsed = replies.parse_object(reply.text, "opinion_summary")
    if reply_object is None:
        return Reading(unscored_reason=parsed.reason, repairs=", ".join(parsed.how))
    answer, missing, repairs = SummaryAnswer(reply=reply.text), [], list(parsed.how)
    if pattern == _kgds.EXTRACT:
        numbers, doubt, notes = paragraph_numbers(
            reply_object.get("paragraphs"), [u.text for u in text.units], excluded_places
        )
        repairs += notes
        if numbers is None:
            missing.append(doubt)
        else:
            inside = tuple(n - 1 for n in numbers if n <= len(text.units) and n - 1 not in excluded_places)
            outside = tuple(n for n in numbers if n - 1 not in inside)
            answer = replace(answer, paragraphs=inside, outside=outside)
    else:
        answer = replace(answer, background=_text(reply_object, "background_summary", missing))
    answer = replace(answer, opinions=_text(reply_object, "opinion_summary", missing))
    return Reading(unscored_reason="; ".join(missing), repairs=", ".join(repairs), data=answer)


def _text(reply_object: Mapping[str, Any], field: str, missing: list[str]) -> str | None:
    text = reply_object.get(field)
    if isinstance(text, str):
        return _kgds.sound(text)  # an empty one is an answer too
    missing.append(f"the reply has no {field.replace('_', ' ')}")
    return None


def paragraph_numbers(
    raw_numbers: Any, paragraphs: Sequence[str], excluded_places: Collection[int] = ()
) -> tuple[tuple[int, ...] | None, str, list[str]]:
    """(the numbers of paragraphs that a reply names, rising, counted from 1; why there are none; what was mended).
    ``gone`` are positions, counted from 0, of paragraphs that the model was not shown.

    A number may be text ("[P3]", "Paragraph 3") or the paragraph's own text, and may come twice. Numbers beyond the
    article are given as they are: formula 11 has no paragraph for them. A 0 means that the reply may count from 0, so
    that it is not certain which paragraphs are meant; then there are no numbers, as for anything that is not a number.
    """
    if not isinstance(raw_numbers, list):
        return None, "the reply has no list of paragraphs", []
    notes: list[str] = []
    numbers: list[int] = []
    texts = {" ".join(text.split()): number for number, text in enumerate(paragraphs, 1)}
    for entry in raw_numbers:
        if isinstance(entry, float) and entry.is_integer():
            entry = int(entry)
        if isinstance(entry, str):
            match = _NUMBER.fullmatch(entry)
            number = int(match[1]) if match else texts.get(" ".join(entry.split()))
            notes.append("paragraph numbers as text")
        else:
            number = entry if isinstance(entry, int) and not isinstance(entry, bool) else None
        if number is None or number < 0:
            return None, f"“{str(entry)[:60]}” is not a number of a paragraph", []
        numbers.append(number)
    if 0 in numbers:
        return None, "the reply names paragraph 0: it may count from 0, so which ones it means is not certain", []
    if len(set(numbers)) < len(numbers):
        notes.append("a paragraph named twice")
    if any(number > len(paragraphs) or number - 1 in excluded_places for number in numbers):
        notes.append("a paragraph that the article does not have")
    return tuple(sorted(set(numbers))), "", list(dict.fromkeys(notes))


METHOD = KGDSSummarize()
