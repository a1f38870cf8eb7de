"""Items as a page for people without Galley: every text whole, with what was marked on its words, on screen or A4.

What is judged comes first: the text at the left, everybody's answers at the right, joined by a letter and a number.
A mark is a cell that somebody said yes on: an underline in the colour and pattern of its criterion under its words (the
whole unit where no words were named). Cells that nobody said yes on have no mark; ratings, choices and what people
could not tell stand among the answers. Then come the sources with the evidence tinted, and last what the marks mean.
Nothing is loaded from anywhere, and no text can become markup.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.domain import Criterion, CriterionId
from galley.core.errors import InputError
from galley.core.exports._items import iterate_items
from galley.core.exports._page import POLICY, SCREEN_STYLE, SHEET_STYLE, escape_html, fonts
from galley.core.exports._places import IdWords, Places
from galley.core.exports._sheet import JUDGED_THEMSELVES, TABLES, Cell, ItemSheet, TableExport
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.storage import names, project_file
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import find_item

MARKS = """
body { width: auto; max-width: 860px; } section { margin-bottom: 40px; } h2 { margin-bottom: 0; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) 240px; column-gap: 24px; border-top: 1px solid #DEDBD4; }
.pair h3 { grid-column: 1 / -1; } .t p { white-space: pre-wrap; margin: 0 0 6px; }
.t { font: 11.5pt/1.5 "Charis SIL", Georgia, serif; } .t .g { font: 7.5pt Inter, sans-serif; color: #6F6B64; }
.m { text-decoration-line: underline; text-decoration-thickness: 2px; text-decoration-skip-ink: none; }
.e { background: #E5F0E8; border-bottom: 1px solid #2F7D4F; }
sup { font: bold 7pt Inter, sans-serif; line-height: 0; margin-left: 1px; }
.a { margin-bottom: 8px; } .a p, .a blockquote { margin: 1px 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.x { display: inline-block; min-width: 18px; text-align: center; border-bottom: 3px solid; font-weight: bold; }
@media print {
  body { max-width: none; } section { break-after: page; } .a { break-inside: avoid; } .pair { display: block; }
  .pair .t { float: left; width: 66%; } .pair .a { margin-left: 70%; } .pair::after { content: ""; display: block;
  clear: both; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
PATTERNS = ("solid", "dashed", "dotted", "wavy", "double")
STEP = 3
"""Pixels between the underlines of marks that overlap."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class MarkedCell(NamedTuple):
    """What was said of a cell: its number in the item, its criterion, the ranges of the unit's text, the rows."""

    number: int
    criterion: Criterion
    spans: Sequence[tuple[int, int]]
    rows: Sequence[dict[str, Any]]
    is_marked: bool


class AnnotatedPageExport(TableExport):
    """A page of marked texts, one item after the other."""

    name = "markup"
    title = "annotated texts: a page to read or print, with each mark on its words (HTML); all items or some"
    suffix = ".html"
    takes = ("pseudonyms", "notes", "keys")

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page, item after item. See ``Export.write``. Raises: InputError for a key that is not there."""
        words, criteria_by_row = IdWords.of(connection), names.criteria(connection)
        title = f"{project_file.path_of(connection).stem}: annotated texts"
        used_criteria: set[CriterionId] = set()
        with out.open("w", encoding="utf-8", newline="\n", errors="xmlcharrefreplace") as page:
            page.write(
                '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
                f"{POLICY}<title>{_plain(title)}</title><style>{fonts(reading=True)}{SHEET_STYLE}{SCREEN_STYLE}{MARKS}"
                f"</style></head><body>\n<h1>{_plain(title)}</h1>\n"
            )
            for item in iterate_items(
                connection, _choose(connection, only, self.choices.keys), TABLES, report, progress
            ):
                sheet = ItemSheet(item, words, only, self.choices)
                marks, notes, used_rows = _marks(sheet, criteria_by_row, report)
                used_criteria |= used_rows
                report.count(
                    "marks", sum(mark.is_marked for document_marks in marks.values() for mark in document_marks)
                )
                page.write(f"<section>\n<h2>{_plain(item.key)}</h2>\n")
                page.write(f'<p class="s">{_plain(" · ".join(filter(None, (item.dataset, item.split))))}</p>\n')
                page.writelines(_note_paragraph(row) for row in notes)
                page.writelines(_documents(sheet, marks))
                page.write("</section>\n")
            page.writelines(_legend([criteria_by_row[row] for row in sorted(used_criteria)]))
            page.write("</body></html>\n")


def _choose(connection: Connection, only: Only, keys: Sequence[str]) -> ItemChoice:
    """The items of these keys among those that ``only`` asks for, or all of them. Raises: InputError"""
    ids = []
    for key in dict.fromkeys(keys):
        item = find_item(connection, key)
        if item is None:
            raise InputError(f"The project has no item {key!r}; use the key shown in the queue.")
        ids.append(item)
    return ItemChoice(only, items=ids or None)


def _marks(
    sheet: ItemSheet, criteria_by_row: dict[CriterionId, Criterion], report: ExportReport
) -> tuple[dict[int, list[MarkedCell]], list[dict[str, Any]], set[CriterionId]]:
    """The marks and other answers by unit, the notes on the item, and the row ids of the criteria of marks."""
    rows_by_cell: dict[Cell, list[dict[str, Any]]] = {}
    notes = []
    for cell, row in sheet.cells(report):
        if cell is None:
            notes.append(row)
        else:
            rows_by_cell.setdefault(cell, []).append(row)
    marks_by_unit: dict[int, list[MarkedCell]] = {}
    used_rows: set[CriterionId] = set()
    number = 0
    for cell, rows in sorted(rows_by_cell.items()):
        values = {row.get("value") for row in rows}
        if values <= {"no"}:
            continue
        number += 1
        yes = [row for row in rows if row.get("value") == "yes"]
        length = len(sheet.texts[cell[0]][1])
        spans = {(start, end) for row in yes for start, end in row.get("spans", ())} or {(0, length)}
        marks_by_unit.setdefault(cell[0], []).append(
            MarkedCell(number, criteria_by_row[cell[1]], sorted(spans), rows, bool(yes))
        )
        if yes:
            used_rows.add(cell[1])
    return marks_by_unit, notes, used_rows


def _documents(sheet: ItemSheet, marks: dict[int, list[MarkedCell]]) -> Iterator[str]:
    """What is judged, then the sources: each text with its marks, and what was said of it beside it."""
    evidence = _find_evidence(marks)
    rows = sheet.item.rows["documents"]
    ranges = {row[1]: units for row, units in zip(rows, sheet.item.units, strict=True)}
    heads = Counter(_head(row) for row in rows)
    for row in sorted(rows, key=lambda row: row[3] not in JUDGED_THEMSELVES):
        _, document_row, name, *_, text, _, whole, _, _ = row
        head = _head(row) + (f" ({name})" if heads[_head(row)] > 1 else "")
        yield f"<div class=pair>\n<h3>{_plain(head)}</h3>\n<div class=t>\n"
        done = 0
        document_marks = list(marks.get(whole, ()))
        for offset, (start, end, speaker) in enumerate(ranges[document_row].places, 1):
            yield _between(text[done:start].removesuffix(f"{speaker}: ") if speaker else text[done:start])
            unit_marks = marks.get(whole + offset, [])
            document_marks += unit_marks
            spans = evidence.get((name, offset - 1), ())
            who = f'<span class="g">{_plain(speaker)}: </span>' if speaker else f'<span class="g">{offset} </span>'
            yield f'<p dir="auto">{who}{"".join(_mark_text(text[start:end], unit_marks, spans))}</p>\n'
            done = max(done, end)
        yield _between(text[done:])
        for unit, (kind, words, home_document, _) in sheet.texts.items():
            if (
                home_document[1] == document_row
                and unit in sheet.places.derived_names
                and unit not in sheet.retired_units
            ):
                unit_marks = marks.get(unit, [])
                document_marks += unit_marks
                yield f'<p dir="auto"><span class="g">{kind} </span>{"".join(_mark_text(words, unit_marks))}</p>\n'
        yield "</div>\n<div>\n"
        for mark in document_marks:
            yield f"<div class=a><p>{_key(mark.criterion, _label(mark))} <b>{_plain(mark.criterion.name)}</b></p>"
            yield from (_answer_paragraph(row) for row in mark.rows)
            yield "</div>\n"
        yield "</div>\n</div>\n"


def _head(row: Sequence[Any]) -> str:
    """What a document is called: "Dialogue", "Summary: brief"."""
    _, _, _, role, system, part, *_ = row
    about = [words for words in (system, part) if words not in ("", "whole")]
    return ": ".join(filter(None, (role.capitalize(), ", ".join(about))))


def _find_evidence(marks: dict[int, list[MarkedCell]]) -> dict[tuple[str, int], list[tuple[int, int, str]]]:
    """The passages that were given as evidence, by document and position of the unit: start, end, label of the mark."""
    passages: dict[tuple[str, int], list[tuple[int, int, str]]] = {}
    for mark in (mark for unit_marks in marks.values() for mark in unit_marks):
        for place in (place for row in mark.rows for place in row.get("evidence", ())):
            if place.get("span") and isinstance(place.get("unit"), int):
                passage = (*place["span"], _label(mark))
                unit_passages = passages.setdefault((place.get("document", ""), place["unit"]), [])
                if passage not in unit_passages:
                    unit_passages.append(passage)
    return passages


def _label(mark: MarkedCell) -> str:
    """What joins a mark and what was said of it: "A1"."""
    return f"{mark.criterion.letter}{mark.number}"


def _between(text: str) -> str:
    """What stands between units, where it is more than blanks."""
    return f'<p dir="auto">{_plain(text)}</p>\n' if text.strip() else ""


def _mark_text(
    text: str, marks: Sequence[MarkedCell], passages: Sequence[tuple[int, int, str]] = ()
) -> Iterator[str]:
    """A text with underlines; where marks overlap, each lies under the one before. ``passages`` are evidence."""
    visible_marks = [mark for mark in marks if mark.is_marked]
    spans = [span for mark in visible_marks for span in mark.spans] + [(start, end) for start, end, _ in passages]
    edges = sorted({0, len(text), *(min(edge, len(text)) for span in spans for edge in span)})
    for start, end in pairwise(edges):
        covering_marks: list[MarkedCell] = [
            mark for mark in visible_marks if any(a <= start and end <= b for a, b in mark.spans)
        ]
        piece = _plain(text[start:end])
        if any(a <= start and end <= b for a, b, _ in passages):
            piece = f'<span class="e">{piece}</span>'
        for mark in covering_marks:
            depth = 2 + STEP * covering_marks.index(mark)
            style = f"text-decoration-color: {_colour(mark.criterion)}; text-underline-offset: {depth}px;"
            style += f" text-decoration-style: {_pattern(mark.criterion)}"
            piece = f'<span class="m" style="{style}">{piece}</span>'
        labels = [_label(mark) for mark in covering_marks if end == max(b for _, b in mark.spans)]
        labels += [label for _, b, label in passages if end == min(b, len(text))]
        yield piece + "".join(f"<sup>{_plain(label)}</sup>" for label in labels)


def _answer_paragraph(row: dict[str, Any]) -> str:
    """One answer as a paragraph, with its words and quotes."""
    value = row.get("value")
    bare = row["origin"] in ("note", "evidence")
    answer = "" if bare else f": {value if value is not None else row.get('reason') or 'no answer'}"
    more = [row.get("votes", ""), "implicit" if row["origin"] == "judged" else "", _resolution_text(row)]
    tail = ", ".join(filter(None, more))
    lines = [f"<p><b>{_plain(row['annotator'])}</b>{_plain(str(answer))}{_plain(f' ({tail})' if tail else '')}</p>"]
    if words := row.get("explanation"):
        lines.append(f'<p dir="auto">{_plain(words)}</p>')
    for place in row.get("evidence", ()):
        where = Places.words(place) or "nowhere"
        lines.append(f'<blockquote dir="auto">“{_plain(place["quote"])}” <span class="s">{_plain(where)}, '
                     f'{place.get("stance", place["match"])}</span></blockquote>')  # fmt: skip
    return "".join(lines) + (_note_paragraph(row) if row.get("note") else "")


def _resolution_text(row: dict[str, Any]) -> str:
    return str(row.get("resolved_how", ""))


def _note_paragraph(row: dict[str, Any]) -> str:
    return f'<p class="s" dir="auto">{_plain(row["annotator"])} noted: {_plain(row["note"])}</p>\n'


def _legend(criteria: Sequence[Criterion]) -> Iterator[str]:
    """What the letters, colours and tint of this page stand for."""
    if criteria:
        yield "<h2>Marks</h2>\n"
    for criterion in criteria:
        key = _key(criterion, criterion.letter or "•")
        yield f"<p>{key} <b>{_plain(criterion.name)}</b> {_plain(criterion.definition)}</p>\n"
    if criteria:
        yield '<p><span class="e">Tinted</span> in a source: the evidence of the mark of that number.</p>\n'


def _key(criterion: Criterion, label: str) -> str:
    pattern = _pattern(criterion).replace("wavy", "double")  # a border has no waves
    style = f"border-color: {_colour(criterion)}; border-bottom-style: {pattern}"
    return f'<span class="x" style="{style}">{_plain(label)}</span>'


def _pattern(criterion: Criterion) -> str:
    return criterion.line if criterion.line in PATTERNS else "dashed"  # a page knows no dash-dot


def _colour(criterion: Criterion) -> str:
    return criterion.colour if _COLOUR.fullmatch(criterion.colour) else "#6F6B64"


def _plain(text: str) -> str:
    """A text as it is shown, whatever is in it; a page has no control characters."""
    return escape_html(text)


EXPORT = AnnotatedPageExport()
