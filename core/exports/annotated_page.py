"""Items as a page for people without Galley: every text whole, with what was marked on its words, on screen or paper.

A mark is a cell that somebody said yes on: an underline in the colour and pattern of its criterion under its words (the
whole unit where no words were named) and a number, under which everybody's answers on the cell stand below the text.
Cells that nobody said yes on have no mark; ratings, choices and what people could not tell stand in the same list.
Nothing is loaded from anywhere, and no text can become markup.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.domain import Criterion
from galley.core.errors import InputError
from galley.core.exports._items import CHOSEN, iterate_items
from galley.core.exports._page import POLICY, STYLE, escape_html
from galley.core.exports._places import IdWords, Places
from galley.core.exports._sheet import TABLES, Cell, ItemSheet, TableExport
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.storage import names
from galley.core.storage.queries.items import find_item

MARKS = """
section { margin-bottom: 56px; } .t p { white-space: pre-wrap; margin: 3px 0 7px; } .t .g { color: #6F6B64; }
.m { text-decoration-line: underline; text-decoration-thickness: 2px; text-decoration-skip-ink: none; }
sup { font-size: 10px; font-weight: bold; line-height: 0; margin-left: 1px; }
ol { padding-left: 30px; margin: 6px 0 18px; } li { margin-bottom: 5px; } li p { margin: 1px 0; white-space: pre-wrap; }
.k { display: inline-block; min-width: 18px; text-align: center; border-bottom: 3px solid; font-weight: bold; }
@media print {
  body { margin: 0; max-width: none; } section { break-after: page; } li, blockquote { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
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
    title = "marked texts: a page to read or print, with every mark on its words (HTML); all items or those of --item"
    suffix = ".html"
    takes = ("pseudonyms", "notes", "keys")

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page, item after item. See ``Export.write``. Raises: InputError for a key that is not there."""
        words, criteria_by_row = IdWords.of(connection), names.criteria(connection)
        with out.open("w", encoding="utf-8", newline="\n", errors="xmlcharrefreplace") as page:
            page.write(
                '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
                f"{POLICY}<title>Marked texts</title>"
                f"<style>{STYLE}{MARKS}</style></head><body>\n{''.join(_legend(connection, criteria_by_row))}"
            )
            for item in iterate_items(
                connection, only, TABLES, report, progress, _where(connection, only, self.choices.keys)
            ):
                sheet = ItemSheet(item, words, only, self.choices)
                marks, notes = _marks(sheet, criteria_by_row, report)
                report.count(
                    "marks", sum(mark.is_marked for document_marks in marks.values() for mark in document_marks)
                )
                page.write(f"<section>\n<h2>{_plain(item.key)}</h2>\n")
                page.write(f'<p class="s">{_plain(" · ".join(filter(None, (item.dataset, item.split))))}</p>\n')
                page.writelines(_note_paragraph(row) for row in notes)
                page.writelines(_documents(sheet, marks))
                page.write("</section>\n")
            page.write("</body></html>\n")


def _where(connection: sqlite3.Connection, only: Only, keys: Sequence[str]) -> str:
    """The condition for the items of these keys among those that ``only`` asks for; "" for all of them."""
    if not keys:
        return ""
    ids = []
    for key in dict.fromkeys(keys):
        item = find_item(connection, key)
        if item is None:
            raise InputError(f"The project has no item {key!r}; use the key shown in the queue.")
        ids.append(item)
    condition = CHOSEN[only]
    return f"{condition} AND" * bool(condition) + " WHERE" * (not condition) + f" {{0}} IN ({', '.join(map(str, ids))})"


def _marks(
    sheet: ItemSheet, criteria_by_row: dict[int, Criterion], report: ExportReport
) -> tuple[dict[int, list[MarkedCell]], list[dict[str, Any]]]:
    """The marks and other answers by unit, and the notes on the item."""
    rows_by_cell: dict[Cell, list[dict[str, Any]]] = {}
    notes = []
    for cell, row in sheet.cells(report):
        if cell is None:
            notes.append(row)
        else:
            rows_by_cell.setdefault(cell, []).append(row)
    marks_by_unit: dict[int, list[MarkedCell]] = {}
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
    return marks_by_unit, notes


def _documents(sheet: ItemSheet, marks: dict[int, list[MarkedCell]]) -> Iterator[str]:
    """Each document: its text with the marks, what was said of it, and what was derived from it."""
    units, at = sheet.item.rows["units"], 0
    for row in sheet.item.rows["documents"]:
        _, document_row, name, role, system, part, text, _, whole, count, _ = row
        yield f"<h3>{_plain(' · '.join(filter(None, (role, system, part, name))))}</h3>\n<div class=t>\n"
        done = 0
        document_marks = list(marks.get(whole, ()))
        for offset, (_, start, end, speaker) in enumerate(units[at : at + count], 1):
            yield _between(text[done:start].removesuffix(f"{speaker}: ") if speaker else text[done:start])
            unit_marks = marks.get(whole + offset, [])
            document_marks += unit_marks
            who = f'<span class="g">{_plain(speaker)}: </span>' if speaker else f'<span class="g">{offset} </span>'
            yield f'<p dir="auto">{who}{"".join(_mark_text(text[start:end], unit_marks))}</p>\n'
            done = max(done, end)
        at += count
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
        yield "</div>\n"
        if document_marks:
            yield "<ol>\n"
            for mark in document_marks:
                yield f'<li value="{mark.number}">{_key(mark.criterion)} {_plain(mark.criterion.name)}'
                yield from (_answer_paragraph(row) for row in mark.rows)
                yield "</li>\n"
            yield "</ol>\n"


def _between(text: str) -> str:
    """What stands between units, where it is more than blanks."""
    return f'<p dir="auto">{_plain(text)}</p>\n' if text.strip() else ""


def _mark_text(text: str, marks: Sequence[MarkedCell]) -> Iterator[str]:
    """A text with underlines; where marks overlap, each lies under the one before."""
    visible_marks = [mark for mark in marks if mark.is_marked]
    edges = sorted({0, len(text), *(edge for mark in visible_marks for span in mark.spans for edge in span)})
    for start, end in pairwise(edges):
        covering_marks: list[MarkedCell] = [
            mark for mark in visible_marks if any(a <= start and end <= b for a, b in mark.spans)
        ]
        piece = _plain(text[start:end])
        for mark in covering_marks:
            depth = 2 + STEP * covering_marks.index(mark)
            style = f"text-decoration-color: {_colour(mark.criterion)}; text-underline-offset: {depth}px;"
            style += f" text-decoration-style: {_pattern(mark.criterion)}"
            piece = f'<span class="m" style="{style}">{piece}</span>'
        ending = [mark for mark in covering_marks if end == max(b for _, b in mark.spans)]
        yield piece + "".join(f"<sup>{mark.criterion.letter}{mark.number}</sup>" for mark in ending)


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


def _legend(connection: sqlite3.Connection, criteria_by_row: dict[int, Criterion]) -> Iterator[str]:
    """What the colours and letters stand for, of criteria with a yes."""
    used_criteria = [
        row for (row,) in connection.execute("SELECT DISTINCT criterion_id FROM verdict WHERE value = 'yes'")
    ]
    if used_criteria:
        yield "<h3>Marks</h3>\n"
    for row in sorted(used_criteria):
        yield (
            f"<p>{_key(criteria_by_row[row])} <b>{_plain(criteria_by_row[row].name)}</b> "
            f"{_plain(criteria_by_row[row].definition)}</p>\n"
        )


def _key(criterion: Criterion) -> str:
    pattern = _pattern(criterion).replace("wavy", "double")  # a border has no waves
    style = f"border-color: {_colour(criterion)}; border-bottom-style: {pattern}"
    return f'<span class="k" style="{style}">{_plain(criterion.letter or "•")}</span>'


def _pattern(criterion: Criterion) -> str:
    return criterion.line if criterion.line in PATTERNS else "dashed"  # a page knows no dash-dot


def _colour(criterion: Criterion) -> str:
    return criterion.colour if _COLOUR.fullmatch(criterion.colour) else "#6F6B64"


def _plain(text: str) -> str:
    """A text as it is shown, whatever is in it; a page has no control characters."""
    return escape_html(text)


EXPORT = AnnotatedPageExport()
