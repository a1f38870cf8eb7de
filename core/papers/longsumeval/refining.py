"""Evaluate, refine, evaluate again: the loop of LongSumEval, section III-D, over one summary.

A round takes the first dimension whose score is below its threshold and that has feedback, consistency before coverage
unless the user says otherwise (section V-B: more coverage costs consistency, not the other way round). Feedback is
the faults of that dimension as instructions; one that a reviewer crossed out is not used. The loop ends when

- both scores reach their thresholds, or no fault is left to tell the model of,
- the number of rounds is used up,
- the model gives no new text, or a round made its dimension worse (unless that is wanted): then the version before it
  stands, and the worse one is kept as set aside,
- a step could not be read, or the run itself ends (budget, pause): what is whole by then is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.columns import record_rows
from galley.core.domain import Document, Role, Unit, UnitKind
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.control import Halted
from galley.core.judges.inquiry.labels import CallId, Reading, read_object
from galley.core.judges.inquiry.model_texts import delimited, injection, numbered, sources
from galley.core.judges.methods._asking import question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa.difference import SentenceFate, new_words
from galley.core.judges.qa.outcome import SCHEME, evaluated
from galley.core.judges.qa.qa_asking import Drafted, QuestionDesk
from galley.core.judges.qa.qa_board import QuestionEntry, board, judges
from galley.core.judges.qa.question_units import QuestionDraft, ReplyAnswer
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, SIDES, Mean, ScorePoint, reaches, score
from galley.core.judges.qa.similarity import MEASURES
from galley.core.papers.longsumeval import acceptance

SCORES = {side: f"qa-{side}" for side in SIDES}
LONGEST = 40_000
"""Characters of a summary; more is no summary."""
PASSAGE = 1_200
"""Characters of a source that are quoted for one missing answer."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """One fault as the model is told of it. ``summary`` and ``document`` are the two answers, "" for none."""

    unit: str
    question: str
    summary: str
    document: str
    passages: tuple[str, ...] = ()


@dataclass(slots=True)
class Side:
    """One dimension of a version: its score as judged, the score that decides (with what people said), the faults."""

    judged: Mean
    standing: Mean
    feedback: list[Feedback]
    drafts: list[QuestionDraft]
    crossed: int = 0


@dataclass(slots=True)
class VersionText:
    """A text of the summary with its two sides, as far as they are known."""

    document: Document
    sides: dict[str, Side] = field(default_factory=dict)


class Loop:
    """The loop over one summary. ``run`` gives what it adds to the project."""

    def __init__(self, inquiry: Inquiry, context: Context, ask: Asker) -> None:
        self.inquiry, self.context, self.ask = inquiry, context, ask
        self.chose = context.settings
        self.alike = MEASURES[self.chose["similarity"]]
        self.sources = sources(inquiry.view)
        prefix = "qa-evaluation/"
        self.prompts = {name.removeprefix(prefix): p for name, p in context.prompts.items() if name.startswith(prefix)}
        self.desk = QuestionDesk(inquiry, context, ask, self.prompts, self.chose["rounds"] + 1)
        self.record: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("documents", "units", "verdicts", "judged", "scores")
        }
        before = acceptance.history(inquiry.target)
        self.origin = str(before.get("origin") or inquiry.target.name)
        self.round = int(before.get("round") or 0)

    async def run(self) -> Outcome:
        """Go through the rounds. Raises: Halted where the run ended before the first new version."""
        outcome = Outcome(injection=injection((*self.sources, self.inquiry.target)))
        why = "the run ended"
        try:
            why = await self._rounds()
        except Halted:
            if not self.record["documents"]:
                raise
        outcome.record = self.record
        made = len(self.record["documents"])
        outcome.notes = (*self.desk.notes, f"{made} new version{'' if made == 1 else 's'} of a summary; {why}")
        return outcome

    async def _rounds(self) -> str:
        """Why the loop ended."""
        now = VersionText(self.inquiry.target)
        await self._evaluate(now, self._known())
        for number in range(1, self.chose["rounds"] + 1):
            side = self._next(now)
            if isinstance(side, str) and side not in SIDES:
                return side
            after = await self._refined(now, side, number)
            if isinstance(after, str):
                return after
            asked = now.sides[COVERAGE].drafts if COVERAGE in now.sides else []
            await self._evaluate(after, {}, number, asked)
            was = now.sides[side].judged.value
            became = after.sides[side].judged.value if side in after.sides else None
            now = after
            if became is None:
                return "the new version could not be evaluated"
            if was is not None and became < was and self.chose["stop-when-worse"] == "yes":
                self.record["documents"][-1]["meta"][acceptance.FIELD][acceptance.STANDS] = False
                return f"the last round made {side} worse: the version before it stands"
        left = self._next(now)
        return f"{self.chose['rounds']} rounds are used up" if left in SIDES else left

    def _next(self, version: VersionText) -> str:
        """The dimension to work on, or why there is none."""
        first = self.chose["first"]
        below = False
        for side in (first, *(s for s in SIDES if s != first)):
            known = version.sides.get(side)
            if known is None or known.standing.value is None:
                continue
            if known.standing.value < self.chose[f"enough-{side}"]:
                below = True
                if known.feedback:
                    return side
        if not version.sides:
            return "it could not be evaluated"
        return "no feedback is left" if below else "the scores reach their thresholds"

    # Evaluating ----------------------------------------------------------------------------------------------------

    def _known(self) -> dict[str, list[QuestionEntry]]:
        """What a judge found of the summary before: the one that was named, else the newest."""
        criteria = {criterion.id: criterion.row for criterion in self.context.schemes[SCHEME].criteria}
        view, wanted = self.inquiry.view, self.chose["judge"]
        for judge in judges(view, criteria, self.inquiry.target.id):
            name = view.annotators[judge]
            if (wanted and name.name != wanted) or (not wanted and name.method != "qa-evaluation"):
                continue
            found = board(view, criteria, self.inquiry.target.id, judge)
            sides = {side: [entry for entry in found if entry.side == side] for side in SIDES}
            return {side: entries for side, entries in sides.items() if entries}
        return {}

    async def _evaluate(
        self,
        version: VersionText,
        known: Mapping[str, list[QuestionEntry]],
        number: int = 0,
        asked: Sequence[QuestionDraft] = (),
    ) -> None:
        """Fill in both sides: from what is known, else by asking; ``asked`` are the coverage questions of before."""
        part = f"round {number}: " if number else ""
        summary = version.document
        for side in SIDES:
            if side in known:
                version.sides[side] = self._from(known[side], side)
                self._score(summary, side, version.sides[side].judged)
                continue
            if side == COVERAGE:
                drafted = Drafted(list(asked)) if asked else await self._coverage()
                given = (
                    await self.desk.in_summary(drafted.drafts, summary, f"{part}summary answers")
                    if drafted.drafts
                    else []
                )
            else:
                low, high = self.chose["consistency-least"], self.chose["consistency-most"]
                drafted = await self.desk.pairs(summary, low, high, self.prompts["pairs"], f"{part}pairs")
                given = (
                    await self.desk.in_document(drafted.drafts, f"{part}document answers", self.alike)
                    if drafted.drafts
                    else []
                )
            if drafted.drafts:
                version.sides[side] = self._keep(side, drafted.drafts, given, summary)

    async def _coverage(self) -> Drafted:
        return await self.desk.coverage(self.chose["coverage-least"], self.chose["coverage-most"])

    def _keep(
        self, side: str, drafts: Sequence[QuestionDraft], given: Sequence[Sequence[ReplyAnswer]], summary: Document
    ) -> Side:
        """What an evaluation says, for the project and for the loop."""
        suspect = injection((summary,) if side == COVERAGE else (*self.sources, summary))
        found = evaluated(side, drafts, given, summary.name, self.alike, self.chose["threshold"], suspect)
        new = {unit["id"] for unit in self.record["units"]}
        self.record["units"] += [unit for unit in found.units() if unit["id"] not in new]
        self.record["verdicts"] += found.verdicts
        judged = self._mean(side, found.points)
        self._score(summary, side, judged)
        feedback = [
            self._feedback(side, draft, answer or "")
            for draft, answer, fault in zip(found.drafts, found.answers, found.faults, strict=True)
            if fault
        ]
        named = [replace(draft, name=draft.unit_name) for draft in found.drafts]
        return Side(judged, judged, feedback, named)

    def _from(self, entries: Sequence[QuestionEntry], side: str) -> Side:
        """What a judge found before, with what people said of it since."""
        judged, standing, feedback, drafts = [], [], [], []
        crossed = 0
        for entry in entries:
            worth: float | None = None
            if entry.other is not None:
                worth = float(bool(entry.other)) if side == COVERAGE else self._alike(entry.own, entry.other)
            judged.append(ScorePoint(entry.rank, worth))
            if entry.people is not None:
                worth = 0.0 if entry.people else max(worth or 0.0, self._floor(side, worth))
            standing.append(ScorePoint(entry.rank, worth))
            draft = self._draft(entry)
            drafts.append(draft)
            crossed += entry.people is False and entry.verdict.value == "yes"
            if entry.fault:
                feedback.append(self._feedback(side, draft, entry.other or ""))
        return Side(self._mean(side, judged), self._mean(side, standing), feedback, drafts, crossed)

    def _floor(self, side: str, worth: float | None) -> float:
        """What a point counts at least that people hold right: all of it, unless the judge held it right as well."""
        sound = worth is not None and worth > 0 and (side == COVERAGE or reaches(worth, self.chose["threshold"]))
        return 0.0 if sound else 1.0

    def _alike(self, own: str, other: str) -> float:
        return self.alike(own, other) if other else 0.0

    def _draft(self, entry: QuestionEntry) -> QuestionDraft:
        view, unit = self.inquiry.view, entry.unit
        places = {u.id: (d.name, n) for d in view.documents for n, u in enumerate(d.units)}
        sources_ = tuple(places[row] for row in unit.sources if row in places)
        home = view.document(unit.document).name
        return QuestionDraft(entry.side, unit.text, entry.asks, entry.own, home, sources_, entry.rank, unit.name)

    def _mean(self, side: str, points: Sequence[ScorePoint]) -> Mean:
        return score(points, 0.0 if side == COVERAGE else self.chose["threshold"], self.chose["top"])

    def _score(self, summary: Document, side: str, mean: Mean) -> None:
        if mean.value is not None:
            self.record["scores"].append({"document": summary.name, "metric": SCORES[side], "value": mean.value})

    # Refining ------------------------------------------------------------------------------------------------------

    def _feedback(self, side: str, draft: QuestionDraft, other: str) -> Feedback:
        if side == CONSISTENCY:
            return Feedback(draft.unit_name, draft.text, draft.answer, other)
        by_name = {document.name: document for document in self.sources}
        passages = tuple(
            by_name[name].units[place].text[:PASSAGE] for name, place in draft.sources[:2] if name in by_name
        )
        return Feedback(draft.unit_name, draft.text, other, draft.answer, passages)

    async def _refined(self, version: VersionText, side: str, number: int) -> VersionText | str:
        """A new version after the feedback of a side, or why there is none."""
        known, summary = version.sides[side], version.document
        inputs = {
            "summary": delimited("summary", numbered(summary.units, "")),
            "feedback": delimited("feedback", "\n".join(_lines(side, known.feedback))),
        }
        asked = question(
            f"round {number}: refine", self.context.prompts[side], inputs, _read_summary, 60 + len(summary.text) // 3
        )
        example = '{"summary": "' + f"This is round {number}. It has a second sentence." + '"}'
        reading = await self.ask.one(replace(asked, example=example))
        if reading.data is None:
            return f"no new version ({reading.unscored})"
        if "".join(reading.data.split()) == "".join(summary.text.split()):
            return "the model changed nothing"
        return VersionText(self._document(reading.data, version, side, reading.call))

    def _document(self, text: str, version: VersionText, side: str, call: CallId | None) -> Document:
        """The new version, put into the record with its changes as flags."""
        self.round += 1
        known, before, origin = version.sides[side], version.document, self.inquiry.target
        first = next((d for d in self.inquiry.view.documents if d.name == self.origin), origin)
        history = {
            "round": self.round,
            "from": before.name,
            "origin": self.origin,
            "dimension": side,
            "model": self.context.speaker,
            "feedback": [
                {"unit": f.unit, "question": f.question, "summary": f.summary, "document": f.document}
                for f in known.feedback
            ],
            "crossed_out": known.crossed,
        }
        entry = {
            "role": "summary",
            "system": f"{first.system or first.name} refined {self.round}",
            "part": origin.part,
            "text": text,
            "meta": {acceptance.FIELD: history},
        }
        entry["id"] = self._free(f"{self.origin}.r{self.round}", entry)
        document = _laid_out(entry)
        self.record["documents"].append(entry)
        self._changes(before, document, known.feedback, call)
        return document

    def _free(self, name: str, entry: Mapping[str, Any]) -> str:
        """A name that no document of the item has, or one that has this very text."""
        there = {document.name: document.text for document in self.inquiry.view.documents}
        free, number = name, 1
        while free in there and there[free] != entry["text"]:
            number += 1
            free = f"{name} ({number})"
        return free

    def _changes(self, before: Document, after: Document, feedback: Sequence[Feedback], call: CallId | None) -> None:
        """The changes between two versions as flags, to be accepted or overridden one by one."""
        because = "; ".join(f.question for f in feedback[:3]) + ("; …" if len(feedback) > 3 else "")
        for step in acceptance.changes(before, after):
            if step.kind is SentenceFate.KEPT:
                continue
            flag: dict[str, Any] = {"scheme": acceptance.SCHEME, "criterion": step.kind.value, "value": "yes"}
            flag["calls"] = (call,) if call is not None else ()
            if step.kind is SentenceFate.REMOVED:
                flag |= {"document": before.name, "unit": step.before, "about": after.name}
                said = "The new version does without this sentence."
            else:
                assert step.after is not None
                flag |= {"document": after.name, "unit": step.after}
                said = "The version before has no such sentence."
                if step.before is not None:
                    was, words = before.units[step.before].text, after.units[step.after].text
                    said = f"Before: “{was}”"
                    flag["spans"] = [list(span) for span in new_words(was, words)]
            flag["explanation"] = f"{said} Feedback of the round: {because}"
            self.record["verdicts"].append(flag)
        silent = [SentenceFate.REWORDED.value, SentenceFate.ADDED.value]
        self.record["judged"].append({"scheme": acceptance.SCHEME, "criteria": silent, "documents": [after.name]})


def _lines(side: str, feedback: Sequence[Feedback]) -> list[str]:
    """The faults as the model reads them."""
    found = []
    for number, fault in enumerate(feedback, 1):
        found.append(f"[{number}] Question: {_line(fault.question)}")
        if side == CONSISTENCY:
            found.append(f"    The summary answers: {_line(fault.summary)}")
            found.append(
                f"    The text answers: {_line(fault.document)}" if fault.document else "    The text gives no answer."
            )
            continue
        if fault.document:
            found.append(f"    The text answers: {_line(fault.document)}")
        found += [f"    Words of the text: {_line(passage)}" for passage in fault.passages]
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


def _read_summary(reply: Reply) -> Reading:
    """The summary in a reply."""
    reading = read_object(reply, "summary")
    if reading.unscored:
        return reading
    text = reading.data.strip() if isinstance(reading.data, str) else ""
    if not text or len(text) > LONGEST:
        why = "the summary is empty" if not text else f"the summary has more than {LONGEST:,} characters"
        return replace(reading, data=None, unscored=why)
    return replace(reading, data=text)


def _laid_out(entry: Mapping[str, Any]) -> Document:
    """A native document with its units as the project will cut them; row ids are its places."""
    laid = record_rows.read_document(entry)
    units = tuple(
        Unit(number, 0, UnitKind(laid.kind), number, start, end, laid.text[start:end])
        for number, (start, end) in enumerate(laid.spans)
    )
    return Document(0, 0, laid.name, Role.SUMMARY, laid.text, laid.system, laid.part, 0, units, laid.meta or {})
