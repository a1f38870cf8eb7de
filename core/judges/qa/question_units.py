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
from galley.core.evidence.quotes import locate
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import CallId, Reading, stopped
from galley.core.judges.qa.answer_words import AnswerKind, kind, without_question
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.replies import replies
from galley.core.stats.rouge import tokens

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
        said = [self.side, self.home, self.text, self.asks, self.answer, self.rank, self.sources]
        digest = hashlib.sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass"))
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
    guessed: bool = False
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
        found = locate(quote, self._texts, speakers=self._speakers)
        if found.unit_index is None:
            return FoundPlace(quote, Match.MISSING)
        document, unit = self._places[found.unit_index]
        return FoundPlace(quote, found.match, document, unit, found.start, found.end)

    def numbered(self, names: Sequence[str]) -> list[tuple[str, int]]:
        """The units that numbers such as "P3" name; where several documents have one so named, the first."""
        found = []
        for name in names:
            digits = _NUMBER.search(name)
            number = int(digits[0]) if digits else 0
            letter = name.strip(" []()")[:1].upper()
            fitting = [d for d in self._documents if 1 <= number <= len(d.units)]
            of_kind = [d for d in fitting if d.units[0].kind.value[:1].upper() == letter]
            found += [(d.name, number - 1) for d in (of_kind or (fitting if letter.isdigit() else []))[:1]]
        return found


# Replies -------------------------------------------------------------------------------------------------------------


def read_drafts(reply: Reply, least: int, most: int, side: str = CONSISTENCY) -> Reading:
    """A reply that lists questions: ``data`` are the entries that count, at most ``most``, most important first. A
    coverage question may come without an answer; one that says it has none is left out."""
    why = stopped(reply)
    if why:
        return Reading(unscored=why)
    parsed = replies.parse_entries(reply.text)
    said = list(parsed.how)
    if parsed.reason:
        return Reading(unscored=parsed.reason, repaired=", ".join(said))
    kept: list[Mapping[str, Any]] = []
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
            kept.append({**entry, "question": question, "answer": without_question(answer, question)})
    for count, what in ((double, "asked twice"), (broken, "without a question or an answer")):
        said += [f"{count} left out, {what}"] if count else []
    if len(kept) > most:
        said.append(f"{len(kept)} questions instead of at most {most}, the first {most} count")
    elif 0 < len(kept) < least:
        said.append(f"{len(kept)} questions instead of at least {least}")
    if not kept:
        return Reading(unscored="the reply holds no question with an answer", repaired=", ".join(said))
    return Reading(data=kept[:most], repaired=", ".join(said))


def read_answers(reply: Reply, questions: Sequence[str]) -> Reading:
    """A reply that answers ``questions`` by number: ``data`` is one (text or None, quotes, why) a question; a text of
    "" says that there is no answer."""
    why = stopped(reply)
    if why:
        return Reading(unscored=why)
    parsed = replies.parse_entries(reply.text)
    repaired = ", ".join(parsed.how)
    entries = [entry for entry in parsed.entries if isinstance(entry, dict)]
    if parsed.reason or len(entries) != len(parsed.entries):
        reason = parsed.reason or "the reply lists something else than answers"
        return Reading(unscored=reason, repaired=repaired)
    numbers = [_whole(entry.get("number")) for entry in entries]
    if None in numbers or not numbers:
        if len(entries) != len(questions):
            reason = f"the reply has {len(entries)} answers instead of {len(questions)}"
            return Reading(unscored=reason, repaired=repaired)
        numbers = list(range(1, len(questions) + 1))
    found: list[tuple[str | None, tuple[str, ...], str]] = [(None, (), "left out of the reply")] * len(questions)
    strange = 0
    for number, entry in zip(numbers, entries, strict=True):
        if number is None or not 1 <= number <= len(questions):
            strange += 1
            continue
        found[number - 1] = _answer(entry, questions[number - 1])
    missing = [reason for text, _, reason in found if text is None]
    unscored = f"{len(missing)} of {len(questions)} questions: {missing[0]}" if missing else ""
    if strange:
        repaired = ", ".join(filter(None, (repaired, f"{strange} left out, to no question that was asked")))
    return Reading(unscored=unscored, repaired=repaired, data=found)


def _answer(entry: Mapping[str, Any], question: str) -> tuple[str | None, tuple[str, ...], str]:
    given = entry.get("answer")
    if given is None and "answer" in entry:
        return "", (), ""
    text = str(given).strip() if isinstance(given, str | int | float) and not isinstance(given, bool) else ""
    if not isinstance(given, str | int | float) or isinstance(given, bool):
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
    found = []
    for entry in entries:
        places = [where.place(quote) for quote in texts(entry.get("quotes"))]
        sources = [(p.document, p.unit) for p in places if p.unit is not None]
        sources = sources or where.numbered(texts(entry.get("places")))
        asked = asks(entry)
        owner = sources[0][0] if sources and side == COVERAGE else home
        distinct = tuple(dict.fromkeys(sources))
        found.append(QuestionDraft(side, str(entry["question"]), asked, str(entry["answer"]), owner, distinct))
    return found


def merged(lists: Sequence[Sequence[QuestionDraft]], most: int) -> list[QuestionDraft]:
    """Questions from several parts of a document as one list: the first of each part, then the second of each, …; the
    same question counts once."""
    found: dict[tuple[str, ...], QuestionDraft] = {}
    for place in range(max(map(len, lists), default=0)):
        for each in lists:
            if place < len(each):
                found.setdefault(tuple(tokens(each[place].text)), each[place])
    return [replace(draft, rank=rank) for rank, draft in enumerate(list(found.values())[:most], 1)]


def asks(entry: Mapping[str, Any]) -> str:
    """What kind of question an entry is: as it says, else by the first word of the question."""
    for words in (tokens(_text(entry, "type")), tokens(_text(entry, "question"))):
        for word in words[:3]:
            if _FIRST.get(word, word) in ASKS:
                return _FIRST.get(word, word)
    return OTHER


def texts(value: Any) -> tuple[str, ...]:
    """The texts in a field that should be a list of them; at most eight."""
    given = value if isinstance(value, list) else [value]
    return tuple(each.strip() for each in given if isinstance(each, str) and each.strip())[:8]


def _text(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and (found := re.fullmatch(r"\s*\[?[Qq]?\s*(\d{1,6})\]?\.?\s*", value)):
        return int(found[1])
    return value if isinstance(value, int) and not isinstance(value, bool) else None
