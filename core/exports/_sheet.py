"""The rows of a table of verdicts: one for each cell and annotator, with the texts in them. All flat formats have
these.

A row says in ``origin`` where it comes from: ``verdict`` (given by an import or a run), ``decision`` (a reviewer's
answer), ``judged`` (the annotator went through this text for this criterion and said nothing here, which means "no")
or ``note`` (only a note). Where reviewers wrote units, or left flags open, silence does not speak of each, and a table
does not tell of which: there a "no" that follows from silence is a verdict or a decision as well. Cells of which
nobody said anything have no row. An answer by a human or by gold says in ``flagged_by`` what each judge that flagged
the cell said in its own words. Where only gold is wanted, cells without a gold verdict have no row: a boundary case
that was left open is out of the set, whatever was said about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from galley.core.domain import TEXT_KINDS, Criterion
from galley.core.exports._items import Item, Row
from galley.core.exports._places import Places, Words
from galley.core.exports.base import ExportReport, Only

COLUMNS = (
    *("key", "dataset", "split", "document", "role", "system", "unit_kind", "unit", "unit_text", "scheme", "criterion"),
    *("about", "annotator", "kind", "value", "reason", "confidence", "votes", "spans", "explanation", "evidence"),
    *("flagged_by", "judge_words", "note", "decided_at", "origin"),
)
"""The columns of a flat table. ``flagged_by`` and ``judge_words`` are its list as two texts."""
TABLES = ("documents", "units", "derived", "verdicts", "spans", "evidence", "judged", "late", "decisions", "notes")
JUDGED_THEMSELVES = ("summary", "table")
"""Roles of documents that are under judgement; units of others are judged against each of these in their item."""
ANSWERS = ("human", "gold")
"""Kinds of annotators whose rows say who flagged their cell."""

Cell = tuple[int, int, int]


class Sheet:
    """The rows of one item, of the cells that ``only`` asks for."""

    def __init__(self, item: Item, words: Words, only: Only = Only.ALL) -> None:
        self.item, self.words, self.places, self.only = item, words, Places(item), only
        self.texts: dict[int, tuple[str, str, Row, str]] = {}  # unit: kind, text, document, type
        units = iter(item.rows["units"])
        for row in item.rows["documents"]:
            self.texts[row[8]] = ("whole", row[6], row, "")
            for number in range(1, row[9] + 1):
                _, start, end, _ = next(units)
                self.texts[row[8] + number] = (row[10], row[6][start:end], row, "")
        for _, unit, home, kind, text, _, type_, *_ in item.rows["derived"]:
            self.texts[unit] = (kind, text, self.places.documents[home], type_ or "")
        self.retired = {row[1] for row in item.rows["derived"] if row[9]}
        self.written = {row[3] for row in item.rows["derived"] if row[8] is not None}
        self.decisions = {row[1]: row for row in item.rows["decisions"]}
        self.notes: dict[tuple[int, Cell | None], str] = {}
        for _, who, unit, criterion, target, text in item.rows["notes"]:
            self.notes[who, (unit, criterion, target) if unit is not None else None] = text
        self.flags: dict[Cell, list[dict[str, Any]]] = {}
        self.golden: dict[Cell, bool] = {}
        for _, _, who, criterion, unit, target, value, _, _, votes, explanation, *_ in item.rows["verdicts"]:
            name, kind = words.annotators[who]
            if kind == "gold":
                self.golden[unit, criterion, target] = value is not None
            elif kind != "human" and value == "yes":
                said = {"annotator": name, "votes": votes or "", "explanation": explanation or ""}
                self.flags.setdefault((unit, criterion, target), []).append(said)
        self.late = {(who, (unit, criterion, target)) for _, who, criterion, target, unit, *_ in item.rows["late"]}
        self.partly = {
            (who, criterion, target)
            for _, who, criterion, target, _, kind, *_ in item.rows["late"]
            if words.criteria[criterion].unit == kind
        }
        self.silent = {
            (criterion, target)
            for _, who, criterion, target, _ in item.rows["judged"]
            if words.annotators[who][1] == "gold"
        }

    def rows(self, report: ExportReport) -> Iterator[dict[str, Any]]:
        """By cell, as in the native record; what follows from silence, and notes alone, come last. What has no value
        is not in a row. Counts in ``report`` what is left out."""
        for cell, row in self._all():
            if cell is not None and cell[0] in self.retired:
                report.leave_out("answers on units that a revision took away")
            elif self.only is not Only.GOLD or (cell is not None and self._has_gold(cell)):
                yield row
            elif row["origin"] == "note":
                report.leave_out("notes on items or on cells without gold")
            else:
                report.leave_out("answers on cells without gold")

    def _has_gold(self, cell: Cell) -> bool:
        late = any(seen == cell and self.words.annotators[who][1] == "gold" for who, seen in self.late)
        return self.golden.get(cell, (cell[1], cell[2]) in self.silent and not late)

    def _all(self) -> Iterator[tuple[Cell | None, dict[str, Any]]]:
        spans: dict[int, list[list[int]]] = {}
        for _, verdict, start, end in self.item.rows["spans"]:
            spans.setdefault(verdict, []).append([start, end])
        evidence: dict[int, list[dict[str, Any]]] = {}
        for _, verdict, *place in self.item.rows["evidence"]:
            evidence.setdefault(verdict, []).append(self.places.evidence(*place))
        answered: set[tuple[int, Cell]] = set()
        derived = self.places.derived
        for row in sorted(self.item.rows["verdicts"], key=lambda r: (r[4] in derived, r[4], r[3], r[5], r[2])):
            _, verdict, annotator, criterion, unit, target, value, reason, confidence, votes, explanation, made = row
            cell = (unit, criterion, target)
            answered.add((annotator, cell))
            decision = self.decisions.get(made)
            said = _given(
                value=value,
                reason=reason,
                confidence=confidence,
                votes=votes,
                spans=spans.get(verdict),
                explanation=explanation,
                evidence=evidence.get(verdict),
                note=self.notes.pop((annotator, cell), "") or (decision[13] if decision else ""),
                decided_at=decision[3] if decision else "",
                origin="decision" if decision else "verdict",
            )
            yield cell, self._row(annotator, cell) | said
        for _, annotator, criterion, target, made in self.item.rows["judged"]:
            asked = self.words.criteria[criterion]
            told = asked.unit in self.written or (annotator, criterion, target) in self.partly
            origin = "judged" if not told else "verdict" if made is None else "decision"
            for unit in self.asked(asked, target):
                cell = (unit, criterion, target)
                if (annotator, cell) not in answered and (annotator, cell) not in self.late:
                    note = self.notes.pop((annotator, cell), "")
                    when = self.decisions[made][3] if made is not None else ""
                    said = _given(value="no", note=note, decided_at=when, origin=origin)
                    yield cell, self._row(annotator, cell) | said
        for (annotator, noted), text in self.notes.items():
            yield noted, self._row(annotator, noted) | {"note": text, "origin": "note"}

    def _row(self, annotator: int, cell: Cell | None) -> dict[str, Any]:
        found: dict[str, Any] = {"key": self.item.key, "dataset": self.item.dataset, "split": self.item.split}
        if cell is not None:
            unit, criterion, target = cell
            kind, text, document, _ = self.texts[unit]
            found |= {"document": document[2], "role": document[3], "system": self.places.documents[target][4]}
            found |= {"unit_kind": kind, "unit_text": text, **self.words.asked(criterion)}
            found |= self.places.cell(unit, target, self.words.criteria[criterion])
            if cell in self.flags and self.words.annotators[annotator][1] in ANSWERS:
                found["flagged_by"] = self.flags[cell]
        return found | self.words.who(annotator)

    def asked(self, criterion: Criterion, target: int) -> Iterator[int]:
        """The units of the cells that a criterion has on a document under judgement."""
        judged = self.places.documents[target]
        for unit, (kind, _, home, type_) in self.texts.items():
            if kind != criterion.unit or unit in self.retired or (criterion.types and type_ not in criterion.types):
                continue
            if criterion.unit in TEXT_KINDS and home[3] not in criterion.roles:
                continue
            own = criterion.about != "summary" or home[3] in JUDGED_THEMSELVES
            if home[1] == target if own else judged[3] in JUDGED_THEMSELVES:
                yield unit


def flat(row: dict[str, Any]) -> list[Any]:
    """A row in the order of COLUMNS, with lists as JSON, the flags as two texts and "" where there is nothing."""
    if flags := row.get("flagged_by"):
        said = [f"{flag['annotator']}: {flag['explanation']}" for flag in flags if flag["explanation"]]
        row = row | {"flagged_by": "; ".join(flag["annotator"] for flag in flags), "judge_words": "\n".join(said)}
    return [_text(row.get(column, "")) for column in COLUMNS]


def _text(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, list) else value


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != "" and value != []}
