"""Questions and their answers out of replies, and as units of an item.

A reply may list too many questions, too few, the same twice, or answers that are none. What is left over counts and
``Reading.repaired`` says what was passed over; nothing left is unscored.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from galley.core.domain import Document, Match
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import CallId, Reading, find_stop_reason
from galley.core.judges.qa.answer_words import AnswerKind, kind, without_question
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.replies import replies
from galley.core.stats.rouge import tokens
from galley.core.text.quotes import locate

ASKS = ("what", "when", "where", "how", "why")
"""The kinds of question (LongSumEval, section III-C1)."""
OTHER = "other"
LONGEST = 1_000
"""Characters of a question or an answer; a longer one is none."""
_FIRST = {"who": "what", "which": "what", "whose": "what", "whom": "what", "how": "how"}
_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a quote stands: document, unit from 0 and range in it; no unit where it was not found."""

    quote: str
    match: Match
    document: str = ""
    unit: int | None = None
    start: int = 0
    end: int = 0

    def native(self) -> dict[str, Any]:
        """The place as a piece of evidence of a native record."""
        if self.unit is None:
            return {"quote": self.quote, "match": self.match.value}
        span = {"span": [self.start, self.end]} if self.start < self.end else {}
        return {"document": self.document, "unit": self.unit, **span, "quote": self.quote, "match": self.match.value}


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question before it is a unit. ``answer`` is the document's (coverage) or the summary's (consistency); ``home``
    the document it belongs to; ``sources`` where its answer stands, as (document, unit from 0); ``name`` is that of
    its unit if it is one already."""

    side: str
    text: str
    asks: str
    answer: str
    home: str
    sources: tuple[tuple[str, int], ...] = ()
    rank: int = 0
    name: str = ""

    @property
    def unit_name(self) -> str:
        """Its name as a unit. It follows from what the question is, so that the same question is one unit, whoever
        asks it and how often a run is begun."""
        identity = [self.side, self.home, self.text, self.asks, self.answer, self.rank, self.sources]
        digest = hashlib.sha256(json.dumps(identity, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        return self.name or f"q-{digest.hexdigest()[:12]}"

    def unit(self) -> dict[str, Any]:
        """The question as a unit of a native record."""
        return {
            "id": self.unit_name,
            "kind": "question",
            "type": self.side,
            "text": self.text,
            "document": self.home,
            "from": [list(source) for source in self.sources],
            "meta": {"asks": self.asks, "rank": self.rank, "answer": self.answer},
        }


@dataclass(frozen=True, slots=True)
class ReplyAnswer:
    """One reply's answer to one question: ``text`` is "" where there is none, ``why`` says why nothing is known,
    ``call`` which call it was read from."""

    text: str = ""
    places: tuple[FoundPlace, ...] = ()
    why: str = ""
    is_guessed: bool = False
    call: CallId | None = None


class Texts:
    """The units of some documents, in which quotes are looked up."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._places = [(d.name, n) for d in documents for n in range(len(d.units))]
        self._units = [unit for d in documents for unit in d.units]
        self._texts = [unit.text for unit in self._units]
        self._speakers = [unit.speaker for unit in self._units]
        self._documents = documents

    def place(self, quote: str) -> FoundPlace:
        """Where a quote stands."""
        location = locate(quote, self._texts, speakers=self._speakers)
        if location.unit_index is None:
            return FoundPlace(quote, Match.MISSING)
        document, unit = self._places[location.unit_index]
        return FoundPlace(quote, location.match, document, unit, location.start, location.end)

    def find_units(self, names: Sequence[str]) -> list[tuple[str, int]]:
        """The units that numbers such as "P3" name; where several documents have one so named, the first."""
        units = []
        for name in names:
            digits = _NUMBER.search(name)
            number = int(digits[0]) if digits else 0
            letter = name.strip(" []()")[:1].upper()
            fitting = [d for d in self._documents if 1 <= number <= len(d.units)]
            of_kind = [d for d in fitting if d.units[0].kind.value[:1].upper() == letter]
            units += [(d.name, number - 1) for d in (of_kind or (fitting if letter.isdigit() else []))[:1]]
        return units


# Replies -------------------------------------------------------------------------------------------------------------


