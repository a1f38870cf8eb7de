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

from galley.core.domain import NO_ITEM, NO_UNIT, Document, Role, Unit, UnitId, UnitKind
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.control import RunHalt
from galley.core.judges.inquiry.labels import CallId, Reading, read_object
from galley.core.judges.inquiry.model_texts import delimit, find_injection, format_units, sources
from galley.core.judges.methods._questions import question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa.board import QuestionEntry, board, judges
from galley.core.judges.qa.difference import SentenceFate, new_words
from galley.core.judges.qa.outcome import SCHEME, evaluate_side
from galley.core.judges.qa.question_units import QuestionDraft, ReplyAnswer
from galley.core.judges.qa.questions import QuestionAsker, QuestionDrafts
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, SIDES, Mean, ScorePoint, reaches, score
from galley.core.judges.qa.similarity import MEASURES
from galley.core.papers.longsumeval import acceptance
from galley.core.storage import record_rows

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

    judge_mean: Mean
    standing: Mean
    feedback: list[Feedback]
    drafts: list[QuestionDraft]
    crossed_out: int = 0


@dataclass(slots=True)
class VersionText:
    """A text of the summary with its two sides, as far as they are known."""

    document: Document
    sides: dict[str, Side] = field(default_factory=dict)


class RefinementLoop:
    """The loop over one summary. ``run`` gives what it adds to the project."""

    def __init__(self, inquiry: Inquiry, context: Context, ask: Asker) -> None:
        self.inquiry, self.context, self.ask = inquiry, context, ask
        self.settings = context.settings
        self.measure_similarity = MEASURES[self.settings["similarity"]]
        self.sources = sources(inquiry.view)
        prefix = "qa-evaluation/"
        self.prompts = {name.removeprefix(prefix): p for name, p in context.prompts.items() if name.startswith(prefix)}
        self.questioner = QuestionAsker(inquiry, context, ask, self.prompts, self.settings["rounds"] + 1)
        self.record: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("documents", "units", "verdicts", "judged", "scores")
        }
        before = acceptance.history(inquiry.target)
        self.origin = str(before.get("origin") or inquiry.target.name)
        self.round = int(before.get("round") or 0)

    async def run(self) -> Outcome:
        """Go through the rounds. Raises: Halted where the run ended before the first new version."""
        outcome = Outcome(injection=find_injection((*self.sources, self.inquiry.target)))
        why = "the run ended"
        try:
            why = await self._rounds()
        except RunHalt:
            if not self.record["documents"]:
                raise
        outcome.record = self.record
        version_count = len(self.record["documents"])
        outcome.notes = (
            *self.questioner.notes,
            f"{version_count} new version{'' if version_count == 1 else 's'} of a summary; {why}",
        )
        return outcome

    async def _rounds(self) -> str:
        """Why the loop ended."""
        current_version = VersionText(self.inquiry.target)
        await self._evaluate(current_version, self._find_known_entries())
        for number in range(1, self.settings["rounds"] + 1):
            side = self._next(current_version)
            if isinstance(side, str) and side not in SIDES:
                return side
            after = await self._refine_summary(current_version, side, number)
            if isinstance(after, str):
                return after
            earlier_questions = current_version.sides[COVERAGE].drafts if COVERAGE in current_version.sides else []
            await self._evaluate(after, {}, number, earlier_questions)
            was = current_version.sides[side].judge_mean.value
            became = after.sides[side].judge_mean.value if side in after.sides else None
            current_version = after
            if became is None:
                return "the new version could not be evaluated"
            if was is not None and became < was and self.settings["stop-when-worse"] == "yes":
                self.record["documents"][-1]["meta"][acceptance.FIELD][acceptance.STANDS] = False
                return f"the last round made {side} worse: the last accepted version is used"
        next_side = self._next(current_version)
        return f"{self.settings['rounds']} rounds are used up" if next_side in SIDES else next_side

    def _next(self, version: VersionText) -> str:
        """The dimension to work on, or why there is none."""
        first = self.settings["first"]
        below = False
        for side in (first, *(s for s in SIDES if s != first)):
            known_side = version.sides.get(side)
            if known_side is None or known_side.standing.value is None:
                continue
            if known_side.standing.value < self.settings[f"enough-{side}"]:
                below = True
                if known_side.feedback:
                    return side
        if not version.sides:
            return "it could not be evaluated"
        return "no feedback is left" if below else "the scores reach their thresholds"

    # Evaluating ----------------------------------------------------------------------------------------------------

    def _find_known_entries(self) -> dict[str, list[QuestionEntry]]:
        """What a judge found of the summary before: the one that was named, else the newest."""
        criteria = {criterion.id: criterion.row for criterion in self.context.schemes[SCHEME].criteria}
        view, judge_name = self.inquiry.view, self.settings["judge"]
        for judge in judges(view, criteria, self.inquiry.target.id):
            name = view.annotators[judge]
            if (judge_name and name.name != judge_name) or (not judge_name and name.method != "qa-evaluation"):
                continue
            board_entries = board(view, criteria, self.inquiry.target.id, judge)
            sides = {side: [entry for entry in board_entries if entry.side == side] for side in SIDES}
            return {side: entries for side, entries in sides.items() if entries}
        return {}

    async def _evaluate(
        self,
        version: VersionText,
        known_entries: Mapping[str, list[QuestionEntry]],
        number: int = 0,
        earlier_questions: Sequence[QuestionDraft] = (),
    ) -> None:
        """Fill in both sides: from what is known, else by asking; ``asked`` are the coverage questions of before."""
        part = f"round {number}: " if number else ""
        summary = version.document
        for side in SIDES:
            if side in known_entries:
                version.sides[side] = self._build_side(known_entries[side], side)
                self._score(summary, side, version.sides[side].judge_mean)
                continue
            if side == COVERAGE:
                draft_batch = QuestionDrafts(list(earlier_questions)) if earlier_questions else await self._coverage()
                answers = (
                    await self.questioner.in_summary(draft_batch.drafts, summary, f"{part}summary answers")
                    if draft_batch.drafts
                    else []
                )
            else:
                low, high = self.settings["consistency-least"], self.settings["consistency-most"]
                draft_batch = await self.questioner.pairs(summary, low, high, self.prompts["pairs"], f"{part}pairs")
                answers = (
                    await self.questioner.in_document(
                        draft_batch.drafts, f"{part}document answers", self.measure_similarity
                    )
                    if draft_batch.drafts
                    else []
                )
            if draft_batch.drafts:
                version.sides[side] = self._record_evaluation(side, draft_batch.drafts, answers, summary)

    async def _coverage(self) -> QuestionDrafts:
        return await self.questioner.coverage(self.settings["coverage-least"], self.settings["coverage-most"])

    def _record_evaluation(
        self, side: str, drafts: Sequence[QuestionDraft], answers: Sequence[Sequence[ReplyAnswer]], summary: Document
    ) -> Side:
        """What an evaluation says, for the project and for the loop."""
        suspect = find_injection((summary,) if side == COVERAGE else (*self.sources, summary))
        evaluation = evaluate_side(
            side, drafts, answers, summary.name, self.measure_similarity, self.settings["threshold"], suspect
        )
        new = {unit["id"] for unit in self.record["units"]}
        self.record["units"] += [unit for unit in evaluation.units() if unit["id"] not in new]
        self.record["verdicts"] += evaluation.verdicts
        judge_mean = self._mean(side, evaluation.points)
        self._score(summary, side, judge_mean)
        feedback = [
            self._feedback(side, draft, answer or "")
            for draft, answer, fault in zip(evaluation.drafts, evaluation.answers, evaluation.faults, strict=True)
            if fault
        ]
        named_drafts = [replace(draft, name=draft.unit_name) for draft in evaluation.drafts]
        return Side(judge_mean, judge_mean, feedback, named_drafts)

    def _build_side(self, entries: Sequence[QuestionEntry], side: str) -> Side:
        """What a judge found before, with what people said of it since."""
        judge_points, standing, feedback, drafts = [], [], [], []
        crossed = 0
        for entry in entries:
            similarity: float | None = None
            if entry.other is not None:
                similarity = float(bool(entry.other)) if side == COVERAGE else self._similarity(entry.own, entry.other)
            judge_points.append(ScorePoint(entry.rank, similarity))
            if entry.people is not None:
                similarity = 0.0 if entry.people else max(similarity or 0.0, self._floor(side, similarity))
            standing.append(ScorePoint(entry.rank, similarity))
            draft = self._draft(entry)
            drafts.append(draft)
            crossed += entry.people is False and entry.verdict.value == "yes"
            if entry.fault:
                feedback.append(self._feedback(side, draft, entry.other or ""))
        return Side(self._mean(side, judge_points), self._mean(side, standing), feedback, drafts, crossed)

    def _floor(self, side: str, similarity: float | None) -> float:
        """What a point counts at least that people hold right: all of it, unless the judge held it right as well."""
        sound = (
            similarity is not None
            and similarity > 0
            and (side == COVERAGE or reaches(similarity, self.settings["threshold"]))
        )
        return 0.0 if sound else 1.0

    def _similarity(self, own_answer: str, other: str) -> float:
        return self.measure_similarity(own_answer, other) if other else 0.0

    def _draft(self, entry: QuestionEntry) -> QuestionDraft:
        view, unit = self.inquiry.view, entry.unit
        places = {u.id: (d.name, n) for d in view.documents for n, u in enumerate(d.units)}
        sources_ = tuple(places[row] for row in unit.sources if row in places)
        document_name = view.document(unit.document).name
        return QuestionDraft(
            entry.side, unit.text, entry.asks, entry.own, document_name, sources_, entry.rank, unit.name
        )

    def _mean(self, side: str, points: Sequence[ScorePoint]) -> Mean:
        return score(points, 0.0 if side == COVERAGE else self.settings["threshold"], self.settings["top"])

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

    async def _refine_summary(self, version: VersionText, side: str, number: int) -> VersionText | str:
        """A new version after the feedback of a side, or why there is none."""
        known_side, summary = version.sides[side], version.document
        inputs = {
            "summary": delimit("summary", format_units(summary.units, "")),
            "feedback": delimit("feedback", "\n".join(_lines(side, known_side.feedback))),
        }
        model_question = question(
            f"round {number}: refine", self.context.prompts[side], inputs, _read_summary, 60 + len(summary.text) // 3
        )
        example = '{"summary": "' + f"This is round {number}. It has a second sentence." + '"}'
        reading = await self.ask.one(replace(model_question, example=example))
        if reading.data is None:
            return f"no new version ({reading.unscored_reason})"
        if "".join(reading.data.split()) == "".join(summary.text.split()):
            return "the model changed nothing"
        return VersionText(self._document(reading.data, version, side, reading.call))

    def _document(self, text: str, version: VersionText, side: str, call: CallId | None) -> Document:
        """The new version, put into the record with its changes as flags."""
        self.round += 1
        known_side, before, origin = version.sides[side], version.document, self.inquiry.target
        first = next((d for d in self.inquiry.view.documents if d.name == self.origin), origin)
        history = {
            "round": self.round,
            "from": before.name,
            "origin": self.origin,
            "dimension": side,
            "model": self.context.speaker,
            "feedback": [
                {"unit": f.unit, "question": f.question, "summary": f.summary, "document": f.document}
                for f in known_side.feedback
            ],
            "crossed_out": known_side.crossed_out,
        }
        entry = {
            "role": "summary",
            "system": f"{first.system or first.name} refined {self.round}",
            "part": origin.part,
            "text": text,
            "meta": {acceptance.FIELD: history},
        }
        entry["id"] = self._free_name(f"{self.origin}.r{self.round}", entry)
        document = _laid_out(entry)
        self.record["documents"].append(entry)
        self._changes(before, document, known_side.feedback, call)
        return document

    def _free_name(self, name: str, entry: Mapping[str, Any]) -> str:
        """A name that no document of the item has, or one that has this very text."""
        texts_by_name = {document.name: document.text for document in self.inquiry.view.documents}
        free, number = name, 1
        while free in texts_by_name and texts_by_name[free] != entry["text"]:
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
                explanation = "The new version omits this sentence."
            else:
                assert step.after is not None
                flag |= {"document": after.name, "unit": step.after}
                explanation = "The previous version does not have this sentence."
                if step.before is not None:
                    was, words = before.units[step.before].text, after.units[step.after].text
                    explanation = f"Before: “{was}”"
                    flag["spans"] = [list(span) for span in new_words(was, words)]
            flag["explanation"] = f"{explanation} Feedback of the round: {because}"
            self.record["verdicts"].append(flag)
        implicit_no_criteria = [SentenceFate.REWORDED.value, SentenceFate.ADDED.value]
        self.record["judged"].append(
            {"scheme": acceptance.SCHEME, "criteria": implicit_no_criteria, "documents": [after.name]}
        )


