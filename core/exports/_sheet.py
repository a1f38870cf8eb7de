"""The rows of a table of verdicts: one for each cell and annotator, with the texts in them. All flat formats have
these.

A row says in ``origin`` where it comes from: ``verdict`` (given by an import or a run), ``decision`` (a reviewer's
answer), ``judged`` (the annotator went through this text for this criterion and said nothing here, which means "no"),
``evidence`` (only source text that they attached) or ``note`` (only a note). What a reviewer attached is in the column
``evidence`` with its ``stance``, supports or contradicts. Where reviewers wrote units, or left flags open, silence does
not speak of each, and a table does not tell of which: there a "no" that follows from silence is a verdict or a decision
as well. Cells of which nobody said anything have no row. An answer by a human or by gold says in ``flagged_by`` what
each judge that flagged the cell said in its own words. Where only gold is wanted, cells without a gold verdict have
no row: a boundary case that was left open is out of the set, whatever was said about it.

Gold has a row for each resolved cell (``core/tasks/gold.py``), with how it came by it (``resolved_how``): "rule:
unanimous of ann, ben", "adjudicated by ito" (``resolved_by`` is who) or "as imported". Rows that no verdict of gold
stands for say ``rule`` in ``origin``: they are computed, and an import passes over them.

``value_number`` is the number of a rating. Without texts (see ``ExportChoices``) a unit is there as its
SHA-256, and nobody's words are: no explanation, no quote, no note that was not asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Self

import orjson

from galley.core.domain import NO_CRITERION, NO_UNIT, TEXT_KINDS, AnnotatorId, Criterion, CriterionId, UnitId
from galley.core.exports import _resolution
from galley.core.exports._items import RESOLVED, Item, Row
from galley.core.exports._places import IdWords, Places
from galley.core.exports.base import ExportChoices, ExportReport, Only
from galley.core.tasks.gold import ResolvedCell, Source

COLUMNS = (
    *("key", "dataset", "split", "document", "role", "system", "unit_kind", "unit", "unit_text", "scheme", "criterion"),
    *("about", "annotator", "kind", "value", "value_number", "reason", "confidence", "votes", "spans"),
    *("explanation", "evidence", "flagged_by", "judge_words", "note", "decided_at", "resolved_by", "resolved_how"),
    "origin",
)
"""The columns of a flat table. ``flagged_by`` and ``judge_words`` are its list as two texts."""
TABLES = (
    "documents",
    "derived",
    "verdicts",
    "spans",
    "evidence",
    "judged",
    "silent_wholes",
    "late",
    "decisions",
    "attached",
    "notes",
    "known",
    "unusable",
    RESOLVED,
)
JUDGED_THEMSELVES = ("summary", "table")
"""Roles of documents that are under judgement; units of others are judged against each of these in their item."""
ANSWERS = ("human", "gold")
"""Kinds of annotators whose rows say who flagged their cell."""

WHOLE = ExportChoices()
Cell = tuple[UnitId, CriterionId, int]
GOLD = "gold"
"""The name and kind of whoever stands for what a rule resolved."""


def columns(choices: ExportChoices = WHOLE) -> tuple[str, ...]:
    """The columns of a table under these wishes: a hash stands where the text would."""
    return tuple("unit_sha256" if name == "unit_text" and choices.without_texts else name for name in COLUMNS)


class TableExport:
    """What the writers of tables have in common: they heed what may go out of a project."""

    takes = ("texts", "pseudonyms", "notes")

    def __init__(self, choices: ExportChoices = WHOLE) -> None:
        self.choices = choices

    def with_choices(self, choices: ExportChoices) -> Self:
        """The writer that heeds ``choices``."""
        return type(self)(choices)


class ItemSheet:
    """The rows of one item, of the cells that ``only`` asks for, with what ``choices`` allow in them."""

    def __init__(self, item: Item, words: IdWords, only: Only = Only.ALL, choices: ExportChoices = WHOLE) -> None:
        self.item, self.words, self.places, self.only, self.choices = item, words, Places(item), only, choices
        self.texts: dict[UnitId, tuple[str, str, Row, str]] = {}  # unit: kind, text, document, type
        for row, units in zip(item.rows["documents"], item.units, strict=True):
            self.texts[row[8]] = ("whole", row[6], row, "")
            for number, (start, end) in enumerate(units.spans, 1):
                self.texts[row[8] + number] = (units.kind or "", row[6][start:end], row, "")
        for _, unit, document, kind, text, _, type_, *_ in item.rows["derived"]:
            self.texts[unit] = (kind, text, self.places.documents[document], type_ or "")
        self.retired_units = {row[1] for row in item.rows["derived"] if row[9]}
        self.written_kinds = {row[3] for row in item.rows["derived"] if row[8] is not None}
        self.decisions = {row[1]: row for row in item.rows["decisions"]}
        self.notes: dict[tuple[AnnotatorId, Cell | None], str] = {}
        for _, who, unit, criterion, target, text in item.rows["notes"]:
            self.notes[who, (unit, criterion, target) if unit is not None else None] = text
        self.attached_places: dict[tuple[AnnotatorId, Cell], list[dict[str, Any]]] = {}
        for _, who, unit, criterion, target, source, start, end, stance in item.rows.get("attached", ()):
            place = self.places.evidence(source, start, end, self.texts[source][1][start:end], "verbatim")
            self.attached_places.setdefault((who, (unit, criterion, target)), []).append(place | {"stance": stance})
        self.flags: dict[Cell, list[dict[str, Any]]] = {}
        resolutions: Sequence[Any] = item.rows.get(RESOLVED, ())
        self.resolved_cells: dict[Cell, ResolvedCell] = {resolution.cell: resolution for resolution in resolutions}
        for _, _, who, criterion, unit, target, value, _, _, votes, explanation, *_ in item.rows["verdicts"]:
            name, kind = words.annotators[who]
            if kind not in ANSWERS and value == "yes":
                flag = {"annotator": name, "votes": votes or "", "explanation": explanation or ""}
                self.flags.setdefault((unit, criterion, target), []).append(flag)
        self.known_cells = {(unit, criterion, target) for _, criterion, unit, target, *_ in item.rows["known"]}
        self.unusable = {document for _, document in item.rows["unusable"]}
        self.late = {(who, (unit, criterion, target)) for _, who, criterion, target, unit, *_ in item.rows["late"]}
        self.partly = {
            (who, criterion, target)
            for _, who, criterion, target, _, kind, *_ in item.rows["late"]
            if words.criteria[criterion].unit == kind
        }

    def rows(self, report: ExportReport) -> Iterator[dict[str, Any]]:
        """By cell, as in the native record; what follows from silence, and notes alone, come last. What has no value
        is not in a row. Counts in ``report`` what is left out."""
        return (row for _, row in self.cells(report))

    def cells(self, report: ExportReport) -> Iterator[tuple[Cell | None, dict[str, Any]]]:
        """The same, each with its cell; None where a note is on the whole item."""
        for cell, row in self._all():
            if cell is not None and cell[0] in self.retired_units:
                report.leave_out("answers on units that a revision removed")
            elif row["origin"] == "note" and not self._with_notes:
                report.leave_out("notes on items or on cells that their writer did not answer")
            elif self.only is not Only.GOLD or (cell is not None and self.has_gold(cell)):
                yield cell, self._filter_row(row)
            elif row["origin"] == "note":
                report.leave_out("notes on items or on cells without gold")
            else:
                report.leave_out("answers on cells without gold")

    @property
    def _with_notes(self) -> bool:
        return not self.choices.without_texts if self.choices.notes is None else self.choices.notes

    def _filter_row(self, row: dict[str, Any]) -> dict[str, Any]:
        """What may go out of a row."""
        if not self._with_notes:
            row.pop("note", None)
        if self.choices.without_texts:
            if "unit_text" in row:
                row["unit_sha256"] = sha256(row.pop("unit_text"))
            row.pop("explanation", None)
            for place in row.get("evidence", ()):
                place.pop("quote", None)
            if "flagged_by" in row:
                row["flagged_by"] = [flag | {"explanation": ""} for flag in row["flagged_by"]]
        return row

    def has_gold(self, cell: Cell) -> bool:
        """Whether a cell is resolved, by a verdict, a rule or an implicit no."""
        return cell in self.resolved_cells

    def _all(self) -> Iterator[tuple[Cell | None, dict[str, Any]]]:
        spans: dict[int, list[list[int]]] = {}
        for _, verdict, start, end in self.item.rows["spans"]:
            spans.setdefault(verdict, []).append([start, end])
        evidence: dict[int, list[dict[str, Any]]] = {}
        for _, verdict, *place in self.item.rows["evidence"]:
            evidence.setdefault(verdict, []).append(self.places.evidence(*place))
        answered_cells: set[tuple[AnnotatorId, Cell]] = set()
        ruled_cells = {
            cell: resolution for cell, resolution in self.resolved_cells.items() if resolution.source is Source.RULE
        }
        before: Cell = (NO_UNIT, NO_CRITERION, 0)
        derived = self.places.derived_names
        for row in sorted(self.item.rows["verdicts"], key=lambda r: (r[4] in derived, r[4], r[3], r[5], r[2])):
            (
                _,
                verdict,
                annotator,
                criterion,
                unit,
                target,
                value,
                reason,
                confidence,
                votes,
                explanation,
                decision_id,
            ) = row
            cell = (unit, criterion, target)
            if cell != before and before in ruled_cells:
                yield self._by_rule(ruled_cells.pop(before))
            before = cell
            answered_cells.add((annotator, cell))
            decision = self.decisions.get(decision_id)
            answer_fields = _drop_empty(
                value=value,
                reason=reason,
                confidence=confidence,
                votes=votes,
                spans=spans.get(verdict),
                explanation=explanation,
                evidence=[*evidence.get(verdict, ()), *self.attached_places.pop((annotator, cell), ())],
                note=self.notes.pop((annotator, cell), "") or (decision[13] if decision else ""),
                decided_at=decision[3] if decision else "",
                origin="decision" if decision else "verdict",
                value_number=float(value) if isinstance(value, int | float) else None,
                **self._resolution_fields(annotator, cell, decision_id),
            )
            yield cell, self._row(annotator, cell) | answer_fields
        if before in ruled_cells:
            yield self._by_rule(ruled_cells.pop(before))
        for _, annotator, criterion, target, decision_id in self.item.rows["judged"]:
            full_criterion = self.words.criteria[criterion]
            is_explicit = full_criterion.unit in self.written_kinds or (annotator, criterion, target) in self.partly
            origin = "judged" if not is_explicit else "verdict" if decision_id is None else "decision"
            for unit in self.list_asked_units(full_criterion, target):
                cell = (unit, criterion, target)
                if (annotator, cell) not in answered_cells and (annotator, cell) not in self.late:
                    note = self.notes.pop((annotator, cell), "")
                    decided_at = self.decisions[decision_id][3] if decision_id is not None else ""
                    more = self._resolution_fields(annotator, cell, decision_id)
                    answer_fields = _drop_empty(value="no", note=note, decided_at=decided_at, origin=origin, **more)
                    yield cell, self._row(annotator, cell) | answer_fields
        for annotator, cell, decision_id in self.list_silent_wholes(answered_cells):
            decided_at, note = self.decisions[decision_id][3], self.notes.pop((annotator, cell), "")
            more = self._resolution_fields(annotator, cell, decision_id)
            answer_fields = _drop_empty(value="no", note=note, decided_at=decided_at, origin="judged", **more)
            yield cell, self._row(annotator, cell) | answer_fields
        yield from (self._by_rule(resolution) for resolution in ruled_cells.values())
        for (annotator, cell), places in self.attached_places.items():
            answer_fields = _drop_empty(evidence=places, note=self.notes.pop((annotator, cell), ""), origin="evidence")
            yield cell, self._row(annotator, cell) | answer_fields
        for (annotator, noted), text in self.notes.items():
            yield noted, self._row(annotator, noted) | {"note": text, "origin": "note"}

    def list_silent_wholes(
        self, answered_cells: set[tuple[AnnotatorId, Cell]]
    ) -> Iterator[tuple[AnnotatorId, Cell, int]]:
        """(annotator, cell, decision) of each implicit "no" of a whole document; who said "yes" or "unsure" of a unit
        of it did not."""
        wholes = {row[1]: row[8] for row in self.item.rows["documents"]}
        void = {(row[2], row[3], row[5]) for row in self.item.rows["verdicts"] if row[6] != "no"}
        answered_cells = answered_cells | self.late
        for _, annotator, criterion, target, decision_id in self.item.rows.get("silent_wholes", ()):
            cell = (wholes[target], criterion, target)
            if (annotator, cell) not in answered_cells and (annotator, criterion, target) not in void:
                yield annotator, cell, decision_id

    def _by_rule(self, resolution: ResolvedCell) -> tuple[Cell, dict[str, Any]]:
        """The row of a cell that a rule resolved."""
        names = {who: name for who, (name, _) in self.words.annotators.items()}
        answer_fields = _drop_empty(
            value=resolution.value,
            value_number=float(resolution.value) if isinstance(resolution.value, int | float) else None,
            resolved_how=_resolution.describe_resolution(resolution, names),
            origin="rule",
        )
        return resolution.cell, self._row(None, resolution.cell) | answer_fields

    def _resolution_fields(self, annotator: AnnotatorId, cell: Cell, decision: int | None) -> dict[str, str]:
        """Who adjudicated a gold answer, and how the cell came by it; nothing for other answers."""
        if self.words.annotators[annotator][1] != GOLD:
            return {}
        row = self.decisions.get(decision)
        resolution = self.resolved_cells.get(cell)
        if row is None:
            return {
                "resolved_how": _resolution.IMPORTED
                if resolution is None
                else _resolution.describe_resolution(resolution, {})
            }
        by = self.words.annotators[row[4]][0]
        if resolution is None:
            return {"resolved_by": by}
        return {"resolved_by": by, "resolved_how": _resolution.describe_resolution(resolution, {}, by, row[13])}

    def _row(self, annotator: AnnotatorId | None, cell: Cell | None) -> dict[str, Any]:
        row: dict[str, Any] = {"key": self.item.key, "dataset": self.item.dataset, "split": self.item.split}
        if cell is not None:
            unit, criterion, target = cell
            kind, text, document, _ = self.texts[unit]
            row |= {"document": document[2], "role": document[3], "system": self.places.documents[target][4]}
            row |= {"unit_kind": kind, "unit_text": text, **self.words.criterion_fields(criterion)}
            row |= self.places.cell(unit, target, self.words.criteria[criterion])
            if cell in self.flags and (annotator is None or self.words.annotators[annotator][1] in ANSWERS):
                row["flagged_by"] = self.flags[cell]
        return row | (self.words.who(annotator) if annotator is not None else {"annotator": GOLD, "kind": GOLD})

    def list_asked_units(self, criterion: Criterion, target: int) -> Iterator[UnitId]:
        """The units of the cells that a criterion has on a document under judgement."""
        judged_document = self.places.documents[target]
        for unit, (kind, _, home_document, type_) in self.texts.items():
            if (
                kind != criterion.unit
                or unit in self.retired_units
                or (criterion.types and type_ not in criterion.types)
            ):
                continue
            if criterion.unit in TEXT_KINDS and home_document[3] not in criterion.roles:
                continue
            is_own = criterion.about != "summary" or home_document[3] in JUDGED_THEMSELVES
            if home_document[1] == target if is_own else judged_document[3] in JUDGED_THEMSELVES:
                yield unit


def flat(row: dict[str, Any], column_names: Sequence[str] = COLUMNS) -> list[Any]:
    """A row in the order of the columns, with lists as JSON, the flags as two texts and "" where there is nothing."""
    if flags := row.get("flagged_by"):
        row = row | {"flagged_by": "; ".join(flag["annotator"] for flag in flags), "judge_words": judge_words(flags)}
    return [_text(row.get(column, "")) for column in column_names]


def judge_words(flags: Sequence[dict[str, Any]]) -> str:
    """What the judges that flagged a cell said of it, a line each."""
    return "\n".join(f"{flag['annotator']}: {flag['explanation']}" for flag in flags if flag["explanation"])


def sha256(text: str) -> str:
    """The hash that stands for a text: SHA-256 of its UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def _text(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, list) else value


def _drop_empty(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != "" and value != []}
