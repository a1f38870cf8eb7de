"""Answers that were changed outside: a file of our own that comes back says what it said when it was written.

Each answer of people and gold is compared three ways, by cell: as the file was written, as the file says now, as the
project says now. What was changed outside becomes a decision of the same person (a gold one a settlement), so that it
is in the log and may be undone; a yes that was taken away is a "no". Where the project has another answer by now, that
one stands. All of it is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from galley.core.domain import (
    NO_ANNOTATOR,
    Action,
    AnnotatorId,
    AnnotatorKind,
    Cell,
    Criterion,
    CriterionId,
    Span,
    UnitId,
)
from galley.core.import_types import ImportReport, ParsedRecord
from galley.core.review import item_state, log
from galley.core.storage import level_queries, names, native_cells
from galley.core.storage.connection import Connection
from galley.core.storage.names import GOLD
from galley.core.storage.native_cells import Vocabulary
from galley.core.storage.queries import decisions, verdicts
from galley.core.storage.record_rows import Layout

PEOPLE = ("human", "gold")
OUTSIDE = "label-studio"
"""Who is said to have settled what came back as another gold."""

Key = tuple[AnnotatorId, CriterionId, UnitId, int]
"""Annotator, criterion, unit and target."""


class AnswerContent(NamedTuple):
    """An answer: value, or reason for none, and spans in rising order."""

    value: Any
    reason: str | None
    spans: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        where = " at " + ", ".join(f"{start}–{end}" for start, end in self.spans) if self.spans else ""
        return f"{self.reason if self.value is None else self.value}{where}"


class RecordAnswer(NamedTuple):
    """An entry of a record as rows: whose it is, of which kind, on what."""

    entry: Mapping[str, Any]
    criterion: Criterion
    content: AnswerContent


def read(entries: Iterable[dict[str, Any]], layout: Layout, vocabulary: Vocabulary) -> dict[Key, RecordAnswer]:
    """The answers of people and gold among the verdicts of a record, by cell. Raises: InputError"""
    answers: dict[Key, RecordAnswer] = {}
    for entry in entries:
        if entry.get("kind") in PEOPLE:
            annotator, _ = vocabulary.annotator(entry)
            criterion = vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
            unit, target, length = native_cells.place(entry, criterion, layout)
            spans = tuple(sorted(native_cells.spans(entry, length)))
            content = AnswerContent(*native_cells.value(entry, criterion), spans)
            answers[annotator, criterion.row, unit, target] = RecordAnswer(entry, criterion, content)
    return answers


class Changes:
    """What came back changed of one item. ``handled_keys`` are the cells of which a plain import is to say nothing."""

    def __init__(
        self,
        connection: Connection,
        parsed: ParsedRecord,
        layout: Layout,
        vocabulary: Vocabulary,
        verdicts: Any,
    ) -> None:
        """``now`` are the record's verdicts. Raises: InputError"""
        self._connection, self._parsed_record, self._item, self._vocabulary = (
            connection,
            parsed,
            layout.item,
            vocabulary,
        )
        self._before = read(parsed.before, layout, vocabulary)
        self._new_answers = read(verdicts, layout, vocabulary)
        self._project_answers = self._find_silent_wholes() | self._standing()
        project_keys = {*self._project_answers, *self._decided_keys()}
        self.handled_keys = {*self._before, *self._new_answers} & project_keys

    def _decided_keys(self) -> Iterator[Key]:
        """The cells that were ever answered by a decision, also by one that was undone."""
        people = names.annotators(self._connection).values()
        gold = next((a.id for a in people if a.kind == AnnotatorKind.GOLD and a.name == GOLD), NO_ANNOTATOR)
        for row in decisions.read_log(self._connection, decisions.DecisionSelection(items=[self._item])):
            for answer in item_state.answers(row, gold):
                assert row.unit_id is not None and row.target_id is not None
                yield answer.annotator, answer.criterion, row.unit_id, row.target_id

    def _standing(self) -> dict[Key, tuple[AnswerContent, int | None]]:
        """What the project says now, each with the decision that it comes from."""
        marks = verdicts.read_marks(self._connection, item=self._item)
        return {
            (row.annotator, row.criterion, row.unit, row.target): (
                AnswerContent(row.value, row.reason, tuple(sorted(marks.get(row.id, verdicts.NO_MARKS).spans))),
                row.decision,
            )
            for row in verdicts.read_item_verdicts(self._connection, self._item)
        }

    def _find_silent_wholes(self) -> dict[Key, tuple[AnswerContent, int | None]]:
        """The implicit "no" of whole documents, which the file has as an answer."""
        silent = {row[1:4] for row in level_queries.read_unmarked_documents(self._connection, [self._item])}
        wholes = level_queries.find_wholes(self._connection, [self._item]) if silent else ()
        return {
            (annotator, criterion, unit, target): (AnswerContent("no", None, ()), None)
            for annotator, criterion, unit, target in self._before
            if unit in wholes and (annotator, criterion, target) in silent
        }

    def apply_changes(self, report: ImportReport) -> None:
        """Decide what was changed, and list it."""
        for key in sorted(self.handled_keys):
            old, new = self._before.get(key), self._new_answers.get(key)
            answer = new or old
            assert answer is not None
            was = old.content if old else None
            new_content = new.content if new else _removed_content(answer)
            project_content, decision = self._project_answers.get(key, (None, None))
            if new_content in (was, project_content):
                continue
            if project_content != was and was is not None:
                standing = project_content if project_content is not None else "nothing any more"
                self._note(report, answer, f"{was}, in the file {new_content}, in the project {standing}, which stays")
            elif new_content is None or (new_content.value is None and new_content.reason != "unsure"):
                self._note(report, answer, f"{project_content} stays; its region was removed in the file")
            else:
                self._decide(key, new_content, decision)
                self._note(report, answer, f"{project_content}, now {new_content}")
                report.count("changed answers")

    def _decide(self, key: Key, content: AnswerContent, decision: int | None) -> None:
        annotator, criterion, unit, target = key
        kind = names.annotators(self._connection)[annotator].kind
        flag = self._find_flag(decision)
        action = Action.ADD
        if kind == "gold":
            action, flag = Action.ADJUDICATE, None
            annotator, _ = self._vocabulary.annotator({"annotator": OUTSIDE, "kind": "human"})
        elif content.value is None:
            action = Action.UNSURE
        elif flag is not None:
            action = Action.ACCEPT if content.value == flag.value else Action.OVERRIDE
        spans = tuple(Span(*span) for span in content.spans)
        cell, row = Cell(unit, criterion, target), flag.id if flag else None
        log.decide(
            self._connection, annotator, action, self._item, cell=cell, flag=row, value=content.value, spans=spans,
            from_outside=True,
        )  # fmt: skip

    def _find_flag(self, decision: int | None) -> verdicts.ItemVerdict | None:
        """The flag that a decision was about."""
        if decision is None:
            return None
        row = next(decisions.read_log(self._connection, decisions.DecisionSelection(decision=decision)))
        item_verdicts = verdicts.read_item_verdicts(self._connection, self._item)
        return next((verdict for verdict in item_verdicts if verdict.id == row.flag_id), None)

    def _note(self, report: ImportReport, answer: RecordAnswer, what: str) -> None:
        entry = answer.entry
        place = f"{entry.get('document', '')} {entry['unit']}".strip()
        question = f"{entry['scheme']}/{entry['criterion']} on {place}"
        key = self._parsed_record.record["key"]
        report.note(
            self._parsed_record.file, self._parsed_record.line, f"{key}: {entry['annotator']}, {question}: {what}."
        )


def _removed_content(answer: RecordAnswer) -> AnswerContent | None:
    """What it means that an answer is gone: a yes became a "no", and who has nothing to mark says "no" without a mark;
    None where it has no meaning."""
    if answer.content.value == "yes":
        return AnswerContent("no", None, ())
    return answer.content if answer.content.value == "no" else None