def read_drafts(reply: Reply, least: int, most: int, side: str = CONSISTENCY) -> Reading:
    """A reply that lists questions: ``data`` are the entries that count, at most ``most``, most important first. A
    coverage question may come without an answer; one that says it has none is left out."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    parsed = replies.parse_entries(reply.text)
    repairs = list(parsed.how)
    if parsed.reason:
        return Reading(unscored_reason=parsed.reason, repairs=", ".join(repairs))
    sound_entries: list[Mapping[str, Any]] = []
    seen: set[tuple[str, ...]] = set()
    double = broken = 0
    for entry in parsed.entries:
        question, answer = (_text(entry, "question"), _text(entry, "answer")) if isinstance(entry, dict) else ("", "")
        key = tuple(tokens(question))
        sound = kind(answer, question) is AnswerKind.ANSWER or (side == COVERAGE and not answer)
        if not key or not sound or max(len(question), len(answer)) > LONGEST:
            broken += 1
        elif key in seen:
            double += 1
        else:
            seen.add(key)
            sound_entries.append({**entry, "question": question, "answer": without_question(answer, question)})
    for count, what in ((double, "asked twice"), (broken, "without a question or an answer")):
        repairs += [f"{count} left out, {what}"] if count else []
    if len(sound_entries) > most:
        repairs.append(f"{len(sound_entries)} questions instead of at most {most}, the first {most} count")
    elif 0 < len(sound_entries) < least:
        repairs.append(f"{len(sound_entries)} questions instead of at least {least}")
    if not sound_entries:
        return Reading(unscored_reason="the reply contains no question with an answer", repairs=", ".join(repairs))
    return Reading(data=sound_entries[:most], repairs=", ".join(repairs))


def read_answers(reply: Reply, questions: Sequence[str]) -> Reading:
    """A reply that answers ``questions`` by number: ``data`` is one (text or None, quotes, why) a question; a text of
    "" says that there is no answer."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    parsed = replies.parse_entries(reply.text)
    repaired = ", ".join(parsed.how)
    entries = [entry for entry in parsed.entries if isinstance(entry, dict)]
    if parsed.reason or len(entries) != len(parsed.entries):
        reason = parsed.reason or "the reply lists something else than answers"
        return Reading(unscored_reason=reason, repairs=repaired)
    numbers = [_whole(entry.get("number")) for entry in entries]
    if None in numbers or not numbers:
        if len(entries) != len(questions):
            reason = f"the reply has {len(entries)} answers instead of {len(questions)}"
            return Reading(unscored_reason=reason, repairs=repaired)
        numbers = list(range(1, len(questions) + 1))
    answers: list[tuple[str | None, tuple[str, ...], str]] = [(None, (), "left out of the reply")] * len(questions)
    strange = 0
    for number, entry in zip(numbers, entries, strict=True):
        if number is None or not 1 <= number <= len(questions):
            strange += 1
            continue
        answers[number - 1] = _answer(entry, questions[number - 1])
    missing = [reason for text, _, reason in answers if text is None]
    unscored = f"{len(missing)} of {len(questions)} questions: {missing[0]}" if missing else ""
    if strange:
        repaired = ", ".join(filter(None, (repaired, f"{strange} left out, to no question that was asked")))
    return Reading(unscored_reason=unscored, repairs=repaired, data=answers)


def _answer(entry: Mapping[str, Any], question: str) -> tuple[str | None, tuple[str, ...], str]:
    answer_value = entry.get("answer")
    if answer_value is None and "answer" in entry:
        return "", (), ""
    text = (
        str(answer_value).strip()
        if isinstance(answer_value, str | int | float) and not isinstance(answer_value, bool)
        else ""
    )
    if not isinstance(answer_value, str | int | float) or isinstance(answer_value, bool):
        return None, (), "no answer in words"
    if len(text) > LONGEST:
        return None, (), f"the answer has more than {LONGEST:,} characters"
    match kind(text, question):
        case AnswerKind.NONE:
            return "", (), ""
        case AnswerKind.UNCLEAR if tuple(tokens(text)) == tuple(tokens(question)):
            return None, (), "the answer repeats the question"
        case AnswerKind.UNCLEAR:
            return None, (), f"“{text[:40]}” may be an answer or none"
    return without_question(text, question), texts(entry.get("quotes")), ""


def drafts(entries: Sequence[Mapping[str, Any]], side: str, home: str, where: Texts) -> list[QuestionDraft]:
    """The entries of a reply as questions, their places looked up. ``home`` is the document they belong to; a coverage
    question belongs to the source that holds its answer."""
    question_drafts = []
    for entry in entries:
        places = [where.place(quote) for quote in texts(entry.get("quotes"))]
        sources = [(p.document, p.unit) for p in places if p.unit is not None]
        sources = sources or where.find_units(texts(entry.get("places")))
        question_type = question_kind(entry)
        owner = sources[0][0] if sources and side == COVERAGE else home
        distinct = tuple(dict.fromkeys(sources))
        question_drafts.append(
            QuestionDraft(side, str(entry["question"]), question_type, str(entry["answer"]), owner, distinct)
        )
    return question_drafts


def merge_drafts(lists: Sequence[Sequence[QuestionDraft]], most: int) -> list[QuestionDraft]:
    """Questions from several parts of a document as one list: the first of each part, then the second of each, …; the
    same question counts once."""
    drafts_by_words: dict[tuple[str, ...], QuestionDraft] = {}
    for place in range(max(map(len, lists), default=0)):
        for part_drafts in lists:
            if place < len(part_drafts):
                drafts_by_words.setdefault(tuple(tokens(part_drafts[place].text)), part_drafts[place])
    return [replace(draft, rank=rank) for rank, draft in enumerate(list(drafts_by_words.values())[:most], 1)]


def question_kind(entry: Mapping[str, Any]) -> str:
    """What kind of question an entry is: as it says, else by the first word of the question."""
    for words in (tokens(_text(entry, "type")), tokens(_text(entry, "question"))):
        for word in words[:3]:
            if _FIRST.get(word, word) in ASKS:
                return _FIRST.get(word, word)
    return OTHER


def texts(value: Any) -> tuple[str, ...]:
    """The texts in a field that should be a list of them; at most eight."""
    values = value if isinstance(value, list) else [value]
    return tuple(text.strip() for text in values if isinstance(text, str) and text.strip())[:8]


def _text(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and (match := re.fullmatch(r"\s*\[?[Qq]?\s*(\d{1,6})\]?\.?\s*", value)):
        return int(match[1])
    return value if isinstance(value, int) and not isinstance(value, bool) else None
