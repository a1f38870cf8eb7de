"""From the samples of one question to verdicts: votes, quotes that are checked, and what never becomes a "no".

The rule. Each sample that can be read has one vote for each cell. The verdict is what more than half of these votes
say, and its confidence is that share; where the server gives log-probabilities, it is the mean probability of the
verdict, and the votes stand beside it. There is no verdict but an Unscored where

- the votes tie,
- no more than half of the samples could be read,
- the majority says "no" and nothing better holds it up than a reply that was repaired by guessing, quotes that are
  not in the source, or a source that tries to instruct the judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from galley.core.domain import Cell, Criterion, CriterionId, Document, Match, Span, Unit, UnitId
from galley.core.judges.inquiry.labels import Reading, UnitReply
from galley.core.judges.inquiry.model_texts import find_injection
from galley.core.judges.methods._questions import repeat_question
from galley.core.judges.methods.base import Asker, CheckedQuote, Context, FoundVerdict, Inquiry, ModelQuestion, Outcome
from galley.core.replies import chances
from galley.core.text.quotes import locate

_RANK = {Match.VERBATIM: 0, Match.FUZZY: 1, Match.MISSING: 2}


class QuoteChecker:
    """The sources of an inquiry, in which quotes are looked up once each."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._units = [unit for document in documents for unit in document.units]
        self._texts = [unit.text for unit in self._units]
        self._speakers = [unit.speaker for unit in self._units]
        self._rows = {unit.id: place for place, unit in enumerate(self._units)}
        self._quotes: dict[tuple[str, UnitId | None], CheckedQuote] = {}

    def quote(self, text: str, near: UnitId | None = None) -> CheckedQuote:
        """Where a quote stands; ``near`` is the row of the unit that it should come from."""
        key = (text, near)
        if key not in self._quotes:
            hint = self._rows.get(near) if near is not None else None
            place = locate(text, self._texts, hint=hint, speakers=self._speakers)
            if place.unit_index is None:
                self._quotes[key] = CheckedQuote(None, None, text, Match.MISSING)
            else:
                row = self._units[place.unit_index].id
                self._quotes[key] = CheckedQuote(row, Span(place.start, place.end), text, place.match)
        return self._quotes[key]


@dataclass(frozen=True)
class SampleVote:
    """One sample's vote on one cell: True, False, or None and why not; ``chance`` is how likely the model held a
    True."""

    yes: bool | None
    why: str = ""
    unit_reply: UnitReply | None = None
    quotes: tuple[CheckedQuote, ...] = field(default=())
    chance: float | None = None


def verdicts(
    units: Sequence[Unit],
    criteria: Mapping[str, CriterionId],
    readings: Sequence[Reading],
    target: int,
    sources: QuoteChecker,
    injection: str = "",
    of_all: bool = False,
) -> Outcome:
    """The verdicts of ``readings`` (one a sample) on every unit and criterion (label id to row id). ``of_all``: see
    ``decide``.

    A "no" that all samples gave without a doubt is left to the coverage (``judged``); everything else is a row.
    """
    outcome = Outcome(injection=injection)
    covered: set[int] = set()
    calls = tuple(reading.call for reading in readings if reading.call is not None)
    for place, unit in enumerate(units):
        for label, criterion in criteria.items():
            votes = [_vote(reading, place, label, unit, sources, injection) for reading in readings]
            verdict = replace(decide(votes, Cell(unit.id, criterion, target), unit, of_all), calls=calls)
            if verdict.value is not None:
                covered.add(criterion)
            if verdict.value == "no" and verdict.confidence == 1 and len(readings) == _count(votes):
                continue
            outcome.verdicts.append(verdict)
    outcome.covered_pairs = [(criterion, target) for criterion in criteria.values() if criterion in covered]
    return outcome


async def ask_and_vote(
    ask: Asker,
    one: ModelQuestion,
    inquiry: Inquiry,
    context: Context,
    criteria: Iterable[Criterion],
    units: Sequence[Unit],
    texts: Sequence[Document],
) -> Outcome:
    """Ask ``one`` in as many samples as there are to be; the verdicts on ``units``, by what ``texts`` say."""
    return verdicts(
        units,
        {criterion.id: criterion.row for criterion in criteria},
        await ask.all(repeat_question(one, context.samples)),
        inquiry.target.id,
        QuoteChecker(texts),
        find_injection((*texts, inquiry.target)),
        context.settings.get("votes") == "all",
    )