def _lines(side: str, feedback: Sequence[Feedback]) -> list[str]:
    """The faults as the model reads them."""
    lines = []
    for number, fault in enumerate(feedback, 1):
        lines.append(f"[{number}] Question: {_line(fault.question)}")
        if side == CONSISTENCY:
            lines.append(f"    The summary answers: {_line(fault.summary)}")
            lines.append(
                f"    The text answers: {_line(fault.document)}" if fault.document else "    The text gives no answer."
            )
            continue
        if fault.document:
            lines.append(f"    The text answers: {_line(fault.document)}")
        lines += [f"    Words of the text: {_line(passage)}" for passage in fault.passages]
    return lines


def _line(text: str) -> str:
    return " ".join(text.split())


def _read_summary(reply: Reply) -> Reading:
    """The summary in a reply."""
    reading = read_object(reply, "summary")
    if reading.unscored_reason:
        return reading
    text = reading.data.strip() if isinstance(reading.data, str) else ""
    if not text or len(text) > LONGEST:
        why = "the summary is empty" if not text else f"the summary has more than {LONGEST:,} characters"
        return replace(reading, data=None, unscored_reason=why)
    return replace(reading, data=text)


def _laid_out(entry: Mapping[str, Any]) -> Document:
    """A native document with its units as the project will cut them; row ids are its places."""
    document = record_rows.read_document(entry)
    units = tuple(
        Unit(UnitId(number), 0, UnitKind(document.kind), number, start, end, document.text[start:end])
        for number, (start, end) in enumerate(document.spans)
    )
    return Document(
        0,
        NO_ITEM,
        document.name,
        Role.SUMMARY,
        document.text,
        document.system,
        document.part,
        NO_UNIT,
        units,
        document.meta or {},
    )