def decide(votes: Sequence[SampleVote], cell: Cell, unit: Unit, of_all: bool = False) -> FoundVerdict:
    """What the votes on one cell add up to (the rule is at the top of this module). ``of_all`` counts as DIAL-SUMMER
    does: a yes takes more than half of all samples, readable or not, and anything else that more than half of them
    could be read for is a no; so an unreadable sample makes no tie of 2:2."""
    read = [vote for vote in votes if vote.yes is not None]
    yes = sum(vote.yes is True for vote in read)
    if 2 * len(read) <= len(votes):
        why = Counter(vote.why for vote in votes if vote.yes is None).most_common(1)[0][0]
        tally = f" ({len(read)} of {len(votes)} samples could be read)" if read else ""
        return FoundVerdict(cell, None, why + tally, explanation=_words(votes))
    if 2 * yes == len(read) and not (of_all and len(read) < len(votes)):
        return FoundVerdict(cell, None, f"tie {yes}:{len(read) - yes}", explanation=_words(votes))
    positive = 2 * yes > (len(votes) if of_all else len(read))
    side = [vote for vote in read if vote.yes is positive]
    best = min(side, key=lambda vote: (max((_RANK[q.match] for q in vote.quotes), default=2), not vote.quotes))
    unit_reply = best.unit_reply or UnitReply(())
    return FoundVerdict(
        cell,
        "yes" if positive else "no",
        "",
        _sure(read, positive) if not of_all else (yes if positive else len(votes) - yes) / len(votes),
        f"{yes}/{len(votes if of_all else read)}",
        unit_reply.explanation,
        _spans(unit_reply.words, unit) if positive else (),
        best.quotes if positive else (),
    )


def _sure(read: Sequence[SampleVote], positive: bool) -> float:
    """How sure the verdict is: the mean probability of it, where the server told it of each vote, else its share."""
    likely = [vote.chance for vote in read if vote.chance is not None]
    if len(likely) == len(read):
        mean = sum(likely) / len(likely)
        return mean if positive else 1 - mean
    return sum(vote.yes is positive for vote in read) / len(read)


def _vote(reading: Reading, place: int, label: str, unit: Unit, sources: QuoteChecker, injection: str) -> SampleVote:
    if not reading.units:
        return SampleVote(None, reading.unscored_reason or "no answer")
    unit_reply = reading.units[place]
    if unit_reply.labels is None:
        return SampleVote(None, unit_reply.why, unit_reply)
    quotes = tuple(sources.quote(text, unit.id) for text in unit_reply.quotes)
    chance = chances.get_chance("YES", ("NO",), reading.chances[place]) if reading.chances else None
    if label in unit_reply.labels:
        return SampleVote(True, "", unit_reply, quotes, chance)
    if injection:
        return SampleVote(None, f"the text tries to instruct the judge: “{injection}”", unit_reply, quotes)
    if reading.is_guessed:
        return SampleVote(None, "the reply was broken and repaired by guessing", unit_reply, quotes)
    if not unit_reply.labels and any(quote.match is Match.MISSING for quote in quotes):
        return SampleVote(None, "it rests on a quote that is not in the source", unit_reply, quotes)
    return SampleVote(False, "", unit_reply, quotes, chance)


def _spans(words: Sequence[str], unit: Unit) -> tuple[Span, ...]:
    """Where the words that a judge names stand in the unit under judgement; those that do not are left out."""
    spans = []
    for text in words:
        at = locate(text, [unit.text])
        if at.unit_index is not None and at.start < at.end:
            spans.append(Span(at.start, at.end))
    return tuple(dict.fromkeys(spans))


def _words(votes: Sequence[SampleVote]) -> str:
    return next((vote.unit_reply.explanation for vote in votes if vote.unit_reply and vote.unit_reply.explanation), "")


def _count(votes: Sequence[SampleVote]) -> int:
    return sum(vote.yes is not None for vote in votes)
